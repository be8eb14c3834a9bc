"""Turns the top face of a die into a small upright picture."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import FrameError
from vision.reading import Frame, Point

PICTURE_SIDE = 96
"""Edge of a rectified picture in pixels."""

MARGIN = 1.5
"""Edge of the picture in edges of the face: a quarter of a face is seen around it."""

Quad = tuple[Point, Point, Point, Point]


def check_frame(frame: Frame) -> None:
    """Make sure that an array is a picture.

    Raises:
        FrameError: it is not (height, width, 3) uint8 with at least 16 pixels each way.
    """
    if not isinstance(frame, np.ndarray) or frame.dtype != np.uint8 or frame.ndim != 3 or frame.shape[2] != 3:
        shape = getattr(frame, "shape", None)
        raise FrameError(
            "A frame is (height, width, 3) uint8 in blue, green, red, "
            f"not {getattr(frame, 'dtype', type(frame))} {shape}."
        )
    if min(frame.shape[:2]) < 16:
        raise FrameError(f"The picture is only {frame.shape[1]}x{frame.shape[0]} pixels; give a larger one.")


def clockwise(corners: Sequence[Point] | NDArray[np.floating]) -> Quad:
    """Four corners in clockwise order as seen in the picture, beginning with the one nearest the top left."""
    plain = corners.tolist() if isinstance(corners, np.ndarray) else corners
    points = [(float(x), float(y)) for x, y in plain]  # plain numbers: arrays take five times as long for so few
    middle_x, middle_y = sum(x for x, _ in points) / 4, sum(y for _, y in points) / 4
    points.sort(key=lambda point: math.atan2(point[1] - middle_y, point[0] - middle_x))
    start = min(range(4), key=lambda i: points[i][0] + points[i][1])
    first, second, third, fourth = points[start:] + points[:start]
    return first, second, third, fourth


def centre_of(quad: Quad) -> Point:
    """Where the diagonals of a quadrilateral meet: the middle of the face also in perspective."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad
    across = (ax - cx) * (by - dy) - (ay - cy) * (bx - dx)
    if abs(across) < 1e-9:
        return (ax + bx + cx + dx) / 4, (ay + by + cy + dy) / 4
    first = ax * cy - ay * cx
    second = bx * dy - by * dx
    return (first * (bx - dx) - (ax - cx) * second) / across, (first * (by - dy) - (ay - cy) * second) / across


def edge_of(quad: Quad) -> float:
    """Edge of the square with the same area, in pixels."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad
    return math.sqrt(abs((cx - ax) * (dy - by) - (dx - bx) * (cy - ay)) / 2)


def rectify(frame: Frame, quad: Quad, side: int = PICTURE_SIDE, margin: float = MARGIN) -> Frame:
    """The face inside `quad`, upright in the middle of a (side, side, 3) picture; its border is repeated."""
    inset = side * (1 - 1 / margin) / 2
    far = side - inset
    target = np.array([[inset, inset], [far, inset], [far, far], [inset, far]], np.float32)
    into = cv2.getPerspectiveTransform(np.asarray(quad, np.float32), target)
    patch = cv2.warpPerspective(frame, into, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(patch, dtype=np.uint8)


def whole_picture(size: tuple[int, int], face: float = 0.8) -> Quad:
    """The quadrilateral of a die that fills a picture of that width and height.

    Args:
        size: width and height in pixels.
        face: edge of the face as a part of the shorter side.
    """
    width, height = size
    half = min(width, height) * face / 2
    x, y = width / 2, height / 2
    return (x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)
