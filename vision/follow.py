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


def moved_together(dice: Sequence[Die], before: Sequence[Die], reach: float = 2.0) -> bool:
    """True if all dice lie as before but for one common shift and turn: tray or camera was moved, not the dice.

    Args:
        dice, before: at least two, as many as before.
        reach: edges by which the middle of all dice may have moved.
    """
    if len(dice) != len(before) or len(dice) < 2:
        return False
    now, then = (np.array([complex(*die.centre) for die in side]) for side in (dice, before))
    edge = edge_of(before[0].quad)
    shift = now.mean() - then.mean()
    partner = [int(np.argmin(np.abs(now - shift - place))) for place in then]
    if abs(shift) > reach * edge or len(set(partner)) < len(partner):
        return False
    if any(dice[one].face != old.face for one, old in zip(partner, before, strict=True)):
        return False
    around, ahead = then - then.mean(), now[partner] - now.mean()
    turn = np.vdot(around, ahead) / max(1e-9, float(np.vdot(around, around).real))
    slack = np.abs(ahead - turn * around).max()
    return bool(slack < 0.12 * edge and abs(np.angle(turn)) < 0.15 and abs(abs(turn) - 1) < 0.05)


def same_faces(dice: Sequence[Die], before: Sequence[Die]) -> bool:
    """True if both show the same faces, wherever they lie."""
    return sorted(str(die.face) for die in dice) == sorted(str(die.face) for die in before)


def _turn_deg(die: Die, other: Die) -> float:
    """By how much the die turned, 0 to 45, as a square looks the same after 90 degrees."""
    turn = abs(_angle_deg(die) - _angle_deg(other)) % 90
    return min(turn, 90 - turn)


def _angle_deg(die: Die) -> float:
    corners = np.asarray(die.quad)
    sides = np.roll(corners, -1, axis=0) - corners
    turned = (sides[:, 0] + 1j * sides[:, 1]) ** 4
    return float(np.degrees(np.angle(turned.sum())) / 4)
