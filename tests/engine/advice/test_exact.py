"""The adviser's expectations against brute force over ordered dice."""

from __future__ import annotations

import sys
from itertools import product
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from brute_force import Arbitrary, best_of, of_keep, positions, whole_turn, worth

from engine.advice import advise
from engine.advice.adviser import expected
from engine.advice.hand import HandMade
from engine.advice.keep_tables import keep_tables
from engine.catalogue import game, position
from engine.dice import OR_DICE, WUERFELSPIEL_DICE, Keep, in_order

SETS = [
    ("wuerfelspiel", 2, {}, 30),
    ("wuerfelspiel", 3, {"side": "crossed"}, 15),
    ("wuerfelspiel", 4, {"overshoot": "forbidden"}, 10),
    ("or", 2, {}, 80),
    ("or", 3, {"end": "stones"}, 35),
    ("or", 4, {"goblin_ties": "none"}, 30),
    ("or-happy-meeple", 2, {}, 20),
]


@pytest.mark.parametrize(("name", "seats", "options", "count"), SETS)
def test_every_choice_is_worth_what_brute_force_over_ordered_dice_says(name, seats, options, count):
    for place, here in enumerate(positions(name, seats, seed=seats, count=count, options=options)):
        seat, known = here.turn_of, {}
        advice = advise(here, Arbitrary(), extra_turns=0)
        assert {choice.move for choice in advice.choices} == set(here.legal_moves)
        for choice in advice.choices:
            if here.stage == "keep":
                brute = of_keep(here, tuple(choice.move.faces), seat, known)
            else:
                brute = best_of(here.play(choice.move), seat, 0)
            others = [points for other, points in enumerate(choice.points) if other != seat]
            mine = choice.win + 0.004 * (choice.points[seat] - sum(others) / len(others))
            assert mine == pytest.approx(brute, abs=1e-9), (place, str(here), str(choice.move))


def test_the_choices_come_best_first():
    for here in positions("wuerfelspiel", 2, seed=5, count=10):
        advice = advise(here, Arbitrary(), extra_turns=0)
        worths = [choice.win + 0.004 * (choice.value) for choice in advice.choices]
        assert worths == sorted(worths, reverse=True)
        assert advice.choices[0].cost == 0


def test_a_turn_won_by_a_leprechaun_is_expected_in_full():
    here = position("wuerfelspiel board=ours 30052.1/00560.4 A move dice=rbbss")
    seat = 0
    assert here.play(here.parse_move("r1")).stage == "roll"  # red-brown 4 shows the leprechaun
    advice = advise(here, Arbitrary(), extra_turns=1)
    choice = advice.of(here.parse_move("r1"))
    mine = choice.win + 0.004 * (choice.points[0] - choice.points[1])
    assert mine == pytest.approx(whole_turn(here.play(choice.move), seat, 0), abs=1e-9)


def test_the_mean_over_all_first_rolls_is_the_worth_of_the_turn():
    here = game("or").start(2)
    row = expected(here, Arbitrary())
    assert row[0] == pytest.approx(whole_turn(here, 0, 0), abs=1e-9)


def test_two_ways_to_the_same_pieces_differ_while_one_owes_a_clover():
    here = position("wuerfelspiel board=ours 10000.1/00000.0 A move dice=ryyss")
    onto_the_clover = here.play(here.parse_move("r1"))
    assert onto_the_clover.stage == "clover"
    choice = advise(here, Arbitrary(), extra_turns=0).of(here.parse_move("r1"))
    best = best_of(onto_the_clover, 0, 0)
    declined = worth(onto_the_clover.play(tuple(onto_the_clover.legal_moves)[-1]), 0)
    mine = choice.win + 0.004 * (choice.points[0] - choice.points[1])
    assert mine == pytest.approx(best, abs=1e-12)
    assert mine >= declined


def test_the_end_of_the_game_counts_as_it_is():
    here = position("wuerfelspiel board=ours 77660.9/77000.9 A move dice=rppss")
    choice = advise(here, Arbitrary()).of(here.parse_move("p2"))
    assert here.play(choice.move).outcome.winners == (0,)
    assert choice.win == 1
    assert choice.points == tuple(here.play(choice.move).outcome.totals)


@pytest.mark.parametrize("kind", [WUERFELSPIEL_DICE, OR_DICE])
def test_the_keep_matrix_equals_counting_ordered_dice(kind):
    tables = keep_tables(kind)
    assert (len(tables.rolls), len(tables.keeps)) == ((252, 462) if kind.count == 5 else (56, 84))
    for kept in tables.keeps[:: 7 if kind.count == 5 else 1]:
        counted = [0] * len(tables.rolls)
        for rolled in product(kind.faces, repeat=kind.count - len(kept)):
            counted[tables.place_of_roll[in_order(kept + "".join(rolled))]] += 1
        row = tables.matrix[tables.place_of_keep[kept]]
        assert row * 6 ** (kind.count - len(kept)) == pytest.approx(counted, abs=1e-9)


def test_nothing_is_advised_while_the_dice_roll():
    assert advise(game("or").start(2)).choices == ()


def test_unknown_spaces_are_averaged_and_said_to_be():
    owner = (Path(__file__).parents[3] / "engine/components/wuerfelspiel-owner.toml").read_text()
    start = game("wuerfelspiel").start(2, components=owner)
    here = start.play(start.parse_move("rrygs"))
    assert advise(here).incomplete
    assert {choice.move for choice in advise(here).choices} == set(here.legal_moves)
    known = game("wuerfelspiel").start(2)
    assert not advise(known.play(known.parse_move("rrygs"))).incomplete


def test_a_move_onto_an_unknown_space_of_the_crossed_side_may_be_sent_back():
    owner = (Path(__file__).parents[3] / "engine/components/wuerfelspiel-owner.toml").read_text()
    start = game("wuerfelspiel").start(2, {"side": "crossed"}, components=owner)
    here = start.play(start.parse_move("rrygs")).play(Keep("rrygs"))
    advice = advise(here, HandMade())
    assert advice.incomplete
    assert {choice.move for choice in advice.choices} == set(here.legal_moves)


def test_after_a_keep_the_advice_names_the_likeliest_moves():
    start = game("wuerfelspiel").start(2)
    here = start.play(start.parse_move("ggggs"))
    choice = advise(here).of(Keep("gggg"))
    aims = [reason for reason in choice.why if reason.key == "aim"]
    assert aims[0].target in ("g4", "g5")
    assert sum(reason.amount for reason in aims) <= 1 + 1e-12
