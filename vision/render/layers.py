"""Putting drawn things over the picture, sharp or smeared by motion."""

from __future__ import annotations

import cv2
import numpy as np

from vision.render.arrays import Array
from vision.render.camera_model import Camera
from vision.render.rounded_die import Layer
from vision.render.sensor import motion_kernel


def paint(canvas: Array, layer: Layer) -> None:
    """Put a layer over linear light."""
    left, top, width, height = layer.window
    region = canvas[top : top + height, left : left + width]
    region *= 1 - layer.coverage[:, :, None]
    region += layer.colour


def smeared(layer: Layer, length_px: float, direction_deg: float, camera: Camera) -> Layer:
    """The layer blurred along a line, as a die that moves while the shutter is open."""
    margin = int(length_px / 2) + 2
    left, top, width, height = layer.window
    x0, y0 = max(0, left - margin), max(0, top - margin)
    x1, y1 = min(camera.size[0], left + width + margin), min(camera.size[1], top + height + margin)
    sides = (top - y0, y1 - top - height, left - x0, x1 - left - width)
    kernel = motion_kernel(length_px, direction_deg)
    colour = cv2.copyMakeBorder(layer.colour, *sides, cv2.BORDER_CONSTANT)
    coverage = cv2.copyMakeBorder(layer.coverage, *sides, cv2.BORDER_CONSTANT)
    colour = cv2.filter2D(colour, -1, kernel, borderType=cv2.BORDER_CONSTANT)
    coverage = cv2.filter2D(coverage, -1, kernel, borderType=cv2.BORDER_CONSTANT)
    flag = cv2.copyMakeBorder(layer.top.astype(np.uint8), *sides, cv2.BORDER_CONSTANT) > 0
    window = (x0, y0, x1 - x0, y1 - y0)
    return Layer(window, np.asarray(colour, np.float32), np.asarray(coverage, np.float32), np.asarray(flag))
