"""Dice as the rules see them: faces as letters, rolls as outcomes of chance, keeps as decisions.

A face is one letter: the five rows of the Würfelspiel are r y p g b (red-brown, yellow, pink, green, blue), the
digits of Ór are 1 to 5, and s is the wish stone of both.  Dice of one game are all alike, so a roll is a multiset;
it is written in one fixed order, stones last.  Which die lies where is the camera's business.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod

from engine.errors import NotationError

STONE = "s"
FACE_ORDER = "rypgb12345s"
FACE_NAMES = {
    "r": "redbrown",
    "y": "yellow",
    "p": "pink",
    "g": "green",
    "b": "blue",
    "s": "stone",
    **{digit: digit for digit in "12345"},
}
"""Letter of a face to its full name, as the dice sets of the camera call it."""

_PLACE = {face: place for place, face in enumerate(FACE_ORDER)}


@dataclass(frozen=True, slots=True)
class DiceKind:
    """The dice of one game: they are all alike.

    Attributes:
        name: the name of the set ("wuerfelspiel", "or").
        faces: letters of the six faces.
        count: how many dice a whole roll has.
    """

    name: str
    faces: str
    count: int


WUERFELSPIEL_DICE = DiceKind("wuerfelspiel", "rypgbs", 5)
OR_DICE = DiceKind("or", "12345s", 3)


def in_order(faces: str) -> str:
    """The same faces in the order in which rolls are written.

    Raises:
        NotationError: a letter is no face of any dice.
    """
    try:
        return "".join(sorted(faces, key=_PLACE.__getitem__))
    except KeyError as error:
        raise NotationError(f"{error.args[0]!r} is no face; faces are the letters {' '.join(FACE_ORDER)}.") from None


@dataclass(frozen=True, slots=True)
class Roll:
    """What the dice show that were rolled just now: a move of `CHANCE`.

    Attributes:
        faces: one letter a die; any order is taken, the fixed order is kept.
    """

    faces: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "faces", in_order(self.faces))

    def __str__(self) -> str:
        return self.faces


@dataclass(frozen=True, slots=True)
class Keep:
    """Which dice stay: the others are rolled again; to keep all is to go on without a second roll.

    Attributes:
        faces: one letter a kept die; any order is taken, the fixed order is kept.
    """

    faces: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "faces", in_order(self.faces))

    def __str__(self) -> str:
        return f"={self.faces}"


@cache
def roll_outcomes(kind: DiceKind, count: int) -> tuple[tuple[Roll, Fraction], ...]:
    """Every roll of some dice with its probability; 252 for five dice, 56 for three."""
    orders, all_rolls = factorial(count), len(kind.faces) ** count
    outcomes = []
    for faces in combinations_with_replacement(sorted(kind.faces, key=_PLACE.__getitem__), count):
        ways = orders // prod(factorial(same) for same in Counter(faces).values())
        outcomes.append((Roll("".join(faces)), Fraction(ways, all_rolls)))
    return tuple(outcomes)


@cache
def known_rolls(kind: DiceKind, count: int) -> frozenset[str]:
    """The faces of every possible roll of some dice, in the fixed order."""
    return frozenset(roll.faces for roll, _ in roll_outcomes(kind, count))


@cache
def keeps(faces: str) -> tuple[Keep, ...]:
    """Every distinct choice of dice to keep, from all of them to none."""
    kept = {""}
    for face in faces:
        kept |= {chosen + face for chosen in kept}
    order = sorted(kept, key=lambda chosen: (-len(chosen), [_PLACE[face] for face in chosen]))
    return tuple(Keep(chosen) for chosen in order)


@cache
def kept_faces(faces: str) -> frozenset[str]:
    """The faces of every keep of a roll, in the fixed order."""
    return frozenset(keep.faces for keep in keeps(faces))


@cache
def together(kept: str, rolled: str) -> str:
    """The dice kept and the dice rolled again as one roll, in the fixed order."""
    return in_order(kept + rolled)


def why_not_rolled(faces: str, kind: DiceKind, count: int, rule: str) -> str | None:
    """Why some dice cannot have been rolled together, naming the rule; None if they can."""
    if faces in known_rolls(kind, count):
        return None
    return f"{count} dice are rolled here, with the faces {' '.join(kind.faces)} ({rule})."


def why_not_kept(kept: str, faces: str, rule: str) -> str | None:
    """Why some dice of a roll cannot be kept, naming the rule; None if they can."""
    return None if kept in kept_faces(faces) else f"Only dice of {faces} can be kept ({rule})."


def parse_roll(text: str, kind: DiceKind, count: int) -> Roll:
    """The roll that a person typed, in any order.

    Raises:
        NotationError: it has other letters or another number of dice.
    """
    faces = text.strip().lower()
    wrong = sorted(set(faces) - set(kind.faces))
    if wrong or len(faces) != count:
        letters = " ".join(kind.faces)
        raise NotationError(f"{text[:40]!r} is no roll of {count} dice here; type {count} of the letters {letters}.")
    return Roll(faces)


def parse_keep(text: str, kind: DiceKind) -> Keep:
    """The keep that a person typed: "=" and the faces, nothing more to keep none.

    Raises:
        NotationError: it has other letters, or no "=".
    """
    faces = text.strip().lower()
    if not faces.startswith("=") or set(faces[1:]) - set(kind.faces):
        letters = " ".join(kind.faces)
        raise NotationError(f"{text[:40]!r} keeps no dice; type = and the faces to keep, of the letters {letters}.")
    return Keep(faces[1:])
