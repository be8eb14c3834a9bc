"""What the value networks see: rows or columns as parts that are added up, and a rest of plain figures.

Both games are blind to the order of rows and colours, and so are the networks: one small encoder turns each part into
numbers, which are added up over the five parts (Zaheer et al., "Deep Sets", 2017).  A part of the Würfelspiel is a
seat's piece in its row with what the spaces ahead show; a part of Ór is one colour with everybody's columns and the
chips that are left.  So the board and the chips are inputs, and a network serves any component file.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.advice import or_arrays, wuerfelspiel_arrays
from engine.games.keltis_or_chips import ALL_CHIPS, DOWN, FITS, VALUES
from engine.games.wuerfelspiel_board import GOAL, REVEAL_WEIGHTS

SLOTS = 4
"""Seats a network has room for."""

WUERFELSPIEL_SHAPE = (56, 4, 52)
OR_SHAPE = (207, 1, 77)
"""Figures a part, sums a position, figures of the rest."""

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Inputs:
    """The inputs of one call.

    Attributes:
        parts: (parts, figures) the different parts.
        places: (positions, sums, 5) which parts are added up.
        rest: (positions, figures).
    """

    parts: Floats
    places: NDArray[np.int64]
    rest: Floats


def _icon_chances() -> Floats:
    """(icons, 4): clover, stone, leprechaun, crossed; an unknown space is each of them in part."""
    chances = np.zeros((len(wuerfelspiel_arrays.ICONS), 4), np.float32)
    chances[1:5] = np.eye(4)
    total = sum(REVEAL_WEIGHTS.values())
    chances[5] = [REVEAL_WEIGHTS[name] / total for name in ("clover", "stone", "leprechaun", "crossed")]
    return chances


ICON_CHANCES = _icon_chances()


def wuerfelspiel_parts(icons: NDArray[np.integer], values: NDArray[np.floating]) -> Floats:
    """(boards * 50 + 1, figures): board by board, row by row, space by space; the last stands for an absent piece.

    Args:
        icons: (boards, 5, 10) places in `wuerfelspiel_arrays.ICONS`.
        values: (10,) points of the spaces.
    """
    boards = len(icons)
    parts = np.zeros((boards, 5, 10, 56), np.float32)
    at = np.arange(10)
    parts[:, :, at, at] = 1
    shown = ICON_CHANCES[icons]
    for distance in range(1, 10):
        first = 10 + 5 * (distance - 1)
        parts[:, :, : 10 - distance, first : first + 4] = shown[:, :, distance:]
        parts[:, :, 10 - distance :, first + 4] = 1
    parts[..., 55] = values / 10
    return np.concatenate([parts.reshape(-1, 56), np.zeros((1, 56), np.float32)])


def wuerfelspiel_rest(stones: NDArray[np.integer], in_goal: NDArray[np.integer], goal: int, clamps: bool) -> Floats:
    """(positions, 52) figures of the rest.

    Args:
        stones: (positions, seats), the seat to roll first.
        in_goal: (positions,) pieces in the goal.
        goal: how many of them end the game.
    """
    count, seats = stones.shape
    rest = np.zeros((count, 52), np.float32)
    each = np.arange(count)
    for seat in range(seats):
        rest[each, seat * 10 + np.minimum(stones[:, seat], 9)] = 1
    rest[:, 40 + seats - 2] = 1
    rest[each, 43 + np.clip(goal - in_goal, 1, 8) - 1] = 1
    rest[:, 51] = clamps
    return rest


def wuerfelspiel_inputs(states: wuerfelspiel_arrays.States) -> Inputs:
    """The inputs of positions on one board."""
    board = states.board
    parts = wuerfelspiel_parts(board.icons[None], board.values)
    places = wuerfelspiel_places(states.at, np.zeros(len(states.at), np.int64), len(parts) - 1)
    in_goal = (states.at >= GOAL).sum(axis=(1, 2))
    return Inputs(parts, places, wuerfelspiel_rest(states.stones, in_goal, board.goal_pieces, board.clamps))


def wuerfelspiel_places(at: NDArray[np.integer], board: NDArray[np.int64], absent: int) -> NDArray[np.int64]:
    """(positions, 4, 5) places of the pieces among the parts."""
    count, seats = at.shape[:2]
    places = np.full((count, SLOTS, 5), absent, np.int64)
    places[:, :seats] = board[:, None, None] * 50 + np.arange(5) * 10 + at
    return places


def _column_table() -> Floats:
    """(8192, 15): of a column's chips and direction the value on top one-hot, then empty, single, up, down."""
    table = np.zeros((8192, 15), np.float32)
    for column in range(8192):
        chips, direction = column & ALL_CHIPS, column >> VALUES
        if not chips:
            table[column, 11] = 1
            continue
        top = (chips & -chips).bit_length() - 1 if direction == DOWN else chips.bit_length() - 1
        table[column, top] = 1
        table[column, 12 + direction if direction < 3 else 12] = 1
    return table


