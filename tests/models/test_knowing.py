"""A player that knows who sits where asks the right network about every end of a turn."""

from __future__ import annotations

import shutil

import numpy as np
import pytest

from models.values.compiled import Compiled
from models.values.knowing import Knowing
from models.values.lanes import TwinHand
from models.values.settings import own_games
from models.values.twin import AGAIN, NEXT
from tests.models.test_compiled import some_weights

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")

SEATS, GAMES = 3, 12


def weights(seed):
    found = some_weights("wuerfelspiel", 16, 16, 16, 16)
    random = np.random.default_rng(seed)
    return {name: array + random.normal(0, 0.1, array.shape).astype(np.float32) for name, array in found.items()}


def turns(number):
    """Games after some turns, and the ends of the next."""
    twin, hand = own_games("wuerfelspiel", GAMES, SEATS, seed=4), TwinHand()
    for turn in range(number + 1):
        games = twin.going
        ends, everyone = twin.enumerate(games), np.ones(len(games), bool)
        if turn == number:
            return twin, games, ends
        rows, worth = hand.value_ends(twin, games, ends, everyone)
        twin.apply(twin.choose(games, ends, worth, rows, np.zeros(len(games)))[2])
    raise AssertionError


@pytest.mark.parametrize("number", [0, 4, 8])
def test_each_end_is_valued_by_the_network_of_the_place_behind_the_seat_that_rolls_next(number):
    twin, games, ends = turns(number)
    networks = [weights(seed) for seed in range(SEATS)]
    mine = games % 2 == 0
    rows, worth = Knowing(networks).value_ends(twin, games, ends, mine)
    single = [Compiled(each).value_ends(twin, games, ends, mine) for each in networks]
    seen = set()
    for end in range(ends.count):
        game, turn = ends.game[end], int(twin.turn[ends.game[end]])
        next_to_roll = (turn + 1) % SEATS if ends.kind[end] == NEXT else turn
        place = (game % SEATS - next_to_roll) % SEATS
        assert rows[end] == pytest.approx(single[place][0][end])
        assert worth[end] == pytest.approx(single[place][1][end])
        assert rows[end].any() == (game % 2 == 0)
        seen.add((int(ends.kind[end]), int(place)))
    assert {place for kind, place in seen if kind == NEXT} == {0, 1, 2}
    assert number == 0 or any(kind == AGAIN for kind, _ in seen)
