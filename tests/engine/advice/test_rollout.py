"""Rollouts: luck taken out leaves the two-turn value after one turn, and the same dice for every choice."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from engine.advice.adviser import expected, prospects
from engine.advice.hand import HandMade
from engine.advice.rollout import one_game, roll_out
from engine.catalogue import game, position


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


def test_rollouts_stop_once_they_are_sure():
    start = game("or").start(2)
    here = start.play(start.parse_move("124"))
    moves = tuple(here.legal_moves)[:2]
    told = list(roll_out(here, moves, HandMade(), 1, turns=1, until=100.0, games=50))
    assert len(told) == 8
    assert all(entry.games == 8 for entry in told[-1])


def test_a_game_that_ends_is_worth_how_it_ended():
    last = position("wuerfelspiel board=ours 77770.9/77000.9 A roll")
    for seed in range(40):
        found = one_game(last, HandMade(), Random(seed), turns=1)
        assert found[:, 0].sum() == pytest.approx(1)
    assert one_game(last, HandMade(), Random(1), turns=60)[:, 0].sum() == pytest.approx(1)


def test_what_lies_on_an_unknown_space_is_drawn():
    owner = (Path(__file__).parents[3] / "engine/components/wuerfelspiel-owner.toml").read_text()
    start = game("wuerfelspiel").start(2, components=owner)
    found = [one_game(start, HandMade(), Random(seed), turns=1) for seed in range(2)]
    assert found[0] == pytest.approx(found[1])
