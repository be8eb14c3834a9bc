"""Ór positions as arrays, the seat to roll first: what the value functions of the game calculate with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import cast

import numpy as np
from numpy.typing import NDArray

from engine.games.keltis_or import OrPosition
from engine.games.keltis_or_chips import ALL_CHIPS, COIN_CHANCES, FITS, REVEAL_CHANCES, VALUES, Setup
from engine.position import Position

BITS = 1 << np.arange(VALUES)
LENGTHS = np.array([bits.bit_count() for bits in range(ALL_CHIPS + 1)])
FITTING = np.array(FITS)
_GUESS = (
    float(REVEAL_CHANCES["stone"]),
    float(REVEAL_CHANCES["clover"]),
    float(REVEAL_CHANCES["goblin"]),
    float(sum(amount * chance for amount, chance in COIN_CHANCES.items())),
)


@dataclass(frozen=True, eq=False)
class Chips:
    """What stays the same in a game.

    Attributes:
        seats: how many play.
        gifts: (5, 11, 4) stones, clovers, goblins and coins on each chip; on average where nobody knows.
        stones: wish stones in the supply before the first turn.
        colour_ends: the last chip of a colour ends the game.
        at_once: after the last stone nothing counts.
        ties_count: who is tied for most or fewest goblins gets the points too.
        stalls: four passes in a row end the game.
    """

    seats: int
    gifts: NDArray[np.float64]
    stones: int
    colour_ends: bool = True
    at_once: bool = False
    ties_count: bool = True
    stalls: bool = True

    @cached_property
    def together(self) -> NDArray[np.float64]:
        """(5, 2048, 4) what the chips of a colour, given as bits, carry together."""
        bits = (np.arange(ALL_CHIPS + 1)[:, None] & BITS) != 0
        return np.asarray(np.einsum("bv,cvk->cbk", bits, self.gifts))


@dataclass(frozen=True, slots=True, eq=False)
class States:
    """Positions at the beginning of a turn.

    Attributes:
        chips: of all of them.
        columns: (positions, seats, 5) columns as the rules pack them; seat 0 is to roll, then clockwise.
        centre: (positions, 5) chips left in the centre, as bits.
        stones: (positions, seats) wish stones.
        supply: (positions,) wish stones left.
        passes: (positions,) passes in a row.
    """

    chips: Chips
    columns: NDArray[np.int64]
    centre: NDArray[np.int64]
    stones: NDArray[np.int64]
    supply: NDArray[np.int64]
    passes: NDArray[np.int64]

    @property
    def counts(self) -> NDArray[np.int64]:
        """(positions, seats, 5) what each column counts, clover stones with it."""
        return np.asarray(LENGTHS[self.columns & ALL_CHIPS] + (self.columns >> 13))

    @property
    def open_chips(self) -> NDArray[np.int64]:
        """(positions, seats, 5) chips in the centre that still fit each seat's column, as bits."""
        return np.asarray(FITTING[self.columns & 8191] & self.centre[:, None, :])

    @property
    def carried(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Goblins and coins of each seat, both (positions, seats)."""
        gathered = self.chips.together[np.arange(5), self.columns & ALL_CHIPS, 2:].sum(axis=2)
        return gathered[..., 0], gathered[..., 1]


@lru_cache(maxsize=8)  # of a third of a megabyte each, and every chip that becomes known makes another one
def chips_of(setup: Setup) -> Chips:
    """The chips of a game as arrays."""
    gifts = [_GUESS if gift is None else (gift.stones, gift.clovers, gift.goblins, gift.coins) for gift in setup.gifts]
    return Chips(
        seats=setup.seats,
        gifts=np.array(gifts, dtype=np.float64).reshape(5, VALUES, 4),
        stones=setup.stones,
        colour_ends=setup.colour_ends,
        at_once=setup.ending == "at-once",
        ties_count=setup.goblin_ties == "each",
        stalls=setup.stalls,
    )


def states_of(positions: Sequence[Position]) -> States:
    """Positions of one game as arrays; unknown chips are those of the first."""
    found = cast(Sequence[OrPosition], positions)
    seats = found[0].setup.seats
    order = (np.array([position.turn_of for position in found])[:, None] + np.arange(seats)) % seats
    places = np.arange(len(found))[:, None]
    columns = np.array([position.columns for position in found]).reshape(-1, seats, 5)
    return States(
        chips_of(found[0].setup),
        columns[places, order],
        np.array([position.centre for position in found]),
        np.array([position.stones for position in found])[places, order],
        np.array([position.supply for position in found]),
        np.array([position.passes for position in found]),
    )
