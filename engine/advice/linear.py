"""The linear value: about twenty named features of a seat, each with a weight that is printed (`linear.toml`)."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from engine.advice import or_arrays, wuerfelspiel_arrays
from engine.advice.hand import goblin_points, guessed_win, read_off
from engine.advice.wuerfelspiel_arrays import seats_in_order
from engine.games.keltis_or_chips import COLUMN_POINTS
from engine.games.keltis_or_chips import STONE_POINTS as OR_STONE_POINTS
from engine.games.wuerfelspiel_board import GOAL, STONE_POINTS
from engine.position import Position

Figures = NDArray[np.float64]

WUERFELSPIEL_FEATURES = (
    "points of the rows now",
    "points of the rows at the guessed end",
    "points of the stones now",
    "stones",
    "pieces on the board",
    "pieces on spaces 1 to 3",
    "pieces on spaces 4 to 6",
    "pieces in the goal",
    "space of the first piece",
    "space of the second piece",
    "space of the third piece",
    "space of the fourth piece",
    "clovers within three spaces ahead",
    "stones within three spaces ahead",
    "leprechauns within three spaces ahead",
    "goal pieces until the end",
    "goal pieces until the end x pieces on the board",
    "goal pieces until the end x points below zero",
    "most goal pieces of another seat",
    "steps of the other seats",
    "is to roll",
    "constant",
)

OR_FEATURES = (
    "points of the columns now",
    "points of the columns at the guessed end",
    "points of the stones now",
    "stones",
    "coins",
    "goblin points now",
    "goblins ahead of the other seats",
    "columns begun",
    "length of the longest column",
    "length of the second column",
    "length of the third column",
    "chips open to columns begun",
    "clovers open to columns begun",
    "stones open to columns begun",
    "goblins open to columns begun",
    "stones left in the supply",
    "fewest chips left of a colour",
    "stones left x chips laid",
    "chips laid by the other seats",
    "is to roll",
    "constant",
)


def wuerfelspiel_features(states: wuerfelspiel_arrays.States) -> Figures:
    """(positions, seats, features) in the order of `WUERFELSPIEL_FEATURES`."""
    board, at = states.board, states.at
    started = at > 0
    values = np.where(started, board.values[at], 0.0)
    in_goal = (at >= GOAL).sum(axis=2)
    left = np.broadcast_to((board.goal_pieces - in_goal.sum(axis=1))[:, None], in_goal.shape)
    to_goal = np.sort(np.clip(GOAL - at, 0, None).reshape(len(at), -1), axis=1)[:, : board.goal_pieces].sum(axis=1)
    steps = 0.9 * to_goal / board.seats
    moving = np.maximum((started & (at < 9)).sum(axis=2), 1.5)
    later = np.minimum(at + np.minimum(steps[:, None] / moving, 5.0)[..., None], 9.0)
    ahead = at[..., None] + np.arange(1, 4)
    icons = np.where(ahead <= 9, board.icons[np.arange(5)[:, None], np.minimum(ahead, 9)], 0)
    near = [((icons == icon).sum(axis=3) * started).sum(axis=2) for icon in (1, 2, 3)]
    ordered = -np.sort(-at, axis=2)
    pieces, sums = started.sum(axis=2), at.sum(axis=2)
    columns = [
        values.sum(axis=2),
        np.where(started, read_off(board.values, later), 0.0).sum(axis=2),
        read_off(STONE_POINTS, states.stones.astype(float)),
        np.minimum(states.stones, 9),
        pieces,
        ((at >= 1) & (at <= 3)).sum(axis=2),
        ((at >= 4) & (at <= 6)).sum(axis=2),
        in_goal,
        *(ordered[..., place] for place in range(4)),
        *near,
        left,
        left * pieces,
        left * np.minimum(values, 0).sum(axis=2),
        most_of_others(in_goal),
        (sums.sum(axis=1, keepdims=True) - sums) / (board.seats - 1),
        np.broadcast_to(np.arange(board.seats) == 0, sums.shape),
        np.ones(sums.shape),
    ]
    return np.stack(columns, axis=-1).astype(np.float64)


def or_features(states: or_arrays.States) -> Figures:
    """(positions, seats, features) in the order of `OR_FEATURES`."""
    chips, counts, seats = states.chips, states.counts, states.chips.seats
    begun = counts > 0
    open_chips = np.where(begun, states.open_chips, 0)
    many = or_arrays.LENGTHS[open_chips]
    gifts = chips.together[np.arange(5), open_chips, :3].sum(axis=2)
    left = or_arrays.LENGTHS[states.centre].min(axis=1)
    turns = np.minimum(states.supply * 0.9, left * 2.2 if chips.colour_ends else 99)[:, None] * 2 / seats
    share = many / np.maximum(many.sum(axis=2, keepdims=True), 1)
    gained = np.minimum(0.7 * turns[..., None] * share, 0.6 * many)
    goblins, coins = states.carried
    ordered = -np.sort(-counts, axis=2)
    laid = counts.sum(axis=2)
    supply = np.broadcast_to(states.supply[:, None], laid.shape)
    columns = [
        np.array(COLUMN_POINTS)[np.minimum(counts, 9)].sum(axis=2),
        np.where(begun, read_off(COLUMN_POINTS, counts + gained), 0.0).sum(axis=2),
        read_off(OR_STONE_POINTS, states.stones.astype(float)),
        np.minimum(states.stones, 9),
        coins,
        goblin_points(goblins, chips.ties_count),
        goblins - most_of_others(goblins),
        begun.sum(axis=2),
        *(ordered[..., place] for place in range(3)),
        many.sum(axis=2),
        gifts[..., 1],
        gifts[..., 0],
        gifts[..., 2],
        supply,
        np.broadcast_to(left[:, None], laid.shape),
        supply * laid / 10,
        (laid.sum(axis=1, keepdims=True) - laid) / (seats - 1),
        np.broadcast_to(np.arange(seats) == 0, laid.shape),
        np.ones(laid.shape),
    ]
    return np.stack(columns, axis=-1).astype(np.float64)


def most_of_others(figures: NDArray[np.int64] | Figures) -> Figures:
    """(positions, seats) to the largest figure among the other seats."""
    seats = figures.shape[1]
    without = [np.delete(figures, seat, axis=1).max(axis=1) for seat in range(seats)]
    return np.stack(without, axis=1).astype(np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class Linear:
    """The linear value of one game and number of seats.

    Attributes:
        game: "wuerfelspiel" or "or".
        weights: (features,) points for one of each feature.
    """

    game: str
    weights: Figures
    name: str = "linear"
    knows_win: bool = False

    def points(self, states: wuerfelspiel_arrays.States | or_arrays.States) -> Figures:
        """(positions, seats) expected points at the end, the seat to roll first."""
        if isinstance(states, wuerfelspiel_arrays.States):
            return np.asarray(wuerfelspiel_features(states) @ self.weights)
        return np.asarray(or_features(states) @ self.weights)

    def __call__(self, positions: Sequence[Position]) -> Figures:
        """Prospects of each position; the chance of winning is a mere guess from the points ahead."""
        if self.game == "wuerfelspiel":
            points = self.points(wuerfelspiel_arrays.states_of(positions))
        else:
            points = self.points(or_arrays.states_of(positions))
        return seats_in_order(np.stack([guessed_win(points), points], axis=-1), positions)


@cache
def _weights() -> dict[str, dict[str, float]]:
    text = (files("engine.advice") / "linear.toml").read_text(encoding="utf-8")
    tables = tomllib.loads(text)
    return {name: table for name, table in tables.items() if isinstance(table, dict)}


@cache
def linear(game: str, seats: int, side: str = "simple") -> Linear:
    """The linear value as it was trained for our own boards and chips.

    Where no weights were trained for a number of seats, those of two seats serve.
    """
    features = WUERFELSPIEL_FEATURES if game == "wuerfelspiel" else OR_FEATURES
    key = f"wuerfelspiel-{side}-{seats}" if game == "wuerfelspiel" else f"or-{seats}"
    table = _weights().get(key) or _weights()[key[:-1] + "2"]
    return Linear("wuerfelspiel" if game == "wuerfelspiel" else "or", np.array([table[name] for name in features]))
