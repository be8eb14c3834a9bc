"""Places where the finder is not sure: what speaks for a die there and what against it."""

from __future__ import annotations

import pytest

from vision.find_dice import FoundDie
from vision.reader import Reader
from vision.second_look import die_lies_there, usual_edge, witnesses

LIMITS = dict(Reader("or").limits)


def chance(score: float, edge: float = 50.0, unclear: float = 0.04, unreadable: float = 0.01) -> float:
    return die_lies_there(witnesses(score, edge, unclear, unreadable, 50.0), LIMITS)


def die(edge: float) -> FoundDie:
    return FoundDie(((0.0, 0.0), (edge, 0.0), (edge, edge), (0.0, edge)), 0.9)


def test_a_die_that_the_finder_hardly_saw_counts_when_all_else_is_as_with_the_others() -> None:
    assert chance(0.3) > LIMITS["second_look"]


def test_lint_of_another_size_without_corners_or_face_is_nothing() -> None:
    assert chance(0.33, edge=90.0, unclear=0.14, unreadable=0.7) < LIMITS["perhaps_a_die"]


def test_what_may_be_either_is_asked_about() -> None:
    assert LIMITS["perhaps_a_die"] < chance(0.4, edge=52.0, unclear=0.1, unreadable=0.3) < LIMITS["second_look"]


def test_each_witness_speaks_in_its_own_direction() -> None:
    assert chance(0.2) < chance(0.3)
    assert chance(0.3, edge=70.0) < chance(0.3)
    assert chance(0.3, edge=35.0) < chance(0.3)
    assert chance(0.3, unclear=0.15) < chance(0.3)
    assert chance(0.3, unreadable=0.9) < chance(0.3)


def test_the_size_says_nothing_where_no_other_die_lies() -> None:
    assert usual_edge([]) == 0.0
    assert witnesses(0.3, 90.0, 0.04, 0.01, 0.0)["size"] == 0.0
    assert usual_edge([die(40.0), die(44.0), die(90.0)]) == pytest.approx(44.0)


def test_without_weights_nobody_knows() -> None:
    assert die_lies_there(witnesses(0.3, 50.0, 0.04, 0.01, 50.0), {}) == 0.5
