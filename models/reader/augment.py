"""What a camera may do to a picture that the renderer did not: light, colour, noise, focus, crop."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
Random = np.random.Generator


def develop(picture: Pixels, rng: Random, strength: float = 1.0) -> Pixels:
    """The picture with another exposure, white balance, contrast, noise and focus."""
    x = picture.astype(np.float32)
    if rng.random() < 0.7:
        x *= rng.uniform(1 - 0.12 * strength, 1 + 0.12 * strength, 3).astype(np.float32)
        x *= np.float32(np.exp(rng.normal(0, 0.28 * strength)))
    if rng.random() < 0.3:
        x = 255 * np.clip(x / 255, 0, None) ** np.float32(np.exp(rng.normal(0, 0.2 * strength)))
    if rng.random() < 0.15:
        grey = x.mean(axis=2, keepdims=True)
        x = grey + (x - grey) * np.float32(rng.uniform(0.5, 1.4))
    if rng.random() < 0.35:
        x = cv2.GaussianBlur(x, (0, 0), rng.uniform(0.3, 0.9))
    if rng.random() < 0.6:
        noise = rng.standard_normal((*x.shape[:2], 3 if rng.random() < 0.5 else 1), dtype=np.float32)
        x += noise * np.float32(rng.uniform(1, 9))
    return np.clip(x, 0, 255).astype(np.uint8)


def place(size: tuple[int, int], rng: Random) -> NDArray[np.float64]:
    """An affine map (3, 3) that turns, mirrors, zooms and shifts a frame of that height and width."""
    height, width = size
    matrix = np.eye(3)
    if rng.random() < 0.5:
        matrix = np.array([[-1, 0, width - 1], [0, 1, 0], [0, 0, 1.0]]) @ matrix
    if rng.random() < 0.5:
        matrix = np.array([[1, 0, 0], [0, -1, height - 1], [0, 0, 1.0]]) @ matrix
    if rng.random() < 0.5:
        zoom, angle = np.exp(rng.uniform(-0.35, 0.4)), np.radians(rng.normal(0, 8))
        c, s = zoom * np.cos(angle), zoom * np.sin(angle)
        x, y = width / 2 * rng.uniform(0.75, 1.25), height / 2 * rng.uniform(0.75, 1.25)
        matrix = np.array([[c, -s, x - c * width / 2 + s * height / 2],
                           [s, c, y - s * width / 2 - c * height / 2], [0, 0, 1.0]]) @ matrix  # fmt: skip
    return matrix


def spoil(picture: Pixels, rng: Random) -> Pixels:
    """A rectified face that nobody should read: out of focus, smeared, too dark, washed out by glare or covered."""
    side = picture.shape[0]
    kind = rng.integers(5)
    if kind == 0:
        return cv2.GaussianBlur(picture, (0, 0), side * rng.uniform(0.038, 0.07))
    if kind == 1:
        length = int(side * rng.uniform(0.13, 0.3)) | 1
        kernel = np.zeros((length, length), np.float32)
        angle = rng.uniform(0, np.pi)
        reach = np.array([np.cos(angle), np.sin(angle)]) * length / 2
        middle = np.array([length / 2, length / 2])
        cv2.line(kernel, tuple((middle - reach).astype(int)), tuple((middle + reach).astype(int)), 1.0, 1)
        return cv2.filter2D(picture, -1, kernel / kernel.sum())
    if kind == 2:
        dark = picture.astype(np.float32) * rng.uniform(0.02, 0.07) + rng.normal(0, 5, picture.shape)
        return np.clip(dark, 0, 255).astype(np.uint8)
    mask = np.zeros((side, side), np.uint8)
    if kind == 3:
        centre = tuple(int(side * value) for value in rng.uniform(0.35, 0.65, 2))
        axes = tuple(int(side * value) for value in rng.uniform(0.26, 0.5, 2))
        cv2.ellipse(mask, centre, axes, rng.uniform(0, 180), 0, 360, 255, -1)
        soft = cv2.GaussianBlur(mask, (0, 0), side * 0.04)[..., None] / 255.0
        return np.clip(picture + soft * rng.uniform(230, 400), 0, 255).astype(np.uint8)
    angle, cut = rng.uniform(0, 2 * np.pi), rng.uniform(-0.14, 0.12) * side
    yy, xx = np.mgrid[:side, :side] - side / 2
    mask = ((xx * np.cos(angle) + yy * np.sin(angle)) > cut).astype(np.uint8) * 255
    soft = cv2.GaussianBlur(mask, (0, 0), 1.2)[..., None] / 255.0
    colour = rng.uniform(30, 230, 3) if rng.random() < 0.5 else np.array([120, 150, 200]) * rng.uniform(0.5, 1.1)
    return np.clip(picture * (1 - soft) + soft * (colour + rng.normal(0, 6, picture.shape)), 0, 255).astype(np.uint8)


def touch_up(picture: Pixels, rng: Random) -> Pixels:
    """A face that is still to be read: highlights, a veil of light, a little covered, coarse or slightly unsharp."""
    side = picture.shape[0]
    if rng.random() < 0.15:
        mask = np.zeros((side, side), np.uint8)
        centre = tuple(int(side * value) for value in rng.uniform(0.15, 0.85, 2))
        axes = tuple(int(side * value) for value in rng.uniform(0.04, 0.14, 2))
        cv2.ellipse(mask, centre, axes, rng.uniform(0, 180), 0, 360, 255, -1)
        soft = cv2.GaussianBlur(mask, (0, 0), side * rng.uniform(0.01, 0.05))[..., None] / 255.0
        picture = np.clip(picture + soft * rng.uniform(60, 250), 0, 255).astype(np.uint8)
    if rng.random() < 0.15:
        picture = _mirrored_lamp(picture, rng)
    if rng.random() < 0.08:  # the whole face mirrors something bright
        share = np.float32(rng.uniform(0.15, 0.65))
        veil = rng.uniform(170, 255) * rng.uniform(0.85, 1.0, 3).astype(np.float32)
        picture = np.clip(picture * (1 - share) + veil * share, 0, 255).astype(np.uint8)
    if rng.random() < 0.12:  # a small die, enlarged
        few = int(side * rng.uniform(0.3, 0.75))
        small = cv2.resize(picture, (few, few), interpolation=cv2.INTER_AREA)
        picture = cv2.resize(small, (side, side), interpolation=cv2.INTER_LINEAR)
    elif rng.random() < 0.35:
        picture = cv2.GaussianBlur(picture, (0, 0), side * rng.uniform(0.003, 0.022))
    if rng.random() < 0.1:  # a soft shadow edge
        angle, cut = rng.uniform(0, 2 * np.pi), rng.uniform(-0.3, 0.3) * side
        yy, xx = np.mgrid[:side, :side] - side / 2
        edge = 1 / (1 + np.exp(-((xx * np.cos(angle) + yy * np.sin(angle)) - cut) / rng.uniform(0.6, 8)))
        picture = np.clip(picture * (1 - rng.uniform(0.2, 0.75) * edge[..., None]), 0, 255).astype(np.uint8)
    if rng.random() < 0.2:  # under a coloured lamp, or through a camera that took it for white
        picture = np.clip(picture * rng.uniform(0.7, 1.25, 3), 0, 255).astype(np.uint8)
    return picture


def _mirrored_lamp(picture: Pixels, rng: Random) -> Pixels:
    """A window or a panel mirrored in part of the face, with sharp edges."""
    side = picture.shape[0]
    middle, angle = rng.uniform(0.1, 0.9, 2), rng.uniform(0, np.pi)
    half = np.array([np.cos(angle), np.sin(angle)]) * rng.uniform(0.1, 0.3)
    across = np.array([-half[1], half[0]]) * rng.uniform(0.08, 1.0)
    corners = np.array([middle + half + across, middle + half - across, middle - half - across, middle - half + across])
    mask = np.zeros((side, side), np.uint8)
    cv2.fillConvexPoly(mask, np.rint(corners * side * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    soft = cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.4, 1.5))[..., None] / np.float32(255)
    return np.clip(picture + soft * np.float32(rng.uniform(30, 170)), 0, 255).astype(np.uint8)
