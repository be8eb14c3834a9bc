"""Cuts a die out of the full frame, turned so that its top face stands upright in the middle of a small picture."""

from __future__ import annotations

import cmath
import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Frame
from vision.rectify import Quad, centre_of, edge_of

SMALLEST = 3
"""How often the frame is halved at most before a die is cut out."""


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a top face lies in a picture.

    Attributes:
        centre: of the face in pixels.
        edge: of the square with the same area, in pixels.
        turn: of its upper edge against the picture's, in radians, -pi/4 to pi/4.
    """

    centre: tuple[float, float]
    edge: float
    turn: float

    def into(self, faces: float, side: int) -> NDArray[np.float64]:
        """The map (2, 3) from the frame to a picture (side, side) that is `faces` edges of the die wide."""
        scale = side / (faces * self.edge)
        c, s = math.cos(self.turn) * scale, math.sin(self.turn) * scale
        x, y = self.centre
        middle = (side - 1) / 2
        return np.array([[c, s, middle - c * x - s * y], [-s, c, middle + s * x - c * y]], np.float64)


def pose_of(quad: Quad) -> Pose:
    """The pose of a face whose corners are given clockwise."""
    corners = [complex(x, y) for x, y in quad]
    fourfold = sum((after - before) ** 4 for before, after in zip(corners, corners[1:] + corners[:1], strict=True))
    return Pose(centre_of(quad), max(1.0, edge_of(quad)), cmath.phase(fourfold) / 4)


def halves(frame: Frame) -> tuple[Frame, ...]:
    """The frame and its halves down to an eighth, so that small pictures of it are sharp and not jagged."""
    frames = [frame]
    for _ in range(SMALLEST):
        height, width = frames[-1].shape[:2]
        if min(height, width) < 32:
            break
        frames.append(np.asarray(cv2.resize(frames[-1], (width // 2, height // 2), interpolation=cv2.INTER_AREA)))
    return tuple(frames)


def around(frames: tuple[Frame, ...], pose: Pose, faces: float, side: int) -> Frame:
    """A picture (side, side, 3), `faces` edges of the die wide, in which its face stands upright in the middle.

    Args:
        frames: of `halves`.
        pose: of the face in pixels of the first of them.
        faces: edge of the picture in edges of the face.
        side: edge of the picture in pixels.
    """
    into = pose.into(faces, side)
    scale = side / (faces * pose.edge)
    level = min(len(frames) - 1, max(0, math.floor(math.log2(1 / scale) + 0.25)))
    height, width = frames[level].shape[:2]
    back = np.array([frames[0].shape[1] / width, frames[0].shape[0] / height])
    # the middle of the first pixel of a halved frame is at 0.5 of the whole one
    into[:, 2] += into[:, :2] @ ((back - 1) / 2)
    into[:, :2] *= back
    picture = cv2.warpAffine(frames[level], into, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(picture, np.uint8)
