"""Rollouts: luck taken out leaves the two-turn value after one turn, and the same dice for every choice."""

from __future__ import annotations

import pytest

from engine.advice.adviser import expected, prospects
from engine.advice.hand import HandMade
from engine.advice.rollout import roll_out
from engine.catalogue import game


def test_after_one_turn_the_estimate_is_the_two_turn_value_whatever_is_rolled():
    start = game("or").start(2)
    here = start.play(start.parse_move("124")).play(start.play(start.parse_move("124")).parse_move("=124"))
    move = here.parse_move("g3")
    exact = prospects(expected(here.play(move), HandMade(), extra_turns=0), 2)
    for seed in range(3):
        told = list(roll_out(here, [move], HandMade(), seed, turns=1, games=2))[-1][0]
        assert told.win == pytest.approx(exact[0, 0])
        assert told.points == pytest.approx(tuple(exact[:, 1]))
        assert told.error == pytest.approx(0, abs=1e-12)


def test_rollouts_stop_when_they_are_cancelled_and_repeat_with_the_seed():
    start = game("or").start(2)
    here = start.play(start.parse_move("124"))
    moves = tuple(here.legal_moves)[:2]
    asked = iter([False] * 4 + [True] * 9)
    told = list(roll_out(here, moves, HandMade(), 1, turns=2, games=50, cancelled=lambda: next(asked)))
    assert len(told) == 2
    assert told[-1] == list(roll_out(here, moves, HandMade(), 1, turns=2, games=2))[-1]
