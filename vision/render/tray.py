"""Trays: their shapes in millimetres, and which light their walls let through."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from vision.render.arrays import Array
from vision.render.camera_model import Matrix
from vision.render.families import Families, Kind, members
from vision.render.free_tiles import FREE, VARIANTS

Random = np.random.Generator


@dataclass(frozen=True, slots=True)
class Sheet:
    """A material of `textures.py` with its variant; `scale` stretches the pattern, `turn_deg` turns it."""

    name: str
    variant: int
    scale: float = 1.0
    turn_deg: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Tray:
    """A tray on a desk, or a bare desk.

    Attributes:
        floor: corners (n, 2) of the floor in mm, counter-clockwise seen from above; n is 0 for a bare desk.
        inner: corners (n, 2) of the inner edge of the rim.
        outer: corners (n, 2) of the outer edge of the rim.
        foot: corners (n, 2) of the outer wall where it stands on the desk.
        height_mm: of the rim above the floor.
        desk_mm: height of the desk; below the floor, which is 0.
        lining: on the floor; `wall` on the inner walls; `rim` on the rim and outside; `desk` below the tray.
        is_round: True if the corners stand for a curve.
        stitched: True for a seam of thread along the rim.
    """

    floor: Matrix
    inner: Matrix
    outer: Matrix
    foot: Matrix
    height_mm: float
    desk_mm: float
    lining: Sheet
    wall: Sheet
    rim: Sheet
    desk: Sheet
    is_round: bool = False
    stitched: bool = False

    @property
    def is_bare(self) -> bool:
        """True if there is only the desk."""
        return len(self.floor) == 0

    def wall_distance(self, x: Array, y: Array) -> Array:
        """Distance in mm of points to the nearest wall along the floor, below 0 outside; large on a bare desk."""
        return inside(self.floor, x, y) if not self.is_bare else np.full(np.broadcast(x, y).shape, 1e4, np.float32)

    def lit(self, source: Matrix, x: Array, y: Array, z: Array, spread: float = 0.03) -> Array:
        """Share of a lamp at `source` that reaches points over the floor past the rim; `spread` softens the edge."""
        if self.is_bare:
            return np.ones(np.broadcast(x, y).shape, np.float32)
        rise = np.clip(np.float32(self.height_mm) - z, 0, None) / np.float32(max(1.0, source[2] - self.height_mm * 0.5))
        at_x = x + (np.float32(source[0]) - x) * rise
        at_y = y + (np.float32(source[1]) - y) * rise
        softness = np.float32(0.6) + np.clip(np.float32(self.height_mm) - z, 0, None) * np.float32(2 * spread)
        share: Array = np.clip(inside(self.inner, at_x, at_y) / softness + np.float32(0.5), 0, 1)
        return share


def inside(polygon: Matrix, x: Array, y: Array) -> Array:
    """Signed distance of points to the edges of a convex polygon, above 0 inside."""
    nearest: Array | None = None
    for a, b in zip(polygon, np.roll(polygon, -1, axis=0), strict=True):
        edge = (b - a) / np.linalg.norm(b - a)
        away = (np.float32(-edge[1]) * (x - np.float32(a[0])) + np.float32(edge[0]) * (y - np.float32(a[1]))).astype(
            np.float32
        )
        nearest = away if nearest is None else np.minimum(nearest, away)
    assert nearest is not None
    return nearest


def _corners(shape: str, width: float, depth: float) -> Matrix:
    if shape in ("rectangle", "square", "rectangle_flared", "rectangle_deep"):
        w, d = width / 2, depth / 2
        return np.array([(-w, -d), (w, -d), (w, d), (-w, d)])
    count = {"octagon": 8, "octagon_low": 8, "hexagon": 6, "hexagon_flared": 6}.get(shape, 32)
    angle = (np.arange(count) + 0.5) * 2 * math.pi / count
    ratio = depth / width if shape == "oval" else 1.0
    radius = depth / 2 if shape != "oval" else width / 2
    return np.stack([radius * np.cos(angle), radius * ratio * np.sin(angle)], axis=1)


def _grown(polygon: Matrix, by_mm: float) -> Matrix:
    """The polygon with every edge moved outwards."""
    edges = np.roll(polygon, -1, axis=0) - polygon
    normals = np.stack([edges[:, 1], -edges[:, 0]], axis=1) / np.linalg.norm(edges, axis=1)[:, None]
    before = np.roll(normals, 1, axis=0)
    middle = normals + before
    shift = middle / (middle * normals).sum(axis=1)[:, None]
    grown: Matrix = polygon + shift * by_mm
    return grown


def make_tray(
    shape: str,
    width_mm: float,
    depth_mm: float,
    height_mm: float,
    sheets: tuple[Sheet, Sheet, Sheet, Sheet],
    rim_mm: float = 9.0,
    flare_mm: float = 0.0,
    turn_deg: float = 0.0,
    stitched: bool = False,
) -> Tray:
    """A tray of a shape of `families.py` ("rectangle", "round", ..., "none").

    Args:
        shape: its name.
        width_mm: of the floor; round ones and regular polygons are as wide as deep.
        depth_mm: of the floor.
        height_mm: of the rim.
        sheets: lining, inner wall, rim and desk.
        rim_mm: width of the rim.
        flare_mm: how far the walls lean outwards.
        turn_deg: of the tray on the desk.
        stitched: True for a seam along the rim.
    """
    lining, wall, rim, desk = sheets
    if shape == "none":
        empty = np.zeros((0, 2))
        return Tray(empty, empty, empty, empty, 0.0, 0.0, desk, desk, desk, desk)
    c, s = math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))
    floor = _corners(shape, width_mm, depth_mm) @ np.array([[c, s], [-s, c]])
    inner = _grown(floor, flare_mm)
    outer = _grown(inner, rim_mm)
    foot = _grown(floor, rim_mm) if flare_mm > 2 else outer
    is_round = shape in ("round", "oval")
    return Tray(floor, inner, outer, foot, height_mm, -5.0, lining, wall, rim, desk, is_round, stitched)


FREE_SHARE = 0.45
"""Share of linings, rims and desks in the pictures that are learnt from which are of no family's."""


