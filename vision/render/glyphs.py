"""Families of invented glyphs: knots, spirals, crosses, flowers, leaves, crests, pebbles ... drawn from a seed.

Each function draws one glyph of its family with a pen; the generator decides its form.  None of it copies a real game.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from vision.render.numerals import LETTERS, draw_numeral, draw_pips, draw_roman, numeral_style, pip_style, tally
from vision.render.pen import Mask, Pen, Points, arc, path, turned

Random = np.random.Generator
Draw = Callable[[Pen, Random], None]


def _u(rng: Random, low: float, high: float) -> float:
    return float(rng.uniform(low, high))


def _fitted(points: Points, reach: float = 0.68) -> Points:
    fitted: Points = points * (reach / np.abs(points).max())
    return fitted


def _torus_knot(pen: Pen, rng: Random) -> None:
    p, q = ((2, 3), (2, 5), (3, 4), (3, 5), (2, 7), (3, 7), (4, 5), (3, 8))[int(rng.integers(8))]
    t = np.linspace(0, 2 * math.pi, 220, endpoint=False)
    ratio = _u(rng, 0.35, 0.75)
    radius = 1 + ratio * np.cos(q * t)
    points = turned(_fitted(np.stack([radius * np.sin(p * t), -radius * np.cos(p * t)], axis=1)), _u(rng, 0, 90))
    pen.weave(points, np.sin(q * t), _u(rng, 0.09, 0.15) * 3 / (p + 1), 0.035)
    if rng.random() < 0.4:
        pen.ring((0, 0), 0.78, 0.06)


def _loops(pen: Pen, rng: Random) -> None:
    n = int(rng.integers(3, 7))
    t = np.linspace(0, 2 * math.pi, 240, endpoint=False)
    size = _u(rng, 0.8, 2.2)
    x = np.cos(t) + size * np.cos((n - 1) * t) / (n - 1) * 1.6
    y = np.sin(t) - size * np.sin((n - 1) * t) / (n - 1) * 1.6
    points = turned(_fitted(np.stack([x, y], axis=1)), _u(rng, 0, 90))
    pen.weave(points, np.sin(n * t + 0.7), _u(rng, 0.08, 0.13), 0.03)


def _spiral(pen: Pen, rng: Random) -> None:
    arms, turns = int(rng.integers(1, 5)), _u(rng, 1.0, 2.6)
    turns = turns if arms == 1 else turns * 1.3 / arms
    t = np.linspace(0.05, 1, 90)
    power, hand = _u(rng, 0.7, 1.2), 1 if rng.random() < 0.5 else -1
    for arm in range(arms):
        angle = hand * t * turns * 2 * math.pi + arm * 2 * math.pi / arms
        pen.stroke(np.stack([np.cos(angle), np.sin(angle)], axis=1) * (t**power * 0.68)[:, None], _u(rng, 0.09, 0.15))
    if rng.random() < 0.5:
        pen.ring((0, 0), 0.76, 0.08)


def _triskele(pen: Pen, rng: Random) -> None:
    t = np.linspace(0, 1, 60)
    turns, hand = _u(rng, 1.0, 1.7), 1 if rng.random() < 0.5 else -1
    for arm in range(3):
        angle = hand * t * turns * 2 * math.pi
        curl = np.stack([np.cos(angle), np.sin(angle)], axis=1) * (0.3 * (1 - t * 0.9))[:, None]
        pen.stroke(turned(curl + np.array([0.0, -0.4]), 120 * arm + 30), _u(rng, 0.09, 0.13))
        pen.stroke(turned(path([(0.28, -0.35), (0.0, 0.0)]), 120 * arm + 30), 0.12)


def _cross(pen: Pen, rng: Random) -> None:
    flare, inner, n = _u(rng, 0.1, 0.32), _u(rng, 0.08, 0.16), int(rng.choice([4, 4, 4, 6]))
    for arm in range(n):
        pen.fill(turned(path([(-inner, 0), (inner, 0), (flare, -0.72), (-flare, -0.72)]), 360 / n * arm))
    kind = rng.integers(4)
    if kind < 2:
        pen.ring((0, 0), _u(rng, 0.36, 0.52), _u(rng, 0.08, 0.14))
    if kind >= 1:
        for arm in range(4):
            pen.disc(tuple(turned(path([(0.3, 0.3)]), 90 * arm)[0]), _u(rng, 0.07, 0.13), erase=kind == 2)
    if kind == 3:
        pen.disc((0, 0), 0.2, erase=True)
        pen.disc((0, 0), 0.1)


def _flower(pen: Pen, rng: Random) -> None:
    n, long, wide = int(rng.integers(4, 10)), _u(rng, 0.5, 0.72), _u(rng, 0.7, 1.3)
    solid = rng.random() < 0.6
    for petal in range(n):
        t = np.linspace(0, math.pi, 16)
        half = np.sin(t) * long * wide / n * 1.4
        y = -0.12 - (1 - np.cos(t)) / 2 * (long - 0.05)
        outline = turned(np.concatenate([np.stack([half, y], 1), np.stack([-half, y], 1)[::-1]]), 360 / n * petal)
        if solid:
            pen.fill(outline)
            pen.stroke(outline, 0.04, True, erase=True)
        else:
            pen.stroke(outline, _u(rng, 0.05, 0.09), True)
    pen.disc((0, 0), 0.2, erase=True)
    pen.disc((0, 0), _u(rng, 0.08, 0.16))


def _rings(pen: Pen, rng: Random) -> None:
    n, width = int(rng.integers(2, 9)), _u(rng, 0.07, 0.12)
    if rng.random() < 0.3:
        for ring in range(min(n, 4)):
            pen.ring((0, 0), 0.7 - ring * 0.2, width)
        return
    out = 0.3 if n < 5 else 0.48
    radius = 0.36 if n < 5 else max(0.16, 1.7 / n * _u(rng, 0.8, 1.1))
    for ring in range(n):
        angle = 2 * math.pi * ring / n
        pen.ring((out * math.cos(angle), out * math.sin(angle)), min(radius, 0.72 - out), width)


def _leaf(pen: Pen, rng: Random) -> None:
    n, solid = int(rng.choice([1, 3, 4, 5])), rng.random() < 0.65
    for leaf in range(n):
        size = 0.62 if n == 1 else 0.36
        t = np.linspace(0, 2 * math.pi, 40)
        heart = np.stack([16 * np.sin(t) ** 3, -(13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t))], 1) / 17
        blade = np.stack([0.55 * np.sin(t) * np.sin(t / 2), -np.cos(t / 2) * 2 + 0.1], 1) if n == 1 else heart
        outline = turned(blade * size + np.array([0, -0.36 if n > 1 else 0.1]), 360 / n * leaf)
        if solid:
            pen.fill(outline)
        else:
            pen.stroke(outline, 0.08, True)
    pen.stroke(path([(0, 0.0), (0.08, 0.4), (0.2, 0.72)]), 0.08)
    if n == 1:
        pen.stroke(path([(0, -0.6), (0, 0.6)]), 0.05, erase=solid)


def _star(pen: Pen, rng: Random) -> None:
    n, inner = int(rng.integers(4, 13)), _u(rng, 0.25, 0.75)
    angle = np.arange(2 * n) * math.pi / n - math.pi / 2
    radius = np.where(np.arange(2 * n) % 2 == 0, 0.74, 0.74 * inner)
    outline = np.stack([np.cos(angle) * radius, np.sin(angle) * radius], 1)
    if rng.random() < 0.6:
        pen.fill(outline)
        if rng.random() < 0.6:
            pen.disc((0, 0), 0.6 * inner * _u(rng, 0.4, 0.8), erase=True)
    else:
        pen.stroke(outline, _u(rng, 0.07, 0.12), True)


def _letter(pen: Pen, rng: Random) -> None:
    name = ("round", "slab", "thin", "slanted", "heavy_serif", "narrow")[int(rng.integers(6))]
    draw_numeral(pen, LETTERS[int(rng.integers(len(LETTERS)))], numeral_style(name, rng))


def _numeral(pen: Pen, rng: Random) -> None:
    name = ("round", "broad_nib", "slab", "stencil", "flat_top", "heavy_serif")[int(rng.integers(6))]
    draw_numeral(pen, str(int(rng.integers(0, 21))), numeral_style(name, rng))


def _pips(pen: Pen, rng: Random) -> None:
    draw_pips(
        pen, int(rng.integers(1, 10)), pip_style(("plain", "ringed", "square", "small")[int(rng.integers(4))], rng)
    )


def _roman(pen: Pen, rng: Random) -> None:
    draw_roman(pen, int(rng.integers(1, 13)), numeral_style("round", rng))


def _tally(pen: Pen, rng: Random) -> None:
    tally(pen, int(rng.integers(1, 6)), rng)


def _wave(pen: Pen, rng: Random) -> None:
    rows, cycles = int(rng.integers(1, 4)), _u(rng, 1, 3)
    x = np.linspace(-0.68, 0.68, 80)
    zigzag = rng.random() < 0.4
    for row in range(rows):
        phase = x * cycles * math.pi / 0.68
        y = np.arcsin(np.sin(phase)) * 0.64 if zigzag else np.sin(phase)
        pen.stroke(np.stack([x, y * 0.5 / (rows + 0.5) + (row - (rows - 1) / 2) * 0.44], 1), _u(rng, 0.08, 0.14))
    if rng.random() < 0.3:
        pen.ring((0, 0), 0.78, 0.07)


def _blot(pen: Pen, rng: Random) -> None:
    for _ in range(int(rng.integers(3, 7))):
        centre, angle = (_u(rng, 0.05, 0.5), _u(rng, -0.5, 0.5)), _u(rng, 0, 180)
        blob = turned(arc((0, 0), (_u(rng, 0.08, 0.32), _u(rng, 0.06, 0.2)), 0, 360), angle) + np.array(centre)
        erase = bool(rng.random() < 0.25)
        pen.fill(blob, erase)
        pen.fill(blob * np.array([-1, 1]), erase)


def _maze(pen: Pen, rng: Random) -> None:
    n, fold = int(rng.integers(3, 6)), int(rng.integers(1, 4))
    cells = rng.random((n, n)) < 0.55
    cells = cells | cells[:, ::-1] if fold == 1 else cells | np.rot90(cells, 2) if fold == 2 else cells | cells.T
    cells[n // 2, n // 2] = True
    step = 1.36 / n
    for row in range(n):
        for column in range(n):
            x, y = -0.68 + column * step, -0.68 + row * step
            if cells[row, column]:
                pen.fill(path([(x, y), (x + step, y), (x + step, y + step), (x, y + step)]))


def _crest(pen: Pen, rng: Random) -> None:
    side = np.array([(-0.6, -0.68), (0.6, -0.68), (0.6, 0.05), (0.42, 0.45), (0, 0.76), (-0.42, 0.45), (-0.6, 0.05)])
    solid = rng.random() < 0.5
    if solid:
        pen.fill(side)
    else:
        pen.stroke(side, 0.09, True)
    kind = int(rng.integers(6))
    if kind == 0:
        pen.stroke(path([(-0.5, -0.45), (0.4, 0.45)]), 0.16, erase=solid)
    elif kind == 1:
        pen.stroke(path([(-0.5, 0.25), (0, -0.25), (0.5, 0.25)]), 0.15, erase=solid)
    elif kind == 2:
        pen.stroke(path([(0, -0.6), (0, 0.65)]), 0.13, erase=solid)
        pen.stroke(path([(-0.55, -0.1), (0.55, -0.1)]), 0.13, erase=solid)
    elif kind == 3:
        pen.disc((0, -0.05), 0.26, erase=solid)
    elif kind == 4:
        pen.fill(path([(-0.55, -0.63), (0, -0.63), (0, 0.7), (-0.38, 0.42), (-0.55, 0.05)]), erase=solid)
    else:
        for x, y in ((-0.25, -0.3), (0.25, -0.3), (0, 0.2)):
            pen.disc((x, y), 0.13, erase=solid)


def _gear(pen: Pen, rng: Random) -> None:
    n, depth = int(rng.integers(6, 16)), _u(rng, 0.1, 0.25)
    angle = np.linspace(0, 2 * math.pi, 4 * n, endpoint=False)
    radius = np.where((np.arange(4 * n) // 2) % 2 == 0, 0.72, 0.72 - depth)
    pen.fill(np.stack([np.cos(angle) * radius, np.sin(angle) * radius], 1))
    pen.disc((0, 0), _u(rng, 0.2, 0.42), erase=True)
    if rng.random() < 0.5:
        pen.disc((0, 0), _u(rng, 0.08, 0.16))


def _fish(pen: Pen, rng: Random) -> None:
    body = arc((-0.1, 0), (_u(rng, 0.4, 0.52), _u(rng, 0.22, 0.34)), 0, 360)
    pen.fill(body)
    pen.fill(path([(0.25, 0), (0.7, -0.32), (0.6, 0), (0.7, 0.32)]))
    pen.disc((-0.36, -0.06), 0.07, erase=True)
    for k in range(int(rng.integers(0, 4))):
        pen.stroke(arc((-0.12 + k * 0.16, 0), (0.1, 0.2), -70, 70), 0.05, erase=True)


def _bird(pen: Pen, rng: Random) -> None:
    pen.fill(arc((0.0, 0.1), (0.42, _u(rng, 0.2, 0.3)), 0, 360))
    pen.disc((-0.4, -0.2), 0.19)
    pen.fill(path([(-0.55, -0.25), (-0.78, -0.14), (-0.52, -0.1)]))
    pen.fill(path([(0.3, 0.05), (0.75, _u(rng, -0.3, 0.3)), (0.7, 0.35), (0.3, 0.25)]))
    pen.stroke(path([(-0.1, 0.3), (-0.1, 0.65)]), 0.07)
    pen.stroke(path([(0.1, 0.3), (0.1, 0.65)]), 0.07)
    pen.disc((-0.44, -0.24), 0.05, erase=True)
    pen.stroke(arc((0.02, 0.0), (0.28, 0.2), 10, _u(rng, 90, 170)), 0.06, erase=True)


def _moon(pen: Pen, rng: Random) -> None:
    pen.disc((0, 0), 0.66)
    angle, out = _u(rng, 0, 2 * math.pi), _u(rng, 0.2, 0.4)
    pen.disc((out * math.cos(angle), out * math.sin(angle)), _u(rng, 0.42, 0.56), erase=True)
    if rng.random() < 0.6:
        pen.disc((0.3 * math.cos(angle), 0.3 * math.sin(angle)), _u(rng, 0.08, 0.16))


def _arrow(pen: Pen, rng: Random) -> None:
    n, head = int(rng.integers(1, 5)), _u(rng, 0.2, 0.36)
    for arm in range(n):
        pen.stroke(turned(path([(0, 0.5 if n == 1 else 0.0), (0, -0.5)]), 360 / n * arm), 0.13)
        pen.fill(turned(path([(-head, -0.36), (0, -0.76), (head, -0.36)]), 360 / n * arm))
    if n == 1:
        pen.stroke(path([(-0.25, 0.7), (0, 0.45), (0.25, 0.7)]), 0.1)


def _tree(pen: Pen, rng: Random) -> None:
    pen.stroke(path([(0, 0.72), (0, -0.5)]), 0.11)
    for k in range(int(rng.integers(2, 5))):
        y, reach = 0.3 - k * 0.28, 0.58 - k * 0.1
        rise = _u(rng, 0.15, 0.4)
        pen.stroke(path([(-reach, y - rise), (0, y), (reach, y - rise)]), 0.09)
    if rng.random() < 0.5:
        pen.stroke(arc((0, 0.72), (0.4, 0.2), 180, 360), 0.08)


def _shell(pen: Pen, rng: Random) -> None:
    n = int(rng.integers(5, 9))
    pen.fill(np.concatenate([arc((0, 0), 0.68, 200, 340), path([(0.15, 0.62), (-0.15, 0.62)])]))
    for k in range(n):
        angle = math.radians(200 + 140 * (k + 0.5) / n)
        pen.stroke(path([(0, 0.5), (0.75 * math.cos(angle), 0.75 * math.sin(angle))]), 0.045, erase=True)
    pen.stroke(path([(-0.26, 0.66), (0.26, 0.66)]), _u(rng, 0.1, 0.16))


def _rune(pen: Pen, rng: Random) -> None:
    width = _u(rng, 0.1, 0.15)
    pen.stroke(path([(0, -0.68), (0, 0.68)]), width)
    for _ in range(int(rng.integers(2, 5))):
        side, y = (-1 if rng.random() < 0.5 else 1), _u(rng, -0.6, 0.4)
        x, bend = side * _u(rng, 0.3, 0.5), _u(rng, -0.35, 0.35)
        branch = [(0.0, y), (x, y + bend)]
        if rng.random() < 0.4:
            branch.append((0.0, y + 2 * bend))
        pen.stroke(path(branch), width)


def _heart(pen: Pen, rng: Random) -> None:
    t = np.linspace(0, 2 * math.pi, 60)
    outline = np.stack([16 * np.sin(t) ** 3, -(13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t))], 1) / 24
    if rng.random() < 0.5:
        pen.fill(outline)
        if rng.random() < 0.6:
            pen.stroke(outline * _u(rng, 0.45, 0.65), 0.08, True, erase=True)
    else:
        pen.stroke(outline, _u(rng, 0.08, 0.14), True)
        if rng.random() < 0.5:
            pen.fill(outline * 0.4)


def _lattice(pen: Pen, rng: Random) -> None:
    n, width = int(rng.integers(2, 5)), _u(rng, 0.07, 0.11)
    lean = _u(rng, 20, 70)
    for k in range(n):
        x = (k - (n - 1) / 2) * 0.9 / n
        pen.stroke(turned(path([(x, -0.62), (x, 0.62)]), lean), width)
        pen.stroke(turned(path([(x, -0.62), (x, 0.62)]), lean - 90), width)
    if rng.random() < 0.6:
        pen.ring((0, 0), 0.72, 0.08)


def _crossing(pen: Pen, rng: Random) -> None:
    n, bow = int(rng.integers(2, 5)), _u(rng, 0.15, 0.5)
    for k in range(n):
        t = np.linspace(0, 2 * math.pi, 80, endpoint=False)
        band = turned(np.stack([0.7 * np.cos(t), bow * np.sin(t)], 1), 180 / n * k)
        pen.stroke(band, 0.15, True, erase=True)
        pen.stroke(band, 0.09, True)
    if rng.random() < 0.5:
        pen.disc((0, 0), 0.12)


def _pebble(pen: Pen, rng: Random) -> None:
    kinds = ("oval", "egg", "lump", "flat_spiral", "two_tone", "rings_stone", "cracked")
    draw_pebble(pen, kinds[int(rng.integers(len(kinds)))], rng)


def _pebble_outline(kind: str, rng: Random) -> Points:
    t = np.linspace(0, 2 * math.pi, 64, endpoint=False)
    rx, ry = _u(rng, 0.5, 0.64), _u(rng, 0.42, 0.58)
    lumps = {"lump": 0.09, "river": 0.05, "bean": 0.13, "cracked": 0.05}.get(kind, 0.015)
    radius = 1 + sum(lumps / k * np.cos(k * t + _u(rng, 0, 6.3)) for k in (2, 3, 4))
    if kind in ("egg", "bean"):
        radius = radius * (1 + 0.14 * np.cos(t))
    return turned(np.stack([rx * radius * np.cos(t), ry * radius * np.sin(t)], 1), _u(rng, 0, 180))


def draw_pebble(pen: Pen, kind: str, rng: Random) -> None:
    """Draw a pebble of that family: a rounded stone, plain or with a spiral, rings, a crack or speckles."""
    outline = _pebble_outline(kind, rng)
    pen.fill(outline)
    if kind in ("flat_spiral", "spiral_stone"):
        t = np.linspace(0.08, 1, 80)
        angle = t * _u(rng, 1.6, 3.0) * 2 * math.pi + _u(rng, 0, 6.3)
        size = np.abs(outline).max(axis=0) * _u(rng, 0.65, 0.85)
        pen.stroke(np.stack([np.cos(angle), np.sin(angle)], 1) * t[:, None] * size, _u(rng, 0.05, 0.09), erase=True)
    elif kind == "rings_stone":
        for scale in (0.72, 0.44):
            pen.stroke(outline * scale, 0.05, True, erase=True)
    elif kind in ("cracked", "two_tone"):
        line = path([(-0.7, _u(rng, -0.2, 0.2)), (-0.1, _u(rng, -0.15, 0.15)), (0.7, _u(rng, -0.2, 0.2))])
        pen.stroke(turned(line, _u(rng, 0, 180)), 0.05 if kind == "cracked" else 0.16, erase=True)
    elif kind == "speckled":
        for _ in range(14):
            pen.disc((_u(rng, -0.45, 0.45), _u(rng, -0.4, 0.4)), _u(rng, 0.02, 0.06), erase=True)
    elif kind in ("oval", "river") and rng.random() < 0.5:
        pen.stroke(outline * 0.78, 0.04, True, erase=True)


GLYPHS: dict[str, Draw] = {
    "torus_knot": _torus_knot, "loops": _loops, "spiral": _spiral, "triskele": _triskele, "cross": _cross,
    "flower": _flower, "rings": _rings, "leaf": _leaf, "star": _star, "letter": _letter, "numeral": _numeral,
    "pips": _pips, "roman": _roman, "tally": _tally, "wave": _wave, "blot": _blot, "maze": _maze, "crest": _crest,
    "gear": _gear, "fish": _fish, "bird": _bird, "moon": _moon, "arrow": _arrow, "tree": _tree, "shell": _shell,
    "rune": _rune, "heart": _heart, "lattice": _lattice, "crossing": _crossing, "pebble": _pebble,
}  # fmt: skip


def glyph(family: str, rng: Random) -> Mask:
    """One glyph of the family as a coverage mask (FACE_PX, FACE_PX)."""
    pen = Pen(_u(rng, 0.6, 1.15))
    GLYPHS[family](pen, rng)
    return pen.mask()
