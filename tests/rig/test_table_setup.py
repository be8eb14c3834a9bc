"""The setup screen: by form, by four buttons, and what cannot be played is refused with a reason."""

from dataclasses import replace

import pytest

from rig.component_files import components_of
from rig.effects import ComponentsWanted, GameStarted
from rig.events import Button, ComponentsRead, NewGame, Pressed, SetupChanged, Undone
from rig.state import Phase, Setup
from rig.table_setup import offered_names
from tests.rig.table_driver import Driver, row

OWNER = """
game = "or"
name = "mine"
note = "only here"
[numbers]
stones = [30]
[chips]
{rows}
[provenance]
default = "owner"
"""


def owner_chips(entry: str = "plain") -> str:
    rows = "\n".join(f"{colour} = {[entry] * 11}" for colour in ("redbrown", "yellow", "pink", "green", "blue"))
    return OWNER.format(rows=rows)


def test_who_begins_sits_in_seat_one() -> None:
    assert Setup(names=("Anna", "Ben", "Clara"), begins=2).players == ("Clara", "Anna", "Ben")


def test_four_buttons_set_up_a_game() -> None:
    table = Driver("or")
    assert [choice.key for choice in table.state.choices][:9] == [
        *("game", "players", "name0", "name1", "begins", "explain", "rig", "advice", "board")
    ]
    table.press("reroll", "down", *["reroll"] * 4, "down", "confirm")
    assert table.state.setup.names == ("Anna", "Ben", "Clara")
    assert table.state.setup.begins == 1
    assert table.state.match.players == ("Ben", "Clara", "Anna")


def test_changing_the_game_forgets_options_of_the_other_one() -> None:
    table = Driver("wuerfelspiel", options=(("side", "crossed"),))
    table.press("down")
    assert table.state.setup.game == "or"
    assert table.state.setup.options == ()


def test_an_option_is_changed_with_the_arrows() -> None:
    table = Driver("wuerfelspiel")
    rows = [choice.key for choice in table.state.choices]
    table.press(*["reroll"] * rows.index("option:side"), "down")
    assert table.state.setup.options == (("side", "crossed"),)
    table.press("down")
    assert table.state.setup.options == ()


@pytest.mark.parametrize(
    ("setup", "reason"),
    [
        (Setup(game="chess"), "no-such-game"),
        (Setup(game="kartenspiel", board="owner"), "setup-incomplete"),
        (Setup(game="weg-der-steine", dice="pips"), "other-dice"),
        (Setup(names=("Anna",)), "wrong-number-of-players"),
        (Setup(names=("Anna", " ")), "name-missing"),
        (Setup(names=("Anna", "x" * 25)), "name-missing"),
        (Setup(names=("Anna", "B<b>")), "name-unfit"),
        (Setup(names=("Anna", "anna ")), "same-name-twice"),
        (Setup(begins=2), "setup-incomplete"),
        (Setup(board="theirs"), "setup-incomplete"),
        (Setup(options=(("end", "never"),)), "no-such-option"),
        (Setup(dice="wuerfelspiel"), "other-dice"),
    ],
)
def test_a_setup_that_cannot_be_played_is_refused(setup: Setup, reason: str) -> None:
    table = Driver("or")
    assert table.do(SetupChanged(answers=0, setup=setup)).refused == reason


def test_the_owners_board_is_read_before_the_game_can_start() -> None:
    table = Driver("or", board="owner")
    assert table.last.effects == (ComponentsWanted("or"),)
    assert table.do(Pressed(answers=0, button=Button.CONFIRM)).refused == "board-not-read-yet"
    table.must(ComponentsRead(answers=0, game="or", text=owner_chips()))
    table.begin()
    assert table.state.phase is Phase.ROLL
    assert components_of(table.state.position).name == "mine"


def test_a_form_cannot_smuggle_in_a_board() -> None:
    table = Driver("or")
    table.must(SetupChanged(answers=0, setup=replace(table.state.setup, components=owner_chips())))
    assert table.state.setup.components == ""


def test_components_of_another_game_are_refused() -> None:
    table = Driver("or", board="owner")
    assert table.do(ComponentsRead(answers=0, game="wuerfelspiel", text="")).refused == "another-game"


