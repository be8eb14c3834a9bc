"""Floors, rims and desks of any colour and pattern, drawn from a seed: weaves, checks, stripes, prints, woods, grains.

They are for learning only: whoever has seen many of them is not surprised by somebody's own tray.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.arrays import floats, resized, whole
from vision.render.palette import Colour, contrasting, hsv, near

Random = np.random.Generator
Tile = NDArray[np.uint8]
Grey = NDArray[np.float32]

FREE = "free"
"""The name under which `textures.py` asks for them; the variant is the seed."""

VARIANTS = 4000
"""How many there are."""

SKIN_LIKE = 0.3
"""Share of them in the colours of skin, so that no colour by itself says that a hand is there."""


def free_colour(rng: Random) -> Colour:
    """Any colour, pale and dark ones included; often one that skin or reddish wood may have."""
    if rng.random() < SKIN_LIKE:
        hue, saturation, value = rng.uniform(4, 36), rng.uniform(0.2, 0.75), rng.uniform(0.2, 0.92)
    else:
        hue, saturation, value = rng.uniform(0, 360), rng.uniform(0, 1) ** 1.3 * 0.95, rng.uniform(0.06, 0.95)
    return hsv(hue, saturation, value)


def free_tile(seed: int, side: int) -> Tile:
    """A tile (side, side, 3) that repeats without a seam.

    Args:
        seed: decides everything.
        side: in pixels; a power of two.
    """
    rng = np.random.default_rng([seed, 211])
    colour = free_colour(rng)
    draw = _KINDS[int(rng.integers(len(_KINDS)))]
    tile = draw(rng, floats(colour), side)
    grain = rng.standard_normal((side, side)).astype(np.float32) * np.float32(rng.uniform(0, 0.06))
    return whole(tile * (1 + grain + _bumps(rng, side, 4, 4) * np.float32(rng.uniform(0, 0.08)))[:, :, None])


def _bumps(rng: Random, side: int, across: int, down: int) -> Grey:
    """Smooth noise about 0 that repeats at the borders."""
    small = np.pad(rng.standard_normal((down, across)).astype(np.float32), 2, mode="wrap")
    turn = np.array([[across / side, 0, 1.5 + across / side / 2], [0, down / side, 1.5 + down / side / 2]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(small, turn, (side, side), flags=flags), dtype=np.float32)


def _other(rng: Random, colour: Grey) -> Grey:
    """A second colour: near the first, anything, or one that is told from it easily."""
    as_told: Colour = (int(colour[0]), int(colour[1]), int(colour[2]))
    roll = rng.random()
    if roll < 0.45:
        return floats(near(rng, as_told, 45))
    return floats(free_colour(rng) if roll < 0.8 else contrasting(rng, as_told))


def _mixed(one: Grey, other: Grey, share: Grey) -> Grey:
    return one + (other - one) * share[:, :, None]


def _wave(rng: Random, side: int, periods: int, hard: float) -> Grey:
    """0 to 1 in bands along a line of `side` pixels; `hard` from 0 (a sine) to 1 (steps)."""
    angle = np.arange(side, dtype=np.float32) * np.float32(2 * np.pi * periods / side)
    wave = np.sin(angle + np.float32(rng.uniform(0, 6)))
    return floats(np.clip(wave * np.float32(1 + 9 * hard), -1, 1) * 0.5 + 0.5)


def _weave(rng: Random, colour: Grey, side: int) -> Grey:
    """Threads over and under, from fine linen to a coarse mat."""
    threads = int(rng.choice([10, 16, 24, 40, 64, 96]))
    x, y = (_wave(rng, side, threads, float(rng.uniform(0, 0.4))) * 2 - 1 for _ in range(2))
    over = x[None, :] * y[:, None]
    uneven = _bumps(rng, side, 64, 4) + _bumps(rng, side, 4, 64)
    depth, rough = np.float32(rng.uniform(0.05, 0.3)), np.float32(rng.uniform(0, 0.1))
    mixed = _mixed(colour, _other(rng, colour), (over > 0).astype(np.float32)) if rng.random() < 0.5 else colour
    return mixed * (1 + over * depth + uneven * rough)[:, :, None]


def _checks(rng: Random, colour: Grey, side: int) -> Grey:
    """Checks or a tartan, of two or three colours."""
    periods, hard = int(rng.integers(2, 15)), float(rng.uniform(0.1, 1))
    across, down = _wave(rng, side, periods, hard), _wave(rng, side, periods, hard)
    is_board = rng.random() < 0.4
    share = floats(np.abs(across[None, :] - down[:, None]) if is_board else (across[None, :] + down[:, None]) / 2)
    tile = _mixed(colour, _other(rng, colour), share * np.float32(rng.uniform(0.3, 1)))
    if rng.random() < 0.4:
        fine = _wave(rng, side, periods * int(rng.integers(2, 5)), 0.9)
        lines = np.maximum(fine[None, :], fine[:, None]) > 0.97
        tile = _mixed(tile, _other(rng, colour), lines.astype(np.float32) * np.float32(0.7))
    return tile


def _stripes(rng: Random, colour: Grey, side: int) -> Grey:
    share = _wave(rng, side, int(rng.integers(2, 40)), float(rng.uniform(0, 1)))
    return _mixed(colour, _other(rng, colour), np.tile(share, (side, 1)) * np.float32(rng.uniform(0.2, 1)))


def _print(rng: Random, colour: Grey, side: int) -> Grey:
    """Discs, squares, rings or crosses in rows."""
    cells = int(rng.integers(3, 20))
    cell = side // cells
    stamp = np.zeros((cell, cell), np.uint8)
    middle, reach = (cell // 2, cell // 2), max(1, int(cell * rng.uniform(0.12, 0.42)))
    kind, wide = int(rng.integers(4)), int(rng.choice([-1, 1, 2, 3]))
    if kind == 0:
        cv2.circle(stamp, middle, reach, 255, wide, cv2.LINE_AA)
    elif kind == 1:
        cv2.rectangle(stamp, (middle[0] - reach, middle[1] - reach), (middle[0] + reach, middle[1] + reach), 255, wide)
    else:
        cv2.drawMarker(stamp, middle, 255, cv2.MARKER_CROSS if kind == 2 else cv2.MARKER_STAR, 2 * reach, abs(wide))
    rows = resized(np.tile(stamp, (cells, cells)), (side, side)) * np.float32(rng.uniform(0.3, 1) / 255)
    return _mixed(colour, _other(rng, colour), rows)


def _wood(rng: Random, colour: Grey, side: int) -> Grey:
    """Rings, fibres and planks."""
    along = np.linspace(0, 1, side, endpoint=False, dtype=np.float32)[:, None]
    rings, bend = float(rng.integers(3, 14)), _bumps(rng, side, 2, 3) * np.float32(rng.uniform(0.02, 0.16))
    wave = np.sin(2 * np.pi * rings * (along + bend)).astype(np.float32)
    fibres = _bumps(rng, side, 8, 128) * np.float32(rng.uniform(0.02, 0.08))
    tile = colour * (1 + np.clip(wave, -1, 0.6) * np.float32(rng.uniform(0.03, 0.16)) + fibres)[:, :, None]
    if rng.random() < 0.4:
        seams = _wave(rng, side, int(rng.integers(2, 7)), 1.0)[:, None] > 0.985
        tile = tile * np.where(seams, np.float32(rng.uniform(0.4, 0.8)), np.float32(1))[:, :, None]
    return tile


def _grain(rng: Random, colour: Grey, side: int) -> Grey:
    """Felt, leather, stone or foam: spots of one size, now and then in a second colour."""
    cells = int(rng.choice([8, 20, 50, 110, 200]))
    spots = _bumps(rng, side, cells, cells)
    if rng.random() < 0.4:
        return _mixed(colour, _other(rng, colour), (spots > rng.uniform(0, 1)).astype(np.float32))
    return colour * (1 + spots * np.float32(rng.uniform(0.02, 0.15)))[:, :, None]


_KINDS: tuple[Callable[[Random, Grey, int], Grey], ...] = (
    _weave, _weave, _checks, _checks, _stripes, _print, _wood, _wood, _wood, _grain, _grain,
)  # fmt: skip
