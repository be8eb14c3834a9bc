"""The picture of tray and desk without any dice, with the light on them, as flat pieces drawn from far to near."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.arrays import Array, floats
from vision.render.camera_model import Camera
from vision.render.light import Light
from vision.render.rounded_die import LINEAR
from vision.render.sheets import SheetPainter, curved
from vision.render.textures import tile
from vision.render.tray import Tray, inside

Random = np.random.Generator


@dataclass(frozen=True, slots=True, eq=False)
class Backdrop:
    """The empty tray in linear light.

    Attributes:
        light: (height, width, 3).
        shares: for each lamp its share of the light on the floor, (height / 4, width / 4, 3).
        desk_shares: likewise on the desk.
        front: pixels (height, width) of walls that stand between the camera and the floor, None if there are none.
        floor_colour: mean linear colour (3,) of the lining.
    """

    light: Array
    shares: tuple[Array, ...]
    desk_shares: tuple[Array, ...]
    front: NDArray[np.uint8] | None
    floor_colour: Array


def draw_backdrop(camera: Camera, tray: Tray, light: Light, rng: Random) -> Backdrop:
    """Draw desk and tray."""
    width, height = camera.size
    canvas = np.zeros((height, width, 3), np.float32)
    painter = SheetPainter(camera, tray, light, canvas)
    desk_shares = painter.desk()
    shares, front = desk_shares, None
    if not tray.is_bare:
        shares = tuple(share * _opening(camera, tray)[:, :, None] for share in painter.floor())
        _litter(canvas, camera, tray, light, rng)
        front = painter.walls()
        _edges(canvas, camera, tray, light)
    else:
        _litter(canvas, camera, tray, light, rng)
    sheet = tray.desk if tray.is_bare else tray.lining
    colour = LINEAR[tile(sheet.name, sheet.variant)[::16, ::16]].reshape(-1, 3).mean(axis=0)
    return Backdrop(canvas, shares, desk_shares, front, colour)


def _opening(camera: Camera, tray: Tray) -> Array:
    """What the rim leaves open to the camera, 0 to 1, at a quarter of the size: shadows on the floor end there."""
    width, height = camera.size
    mask = np.zeros((-(-height // 4), -(-width // 4)), np.uint8)
    ring = curved(np.pad(tray.inner, ((0, 0), (0, 1)), constant_values=tray.height_mm))
    pixels = np.clip((camera.project(ring) - 1.5) / 4, -4000, 4000)
    cv2.fillPoly(mask, [np.rint(pixels * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    return floats(mask) / np.float32(255)


def _edges(canvas: Array, camera: Camera, tray: Tray, light: Light) -> None:
    """Bevels along the rim, seams and the dark line at the foot of the walls."""
    total = light.total()
    px_mm = camera.focal_px / camera.depth(np.zeros(3))
    wood = LINEAR[tile(tray.rim.name, tray.rim.variant)[::32, ::32]].reshape(-1, 3).mean(axis=0) * total
    rings = ((tray.inner, 1.25), (tray.outer, 0.75))
    for ring, tone in rings:
        points = camera.project(curved(np.pad(ring, ((0, 0), (0, 1)), constant_values=tray.height_mm), 6))
        colour = tuple(float(c) * tone for c in wood)
        width = max(1, round(0.7 * px_mm))
        cv2.polylines(canvas, [np.rint(points * 16).astype(np.int32)], True, colour, width, cv2.LINE_AA, 4)
    if tray.stitched:
        middle = tray.inner * 0.5 + tray.outer * 0.5
        points = camera.project(curved(np.pad(middle, ((0, 0), (0, 1)), constant_values=tray.height_mm), 60))
        thread = tuple(float(c) for c in floats((0.45, 0.6, 0.7)) * total)
        fixed = np.rint(points * 16).astype(np.int32)
        for a, b in zip(fixed[::2], fixed[1::2], strict=False):
            cv2.line(canvas, tuple(map(int, a)), tuple(map(int, b)), thread, max(1, round(0.6 * px_mm)), cv2.LINE_AA, 4)


def _litter(canvas: Array, camera: Camera, tray: Tray, light: Light, rng: Random) -> None:
    """Lint, dust and scratches on the floor."""
    if rng.random() < 0.25:
        return
    total, px_mm = light.total(), camera.focal_px / camera.depth(np.zeros(3))
    reach = np.abs(tray.floor).max() if not tray.is_bare else 150.0
    for _ in range(int(rng.integers(3, 40))):
        at = rng.uniform(-reach, reach, 2)
        if not tray.is_bare and inside(tray.floor, floats(at[:1]), floats(at[1:]))[0] < 3:
            continue
        angle, length = (
            float(rng.uniform(0, 6.3)),
            float(rng.exponential(1.2)) if rng.random() < 0.8 else float(rng.uniform(4, 9)),
        )
        t = np.linspace(0, 1, 5)
        bend = float(rng.normal(0, 0.8))
        flat = at + length * np.stack([t * np.cos(angle + bend * t), t * np.sin(angle + bend * t)], 1)
        points = camera.project(np.pad(flat, ((0, 0), (0, 1))))
        if not (points[0] > 0).all() or not (points[0] < np.array(camera.size)).all():
            continue
        tone = float(rng.choice([0.8, 0.6, 0.35, 0.05]))
        colour = tuple(float(c) * tone for c in total)
        width = max(1, round(0.25 * px_mm))
        cv2.polylines(canvas, [np.rint(points * 16).astype(np.int32)], False, colour, width, cv2.LINE_AA, 4)
