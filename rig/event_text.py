"""Events as text and back: what the journal holds and what the page posts."""

from __future__ import annotations

import dataclasses
import json
import types
import typing
from collections.abc import Callable
from enum import Enum
from functools import cache
from typing import Any

from rig import events
from rig.errors import JournalError
from rig.events import Event

KINDS: dict[str, type[Event]] = {kind.__name__: kind for kind in typing.get_args(events.Event)}
"""Every kind of event by its name."""


def to_plain(value: object) -> object:
    """A value of nested dataclasses, tuples and enums as lists, dicts, numbers and strings."""
    if isinstance(value, Enum):
        return value.value
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: to_plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, tuple | list):
        return [to_plain(item) for item in value]
    return value


def from_plain(kind: Any, plain: object) -> Any:
    """The value of a type that `to_plain` turned into lists, dicts, numbers and strings.

    Raises:
        ValueError: the plain value does not fit the type.
    """
    origin = typing.get_origin(kind)
    if origin is tuple:
        return _tuple(typing.get_args(kind), plain)
    if origin in (types.UnionType, typing.Union):
        if plain is None:
            return None
        return from_plain(next(part for part in typing.get_args(kind) if part is not type(None)), plain)
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        return _dataclass(kind, plain)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(plain)
    return _number_or_text(kind, plain)


def write_event(event: Event) -> str:
    """The event as one line of JSON."""
    plain = {"kind": type(event).__name__, **typing.cast(dict[str, object], to_plain(event))}
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))


def read_event(text: str) -> Event:
    """The event that `write_event` wrote.

    Raises:
        JournalError: the text is no event of this version.
    """
    try:
        plain = json.loads(text)
        return typing.cast(Event, from_plain(KINDS[plain.pop("kind")], plain))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise JournalError(f"This is no event of this version ({error}): {text[:80]}") from error


def _tuple(parts: tuple[Any, ...], plain: object) -> tuple[Any, ...]:
    if not isinstance(plain, list):
        raise ValueError(f"a list was expected, not {plain!r}")
    if len(parts) == 2 and parts[1] is Ellipsis:
        return tuple(from_plain(parts[0], item) for item in plain)
    if len(parts) != len(plain):
        raise ValueError(f"{len(parts)} items were expected, not {len(plain)}")
    return tuple(from_plain(part, item) for part, item in zip(parts, plain, strict=True))


def _dataclass(kind: type, plain: object) -> Any:
    if not isinstance(plain, dict):
        raise ValueError(f"{kind.__name__} was expected, not {plain!r}")
    hints = _hints(kind)
    unknown = sorted(set(plain) - set(hints))
    if unknown:
        raise ValueError(f"{kind.__name__} has no {unknown[0]!r}")
    make: Callable[..., Any] = kind
    return make(**{name: from_plain(hints[name], item) for name, item in plain.items()})


@cache
def _hints(kind: type) -> dict[str, Any]:
    hints = typing.get_type_hints(kind)
    return {field.name: hints[field.name] for field in dataclasses.fields(kind)}


def _number_or_text(kind: Any, plain: object) -> object:
    if kind is float and isinstance(plain, int) and not isinstance(plain, bool):
        return float(plain)
    if type(plain) is not kind:
        raise ValueError(f"{kind.__name__} was expected, not {plain!r}")
    return plain
