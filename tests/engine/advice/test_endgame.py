"""Small endgames: the solver comes to what two oracles of their own found, and play there is exact."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from engine.advice import advise
from engine.advice.endgame import solved
from engine.advice.values import by_name
from engine.catalogue import game, position

FOLDER = Path(__file__).parents[1]
GAMES = ("solved_endgame", "solved_or_endgame")


def solutions(name: str) -> dict[str, float]:
    """The first player's chance of winning in each position, from an oracle that shares nothing with the adviser."""
    return tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", GAMES)
def test_every_position_is_worth_what_the_oracle_found(name, monkeypatch):
    monkeypatch.setattr("engine.advice.value.WIN_POINTS", 0.0)  # the oracles care for nothing but winning
    wanted = solutions(name)
    endgame = solved([position(text) for text in wanted])
    assert endgame is not None
    assert len(endgame.places) == len(wanted)
    for text, chance in wanted.items():
        found = endgame([position(text)])[0]
        assert found[0, 0] == pytest.approx(chance, abs=1e-10)
        assert found[:, 0].sum() == pytest.approx(1, abs=1e-10)


@pytest.mark.parametrize("name", GAMES)
def test_the_exact_turn_leaves_the_solution_as_it_is(name):
    for here in [position(text) for text in solutions(name)][::9]:
        endgame = solved([here])
        assert endgame is not None
        again = solved([here], most=len(endgame.places))
        assert again is not None
        assert abs(again([here]) - endgame([here])).max() < 1e-12


@pytest.mark.parametrize("name", GAMES)
def test_two_turns_deep_plays_a_small_endgame_exactly(name):
    text = next(iter(solutions(name)))
    here = position(text)
    faces = "rrygs" if here.game == "wuerfelspiel" else "14s"
    rolled = here.play(here.parse_move(faces))
    endgame = solved([here])
    assert endgame is not None
    exact = advise(rolled, endgame, extra_turns=0)
    assert [str(choice.move) for choice in advise(rolled, by_name("deeper", rolled)).choices] == [
        str(choice.move) for choice in exact.choices
    ]
    assert advise(rolled, by_name("deeper", rolled)).best.win == pytest.approx(exact.best.win, abs=1e-12)


@pytest.mark.parametrize("name", ["wuerfelspiel", "or"])
def test_a_game_that_begins_is_no_small_endgame(name):
    assert solved([game(name).start(2)]) is None


def test_an_endgame_larger_than_allowed_is_not_solved():
    here = position(next(iter(solutions("solved_endgame"))))
    endgame = solved([here])
    assert endgame is not None
    assert solved([here], most=len(endgame.places) - 1) is None
