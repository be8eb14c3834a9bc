"""The games by name.

A game is one line here and a module with a `Game` (see `engine/position.py`); it is imported when it is asked for.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from engine.errors import NotationError, OptionError
from engine.position import Game, Position

_GAMES = {
    "wuerfelspiel": "engine.games.wuerfelspiel:GAME",
    "or": "engine.games.keltis_or:GAME",
    "or-happy-meeple": "engine.games.keltis_or:HAPPY_MEEPLE",
    "kartenspiel": "engine.games.kartenspiel:GAME",
    "weg-der-steine": "engine.games.weg_der_steine:GAME",
}


def names() -> tuple[str, ...]:
    """The catalogue names of all games."""
    return tuple(_GAMES)


@cache
def game(name: str) -> Game:
    """The game of that name.

    Raises:
        OptionError: there is none.
    """
    if name not in _GAMES:
        raise OptionError(f"There is no game {name[:40]!r}; choose one of {', '.join(_GAMES)}.")
    module, _, attribute = _GAMES[name].partition(":")
    found: Game = getattr(import_module(module), attribute)
    return found


def position(text: str) -> Position:
    """The position that `str(position)` wrote, of whichever game.

    Raises:
        NotationError: the text is no position.
    """
    name = text.strip().partition(" ")[0]
    if name not in _GAMES:
        raise NotationError(f"{text[:60]!r} is no position; it begins with one of {', '.join(_GAMES)}.")
    return game(name).position(text)
