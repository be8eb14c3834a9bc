from fractions import Fraction
from itertools import product

import pytest

from engine.dice import (
    FACE_NAMES,
    OR_DICE,
    WUERFELSPIEL_DICE,
    Keep,
    Roll,
    keeps,
    parse_keep,
    parse_roll,
    roll_outcomes,
    together,
)
from engine.errors import NotationError


@pytest.mark.parametrize(
    ("kind", "count"), [(WUERFELSPIEL_DICE, 5), (WUERFELSPIEL_DICE, 2), (OR_DICE, 3), (OR_DICE, 0)]
)
def test_chances_of_rolls_agree_with_counting_every_throw(kind, count):
    throws: dict[str, int] = {}
    for faces in product(kind.faces, repeat=count):
        roll = Roll("".join(faces)).faces
        throws[roll] = throws.get(roll, 0) + 1
    counted = {faces: Fraction(ways, len(kind.faces) ** count) for faces, ways in throws.items()}
    assert {roll.faces: chance for roll, chance in roll_outcomes(kind, count)} == counted


def test_there_are_252_rolls_and_462_keeps_of_five_dice():
    rolls = roll_outcomes(WUERFELSPIEL_DICE, 5)
    assert len(rolls) == 252
    assert len({keep for roll, _ in rolls for keep in keeps(roll.faces)}) == 462


def test_there_are_56_rolls_and_84_keeps_of_three_dice():
    rolls = roll_outcomes(OR_DICE, 3)
    assert len(rolls) == 56
    assert len({keep for roll, _ in rolls for keep in keeps(roll.faces)}) == 84


def test_a_roll_has_no_order():
    assert Roll("sgyrr") == Roll("rrygs")
    assert str(Roll("s41")) == "14s"
    assert Roll("rr") != Keep("rr")


def test_keeps_go_from_all_dice_to_none():
    assert [str(keep) for keep in keeps("11s")] == ["=11s", "=11", "=1s", "=1", "=s", "="]


def test_kept_and_rolled_dice_come_together():
    assert together("rg", "sbr") == "rrgbs"


def test_every_face_has_a_name():
    assert [FACE_NAMES[face] for face in WUERFELSPIEL_DICE.faces] == [
        "redbrown",
        "yellow",
        "pink",
        "green",
        "blue",
        "stone",
    ]
    assert [FACE_NAMES[face] for face in OR_DICE.faces] == ["1", "2", "3", "4", "5", "stone"]


def test_a_typed_roll_may_be_in_any_order_and_case():
    assert parse_roll(" S41 ", OR_DICE, 3) == Roll("14s")
    assert parse_keep("=gR", WUERFELSPIEL_DICE) == Keep("rg")


@pytest.mark.parametrize("text", ["", "14", "146", "rgb", "1455", "14s "[:2]])
def test_what_is_no_roll_is_refused(text):
    with pytest.raises(NotationError, match="type 3 of the letters"):
        parse_roll(text, OR_DICE, 3)


@pytest.mark.parametrize("text", ["", "14", "=6", "=r"])
def test_what_is_no_keep_is_refused(text):
    with pytest.raises(NotationError, match="keeps no dice"):
        parse_keep(text, OR_DICE)


def test_a_letter_that_is_no_face_is_refused():
    with pytest.raises(NotationError, match="'x' is no face"):
        Roll("1x")
