"""The compiled twin against the readable rules: the same games, every end of every turn."""

from __future__ import annotations

import shutil
from random import Random

import numpy as np
import pytest

from engine.advice.adviser import expected
from engine.advice.hand import HandMade
from engine.advice.keep_tables import keep_tables
from engine.advice.network_inputs import or_inputs, wuerfelspiel_inputs
from engine.advice.or_arrays import chips_of
from engine.advice.or_arrays import states_of as o_states
from engine.advice.turn import Turn
from engine.advice.wuerfelspiel_arrays import board_of
from engine.advice.wuerfelspiel_arrays import states_of as w_states
from engine.catalogue import game
from engine.dice import OR_DICE, WUERFELSPIEL_DICE
from engine.games.wuerfelspiel_board import make_setup
from models.values.alone import by_points, play_alone
from models.values.boards import balanced_chips, balanced_icons, components_of_icons, own_icons
from models.values.lanes import TwinHand, lanes_now, rows_of, worth_of
from models.values.settings import own_games
from models.values.solitaire import Solitaire, all_states
from models.values.twin import AGAIN, OVER, OrGames, OrRules, WuerfelspielGames
from models.values.twin_inputs import inputs_of
from models.values.two_turns import TwinDeeper

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")


def pick_leaf(leaves, random):
    return leaves[random.randrange(len(leaves))]


@pytest.mark.parametrize(("seats", "side"), [(2, "simple"), (3, "crossed"), (4, "simple"), (2, "crossed")])
def test_the_wuerfelspiel_twin_finds_the_same_ends_of_every_turn(seats, side):
    random = Random(seats)
    for seed in range(6):
        icons = balanced_icons(np.random.default_rng(seed), side == "crossed")
        board = components_of_icons(icons, side)
        setup = make_setup(seats, side, "last-space", "off", board)
        position = game("wuerfelspiel").start(seats, {"side": side})._replace(setup=setup)
        twin = WuerfelspielGames(board_of(setup).icons[None], np.zeros(1, int), np.array([seats]), seed)
        while position.to_move is not None:
            turn = Turn(position, keep_tables(WUERFELSPIEL_DICE), 0)
            ends = twin.enumerate(np.zeros(1, np.int32))
            described = {}
            for place in range(ends.count):
                kind = ends.kind[place]
                start = twin.turn[0] if kind != 0 else (twin.turn[0] + 1) % seats
                at, stones = [None] * seats, [None] * seats
                for turned in range(seats):
                    seat = (start + turned) % seats
                    at[seat] = tuple(twin.end_at[place, turned].tolist())
                    stones[seat] = int(twin.end_stones[place, turned])
                described[sum(at, ()), tuple(stones), bool(kind == OVER), bool(kind == AGAIN)] = place
            expected = {
                (
                    leaf.pieces,
                    leaf.stones,
                    leaf.stage == "over",
                    leaf.stage == "roll" and leaf.turn_of == turn.seat,
                ): leaf
                for leaf in turn.leaves
            }
            assert described.keys() == expected.keys()
            for key, leaf in expected.items():
                if leaf.stage == "over":
                    final = ends.final[described[key]]
                    assert tuple(final[4 : 4 + seats].tolist()) == leaf.outcome.totals
                    assert {seat for seat in range(seats) if final[seat] > 0} == set(leaf.outcome.winners)
            key = pick_leaf(sorted(expected), random)
            position = expected[key]
            twin.apply(np.array([described[key]], np.int32))
        assert twin.over[0]


@pytest.mark.parametrize(
    ("seats", "name", "options"),
    [
        (2, "or", {}),
        (3, "or", {"end": "stones"}),
        (4, "or", {"goblin_ties": "none"}),
        (2, "or-happy-meeple", {}),
        (2, "or", {"stall": "off"}),
    ],
)
def test_the_or_twin_finds_the_same_ends_of_every_turn(seats, name, options):
    random = Random(seats)
    for seed in range(4):
        _, text = balanced_chips(np.random.default_rng(seed))
        position = game(name).start(seats, options, components=text)
        chips = chips_of(position.setup)
        rules = OrRules(chips.colour_ends, chips.at_once, chips.ties_count, chips.stalls)
        zero = np.zeros(1, int)
        twin = OrGames(chips.gifts[None], zero, np.array([seats]), np.array([position.supply]), seed, rules)
        for _ in range(150):
            if position.to_move is None:
                break
            turn = Turn(position, keep_tables(OR_DICE), 0)
            ends = twin.enumerate(np.zeros(1, np.int32))
            start = (int(twin.turn[0]) + 1) % seats
            described = {}
            for place in range(ends.count):
                parts = twin.part[twin.places[place]]
                columns = [None] * seats
                stones = [None] * seats
                for turned in range(seats):
                    columns[(start + turned) % seats] = tuple(parts[:, turned].tolist())
                    stones[(start + turned) % seats] = int(twin.figures[place, turned])
                figures = twin.figures[place]
                key = (sum(columns, ()), tuple(parts[:, 4].tolist()), tuple(stones), int(figures[12]), int(figures[13]))
                described[key] = place
            expected = {
                (leaf.columns, leaf.centre, leaf.stones, leaf.supply, leaf.passes): leaf for leaf in turn.leaves
            }
            assert described.keys() >= expected.keys()  # the twin lists moves that no roll of these dice allows
            for key, leaf in expected.items():
                assert (ends.kind[described[key]] == OVER) == (leaf.stage == "over")
                if leaf.stage == "over":
                    final = ends.final[described[key]]
                    assert tuple(final[4 : 4 + seats].tolist()) == leaf.outcome.totals
                    assert {seat for seat in range(seats) if final[seat] > 0} == set(leaf.outcome.winners)
            key = pick_leaf(sorted(expected), random)
            position = expected[key]
            twin.apply(np.array([described[key]], np.int32))


