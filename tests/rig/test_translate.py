"""Every label of the classifier has a face in the rules, and back."""

import pytest

from engine.dice import OR_DICE, WUERFELSPIEL_DICE
from engine.errors import OptionError
from rig.state import Setup
from rig.translate import as_vision_die, labels_of, letters, seen_dice, to_roll_move
from vision.dice_sets import DICE_SETS
from vision.reading import Die, Reading, Reason

SQUARE = ((0.0, 0.0), (40.0, 0.0), (40.0, 40.0), (0.0, 40.0))


def reading(*faces: str, doubtful: int = -1) -> Reading:
    dice = tuple(
        Die(face, (20.0, 20.0), SQUARE, 0.9, Reason.UNSURE if place == doubtful else None, (("stone", 0.05),))
        for place, face in enumerate(faces)
    )
    return Reading(dice, (), (640, 480))


@pytest.mark.parametrize(
    ("labels", "dice"), [("wuerfelspiel", "wuerfelspiel"), ("or", "or"), ("pips", "or"), ("pips", "wuerfelspiel")]
)
def test_labels_and_faces_are_the_same_set_both_ways(labels: str, dice: str) -> None:
    table = letters(labels, dice)
    rules = {"wuerfelspiel": WUERFELSPIEL_DICE, "or": OR_DICE}[dice]
    assert set(table) == set(DICE_SETS[labels].faces)
    assert sorted(table.values()) == sorted(rules.faces)


def test_the_labels_of_the_rows_are_the_letters_of_the_rules() -> None:
    assert dict(letters("wuerfelspiel", "wuerfelspiel")) == {
        "redbrown": "r",
        "yellow": "y",
        "pink": "p",
        "green": "g",
        "blue": "b",
        "stone": "s",
    }


def test_dice_of_another_game_cannot_stand_in() -> None:
    with pytest.raises(OptionError, match="cannot stand in"):
        letters("or", "wuerfelspiel")


def test_a_sure_reading_is_a_roll() -> None:
    assert str(to_roll_move(reading("pink", "stone", "pink"), "wuerfelspiel", "wuerfelspiel")) == "pps"
    assert str(to_roll_move(reading("6", "3", "1"), "pips", "or")) == "13s"


def test_a_doubtful_reading_is_never_a_roll() -> None:
    with pytest.raises(OptionError, match="not sure"):
        to_roll_move(reading("3", "4", "stone", doubtful=1), "or", "or")


def test_a_seen_die_keeps_all_that_is_known_of_it() -> None:
    (die,) = seen_dice(reading("pink", doubtful=0), "wuerfelspiel", "wuerfelspiel", ["key"])
    assert (die.face, die.reason, die.picture, die.others, die.quad) == ("p", "unsure", "key", (("s", 0.05),), SQUARE)


def test_a_seen_die_can_be_handed_back_to_vision() -> None:
    whole = reading("4", "stone", doubtful=0)
    dice = seen_dice(whole, "or", "or")
    back = [as_vision_die(die, "or", "or") for die in dice]
    assert [(die.face, die.reason, die.quad) for die in back] == [("4", Reason.UNSURE, SQUARE), ("stone", None, SQUARE)]


def test_ordinary_dice_stand_in_when_the_setup_says_so() -> None:
    assert labels_of(Setup("or")) == "or"
    assert labels_of(Setup("wuerfelspiel", dice="pips")) == "pips"
