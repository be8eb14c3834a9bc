"""Before a game: what is played, who plays, who begins, whose board; and the start itself."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from engine import catalogue
from engine.match import Match
from engine.position import Game
from rig.events import Button, ComponentsRead
from rig.refusal import Refused
from rig.state import ADVICE, STRENGTHS, Choice, Happening, Phase, Setup, TableState
from rig.table_ask import ask, has_hands

USUAL_NAMES = ("Anna", "Ben", "Clara", "David")
"""Names proposed until people have played under their own."""
RIG_NAME = "Computer"
"""Name of a seat that the rig plays; a second one is "Computer 2"."""
BOARDS = ("ours", "owner")
MAX_NAME = 24
MOST_KNOWN = 12
"""So many earlier players are proposed."""
EVERYBODY = "everybody"
"""Value of `Setup.explain` that stands for all players."""
UNFIT = ',"<>{}[]\n\r\t'
"""Letters that have a meaning in records."""
_Value = TypeVar("_Value")


TABLE_GAMES = ("or", "or-happy-meeple", "wuerfelspiel", "kartenspiel", "weg-der-steine")
"""Games that the table can ask for and the page can show; the catalogue may know more."""


def games() -> tuple[str, ...]:
    """The games that can be played at this table, in the order of the catalogue."""
    return tuple(name for name in catalogue.names() if name in TABLE_GAMES)


def enter_setup(state: TableState) -> TableState:
    """The setup screen, filled in as the last time."""
    left = state.setup if state.match is not None and state.phase is not Phase.SETUP else state.left
    fresh = replace(
        state, phase=Phase.SETUP, left=left, cursor=0, touched=False, notice=None, looking=False, open_hand=None
    )
    return _show(fresh)


def change_setup(state: TableState, setup: Setup) -> TableState:
    """The setup has other values.

    Raises:
        Refused: it cannot be played so; the key says why.
    """
    if setup.game in games():
        setup = _with_rig_names(setup)
    if setup.explain not in _explained(setup):  # a player who was to be taught has left
        setup = replace(setup, explain="")
    setup = replace(setup, advice=tuple(pair for pair in setup.advice if pair[0] in setup.names))
    check(setup)
    return _show(replace(state, setup=_with_components(state.setup, setup)))


def take_form(state: TableState, setup: Setup) -> TableState:
    """The form was filled in by touch or typing: the cursor goes to the line that was changed.

    Raises:
        Refused: it cannot be played so; the key says why.
    """
    before, after = state.setup, change_setup(state, setup)
    keys = [row.key for row in after.choices]
    changed = [row for row in keys if _in_row(before, row) != _in_row(after.setup, row)]
    stays = not changed or keys[after.cursor] in changed
    return after if stays else replace(after, cursor=keys.index(changed[0]))


def _in_row(setup: Setup, row: str) -> object:
    """What a line of the form says; None for a name that is not there."""
    if row.startswith("name"):
        place = int(row.removeprefix("name"))
        return setup.names[place] if place < len(setup.people) else None
    if row.startswith("option:"):
        return dict(setup.options).get(row.removeprefix("option:"))
    ways: dict[str, object] = {"players": len(setup.names), "rig": setup.rig_seats}
    return ways[row] if row in ways else getattr(setup, row)


def take_components(state: TableState, event: ComponentsRead) -> TableState:
    """The owner's component file was read."""
    if event.game != state.setup.game or state.setup.board != "owner":
        raise Refused("another-game", event.game)
    return _show(replace(state, setup=replace(state.setup, components=event.text)))


def press_while_setting_up(state: TableState, button: Button) -> TableState:
    """▲▼ change the row at the cursor, ↻ goes to the next row, ✔ starts the game."""
    if button is Button.CONFIRM:
        return start(state)
    rows = tuple(choice.key for choice in _rows(state.setup))
    if button is Button.REROLL:
        return replace(state, cursor=(state.cursor + 1) % len(rows))
    step = -1 if button is Button.UP else 1
    return change_setup(state, _turned(state.setup, rows[state.cursor], step))


def start(state: TableState) -> TableState:
    """The first question of a new game.

    Raises:
        Refused: something is missing.
        EngineError: the engine cannot start it so; its sentence says why.
    """
    check(state.setup)
    if state.setup.board == "owner" and not state.setup.components:
        raise Refused("board-not-read-yet")
    known = tuple(dict.fromkeys((*state.setup.people, *state.setup.known)))[:MOST_KNOWN]
    return begin(replace(state, setup=replace(state.setup, known=known)))


