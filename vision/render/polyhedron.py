"""Dice with 4 to 20 sides that do not belong to the game, drawn by following every pixel's ray to their flat sides."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.arrays import Array, Bytes, floats
from vision.render.camera_model import Camera, Matrix, bounds, cross
from vision.render.light import Light
from vision.render.numerals import draw_numeral, numeral_style
from vision.render.palette import Colour, contrasting, pick_body
from vision.render.pen import FACE_PX, Pen
from vision.render.rounded_die import LINEAR, Layer

Random = np.random.Generator


@dataclass(frozen=True, slots=True, eq=False)
class OddDie:
    """A die with `sides` 4, 8, 10, 12 or 20; `size_mm` is the distance from its middle to its sides."""

    sides: int
    position: Matrix
    turn: Matrix
    size_mm: float
    colour: Colour
    ink: Colour
    drawing: int

    @property
    def edge_mm(self) -> float:
        """Length of an edge of a cube that is about as big."""
        return 1.7 * self.size_mm

    def hull(self) -> Matrix:
        """Its corners (n, 3) in mm."""
        corners: Matrix = self.position + corners_of(self.sides) * self.size_mm @ self.turn.T
        return corners

    def lowest_mm(self) -> float:
        """Height of its lowest point above its middle (below 0)."""
        return -self.size_mm


@lru_cache(maxsize=8)
def normals_of(sides: int) -> Matrix:
    """Outward normals (sides, 3) of the sides."""
    golden = (1 + math.sqrt(5)) / 2
    if sides == 10:
        ring = [(math.cos(k * math.pi / 5), math.sin(k * math.pi / 5), 0.9 * (-1) ** k) for k in range(10)]
        points = np.array(ring)
    else:
        signs = [(x, y) for x in (-1.0, 1.0) for y in (-1.0, 1.0)]
        cube = [(x, y, z) for x, y in signs for z in (-1.0, 1.0)]
        if sides == 4:
            points = np.array([(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)], np.float64)
        elif sides == 8:
            points = np.array(cube)
        elif sides == 12:
            points = np.array(
                [p for x, y in signs for p in ((0, x, y * golden), (x, y * golden, 0), (y * golden, 0, x))]
            )
        else:
            spikes = [
                p
                for x, y in signs
                for p in ((0, x / golden, y * golden), (x / golden, y * golden, 0), (y * golden, 0, x / golden))
            ]
            points = np.array(cube + spikes)
    unit: Matrix = points / np.linalg.norm(points, axis=1)[:, None]
    return unit


@lru_cache(maxsize=8)
def corners_of(sides: int) -> Matrix:
    """The corners (n, 3), the sides being 1 away from the middle."""
    normals = normals_of(sides)
    triples = np.array(list(combinations(range(sides), 3)))
    planes = normals[triples]
    proper = np.abs(np.linalg.det(planes)) > 1e-6
    met = np.linalg.solve(planes[proper], np.ones((int(proper.sum()), 3, 1)))[:, :, 0]
    return np.unique(met[(met @ normals.T).max(axis=1) < 1 + 1e-6].round(6), axis=0)


@lru_cache(maxsize=64)
def _numbers(sides: int, drawing: int) -> Bytes:
    """Numbers below each other, one a side, (sides * FACE_PX, FACE_PX)."""
    rng = np.random.default_rng(drawing)
    style = numeral_style(("round", "slab", "flat_top", "thin")[int(rng.integers(4))], rng)
    masks = []
    for number in rng.permutation(sides):
        pen = Pen()
        draw_numeral(pen, str(int(number) + 1), style, 0.9)
        masks.append(pen.mask())
    return np.concatenate(masks)


def random_odd_die(rng: Random, x: float, y: float, edge_mm: float, floor_mm: float = 0.0) -> OddDie:
    """A die lying on one of its sides, about as big as a cube of that edge."""
    sides = int(rng.choice([4, 8, 10, 12, 20]))
    normal = normals_of(sides)[0]
    spin = float(rng.uniform(0, 2 * math.pi))
    size = edge_mm * float(rng.uniform(0.45, 0.65)) * {4: 0.5, 8: 0.8, 10: 0.8}.get(sides, 1.0)
    turn = _lying_on(normal, spin)
    colour = pick_body(rng)
    ink = contrasting(rng, colour)
    return OddDie(sides, np.array([x, y, floor_mm + size]), turn, size, colour, ink, int(rng.integers(1 << 20)))


def _lying_on(normal: Matrix, spin: float) -> Matrix:
    """A turn that brings that normal straight down."""
    axis = cross(normal, (0.0, 0.0, -1.0))
    length = float(np.linalg.norm(axis))
    angle = math.acos(max(-1.0, min(1.0, -float(normal[2]))))
    first = np.eye(3) if length < 1e-9 else np.asarray(cv2.Rodrigues(axis / length * angle)[0], np.float64)
    c, s = math.cos(spin), math.sin(spin)
    turn: Matrix = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]]) @ first
    return turn


def draw_odd_die(camera: Camera, die: OddDie, light: Light) -> Layer | None:
    """The die as a layer over the picture, None if it is not in it."""
    window = bounds(camera.project(die.hull()), camera.size)
    if window is None:
        return None
    normals = normals_of(die.sides) @ die.turn.T
    x, y = camera.rays(window)
    turn = floats(camera.turn)
    ray = [turn[0, i] * x + turn[1, i] * y + turn[2, i] for i in range(3)]
    start = camera.position - die.position
    near, far = np.full(ray[0].shape, -np.inf, np.float32), np.full(ray[0].shape, np.inf, np.float32)
    side = np.zeros(ray[0].shape, np.intp)
    for number, n in enumerate(normals):
        slope = np.float32(n[0]) * ray[0] + np.float32(n[1]) * ray[1] + np.float32(n[2]) * ray[2]
        t = np.float32(die.size_mm - start @ n) / np.where(np.abs(slope) < 1e-6, np.float32(1e-6), slope)
        entering = slope < 0
        closer = entering & (t > near)
        side[closer] = number
        near = np.where(closer, t, near)
        far = np.where(~entering & (t < far), t, far)
    hit = near < far
    point = [np.float32(s) + np.where(hit, near, 0) * r for s, r in zip(start, ray, strict=True)]
    colour = _side_light(die, normals, light)[side] * _art(die, normals, side, point)
    colour *= hit[:, :, None]
    return Layer(window, floats(colour), hit.astype(np.float32), np.zeros(hit.shape, np.bool_))


def _side_light(die: OddDie, normals: Matrix, light: Light) -> Array:
    """Light (sides, 3) on each side."""
    shine = floats(light.ambient) * floats(0.6 + 0.4 * normals[:, 2])[:, None]
    for lamp in light.lamps:
        to = np.array(lamp.position) - die.position
        facing = np.clip(normals @ to, 0, None) * lamp.reach() / float(to @ to) ** 1.5
        shine = shine + floats(facing)[:, None] * floats(lamp.strength)
    return floats(shine)


def _art(die: OddDie, normals: Matrix, side: NDArray[np.intp], point: list[Array]) -> Array:
    """Linear colour (height, width, 3): the body and a number on each side."""
    rights = np.array([cross(n, (0.3, 0.5, 0.81)) for n in normals])
    rights /= np.linalg.norm(rights, axis=1)[:, None]
    downs = np.array([cross(n, r) for n, r in zip(normals, rights, strict=True)])
    half = die.size_mm * {4: 1.5, 8: 0.85, 10: 0.75, 12: 0.62, 20: 0.5}[die.sides]
    maps = []
    for axes in (rights, downs):
        along = sum(floats(axes[:, i])[side] * point[i] for i in range(3))
        maps.append(floats(np.clip((along / np.float32(half) + 1) * (FACE_PX / 2) - 0.5, 0, FACE_PX - 1)))
    maps[1] += (side * FACE_PX).astype(np.float32)
    ink = floats(cv2.remap(_numbers(die.sides, die.drawing), maps[0], maps[1], cv2.INTER_LINEAR))[:, :, None] / 255
    body, mark = (LINEAR[np.array(c, np.uint8)] for c in (die.colour, die.ink))
    return floats(body + (mark - body) * ink)
