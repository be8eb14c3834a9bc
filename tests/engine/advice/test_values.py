"""Value functions by name: what they promise, and that players follow them."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from engine.advice import advise, players
from engine.advice.hand import HandMade, goblin_points
from engine.advice.linear import OR_FEATURES, WUERFELSPIEL_FEATURES, linear, or_features, wuerfelspiel_features
from engine.advice.or_arrays import states_of as or_states
from engine.advice.players import beginner, chosen_move
from engine.advice.values import LEVELS, Blurred, TwoTurns, by_name, standard
from engine.advice.wuerfelspiel_arrays import states_of as wuerfelspiel_states
from engine.catalogue import game, position
from engine.errors import OptionError


def test_every_name_is_a_value_function_of_both_games():
    for name in ("wuerfelspiel", "or", "or-happy-meeple"):
        start = game(name).start(2)
        for value in ("hand", "linear", "deeper", *LEVELS):
            prospects = by_name(value, start)([start])
            assert prospects.shape == (1, 2, 2)
            assert np.isfinite(prospects).all()
    with pytest.raises(OptionError):
        by_name("oracle", start)


def test_prospects_come_by_seat_whoever_is_to_roll():
    first = position("or chips=ours 0123,-,-,-,-.5/-,-,-,-,-.0 A roll")
    second = position("or chips=ours -,-,-,-,-.0/0123,-,-,-,-.5 B roll")
    value = by_name("hand", first)
    assert value([first])[0] == pytest.approx(value([second])[0, ::-1])


def test_features_have_their_names():
    start = game("wuerfelspiel").start(3)
    assert wuerfelspiel_features(wuerfelspiel_states([start])).shape == (1, 3, len(WUERFELSPIEL_FEATURES))
    assert or_features(or_states([game("or").start(4)])).shape == (1, 4, len(OR_FEATURES))
    here = position("wuerfelspiel board=ours 79300.2/00000.0 A roll")
    named = dict(zip(WUERFELSPIEL_FEATURES, wuerfelspiel_features(wuerfelspiel_states([here]))[0, 0], strict=True))
    assert named["points of the rows now"] == 6 + 10 - 2
    assert named["pieces in the goal"] == 2
    assert named["points of the stones now"] == -3
    assert named["goal pieces until the end"] == 3
    assert linear("or", 2).weights.shape == (len(OR_FEATURES),)


def test_goblin_points_of_ties():
    goblins = np.array([[2.0, 2.0, 0.0], [1.0, 1.0, 1.0], [3.0, 0.0, 0.0]])
    assert goblin_points(goblins).tolist() == [[3, 3, -3], [0, 0, 0], [3, -3, -3]]
    assert goblin_points(goblins, ties_count=False).tolist() == [[0, 0, -3], [0, 0, 0], [3, 0, 0]]


def test_two_turns_deep_is_the_mean_over_the_next_turn():
    start = game("or").start(2)
    deep = TwoTurns(HandMade())([start])[0]
    from engine.advice.adviser import expected, prospects

    assert deep == pytest.approx(prospects(expected(start, HandMade()), 2))


def test_a_level_errs_always_in_the_same_way():
    start = game("or").start(2)
    level = Blurred(HandMade(), 0.2, "test")
    assert level([start])[0].tolist() == level([start])[0].tolist()
    assert level([start])[0, 0, 1] != HandMade()([start])[0, 0, 1]
    assert level([start])[0, :, 1].sum() == pytest.approx(HandMade()([start])[0, :, 1].sum())


def test_the_shipped_networks_speak_for_every_number_of_seats_and_for_no_game_of_cards():
    for name in ("or", "wuerfelspiel"):
        assert {standard(game(name).start(seats)).name for seats in game(name).seats} == {"full"}
    assert standard(game("kartenspiel").start(2)).name == "hand"


@pytest.mark.parametrize("name", ["hand", "linear", "beginner", "casual", "skilled", "expert", "full", "deeper"])
def test_every_player_plays_a_legal_move(name):
    start = game("or").start(2)
    here = start.play(start.parse_move("124"))
    final = here.play(here.parse_move("=124"))
    assert getattr(players, name)(final, Random(1)) in final.legal_moves


def test_a_player_of_the_dice_games_plays_no_other():
    with pytest.raises(OptionError, match="choose another player"):
        chosen_move("hand", game("kartenspiel").start(2))


def test_players_play_legal_moves():
    start = game("wuerfelspiel").start(2)
    here = start.play(start.parse_move("rrygs"))
    assert chosen_move("linear", here) in here.legal_moves
    assert beginner(here, Random(1)) in here.legal_moves
    assert advise(here, standard(here)).best.move in here.legal_moves


class Everywhere:
    """Two turns deep at every end, those that do not matter too."""

    name = "everywhere"
    knows_win = True

    def __call__(self, positions):
        return TwoTurns(HandMade(knows_win=True))(positions)


@pytest.mark.parametrize("dice", ["124", "11s", "=355"])
def test_ends_that_do_not_matter_need_no_second_look(dice):
    start = position("or chips=ours 0123,-,-,-,-.5/-,7,-,-,-.0 A roll")
    here = start.play(start.parse_move(dice.strip("=")))
    if dice.startswith("="):
        here = here.play(here.parse_move(dice))
    quick, slow = advise(here, TwoTurns(HandMade(knows_win=True))), advise(here, Everywhere())
    assert quick.best.move == slow.best.move
    assert quick.best.win == pytest.approx(slow.best.win, abs=1e-9)