COLUMN_TABLE = _column_table()
BIT_TABLE = ((np.arange(ALL_CHIPS + 1)[:, None] & or_arrays.BITS) != 0).astype(np.float32)
FITTING = np.array(FITS)
LENGTHS = np.eye(11, dtype=np.float32)


def or_parts(columns: NDArray[np.integer], centre: NDArray[np.integer], gifts: NDArray[np.floating]) -> Floats:
    """(parts, 207) figures of colours.

    Args:
        columns: (parts, seats) columns as the rules pack them, the seat to roll first.
        centre: (parts,) chips left, as bits.
        gifts: (parts, 11, 4) or (1, 11, 4) what the chips carry.
    """
    count, seats = columns.shape
    parts = np.zeros((count, 207), np.float32)
    for seat in range(seats):
        column, first = columns[:, seat], seat * 38
        packed = column & 8191
        length = or_arrays.LENGTHS[column & ALL_CHIPS] + (column >> 13)
        parts[:, first] = 1
        parts[:, first + 1 : first + 12] = LENGTHS[np.minimum(length, 10)]
        parts[:, first + 12 : first + 27] = COLUMN_TABLE[packed]
        parts[:, first + 27 : first + 38] = BIT_TABLE[FITTING[packed] & centre]
    left = BIT_TABLE[centre]
    parts[:, 152:163] = left
    parts[:, 163:207] = (left[:, :, None] * gifts).reshape(count, 44)
    return parts


def or_rest(
    stones: NDArray[np.integer],
    goblins: NDArray[np.number],
    coins: NDArray[np.number],
    supply: NDArray[np.integer],
    passes: NDArray[np.integer],
    least: NDArray[np.integer],
    options: tuple[bool, bool, bool, bool],
) -> Floats:
    """(positions, 77) figures of the rest.

    Args:
        stones, goblins, coins: (positions, seats), the seat to roll first.
        supply, passes: (positions,).
        least: (positions,) fewest chips left of a colour.
        options: colour_ends, at_once, ties_count and stalls of `or_arrays.Chips`.
    """
    count, seats = stones.shape
    rest = np.zeros((count, 77), np.float32)
    each = np.arange(count)
    most = goblins.max(axis=1)
    for seat in range(seats):
        first = seat * 13
        rest[each, first + np.minimum(stones[:, seat], 9)] = 1
        rest[:, first + 10] = goblins[:, seat] / 3
        rest[:, first + 11] = coins[:, seat] / 5
        rest[:, first + 12] = (goblins[:, seat] - most) / 3
    rest[:, 52] = supply / 30
    rest[each, 53 + np.clip(supply - 1, 0, 7)] = supply <= 8
    rest[each, 61 + np.clip(passes, 0, 3)] = 1
    rest[:, 65] = least / 11
    rest[each, 66 + np.clip(least - 1, 0, 3)] = least <= 4
    rest[:, 70:74] = options
    rest[:, 74 + seats - 2] = 1
    return rest


def or_inputs(states: or_arrays.States) -> Inputs:
    """The inputs of positions with one set of chips; each different colour is a part once."""
    chips, seats = states.chips, states.chips.seats
    count = len(states.supply)
    key = np.concatenate([states.columns, states.centre[:, None, :]], axis=1).transpose(0, 2, 1)
    colour = np.broadcast_to(np.arange(5)[:, None], (count, 5, 1))
    rows = np.concatenate([key, colour], axis=2).reshape(count * 5, seats + 2)
    mixed = rows[:, -1].copy()
    for column in range(seats + 1):
        mixed = mixed * 1000003 + rows[:, column]
    _, first, places = np.unique(mixed, return_index=True, return_inverse=True)
    different = rows[first]
    parts = or_parts(different[:, :seats], different[:, seats], chips.gifts[different[:, -1]])
    goblins, coins = states.carried
    least = or_arrays.LENGTHS[states.centre].min(axis=1)
    options = (chips.colour_ends, chips.at_once, chips.ties_count, chips.stalls)
    rest = or_rest(states.stones, goblins, coins, states.supply, states.passes, least, options)
    return Inputs(parts, places.reshape(count, 1, 5), rest)
