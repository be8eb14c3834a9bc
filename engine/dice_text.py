"""The text of a position of the dice games: words that a person can read, type and compare.

    wuerfelspiel board=ours 12340.2/23401.3 A keep dice=rrygb
    or stall=off chips=ours 26*,-,83,19,-.4/57*,3,-,-,t0*.6 B roll

First the game; options and the components as key=value; the seats, divided by "/"; whose turn it is; the stage; what
else is to be said as key=value; and the reason once the game is over.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from engine.errors import NotationError
from engine.options import read
from engine.position import Seat

LONGEST_TEXT = 4000
SEATS = "ABCD"
OURS = "ours"


@dataclass(frozen=True, slots=True)
class Form:
    """What the texts of one game look like.

    Attributes:
        example: the text of a position.
        components: key of the board or the chips.
        seat: pattern of one seat, and how it is written.
        stages: what may be asked for, "over" at the end.
        more: key to pattern and how the value is written, of the words after the stage.
        reasons: why a game may be over.
    """

    example: str
    components: str
    seat: tuple[str, str]
    stages: tuple[str, ...]
    more: Mapping[str, tuple[str, str]]
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one text, each of the right form.

    Attributes:
        options: value by name, of the options that are given.
        components: the board or the chips in one word, "ours" where none is given.
        seats: one text a seat.
        turn_of: whose turn it is.
        stage: one of the stages.
        more: the other words, by key.
        reason: why the game is over, or "".
    """

    options: Mapping[str, str]
    components: str
    seats: tuple[str, ...]
    turn_of: Seat
    stage: str
    more: Mapping[str, str]
    reason: str

    def number(self, key: str) -> int:
        """The number in a word, 0 where it is not given."""
        return int(self.more.get(key, "0"))


def read_words(text: str, form: Form) -> Words:
    """The words of a text; its first one, the game, is known already.

    Raises:
        NotationError: the sentence, which follows a colon, says which word is wrong and what belongs there.
    """
    if len(text) > LONGEST_TEXT:
        raise NotationError(f"it is one line of at most {LONGEST_TEXT} characters.")
    words = text.split()[1:]
    place = next((place for place, word in enumerate(words) if "=" not in word), len(words))
    head = read(words[:place])
    seats = _seats(words[place] if words[place:] else "", form)
    turn, stage, *rest = [*words[place + 1 :], "", ""][: max(2, len(words) - place - 1)]
    turn = _one_of(turn, tuple(SEATS[: len(seats)]), "after the seats comes whose turn it is")
    stage = _one_of(stage, form.stages, "after whose turn it is comes the stage")
    more, reason = _rest(rest, form)
    if (stage == "over") != bool(reason):
        raise NotationError(
            f"a game that is over names its reason ({', '.join(form.reasons)}) as the last word, and only such a game."
        )
    components = head.pop(form.components, OURS)
    return Words(head, components, seats, SEATS.index(turn), stage, more, reason)


def _seats(word: str, form: Form) -> tuple[str, ...]:
    seats = tuple(word.split("/"))
    pattern, written = form.seat
    for seat in seats:
        if not re.fullmatch(pattern, seat):
            raise NotationError(f"{seat[:40]!r} is no seat; write {written}, as in `{form.example}`.")
    if len(seats) > len(SEATS):
        raise NotationError(f"it has {len(seats)} seats; at most {len(SEATS)} play.")
    return seats


def _one_of(word: str, allowed: tuple[str, ...], what: str) -> str:
    if word not in allowed:
        raise NotationError(f"{what}, one of {', '.join(allowed)}; not {word[:40]!r}.")
    return word


def _rest(words: list[str], form: Form) -> tuple[dict[str, str], str]:
    """The words after the stage."""
    more: dict[str, str] = {}
    reason = ""
    for word in words:
        key, equals, value = word.partition("=")
        if not equals and word in form.reasons and not reason:
            reason = word
        elif not equals or key not in form.more or key in more:
            known = ", ".join((*(f"{name}=" for name in form.more), *form.reasons))
            raise NotationError(f"{word[:40]!r} cannot stand after the stage; known there, each once, are {known}.")
        else:
            pattern, written = form.more[key]
            if not re.fullmatch(pattern, value):
                raise NotationError(f"{key}= is {written}, not {value[:40]!r}.")
            more[key] = value
    return more, reason


def write_words(words: Mapping[str, object]) -> list[str]:
    """The words key=value of what is to be said: neither nothing nor zero."""
    return [f"{key}={value}" for key, value in words.items() if value]
