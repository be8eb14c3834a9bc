"""Kept dice are followed: left in the tray or set aside, turned, pushed, lifted."""

from rig.events import DiceRead, LookAgain, RollAmended, RollEntered, Undone
from rig.state import Phase
from tests.rig.table_driver import Driver, die, row


def rerolling(faces: str = "rrygb", kept: str = "=rr") -> Driver:
    """The dice lie 60 pixels apart from x = 50 on; some are kept and the others are to be rolled again."""
    table = Driver("wuerfelspiel")
    table.begin()
    table.see(*row(faces))
    table.point(kept)
    table.press("reroll")
    return table


def test_kept_dice_may_stay_in_the_tray() -> None:
    table = rerolling()
    table.see(*row("rr"), *row("sgp", start=60, y=220))
    assert table.state.phase is Phase.CHOOSE
    assert table.faces == "rrsgp"
    assert str(table.state.match.moves[-1]) == "pgs"


def test_kept_dice_may_be_set_aside_if_the_tray_was_seen_without_them() -> None:
    table = rerolling()
    table.see(*row("sgp", start=60, y=220), before=())
    assert table.state.phase is Phase.CHOOSE
    assert table.faces == "rrsgp"


def test_kept_dice_that_vanished_while_nobody_looked_are_asked_about() -> None:
    table = rerolling()
    table.see(*row("sgp", start=60, y=220))
    assert table.state.phase is Phase.DOUBT
    assert table.state.doubt == "kept-unclear"
    table.press("confirm")
    assert table.faces == "rrsgp"


def test_a_kept_die_pushed_away_is_never_taken_for_a_rolled_one() -> None:
    table = rerolling("rrygb", "=r")
    # The kept die at 50 was pushed to 300, one of the four rolled dice fell off the tray.
    table.see(die("r", 300), *row("sgp", start=60, y=220), before=row("r"))
    assert table.state.phase is Phase.DOUBT
    assert len(table.state.match.moves) == 2


def test_a_kept_die_that_was_turned_is_told_and_keeps_its_face() -> None:
    table = rerolling()
    table.see(die("b", 50), die("r", 110), *row("sgp", start=60, y=220))
    assert table.state.phase is Phase.DOUBT
    assert (table.state.asked_die, table.state.dice[0].doubt, table.state.dice[0].face) == (0, "turned", "r")
    assert [choice.key for choice in table.state.choices] == ["r"]
    table.press("confirm")
    assert table.faces == "rrsgp"


def test_a_turned_die_that_was_put_right_is_read_again() -> None:
    table = rerolling()
    table.see(die("b", 50), die("r", 110), *row("sgp", start=60, y=220))
    table.must(LookAgain(answers=0))
    table.see(die("r", 51), die("r", 110), *row("sgp", start=60, y=220), asked=True)
    assert table.state.phase is Phase.CHOOSE


def test_a_pushed_die_in_a_full_tray_is_asked_about() -> None:
    table = rerolling("rrygb", "=r")
    table.see(die("r", 300), *row("sgpb", start=60, y=220), before=row("r"))
    assert table.state.doubt == "kept-unclear"
    table.press("confirm")
    assert table.faces == "rsgpb"


def test_a_rolled_die_missing_beside_kept_ones_is_missed() -> None:
    table = rerolling()
    table.see(*row("rr"), *row("sg", start=60, y=220))
    assert table.state.doubt == "too-few"
    assert [entry.doubt for entry in table.state.dice] == ["", "", "", "", "missing"]


def test_after_a_roll_taken_back_kept_dice_that_lie_where_they_lay_are_known() -> None:
    table = rerolling()
    table.see(*row("rr"), *row("sgp", start=60, y=220))
    table.must(Undone(answers=0))
    table.see(*row("rr"), *row("bbb", start=60, y=260))
    assert table.state.phase is Phase.CHOOSE
    assert table.faces == "rrbbb"


def test_after_a_roll_taken_back_kept_dice_that_were_moved_are_asked_about() -> None:
    table = rerolling()
    table.see(*row("rr"), *row("sgp", start=60, y=220))
    table.must(Undone(answers=0))
    table.see(*row("rrbbb", start=60, y=300))
    assert table.state.doubt == "kept-unclear"


def test_dice_lifted_without_reroll_raise_the_question_and_nothing_counts() -> None:
    table = Driver("wuerfelspiel")
    table.begin()
    table.see(*row("rrygb"))
    table.see(*row("rr"))
    assert table.state.phase is Phase.KEEP
    assert table.state.notice.key == "lifted"
    assert table.marks == "xx..."
    assert len(table.state.match.moves) == 1
    table.press("reroll")
    assert str(table.state.match.moves[-1]) == "=rr"


def test_lifting_exactly_the_marked_dice_sets_them_aside() -> None:
    table = Driver("wuerfelspiel")
    table.begin()
    table.see(*row("rrygb"))
    table.point("=rr")
    table.see(*row("rrygb")[2:])
    assert table.marks == "xx..."


