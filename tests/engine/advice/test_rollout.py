"""Rollouts: luck taken out leaves the two-turn value after one turn, and the same dice for every choice."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from engine.advice.adviser import expected, prospects
from engine.advice.hand import HandMade
from engine.advice.rollout import LEAST, Rollouts, one_game, roll_out
from engine.catalogue import game, position


def begun():
    """Ór after its first roll."""
    start = game("or").start(2)
    return start.play(start.parse_move("124"))


def test_after_one_turn_the_estimate_is_the_two_turn_value_whatever_is_rolled():
    here = begun().play(begun().parse_move("=124"))
    move = here.parse_move("g3")
    exact = prospects(expected(here.play(move), HandMade(), extra_turns=0), 2)
    for seed in range(3):
        rollouts = Rollouts(here, [move], HandMade(), seed, turns=1)
        for _ in range(2):
            rollouts.play_one_more()
        assert prospects(rollouts.mean(0), 2) == pytest.approx(exact)
        assert rollouts.error(0) == pytest.approx(0, abs=1e-12)


def test_rollouts_repeat_with_the_seed_and_end_when_they_are_not_wanted_any_more():
    moves = tuple(begun().legal_moves)[:2]

    class Unwanted(Exception):
        pass

    turns = iter(range(9))

    def rest():
        if next(turns) == 8:  # two games of two turns of each choice are through
            raise Unwanted

    ended, whole = (Rollouts(begun(), moves, HandMade(), 1, 2, rest=rest), Rollouts(begun(), moves, HandMade(), 1, 2))
    with pytest.raises(Unwanted):
        for _ in roll_out(ended, 0.0, 50):
            pass
    for _ in roll_out(whole, 0.0, 2):
        pass
    assert ended.games == whole.games == 2
    assert ended.mean(1) == pytest.approx(whole.mean(1))


def test_rollouts_stop_once_they_are_sure():
    rollouts = Rollouts(begun(), tuple(begun().legal_moves)[:2], HandMade(), 1, turns=1)
    assert len(list(roll_out(rollouts, 100.0, 50))) == rollouts.games == LEAST


def test_a_choice_that_is_clearly_behind_gets_no_more_games():
    moves = tuple(begun().legal_moves)
    rollouts = Rollouts(begun(), moves, HandMade(), 1, turns=2)
    for _ in roll_out(rollouts, 0.0, 24):
        pass
    dropped = [place for place in range(len(moves)) if place not in rollouts.live]
    assert dropped
    assert rollouts.games == 24
    assert all(rollouts.behind(place, rollouts.best)[0] > 0 for place in dropped)


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
