"""Würfelspiel positions as arrays, the seat to roll first: what the value functions of the game calculate with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

import numpy as np
from numpy.typing import NDArray

from engine.games.wuerfelspiel import WuerfelspielPosition
from engine.games.wuerfelspiel_board import GOAL_PIECES, Setup
from engine.position import Position

ICONS = ".cslx?"
"""Places of the icons: plain, clover, stone, leprechaun, crossed, unknown."""


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """What stays the same in a game.

    Attributes:
        seats: how many play.
        icons: (5, 10) place in `ICONS` of each row's spaces, the start being plain.
        values: (10,) points of each space, 0 for the start.
        goal_pieces: pieces in the goal that end the game.
        tiles: wish stone tiles in the box.
        clamps: surplus steps are lost at the last space (otherwise the move is forbidden).
    """

    seats: int
    icons: NDArray[np.int64]
    values: NDArray[np.float64]
    goal_pieces: int
    tiles: int
    clamps: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class States:
    """Positions at the beginning of a turn.

    Attributes:
        board: of all of them.
        at: (positions, seats, 5) space of each piece, 0 off the board; seat 0 is to roll, then clockwise.
        stones: (positions, seats) wish stones.
    """

    board: Board
    at: NDArray[np.int64]
    stones: NDArray[np.int64]


@lru_cache(maxsize=64)
def board_of(setup: Setup) -> Board:
    """The board of a game as arrays."""
    icons = np.array([ICONS.index(icon) for icon in setup.icons]).reshape(5, 10)
    values = np.array(setup.values, dtype=np.float64)
    tiles = setup.board.numbers_of("tiles")[0]
    return Board(setup.seats, icons, values, GOAL_PIECES[setup.seats], tiles, setup.clamps)


def states_of(positions: Sequence[Position]) -> States:
    """Positions of one game as arrays; unknown spaces are those of the first."""
    found = cast(Sequence[WuerfelspielPosition], positions)
    seats = found[0].setup.seats
    turns = [position.turn_of for position in found]
    at = np.array([position.pieces for position in found]).reshape(-1, seats, 5)
    stones = np.array([position.stones for position in found])
    order = (np.array(turns)[:, None] + np.arange(seats)) % seats
    places = np.arange(len(found))[:, None]
    return States(board_of(found[0].setup), at[places, order], stones[places, order])


def seats_in_order(rotated: NDArray[np.float64], positions: Sequence[Position]) -> NDArray[np.float64]:
    """(positions, seats, ...) figures by turn order back to figures by seat."""
    seats = rotated.shape[1]
    turns = np.array([position.turn_of for position in positions])
    order = (np.arange(seats) - turns[:, None]) % seats
    return np.asarray(rotated[np.arange(len(rotated))[:, None], order])
