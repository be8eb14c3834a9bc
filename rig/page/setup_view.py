"""The setup screen: one field a row, the same rows that ▲▼ and ↻ work."""

from __future__ import annotations

from dataclasses import replace

from engine import catalogue
from engine.position import Option
from rig.page.setup_sentences import option_sentence, row_sentence
from rig.page.view_model import FieldView
from rig.page.words import N_, Words
from rig.state import STRENGTHS, Setup, TableState
from rig.table_ask import has_hands
from rig.table_setup import advice_for_all, games, most_rig_seats, offered_names

OPTION_NAMES = {
    "side": N_("Side of the board"),
    "overshoot": N_("More symbols than spaces left"),
    "stall": N_("When nobody moves"),
    "end": N_("The game ends with"),
    "ending": N_("With the last stone"),
    "goblin_ties": N_("Ties for goblins"),
    "opening": N_("A row begins with"),
    "points": N_("Point cards once closed"),
    "exhaust": N_("Last card is the first of two"),
    "final": N_("Last cards are laid first by"),
    "step": N_("A laid card's step"),
    "ties": N_("A tie"),
}
"""Options by their name in the engine."""
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
    "any": N_("any card"),
    "number": N_("a number"),
    "stop": N_("never"),
    "follow": N_("after one"),
    "exhaust=at-once": N_("ends at once"),
    "exhaust=finish": N_("one more draw"),
    "stall=on": N_("after ten rounds"),
    "next": N_("who follows"),
    "ender": N_("who ended it"),
    "first": N_("who began"),
    "must": N_("is a must"),
    "may": N_("is a may"),
    "shared": N_("is shared"),
    "ties=stones": N_("most stones win"),
}
"""Values by their name in the engine; with the option before it where the same word means something else there."""


def value_name(option: str, value: str, hidden: bool) -> str | None:
    """The sentence for a value of an option, None where there is none; `hidden` for a game of cards."""
    return (OPTION_VALUES.get(f"{option}={value}") if hidden else None) or OPTION_VALUES.get(value)


def short_title(name: str) -> str:
    """The title of a game without the family's name, which all of them bear."""
    return catalogue.game(name).title.removeprefix("Keltis: ").removeprefix("Keltis ").replace(" on ", " · ")


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
            tuple((name, short_title(name)) for name in games()),
            at,
        ),
        _field("players", words.say("Players"), str(len(setup.names)), tuple((str(n), str(n)) for n in game.seats), at),
        *(
            FieldView(
                f"name{place}",
                words.say("Player %(number)s", number=place + 1),
                name,
                at_cursor=at == f"name{place}",
                offers=offered_names(setup, place) if place < len(setup.people) else (),
            )
            for place, name in enumerate(setup.names)
        ),
        _field(
            "begins",
            words.say("Who begins"),
            str(setup.begins),
            tuple((str(place), name) for place, name in enumerate(setup.names)),
            at,
        ),
    ]
    fields.append(_explain_field(setup, at, words))
    fields += _rig_fields(setup, at, words)
    if not has_hands(setup.game):
        fields += _real_things(setup, at, words)
    fields = [replace(field, sentence=row_sentence(field.name, setup, words)) for field in fields]
    fields += [_option_field(option, setup, at, words) for option in game.options]
    return tuple(fields)


STRENGTH_NAMES = {
    "beginner": N_("beginner"),
    "casual": N_("casual"),
    "skilled": N_("skilled"),
    "expert": N_("expert"),
    "full": N_("full strength"),
}
ADVICE_NAMES = {"full": N_("always"), "ask": N_("on request"), "off": N_("never")}
"""How much advice there is, as a row of the form and in the menu."""


def _rig_fields(setup: Setup, at: str, words: Words) -> tuple[FieldView, ...]:
    """What the rig plays itself and how well, and whether it advises the others."""
    seats = tuple((str(n), str(n) if n else words.say("none")) for n in range(most_rig_seats(setup) + 1))
    rig = _field("rig", words.say("Computer's seats"), str(setup.rig_seats), seats, at)
    if has_hands(setup.game):
        return (rig,)
    levels = tuple((one, words.say(name)) for one, name in ADVICE_NAMES.items())
    advice = _field("advice", words.say("Advice"), advice_for_all(setup), levels, at)
    if not setup.rig_seats:
        return rig, advice
    strengths = tuple((one, words.say(STRENGTH_NAMES[one])) for one in STRENGTHS)
    return rig, _field("strength", words.say("How well it plays"), setup.strength, strengths, at), advice


def _explain_field(setup: Setup, at: str, words: Words) -> FieldView:
    """To whom the game is explained; players by their places, for names may be anything."""
    values = (
        ("nobody", words.say("to nobody")),
        ("everybody", words.say("to everybody")),
        *((str(place), name) for place, name in enumerate(setup.names)),
    )
    chosen = {"": "nobody", "everybody": "everybody"}.get(setup.explain)
    if chosen is None:
        chosen = str(setup.names.index(setup.explain)) if setup.explain in setup.names else "nobody"
    return _field("explain", words.say("Explain the game"), chosen, values, at)


def _real_things(setup: Setup, at: str, words: Words) -> tuple[FieldView, ...]:
    """What lies on the real table: a board or chips, and dice."""
    dice = (("own", words.say("of the game")), ("pips", words.say("ordinary ones")))
    return _board_field(setup, at, words), _field("dice", words.say("Dice in the tray"), setup.dice or "own", dice, at)


def _field(name: str, label: str, value: str, values: tuple[tuple[str, str], ...], at: str) -> FieldView:
    return FieldView(name, label, value, values, at_cursor=name == at)


def _board_field(setup: Setup, at: str, words: Words) -> FieldView:
    has_board = setup.game == "wuerfelspiel"
    real = words.say("the real one") if has_board else words.say("the real ones")
    values = (("ours", words.say("the screen's own")), ("owner", real))
    label = words.say("Board") if has_board else words.say("Chips")
    return _field("board", label, setup.board, values, at)


def _option_field(option: Option, setup: Setup, at: str, words: Words) -> FieldView:
    value = dict(setup.options).get(option.name, option.default)
    names = {one: value_name(option.name, one, has_hands(setup.game)) for one in option.values}
    values = tuple((one, words.say(name) if name is not None else one) for one, name in names.items())
    label = words.say(OPTION_NAMES[option.name]) if option.name in OPTION_NAMES else option.name
    field = _field(f"option:{option.name}", label, value, values, at)
    return replace(field, sentence=option_sentence(option, setup, words))
