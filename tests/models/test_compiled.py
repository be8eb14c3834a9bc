"""Values compiled for the twin against the same values of the engine, on every end of many turns."""

from __future__ import annotations

import shutil

import numpy as np
import pytest

from engine.advice.linear import linear
from engine.advice.network_inputs import OR_SHAPE, WUERFELSPIEL_SHAPE
from models.values.compiled import Compiled
from models.values.lanes import TwinHand, TwinLinear, play_out, rows_of, value_ends, worth_of
from models.values.settings import mixed_gifts, mixed_icons, or_games, own_games, wuerfelspiel_games
from models.values.twin import OrRules

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")


def some_weights(name, code, encoder, first, second):
    """Weights of a network nobody trained."""
    part, sums, rest = WUERFELSPIEL_SHAPE if name == "wuerfelspiel" else OR_SHAPE
    random, found = np.random.default_rng(1), {}
    sizes = {
        "encoder.0": (part, encoder),
        "encoder.2": (encoder, code),
        "head.1": (sums * code + rest, first),
        "head.3": (first, second),
        "head.5": (second, 8),
    }
    for layer, (taken, given) in sizes.items():
        found[f"{layer}.weight"] = random.normal(0, taken**-0.5, (given, taken)).astype(np.float32)
        found[f"{layer}.bias"] = random.normal(0, 0.3, given).astype(np.float32)
    return found


def games_of(name, seats, rules=None):
    random = np.random.default_rng(seats)
    if name == "wuerfelspiel":
        return wuerfelspiel_games(10, seats, seats, mixed_icons(10, random))
    return or_games(10, seats, seats, mixed_gifts(10, random), rules)


def agree(player, twin, turns=12):
    """Compare the two ways on every end of some turns, half of the games at a time; the games are played by hand."""
    seats, hand = int(twin.seats[0]), TwinHand()
    for _ in range(turns):
        games = twin.going
        if not len(games):
            break
        ends, mine = twin.enumerate(games), np.arange(len(games)) % 2 == 0
        for half in (mine, ~mine):
            found, worths = player.value_ends(twin, games, ends, half)
            wanted = np.flatnonzero(np.repeat(half, np.diff(ends.first)))
            expected = np.concatenate([rows_of(player, twin, ends, part) for part in parts_of(twin, ends, wanted)])
            order = np.concatenate(parts_of(twin, ends, wanted))
            assert np.abs(found[order] - expected).max() < 1e-3
            movers = twin.turn[ends.game[order]].astype(np.int64)
            assert np.abs(worths[order] - worth_of(expected, movers, seats, player.knows_win)).max() < 1e-3
            assert not found[np.repeat(~half, np.diff(ends.first))].any()
        rows, worth = hand.value_ends(twin, games, ends, np.ones(len(games), bool))
        twin.apply(twin.choose(games, ends, worth, rows, np.full(len(games), 0.2))[2])


def parts_of(twin, ends, wanted):
    """The ends by their board or chips: the engine's values take one board at a time."""
    setting = (twin.board if hasattr(twin, "board") else twin.set)[ends.game[wanted]]
    return [wanted[setting == number] for number in np.unique(setting)]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("name", ["wuerfelspiel", "or"])
def test_a_network_values_ends_as_its_layers_say(name, seats):
    agree(Compiled(some_weights(name, 32, 48, 64, 16)), games_of(name, seats, OrRules(False, True, False, False)))


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("name", ["wuerfelspiel", "or"])
def test_the_hand_made_and_the_linear_value_are_those_of_the_engine(name, seats):
    agree(TwinHand(), games_of(name, seats))
    agree(TwinLinear(linear(name, seats)), games_of(name, seats, OrRules(True, False, False, True)))


def test_the_referee_changes_the_rows_but_not_the_play():
    players = [TwinHand(), TwinLinear(linear("or", 2))]
    results = []
    for referee in (None, players[0], TwinHand()):
        twin = own_games("or", 20, 2, seed=5)
        results.append(play_out(twin, lambda games: games % 2, players, referee=referee))
    assert (results[0] == results[1]).all()
    assert (results[0] == results[2]).all()


def test_an_error_of_a_level_is_a_win_for_one_and_a_loss_for_the_other():
    twin = own_games("or", 30, 3, seed=5)
    games = twin.going
    ends, everyone = twin.enumerate(games), np.ones(len(games), bool)
    plain = Compiled(some_weights("or", 32, 48, 64, 16)).value_ends(twin, games, ends, everyone)
    blurred = Compiled(some_weights("or", 32, 48, 64, 16), 0.1, 1).value_ends(twin, games, ends, everyone)
    errors = blurred[1] - plain[1]
    assert errors.std() == pytest.approx(0.1, rel=0.2)
    assert (blurred[0] - plain[0])[:, :3].sum(axis=1) == pytest.approx(0, abs=1e-5)
    half = Compiled(some_weights("or", 32, 48, 64, 16), 0.1, 1).value_ends(twin, games, ends, games % 2 == 0)
    assert not half[1][ends.game % 2 == 1].any()
    assert value_ends(TwinHand(), twin, games, ends, everyone)[0].shape == (ends.count, 8)
