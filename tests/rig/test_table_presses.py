"""A double press, a press from an old page, a phone and a button at once never confirm the next thing."""

from rig.events import AdviceGiven, Button, FaceChosen, HandEntryOpened, Pressed, RollEntered, Undone
from rig.state import Phase, Ranked
from tests.rig.table_driver import Driver, row


def press(button: str, answers: int = 0, source: str = "button") -> Pressed:
    return Pressed(answers=answers, button=Button(button), source=source)


def keeping() -> Driver:
    table = Driver("or")
    table.begin()
    table.see(*row("415"))
    return table


def test_the_second_of_two_quick_presses_does_not_play_a_move() -> None:
    table = keeping()
    table.must(press("confirm"))
    assert table.do(press("confirm"), later=0.15).refused == "too-soon"
    assert table.state.phase is Phase.CHOOSE
    assert len(table.state.match.moves) == 2
    assert not table.do(press("confirm"), later=0.16).refused


def test_a_press_from_an_old_page_is_refused() -> None:
    table = keeping()
    old = table.state.revision
    table.must(press("confirm"))
    assert table.do(press("confirm", answers=old)).refused == "stale"
    assert len(table.state.match.moves) == 2


def test_a_phone_and_a_button_at_once_confirm_one_thing() -> None:
    table = keeping()
    seen = table.state.revision
    table.must(press("confirm", answers=seen, source="phone"))
    assert table.do(press("confirm", answers=seen, source="button"), later=0.0).refused == "stale"
    # The button's own press carries the newest revision, but nobody has seen that screen yet.
    assert table.do(press("confirm"), later=0.05).refused == "too-soon"
    assert len(table.state.match.moves) == 2


def test_a_highlight_moved_by_a_phone_is_not_confirmed_by_a_button_at_once() -> None:
    table = keeping()
    table.must(press("confirm"))
    table.must(press("down", source="phone"))
    assert table.do(press("confirm", source="button"), later=0.1).refused == "too-soon"
    assert not table.do(press("confirm", source="button"), later=0.3).refused


def test_the_same_hand_may_move_and_confirm_as_fast_as_it_likes() -> None:
    table = keeping()
    table.must(press("confirm"))
    table.must(press("down"))
    table.must(press("down"), later=0.1)
    assert not table.do(press("confirm"), later=0.1).refused


def test_a_press_just_when_advice_changes_the_marks_is_ignored() -> None:
    table = Driver("or")
    table.begin()
    table.see(*row("4s4"))
    table.must(AdviceGiven(answers=0, decision=table.state.decision, ranked=(Ranked("=44", 1.0, 0.0),)))
    assert table.do(press("reroll"), later=0.2).refused == "too-soon"


def test_a_press_just_when_a_roll_arrives_is_ignored() -> None:
    table = Driver("or")
    table.begin()
    table.see(*row("415"))
    assert table.do(press("confirm"), later=0.2).refused == "too-soon"


def test_two_quick_undos_take_back_one_thing() -> None:
    table = keeping()
    table.must(press("confirm"))
    table.must(Undone(answers=0))
    assert table.do(Undone(answers=0), later=0.1).refused == "too-soon"
    assert len(table.state.match.moves) == 1


def test_a_double_press_at_the_end_of_a_turn_does_not_start_the_next_players_entry() -> None:
    table = keeping()
    table.press("confirm", "confirm")
    assert table.state.phase is Phase.ROLL
    assert table.do(press("up"), later=0.1).refused == "too-soon"


def test_a_clock_that_jumped_back_blocks_nobody() -> None:
    table = keeping()
    table.now -= 5000
    assert not table.do(press("confirm")).refused


def test_a_roll_entered_on_an_old_screen_is_refused() -> None:
    table = Driver("or")
    table.begin()
    old = table.state.revision
    table.see(*row("415"))
    assert table.do(RollEntered(answers=old, faces=("1", "1", "1"))).refused == "stale"


def entering() -> Driver:
    table = Driver("or")
    table.begin()
    table.must(HandEntryOpened(answers=0))
    return table


def named(face: str, place: int) -> FaceChosen:
    return FaceChosen(answers=0, die=place, face=face)


def test_a_whole_roll_is_entered_by_taps_as_fast_as_fingers_are() -> None:
    table = entering()
    for place, (face, later) in enumerate((("4", 1.0), ("1", 0.05), ("1", 0.15))):
        table.must(named(face, place), later)
    assert table.faces == "411"


def test_a_screen_that_bounces_fills_one_place() -> None:
    table = entering()
    table.must(named("4", 0))
    assert table.do(named("4", 1), later=0.05).refused == "too-soon"
    assert table.do(named("4", 0), later=0.2).refused == "no-such-die"
    assert table.state.entered == ("4",)


def test_a_bounce_of_the_last_tap_does_not_answer_the_next_question() -> None:
    table = entering()
    for place, face in enumerate("415"):
        table.must(named(face, place))
    assert table.state.phase is Phase.KEEP
    assert table.do(named("5", 3), later=0.05).refused == "too-soon"
    assert table.do(press("confirm"), later=0.05).refused == "too-soon"


def test_confirm_while_entering_still_has_to_be_read_first() -> None:
    table = entering()
    table.must(press("confirm"))
    assert table.do(press("confirm"), later=0.15).refused == "too-soon"
