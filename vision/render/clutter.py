"""Things that are no dice: pens, coins, cards, pieces, cables beside and in the tray."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.arrays import Array, floats
from vision.render.camera_model import Camera, Matrix, bounds
from vision.render.light import Light
from vision.render.palette import Colour, pick_body
from vision.render.rounded_die import LINEAR
from vision.render.shadows import thrown

Random = np.random.Generator
ThingKind = Literal["pen", "coin", "card", "piece", "cable", "laptop", "token", "thread", "bead", "picture"]


Part: TypeAlias = tuple[Matrix, float, float, float]
"""Outline (k, 2), height in mm, brightness and gloss."""


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that lies about: its kind, its place and height in mm, direction, length and colour."""

    kind: ThingKind
    x: float
    y: float
    z: float
    turn_rad: float
    length_mm: float
    colour: Colour


def random_thing(rng: Random, x: float, y: float, z: float, small: bool = False) -> Thing:
    """A thing at that place; `small` ones fit into a tray."""
    kinds: tuple[ThingKind, ...] = ("pen", "coin", "piece", "token") if small else (
        "pen", "coin", "card", "piece", "cable", "laptop", "token")  # fmt: skip
    kind = kinds[int(rng.integers(len(kinds)))]
    length = {"pen": (60, 140), "coin": (16, 26), "card": (55, 90), "piece": (10, 24), "cable": (150, 300),
              "laptop": (200, 300), "token": (14, 30)}[kind]  # fmt: skip
    size = float(rng.uniform(*length)) * (0.75 if small and kind == "pen" else 1)
    return Thing(kind, x, y, z, float(rng.uniform(0, 2 * math.pi)), size, pick_body(rng))


def random_litter(rng: Random, x: float, y: float) -> Thing:
    """A curled thread, a bead or a little picture at that place on the floor of a tray."""
    kind: ThingKind = ("thread", "bead", "picture")[int(rng.integers(3))]
    length = {"thread": (8, 45), "bead": (3, 11), "picture": (10, 30)}[kind]
    return Thing(kind, x, y, 0.0, float(rng.uniform(0, 2 * math.pi)), float(rng.uniform(*length)), pick_body(rng))


def draw_things(canvas: Array, camera: Camera, things: Sequence[Thing], light: Light) -> None:
    """Draw things with their shadows into linear light."""
    for thing in things:
        for flat, height, tone, gloss in _parts(thing):
            _solid(
                canvas, camera, flat + np.array([thing.x, thing.y]), thing.z, height, thing.colour, tone, gloss, light
            )


def _bar(length: float, width: float, turn: float, at: tuple[float, float] = (0.0, 0.0)) -> Matrix:
    c, s = math.cos(turn), math.sin(turn)
    corners = np.array([(-length, -width), (length, -width), (length, width), (-length, width)]) / 2 + np.array(at)
    bar: Matrix = corners @ np.array([[c, s], [-s, c]])
    return bar


def _disc(radius: float, squeeze: float = 1.0) -> Matrix:
    angle = np.linspace(0, 2 * math.pi, 28, endpoint=False)
    return np.stack([radius * np.cos(angle), radius * squeeze * np.sin(angle)], 1)


def _parts(thing: Thing) -> list[Part]:
    """Outlines (k, 2), heights in mm, brightness and gloss of what the thing is made of, lowest first."""
    size, turn = thing.length_mm, thing.turn_rad
    if thing.kind == "pen":
        tip = _bar(12, 4, turn, (size / 2 + 5, 0))
        return [
            (tip, 5.0, 0.3, 0.1),
            (_bar(size, 8, turn), 8.0, 1.0, 0.5),
            (_bar(size * 0.9, 1.6, turn, (0, 1.2)), 8.0, 1.7, 0.5),
        ]
    if thing.kind == "coin":
        return [
            (_disc(size / 2), 2.0, 0.9, 0.6),
            (_disc(size * 0.4), 2.1, 1.1, 0.5),
            (_disc(size * 0.2), 2.2, 0.8, 0.4),
        ]
    if thing.kind == "token":
        return [(_disc(size / 2), 5.0, 0.9, 0.7), (_disc(size * 0.42), 6.0, 1.1, 0.7)]
    if thing.kind == "piece":
        return [
            (_disc(size / 2), 3.0, 0.7, 0.2),
            (_disc(size * 0.36), 10.0, 0.9, 0.3),
            (_disc(size * 0.24), 22.0, 1.15, 0.6),
        ]
    if thing.kind == "card":
        face = _bar(size, size * 0.7, turn)
        mark = _bar(size * 0.5, size * 0.3, turn, (size * 0.1, 0))
        return [(face, 0.6, 3.0, 0.0), (mark, 0.6, 1.0, 0.0)]
    if thing.kind in _LITTER:
        return _LITTER[thing.kind](size, turn)
    if thing.kind == "cable":
        links = [(turn + 0.25 * math.sin(k * 1.3), ((k - 3) * size / 7.4, 6 * math.sin(k))) for k in range(7)]
        return [(_bar(size / 7, 5, lean, at), 5.0, 0.15, 0.2) for lean, at in links]
    keys = [(_bar(size * 0.07, size * 0.07, turn, ((i - 2) * size * 0.1, (j - 1) * size * 0.1)), 15.5, 0.08, 0.1)
            for i in range(6) for j in range(4)]  # fmt: skip
    return [(_bar(size, size * 0.7, turn), 15.0, 0.5, 0.3), *keys]


