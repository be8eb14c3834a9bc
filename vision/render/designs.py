"""Dice as data: the art on six faces and the body they are on, invented from a generator.

All art is our own.  The real Keltis dice are unknown; these designs cover what they might look like.

Colours are (blue, green, red) with 0 to 255, as they would look under white light.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice_sets import dice_set as dice_set_named
from vision.render.arrays import floats, whole
from vision.render.families import Families, members
from vision.render.glyphs import draw_pebble, glyph
from vision.render.numerals import draw_numeral, draw_pips, numeral_style, pip_style
from vision.render.palette import Colour, contrasting, ink_for_symbol, leaf_of_metal, near, pick_body
from vision.render.pen import FACE_PX, Mask, Pen, arc, path

Random = np.random.Generator


@dataclass(frozen=True, slots=True, eq=False)
class FaceDesign:
    """The art of one face.

    Attributes:
        name: of the face in its dice set, or "invented-<seed>".
        ink: coverage of the ink (FACE_PX, FACE_PX), 0 to 255.
        field: coverage of a coloured field below the ink, all 0 where there is none.
        ink_colour: of the ink.
        field_colour: of the field.
        relief: depth of the ink; below 0 engraved, above 0 raised, 0 printed.
        gloss: shininess of the ink against that of the body, 0 to 1; exactly 1 is leaf of gold, silver or copper.
    """

    name: str
    ink: Mask
    field: Mask
    ink_colour: Colour
    field_colour: Colour
    relief: float
    gloss: float


@dataclass(frozen=True, slots=True)
class Body:
    """What a die is made of.

    Attributes:
        colour, second_colour: of the plastic and of the veins in it.
        marbling: share of the second colour in veins, 0 for plain plastic.
        edge_mm: length of an edge.
        rounding: radius of the rounded edges as a share of the edge.
        corner_cut: radius of the ball that cuts the corners as a share of the edge; 0.9 or more leaves them.
        shine: strength of the reflections, 0 (chalk) to 1 (polished).
        roughness: width of the highlights in radians.
        translucency: 0 for opaque plastic to 0.8 for coloured glass.
    """

    colour: Colour
    second_colour: Colour
    marbling: float
    edge_mm: float
    rounding: float
    corner_cut: float
    shine: float
    roughness: float
    translucency: float


@dataclass(frozen=True, slots=True, eq=False)
class DieDesign:
    """One die with all that can be seen of it.

    Attributes:
        dice_set: name of its set, "invented" or "blank".
        faces: names of the faces in the order +z, -z, +x, -x, +y, -y of the die.
        body: what it is made of.
        colours: the faces below each other, (6 * FACE_PX, FACE_PX, 3) uint8; then at half and at a quarter of the size.
        surface: likewise; slope to the right and down (128 is level) and gloss, uint8.
    """

    dice_set: str
    faces: tuple[str, ...]
    body: Body
    colours: tuple[NDArray[np.uint8], ...]
    surface: tuple[NDArray[np.uint8], ...]

    def index_of(self, face: str) -> int:
        """The place of that face in `faces`."""
        return self.faces.index(face)


def random_body(rng: Random, colour: Colour, plain: bool = False) -> Body:
    """A body of that colour; material, size and rounding are chosen at random."""
    kind = "plain" if plain else str(rng.choice(["plain", "plain", "plain", "marbled", "translucent"]))
    cut = rng.random() < 0.35
    return Body(
        colour=colour,
        second_colour=near(rng, colour, 60),
        marbling=float(rng.uniform(0.3, 0.9)) if kind == "marbled" else float(rng.uniform(0, 0.12)),
        edge_mm=float(rng.uniform(11, 22)) if rng.random() < 0.85 else float(rng.uniform(10, 25)),
        rounding=float(rng.uniform(0.05, 0.2)),
        corner_cut=float(rng.uniform(0.68, 0.78)) if cut else 1.0,
        shine=float(rng.uniform(0.1, 0.95)),
        roughness=float(np.exp(rng.uniform(np.log(0.015), np.log(0.35)))),
        translucency=float(rng.uniform(0.25, 0.7)) if kind == "translucent" else 0.0,
    )


def die_of(dice_set: str, faces: Sequence[FaceDesign], body: Body, rng: Random) -> DieDesign:
    """A die with those six faces (in the order of `DieDesign.faces`) on that body."""
    ground = _ground(body, rng)
    colours = np.empty((6 * FACE_PX, FACE_PX, 3), np.uint8)
    surface = np.empty_like(colours)
    for i, face in enumerate(faces):
        rows = slice(i * FACE_PX, (i + 1) * FACE_PX)
        colours[rows] = _painted(ground[i], face, rng)
        surface[rows] = _surface(face, body)
    return DieDesign(dice_set, tuple(face.name for face in faces), body, _levels(colours), _levels(surface))


def _levels(atlas: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], ...]:
    """The atlas at full, half and a quarter of its size, for dice that are small in the picture."""
    half, quarter = ((FACE_PX // k, 6 * FACE_PX // k) for k in (2, 4))
    small = [cv2.resize(atlas, size, interpolation=cv2.INTER_AREA) for size in (half, quarter)]
    return atlas, np.asarray(small[0], dtype=np.uint8), np.asarray(small[1], dtype=np.uint8)


def _ground(body: Body, rng: Random) -> NDArray[np.float32]:
    coarse = rng.standard_normal((6, 7, 7)).astype(np.float32)
    grounds = []
    for noise in coarse:
        veins = cv2.resize(noise, (FACE_PX, FACE_PX), interpolation=cv2.INTER_CUBIC)
        share = (
            np.clip(0.5 - np.abs(veins) * 1.2, 0, 0.5) * 2 if body.marbling > 0.2 else np.clip(0.5 + veins * 0.3, 0, 1)
        )
        mix = (share * body.marbling)[:, :, None]
        grounds.append((1 - mix) * floats(body.colour) + mix * floats(body.second_colour))
    return np.asarray(grounds, dtype=np.float32)


def _painted(ground: NDArray[np.float32], face: FaceDesign, rng: Random) -> NDArray[np.uint8]:
    wear = 1 - 0.05 * float(rng.random())
    field = face.field[:, :, None] * np.float32(wear / 255)
    ink = face.ink[:, :, None] * np.float32(wear / 255)
    painted = ground * (1 - field) + floats(face.field_colour) * field
    painted = painted * (1 - ink) + floats(face.ink_colour) * ink
    return whole(painted)


def _surface(face: FaceDesign, body: Body) -> NDArray[np.uint8]:
    height = cv2.GaussianBlur(face.ink, (0, 0), 1.6).astype(np.float32) * np.float32(face.relief / 255)
    right = cv2.Sobel(height, cv2.CV_32F, 1, 0, scale=0.9)
    down = cv2.Sobel(height, cv2.CV_32F, 0, 1, scale=0.9)
    gloss = body.shine + (face.gloss - body.shine) * (face.ink / np.float32(255))
    layers = np.stack([right * 127 + 128, down * 127 + 128, gloss * 255], axis=2)
    return whole(layers)


def _arranged(rng: Random, faces: Sequence[FaceDesign]) -> list[FaceDesign]:
    return [faces[int(i)] for i in rng.permutation(6)]


def _none() -> Mask:
    return np.zeros((FACE_PX, FACE_PX), np.uint8)


def _field(rng: Random) -> Mask:
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


@lru_cache(maxsize=4096)
def invented_design(seed: int, families: Families = "train") -> FaceDesign:
    """An invented face, always the same for a seed and families; the seed stands for a class of its own.

    The ink colour is part of it, the body is not: `die_of` puts it on any body.
    """
    rng = np.random.default_rng([seed, 4711])
    names = members("glyphs", families)
    ink = glyph(names[int(rng.integers(len(names)))], rng)
    if rng.random() < 0.25:
        ink = np.asarray(cv2.rotate(ink, int(rng.integers(3))), dtype=np.uint8)
    field = _field(rng) if rng.random() < 0.25 else _none()
    ink_colour = pick_body(rng)
    return FaceDesign(
        name=f"invented-{seed}",
        ink=ink,
        field=field,
        ink_colour=ink_colour,
        field_colour=contrasting(rng, ink_colour),
        relief=_relief(rng),
        gloss=float(rng.uniform(0, 1)),
    )


def _relief(rng: Random) -> float:
    return float(rng.choice([0.0, 0.0, -1.0, -0.6, 0.35])) * float(rng.uniform(0.5, 1.0))


def invented_die(rng: Random, seeds: Sequence[int], families: Families = "train") -> DieDesign:
    """A die that carries the invented designs of six seeds on a body on which each can be seen."""
    faces = [invented_design(seed, families) for seed in seeds]
    grounds = [face.field_colour if face.field.any() else face.ink_colour for face in faces]
    return die_of("invented", faces, random_body(rng, contrasting(rng, *grounds)), rng)


def die_design(dice_set: str, rng: Random, families: Families = "train", body: Body | None = None) -> DieDesign:
    """A die of the set `or`, `pips` or `wuerfelspiel`, of "invented" art or "blank", from those asset families.

    Its body is invented too if none is given (invented art always gets one on which it can be seen).

    Raises:
        ProfileError: there is no such set.
    """
    if dice_set == "invented":
        return invented_die(rng, [int(seed) for seed in rng.integers(0, 1 << 30, 6)], families)
    if dice_set == "blank":
        empty = FaceDesign("blank", _none(), _none(), (0, 0, 0), (0, 0, 0), 0.0, 0.5)
        return die_of("blank", [empty] * 6, body or random_body(rng, pick_body(rng)), rng)
    names = dice_set_named(dice_set).faces
    make = {"or": _or_die, "pips": _pips_die, "wuerfelspiel": _wuerfelspiel_die}[dice_set]
    return make(rng, names, families, body or random_body(rng, pick_body(rng, dice_set)))


def _choice(rng: Random, names: Sequence[str]) -> str:
    return names[int(rng.integers(len(names)))]


def _or_die(rng: Random, names: tuple[str, ...], families: Families, body: Body) -> DieDesign:
    ink, gloss = contrasting(rng, body.colour), float(rng.uniform(0, 0.9))
    if rng.random() < 0.25:
        ink, gloss = leaf_of_metal(rng, body.colour), 1.0
    relief = _relief(rng)
    style = _choice(rng, members("numerals", families))
    drawing = int(rng.integers(1 << 30))
    faces = []
    for name in names[:5]:
        pen = Pen()
        again = np.random.default_rng(drawing)
        if style.startswith("pips_"):
            kind = {"pips_ring": "ringed"}.get(style, style.removeprefix("pips_"))
            draw_pips(pen, int(name), pip_style(kind, again))
        else:
            draw_numeral(pen, name, numeral_style(style, again))
        faces.append(FaceDesign(name, pen.mask(), _none(), ink, ink, relief, gloss))
    faces.append(_stone(rng, body.colour, families, relief, gloss))
    return die_of("or", _arranged(rng, faces), body, rng)


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
        return FaceDesign("stone", pen.mask(), _none(), stone, stone, relief, gloss)
    marks = np.asarray(cv2.subtract(whole_ink, pen.mask()), dtype=np.uint8)
    return FaceDesign("stone", marks, whole_ink, mark, stone, relief, gloss)


def _far(one: Colour, other: Colour) -> bool:
    return sum(abs(a - b) for a, b in zip(one, other, strict=True)) > 110


def _pips_die(rng: Random, names: tuple[str, ...], families: Families, body: Body) -> DieDesign:
    ink = contrasting(rng, body.colour)
    style = pip_style(_choice(rng, members("pips", families)), rng)
    red_one = rng.random() < 0.12 and _far((40, 30, 200), body.colour)
    relief = float(rng.choice([0.0, -0.6, -1.0, -1.0]))
    word = _brand(rng) if rng.random() < 0.08 else None
    faces = []
    for name in names:
        pen = Pen()
        draw_pips(pen, int(name), style)
        mask = pen.mask() if word is None else np.asarray(cv2.max(pen.mask(), word), dtype=np.uint8)
        colour = (40, 30, 200) if red_one and name == "1" else ink
        faces.append(FaceDesign(name, mask, _none(), colour, colour, relief, float(rng.uniform(0.1, 0.5))))
    return die_of("pips", _opposite_seven(rng, faces), body, rng)


def _brand(rng: Random) -> Mask:
    """A line of small writing across the middle, as casinos print it."""
    pen = Pen()
    for k in range(4):
        x = (k - 1.5) * 0.17
        pen.stroke(path([(x - 0.05, -0.09), (x + 0.05, float(rng.uniform(-0.1, 0.1))), (x - 0.04, 0.09)]), 0.05)
    return pen.mask()


def _opposite_seven(rng: Random, faces: list[FaceDesign]) -> list[FaceDesign]:
    pairs = [(0, 5), (1, 4), (2, 3)]
    order: list[int] = []
    for p in rng.permutation(3):
        pair = pairs[int(p)]
        order.extend(pair if rng.random() < 0.5 else pair[::-1])
    return [faces[i] for i in order]


def _wuerfelspiel_die(rng: Random, names: tuple[str, ...], families: Families, body: Body) -> DieDesign:
    kinds = members("symbol_families", families)
    chosen = [kinds[int(i)] for i in rng.permutation(len(kinds))[:5]]
    mode = str(rng.choice(["printed", "printed", "engraved", "inlaid"]))
    field, faint = _field(rng), float(rng.choice([0.0, 0.0, 0.3, 0.55]))
    relief = -float(rng.uniform(0.5, 1)) if mode == "engraved" else 0.0
    faces = []
    for name, kind in zip(names[:5], chosen, strict=True):
        colour = _washed(ink_for_symbol(rng, name), body.colour, faint)
        art = glyph(kind, rng)
        if mode == "inlaid":
            faces.append(FaceDesign(name, art, field, body.colour, colour, -0.3, body.shine))
        else:
            faces.append(FaceDesign(name, art, _none(), colour, colour, relief, float(rng.uniform(0, 0.6))))
    stone = _stone(rng, body.colour, families, relief, body.shine, green=rng.random() < 0.7)
    return die_of("wuerfelspiel", _arranged(rng, [*faces, stone]), body, rng)


def _washed(ink: Colour, ground: Colour, share: float) -> Colour:
    blue, green, red = (round(a * (1 - share) + b * share) for a, b in zip(ink, ground, strict=True))
    return blue, green, red
