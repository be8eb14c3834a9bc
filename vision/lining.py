"""What each die lies on: one beside the tray lies on something of another colour than the others do."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Frame
from vision.rectify import Quad, centre_of, edge_of

NEAR, FAR = 0.95, 1.5
"""Distance in edges from the middle of a die within which the lining is looked at: beyond the die and its shadow."""

COLOUR_SAYS, MOST_SAYS = 0.2, 20.0
"""How much a distance in colour (a and b of CIE Lab) adds to the odds of lying elsewhere, and the most that counts."""

ON_FLOOR, OFF_FLOOR, FLOOR_SAYS = 0.75, 1.5, 4.0
"""Edges beyond where dice have lain within which one lies in the tray nevertheless, from which it may lie anywhere, and
what the former takes from the odds; between the two it takes ever less.

The middle of a die beside the tray is a die and the rim away from where the middle of one in the tray can be.
"""

_TURNS = np.linspace(0, 2 * math.pi, 24, endpoint=False)
_RING = np.concatenate([r * np.stack([np.cos(_TURNS), np.sin(_TURNS)], 1) for r in np.linspace(NEAR, FAR, 3)])


def colours_elsewhere(frame: Frame, quads: Sequence[Quad], voters: int = 0) -> tuple[float, ...]:
    """For each die how far the colour it lies on is from that of the nearest other die, 0 for one that is alone.

    Args:
        frame: (height, width, 3) uint8, BGR.
        quads: corners of the dice.
        voters: the first so many are dice beyond doubt, 0 for all; the others are only held against them.
    """
    linings = np.array([_lining(frame, quad) for quad in quads])
    known = [i for i in range(voters or len(quads)) if not np.isnan(linings[i]).any()]
    told = []
    for i, lining in enumerate(linings):
        others = [float(np.hypot(*(linings[other] - lining))) for other in known if other != i]
        told.append(0.0 if not others or math.isnan(others[0]) else min(others))
    return tuple(told)


def beside_the_tray(probability: float, elsewhere: float, outside: float = math.inf) -> float:
    """Probability that a die lies off the tray by all that is known of its place.

    Args:
        probability: what the network says.
        elsewhere: how far the colour it lies on is from that of the others.
        outside: by how many edges it lies beyond where dice have lain in the tray.
    """
    held = min(max(probability, 1e-6), 1 - 1e-6)
    odds = math.log(held / (1 - held)) + COLOUR_SAYS * min(elsewhere, MOST_SAYS)
    odds -= FLOOR_SAYS * min(1.0, max(0.0, (OFF_FLOOR - outside) / (OFF_FLOOR - ON_FLOOR)))
    return 1 / (1 + math.exp(-odds))


def _lining(frame: Frame, quad: Quad) -> NDArray[np.float64]:
    """a and b (2,) of what lies around a die: the middle one of many points, not a number if too few are seen."""
    points = np.rint(np.array(centre_of(quad)) + edge_of(quad) * _RING).astype(np.intp)
    height, width = frame.shape[:2]
    x, y = points[:, 0], points[:, 1]
    seen = (x >= 0) & (x < width) & (y >= 0) & (y < height)
    if seen.sum() < len(_RING) / 4:
        return np.full(2, np.nan)
    lab = cv2.cvtColor(frame[y[seen], x[seen]][None], cv2.COLOR_BGR2LAB)[0]
    return np.asarray(np.median(lab[:, 1:].astype(np.float64), axis=0))
