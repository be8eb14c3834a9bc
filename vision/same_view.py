"""Whether two pictures show the tray from the same place, whatever dice lie in it; tells when the camera was moved.

The edges of rim, lining and desk are compared where no die lies in either picture.  On rendered rigs (the set `rigs`,
four trays of 24 rolls) the likeness of two pictures is 0.58 to 0.96 in one light and 0.30 to 0.9 across lamps; shifted
by a twenty-fifth of their width they have less than 0.25, the desk tray's up to 0.45.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Die, Frame
from vision.rectify import check_frame

WIDTH = 320

AROUND = 2.2
"""So many times its size is left out around a die, for its shadow."""

STRONGEST = 6.0
"""Edges stronger than so many times the mean count as this: one bright reflection is not the whole picture."""

LIKE = 0.5
"""Likeness above which two pictures of an evening are from the same place, in the same light."""

ELSEWHERE = 0.3
"""Likeness below which no lamp explains the difference: the camera or the tray was moved."""


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """One look at the tray.

    Attributes:
        edges: strength of the edges of the small grey picture, (rows, 320) in multiples of their mean.
        is_free: where no die lies, same shape.
    """

    edges: NDArray[np.float32]
    is_free: NDArray[np.bool_]


def view_of(frame: Frame, dice: Sequence[Die] = ()) -> View:
    """What a frame (height, width, 3) uint8, BGR shows beside these dice.

    Raises:
        FrameError: the array is no picture.
    """
    check_frame(frame)
    height = max(8, round(frame.shape[0] * WIDTH / frame.shape[1]))
    grey = cv2.cvtColor(cv2.resize(frame, (WIDTH, height), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    small = cv2.GaussianBlur(grey.astype(np.float32), (0, 0), 1.0)
    edges = cv2.magnitude(cv2.Sobel(small, cv2.CV_32F, 1, 0), cv2.Sobel(small, cv2.CV_32F, 0, 1))
    edges = np.minimum(edges / (edges.mean() + 1e-3), STRONGEST)
    covered = np.zeros(edges.shape, np.uint8)
    for die in dice:
        corners = np.asarray(die.quad, np.float32) * (WIDTH / frame.shape[1])
        middle = corners.mean(axis=0)
        cv2.fillConvexPoly(covered, np.rint(middle + (corners - middle) * AROUND).astype(np.int32), 1)
    return View(np.asarray(cv2.GaussianBlur(edges, (0, 0), 0.5), np.float32), covered == 0)


def likeness(one: View, other: View) -> float:
    """Correlation of what both show where neither has a die: about 0.4 to 1 from one place, less from another.

    1 where there is nothing to compare: no rim, no grain, or dice everywhere.
    """
    if one.edges.shape != other.edges.shape:
        return 0.0
    both = one.is_free & other.is_free
    if both.mean() < 0.2:
        return 1.0
    first, second = one.edges[both], other.edges[both]
    first, second = first - first.mean(), second - second.mean()
    strength = float((first * first).sum() * (second * second).sum()) ** 0.5
    return float((first * second).sum()) / strength if strength > both.sum() * 0.05 else 1.0


class ViewWatch:
    """Looks at still trays one after the other and tells when they begin to look different."""

    def __init__(self) -> None:
        self._known: View | None = None
        self._strange: View | None = None

    def was_moved(self, view: View) -> bool:
        """True if this is seen from elsewhere than what was seen before; nothing is remembered."""
        return self._known is not None and likeness(view, self._known) < ELSEWHERE

    def has_changed(self, view: View) -> bool:
        """Remember this look; True once if it and the one before are alike, and unlike all before those."""
        before, self._strange = self._strange, None
        if self._known is None or likeness(view, self._known) >= LIKE:
            self._known = view
            return False
        if before is None or likeness(view, before) < LIKE:  # something passes through the picture
            self._strange = view
            return False
        self._known = view
        return True
