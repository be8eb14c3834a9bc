"""A hand over the tray: rounded fingers, palm and sleeve with their shadow."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.arrays import Array, blurred, floats, resized
from vision.render.camera_model import Camera, Matrix, bounds
from vision.render.light import Light
from vision.render.palette import Colour, pick_body
from vision.render.rounded_die import LINEAR
from vision.render.shadows import thrown

Random = np.random.Generator


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand over the tray: where its palm is, from where the arm comes, size, height, skin and sleeve."""

    x: float
    y: float
    z: float
    turn_rad: float
    scale: float
    spread: float
    curl: float
    skin: Colour
    sleeve: Colour
    sleeve_at: float
    mirrored: bool


_SKINS: tuple[Colour, ...] = (
    (150, 175, 225),
    (125, 160, 215),
    (95, 130, 190),
    (70, 100, 155),
    (45, 65, 105),
    (35, 48, 80),
)


def random_hand(rng: Random, x: float, y: float, z: float) -> Hand:
    """A hand that reaches to that place."""
    return Hand(
        x, y, z, float(rng.uniform(0, 2 * math.pi)), float(rng.uniform(0.85, 1.15)), float(rng.uniform(0.5, 1.3)),
        float(rng.uniform(0.6, 1.0)), _SKINS[int(rng.integers(len(_SKINS)))], pick_body(rng),
        float(rng.uniform(70, 150)), bool(rng.random() < 0.5),
    )  # fmt: skip


def _bones(hand: Hand) -> list[tuple[Matrix, Matrix, float, float]]:
    """Rounded bars in mm: both ends, and the radius at each; fingertips lie at the hand's place."""
    bones = []
    for k, (root, length, lean) in enumerate(((30, 62, 0.28), (10, 74, 0.08), (-10, 70, -0.1), (-28, 56, -0.3))):
        angle = lean * hand.spread
        start = np.array([-78.0, root])
        middle = start + np.array([math.cos(angle), math.sin(angle)]) * length * 0.5
        tip = middle + np.array([math.cos(angle * 1.3), math.sin(angle * 1.3)]) * length * 0.5 * hand.curl
        radius = 9.5 - 0.7 * abs(k - 1)
        bones += [(start, middle, radius + 0.8, radius), (middle, tip, radius, radius * 0.82)]
        bones.append((np.array([-140.0, root * 0.8]), start, 15.0, 12.0))
    thumb = np.array([-125.0, 38.0]), np.array([-92.0, 62.0]), np.array([-62.0, 62.0 - 14 * hand.spread])
    bones += [(thumb[0], thumb[1], 15.0, 11.5), (thumb[1], thumb[2], 11.0, 8.5)]
    bones.append((np.array([-150.0, 0.0]), np.array([-420.0, 0.0]), 27.0, 36.0))
    c, s = math.cos(hand.turn_rad), math.sin(hand.turn_rad)
    turn = np.array([[c, s], [-s, c]]) * hand.scale
    flip = np.array([1.0, -1.0 if hand.mirrored else 1.0])
    place = np.array([hand.x, hand.y])
    return [
        ((a * flip) @ turn + place, (b * flip) @ turn + place, ra * hand.scale, rb * hand.scale)
        for a, b, ra, rb in bones
    ]