def test_dice_put_back_end_the_question() -> None:
    table = Driver("wuerfelspiel")
    table.begin()
    table.see(*row("rrygb"))
    table.see(*row("rr"))
    table.see(*row("rr"), *row("bgy", start=60, y=220))
    assert table.state.notice is None
    assert not any(entry.lifted for entry in table.state.dice)
    assert table.faces == "rrygb"


def test_dice_thrown_again_before_reroll_was_pressed_wait_for_the_press() -> None:
    table = Driver("wuerfelspiel")
    table.begin()
    table.see(*row("rrygb"))
    table.point("=rr")
    table.see(*row("rr"), *row("sss", start=60, y=220))
    assert table.state.notice.key == "thrown-again"
    assert len(table.state.match.moves) == 1
    table.press("reroll")
    assert table.state.phase is Phase.CHOOSE
    assert [str(move) for move in table.state.match.moves[1:]] == ["=rr", "sss"]


def test_confirm_after_a_throw_without_reroll_keeps_the_recorded_roll() -> None:
    table = Driver("wuerfelspiel")
    table.begin()
    table.see(*row("rrygb"))
    table.see(*row("rr"), *row("sss", start=60, y=220))
    table.press("confirm")
    assert str(table.state.match.moves[-1]) == "=rrygb"


def test_a_die_turned_while_choosing_is_told() -> None:
    table = Driver("wuerfelspiel")
    table.begin()
    table.see(*row("rrygb"))
    table.see(*row("rrysb"))
    assert (table.state.notice.key, table.state.notice.values) == ("kept-die-turned", ("4",))
    assert table.faces == "rrygb"


def test_the_same_sight_twice_changes_nothing() -> None:
    table = Driver("wuerfelspiel")
    table.begin()
    table.see(*row("rrygb"))
    table.see(*row("rr"))
    assert table.do(DiceRead(answers=0, dice=row("rr"))).refused == "nothing-changed"


def corrected() -> Driver:
    """Of five dice the camera misreads the one at 50: it is blue and looks red."""
    table = Driver("wuerfelspiel")
    table.begin()
    table.see(*row("rrygb"))
    table.must(RollAmended(answers=0, move=0, faces=("b", "r", "y", "g", "b")))
    assert table.faces == "brygb"
    return table


def test_a_corrected_die_keeps_its_place_and_the_camera_that_errs_as_before_says_nothing() -> None:
    table = corrected()
    assert [entry.seen.centre[0] for entry in table.state.dice] == [50, 110, 170, 230, 290]
    assert table.state.dice[0].source == "asked"
    assert table.do(DiceRead(answers=0, dice=row("rrygb"))).refused == "nothing-changed"


def test_a_corrected_die_that_is_kept_is_not_doubted_as_turned() -> None:
    table = corrected()
    table.point("=bb")
    table.press("reroll")
    table.see(die("r", 51), die("b", 290), *row("sgp", start=60, y=220))
    assert table.state.phase is Phase.CHOOSE
    assert table.faces == "bbsgp"


def test_a_corrected_die_that_shows_a_third_face_is_told() -> None:
    table = corrected()
    table.see(*row("grygb"))
    assert (table.state.notice.key, table.state.notice.values) == ("kept-die-turned", ("1",))


def test_a_corrected_die_laid_elsewhere_is_the_cameras_to_read_again() -> None:
    table = corrected()
    table.see(*row("rygb", start=110), die("r", 60, y=220))
    assert [entry.lifted for entry in table.state.dice] == [True, False, False, False, False]


def test_a_correction_stands_after_the_decision_is_taken_back() -> None:
    table = Driver("wuerfelspiel")
    table.begin()
    table.see(*row("rrygb"))
    table.press("confirm")
    table.must(RollAmended(answers=0, move=0, faces=("b", "r", "y", "g", "b"), drop_rest=True))
    table.press("confirm")
    table.must(Undone(answers=0))
    assert table.state.phase is Phase.KEEP
    assert (table.faces, table.state.dice[0].seen.face) == ("brygb", "r")


def test_a_roll_corrected_in_any_order_of_its_faces_changes_the_die_that_is_not_among_them() -> None:
    table = Driver("wuerfelspiel")
    table.begin()
    table.see(*row("rrygb"))
    table.must(RollAmended(answers=0, move=0, faces=("r", "r", "s", "g", "b")))
    assert table.faces == "rrsgb"
    table.must(RollAmended(answers=0, move=0, faces=("s", "b", "b", "r", "r")))
    assert table.faces == "rrsbb"


def test_dice_entered_by_hand_over_an_unreadable_tray_are_not_called_lifted() -> None:
    table = Driver("wuerfelspiel")
    table.begin()
    table.must(RollEntered(answers=0, faces=tuple("rrygb")))
    assert table.do(DiceRead(answers=0, dice=row("rrysb"))).refused == "nothing-changed"
    table.see(*row("bgyrr"))
    assert [entry.seen.centre[0] for entry in table.state.dice] == [230, 290, 170, 110, 50]
