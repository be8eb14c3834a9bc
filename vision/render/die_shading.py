"""How the surface of a die looks: its art, its gloss, the lamps mirrored in it, and what darkens it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.arrays import Array, floats
from vision.render.camera_model import Camera, Matrix
from vision.render.light import Lamp, Light
from vision.render.pen import FACE_PX
from vision.render.rounded_die import DOWNS, LINEAR, RIGHTS, Hit, Layer, PlacedDie, trace, window_of

_ROW = 256
_SHINE = 0.012
_METAL = 250
_PANE_MM = 100.0
"""Lamps of this radius or more are mirrored as squares, smaller ones as spots."""
Lit = Callable[[Matrix, Array, Array, Array], Array]


@dataclass(frozen=True, slots=True, eq=False)
class Surroundings:
    """What around a die changes how it looks.

    Attributes:
        light: that falls on it.
        floor: linear colour (3,) of what it lies on, for the light thrown back.
        floor_mm: height of what it lies on.
        neighbours: other dice near it.
        openness: share of the even light that reaches it between the walls, 0 to 1.
        lit: (lamp position, x, y, z in mm) to the share of that lamp that the walls let through, None without walls.
    """

    light: Light
    floor: Array
    floor_mm: float = 0.0
    neighbours: Sequence[PlacedDie] = ()
    openness: float = 1.0
    lit: Lit | None = None


def draw_die(camera: Camera, die: PlacedDie, around: Surroundings) -> Layer | None:
    """The die as a layer over the picture, None if it is not in the picture."""
    window = window_of(camera, die)
    if window is None:
        return None
    hit = trace(camera, die, window)
    if hit is None:
        return None
    light = _shade(die, hit, around, FACE_PX * camera.depth(die.position) / (camera.focal_px * die.edge_mm))
    width, height = window[2:]
    colour = np.zeros((height * width, 3), np.float32)
    coverage = np.zeros(height * width, np.float32)
    top = np.zeros(height * width, np.bool_)
    colour[hit.where] = light * hit.coverage[:, None]
    coverage[hit.where] = hit.coverage
    top[hit.where] = (hit.face == die.top) & (hit.coverage > 0.5)
    return Layer(window, colour.reshape(height, width, 3), coverage.reshape(height, width), top.reshape(height, width))


def _sampled(die: PlacedDie, hit: Hit, texels_per_pixel: float) -> tuple[NDArray[np.uint8], Array]:
    """Colour (n, 3) and surface (n, 3) of the art at the hit points."""
    level = 0 if texels_per_pixel < 1.5 else 1 if texels_per_pixel < 3 else 2
    colours, surface, side = die.design.colours[level], die.design.surface[level], FACE_PX >> level
    count = len(hit.where)
    rows = -(-count // _ROW)
    maps = np.zeros((2, rows * _ROW), np.float32)
    scale = np.float32(side / die.edge_mm)
    for place, axes in enumerate((RIGHTS, DOWNS)):
        table = axes.astype(np.float32)
        along = sum(table[:, i][hit.face] * hit.point[i] for i in range(3))
        maps[place, :count] = np.clip(along * scale + np.float32(side / 2 - 0.5), 0, side - 1)
    maps[1, :count] += (hit.face * side).astype(np.float32)
    across, along = maps.reshape(2, rows, _ROW)
    colour = cv2.remap(colours, across, along, cv2.INTER_LINEAR).reshape(-1, 3)[:count]
    slope = cv2.remap(surface, across, along, cv2.INTER_LINEAR).reshape(-1, 3)[:count]
    return np.asarray(colour, dtype=np.uint8), floats(slope) * np.float32(1 / 127)


def _shade(die: PlacedDie, hit: Hit, around: Surroundings, texels_per_pixel: float) -> Array:
    colour, surface = _sampled(die, hit, texels_per_pixel)
    art = LINEAR[colour]
    normal = _sloped(hit, surface)
    turn = die.turn.astype(np.float32)
    upward = turn[2, 0] * normal[0] + turn[2, 1] * normal[1] + turn[2, 2] * normal[2]
    at = [turn[i, 0] * hit.point[0] + turn[i, 1] * hit.point[1] + turn[i, 2] * hit.point[2] for i in range(3)]
    at = [axis + np.float32(die.position[i]) for i, axis in enumerate(at)]
    shade = _crowding(die, hit, around) * _rising(at[2], upward, die, around)
    even = np.float32(around.openness) * (np.float32(0.6) + np.float32(0.4) * upward) * shade
    back = np.float32(0.22) * (1 - upward) * shade
    total = around.light.total()
    diffuse = even[:, None] * floats(around.light.ambient) + back[:, None] * (around.floor * total)
    mirrored = np.zeros_like(diffuse)
    body = die.design.body
    facing = -(hit.view[0] * normal[0] + hit.view[1] * normal[1] + hit.view[2] * normal[2])
    body_colour = LINEAR[np.array(body.colour, np.uint8)]
    clear = np.clip(facing * np.float32(5) - np.float32(0.2), 0, 1)[:, None]
    art = body_colour + (art - body_colour) * clear
    fresnel = np.float32(0.04) + np.float32(0.5) * np.clip(1 - facing, 0, 1) ** 4
    gloss = surface[:, 2] * np.float32(127 / 255)
    metal = np.clip(surface[:, 2] * np.float32(127) - np.float32(_METAL), 0, 1) * clear[:, 0]
    fresnel = fresnel + np.float32(0.3) * metal
    tint = 1 - metal[:, None] * (1 - art * np.float32(1.3))
    for lamp in around.light.lamps:
        lit, shine = _lamp(die, hit, normal, lamp, body.roughness)
        lit = lit * _unshadowed(die, at, lamp, around)
        if body.translucency:
            lit = lit * np.float32(1 - 0.5 * body.translucency) + np.float32(0.35 * body.translucency)
        diffuse += lit[:, None] * floats(lamp.strength)
        mirrored += (shine * (lit > 0.02) * gloss * fresnel * 22)[:, None] * tint * floats(lamp.strength)
    around_it = gloss * fresnel * np.float32(0.8 * around.openness)
    mirrored += around_it[:, None] * tint * floats(around.light.ambient)
    if body.translucency:
        art = art * np.float32(1 - 0.45 * body.translucency) + art * around.floor * np.float32(0.9 * body.translucency)
    return floats(art * diffuse + mirrored)


def _sloped(hit: Hit, surface: Array) -> tuple[Array, Array, Array]:
    right, down = surface[:, 0] - np.float32(128 / 127), surface[:, 1] - np.float32(128 / 127)
    if not (np.abs(right) > 0.02).any():
        return hit.normal
    rights, downs = RIGHTS.astype(np.float32), DOWNS.astype(np.float32)
    n = [hit.normal[i] - right * rights[:, i][hit.face] - down * downs[:, i][hit.face] for i in range(3)]
    length = np.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2])
    return n[0] / length, n[1] / length, n[2] / length


def _lamp(
    die: PlacedDie, hit: Hit, normal: tuple[Array, Array, Array], lamp: Lamp, roughness: float
) -> tuple[Array, Array]:
    """Light of one lamp on the points (n,) and how much of it they mirror to the camera (n,)."""
    place = (die.turn.T @ (np.array(lamp.position) - die.position)).astype(np.float32)
    to = [place[i] - hit.point[i] for i in range(3)]
    square = to[0] * to[0] + to[1] * to[1] + to[2] * to[2]
    inverse = 1 / np.sqrt(square)
    facing = (to[0] * normal[0] + to[1] * normal[1] + to[2] * normal[2]) * inverse
    spread = np.float32(lamp.radius_mm) * inverse
    wrapped = np.clip((facing + np.float32(0.5) * spread) / (1 + np.float32(0.5) * spread), 0, None)
    lit = wrapped * np.float32(lamp.reach()) / square
    half = [to[i] * inverse - hit.view[i] for i in range(3)]
    length = np.sqrt(half[0] * half[0] + half[1] * half[1] + half[2] * half[2])
    off = [half[i] / length - normal[i] for i in range(3)]
    if lamp.radius_mm >= _PANE_MM and roughness < 0.15:
        return lit, _pane(die, off, spread * np.float32(0.45), np.float32(roughness))
    width2 = np.float32(roughness**2) + (np.float32(0.5) * spread) ** 2
    away2 = off[0] * off[0] + off[1] * off[1] + off[2] * off[2]
    return lit, np.exp(-away2 / width2) * np.float32(_SHINE) / width2


def _pane(die: PlacedDie, off: list[Array], reach: Array, roughness: np.float32) -> Array:
    """The mirror image of a large square lamp, a window or a panel, with its edges."""
    inner = np.ones_like(off[0])
    for axis in die.turn.astype(np.float32)[:2]:
        across = np.abs(axis[0] * off[0] + axis[1] * off[1] + axis[2] * off[2])
        inner = inner * np.clip((reach - across) / (np.float32(0.004) + roughness) + np.float32(0.5), 0, 1)
    return floats(inner * np.float32(_SHINE) / (reach * reach + roughness * roughness))


def _rising(z: Array, upward: Array, die: PlacedDie, around: Surroundings) -> Array:
    """Darkening of the sides towards what the die lies on."""
    height = np.clip((z - np.float32(around.floor_mm)) * np.float32(1.6 / die.edge_mm), 0, 1)
    darkness: Array = 1 - np.float32(0.55) * np.clip(1 - upward, 0, 1) * (1 - height)
    return darkness


def _crowding(die: PlacedDie, hit: Hit, around: Surroundings) -> Array:
    """Darkening of the sides that look at a near neighbour."""
    shade = np.ones(len(hit.where), np.float32)
    for other in around.neighbours:
        away = other.position - die.position
        gap = float(np.linalg.norm(away)) / (0.5 * (die.edge_mm + other.edge_mm))
        if 0.1 < gap < 2.2:
            towards = (die.turn.T @ (away / np.linalg.norm(away))).astype(np.float32)
            facing = towards[0] * hit.normal[0] + towards[1] * hit.normal[1] + towards[2] * hit.normal[2]
            shade *= 1 - np.float32(0.75 * (2.2 - gap) / 1.2) * np.clip(facing, 0, 1)
    return np.maximum(shade, np.float32(0.12))


def _unshadowed(die: PlacedDie, at: list[Array], lamp: Lamp, around: Surroundings) -> Array:
    """Share of a lamp (n,) that neither walls nor other dice keep away."""
    open_way = np.ones(len(at[0]), np.float32)
    if around.lit is not None:
        open_way = around.lit(np.array(lamp.position), at[0], at[1], at[2])
    source = np.array(lamp.position)
    for other in around.neighbours:
        if np.linalg.norm(source - other.position) < np.linalg.norm(source - die.position):
            open_way = open_way * _past(other, source, at)
    return open_way


def _past(other: PlacedDie, source: Matrix, at: list[Array]) -> Array:
    """Share of the light that passes another die on the way to the points."""
    turn = other.turn.T.astype(np.float32)
    moved = [axis - np.float32(c) for axis, c in zip(at, other.position, strict=True)]
    start = [turn[i, 0] * moved[0] + turn[i, 1] * moved[1] + turn[i, 2] * moved[2] for i in range(3)]
    lamp = (other.turn.T @ (source - other.position)).astype(np.float32)
    reach = np.float32(other.edge_mm * 0.48)
    near, far = np.zeros_like(at[0]), np.ones_like(at[0])
    for i in range(3):
        way = lamp[i] - start[i]
        inverse = 1 / np.where(np.abs(way) < 1e-3, np.float32(1e-3), way)
        middle, half = -start[i] * inverse, reach * np.abs(inverse)
        near, far = np.maximum(near, middle - half), np.minimum(far, middle + half)
    blocked = (far - near) * np.float32(np.linalg.norm(source - other.position) / (0.12 * other.edge_mm))
    return floats(1 - np.clip(blocked, 0, 1))
