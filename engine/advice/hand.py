"""The hand-made value: rows and columns grow at a guessed pace until the guessed end, and are read off there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.advice import or_arrays, wuerfelspiel_arrays
from engine.advice.wuerfelspiel_arrays import seats_in_order
from engine.games.keltis_or_chips import COLUMN_POINTS, GOBLIN_POINTS
from engine.games.keltis_or_chips import STONE_POINTS as OR_STONE_POINTS
from engine.games.wuerfelspiel_board import GOAL, STONE_POINTS
from engine.position import Position

Figures = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class HandMade:
    """The hand-made value of both dice games."""

    name: str = "hand"
    knows_win: bool = False

    def __call__(self, positions: Sequence[Position]) -> Figures:
        """Prospects of each position; the chance of winning is a mere guess from the points ahead."""
        if positions[0].game == "wuerfelspiel":
            points = wuerfelspiel_points(wuerfelspiel_arrays.states_of(positions))
        else:
            points = or_points(or_arrays.states_of(positions))
        return seats_in_order(np.stack([guessed_win(points), points], axis=-1), positions)


def guessed_win(points: Figures) -> Figures:
    """(positions, seats) points to chances of winning that only rise with them."""
    weights = np.exp((points - points.max(axis=1, keepdims=True)) / 5.0)
    return np.asarray(weights / weights.sum(axis=1, keepdims=True))


def read_off(table: Sequence[float] | Figures, at: Figures) -> Figures:
    """Points of a table between its entries, the last one going on for ever."""
    points = np.asarray(table, dtype=np.float64)
    below = np.minimum(at.astype(np.int64), len(points) - 2)
    lower = points[below]
    return np.asarray(lower + (points[below + 1] - lower) * np.minimum(at - below, 1.0))


def wuerfelspiel_points(states: wuerfelspiel_arrays.States) -> Figures:
    """(positions, seats) points at the end as a guess.

    A turn brings 2.4 steps; the pieces nearest to the goal are the ones that will end the game; half of a turn's
    dice pairs bring a stone.
    """
    board, at = states.board, states.at
    to_goal = np.sort(np.clip(GOAL - at, 0, None).reshape(len(at), -1), axis=1)[:, : board.goal_pieces].sum(axis=1)
    turns = to_goal[:, None] / 2.4 / board.seats * 1.3
    moving = (at > 0) & (at < 9)
    steps = 2.4 * turns[..., None] / np.maximum(moving.sum(axis=2), 1.5)[..., None]
    later = np.minimum(at + np.minimum(steps, 5.0), 9.0)
    rows = np.where(at > 0, read_off(board.values, later), 0.0)
    ahead = at[..., None] + np.arange(1, 4)
    icons = np.where(ahead <= 9, board.icons[np.arange(5)[:, None], np.minimum(ahead, 9)], 0)
    gifts = (0.25 * np.isin(icons, (1, 2, 3)) - 0.2 * (icons == 4)).sum(axis=3) * (at > 0)
    stones = read_off(STONE_POINTS, states.stones + 0.45 * turns)
    return np.asarray(rows.sum(axis=2) + gifts.sum(axis=2) * np.minimum(turns, 2.0) / 2 + stones)


def or_points(states: or_arrays.States) -> Figures:
    """(positions, seats) points at the end as a guess.

    Three turns in four lay a chip, into the columns with most chips open; one in seven brings stones.
    """
    chips = states.chips
    left = or_arrays.LENGTHS[states.centre].min(axis=1) if chips.colour_ends else np.full(len(states.supply), 11)
    turns = np.minimum(states.supply * 0.9, left * 2.2)[:, None] * 2 / chips.seats
    counts = states.counts
    open_chips = or_arrays.LENGTHS[states.open_chips] * (counts > 0)
    share = open_chips / np.maximum(open_chips.sum(axis=2, keepdims=True), 1)
    gained = np.minimum(0.7 * turns[..., None] * share, 0.6 * open_chips)
    columns = np.where(counts > 0, read_off(COLUMN_POINTS, counts + gained), 0.0)
    goblins, coins = states.carried
    stones = read_off(OR_STONE_POINTS, states.stones + 0.14 * turns)
    return np.asarray(columns.sum(axis=2) + stones + coins + goblin_points(goblins, chips.ties_count))


def goblin_points(goblins: Figures, ties_count: bool = True) -> Figures:
    """(positions, seats) goblins to the points they are worth now (O24)."""
    most = goblins == goblins.max(axis=1, keepdims=True)
    fewest = goblins == goblins.min(axis=1, keepdims=True)
    if not ties_count:
        most = most & (most.sum(axis=1, keepdims=True) == 1)
        fewest = fewest & (fewest.sum(axis=1, keepdims=True) == 1)
    equal = (goblins == goblins[:, :1]).all(axis=1, keepdims=True)
    return np.where(equal, 0.0, GOBLIN_POINTS * (most.astype(float) - fewest))
