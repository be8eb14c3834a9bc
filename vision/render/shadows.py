"""Shadows that dice throw on what they lie on, and the dark line where they touch it."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.arrays import Array, blurred, floats
from vision.render.camera_model import Camera, Matrix, bounds, outline
from vision.render.light import Lamp, Light
from vision.render.polyhedron import OddDie
from vision.render.rounded_die import PlacedDie


def thrown(points: Matrix, source: Matrix, floor_mm: float) -> Matrix:
    """Where the shadows of points (n, 3) fall on a level floor."""
    drop = np.maximum(source[2] - points[:, 2:3], 1.0)
    fallen: Matrix = points + (points - source) * ((points[:, 2:3] - floor_mm) / drop)
    return fallen


def darken(
    canvas: Array,
    camera: Camera,
    dice: Sequence[PlacedDie | OddDie],
    light: Light,
    floor_mm: float = 0.0,
    shares: Sequence[Array] | None = None,
) -> None:
    """Darken the floor in `canvas` (linear light) where the dice keep a lamp away and where they touch it.

    Args:
        canvas: (height, width, 3), changed.
        camera: that sees it.
        dice: that throw shadows.
        light: that falls on the floor.
        floor_mm: its height.
        shares: for each lamp its share of the floor's light per pixel (height / 4, width / 4, 3); by default the same
            everywhere.
    """
    total = light.total()
    for number, lamp in enumerate(light.lamps):
        share = None if shares is None else shares[number]
        even = floats(lamp.strength) / total
        for group in _groups(camera, dice, lamp, floor_mm):
            _darken_under(canvas, camera, group, lamp, floor_mm, share, even)
    for die in dice:
        _touch(canvas, camera, die, floor_mm)


def _groups(
    camera: Camera, dice: Sequence[PlacedDie | OddDie], lamp: Lamp, floor_mm: float
) -> list[list[PlacedDie | OddDie]]:
    """Dice whose shadows may meet belong together, so that no point is darkened twice for one lamp."""
    left = list(dice)
    groups: list[list[PlacedDie | OddDie]] = []
    while left:
        group = [left.pop()]
        for one in group:
            touching = [d for d in left if np.linalg.norm(d.position - one.position) < 3.2 * (d.edge_mm + one.edge_mm)]
            group.extend(touching)
            left = [d for d in left if all(d is not other for other in touching)]
        groups.append(group)
    return groups


def _darken_under(
    canvas: Array,
    camera: Camera,
    dice: Sequence[PlacedDie | OddDie],
    lamp: Lamp,
    floor_mm: float,
    share: Array | None,
    even: NDArray[np.float32],
) -> None:
    spread = lamp.radius_mm / float(np.linalg.norm(lamp.position))
    sources = lamp.samples(1 if spread < 0.015 else 5 if spread < 0.08 else 12)
    hulls = [die.hull() for die in dice]
    ends = np.cumsum([len(hull) for hull in hulls])[:-1]  # foreign dice have fewer or more corners than ours
    fallen = np.stack([thrown(np.concatenate(hulls), source, floor_mm) for source in sources])
    points = camera.project(fallen.reshape(-1, 3))
    window = bounds(points, camera.size, 6)
    if window is None:
        return
    left, top, width, height = window
    size_px = dice[0].edge_mm * camera.focal_px / camera.depth(dice[0].position)
    sigma = max(0.5, size_px * (0.012 + 0.2 * spread))
    step = 4 if sigma > 4 else 2 if sigma > 1.4 else 1
    small = (-(-height // step), -(-width // step))
    dark = np.zeros(small, np.float32)
    shifted = ((points - (left, top) - (step - 1) / 2) / step).reshape(len(sources), -1, 2)
    for corners in shifted:
        mask = np.zeros(small, np.uint8)
        for one in np.split(corners, ends):
            cv2.fillConvexPoly(mask, outline(one), 255, cv2.LINE_AA, 4)
        cv2.accumulate(mask, dark)
    dark *= np.float32(1 / (255 * len(sources)))
    dark = _grown(blurred(dark, sigma / step), step, width, height)
    region = canvas[top : top + height, left : left + width]
    lamp_share = even if share is None else _part(share, window)
    region *= 1 - dark[:, :, None] * lamp_share


def _grown(small: Array, step: int, width: int, height: int) -> Array:
    """A map at full size."""
    if step > 1:
        big = cv2.resize(small, (small.shape[1] * step, small.shape[0] * step), interpolation=cv2.INTER_LINEAR)
        return np.asarray(big[:height, :width], dtype=np.float32)
    return small


def _part(share: Array, window: tuple[int, int, int, int]) -> Array:
    """The part of a map at a quarter of the size that lies below a window, at full size."""
    left, top, width, height = window
    part = share[top // 4 : -(-(top + height) // 4), left // 4 : -(-(left + width) // 4)]
    big = cv2.resize(part, (part.shape[1] * 4, part.shape[0] * 4), interpolation=cv2.INTER_LINEAR)
    return np.asarray(big[top % 4 : top % 4 + height, left % 4 : left % 4 + width], dtype=np.float32)


def _touch(canvas: Array, camera: Camera, die: PlacedDie | OddDie, floor_mm: float) -> None:
    """The dark line around the foot of a die, fainter the higher it floats."""
    gap = die.position[2] + die.lowest_mm() - floor_mm
    strength = 0.75 * max(0.0, 1 - max(0.0, gap) / (0.6 * die.edge_mm))
    if strength < 0.03:
        return
    foot = die.hull()
    low = foot[foot[:, 2] < die.position[2] - 0.1 * die.edge_mm]
    low = low * np.array([1, 1, 0]) + np.array([0, 0, floor_mm])
    points = camera.project(low)
    size_px = die.edge_mm * camera.focal_px / camera.depth(die.position)
    for reach, part in ((0.05, 0.6), (0.2, 0.45)):
        window = bounds(points, camera.size, int(size_px * reach * 3) + 2)
        if window is None:
            return
        left, top, width, height = window
        sigma = max(0.6, size_px * reach)
        step = 4 if sigma > 4 else 2 if sigma > 1.6 else 1
        mask = np.zeros((-(-height // step), -(-width // step)), np.float32)
        shifted = (points - (left, top) - (step - 1) / 2) / step
        cv2.fillConvexPoly(mask, outline(shifted), strength * part, cv2.LINE_AA, 4)
        dark = _grown(blurred(mask, sigma / step), step, width, height)
        canvas[top : top + height, left : left + width] *= (1 - dark)[:, :, None]
