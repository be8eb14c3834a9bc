"""The tiny endgame is solved: the engine's own exact turn leaves its values as they are."""

import tomllib

import pytest

from tests.engine.solved_endgame import PATH, POSITIONS, by_engine, by_oracle, solve

SOLVED = tomllib.loads(PATH.read_text(encoding="utf-8"))


def test_all_positions_of_the_endgame_are_solved():
    assert set(SOLVED) == set(POSITIONS)
    assert all(0 < value < 1 for value in SOLVED.values())


@pytest.mark.parametrize("place", [0, 9, 22, 31])
def test_an_exact_turn_of_the_engine_agrees_with_the_solution(place):
    text = POSITIONS[place]
    assert by_engine(text, SOLVED) == pytest.approx(SOLVED[text], abs=1e-10)


def test_an_exact_turn_of_the_oracle_agrees_with_the_solution():
    assert by_oracle(POSITIONS[9], SOLVED) == pytest.approx(SOLVED[POSITIONS[9]], abs=1e-10)


@pytest.mark.prove
@pytest.mark.timeout(0)
def test_the_engine_solves_the_endgame_to_the_same_values():
    solved = solve(by_engine)
    assert max(abs(solved[text] - SOLVED[text]) for text in POSITIONS) < 1e-10
