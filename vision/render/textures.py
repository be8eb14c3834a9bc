"""Felt, leather, wood, cloth, paper and stone as tiles that repeat without a seam, invented from a seed.

A tile is (TILE_PX, TILE_PX, 3) uint8 sRGB, TILE_MM wide, as it would look under white light.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.arrays import floats, whole
from vision.render.free_tiles import FREE, free_tile
from vision.render.palette import Colour, near

Random = np.random.Generator
Tile = NDArray[np.uint8]
Grey = NDArray[np.float32]

TILE_PX = 512
TILE_MM = 120.0


def _noise(rng: Random, cells_x: int, cells_y: int) -> Grey:
    """Smooth noise about 0 that repeats at the borders, with that many bumps across and down."""
    small = rng.standard_normal((cells_y, cells_x)).astype(np.float32)
    padded = np.pad(small, 2, mode="wrap")
    scale_x, scale_y = TILE_PX / cells_x, TILE_PX / cells_y
    turn = np.array([[1 / scale_x, 0, 1.5 + 0.5 / scale_x], [0, 1 / scale_y, 1.5 + 0.5 / scale_y]])
    flags = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(padded, turn, (TILE_PX, TILE_PX), flags=flags), dtype=np.float32)


def _cloudy(rng: Random, cells: int, octaves: int = 3) -> Grey:
    return np.asarray(sum(_noise(rng, cells << k, cells << k) / (1 << k) for k in range(octaves)), dtype=np.float32)


def _tinted(colour: Colour, brightness: Grey, hue: Grey | None = None) -> Tile:
    tile = floats(colour) * (1 + brightness)[:, :, None]
    if hue is not None:
        tile += hue[:, :, None] * floats((-10, 0, 10))
    return whole(tile)


def _felt(rng: Random, colour: Colour) -> Tile:
    grain = (
        _noise(rng, 256, 256) * 0.09
        + _noise(rng, 128, 128) * 0.05
        + rng.standard_normal((TILE_PX, TILE_PX)).astype(np.float32) * 0.06
    )
    return _tinted(colour, (grain + _cloudy(rng, 4) * 0.05) * float(rng.uniform(0.5, 1.3)))


def _leather(rng: Random, colour: Colour) -> Tile:
    pores = _noise(rng, 110, 110)
    creases = np.abs(_noise(rng, 60, 60) + 0.4 * pores)
    grain = np.minimum(creases, 0.5) * 0.22 - 0.08 + pores * 0.02
    return _tinted(colour, grain * float(rng.uniform(0.4, 1.2)) + _cloudy(rng, 3) * float(rng.uniform(0.03, 0.12)))


def _wood(rng: Random, colour: Colour) -> Tile:
    across = np.linspace(0, 1, TILE_PX, endpoint=False, dtype=np.float32)[:, None]
    bend = _noise(rng, 2, 3) * float(rng.uniform(0.02, 0.14))
    rings = float(rng.integers(4, 12))
    wave = np.sin(2 * np.pi * (across * rings + bend * rings)).astype(np.float32)
    lines = np.clip(wave, -1, 0.6) * 0.09 * float(rng.uniform(0.4, 1.3))
    fibres = _noise(rng, 8, 256) * 0.05 + _noise(rng, 24, 256) * 0.03
    return _tinted(colour, lines + fibres + _cloudy(rng, 3) * 0.04, wave * 0.4)


def _cloth(rng: Random, colour: Colour) -> Tile:
    threads = int(rng.choice([64, 96, 128]))
    x = np.arange(TILE_PX, dtype=np.float32) * np.float32(2 * np.pi * threads / TILE_PX)
    warp, weft = np.sin(x)[None, :], np.sin(x)[:, None]
    uneven = _noise(rng, 128, 4) * 0.12 + _noise(rng, 4, 128) * 0.12
    return _tinted(colour, warp * 0.05 + weft * 0.05 + warp * weft * 0.06 + uneven * float(rng.uniform(0.3, 1.2)))


def _paper(rng: Random, colour: Colour) -> Tile:
    return _tinted(colour, _cloudy(rng, 6) * 0.012 + rng.standard_normal((TILE_PX, TILE_PX)).astype(np.float32) * 0.012)


def _stone(rng: Random, colour: Colour) -> Tile:
    return _tinted(colour, _cloudy(rng, 3, 5) * float(rng.uniform(0.08, 0.2)) + _noise(rng, 200, 200) * 0.02)


def _cork(rng: Random, colour: Colour) -> Tile:
    grains = _noise(rng, 70, 70)
    return _tinted(colour, np.where(grains > 0.7, -0.3, 0).astype(np.float32) + grains * 0.08, grains)


_WOODS: dict[str, Colour] = {
    "oak": (95, 145, 190), "walnut": (45, 68, 98), "pine": (120, 180, 220), "cherry": (70, 95, 160),
    "birch": (165, 200, 222), "black": (28, 30, 34),
}  # fmt: skip

_COLOURS: dict[str, Colour] = {
    "green": (50, 92, 25), "red": (30, 25, 165), "grey": (105, 105, 105), "brown": (45, 70, 105),
    "tan": (80, 125, 175), "black": (32, 30, 30), "blue": (140, 60, 20), "purple": (120, 30, 85),
    "teal": (110, 105, 20),
    "white": (228, 232, 235), "linen": (175, 195, 205), "weave": (130, 120, 105), "cloth": (120, 110, 110),
    "concrete": (140, 142, 142), "slate": (85, 78, 72), "cork": (85, 130, 180), "leather": (40, 60, 95),
    "stitched": (35, 45, 75),
}  # fmt: skip

_KINDS: dict[str, Callable[[Random, Colour], Tile]] = {
    "felt": _felt, "leather": _leather, "wood": _wood, "paper": _paper, "cloth": _cloth, "rubber": _felt, "cork": _cork,
    "linen": _cloth,
}  # fmt: skip

_DESKS: dict[str, Callable[[Random, Colour], Tile]] = {
    "white": _paper, "cloth": _cloth, "weave": _cloth, "linen": _cloth, "concrete": _stone, "slate": _stone,
    "green": _felt, "leather": _leather, "stitched": _leather,
}  # fmt: skip


@lru_cache(maxsize=160)
def tile(name: str, variant: int) -> Tile:
    """The tile of a lining, rim or desk of `families.py`, or FREE; each variant has its own shade and grain."""
    if name == FREE:
        return free_tile(variant, TILE_PX)
    rng = np.random.default_rng([variant, *name.encode()])
    kind, _, what = name.partition("_")
    if what in _WOODS and kind in ("wood", "rim", "desk"):
        return _wood(rng, near(rng, _WOODS[what], 22))
    draw = _DESKS[what] if kind in ("desk", "rim") else _KINDS[kind]
    colour = _COLOURS[what or kind]
    if kind == "desk" and what in ("cloth", "weave", "linen"):
        colour = near(rng, colour, 70)
    return draw(rng, near(rng, colour, 18))


@lru_cache(maxsize=8)
def spread_tile(name: str, variant: int, side: int) -> Tile:
    """The tile at `side` pixels, repeated three times across and down, so that it can be sampled without wrapping."""
    one = tile(name, variant)
    if side != TILE_PX:
        one = np.asarray(cv2.resize(one, (side, side), interpolation=cv2.INTER_AREA), dtype=np.uint8)
    return np.tile(one, (3, 3, 1))