@pytest.mark.parametrize("name", ["wuerfelspiel", "or"])
def test_the_twin_expects_what_the_adviser_expects(name):
    start = game(name).start(2)
    twin, player, games = own_games(name, 1, 2, seed=1), TwinHand(), np.zeros(1, np.int32)
    for _ in range(12):
        ends = twin.enumerate(games)
        rows = rows_of(player, twin, ends, np.arange(ends.count))
        worth = worth_of(rows, twin.turn[ends.game], 2, knows_win=False)
        by_twin, worths, chosen = twin.choose(games, ends, worth, rows, np.zeros(1))
        by_rules = expected(position_of(twin, start), HandMade(), extra_turns=0)
        assert worths[0] == pytest.approx(by_rules[0], abs=1e-4)
        assert by_twin[0, 4] - by_twin[0, 5] == pytest.approx(by_rules[2] - by_rules[4], abs=1e-3)
        twin.apply(chosen)


def position_of(twin, start):
    """The twin's first game as a position of the rules."""
    turn = int(twin.turn[0])
    if isinstance(twin, OrGames):
        columns = tuple(twin.columns[0, : start.seats].ravel().tolist())
        stones = tuple(twin.stones[0, : start.seats].tolist())
        centre = tuple(twin.centre[0].tolist())
        return start._replace(
            columns=columns, stones=stones, centre=centre, supply=int(twin.supply[0]), turn_of=turn,
            passes=int(twin.passes[0]),
        )  # fmt: skip
    pieces = tuple(twin.at[0, : start.seats].ravel().tolist())
    return start._replace(pieces=pieces, stones=tuple(twin.stones[0, : start.seats].tolist()), turn_of=turn)


@pytest.mark.parametrize("name", ["wuerfelspiel", "or"])
def test_a_network_is_trained_on_what_the_adviser_shows_it(name):
    start = game(name).start(3)
    twin, player, games = own_games(name, 1, 3, seed=2), TwinHand(), np.zeros(1, np.int32)
    for _ in range(15):
        here = position_of(twin, start)
        trained = inputs_of(lanes_now(twin, games))
        shown = wuerfelspiel_inputs(w_states([here])) if name == "wuerfelspiel" else or_inputs(o_states([here]))
        assert trained.parts[trained.places] == pytest.approx(shown.parts[shown.places])
        assert trained.rest == pytest.approx(shown.rest)
        ends = twin.enumerate(games)
        rows = rows_of(player, twin, ends, np.arange(ends.count))
        worth = worth_of(rows, twin.turn[ends.game], 3, knows_win=False)
        twin.apply(twin.choose(games, ends, worth, rows, np.ones(1))[2])
        if twin.over[0]:
            break


class Alone:
    """Values only the first seat's own pieces and stones, with no turn left."""

    name = "alone"
    knows_win = True

    def __init__(self, solved):
        self.solved = solved

    def __call__(self, positions):
        at = np.array([position.own(0) for position in positions])
        stones = np.array([position.stones[0] for position in positions])
        worth = np.zeros((len(positions), 2, 2))
        worth[:, 0, 0] = self.solved.worth(at, stones, 0)
        return worth


@pytest.mark.parametrize("pieces", ["20060.1", "30000.4"])
def test_alone_the_last_turn_is_what_the_adviser_expects_of_it(pieces):
    solved = Solitaire(own_icons("simple"))
    here = game("wuerfelspiel").position(f"wuerfelspiel board=ours {pieces}/00000.0 A roll")
    worth = solved.worth_of_turn(here.own(0), here.stones[0], 1)
    # Five leprechauns in a row at most, each enumerated; from so few pieces no turn can end the game: exact.
    assert expected(here, Alone(solved), extra_turns=6)[0] == pytest.approx(worth, abs=1e-9)


def test_alone_there_are_as_many_positions_as_were_counted():
    assert len(all_states()) == 409_510


@pytest.mark.parametrize("name", ["wuerfelspiel", "or"])
def test_two_turns_deep_an_end_is_worth_what_the_adviser_expects_of_the_next_turn(name):
    start = game(name).start(2)
    twin, games = own_games(name, 1, 2, seed=3), np.zeros(1, np.int32)
    for _ in range(4):
        ends = twin.enumerate(games)
        one_deep = TwinHand().value_ends(twin, games, ends, np.ones(1, bool))[1]
        rows, _ = TwinDeeper(TwinHand()).value_ends(twin, games, ends, np.ones(1, bool))
        end = int(one_deep.argmax())  # an end that is far from the best is not looked into
        twin.apply(np.array([end], np.int32))
        deep = expected(position_of(twin, start), HandMade(), extra_turns=0)
        assert rows[end, 4] - rows[end, 5] == pytest.approx(deep[2] - deep[4], abs=1e-3)


def test_alone_a_game_lasts_its_turns_and_the_same_seed_plays_the_same_game():
    points = play_alone(own_icons("simple"), by_points(TwinHand()), 40, 5, seed=1)
    assert (points == play_alone(own_icons("simple"), by_points(TwinHand()), 40, 5, seed=1)).all()
    assert points.min() >= -30
    assert points.mean() > play_alone(own_icons("simple"), by_points(TwinHand()), 40, 2, seed=1).mean()
