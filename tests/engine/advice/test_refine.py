"""Advice gets better while there is time: deeper, surer, and never restless."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np
import pytest

from engine.advice import advise
from engine.advice.hand import HandMade
from engine.advice.refine import ERRORS, _held, refined
from engine.advice.two_turns import TwoTurns
from engine.advice.values import by_name
from engine.catalogue import game, position

CHANCES = HandMade(knows_win=True)


def keeps_of_or():
    """Ór after its first roll."""
    start = game("or").start(2)
    return start.play(start.parse_move("124"))


def test_first_two_turns_deep_then_games_played_on_until_they_are_sure():
    told = list(refined(keeps_of_or(), CHANCES))
    assert [advice.depth for advice in told] == ["two turns", "played out", "played out"]
    deep = advise(keeps_of_or(), TwoTurns(CHANCES))
    assert told[0].of(deep.choices[-1].move).win == pytest.approx(deep.choices[-1].win)
    soon, late = (max(choice.error for choice in advice.choices if choice.error is not None) for advice in told[1:])
    assert late < soon < ERRORS[0]
    assert late < ERRORS[1]
    for advice in told:
        assert {choice.move for choice in advice.choices} == set(keeps_of_or().legal_moves)
        assert advice.choices[0].cost == 0
        assert advice.choices[0].win == max(choice.win for choice in advice.choices)


def test_the_first_choice_changes_only_where_another_is_better_beyond_the_error():
    rows = np.array([[0.50, 0.50, 3.0], [0.53, 0.53, 4.0], [0.40, 0.40, 1.0]])
    unsure = rows.copy()
    assert _held(unsure, 0, np.array([0.0, 0.05, 0.05])) == 0
    assert unsure[1, 1:].tolist() == [0.50, 3.0]  # shown as worth as much
    assert unsure[2].tolist() == rows[2].tolist()
    sure = rows.copy()
    assert _held(sure, 0, np.array([0.0, 0.01, 0.01])) == 1
    assert sure.tolist() == rows.tolist()


@pytest.mark.parametrize("name", ["solved_endgame", "solved_or_endgame"])
def test_a_small_endgame_is_solved_said_to_be_exact_and_thought_about_no_more(name):
    folder = Path(__file__).parents[1]
    here = position(next(iter(tomllib.loads((folder / f"{name}.toml").read_text(encoding="utf-8")))))
    rolled = here.play(here.parse_move("rrygs" if here.game == "wuerfelspiel" else "14s"))
    (told,) = refined(rolled, HandMade(knows_win=True))
    assert told.depth == "exact"
    assert all(choice.error is None for choice in told.choices)
    assert told.choices[0].win == pytest.approx(advise(rolled, by_name("deeper", rolled)).best.win, abs=1e-12)


def test_a_thought_that_is_not_wanted_any_more_ends_at_the_next_turn_it_looks_at():
    class Unwanted(Exception):
        pass

    def rest():
        raise Unwanted

    with pytest.raises(Unwanted):
        next(refined(keeps_of_or(), HandMade(), rest))


def test_where_there_is_nothing_to_choose_nothing_is_thought():
    assert list(refined(game("or").start(2), HandMade())) == []
