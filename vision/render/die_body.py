"""What a die is: the art of its faces, the stuff of its body, and both painted into textures.

Colours are (blue, green, red) with 0 to 255, as they would look under white light.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.arrays import floats, resized, whole
from vision.render.palette import Colour, near
from vision.render.pen import FACE_PX, Mask

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
        pattern: "plain", "wood" with its grain, or "speckled" with grains of the second colour.
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
    pattern: str = "plain"


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
    kinds = ["plain", "plain", "plain", "plain", "marbled", "translucent", "wood", "speckled"]
    kind = "plain" if plain else str(rng.choice(kinds))
    cut = rng.random() < 0.35
    return Body(
        colour=colour,
        second_colour=near(rng, colour, 60),
        marbling=float(rng.uniform(0.3, 0.9)) if kind not in ("plain", "translucent") else float(rng.uniform(0, 0.12)),
        edge_mm=float(rng.uniform(11, 22)) if rng.random() < 0.85 else float(rng.uniform(10, 25)),
        rounding=float(rng.uniform(0.05, 0.2)),
        corner_cut=float(rng.uniform(0.68, 0.78)) if cut else 1.0,
        shine=float(rng.uniform(0.1, 0.95)),
        roughness=float(np.exp(rng.uniform(np.log(0.015), np.log(0.35)))),
        translucency=float(rng.uniform(0.25, 0.7)) if kind == "translucent" else 0.0,
        pattern=kind if kind in ("wood", "speckled") else "plain",
    )


def die_of(dice_set: str, faces: Sequence[FaceDesign], body: Body, rng: Random) -> DieDesign:
    """A die with those six faces (in the order of `DieDesign.faces`) on that body."""
    ground = _ground(body, rng)
    if body.translucency > 0.2:
        _shine_through(ground, faces, body, rng)
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
    """The bare body of the six faces (6, FACE_PX, FACE_PX, 3)."""
    grounds = []
    for _ in range(6):
        mix = (_share_of_second(body, rng) * np.float32(body.marbling))[:, :, None]
        grounds.append((1 - mix) * floats(body.colour) + mix * floats(body.second_colour))
    return np.asarray(grounds, dtype=np.float32)


def _share_of_second(body: Body, rng: Random) -> NDArray[np.float32]:
    """Where the second colour shows on a face (FACE_PX, FACE_PX), 0 to 1."""
    cells = {"wood": (int(rng.integers(14, 40)), 3), "speckled": (48, 48)}.get(body.pattern, (7, 7))
    noise = rng.standard_normal(cells).astype(np.float32)
    if body.pattern == "wood" and rng.random() < 0.5:
        noise = noise.T
    veins = np.asarray(cv2.resize(noise, (FACE_PX, FACE_PX), interpolation=cv2.INTER_CUBIC), np.float32)
    if body.pattern == "speckled":
        return floats(np.clip((veins - 0.8) * 4, 0, 1))
    if body.pattern == "plain" and body.marbling > 0.2:
        return floats(np.clip(0.5 - np.abs(veins) * 1.2, 0, 0.5) * 2)
    return floats(np.clip(0.5 + veins * 0.3, 0, 1))


def _shine_through(ground: NDArray[np.float32], faces: Sequence[FaceDesign], body: Body, rng: Random) -> None:
    """Into the body of each face of glass, what the face below it and two of those beside it show."""
    strength = body.translucency * float(rng.uniform(0.2, 1.1))
    for i in range(6):
        far = faces[i ^ 1]
        below = np.roll(far.ink[:, ::-1], tuple(int(v) for v in rng.integers(-16, 17, 2)), axis=(0, 1))
        _tint(ground[i], cv2.GaussianBlur(below, (0, 0), float(rng.uniform(0.8, 3))), far, strength)
        for _ in range(2):
            beside = faces[(i + 2 + int(rng.integers(4))) % 6]
            deep = int(rng.integers(FACE_PX // 7, FACE_PX // 3))
            strip = np.zeros((FACE_PX, FACE_PX), np.uint8)
            strip[:deep] = cv2.resize(beside.ink, (FACE_PX, deep), interpolation=cv2.INTER_AREA)
            _tint(ground[i], np.rot90(strip, int(rng.integers(4))), beside, strength)


def _tint(ground: NDArray[np.float32], ink: NDArray[np.generic], face: FaceDesign, strength: float) -> None:
    share = ink.astype(np.float32)[:, :, None] * np.float32(min(1.0, strength) / 255)
    ground += share * (floats(face.ink_colour) - ground)


def _painted(ground: NDArray[np.float32], face: FaceDesign, rng: Random) -> NDArray[np.uint8]:
    wear = 1 - 0.05 * float(rng.random())
    field = face.field[:, :, None] * np.float32(wear / 255)
    ink = face.ink[:, :, None] * np.float32(wear / 255)
    if rng.random() < 0.15:  # rubbed off here and there
        blotches = cv2.resize(rng.random((9, 9), dtype=np.float32), (FACE_PX, FACE_PX), interpolation=cv2.INTER_CUBIC)
        ink = ink * floats(np.clip(blotches * 3, float(rng.uniform(0.2, 0.8)), 1))[:, :, None]
    colour = np.broadcast_to(floats(face.ink_colour), ground.shape)
    if face.gloss == 1 or rng.random() < 0.1:  # the grain of metal leaf
        grain = resized(floats(rng.standard_normal((FACE_PX // 2, FACE_PX // 2))), (FACE_PX, FACE_PX))
        colour = colour * (1 + grain[:, :, None] * np.float32(rng.uniform(0.05, 0.35)))
    painted = ground * (1 - field) + floats(face.field_colour) * field
    painted = painted * (1 - ink) + colour * ink
    return whole(painted)


def _surface(face: FaceDesign, body: Body) -> NDArray[np.uint8]:
    height = cv2.GaussianBlur(face.ink, (0, 0), 1.6).astype(np.float32) * np.float32(face.relief / 255)
    right = cv2.Sobel(height, cv2.CV_32F, 1, 0, scale=0.9)
    down = cv2.Sobel(height, cv2.CV_32F, 0, 1, scale=0.9)
    gloss = body.shine + (face.gloss - body.shine) * (face.ink / np.float32(255))
    layers = np.stack([right * 127 + 128, down * 127 + 128, gloss * 255], axis=2)
    return whole(layers)
