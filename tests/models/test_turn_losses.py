"""What a turn loses by a value's own figures."""

from __future__ import annotations

import shutil

import numpy as np
import pytest

from models.values.lanes import TwinHand, TwinRandom
from models.values.settings import own_games
from models.values.turn_losses import Turns, told, turns_of

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("game", ["wuerfelspiel", "or"])
def test_a_player_loses_nothing_by_its_own_values_and_one_by_chance_loses_much(game, seats):
    hand = TwinHand()
    turns = turns_of(own_games(game, 60, seats, seed=2), hand, [hand, TwinRandom(1)])
    own, by_chance = turns.losses.T
    assert own == pytest.approx(0, abs=1e-6)
    assert by_chance.mean() > 0.02
    assert abs(turns.luck.mean()) < 4 * turns.luck.std() / len(turns.luck) ** 0.5
    assert turns.games == 60


def test_the_figures_are_told_in_words():
    turns = Turns(np.full((40, 1), 0.02), np.zeros(40), np.linspace(0.1, 0.9, 40), np.ones(40), games=4)
    lines = told(turns, 2, ("linear",)).splitlines()
    assert lines[0] == "2 seats: 5.0 turns each; lost by linear 2.00 % a turn (10 % a game); luck of a turn 0.0 %"
    assert lines[1] == "    shown 17.2 %, won 100.0 %"
    assert len(lines) == 6