def _thread(size: float, turn: float) -> list[Part]:
    """Winds itself the tighter the shorter it is; what is left of `turn` says how."""
    tight = 0.25 + 0.75 * (turn * 7 % 1)
    parts, at, lean = list[Part](), np.zeros(2), turn
    for _ in range(12):
        parts.append((_bar(size / 11, 0.6 + size / 60, lean) + at, 0.7, 1.0, 0.0))
        at = at + size / 12 * np.array([math.cos(lean), math.sin(lean)])
        lean += tight
    return parts


def _bead(size: float, turn: float) -> list[Part]:
    return [
        (_disc(size / 2, 0.8 + 0.2 * math.cos(turn)), 0.6 * size, 1.0, 0.7),
        (_disc(size * 0.17), 0.6 * size, 0.2, 0),
    ]


def _picture(size: float, turn: float) -> list[Part]:
    """A round or square piece of paper with rings or a square on it."""
    ground = _disc(size / 2) if turn % 1 < 0.5 else _bar(size, size * 0.8, turn)
    marks = [(_disc(size * share), 0.3, tone, 0.0) for share, tone in ((0.36, 0.5), (0.24, 1.6), (0.12, 0.4))]
    return [
        (ground, 0.3, 2.0, 0.0),
        *(marks if turn % 2 < 1 else [(_bar(size * 0.5, size * 0.5, turn), 0.3, 0.6, 0.0)]),
    ]


_LITTER: dict[ThingKind, Callable[[float, float], list[Part]]] = {
    "thread": _thread, "bead": _bead, "picture": _picture,
}  # fmt: skip


def _solid(
    canvas: Array,
    camera: Camera,
    flat: Matrix,
    z: float,
    height: float,
    colour: Colour,
    tone: float,
    gloss: float,
    light: Light,
) -> None:
    """A prism of that height with its shadow."""
    low = np.pad(flat, ((0, 0), (0, 1)), constant_values=z)
    high = np.pad(flat, ((0, 0), (0, 1)), constant_values=z + height)
    total = light.total()
    for lamp in light.lamps:
        fallen = thrown(high, np.array(lamp.position), z)
        share = floats(lamp.strength) / total
        _shade(
            canvas,
            camera,
            np.concatenate([fallen, low]),
            1 - share * np.float32(0.9),
            0.02 * lamp.radius_mm * height / 100 + 0.6,
        )
    paint = np.minimum(LINEAR[np.array(colour, np.uint8)] * np.float32(tone), np.float32(0.9)) * total
    side = camera.project(np.concatenate([low, high]))
    top = camera.project(high)
    _fill(canvas, side, paint * np.float32(0.45))
    _fill(canvas, top, paint)
    if gloss > 0.25:
        middle = top.mean(axis=0)
        _fill(
            canvas,
            middle + (top - middle) * 0.3 - np.ptp(top, axis=0) * 0.12,
            paint * 0.5 + total * np.float32(0.25 * gloss),
        )


def _hull(points: Matrix) -> NDArray[np.int32]:
    return np.asarray(cv2.convexHull(np.rint(np.clip(points, -8000, 8000) * 16).astype(np.int32)), dtype=np.int32)


def _fill(canvas: Array, points: Matrix, colour: Array) -> None:
    cv2.fillConvexPoly(canvas, _hull(points), tuple(float(c) for c in colour), cv2.LINE_AA, 4)


def _shade(canvas: Array, camera: Camera, points: Matrix, factor: Array, blur_mm: float) -> None:
    pixels = camera.project(points)
    blur = blur_mm * camera.focal_px / camera.depth(np.zeros(3))
    window = bounds(pixels, camera.size, int(3 * blur) + 2)
    if window is None:
        return
    left, top, width, height = window
    mask = np.zeros((height, width), np.uint8)
    cv2.fillConvexPoly(mask, _hull(pixels - (left, top)), 255, cv2.LINE_AA, 4)
    soft = cv2.GaussianBlur(mask, (0, 0), max(0.5, blur)).astype(np.float32)[:, :, None] / 255
    canvas[top : top + height, left : left + width] *= 1 - soft * (1 - factor)
