"""A turn at the table: roll, keep or roll again, move, next player."""

from rig.effects import AdviceWanted, GameStarted
from rig.events import AdviceGiven, DieMarked, Pointed, Undone
from rig.state import EyeTask, Phase, Ranked
from tests.rig.table_driver import Driver, row


def ranked(*moves: str) -> tuple[Ranked, ...]:
    return tuple(Ranked(move, 5.0 - place, float(place)) for place, move in enumerate(moves))


def advise(table: Driver, *moves: str, **more: object) -> None:
    table.must(AdviceGiven(answers=0, decision=table.state.decision, ranked=ranked(*moves)))


def test_confirm_on_the_setup_screen_starts_the_game_and_asks_for_the_dice() -> None:
    table = Driver("or")
    table.begin()
    assert table.state.phase is Phase.ROLL
    assert table.state.eye_task is EyeTask.ROLL
    assert [type(effect) for effect in table.last.effects] == [GameStarted]


def test_a_sure_roll_leads_straight_to_the_keeps_and_asks_for_advice() -> None:
    table = Driver("or")
    table.begin()
    table.see(*row("415"))
    assert table.state.phase is Phase.KEEP
    assert table.faces == "415"
    assert table.state.choices[0].key == "=145"
    assert table.last.effects == (AdviceWanted(table.state.decision, table.state.position),)


def test_advice_orders_the_keeps_and_marks_the_best_dice() -> None:
    table = Driver("or")
    table.begin()
    table.see(*row("4s4"))
    advise(table, "=44", "=4", "=44s")
    assert [choice.key for choice in table.state.choices][:3] == ["=44", "=4", "=44s"]
    assert table.marks == "x.x"
    assert table.state.choices[1].advice == Ranked("=4", 4.0, 1.0)


def test_advice_does_not_undo_what_a_person_has_highlighted() -> None:
    table = Driver("or")
    table.begin()
    table.see(*row("4s4"))
    table.point("=s")
    advise(table, "=44", "=4", "=s")
    assert table.state.choices[table.state.cursor].key == "=s"
    assert table.marks == ".x."


def test_advice_for_an_older_question_is_dropped() -> None:
    table = Driver("or")
    table.begin()
    table.see(*row("4s4"))
    old = table.state.decision
    table.press("confirm")
    done = table.do(AdviceGiven(answers=0, decision=old, ranked=ranked("=44")))
    assert done.refused == "advice-too-late"


def test_up_and_down_run_through_the_keeps_and_a_tap_marks_one_die() -> None:
    table = Driver("or")
    table.begin()
    table.see(*row("4s4"))
    assert table.marks == "xxx"
    table.press("down")
    assert table.state.choices[table.state.cursor].key == "=44"
    assert table.marks == "x.x"
    table.must(DieMarked(answers=0, die=0))
    assert table.marks == "..x"
    assert table.state.choices[table.state.cursor].key == "=4"


def test_confirm_keeps_all_dice_whatever_is_marked() -> None:
    table = Driver("or")
    table.begin()
    table.see(*row("4s4"))
    table.press("down", "confirm")
    assert table.state.phase is Phase.CHOOSE
    assert str(table.state.match.moves[-1]) == "=44s"


def test_reroll_rolls_the_unmarked_dice_and_keeps_the_marked_ones() -> None:
    table = Driver("or")
    table.begin()
    table.see(*row("4s4"))
    table.point("=44")
    table.press("reroll")
    assert table.state.phase is Phase.ROLL
    assert [(die.face, die.fixed) for die in table.state.dice] == [("4", True), ("4", True)]
    assert table.state.position.to_roll == 1


def test_reroll_with_all_dice_marked_first_shows_what_would_be_kept() -> None:
    table = Driver("or")
    table.begin()
    table.see(*row("4s4"))
    table.press("reroll")
    assert table.state.phase is Phase.KEEP
    assert table.marks == "x.x"
    assert table.state.notice.key == "press-again-to-reroll"
    table.press("reroll")
    assert table.state.phase is Phase.ROLL


def test_moves_are_chosen_with_the_arrows_and_played_with_confirm() -> None:
    table = Driver("or")
    table.begin()
    table.see(*row("415"))
    table.press("confirm")
    keys = [choice.key for choice in table.state.choices]
    table.press("down", "down", "up", "confirm")
    assert str(table.state.match.moves[2]) == keys[1]


def test_after_the_move_the_next_player_is_asked_and_the_old_dice_are_forgotten() -> None:
    table = Driver("or")
    table.begin()
    table.see(*row("415"))
    table.press("confirm")
    table.point(table.state.choices[-1].key)
    table.press("confirm")
    assert table.state.position.turn_of == 1
    assert table.state.phase is Phase.ROLL
    assert table.state.dice == ()


def test_a_tap_only_highlights_and_never_plays() -> None:
    table = Driver("or")
    table.begin()
    table.see(*row("415"))
    table.press("confirm")
    moves = len(table.state.match.moves)
    table.must(Pointed(answers=0, choice=2))
    assert table.state.cursor == 2
    assert len(table.state.match.moves) == moves
    assert table.do(Pointed(answers=0, choice=99)).refused == "no-such-choice"


def test_undo_of_a_decision_keeps_the_recorded_roll() -> None:
    table = Driver("or")
    table.begin()
    table.see(*row("415"))
    table.press("confirm")
    table.must(Undone(answers=0))
    assert table.state.phase is Phase.KEEP
    assert table.faces == "415"
    assert table.state.dice[0].seen is not None


def test_undo_of_a_roll_asks_for_a_new_one_and_says_so() -> None:
    table = Driver("or")
    table.begin()
    table.see(*row("415"))
    table.must(Undone(answers=0))
    assert table.state.phase is Phase.ROLL
    assert table.state.happened[-1].key == "roll-taken-back"
    assert table.state.match.moves == ()
    assert table.do(Undone(answers=0)).refused == "nothing-to-undo"


def test_undo_of_a_reroll_keeps_where_the_kept_dice_were_seen_last() -> None:
    table = Driver("or")
    table.begin()
    table.see(*row("4s4"))
    table.point("=44")
    table.press("reroll")
    table.see(*row("434"))
    assert table.faces == "443"  # the kept ones first
    last = [die.seen.centre for die in table.state.dice[:2]]
    table.must(Undone(answers=0))
    assert [(die.face, die.seen.centre) for die in table.state.dice] == [("4", last[0]), ("4", last[1])]


def test_a_whole_turn_can_be_taken_back_step_by_step() -> None:
    table = Driver("or")
    table.begin()
    first = table.state.position
    table.see(*row("415"))
    table.press("confirm")
    table.press("confirm")
    while table.state.past:
        table.must(Undone(answers=0))
    assert table.state.position == first
