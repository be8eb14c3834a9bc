"""Options of a game: reading what was chosen, and writing what differs from the defaults."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.errors import NotationError, OptionError
from engine.position import Option


def check_seats(game: str, allowed: range, seats: int) -> None:
    """Refuse a number of players the game is not for.

    Raises:
        OptionError: the sentence says how many may play.
    """
    if seats not in allowed:
        numbers = f"{allowed.start} to {allowed.stop - 1}" if len(allowed) > 1 else str(allowed.start)
        raise OptionError(f"{game} is for {numbers} players, not for {seats}.")


def choose(game: str, options: tuple[Option, ...], given: Mapping[str, str] | None) -> tuple[tuple[str, str], ...]:
    """Name and value of every option, in the game's order; what is not given takes its default.

    Raises:
        OptionError: the game has no such option or value.
    """
    values = dict(given or {})
    by_name = {option.name: option for option in options}
    for name, value in values.items():
        if name not in by_name:
            raise OptionError(f"{game} has no option {str(name)[:40]!r}; it has {', '.join(by_name) or 'none'}.")
        if value not in by_name[name].values:
            allowed = " or ".join(by_name[name].values)
            raise OptionError(f"The option {name} of {game} is {allowed}, not {str(value)[:40]!r}.")
    return tuple((option.name, values.get(option.name, option.default)) for option in options)


def written(chosen: Iterable[tuple[str, str]], options: tuple[Option, ...]) -> list[str]:
    """The words `name=value` of what differs from the defaults."""
    defaults = {option.name: option.default for option in options}
    return [f"{name}={value}" for name, value in chosen if value != defaults[name]]


def read(words: Iterable[str]) -> dict[str, str]:
    """Name and value of words of the form `name=value`.

    Raises:
        NotationError: a word has no "=", or a name stands twice.
    """
    values: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or name in values:
            raise NotationError(f"{word[:40]!r} is no option; write each one once, as name=value.")
        values[name] = value
    return values
