"""The value functions by name, and which one speaks for a position when nobody chooses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from engine.advice.hand import HandMade
from engine.advice.keep_tables import DICE_OF
from engine.advice.linear import linear
from engine.advice.network import network_for
from engine.advice.two_turns import TwoTurns
from engine.advice.value import POINTS_A_WIN, Value
from engine.errors import OptionError
from engine.position import Position

LEVELS = ("beginner", "casual", "skilled", "expert", "full")
"""The five levels of the rig as an opponent, the weakest first."""

WIDTHS = {
    "wuerfelspiel": {"beginner": 0.197, "casual": 0.144, "skilled": 0.104, "expert": 0.063, "full": 0.0},
    "or": {"beginner": 0.092, "casual": 0.071, "skilled": 0.055, "expert": 0.034, "full": 0.0},
}
"""How wrongly a level values each end of a turn: standard deviation as a chance of winning, by game."""

NAMES = ("hand", "linear", "deeper", *LEVELS)
"""The value functions that can be asked for by name."""


@dataclass(frozen=True, slots=True)
class Blurred:
    """Values every position wrongly, always the same one in the same way: an opponent that errs like a person.

    Attributes:
        value: what is blurred.
        width: standard deviation of the error of the chance of winning.
        name: of the level.
    """

    value: Value
    width: float
    name: str

    @property
    def knows_win(self) -> bool:
        """As the value beneath."""
        return self.value.knows_win

    def __call__(self, positions: Sequence[Position]) -> NDArray[np.float64]:
        """Prospects of each position; the error falls on what decides, chances of winning or else points."""
        prospects = self.value(positions)
        errors = self.width * np.array([_error(position) for position in positions])[:, None] * _sign(positions)
        if self.knows_win:
            prospects[..., 0] += errors
        else:
            prospects[..., 1] += POINTS_A_WIN * errors
        return prospects


def _error(position: Position) -> float:
    """A number that looks normal with standard deviation 1 and depends on nothing but the position."""
    halves = (crc32(f"{position} {half}".encode()) / 2**32 for half in range(12))
    return sum(halves) - 6.0


def _sign(positions: Sequence[Position]) -> NDArray[np.float64]:
    """(positions, seats): what one seat is thought to win the others are thought to lose."""
    seats = positions[0].seats
    signs = np.full((len(positions), seats), -1.0 / (seats - 1))
    for place, position in enumerate(positions):
        signs[place, position.turn_of] = 1.0
    return signs


@cache
def hand() -> Value:
    """The hand-made value."""
    return HandMade()


def standard(position: Position) -> Value:
    """The best value function there is for the game of a position.

    Where no network is shipped, or none that is good for so many seats, the linear value stands in.
    """
    network = network_for(position)
    if network is not None:
        return network
    return by_name("linear", position) if position.game in DICE_OF else hand()


def by_name(name: str, position: Position) -> Value:
    """A value function by name, for the game of a position.

    Raises:
        OptionError: there is none of that name.
    """
    if name == "hand":
        return hand()
    if name == "linear":
        return linear(position.game, position.seats, str(getattr(position, "options", {}).get("side", "simple")))
    if name == "deeper":
        return TwoTurns(standard(position))
    if name in LEVELS:
        value = standard(position)
        width = WIDTHS["wuerfelspiel" if position.game == "wuerfelspiel" else "or"][name]
        return Blurred(value, width, name) if width else value
    raise OptionError(f"There is no value function {name[:40]!r}; choose among {', '.join(NAMES)}.")
