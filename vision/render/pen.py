"""A pen that draws face art into a mask: strokes, broad-nib strokes, filled shapes and woven strands.

Coordinates are -1 to 1 over the face, x to the right and y down; the ink is a coverage from 0 to 255.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.uint8]
Points = NDArray[np.float64]

FACE_PX = 128
"""Edge of a finished face texture in pixels."""

_CANVAS_PX = 256
_SHIFT = 4


def path(points: Iterable[tuple[float, float]]) -> Points:
    """The points as an array (n, 2)."""
    return np.array(list(points), dtype=np.float64).reshape(-1, 2)


def arc(
    centre: tuple[float, float], radius: float | tuple[float, float], start_deg: float, end_deg: float, steps: int = 24
) -> Points:
    """Points of an elliptic arc; angles run clockwise from the right, as y points down."""
    rx, ry = radius if isinstance(radius, tuple) else (radius, radius)
    angle = np.radians(np.linspace(start_deg, end_deg, steps))
    return np.stack([centre[0] + rx * np.cos(angle), centre[1] + ry * np.sin(angle)], axis=1)


def turned(points: Points, degrees: float) -> Points:
    """The points turned clockwise about the middle of the face."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    turn: Points = points @ np.array([[c, s], [-s, c]])
    return turn


class Pen:
    """A canvas for one face; `mask` gives the finished coverage.

    `weight` makes all strokes thicker (above 1) or thinner.
    """

    def __init__(self, weight: float = 1.0) -> None:
        self._weight = weight
        self._canvas: Mask = np.zeros((_CANVAS_PX, _CANVAS_PX), np.uint8)

    def mask(self) -> Mask:
        """The coverage (FACE_PX, FACE_PX), 0 to 255."""
        small: Mask = np.asarray(
            cv2.resize(self._canvas, (FACE_PX, FACE_PX), interpolation=cv2.INTER_AREA), dtype=np.uint8
        )
        return small

    def stroke(self, points: Points, width: float, closed: bool = False, erase: bool = False) -> None:
        """Draw along the points with a round pen of this width (the face is 2 wide)."""
        cv2.polylines(
            self._canvas, [self._pixels(points)], closed, self._value(erase), self._px(width), cv2.LINE_AA, _SHIFT
        )

    def nib_stroke(self, points: Points, width: float, thin: float, nib_deg: float) -> None:
        """Draw along the points with a broad nib: thick across the nib, thin along it."""
        reach = np.array([math.cos(math.radians(nib_deg)), math.sin(math.radians(nib_deg))]) * width / 2
        for a, b in pairwise(points):
            corners = np.array([a - reach, a + reach, b + reach, b - reach])
            hull = cv2.convexHull(self._pixels(corners))
            cv2.fillConvexPoly(self._canvas, hull, 255, cv2.LINE_AA, _SHIFT)
            cv2.polylines(self._canvas, [hull], True, 255, self._px(thin), cv2.LINE_AA, _SHIFT)

    def fill(self, points: Points, erase: bool = False) -> None:
        """Fill the polygon."""
        cv2.fillPoly(self._canvas, [self._pixels(points)], self._value(erase), cv2.LINE_AA, _SHIFT)

    def disc(self, centre: tuple[float, float], radius: float, erase: bool = False) -> None:
        """Fill a disc."""
        self.fill(arc(centre, radius, 0, 360, 40), erase)

    def ring(self, centre: tuple[float, float], radius: float, width: float, erase: bool = False) -> None:
        """Draw a circle with a pen of this width."""
        self.stroke(arc(centre, radius, 0, 360, 48), width, True, erase)

    def weave(self, strand: Points, height: Sequence[float] | NDArray[np.float64], width: float, gap: float) -> None:
        """Draw a closed strand that passes over and under itself.

        Args:
            strand: closed curve (n, 2).
            height: n heights; where the strand meets itself the higher part is drawn over the lower.
            width: of the strand.
            gap: clear space left at each side of an upper strand.
        """
        count = len(strand)
        step = float(np.hypot(*(strand[1] - strand[0]))) + 1e-6
        around = max(2, int((width / 2 + gap) / step) + 2)
        pixels = self._pixels(strand)
        for i in np.argsort(np.asarray(height), kind="stable"):
            over = pixels[[int(i), (int(i) + 1) % count]]
            cv2.polylines(self._canvas, [over], False, 0, self._px(width + 2 * gap), cv2.LINE_AA, _SHIFT)
            near = pixels[[(int(i) + k) % count for k in range(-around, around + 2)]]
            cv2.polylines(self._canvas, [near], False, 255, self._px(width), cv2.LINE_AA, _SHIFT)

    def cut_outline(self, width: float) -> None:
        """Keep only an outline of this width of what was drawn."""
        size = self._px(width) | 1
        inner = cv2.erode(self._canvas, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)))
        self._canvas = np.asarray(cv2.subtract(self._canvas, inner), dtype=np.uint8)

    @staticmethod
    def _value(erase: bool) -> int:
        return 0 if erase else 255

    def _px(self, width: float) -> int:
        return max(2, round(width * self._weight * _CANVAS_PX / 2))

    @staticmethod
    def _pixels(points: Points) -> NDArray[np.int32]:
        scaled = ((points + 1) * (_CANVAS_PX / 2) - 0.5) * (1 << _SHIFT)
        return np.rint(scaled).astype(np.int32)
