"""Invented fonts: digits 1 to 6 whose skeleton, pen, terminals and hand are all drawn from a seed.

No two seeds give the same font, so a network that knows a thousand of them has no font left to learn by heart.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.render.pen import FACE_PX, Mask, Pen, Points, arc, path, turned

Random = np.random.Generator

KINDS = ("calligraphic", "humanist", "old_style", "brush", "chiselled", "grotesque", "typewriter", "uncial")


@dataclass(frozen=True, slots=True)
class Font:
    """How all digits of a die are drawn; lengths over a face 2 wide.

    Attributes:
        width, thin: of the strokes across and along the nib.
        nib_deg: direction of the nib, None for a round pen.
        height: half height of a digit.
        narrow: width of a digit against its usual width.
        slant: horizontal shear.
        serif: half length of the serifs, 0 for none.
        ball: radius of the drops at the ends, 0 for none.
        finish: "solid", "outline", "inline", "stencil" or "shadow".
        bend: how far the hand strays.
        form: numbers between 0 and 1 that choose among the forms of each digit.
    """

    width: float
    thin: float
    nib_deg: float | None
    height: float
    narrow: float
    slant: float
    serif: float
    ball: float
    finish: str
    bend: float
    seed: int
    form: tuple[float, ...] = field(repr=False)


def invented_font(kind: str, rng: Random) -> Font:
    """A font of one of KINDS."""

    def u(low: float, high: float) -> float:
        return float(rng.uniform(low, high))

    width, height = u(0.13, 0.3), u(0.42, 0.72)
    nib, thin, serif, ball, slant = None, width, 0.0, 0.0, 0.0
    if kind in ("calligraphic", "uncial"):
        nib, width, thin = u(-60, 60), u(0.1, 0.34), u(0.035, 0.08)
    elif kind in ("humanist", "old_style", "chiselled"):
        nib, width, thin, serif = u(-22, 22), u(0.1, 0.3), u(0.04, 0.1), u(0.1, 0.26)
        ball = u(0.09, 0.14) if rng.random() < 0.4 else 0.0
    elif kind == "typewriter":
        width = thin = u(0.08, 0.16)
        serif, ball = u(0.12, 0.28), u(0.08, 0.12) if rng.random() < 0.3 else 0.0
    elif kind == "grotesque":
        width = thin = u(0.1, 0.42)
    if kind in ("brush", "calligraphic", "old_style") and rng.random() < 0.6:
        slant = u(-0.05, 0.35)
    finishes = ["solid"] * 8 + ["outline", "inline", "stencil", "shadow"]
    finish = str(rng.choice(finishes)) if width > 0.17 else "solid"
    bend = u(0.0, 0.09) if kind in ("brush", "uncial", "calligraphic") else u(0.0, 0.03)
    form = tuple(float(value) for value in rng.random(12))
    return Font(width, thin, nib, height, u(0.72, 1.25), slant, serif, ball, finish, bend, int(rng.integers(1 << 30)),
                form)  # fmt: skip


def _between(low: float, high: float, share: float) -> float:
    return low + (high - low) * share


def _curve(*points: tuple[float, float], steps: int = 22) -> Points:
    """A Bézier curve through its first and last control point."""
    count = len(points) - 1
    t = np.linspace(0, 1, steps)[:, None]
    parts = [math.comb(count, k) * (1 - t) ** (count - k) * t**k * np.array(p) for k, p in enumerate(points)]
    return np.asarray(sum(parts), np.float64)


def _one(f: tuple[float, ...]) -> list[Points]:
    stem = path([(0.0, -1.0), (0.0, 1.0)])
    kind = int(f[0] * 5)
    if kind == 0:
        return [stem]
    bars = [path([(-_between(0.3, 0.5, f[2]), 1.0), (_between(0.3, 0.5, f[2]), 1.0)])] if f[3] < 0.6 else []
    if kind == 1:
        return [stem, *bars, path([(-0.38, -1.0), (0.38, -1.0)])]
    reach, drop = _between(0.2, 0.55, f[1]), _between(0.08, 0.6, f[4])
    if kind == 2:
        return [np.concatenate([_curve((-reach, -1 + drop), (-0.1, -1 + drop), (0.0, -1.0), steps=8), stem]), *bars]
    return [path([(-reach, -1.0 + drop), (0.0, -1.0), (0.0, 1.0)]), *bars]


def _two(f: tuple[float, ...]) -> list[Points]:
    r, top = _between(0.42, 0.62, f[0]), _between(0.36, 0.58, f[1])
    bowl = arc((0, -1 + top), (r, top), _between(165, 215, f[2]), _between(375, 410, f[3]))
    foot = float(_between(0.45, 0.7, f[4]))
    x, y = bowl[-1]
    neck = _curve((x, y), (x * 0.5, y + 0.45), (-foot, _between(0.45, 0.95, f[5])), (-foot, 1.0))
    if f[6] < 0.4:
        neck = path([(x, y), (-foot, 1.0)])
    base = path([(-foot, 1.0), (foot, 1.0)])
    if f[6] > 0.75:
        base = _curve((-foot, 1.0), (-0.2, 0.7), (0.1, 1.15), (foot, _between(0.75, 1.0, f[8])))
    strokes = [np.concatenate([bowl, neck]), base]
    return [*strokes, path([(foot, 1.0), (foot, _between(0.6, 0.85, f[7]))])] if f[7] < 0.3 else strokes


def _three(f: tuple[float, ...]) -> list[Points]:
    waist = _between(-0.2, 0.05, f[0])
    r = _between(0.46, 0.66, f[2])
    low = arc((0.0, (1 + waist) / 2), (r, (1 - waist) / 2), 270, _between(475, 530, f[3]))
    tongue = path([(-_between(0.02, 0.35, f[5]), waist), (0.0, waist)])
    if f[6] < 0.3:
        flat = path([(-0.5, -1.0), (0.5, -1.0), (-_between(0.0, 0.15, f[1]), waist)])
        return [np.concatenate([flat, low])]
    half = (1 + waist) / 2
    high = arc((0, -1 + half), (_between(0.38, r, f[1]), half), _between(190, 225, f[4]), 450)
    if f[6] < 0.65:
        return [np.concatenate([high, low])]
    return [high, np.concatenate([tongue, low])]


def _four(f: tuple[float, ...]) -> list[Points]:
    stem, bar = _between(0.1, 0.38, f[0]), _between(0.2, 0.6, f[1])
    left, right, start = _between(0.5, 0.7, f[2]), _between(0.4, 0.72, f[3]), _between(-1.0, -0.45, f[4])
    if f[5] < 0.6:
        return [path([(stem, 1.0), (stem, -1.0), (-left, bar), (right, bar)])]
    top = _between(-0.45, 0.0, f[6])
    return [path([(top, -1.0), (-left, bar), (right, bar)]), path([(stem, start), (stem, 1.0)])]


def _five(f: tuple[float, ...]) -> list[Points]:
    reach, back, neck = _between(0.3, 0.62, f[0]), _between(0.3, 0.5, f[1]), _between(-0.32, 0.12, f[2])
    r = _between(0.45, 0.68, f[3])
    half = (1 - neck + _between(0.0, 0.14, f[8])) / 2
    bowl = arc((_between(-0.15, 0.02, f[4]), 1 - half), (r, half), _between(215, 265, f[5]), _between(470, 520, f[6]))
    lean = _between(-0.02, 0.12, f[7])
    down = np.concatenate([path([(-back + lean, -1.0), (-back, neck)]), bowl[1:]])
    if f[9] < 0.35:
        return [down, _curve((-back + lean, -1.0), (0.0, -0.85), (reach * 0.7, -0.9), (reach, -1.2), steps=10)]
    return [down, path([(-back + lean, -1.0), (reach, -1.0)])]


def _six(f: tuple[float, ...]) -> list[Points]:
    r, half = _between(0.46, 0.64, f[0]), _between(0.48, 0.66, f[1])
    ring = arc((0, 1 - half), (r, half), 0, 360, 36)
    end = (_between(0.2, 0.55, f[2]), -_between(0.85, 1.05, f[3]))
    return [_curve(end, (_between(-0.4, 0.0, f[4]), -1.0), (-r, -0.45), (-r, 1 - half)), ring]


_DIGITS = {"1": _one, "2": _two, "3": _three, "4": _four, "5": _five, "6": _six}


def draw_digit(digit: str, font: Font) -> Mask:
    """The coverage (FACE_PX, FACE_PX) of a digit from 1 to 6, in the middle of the face."""
    pen = Pen()
    size = np.array([font.height * font.narrow, font.height])
    strokes = [stroke * size for stroke in _DIGITS[digit](font.form)]
    for points in strokes:
        points[:, 0] -= font.slant * points[:, 1]
    outer = float(np.abs(np.concatenate(strokes)).max())
    room = 0.88 - max(font.width / 2 + font.thin / 2, font.serif, font.ball) - 2 * font.bend
    for points in strokes:
        _draw(pen, points * min(1.0, room / outer), font)
    return _finished(pen, font, digit)


def _draw(pen: Pen, points: Points, font: Font) -> None:
    if font.nib_deg is None:
        pen.stroke(points, font.width)
    else:
        pen.nib_stroke(points, font.width, font.thin, font.nib_deg)
    ends = (points[0], points[-1])
    if float(np.hypot(*(ends[0] - ends[1]))) < 0.05:
        return
    for end, before in zip(ends, (points[1], points[-2]), strict=True):
        if font.ball:
            pen.disc((float(end[0]), float(end[1])), font.ball)
        elif font.serif and len(points) <= 4:  # a curve ends without
            along = math.degrees(math.atan2(end[1] - before[1], end[0] - before[0]))
            across = along + 90 if font.form[10] < 0.5 else 0.0
            bar = turned(path([(-font.serif, 0.0), (font.serif, 0.0)]), across)
            pen.stroke(bar + end, max(0.05, font.thin * 0.8))


def _finished(pen: Pen, font: Font, digit: str) -> Mask:
    if font.finish == "outline":
        pen.cut_outline(0.05 + 0.06 * font.form[11])
    if font.finish == "stencil":
        pen.stroke(path([(0.02, -1.0), (0.02, 1.0)]), 0.05 + 0.04 * font.form[11], erase=True)
    mask = pen.mask()
    if font.finish == "inline":
        reach = max(3, round(font.width * FACE_PX * 0.16)) | 1
        inner = cv2.erode(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach)))
        core = cv2.erode(inner, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (3, 3)))
        mask = np.asarray(cv2.subtract(mask, core), np.uint8)
    if font.finish == "shadow":
        away = np.roll(mask, (4, 4), axis=(0, 1)) // 2
        mask = np.asarray(cv2.max(mask, away), np.uint8)
    return by_hand(mask, font.bend, np.random.default_rng([font.seed, int(digit)]))


def by_hand(mask: Mask, bend: float, rng: Random) -> Mask:
    """The art a little out of the middle, turned and bent, as hands and moulds do it; `bend` over a face 2 wide."""
    grid = rng.standard_normal((2, 4, 4)).astype(np.float32) * np.float32(bend * FACE_PX / 2)
    away = [cv2.resize(part, (FACE_PX, FACE_PX), interpolation=cv2.INTER_CUBIC) for part in grid]
    angle, zoom = math.radians(float(rng.normal(0, 2.0))), math.exp(float(rng.normal(0, 0.03)))
    c, s = math.cos(angle) / zoom, math.sin(angle) / zoom
    middle = (FACE_PX - 1) / 2
    y, x = (np.mgrid[:FACE_PX, :FACE_PX] - middle).astype(np.float32)
    shift = rng.normal(0, 0.02, 2) * FACE_PX
    across = np.asarray(x * c - y * s + middle + shift[0] + away[0], np.float32)
    along = np.asarray(x * s + y * c + middle + shift[1] + away[1], np.float32)
    return np.asarray(cv2.remap(mask, across, along, cv2.INTER_LINEAR), np.uint8)