def draw_hand(canvas: Array, camera: Camera, hand: Hand, light: Light, rng: Random) -> NDArray[np.uint8]:
    """Draw a hand with its shadow; returns the pixels that it covers (height, width), 0 or 255."""
    height, width = canvas.shape[:2]
    step = 2 if width > 700 else 1
    small = (-(-height // step), -(-width // step))
    per_mm = camera.focal_px / camera.depth(np.array([0, 0, hand.z])) / step
    relief = np.full(small, -1e3, np.float32)
    for a, b, ra, rb in _bones(hand):
        ends = camera.project(np.array([[*a, hand.z], [*b, hand.z]])) / step
        _bar_height(relief, ends, ra * per_mm, rb * per_mm)
    covered = (relief > -1e2).astype(np.uint8) * 255
    solid = blurred(np.maximum(relief, 0), 1.6 + 0.8 * per_mm)
    _hand_shadow(canvas, camera, hand, light, covered, step)
    colour = _skin(solid, hand, camera, step, light, rng)
    soft = cv2.GaussianBlur(covered, (0, 0), 0.8)
    if step > 1:
        colour = resized(colour, (small[1] * step, small[0] * step))[:height, :width]
        soft = cv2.resize(soft, (small[1] * step, small[0] * step), interpolation=cv2.INTER_LINEAR)[:height, :width]
    share = soft.astype(np.float32)[:, :, None] / 255
    canvas *= 1 - share
    canvas += np.asarray(colour) * share
    return np.asarray((soft > 127).astype(np.uint8) * 255, dtype=np.uint8)


def _bar_height(relief: Array, ends: Matrix, ra: float, rb: float) -> None:
    """Raise the relief to a rounded bar between two points in pixels."""
    window = bounds(ends, (relief.shape[1], relief.shape[0]), int(max(ra, rb)) + 2)
    if window is None:
        return
    left, top, width, height = window
    x = np.arange(left, left + width, dtype=np.float32) - np.float32(ends[0, 0])
    y = (np.arange(top, top + height, dtype=np.float32) - np.float32(ends[0, 1]))[:, None]
    way = (ends[1] - ends[0]).astype(np.float32)
    share = np.clip((x * way[0] + y * way[1]) / max(1e-6, float(way @ way)), 0, 1)
    radius = np.float32(ra) + share * np.float32(rb - ra)
    square = radius * radius - (x - share * way[0]) ** 2 - (y - share * way[1]) ** 2
    region = relief[top : top + height, left : left + width]
    region[:] = np.where(square > 0, np.maximum(region, np.sqrt(np.maximum(square, 0))), region)


def _skin(solid: Array, hand: Hand, camera: Camera, step: int, light: Light, rng: Random) -> Array:
    right, down = cv2.Sobel(solid, cv2.CV_32F, 1, 0, scale=0.125), cv2.Sobel(solid, cv2.CV_32F, 0, 1, scale=0.125)
    length = np.sqrt(right * right + down * down + 1)
    wrinkles = cv2.resize(
        rng.standard_normal((solid.shape[0] // 3 + 1, solid.shape[1] // 3 + 1)).astype(np.float32), solid.shape[::-1]
    )
    shade = (
        np.zeros((*solid.shape, 3), np.float32)
        + floats(light.ambient) * (np.float32(0.55) + np.float32(0.45) / length)[:, :, None]
    )
    for lamp in light.lamps:
        to = camera.turn @ (np.array(lamp.position) - np.array([hand.x, hand.y, hand.z]))
        to = (to / np.linalg.norm(to)).astype(np.float32)
        facing = np.clip((-right * to[0] - down * to[1] - to[2]) / length, 0, None)
        shade += facing[:, :, None] * floats(lamp.strength) * np.float32(1.1)
    colour = np.zeros_like(shade) + LINEAR[np.array(hand.skin, np.uint8)]
    colour *= 1 + wrinkles[:, :, None] * floats((0.05, 0.05, 0.025))
    along = camera.project(
        np.array(
            [[hand.x, hand.y, hand.z], [hand.x - math.cos(hand.turn_rad), hand.y - math.sin(hand.turn_rad), hand.z]]
        )
    )
    back = (along[1] - along[0]) / np.linalg.norm(along[1] - along[0])
    per_mm = camera.focal_px / camera.depth(np.array([0, 0, hand.z]))
    x = np.arange(solid.shape[1], dtype=np.float32) * step - np.float32(along[0, 0])
    y = (np.arange(solid.shape[0], dtype=np.float32) * step - np.float32(along[0, 1]))[:, None]
    behind = x * np.float32(back[0]) + y * np.float32(back[1]) > np.float32((hand.sleeve_at + 90) * per_mm)
    colour[behind] = LINEAR[np.array(hand.sleeve, np.uint8)] * np.float32(0.8)
    return np.asarray(colour * shade, dtype=np.float32)


def _hand_shadow(
    canvas: Array, camera: Camera, hand: Hand, light: Light, covered: NDArray[np.uint8], step: int
) -> None:
    total = light.total()
    here = camera.project(np.array([[hand.x, hand.y, hand.z]]))[0]
    for lamp in light.lamps:
        fallen = camera.project(thrown(np.array([[hand.x, hand.y, hand.z]]), np.array(lamp.position), 0.0))[0]
        shift = (fallen - here) / step
        move = np.array([[1, 0, shift[0]], [0, 1, shift[1]]])
        moved = cv2.warpAffine(covered, move, covered.shape[::-1])
        blur = 1 + lamp.radius_mm * hand.z / lamp.position[2] * camera.focal_px / camera.depth(np.zeros(3)) / step
        soft = cv2.GaussianBlur(moved, (0, 0), min(blur, 40.0))
        if step > 1:
            soft = cv2.resize(soft, (soft.shape[1] * step, soft.shape[0] * step))[: canvas.shape[0], : canvas.shape[1]]
        share = floats(lamp.strength) / total
        canvas *= 1 - (soft.astype(np.float32) / 255)[:, :, None] * share