def _sheet(rng: Random, kind: Kind, families: Families) -> Sheet:
    names = members(kind, families)
    name = names[int(rng.integers(len(names)))]
    sheet = Sheet(name, int(rng.integers(4)), float(rng.uniform(0.75, 1.4)), float(rng.uniform(0, 360)))
    if families == "train" and rng.random() < FREE_SHARE:
        return replace(sheet, name=FREE, variant=int(rng.integers(VARIANTS)))
    return sheet


def random_tray(rng: Random, families: Families, width_mm: float, depth_mm: float, bare: bool | None = None) -> Tray:
    """A tray (or a bare desk) of those families that fills about that width and depth."""
    shapes = [name for name in members("trays", families) if bare is None or (name == "none") == bare]
    shape = "none" if bare else shapes[int(rng.integers(len(shapes)))]
    lining, desk = _sheet(rng, "linings", families), _sheet(rng, "desks", families)
    rim = _sheet(rng, "rims", families)
    soft = rim.name in ("rim_leather", "rim_stitched") or lining.name.startswith("leather")
    if soft:
        rim = Sheet(lining.name, lining.variant, lining.scale) if rng.random() < 0.6 else rim
    lined = rng.random() < 0.5 or soft
    wall = Sheet(lining.name, lining.variant, lining.scale) if lined else rim
    if shape == "none" and rng.random() < 0.4:
        desk = lining
    flare = float(rng.uniform(4, 16)) if shape.endswith("flared") or (soft and rng.random() < 0.7) else 0.0
    height = float(rng.uniform(16, 38)) * {"octagon_low": 0.55, "rectangle_deep": 1.4}.get(shape, 1.0)
    if shape == "square":
        width_mm = depth_mm
    return make_tray(
        shape,
        width_mm - 2 * flare,
        depth_mm - 2 * flare,
        height,
        (lining, wall, rim, desk),
        rim_mm=float(rng.uniform(2.5, 4.5)) if soft else float(rng.uniform(6, 14)),
        flare_mm=flare,
        turn_deg=float(rng.normal(0, 4)) + float(rng.choice([0, 0, 30])) * (shape not in ("rectangle", "square")),
        stitched=soft and rng.random() < 0.6,
    )
