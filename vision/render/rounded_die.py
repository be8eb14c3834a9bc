"""A die with rounded edges, drawn by following every pixel's ray to its surface.

The die is a cube grown by a ball (rounded edges), on request cut by a larger ball (rounded corners).  Flat parts
are hit in closed form; near the edges a few steps along the ray find the surface.  Colour, slope and gloss come
from the design.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.render.arrays import Array
from vision.render.camera_model import Camera, Matrix, Window, bounds
from vision.render.designs import DieDesign

NORMALS: Matrix = np.array([(0, 0, 1), (0, 0, -1), (1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0)], np.float64)
"""Outward normals of the faces 0 to 5."""
RIGHTS: Matrix = np.array([(1, 0, 0), (1, 0, 0), (0, 1, 0), (0, -1, 0), (-1, 0, 0), (1, 0, 0)], np.float64)
"""Where the art of each face has its right."""
DOWNS: Matrix = np.array([(0, -1, 0), (0, 1, 0), (0, 0, -1), (0, 0, -1), (0, 0, -1), (0, 0, -1)], np.float64)
"""Where the art of each face has its lower edge."""

LINEAR: Array = (
    ((np.arange(256) / 255 + 0.055) / 1.055) ** 2.4 * (np.arange(256) > 10)
    + (np.arange(256) <= 10) * np.arange(256) / 255 / 12.92
).astype(np.float32)
"""Linear light of an sRGB value."""

_STEPS = 6
_NEAR = np.float32(2e-3)
Shape = tuple[np.float32, np.float32, np.float32]
"""Half the edge, the radius of the rounded edges and that of the ball that cuts the corners, in mm."""


@dataclass(frozen=True, slots=True, eq=False)
class PlacedDie:
    """A die in the scene: its design, its middle in mm, and its turn (columns are its axes in the world)."""

    design: DieDesign
    position: Matrix
    turn: Matrix

    @property
    def edge_mm(self) -> float:
        """Length of an edge."""
        return self.design.body.edge_mm

    @property
    def top(self) -> int:
        """Index of the face that looks up the most."""
        return int(np.argmax((NORMALS @ self.turn.T)[:, 2]))

    def corners(self, reach: float = 0.5) -> Matrix:
        """The eight corners (8, 3) in mm, `reach` edges from the middle along each axis."""
        signs = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float64)
        points: Matrix = self.position + (signs * reach * self.edge_mm) @ self.turn.T
        return points

    def face_corners(self, face: int) -> Matrix:
        """The corners (4, 3) of a face in mm, clockwise as seen from outside, from the upper left of its art."""
        middle = NORMALS[face]
        half = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
        local = np.array([middle + x * RIGHTS[face] + y * DOWNS[face] for x, y in half])
        points: Matrix = self.position + (local * self.edge_mm / 2) @ self.turn.T
        return points

    def hull(self) -> Matrix:
        """Points (24, 3) that span the rounded die."""
        body = self.design.body
        near = 0.5 - body.rounding * 0.55
        points = [
            (sx * a, sy * b, sz * c)
            for sx in (-1, 1)
            for sy in (-1, 1)
            for sz in (-1, 1)
            for a, b, c in ((0.5, near, near), (near, 0.5, near), (near, near, 0.5))
        ]
        local = np.array(points)
        if body.corner_cut < 0.9:
            local *= np.minimum(1, body.corner_cut / np.linalg.norm(local, axis=1))[:, None]
        hull: Matrix = self.position + (local * self.edge_mm) @ self.turn.T
        return hull

    def lowest_mm(self) -> float:
        """Height of its lowest point above its middle (below 0)."""
        return float((self.hull() - self.position)[:, 2].min())


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """A drawn thing: its window, its light times its coverage, its coverage, and which pixels are the top face."""

    window: Window
    colour: Array
    coverage: Array
    top: NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Hit:
    """Where the rays meet a die, n pixels.

    Attributes:
        where: flat index of each pixel in the window.
        point: three arrays (n,) in the die's own axes, mm.
        normal: likewise, length 1.
        view: likewise, direction from the camera, length 1.
        face: index of the face.
        coverage: share of the pixel that is covered.
    """

    where: NDArray[np.intp]
    point: tuple[Array, Array, Array]
    normal: tuple[Array, Array, Array]
    view: tuple[Array, Array, Array]
    face: NDArray[np.intp]
    coverage: Array


def window_of(camera: Camera, die: PlacedDie) -> Window | None:
    """The part of the picture that the die may touch, None if it is outside."""
    return bounds(camera.project(die.corners()), camera.size)


def trace(camera: Camera, die: PlacedDie, window: Window) -> Hit | None:
    """Where the rays of a window meet the die, None if nowhere."""
    x, y = camera.rays(window)
    to_die = (die.turn.T @ camera.turn.T).astype(np.float32)
    start = (die.turn.T @ (camera.position - die.position)).astype(np.float32)
    reach = np.float32(die.edge_mm / 2)
    rays = [row[0] * x + row[1] * y + row[2] for row in to_die]
    near, far = _slab(rays, start, reach)
    where = np.flatnonzero(near < far)
    if not len(where):
        return None
    t = near.ravel()[where]
    d = [ray.ravel()[where] for ray in rays]
    length = np.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2])
    d = [c / length for c in d]
    t *= length
    body = die.design.body
    shape = (reach, np.float32(body.rounding * die.edge_mm), np.float32(body.corner_cut * die.edge_mm))
    miss = _march(start, d, t, far.ravel()[where] * length, shape)
    pixel_mm = t * np.float32(1 / camera.focal_px)
    coverage = np.clip(np.float32(1) - miss / pixel_mm, 0, 1)
    p = [start[i] + t * d[i] for i in range(3)]
    normal, face = _normal(p, shape)
    return Hit(where, (p[0], p[1], p[2]), normal, (d[0], d[1], d[2]), face, coverage)


def _slab(rays: list[Array], start: Array, reach: np.float32) -> tuple[Array, Array]:
    near: Array | None = None
    far: Array | None = None
    for ray, origin in zip(rays, start, strict=True):
        inverse = 1 / np.where(np.abs(ray) < 1e-6, np.float32(1e-6), ray)
        middle, half = -origin * inverse, reach * np.abs(inverse)
        near = middle - half if near is None else np.maximum(near, middle - half)
        far = middle + half if far is None else np.minimum(far, middle + half)
    assert near is not None
    assert far is not None
    return near, far


def _distance(p: list[Array], d: list[Array], shape: Shape) -> tuple[Array, Array]:
    """Distance of points to the surface, and how fast it changes along the rays."""
    reach, radius, ball = shape
    core = reach - radius
    q = [np.maximum(np.abs(axis) - core, 0) for axis in p]
    length = np.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2])
    away = length - radius
    rate = sum(np.copysign(part, axis) * ray for part, axis, ray in zip(q, p, d, strict=True))
    rate = rate / np.maximum(length, np.float32(1e-6))
    if ball < 1.8 * reach:
        from_middle = np.sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2])
        cut = from_middle - ball
        on_ball = cut > away
        away = np.where(on_ball, cut, away)
        rate = np.where(on_ball, (p[0] * d[0] + p[1] * d[1] + p[2] * d[2]) / from_middle, rate)
    return away, rate


def _march(start: Array, d: list[Array], t: Array, far: Array, shape: Shape) -> Array:
    """Follow the rays to the surface; changes `t`, returns by how many mm each ray misses.

    The distance to a convex body is convex along a ray, so Newton's steps never pass the first hit.
    """
    miss, rate = _distance([start[i] + t * d[i] for i in range(3)], d, shape)
    left = np.flatnonzero(miss > _NEAR)
    ray, at, gap, slope, end = [axis[left] for axis in d], t[left], miss[left], rate[left], far[left]
    for _ in range(_STEPS):
        go = np.flatnonzero((slope < np.float32(-1e-3)) & (gap > _NEAR))
        if not len(go):
            break
        left, ray, end = left[go], [axis[go] for axis in ray], end[go]
        ahead = np.minimum(at[go] - gap[go] / slope[go], end)
        reached, slope = _distance([start[i] + ahead * ray[i] for i in range(3)], ray, shape)
        better = reached < gap[go]
        at, gap = np.where(better, ahead, at[go]), np.where(better, reached, gap[go])
        slope = np.where(better, slope, np.float32(0))
        t[left], miss[left] = at, gap
    return np.maximum(miss, 0)


def _normal(p: list[Array], shape: Shape) -> tuple[tuple[Array, Array, Array], NDArray[np.intp]]:
    reach, radius, ball = shape
    core = reach - radius
    size = [np.abs(axis) for axis in p]
    along_x = (size[0] >= size[1]) & (size[0] >= size[2])
    along_y = ~along_x & (size[1] >= size[2])
    face = np.where(along_x, 2 + (p[0] < 0), np.where(along_y, 4 + (p[1] < 0), p[2] < 0)).astype(np.intp)
    out = [np.maximum(s - core, 0) * np.sign(axis) for s, axis in zip(size, p, strict=True)]
    if ball < 1.8 * reach:
        from_middle = np.sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2])
        on_ball = from_middle > ball - np.float32(0.02) * reach
        out = [np.where(on_ball, axis, o) for axis, o in zip(p, out, strict=True)]
    length = np.maximum(np.sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]), np.float32(1e-6))
    return (out[0] / length, out[1] / length, out[2] / length), face
