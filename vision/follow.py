"""Follows dice from one reading to the next by where they lie."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from vision.reading import Die
from vision.rectify import edge_of

SAME_PLACE = 0.2
"""Edges a die that nobody touched may seem to have moved."""


def place_of(die: Die, dice: Sequence[Die], reach: float = SAME_PLACE) -> int | None:
    """Which of `dice` lies where `die` lay, None if none does."""
    edge = edge_of(die.quad)
    near = [(math.dist(die.centre, other.centre), index) for index, other in enumerate(dice)]
    distance, index = min(near, default=(math.inf, -1))
    return index if distance < reach * edge else None


def lie_as_before(dice: Sequence[Die], before: Sequence[Die], moved: float = 0.06, turned_deg: float = 4.0) -> bool:
    """True if both readings show the same dice: the same number, places, angles and best guesses."""
    if len(dice) != len(before):
        return False
    for die in dice:
        index = place_of(die, before, moved)
        if index is None or before[index].face != die.face or _turn_deg(die, before[index]) > turned_deg:
            return False
    return True


def _turn_deg(die: Die, other: Die) -> float:
    """By how much the die turned, 0 to 45, as a square looks the same after 90 degrees."""
    turn = abs(_angle_deg(die) - _angle_deg(other)) % 90
    return min(turn, 90 - turn)


def _angle_deg(die: Die) -> float:
    corners = np.asarray(die.quad)
    sides = np.roll(corners, -1, axis=0) - corners
    turned = (sides[:, 0] + 1j * sides[:, 1]) ** 4
    return float(np.degrees(np.angle(turned.sum())) / 4)
