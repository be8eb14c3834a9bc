"""Doubtful dice are named and asked about; nothing counts until the doubt is gone."""

import pytest

from rig.events import DiceRead, FaceChosen, HandEntryOpened, LookAgain, RollEntered, Undone
from rig.state import EyeTask, Phase
from tests.rig.table_driver import Driver, die, row


def rolling(game: str = "or", players: int = 2) -> Driver:
    table = Driver(game, players)
    table.begin()
    return table


def test_one_unsure_die_is_asked_for_and_the_others_stand() -> None:
    table = rolling()
    table.see(die("4", 50), die("1", 110, reason="unsure", others="5"), die("s", 170))
    assert table.state.phase is Phase.DOUBT
    assert table.state.asked_die == 1
    assert [choice.key for choice in table.state.choices] == ["1", "5", "2", "3", "4", "s"]
    assert table.state.match.moves == ()


def test_confirm_takes_the_face_that_is_shown_for_the_doubtful_die() -> None:
    table = rolling()
    table.see(die("4", 50), die("1", 110, reason="unsure", others="5"), die("s", 170))
    table.press("down", "confirm")
    assert table.state.phase is Phase.KEEP
    assert table.faces == "45s"
    assert [entry.source for entry in table.state.dice] == ["camera", "asked", "camera"]
    assert table.state.happened[-1].source == "asked"


def test_two_doubtful_dice_are_asked_for_one_after_the_other() -> None:
    table = rolling()
    table.see(die(None, 50, reason="cocked"), die("1", 110, reason="unsure"), die("s", 170))
    assert table.state.asked_die == 0
    table.must(FaceChosen(answers=0, die=0, face="2"))
    assert (table.state.phase, table.state.asked_die) == (Phase.DOUBT, 1)
    table.press("confirm")
    assert table.faces == "21s"


def test_look_again_asks_the_camera_and_takes_what_it_sees_then() -> None:
    table = rolling()
    table.see(die("4", 50), die("1", 110, reason="cocked"), die("s", 170))
    table.press("reroll")
    assert table.state.eye_task is EyeTask.LOOK
    table.see(die("4", 50), die("3", 110), die("s", 170), asked=True)
    assert table.state.phase is Phase.KEEP
    assert table.faces == "43s"


def test_a_face_that_was_answered_is_not_asked_for_again_while_the_die_looks_the_same() -> None:
    table = rolling()
    doubtful = die(None, 50, reason="glare"), die("1", 110, reason="unsure")
    table.see(*doubtful, die("s", 170))
    table.must(FaceChosen(answers=0, die=0, face="2"))
    table.must(LookAgain(answers=0))
    table.see(*doubtful, die("s", 170), asked=True)
    assert [entry.face for entry in table.state.dice] == ["2", "1", "s"]
    assert table.state.asked_die == 1


def test_a_missing_die_is_asked_for_by_hand() -> None:
    table = rolling("wuerfelspiel")
    table.see(*row("rryg"))
    assert table.state.phase is Phase.DOUBT
    assert table.state.doubt == "too-few"
    assert [entry.doubt for entry in table.state.dice] == ["", "", "", "", "missing"]
    table.must(FaceChosen(answers=0, die=4, face="s"))
    assert table.state.phase is Phase.KEEP
    assert table.faces == "rrygs"


def test_too_many_dice_are_never_taken() -> None:
    table = rolling()
    table.see(*row("4151"))
    assert table.state.doubt == "too-many"
    table.press("confirm")
    assert table.state.phase is Phase.ENTER
    assert table.state.match.moves == ()


def test_a_reason_about_the_whole_picture_makes_even_sure_dice_a_question() -> None:
    table = rolling()
    table.see(*row("415"), reasons=("The camera was moved.",))
    assert table.state.phase is Phase.DOUBT
    assert table.state.asked_die == -1
    table.press("confirm")
    assert table.faces == "415"
    assert {entry.source for entry in table.state.dice} == {"asked"}


def test_a_whole_roll_is_entered_with_four_buttons() -> None:
    table = rolling()
    table.press("up")
    assert table.state.phase is Phase.ENTER
    table.press("down", "confirm", "up", "confirm", "confirm")
    assert table.state.phase is Phase.KEEP
    assert table.faces == "2s1"
    assert table.state.happened[-1].source == "hand"


def test_one_step_back_while_entering() -> None:
    table = rolling()
    table.must(HandEntryOpened(answers=0))
    table.press("confirm", "confirm", "reroll")
    assert table.state.entered == ("1",)
    table.press("reroll", "reroll")
    assert table.state.phase is Phase.ROLL


def test_a_whole_roll_is_entered_at_once() -> None:
    table = rolling()
    table.must(RollEntered(answers=0, faces=("5", "1", "1")))
    assert table.state.phase is Phase.KEEP
    assert str(table.state.match.moves[-1]) == "115"


@pytest.mark.parametrize(
    ("faces", "reason"),
    [(("1", "1"), "wrong-number-of-dice"), (("1", "1", "9"), "no-such-face"), ((), "wrong-number-of-dice")],
)
def test_a_roll_that_these_dice_cannot_show_is_refused(faces: tuple[str, ...], reason: str) -> None:
    table = rolling()
    assert table.do(RollEntered(answers=0, faces=faces)).refused == reason


def test_undo_in_a_doubt_drops_the_reading_and_asks_for_the_dice_again() -> None:
    table = rolling()
    table.see(die("4", 50), die("1", 110, reason="unsure"), die("s", 170))
    table.must(Undone(answers=0))
    assert table.state.phase is Phase.ROLL
    assert table.state.dice == ()


def test_a_reading_that_nobody_asked_for_is_refused() -> None:
    table = rolling()
    table.see(*row("415"))
    table.press("confirm")
    assert table.do(DiceRead(answers=0, dice=row("222"))).refused == "no-roll-asked"
