"""Dice on one floor outvote the one that leans."""

from __future__ import annotations

import math

import numpy as np
import pytest

from vision.flatness import ANY_VIEW, Stand, View, how_they_lie, view_of

PLACES = np.array([(-0.3, -0.2), (0.25, -0.1), (0.1, 0.25), (-0.2, 0.2), (0.0, 0.0)])
SPREADS = np.full(5, 0.03)


def shifts_of(slope: float, drift: tuple[float, float]) -> np.ndarray:
    return np.array(drift) - slope * PLACES


def test_dice_on_the_floor_lean_not_at_all_under_a_tilted_camera() -> None:
    drift = (0.15, -0.1)
    edges = 60 * (1 + 1.3 * PLACES @ np.array(drift))
    lying = how_they_lie(PLACES, shifts_of(1.3, drift), edges, SPREADS)
    assert max(die.lean for die in lying) < 0.01
    assert max(abs(die.larger) for die in lying) < 0.005


def test_the_die_that_leans_by_fifteen_degrees_is_told() -> None:
    shifts = shifts_of(0.9, (0.05, 0.0))
    shifts[2] += (0.18, 0.18)
    lying = how_they_lie(PLACES, shifts, np.full(5, 60.0), SPREADS)
    assert lying[2].lean == pytest.approx((0.2546 - 0.015) / 1.1, abs=0.03)
    assert max(die.lean for i, die in enumerate(lying) if i != 2) < 0.03


def test_two_of_three_dice_that_lean_differently_are_told_by_what_cameras_do() -> None:
    shifts = shifts_of(1.0, (0.0, 0.0))[:3]
    shifts[0] += (0.4, 0.0)
    shifts[1] += (0.0, -0.5)
    lying = how_they_lie(PLACES[:3], shifts, np.full(3, 60.0), SPREADS[:3])
    assert lying[0].lean > 0.3
    assert lying[1].lean > 0.3
    assert lying[2].lean < 0.06


def test_a_single_die_that_leans_far_is_told_and_one_that_may_be_seen_aslant_is_not() -> None:
    place, edge, spread = PLACES[-1:], np.array([60.0]), SPREADS[:1]
    assert how_they_lie(place, np.array([(0.5, 0.0)]), edge, spread)[0].lean > 0.3
    assert how_they_lie(place, np.array([(0.05, 0.0)]), edge, spread)[0].lean < 0.01


def test_where_the_view_is_known_one_of_two_dice_that_leans_is_told() -> None:
    flat = [Stand((x, y), (0.1 - x, -y), 0.03) for x, y in PLACES.tolist() * 2]
    rig = view_of(flat)
    assert rig is not None
    assert (rig.slope, *rig.drift) == pytest.approx((1.0, 0.1, 0.0), abs=0.02)
    shifts = shifts_of(1.0, (0.1, 0.0))[:2]
    shifts[1] += (0.2, 0.0)
    by_any, by_rig = (
        how_they_lie(PLACES[:2], shifts, np.full(2, 60.0), SPREADS[:2], view)[1].lean for view in (ANY_VIEW, rig)
    )
    assert by_any < 0.05
    assert by_rig > 0.14


def test_a_camera_that_was_moved_makes_no_dice_lean() -> None:
    rig = View(1.0, (0.0, 0.0), 0.1, 0.05)
    lying = how_they_lie(PLACES, shifts_of(1.2, (0.3, 0.1)), np.full(5, 60.0), SPREADS, rig)
    assert max(die.lean for die in lying) < 0.03


def test_how_far_a_die_lies_beyond_where_dice_were_taught_is_told_until_the_camera_is_another() -> None:
    rig = view_of([Stand((x, y), (-x, -y), 0.03) for x, y in PLACES.tolist() * 2])
    assert rig is not None
    edges = np.full(5, 60.0)
    outside = [die.outside for die in how_they_lie(PLACES, shifts_of(1.0, (0.0, 0.0)), edges, SPREADS, rig)]
    assert max(outside) < 0.001
    assert outside[4] == pytest.approx(-0.143, abs=0.001)
    assert rig.outside(np.array([(0.4, -0.1)])) == pytest.approx(0.15, abs=0.001)
    moved = how_they_lie(PLACES, shifts_of(1.2, (0.3, 0.1)), edges, SPREADS, rig)
    assert {die.outside for die in moved} == {math.inf}


def test_nine_dice_are_too_few_to_know_a_view() -> None:
    assert view_of([Stand((0.1, 0.1), (0.0, 0.0), 0.03)] * 9) is None


def test_a_die_upon_another_is_larger() -> None:
    edges = np.full(5, 60.0)
    edges[1] *= 1.05
    lying = how_they_lie(PLACES, shifts_of(1.0, (0.0, 0.0)), edges, SPREADS)
    assert lying[1].larger == pytest.approx(0.05)
    assert lying[0].larger == pytest.approx(0.0)


def test_no_dice_lie_in_no_way() -> None:
    empty = np.zeros((0, 2))
    assert how_they_lie(empty, empty, np.zeros(0), np.zeros(0)) == ()
