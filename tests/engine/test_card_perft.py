"""How many different courses of some moves there are, counted by the engine and by the oracles.

A number is the count of leaves of the tree of all moves, of seats and of chance, to a depth. The table was written down
once both routes agreed.
"""

import tomllib
from pathlib import Path

import pytest

from engine import catalogue
from engine.position import CHANCE, Position
from tests.engine.test_card_oracles import ORACLES, state_of

TABLE = tomllib.loads((Path(__file__).parent / "card_perft.toml").read_text(encoding="utf-8"))


def engine_count(position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    chance = position.to_move is CHANCE
    moves = [move for move, _ in position.chance_outcomes()] if chance else list(position.legal_moves)
    return sum(engine_count(position.play(move), depth - 1) for move in moves)


def oracle_count(oracle, state: dict, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(oracle_count(oracle, after, depth - 1) for after in oracle.successors(state).values())


@pytest.mark.parametrize("name", TABLE)
def test_the_engine_counts_the_courses_of_the_table(name):
    text, counts = TABLE[name]["position"], TABLE[name]["counts"]
    position = catalogue.position(text)
    assert position.problems() == ()
    assert [engine_count(position, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize("name", TABLE)
def test_the_oracle_counts_the_courses_of_the_table(name):
    text, counts = TABLE[name]["position"], TABLE[name]["counts"]
    state = state_of(catalogue.position(text))
    oracle = ORACLES[text.split()[0]]
    assert [oracle_count(oracle, state, depth) for depth in range(1, len(counts) + 1)] == counts
