"""The art of the three dice sets: digits or pips with a stone, ordinary pips, five coloured symbols with a stone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.casino import MARKED, casino_mark
from vision.render.die_body import Body, DieDesign, FaceDesign, die_of
from vision.render.families import Families, members
from vision.render.fonts import KINDS, draw_digit, invented_font
from vision.render.glyphs import draw_pebble, glyph
from vision.render.numerals import draw_numeral, draw_pips, numeral_style, pip_style
from vision.render.palette import Colour, contrasting, ink_for_symbol, leaf_of_metal
from vision.render.pen import FACE_PX, Mask, Pen, arc, path, turned

Random = np.random.Generator


def _arranged(rng: Random, faces: Sequence[FaceDesign]) -> list[FaceDesign]:
    return [faces[int(i)] for i in rng.permutation(6)]


def no_ink() -> Mask:
    """A mask without any ink."""
    return np.zeros((FACE_PX, FACE_PX), np.uint8)


def coloured_field(rng: Random) -> Mask:
    """A frame filled with colour: a square, a rounded square or a disc."""
    pen = Pen()
    reach, kind = float(rng.uniform(0.7, 0.82)), int(rng.integers(3))
    if kind == 0:
        pen.disc((0, 0), reach)
    else:
        corner = 0.02 if kind == 1 else 0.25
        pen.fill(_rounded_square(reach, corner))
    return pen.mask()


def _rounded_square(reach: float, corner: float) -> NDArray[np.float64]:
    inner = reach - corner
    corners = [((inner, inner), 0), ((-inner, inner), 90), ((-inner, -inner), 180), ((inner, -inner), 270)]
    return np.concatenate([arc(centre, corner, start, start + 90, 8) for centre, start in corners])


def random_relief(rng: Random) -> float:
    """A depth: printed, engraved or raised."""
    return float(rng.choice([0.0, 0.0, -1.0, -0.6, 0.35])) * float(rng.uniform(0.5, 1.0))


def _choice(rng: Random, names: Sequence[str]) -> str:
    return names[int(rng.integers(len(names)))]


def or_die(rng: Random, names: tuple[str, ...], families: Families, body: Body) -> DieDesign:
    """A die with digits or pips 1 to 5 and a stone."""
    ink, gloss = contrasting(rng, body.colour), float(rng.uniform(0, 0.9))
    if rng.random() < 0.25:
        ink, gloss = leaf_of_metal(rng, body.colour), 1.0
    relief = random_relief(rng)
    style = _choice(rng, members("numerals", families))
    drawing = int(rng.integers(1 << 30))
    frame = _frame(rng)
    faces = []
    for name in names[:5]:
        pen = Pen()
        again = np.random.default_rng(drawing)
        if style.startswith("pips_"):
            kind = {"pips_ring": "ringed"}.get(style, style.removeprefix("pips_"))
            draw_pips(pen, int(name), pip_style(kind, again))
        elif style not in KINDS:
            draw_numeral(pen, name, numeral_style(style, again))
        art = draw_digit(name, invented_font(style, again)) if style in KINDS else pen.mask()
        faces.append(FaceDesign(name, np.asarray(cv2.max(art, frame), np.uint8), no_ink(), ink, ink, relief, gloss))
    faces.append(_stone(rng, body.colour, families, relief, gloss))
    return die_of("or", _arranged(rng, faces), body, rng)


def _frame(rng: Random) -> Mask:
    """Now and then a ring or a square around the digits, else nothing."""
    roll, reach, width = rng.random(), float(rng.uniform(0.76, 0.88)), float(rng.uniform(0.03, 0.07))
    pen = Pen()
    if roll < 0.05:
        pen.ring((0, 0), reach, width)
    elif roll < 0.1:
        pen.stroke(_rounded_square(reach - 0.04, float(rng.uniform(0.02, 0.2))), width, closed=True)
    return pen.mask()


def _stone(
    rng: Random, ground: Colour, families: Families, relief: float, gloss: float, green: bool = False
) -> FaceDesign:
    """A pebble; its spiral, rings or crack show a second colour."""
    pen = Pen()
    kind, drawing = _choice(rng, members("pebbles", families)), int(rng.integers(1 << 30))
    draw_pebble(pen, kind, np.random.default_rng(drawing))
    closed = cv2.morphologyEx(pen.mask(), cv2.MORPH_CLOSE, np.ones((15, 15), np.uint8))
    whole_ink = np.asarray(closed, dtype=np.uint8)
    stone = ink_for_symbol(rng, "stone_green") if green else ink_for_symbol(rng, "stone")
    stone = stone if _far(stone, ground) else contrasting(rng, ground)
    mark = contrasting(rng, stone) if rng.random() < 0.7 else ground
    if rng.random() < 0.3:
        return FaceDesign("stone", pen.mask(), no_ink(), stone, stone, relief, gloss)
    marks = np.asarray(cv2.subtract(whole_ink, pen.mask()), dtype=np.uint8)
    return FaceDesign("stone", marks, whole_ink, mark, stone, relief, gloss)


def _far(one: Colour, other: Colour) -> bool:
    return sum(abs(a - b) for a, b in zip(one, other, strict=True)) > 110


def pips_die(rng: Random, names: tuple[str, ...], families: Families, body: Body) -> DieDesign:
    """An ordinary die, opposite faces adding up to seven."""
    ink = contrasting(rng, body.colour)
    style = pip_style(_choice(rng, members("pips", families)), rng)
    red_one = rng.random() < 0.12 and _far((40, 30, 200), body.colour)
    relief = float(rng.choice([0.0, -0.6, -1.0, -1.0]))
    word = _brand(rng) if rng.random() < 0.06 else None
    learnt_from = families == "train"
    casino = int(rng.integers(1 << 30)) if rng.random() < (MARKED if learnt_from else 0.2) else None
    if casino is not None and rng.random() < 0.7:
        body = replace(body, translucency=float(rng.uniform(0.3, 0.8)), pattern="plain")
    faces = []
    for name in names:
        pen = Pen()
        draw_pips(pen, int(name), style)
        mask = pen.mask() if word is None else np.asarray(cv2.max(pen.mask(), word), dtype=np.uint8)
        if casino is not None:
            print_between = casino_mark if learnt_from and casino % 4 else _casino_mark
            mask = np.asarray(cv2.max(mask, print_between(name, np.random.default_rng(casino))), dtype=np.uint8)
        colour = (40, 30, 200) if red_one and name == "1" else ink
        faces.append(FaceDesign(name, mask, no_ink(), colour, colour, relief, float(rng.uniform(0.1, 0.5))))
    return die_of("pips", _opposite_seven(rng, faces), body, rng)


def _brand(rng: Random) -> Mask:
    """A line of small writing across the middle, as casinos print it."""
    pen = Pen()
    for k in range(4):
        x = (k - 1.5) * 0.17
        pen.stroke(path([(x - 0.05, -0.09), (x + 0.05, float(rng.uniform(-0.1, 0.1))), (x - 0.04, 0.09)]), 0.05)
    return pen.mask()


def _casino_mark(face: str, rng: Random) -> Mask:
    """A faint ring of writing around the single pip, a flourish between two or four, a line between six."""
    pen = Pen()
    strength = float(rng.uniform(0.25, 0.9))
    if face == "1":
        reach, letters = float(rng.uniform(0.34, 0.6)), int(rng.integers(8, 20))
        for k in range(letters):
            middle = turned(path([(0.0, -reach)]), 300 * k / letters)
            pen.stroke(turned(path([(-0.05, -0.08), (float(rng.uniform(-0.05, 0.05)), 0.08), (0.05, -0.06)]),
                              300 * k / letters) + middle, float(rng.uniform(0.03, 0.06)))  # fmt: skip
    elif face in ("2", "4"):
        points = path(rng.uniform(-0.22, 0.22, (5, 2)).tolist())
        pen.stroke(points, float(rng.uniform(0.04, 0.09)), closed=rng.random() < 0.5)
    elif face == "6":
        return np.asarray(np.rot90(_brand(rng)) * strength, dtype=np.uint8)
    return np.asarray(pen.mask() * strength, dtype=np.uint8)


def _opposite_seven(rng: Random, faces: list[FaceDesign]) -> list[FaceDesign]:
    pairs = [(0, 5), (1, 4), (2, 3)]
    order: list[int] = []
    for p in rng.permutation(3):
        pair = pairs[int(p)]
        order.extend(pair if rng.random() < 0.5 else pair[::-1])
    return [faces[i] for i in order]


def wuerfelspiel_die(rng: Random, names: tuple[str, ...], families: Families, body: Body) -> DieDesign:
    """A die with five symbols, each of its own shape and colour, and a stone."""
    kinds = members("symbol_families", families)
    chosen = [kinds[int(i)] for i in rng.permutation(len(kinds))[:5]]
    mode = str(rng.choice(["printed", "printed", "engraved", "inlaid"]))
    field, faint = coloured_field(rng), float(rng.choice([0.0, 0.0, 0.3, 0.55]))
    relief = -float(rng.uniform(0.5, 1)) if mode == "engraved" else 0.0
    faces = []
    for name, kind in zip(names[:5], chosen, strict=True):
        colour = _washed(ink_for_symbol(rng, name), body.colour, faint)
        art = glyph(kind, rng)
        if mode == "inlaid":
            faces.append(FaceDesign(name, art, field, body.colour, colour, -0.3, body.shine))
        else:
            faces.append(FaceDesign(name, art, no_ink(), colour, colour, relief, float(rng.uniform(0, 0.6))))
    stone = _stone(rng, body.colour, families, relief, body.shine, green=rng.random() < 0.7)
    return die_of("wuerfelspiel", _arranged(rng, [*faces, stone]), body, rng)


def _washed(ink: Colour, ground: Colour, share: float) -> Colour:
    blue, green, red = (round(a * (1 - share) + b * share) for a, b in zip(ink, ground, strict=True))
    return blue, green, red
