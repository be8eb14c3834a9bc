"""The tiny endgame of Ór is solved: the engine comes to the values that the oracle found."""

import tomllib

import pytest

from engine import catalogue
from tests.engine.solved_or_endgame import FIRST, PATH, by_oracle, solve
from tests.engine.solved_or_endgame import by_engine as turn_of_the_engine

SOLVED = tomllib.loads(PATH.read_text(encoding="utf-8"))


def test_the_first_position_can_be_and_is_anybodys_game():
    assert catalogue.position(FIRST).problems() == ()
    assert SOLVED[FIRST] == pytest.approx(0.5397, abs=1e-4)
    assert len(SOLVED) == 116


def test_the_engine_solves_the_endgame_to_the_values_of_the_oracle():
    solved = solve(turn_of_the_engine)
    assert solved.keys() == SOLVED.keys()
    assert max(abs(solved[text] - SOLVED[text]) for text in SOLVED) < 1e-12


@pytest.mark.parametrize("place", [0, 30, 60, 90, 115])
def test_an_exact_turn_of_the_oracle_agrees_with_the_solution(place):
    text = sorted(SOLVED)[place]
    assert by_oracle(text, SOLVED.__getitem__) == pytest.approx(SOLVED[text], abs=1e-12)


@pytest.mark.prove
@pytest.mark.timeout(0)
def test_the_oracle_solves_the_endgame_again():
    solved = solve(by_oracle)
    assert solved.keys() == SOLVED.keys()
    assert max(abs(solved[text] - SOLVED[text]) for text in SOLVED) < 1e-12