def begin(state: TableState) -> TableState:
    """The state with a fresh match of its setup."""
    setup = state.setup
    match = Match.start(setup.game, setup.players, dict(setup.options), setup.components or None)
    happened = (Happening(None, "started", setup.game),)
    fresh = replace(state, match=match, past=(), left=None, dice=(), happened=happened)
    return ask(replace(fresh, before_edit=None, open_hand=None, on_phones=(), put_back=()))


def check(setup: Setup) -> None:
    """Refuse a setup that cannot be played.

    Raises:
        Refused: the key says why.
    """
    if setup.game not in games():
        raise Refused("no-such-game", setup.game[:40])
    game = catalogue.game(setup.game)
    if len(setup.names) not in game.seats:
        raise Refused("wrong-number-of-players", str(game.seats.start), str(game.seats.stop - 1))
    if not all(name.strip() and len(name) <= MAX_NAME for name in setup.names):
        raise Refused("name-missing", str(MAX_NAME))
    unfit = sorted(set("".join(setup.names)) & set(UNFIT))
    if unfit:
        raise Refused("name-unfit", unfit[0])
    if len({name.strip().casefold() for name in setup.names}) < len(setup.names):
        raise Refused("same-name-twice")
    wrong_rig = not 0 <= setup.rig_seats <= most_rig_seats(setup) or setup.strength not in STRENGTHS
    if any(len(name) > MAX_NAME for name in setup.known):
        raise Refused("setup-incomplete")
    if wrong_rig or not all(name in setup.names and level in ADVICE[1:] for name, level in setup.advice):
        raise Refused("setup-incomplete")
    if not 0 <= setup.begins < len(setup.names) or setup.board not in _boards(setup.game):
        raise Refused("setup-incomplete")
    values = {option.name: option.values for option in game.options}
    wrong = next((name for name, value in setup.options if value not in values.get(name, ())), None)
    if wrong is not None:
        raise Refused("no-such-option", wrong[:40])
    if setup.dice not in (("", "pips", game.dice_set) if game.dice_set else ("",)):
        raise Refused("other-dice", setup.dice[:40])


def _show(state: TableState) -> TableState:
    """The rows of the setup; the cursor stays on its row though others come or go."""
    rows = _rows(state.setup)
    keys = [row.key for row in rows]
    at = state.choices[state.cursor].key if state.cursor < len(state.choices) else ""
    cursor = keys.index(at) if at in keys else min(state.cursor, len(rows) - 1)
    return replace(state, choices=rows, cursor=cursor, decision=state.revision + 1)


def _rows(setup: Setup) -> tuple[Choice, ...]:
    options = catalogue.game(setup.game).options
    people = (f"name{place}" for place in range(len(setup.people)))
    strength = ("strength",) if setup.rig_seats else ()
    dice = () if has_hands(setup.game) else (*strength, "advice", "board", "dice")
    more = (f"option:{option.name}" for option in options)
    return tuple(map(Choice, ("game", "players", *people, "begins", "explain", "rig", *dice, *more)))


def _explained(setup: Setup) -> tuple[str, ...]:
    """To whom the game can be explained."""
    return ("", EVERYBODY, *setup.names)


def most_rig_seats(setup: Setup) -> int:
    """How many seats the rig can play: somebody has to sit at the table."""
    return len(setup.names) - 1


def advice_for_all(setup: Setup) -> str:
    """How much advice everybody gets who is no seat of the rig's, "" where players differ."""
    levels = {dict(setup.advice).get(name, "full") for name in setup.people}
    return levels.pop() if len(levels) == 1 else ""


def advise_all(setup: Setup, level: str) -> Setup:
    """The same amount of advice for everybody."""
    return replace(setup, advice=() if level == "full" else tuple(sorted((name, level) for name in setup.names)))


def _with_rig_names(setup: Setup) -> Setup:
    """Seats of the rig's bear its name, and nobody else does."""
    count = min(setup.rig_seats, most_rig_seats(setup))
    people = setup.names[: len(setup.names) - count]
    spare = (name for name in USUAL_NAMES if name not in people)
    people = tuple(next(spare) if _is_rig_name(name) else name for name in people)
    rigs = tuple(f"{RIG_NAME} {place}" if place > 1 else RIG_NAME for place in range(1, count + 1))
    return replace(setup, names=people + rigs, rig_seats=count)