def test_the_start_carries_what_the_journal_needs() -> None:
    table = Driver("or", board="owner")
    table.must(ComponentsRead(answers=0, game="or", text=owner_chips()))
    table.begin()
    (effect,) = table.last.effects
    assert isinstance(effect, GameStarted)
    assert effect.start.setup == table.state.setup
    assert effect.start.revision == table.state.revision
    assert len(effect.start.components) == 64


def test_a_game_left_by_mistake_is_gone_back_to() -> None:
    table = Driver("or")
    table.begin()
    table.see(*row("415"))
    match = table.state.match
    table.must(NewGame(answers=0))
    assert table.state.phase is Phase.SETUP
    table.press("down")
    table.must(Undone(answers=0))
    assert table.state.phase is Phase.KEEP
    assert table.state.match == match
    assert table.state.setup.game == "or"
    assert table.faces == "415"


def test_the_next_game_starts_with_the_same_players() -> None:
    table = Driver("or")
    table.begin()
    table.must(NewGame(answers=0))
    table.begin()
    assert table.state.match.moves == ()
    assert table.state.past == ()
    assert table.state.match.players == ("Anna", "Ben")


def test_a_form_posted_during_a_game_is_refused() -> None:
    table = Driver("or")
    table.begin()
    assert table.do(SetupChanged(answers=0, setup=Setup())).refused == "game-in-play"


def test_names_are_picked_from_earlier_players_by_the_buttons() -> None:
    table = Driver("or")
    table.must(SetupChanged(answers=0, setup=replace(table.state.setup, names=("Oma Grete", "Ben"))))
    table.begin()
    table.must(NewGame(answers=0))
    table.must(SetupChanged(answers=0, setup=replace(table.state.setup, names=("Zoe", "Ben"))))
    assert table.state.setup.known == ("Oma Grete", "Ben")
    rows = [choice.key for choice in table.state.choices]
    assert rows[2:4] == ["name0", "name1"]
    table.press("down")  # the cursor is on the name that was typed
    assert table.state.setup.names == ("Oma Grete", "Ben")
    table.press("down")
    assert table.state.setup.names == ("Anna", "Ben")


def test_the_last_players_are_proposed_first_and_the_computer_never() -> None:
    table = Driver("or", rig_seats=1)
    table.begin()
    table.must(NewGame(answers=0))
    table.must(SetupChanged(answers=0, setup=replace(table.state.setup, names=("Eva", "Jo"), rig_seats=0)))
    table.begin()
    assert table.state.setup.known == ("Eva", "Jo", "Anna")
    assert offered_names(table.state.setup, 0) == ("Eva", "Anna", "Ben", "Clara", "David")


def test_a_player_may_be_called_almost_as_the_rig_is() -> None:
    table = Driver("or")
    named = replace(table.state.setup, names=("Computerfreak", "Ben"))
    table.must(SetupChanged(answers=0, setup=named))
    assert table.state.setup.names == ("Computerfreak", "Ben")
    table.must(SetupChanged(answers=0, setup=replace(named, names=("computer", "Ben"), rig_seats=1)))
    assert table.state.setup.names == ("Anna", "Computer")


def test_the_buttons_pass_by_a_name_that_another_player_bears_in_other_letters() -> None:
    table = Driver("or")
    table.must(SetupChanged(answers=0, setup=replace(table.state.setup, known=("anna", "Zed"))))
    table.press("reroll", "reroll", "reroll")
    assert table.state.choices[table.state.cursor].key == "name1"
    seen = []
    for _ in range(4):
        table.press("down")
        seen.append(table.state.setup.names[1])
    assert seen == ["Clara", "David", "Zed", "Ben"]


@pytest.mark.parametrize(
    ("changes", "at"),
    [
        ({"begins": 1}, "begins"),
        ({"options": (("side", "crossed"),)}, "option:side"),
        ({"rig_seats": 1}, "rig"),
        ({"names": ("Anna", "Clara")}, "name1"),
        ({"names": ("Anna", "Ben", "Clara")}, "players"),
        ({"advice": (("Anna", "off"), ("Ben", "off"))}, "advice"),
        ({}, "game"),
    ],
)
def test_the_cursor_goes_to_the_line_that_was_touched(changes: dict, at: str) -> None:
    table = Driver("wuerfelspiel")
    table.must(SetupChanged(answers=0, setup=replace(table.state.setup, **changes)))
    assert table.state.choices[table.state.cursor].key == at
