"""What a die is: the art of its faces, the stuff of its body, and both painted into textures.

Colours are (blue, green, red) with 0 to 255, as they would look under white light.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.arrays import floats, whole
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