def _is_rig_name(name: str) -> bool:
    """True for "Computer" and "Computer 2", however they are spelt, but not for a person called "Computerfreak"."""
    return re.fullmatch(rf"{RIG_NAME}( \d)?", name.strip(), re.IGNORECASE) is not None


def _boards(game: str) -> tuple[str, ...]:
    """Games of cards are played on the screen, on our own board: nothing of theirs lies on the real table."""
    return BOARDS[:1] if has_hands(game) else BOARDS


def _with_components(before: Setup, after: Setup) -> Setup:
    """The component text comes from the file, never from a form; it is read anew when game or board change."""
    if after.board != "owner":
        return replace(after, components="")
    same = (before.game, before.board) == (after.game, after.board)
    return replace(after, components=before.components if same else "")


def _turned(setup: Setup, row: str, step: int) -> Setup:
    """The setup with the next or previous value in one row."""
    if row in _TURNS:
        return _TURNS[row](setup, step)
    if row.startswith("name"):
        return _renamed(setup, int(row.removeprefix("name")), step)
    game = catalogue.game(setup.game)
    option = next(option for option in game.options if f"option:{option.name}" == row)
    chosen = dict(setup.options)
    chosen[option.name] = _next(option.values, chosen.get(option.name, option.default), step)
    return replace(setup, options=tuple(sorted((n, v) for n, v in chosen.items() if (n, v) != (n, _default(game, n)))))


def offered_names(setup: Setup, place: int) -> tuple[str, ...]:
    """Names to choose from at a place: who played before, then the usual ones; the present one is among them."""
    own = setup.names[place]
    others = {name.strip().casefold() for name in setup.names if name != own}
    names = (*setup.known, *USUAL_NAMES)
    offered = dict.fromkeys(names if own in names else (own, *names))
    return tuple(name for name in offered if name == own or name.strip().casefold() not in others)


def _renamed(setup: Setup, place: int, step: int) -> Setup:
    name = _next(offered_names(setup, place), setup.names[place], step)
    return replace(setup, names=(*setup.names[:place], name, *setup.names[place + 1 :]))


_TURNS: dict[str, Callable[[Setup, int], Setup]] = {
    "game": lambda setup, step: _of_game(setup, _next(games(), setup.game, step)),
    "players": lambda setup, step: _of_size(
        setup, _next(tuple(catalogue.game(setup.game).seats), len(setup.names), step)
    ),
    "begins": lambda setup, step: replace(setup, begins=(setup.begins + step) % len(setup.names)),
    "explain": lambda setup, step: replace(setup, explain=_next(_explained(setup), setup.explain, step)),
    "rig": lambda setup, step: replace(setup, rig_seats=(setup.rig_seats + step) % (most_rig_seats(setup) + 1)),
    "strength": lambda setup, step: replace(setup, strength=_next(STRENGTHS, setup.strength, step)),
    "advice": lambda setup, step: advise_all(setup, _next(ADVICE, advice_for_all(setup) or ADVICE[0], step)),
    "board": lambda setup, step: replace(setup, board=_next(BOARDS, setup.board, step)),
    "dice": lambda setup, step: replace(
        setup, dice=_next(("", "pips"), setup.dice if setup.dice == "pips" else "", step)
    ),
}
"""What ▲▼ do in each row that every game has."""


def _default(game: Game, name: str) -> str:
    return next(option.default for option in game.options if option.name == name)


def _of_game(setup: Setup, name: str) -> Setup:
    board = setup.board if setup.board in _boards(name) else BOARDS[0]
    return _of_size(replace(setup, game=name, options=(), dice="", board=board), len(setup.names))


def _of_size(setup: Setup, count: int) -> Setup:
    seats = catalogue.game(setup.game).seats
    count = min(max(count, seats.start), seats.stop - 1)
    spare = (name for name in USUAL_NAMES if name not in setup.names)
    names = setup.names[:count]
    names += tuple(next(spare) for _ in range(count - len(names)))
    return replace(setup, names=names, begins=min(setup.begins, count - 1))


def _next(values: tuple[_Value, ...], value: _Value, step: int) -> _Value:
    return values[(values.index(value) + step) % len(values)]
