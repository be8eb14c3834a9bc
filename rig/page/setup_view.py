"""The setup screen: one field a row, the same rows that ▲▼ and ↻ work."""

from __future__ import annotations

from engine import catalogue
from engine.position import Option
from rig.page.sentences import N_
from rig.page.view_model import FieldView
from rig.page.words import Words
from rig.state import Setup, TableState
from rig.table_setup import games

OPTION_NAMES = {
    "side": N_("Side of the board"),
    "overshoot": N_("More symbols than spaces left"),
    "stall": N_("When nobody moves"),
    "end": N_("The game ends with"),
    "ending": N_("With the last stone"),
    "goblin_ties": N_("Ties for goblins"),
}
OPTION_VALUES = {
    "simple": N_("simple"),
    "crossed": N_("crossed branches"),
    "last-space": N_("stop on the last space"),
    "forbidden": N_("not allowed"),
    "off": N_("play on"),
    "on": N_("end after 12 turns"),
    "four-passes": N_("end after 4 passes"),
    "either": N_("last stone or colour"),
    "stones": N_("last stone only"),
    "finish": N_("finish the turn"),
    "at-once": N_("stop at once"),
    "each": N_("each counts"),
    "none": N_("nobody counts"),
}


def setup_fields(state: TableState, words: Words) -> tuple[FieldView, ...]:
    """All rows of the form, the names of the players after their number."""
    setup = state.setup
    game = catalogue.game(setup.game)
    at = state.choices[state.cursor].key if state.cursor < len(state.choices) else ""
    fields = [
        _field(
            "game",
            words.say("Game"),
            setup.game,
            tuple((name, catalogue.game(name).title) for name in games()),
            at,
        ),
        _field("players", words.say("Players"), str(len(setup.names)), tuple((str(n), str(n)) for n in game.seats), at),
        *(
            FieldView(f"name{place}", words.say("Player %(number)s", number=place + 1), name)
            for place, name in enumerate(setup.names)
        ),
        _field(
            "begins",
            words.say("Who begins"),
            str(setup.begins),
            tuple((str(place), name) for place, name in enumerate(setup.names)),
            at,
        ),
        _board_field(setup, at, words),
        _field(
            "dice",
            words.say("Dice in the tray"),
            setup.dice or "own",
            (("own", words.say("of the game")), ("pips", words.say("ordinary ones"))),
            at,
        ),
    ]
    fields += [_option_field(option, setup, at, words) for option in game.options]
    return tuple(fields)


def _field(name: str, label: str, value: str, values: tuple[tuple[str, str], ...], at: str) -> FieldView:
    return FieldView(name, label, value, values, at_cursor=name == at)


def _board_field(setup: Setup, at: str, words: Words) -> FieldView:
    values = (("ours", words.say("the screen's own")), ("owner", words.say("the real one")))
    label = words.say("Board") if setup.game == "wuerfelspiel" else words.say("Chips")
    return _field("board", label, setup.board, values, at)


def _option_field(option: Option, setup: Setup, at: str, words: Words) -> FieldView:
    value = dict(setup.options).get(option.name, option.default)
    values = tuple((one, words.say(OPTION_VALUES[one]) if one in OPTION_VALUES else one) for one in option.values)
    label = words.say(OPTION_NAMES[option.name]) if option.name in OPTION_NAMES else option.name
    return _field(f"option:{option.name}", label, value, values, at)
