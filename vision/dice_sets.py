"""The sets of dice that can be read: which faces a die has and how many dice belong to a roll."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from vision.errors import ProfileError

WANTED_SHOTS = 3
"""Shots of each face that teaching asks for."""


@dataclass(frozen=True, slots=True)
class DiceSet:
    """Dice that belong together.

    Attributes:
        name: key on the command line and in profiles.
        faces: names of the six faces.
        count: how many dice are rolled together, None for any number.
        unknown_art: faces whose art nobody knows in a set whose other faces are known signs; never sure before they
            were taught, for a large single pip and a round stone look alike.
        copies: True where all dice are copies of one, so that one of another colour does not belong; False where
            anybody's dice are thrown together, so that only one that differs from copies is doubted.
        must_be_taught: True where nobody knows the art of the faces, so that no untaught die is ever sure.
    """

    name: str
    faces: tuple[str, ...]
    count: int | None
    must_be_taught: bool = False
    unknown_art: tuple[str, ...] = ()
    copies: bool = True


DICE_SETS = MappingProxyType(
    {
        "wuerfelspiel": DiceSet(
            "wuerfelspiel", ("redbrown", "yellow", "pink", "green", "blue", "stone"), 5, must_be_taught=True
        ),
        "or": DiceSet("or", ("1", "2", "3", "4", "5", "stone"), 3, unknown_art=("stone",)),
        "pips": DiceSet("pips", ("1", "2", "3", "4", "5", "6"), None, copies=False),
    }
)


def dice_set(name: str) -> DiceSet:
    """The dice set of that name.

    Raises:
        ProfileError: there is no such set.
    """
    try:
        return DICE_SETS[name]
    except KeyError:
        known = ", ".join(DICE_SETS)
        raise ProfileError(f"There is no dice set called {name!r}; choose one of {known}.") from None
