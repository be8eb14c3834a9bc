"""Mending: a misread roll, a table that looks different, spaces and chips that nobody has entered yet; the end."""

import random

import pytest

from engine import catalogue, record
from engine.errors import EngineError
from rig.component_files import components_of, merged
from rig.effects import ComponentLearned, GameEnded
from rig.events import ComponentsRead, NewGame, PositionEdited, Revealed, RollAmended, RollEntered, Undone
from rig.state import Phase
from tests.rig.table_driver import Driver, row
from tests.rig.test_table_setup import owner_chips


def test_a_misread_roll_is_amended_and_later_moves_stand() -> None:
    table = Driver("or")
    table.begin()
    table.see(*row("415"))
    table.press("confirm")
    table.point("-")
    table.press("confirm")
    table.must(Undone(answers=0))
    table.must(Undone(answers=0))
    table.must(RollAmended(answers=0, move=0, faces=("4", "1", "4")))
    assert table.state.phase is Phase.KEEP
    assert str(table.state.match.moves[0]) == "144"
    assert table.faces == "414"
    assert table.state.happened[-1].text == "145 → 144"


def test_undo_takes_back_a_correction_before_the_roll_itself() -> None:
    table = Driver("or")
    table.begin()
    table.see(*row("415"))
    seen = [die.seen for die in table.state.dice]
    table.must(RollAmended(answers=0, move=0, faces=("4", "1", "4")))
    table.must(Undone(answers=0))
    assert (table.state.phase, table.faces) == (Phase.KEEP, "415")
    assert [die.seen for die in table.state.dice] == seen
    assert table.state.happened[-1].text == "144 → 145"
    table.must(Undone(answers=0))
    assert table.state.phase is Phase.ROLL


def test_a_roll_that_is_said_to_be_what_was_read_changes_nothing_and_nothing_is_told() -> None:
    table = Driver("or")
    table.begin()
    table.see(*row("415"))
    before = table.state
    table.must(RollAmended(answers=0, move=0, faces=("5", "4", "1")))
    assert table.state.match is before.match
    assert (table.state.dice, table.state.choices, table.state.cursor) == (before.dice, before.choices, before.cursor)
    assert table.state.happened == before.happened
    assert table.state.notice is None


def test_an_amended_roll_that_makes_a_later_move_illegal_is_refused_until_that_is_dropped() -> None:
    table = Driver("or")
    table.begin()
    table.see(*row("415"))
    table.press("confirm")
    amend = RollAmended(answers=table.state.revision, move=0, faces=("4", "1", "4"))
    with pytest.raises(EngineError, match="became illegal"):
        table.do(amend)
    table.must(RollAmended(answers=0, move=0, faces=("4", "1", "4"), drop_rest=True))
    assert table.state.phase is Phase.KEEP
    assert [str(move) for move in table.state.match.moves] == ["144"]
    table.must(Undone(answers=0))
    assert table.state.phase is Phase.ROLL


def test_only_rolls_can_be_amended() -> None:
    table = Driver("or")
    table.begin()
    table.see(*row("415"))
    table.press("confirm")
    assert table.do(RollAmended(answers=0, move=1, faces=("4",))).refused == "no-such-roll"
    assert table.do(RollAmended(answers=0, move=7, faces=("4",))).refused == "no-such-roll"


def test_the_table_looks_different() -> None:
    table = Driver("or")
    table.begin()
    table.see(*row("415"))
    other = catalogue.game("or").start(2)
    table.must(PositionEdited(answers=0, position=str(other)))
    assert table.state.position == other
    assert table.state.phase is Phase.ROLL
    assert record.parse(record.write(table.state.match)).position == other


def test_a_table_put_right_by_mistake_is_taken_back_and_the_turn_goes_on() -> None:
    table = Driver("or")
    table.begin()
    table.see(*row("415"))
    before = table.state.position
    table.must(PositionEdited(answers=0, position=str(catalogue.game("or").start(2))))
    table.see(*row("333"))
    assert table.state.can_undo
    table.must(Undone(answers=0))
    table.must(Undone(answers=0))
    assert table.state.position == before
    assert (table.state.phase, table.faces) == (Phase.KEEP, "145")
    assert record.parse(record.write(table.state.match)).position == before
    assert table.do(Undone(answers=0)).refused == "nothing-to-undo"


def test_a_position_of_another_game_or_size_is_refused() -> None:
    table = Driver("or")
    table.begin()
    for other in (catalogue.game("or").start(3), catalogue.game("wuerfelspiel").start(2)):
        assert table.do(PositionEdited(answers=0, position=str(other))).refused == "other-game"


def test_an_unknown_chip_is_asked_for_and_learned() -> None:
    table = Driver("or", board="owner")
    table.must(ComponentsRead(answers=0, game="or", text=owner_chips("unknown")))
    table.begin()
    table.see(*row("415"))
    table.press("confirm")
    table.point("g5")
    table.press("confirm")
    assert table.state.phase is Phase.REVEAL
    key = next(choice.key for choice in table.state.choices if "goblin" in choice.key)
    table.must(Revealed(answers=0, what=key))
    (effect,) = (effect for effect in table.last.effects if isinstance(effect, ComponentLearned))
    assert table.state.happened[-1].key == "revealed"
    known = components_of(catalogue.game("or").start(2, None, owner_chips("unknown")))
    grown = merged(known, components_of(effect.position))
    assert len(tuple(known.unknown())) - len(tuple(grown.unknown())) == 1


def test_what_is_revealed_must_be_one_of_the_choices() -> None:
    table = Driver("or", board="owner")
    table.must(ComponentsRead(answers=0, game="or", text=owner_chips("unknown")))
    table.begin()
    assert table.do(Revealed(answers=0, what="?stone")).refused == "no-such-choice"


@pytest.mark.parametrize(("game", "players"), [("or", 2), ("or-happy-meeple", 2), ("wuerfelspiel", 4)])
def test_a_whole_game_ends_with_its_record(game: str, players: int) -> None:
    table, dice = Driver(game, players), random.Random(5)
    table.begin()
    while table.state.phase is not Phase.OVER:
        play_on(table, dice)
    (ended,) = table.last.effects
    assert isinstance(ended, GameEnded)
    assert record.parse(record.write(ended.match)).position == table.state.position
    table.must(Undone(answers=0))
    assert table.state.phase is not Phase.OVER


def play_on(table: Driver, dice: random.Random) -> None:
    """Answer the present question somehow."""
    position = table.state.position
    if table.state.phase is Phase.ROLL:
        faces = "rypgbs" if position.game == "wuerfelspiel" else "12345s"
        table.must(RollEntered(answers=0, faces=tuple(dice.choices(faces, k=position.to_roll))))
    elif table.state.phase is Phase.KEEP:
        table.press("confirm")
    else:
        assert table.state.phase in (Phase.CHOOSE, Phase.REVEAL)
        table.press("confirm")


def test_confirm_at_the_end_leads_to_a_new_game() -> None:
    table, dice = Driver("or-happy-meeple"), random.Random(5)
    table.begin()
    while table.state.phase is not Phase.OVER:
        play_on(table, dice)
    table.press("confirm")
    assert table.state.phase is Phase.SETUP
    table.must(NewGame(answers=0))
    table.begin()
    assert table.state.phase is Phase.ROLL
