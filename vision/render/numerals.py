"""Digits, letters and pips as strokes, in many styles; our own, so that they look alike on every machine."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from vision.render.pen import Pen, Points, arc, path

Random = np.random.Generator


@dataclass(frozen=True, slots=True)
class NumeralStyle:
    """How a font draws its strokes.

    Attributes:
        width: of the thick strokes, the face being 2 wide.
        thin: of the thin strokes; equal to `width` for a round pen.
        nib_deg: direction of the broad nib, None for a round pen.
        serif: length of the serifs, 0 for none.
        slant: horizontal shear.
        narrow: horizontal scale.
        height: half height of a digit.
        outline: width of the outline if only that is drawn, 0 for solid digits.
        stencil: True for gaps like those of a stencil.
        double: True for a line drawn within each stroke.
        shape: variant of the digits that have several forms (flat 3, open 4, footed 1).
    """

    width: float
    thin: float
    nib_deg: float | None = None
    serif: float = 0.0
    slant: float = 0.0
    narrow: float = 1.0
    height: float = 0.6
    outline: float = 0.0
    stencil: bool = False
    double: bool = False
    shape: int = 0


def _join(*parts: Points) -> Points:
    return np.concatenate(parts)


def _one(shape: int) -> list[Points]:
    flag = path([(-0.32, -0.62), (0.05, -1.0), (0.05, 1.0)])
    if shape == 1:
        return [flag, path([(-0.35, 1.0), (0.45, 1.0)])]
    if shape == 2:
        return [path([(0.0, -1.0), (0.0, 1.0)]), path([(-0.38, 1.0), (0.38, 1.0)]), path([(-0.38, -1.0), (0.38, -1.0)])]
    if shape == 3:
        return [path([(0.0, -1.0), (0.0, 1.0)])]
    return [flag]


def _two(shape: int) -> list[Points]:
    if shape == 2:
        bowl = _join(arc((0, -0.45), (0.55, 0.55), 200, 380), path([(0.5, -0.2), (-0.6, 1.0)]))
        return [bowl, arc((0.05, 0.85), (0.62, 0.16), 190, 10, 12)]
    return [_join(arc((0, -0.42), (0.56, 0.58), 195, 395), path([(-0.6, 1.0), (0.62, 1.0)]))]


def _three(shape: int) -> list[Points]:
    low = arc((0, 0.42), (0.6, 0.58), 280, 510)
    if shape == 1:
        return [_join(path([(-0.5, -1.0), (0.52, -1.0), (-0.05, -0.2)]), low)]
    return [_join(arc((0, -0.5), (0.5, 0.5), 205, 440), low)]


def _four(shape: int) -> list[Points]:
    if shape == 1:
        return [path([(-0.3, -1.0), (-0.55, 0.35), (0.65, 0.35)]), path([(0.25, -0.35), (0.25, 1.0)])]
    if shape == 2:
        return [path([(-0.5, -1.0), (-0.5, 0.1), (0.5, 0.1)]), path([(0.5, -1.0), (0.5, 1.0)])]
    return [path([(0.28, 1.0), (0.28, -1.0), (-0.62, 0.42), (0.66, 0.42)])]


def _five(shape: int) -> list[Points]:
    bowl = arc((-0.02, 0.36), (0.6, 0.64), 240, 505)
    if shape == 2:
        bowl = _join(path([(-0.42, -0.08)]), arc((0.0, 0.4), (0.58, 0.6), 290, 510))
    return [_join(path([(0.52, -1.0), (-0.38, -1.0), (-0.44, -0.1)]), bowl)]


def _six(shape: int) -> list[Points]:
    back = path([(0.4, -1.0), (-0.1, -0.6), (-0.45, -0.05)]) if shape == 1 else arc((0.25, 0.3), (0.83, 1.3), 285, 190)
    return [back, arc((0, 0.42), (0.56, 0.58), 0, 360, 36)]


def _seven(shape: int) -> list[Points]:
    seven = [path([(-0.55, -1.0), (0.58, -1.0), (-0.1, 1.0)])]
    return [*seven, path([(-0.25, 0.05), (0.45, 0.05)])] if shape == 1 else seven


def _eight(shape: int) -> list[Points]:
    return [arc((0, -0.5), (0.46, 0.5), 0, 360, 36), arc((0, 0.46), (0.58, 0.54), 0, 360, 36)]


def _nine(shape: int) -> list[Points]:
    return [-points for points in _six(shape)]


def _nought(shape: int) -> list[Points]:
    return [arc((0, 0), (0.58, 1.0), 0, 360, 48)]


_DIGITS: dict[str, Callable[[int], list[Points]]] = {
    "0": _nought, "1": _one, "2": _two, "3": _three, "4": _four,
    "5": _five, "6": _six, "7": _seven, "8": _eight, "9": _nine,
}  # fmt: skip

_LETTERS: dict[str, tuple[tuple[tuple[float, float], ...], ...]] = {
    "A": (((-0.6, 1), (0, -1), (0.6, 1)), ((-0.36, 0.3), (0.36, 0.3))),
    "E": (((0.5, -1), (-0.5, -1), (-0.5, 1), (0.5, 1)), ((-0.5, 0), (0.35, 0))),
    "F": (((0.5, -1), (-0.4, -1), (-0.4, 1)), ((-0.4, 0), (0.35, 0))),
    "H": (((-0.5, -1), (-0.5, 1)), ((0.5, -1), (0.5, 1)), ((-0.5, 0), (0.5, 0))),
    "I": (((0, -1), (0, 1)),),
    "K": (((-0.45, -1), (-0.45, 1)), ((0.5, -1), (-0.45, 0.1)), ((-0.1, -0.2), (0.55, 1))),
    "L": (((-0.4, -1), (-0.4, 1), (0.5, 1)),),
    "M": (((-0.65, 1), (-0.55, -1), (0, 0.4), (0.55, -1), (0.65, 1)),),
    "N": (((-0.5, 1), (-0.5, -1), (0.5, 1), (0.5, -1)),),
    "T": (((-0.6, -1), (0.6, -1)), ((0, -1), (0, 1))),
    "V": (((-0.6, -1), (0, 1), (0.6, -1)),),
    "X": (((-0.55, -1), (0.55, 1)), ((0.55, -1), (-0.55, 1))),
    "Y": (((-0.6, -1), (0, 0), (0.6, -1)), ((0, 0), (0, 1))),
    "Z": (((-0.55, -1), (0.55, -1), (-0.55, 1), (0.55, 1)),),
}

LETTERS = tuple(_LETTERS)


def _strokes(character: str, shape: int) -> list[Points]:
    if character in _DIGITS:
        return _DIGITS[character](shape)
    return [path(line) for line in _LETTERS[character]]


def numeral_style(name: str, rng: Random) -> NumeralStyle:
    """A style of that family; sizes, slants and digit shapes vary within it."""
    h = float(rng.uniform(0.5, 0.68))
    w = float(rng.uniform(0.16, 0.24))
    shape = int(rng.integers(0, 4))
    styles: dict[str, Callable[[], NumeralStyle]] = {
        "round": lambda: NumeralStyle(w, w, height=h, shape=shape),
        "broad_nib": lambda: NumeralStyle(w * 1.25, 0.055, float(rng.uniform(-45, -15)), height=h, shape=shape),
        "slab": lambda: NumeralStyle(w, w, serif=0.24, height=h, shape=shape),
        "thin": lambda: NumeralStyle(w * 0.5, w * 0.5, height=h, shape=shape),
        "stencil": lambda: NumeralStyle(w * 1.2, w * 1.2, height=h, stencil=True, shape=shape),
        "slanted": lambda: NumeralStyle(w, w, slant=float(rng.uniform(0.1, 0.3)), height=h, shape=shape),
        "flat_top": lambda: NumeralStyle(w, w, height=h * 0.95, narrow=1.15, shape=1),
        "heavy_serif": lambda: NumeralStyle(w * 1.4, 0.09, nib_deg=0.0, serif=0.3, height=h, shape=shape),
        "narrow": lambda: NumeralStyle(w, w, narrow=0.7, height=h * 1.05, shape=shape),
        "double_line": lambda: NumeralStyle(w * 1.5, w * 1.5, double=True, height=h, shape=shape),
        "wide_nib": lambda: NumeralStyle(w * 1.5, 0.07, nib_deg=float(rng.uniform(20, 50)), height=h, shape=shape),
        "open_outline": lambda: NumeralStyle(w * 1.7, w * 1.7, outline=0.07, height=h, shape=shape),
        "book_serif": lambda: NumeralStyle(w, 0.05, float(rng.uniform(-10, 5)), 0.2, height=h, shape=shape),
        "poster": lambda: NumeralStyle(w * 1.7, w * 1.7, narrow=1.1, height=h * 0.95, shape=shape),
    }  # fmt: skip
    return styles[name]()


def draw_numeral(pen: Pen, text: str, style: NumeralStyle, scale: float = 1.0) -> None:
    """Draw one or two characters in the middle of the face."""
    squeeze = 1.0 if len(text) == 1 else 0.62
    for place, character in enumerate(text):
        offset = (place - (len(text) - 1) / 2) * style.height * 1.05 * scale
        for stroke in _strokes(character, style.shape):
            points = stroke * style.height * scale * np.array([style.narrow * squeeze, 1.0])
            points[:, 0] += offset - style.slant * points[:, 1]
            _draw_stroke(pen, points, style, scale)
    if style.outline:
        pen.cut_outline(style.outline)
    if style.stencil:
        pen.stroke(path([(0.02, -1.0), (0.02, 1.0)]), 0.075 * scale, erase=True)


def _draw_stroke(pen: Pen, points: Points, style: NumeralStyle, scale: float) -> None:
    if style.nib_deg is None:
        pen.stroke(points, style.width * scale)
    else:
        pen.nib_stroke(points, style.width * scale, style.thin * scale, style.nib_deg)
    if style.double:
        pen.stroke(points, style.width * 0.35 * scale, erase=True)
    is_open = float(np.hypot(*(points[0] - points[-1]))) > 0.05
    if style.serif and is_open:
        for end in (points[0], points[-1]):
            bar = np.array([[-style.serif, 0.0], [style.serif, 0.0]]) * 0.8 * scale
            pen.stroke(bar + end, max(0.07, style.thin * 0.5) * scale)


_PIP_PLACES: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
    7: ((-1, -1), (-1, 0), (-1, 1), (0, 0), (1, -1), (1, 0), (1, 1)),
    8: ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)),
    9: ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 0), (0, 1), (1, -1), (1, 0), (1, 1)),
}


@dataclass(frozen=True, slots=True)
class PipStyle:
    """How pips are drawn: `kind` is plain, ringed, square, dotted or hollow; lengths over a face 2 wide."""

    kind: str
    radius: float
    spread: float
    big_one: float = 1.0


def pip_style(name: str, rng: Random) -> PipStyle:
    """A style of that family of pips."""
    radius, spread = float(rng.uniform(0.14, 0.2)), float(rng.uniform(0.44, 0.56))
    big = float(rng.choice([1.0, 1.0, 1.0, 1.5, 1.9]))
    styles = {
        "large": PipStyle("plain", radius * 1.25, spread * 1.05, big),
        "small": PipStyle("plain", radius * 0.75, spread, big),
        "ringed": PipStyle("ringed", radius * 1.1, spread, big),
        "inlaid": PipStyle("ringed", radius * 1.15, spread, 1.0),
        "square": PipStyle("square", radius * 0.9, spread, 1.0),
        "drilled": PipStyle("dotted", radius * 1.1, spread, big),
        "close": PipStyle("plain", radius * 0.7, spread * 0.72, big),
    }
    if name == "free":  # any sort anywhere between small and close, large and wide
        kind = ("plain", "plain", "plain", "ringed", "square", "dotted", "hollow")[int(rng.integers(7))]
        wide = float(rng.uniform(0.27, 0.6))
        return PipStyle(kind, float(rng.uniform(0.06, min(0.24, wide * 0.5))), wide, big)
    return styles.get(name, PipStyle("plain", radius, spread, big))


def draw_pips(pen: Pen, count: int, style: PipStyle) -> None:
    """Draw 1 to 9 pips in the usual places."""
    for column, row in _PIP_PLACES[count]:
        centre = (column * style.spread, row * style.spread)
        radius = style.radius * (style.big_one if count == 1 else 1.0)
        if style.kind == "square":
            corners = arc(centre, radius * 1.3, 45, 315, 4)
            pen.fill(corners)
        elif style.kind == "hollow":
            pen.ring(centre, radius * 0.8, radius * 0.4)
        elif style.kind == "ringed":
            pen.ring(centre, radius, radius * 0.45)
            pen.disc(centre, radius * 0.3)
        else:
            pen.disc(centre, radius)
        if style.kind == "dotted":
            pen.disc(centre, radius * 0.3, erase=True)


def roman(number: int) -> str:
    """The numeral of 1 to 12 as the Romans wrote it, in I, V and X."""
    return ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")[number - 1]


def draw_roman(pen: Pen, number: int, style: NumeralStyle) -> None:
    """Draw a Roman number with bars above and below."""
    text = roman(number)
    step = min(0.42, 1.2 / len(text))
    for place, character in enumerate(text):
        x = (place - (len(text) - 1) / 2) * step
        for stroke in _strokes(character, 0):
            points = stroke * np.array([step * 0.55, 0.5])
            points[:, 0] += x
            pen.stroke(points, min(style.width * 0.7, step * 0.45))
    half = len(text) * step / 2 + 0.08
    for y in (-0.56, 0.56):
        pen.stroke(path([(-half, y), (half, y)]), 0.08)


def tally(pen: Pen, count: int, rng: Random) -> None:
    """Draw 1 to 5 tally marks, the fifth across."""
    lean = math.radians(float(rng.uniform(-12, 12)))
    for place in range(min(count, 4)):
        x = (place - (min(count, 4) - 1) / 2) * 0.3
        pen.stroke(path([(x - 0.5 * math.sin(lean), -0.55), (x + 0.5 * math.sin(lean), 0.55)]), 0.12)
    if count == 5:
        pen.stroke(path([(-0.65, 0.35), (0.65, -0.35)]), 0.12)
