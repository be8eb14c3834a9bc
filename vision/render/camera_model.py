"""A camera in millimetres: where it stands, where it looks, and how its lens bends the picture.

The world is right-handed, x to the right, y away, z up; the floor of the tray is z = 0.  The lens is described from the
picture to the scene (undistorted = distorted * (1 + bend * r^2)), so that every pixel's ray is known in closed form.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.arrays import Array, floats

Matrix = NDArray[np.float64]
Window = tuple[int, int, int, int]
"""Left, top, width and height of a part of the picture in pixels; the pixel (i, j) has its middle at (i, j)."""


@dataclass(frozen=True, slots=True, eq=False)
class Camera:
    """A camera.

    Attributes:
        size: width and height of the picture in pixels.
        focal_px: focal length.
        middle: where the optical axis meets the picture, in pixels.
        position: of the lens in mm.
        turn: rows are the picture's right, the picture's down and the view direction in the world.
        bend: of the lens; above 0 for barrel distortion.
    """

    size: tuple[int, int]
    focal_px: float
    middle: tuple[float, float]
    position: Matrix
    turn: Matrix
    bend: float = 0.0

    def project(self, points: Matrix) -> Matrix:
        """Pixels (n, 2) of points (n, 3) in mm."""
        seen = (np.asarray(points, dtype=np.float64) - self.position) @ self.turn.T
        flat = seen[:, :2] / np.maximum(seen[:, 2:3], 1e-6)
        if self.bend:
            square = np.einsum("ij,ij->i", flat, flat)
            scale = np.ones_like(square)
            for _ in range(5):
                scale = 1 / (1 + self.bend * square * scale * scale)
            flat *= scale[:, None]
        pixels: Matrix = flat * self.focal_px + self.middle
        return pixels

    def rays(self, window: Window, step: int = 1) -> tuple[Array, Array]:
        """Undistorted x and y of the rays through a window (every `step` pixels, at the middle of each step)."""
        left, top, width, height = window
        offset = (step - 1) / 2
        x = floats((np.arange(-(-width // step)) * step + (left + offset - self.middle[0])) / self.focal_px)
        y = floats((np.arange(-(-height // step)) * step + (top + offset - self.middle[1])) / self.focal_px)
        if not self.bend:
            return np.broadcast_to(x, (len(y), len(x))), np.broadcast_to(y[:, None], (len(y), len(x)))
        scale = 1 + np.float32(self.bend) * (x * x + (y * y)[:, None])
        return x * scale, y[:, None] * scale

    def depth(self, point: Matrix) -> float:
        """Distance of a point along the view direction, in mm."""
        return float((np.asarray(point) - self.position) @ self.turn[2])

    def window(self, size: tuple[int, int], left: float, top: float) -> Camera:
        """The same camera with a picture that shows only a part of this one."""
        return replace(self, size=size, middle=(self.middle[0] - left, self.middle[1] - top))

    def scaled(self, size: tuple[int, int]) -> Camera:
        """The same view on a picture of another size (cut where the shape differs)."""
        scale = max(size[0] / self.size[0], size[1] / self.size[1])
        cut = ((self.size[0] * scale - size[0]) / 2, (self.size[1] * scale - size[1]) / 2)
        middle = ((self.middle[0] + 0.5) * scale - 0.5 - cut[0], (self.middle[1] + 0.5) * scale - 0.5 - cut[1])
        return replace(self, size=size, focal_px=self.focal_px * scale, middle=middle)


def cross(a: Sequence[float] | Matrix, b: Sequence[float] | Matrix) -> Matrix:
    """Cross product of two vectors of three numbers (numpy's is slow for single ones)."""
    ax, ay, az = a
    bx, by, bz = b
    return np.array([ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx])


def looking_down(
    size: tuple[int, int],
    view_mm: float,
    height_mm: float,
    tilt_deg: float = 0.0,
    azimuth_deg: float = 0.0,
    roll_deg: float = 0.0,
    target: tuple[float, float] = (0.0, 0.0),
    bend: float = 0.0,
) -> Camera:
    """A camera above the tray.

    Args:
        size: of the picture in pixels.
        view_mm: width of the floor that the picture shows at the target.
        height_mm: distance of the lens from the target.
        tilt_deg: of the optical axis against the plumb line.
        azimuth_deg: direction in which the camera stands off.
        roll_deg: of the picture about its axis.
        target: where on the floor it looks.
        bend: of the lens.
    """
    tilt, azimuth, roll = math.radians(tilt_deg), math.radians(azimuth_deg), math.radians(roll_deg)
    back = np.array([math.sin(tilt) * math.cos(azimuth), math.sin(tilt) * math.sin(azimuth), math.cos(tilt)])
    ahead = -back
    right = cross(ahead, (0.0, 1.0, 0.0))
    right /= np.linalg.norm(right)
    down = cross(ahead, right)
    turn = np.stack(
        [right * math.cos(roll) + down * math.sin(roll), down * math.cos(roll) - right * math.sin(roll), ahead]
    )
    position = np.array([target[0], target[1], 0.0]) + back * height_mm
    focal = size[0] * height_mm / view_mm
    return Camera(size, focal, ((size[0] - 1) / 2, (size[1] - 1) / 2), position, turn, bend)


def bounds(pixels: Matrix, size: tuple[int, int], margin: int = 2) -> Window | None:
    """The smallest window of the picture that holds those pixels and a margin, None if it is empty."""
    left, top = np.floor(pixels.min(axis=0)).astype(int) - margin
    right, bottom = np.ceil(pixels.max(axis=0)).astype(int) + margin + 1
    left, top, right, bottom = max(0, left), max(0, top), min(size[0], right), min(size[1], bottom)
    if right <= left or bottom <= top:
        return None
    return int(left), int(top), int(right - left), int(bottom - top)


def outline(points: Matrix) -> NDArray[np.int32]:
    """The hull of points in the picture as cv2 wants it, with four binary places after the point."""
    fixed = np.rint(points * 16).astype(np.int32)
    return np.asarray(cv2.convexHull(fixed), dtype=np.int32)
