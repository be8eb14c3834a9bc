"""Games of the twin as arrays for value functions, and whole games played by players of the twin."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Protocol, TypeAlias, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from engine.advice import or_arrays, wuerfelspiel_arrays
from engine.advice.hand import guessed_win, or_points, wuerfelspiel_points
from engine.advice.linear import Linear
from engine.advice.value import WIN_POINTS
from models.values.twin import NEXT, OVER, SEATS, WIDTH, Ends, OrGames, WuerfelspielGames, data, library

TwinGames: TypeAlias = WuerfelspielGames | OrGames
Floats: TypeAlias = NDArray[np.float64]
DONE_AFTER = 400


class PositionPlayer(Protocol):
    """Values positions of the twin in which a turn begins."""

    knows_win: bool

    def prospects(self, lanes: Lanes) -> Floats:
        """(positions, seats, 2) chance of winning and points, the seat to roll first."""
        ...


@runtime_checkable
class CompiledPlayer(Protocol):
    """Values the ends of turns where they lie; see `value_ends`."""

    knows_win: bool

    def value_ends(
        self, twin: TwinGames, games: NDArray[np.int32], ends: Ends, mine: NDArray[np.bool_]
    ) -> tuple[NDArray[np.float32], Floats]:
        """As the function of that name."""
        ...


TwinPlayer: TypeAlias = PositionPlayer | CompiledPlayer


@dataclass
class Lanes:
    """Positions at the beginning of turns, all with the same number of seats; the seat to roll first.

    Attributes:
        seats: of all of them.
        start: (positions,) seat that is to roll.
        setting: (positions,) which board or set of chips.
        at, stones: Würfelspiel, as in `wuerfelspiel_arrays.States`.
        part, places, figures: Ór, as in the twin.
    """

    twin: TwinGames
    seats: int
    start: NDArray[np.int64]
    setting: NDArray[np.int64]
    at: NDArray[np.int64] | None = None
    stones: NDArray[np.int64] | None = None
    part: NDArray[np.int32] | None = None
    places: NDArray[np.int32] | None = None
    figures: NDArray[np.int32] | None = None

    def some(self, wanted: NDArray[np.bool_]) -> Lanes:
        """Some of the positions, told by a mask."""
        places = None if self.places is None else self.places[wanted]
        part = self.part
        if part is not None and places is not None:
            used, numbers = np.unique(places, return_inverse=True)
            part, places = part[used], numbers.reshape(places.shape).astype(np.int32)
        return Lanes(
            self.twin, self.seats, self.start[wanted], self.setting[wanted],
            None if self.at is None else self.at[wanted], None if self.stones is None else self.stones[wanted],
            part, places, None if self.figures is None else self.figures[wanted],
        )  # fmt: skip

    def states(self) -> wuerfelspiel_arrays.States | or_arrays.States:
        """As the value functions of the engine take them; of one board or set of chips."""
        twin, seats = self.twin, self.seats
        if isinstance(twin, WuerfelspielGames):
            assert self.at is not None
            assert self.stones is not None
            icons = twin.icons[self.setting[0]].astype(np.int64)
            goals = {2: 5, 3: 7, 4: 8}[seats]
            board = wuerfelspiel_arrays.Board(
                seats, icons, twin.values.astype(np.float64), goals, twin.tiles, twin.clamps
            )
            return wuerfelspiel_arrays.States(board, self.at, self.stones)
        assert self.part is not None
        assert self.places is not None
        assert self.figures is not None
        parts = self.part[self.places].astype(np.int64)
        rules = twin.rules
        chips = _chips(twin.gifts[self.setting[0]].tobytes(), seats, rules.colour_ends, rules.at_once, rules.ties_count)
        columns = parts[..., :seats].transpose(0, 2, 1)
        figures = self.figures.astype(np.int64)
        return or_arrays.States(chips, columns, parts[..., 4], figures[:, :seats], figures[:, 12], figures[:, 13])


@cache
def _chips(gifts: bytes, seats: int, colour_ends: bool, at_once: bool, ties_count: bool) -> or_arrays.Chips:
    array = np.frombuffer(gifts, np.uint8).reshape(5, 11, 4).astype(np.float64)
    return or_arrays.Chips(seats, array, 30, colour_ends, at_once, ties_count)


def lanes_of_ends(twin: TwinGames, ends: Ends, wanted: NDArray[np.int64]) -> Lanes:
    """Some ends of turns as beginnings of the next ones."""
    game = ends.game[wanted]
    seats = int(twin.seats[0])
    turn = twin.turn[game].astype(np.int64)
    start = np.where(ends.kind[wanted] == NEXT, (turn + 1) % seats, turn)
    if isinstance(twin, WuerfelspielGames):
        at = twin.end_at[wanted][:, :seats].astype(np.int64)
        stones = twin.end_stones[wanted][:, :seats].astype(np.int64)
        return Lanes(twin, seats, start, twin.board[game].astype(np.int64), at, stones)
    setting = twin.set[game].astype(np.int64)
    parts = twin.part[: twin.leaves.parts]
    return Lanes(twin, seats, start, setting, None, None, parts, twin.places[wanted], twin.figures[wanted])


def lanes_now(twin: TwinGames, games: NDArray[np.int32]) -> Lanes:
    """Where some games stand."""
    seats = int(twin.seats[0])
    start = twin.turn[games].astype(np.int64)
    order = (start[:, None] + np.arange(seats)) % seats
    here = games[:, None]
    if isinstance(twin, WuerfelspielGames):
        at, stones = twin.at[here, order].astype(np.int64), twin.stones[here, order].astype(np.int64)
        return Lanes(twin, seats, start, twin.board[games].astype(np.int64), at, stones)
    count = len(games)
    part = np.zeros((count * 5, 6), np.int32)
    part[:, :seats] = twin.columns[here, order].transpose(0, 2, 1).reshape(-1, seats)
    part[:, 4] = twin.centre[games].ravel()
    part[:, 5] = (twin.set[games][:, None] * 5 + np.arange(5)).ravel()
    figures = np.zeros((count, 14), np.int32)
    for place, gathered in enumerate((twin.stones, twin.goblins, twin.coins)):
        figures[:, place * SEATS : place * SEATS + seats] = gathered[here, order]
    figures[:, 12], figures[:, 13] = twin.supply[games], twin.passes[games]
    places = np.arange(count * 5, dtype=np.int32).reshape(count, 5)
    return Lanes(twin, seats, start, twin.set[games].astype(np.int64), None, None, part, places, figures)


def by_seat(prospects: Floats, start: NDArray[np.int64]) -> NDArray[np.float32]:
    """(positions, seats, 2) from the seat to roll on, to (positions, 8) rows of the twin by seat."""
    count, seats = prospects.shape[:2]
    rows = np.zeros((count, 2, SEATS), np.float32)
    order = (start[:, None] + np.arange(seats)) % seats
    places = np.arange(count)[:, None]
    rows[places, 0, order] = prospects[..., 0]
    rows[places, 1, order] = prospects[..., 1]
    return rows.reshape(count, WIDTH)


def rows_of(player: PositionPlayer, twin: TwinGames, ends: Ends, wanted: NDArray[np.int64]) -> NDArray[np.float32]:
    """(wanted, 8) value of ends of turns; those where the game is over count as they are."""
    rows = ends.final[wanted].copy()
    going = ends.kind[wanted] != OVER
    if going.any():
        lanes = lanes_of_ends(twin, ends, wanted[going])
        rows[going] = by_seat(player.prospects(lanes), lanes.start)
    return rows


def worth_of(rows: NDArray[np.float32], mover: NDArray[np.integer], seats: int, knows_win: bool) -> Floats:
    """(positions,) what the mover decides by; as in `engine.advice.value.utility`."""
    places = np.arange(len(rows))
    points = rows[:, SEATS : SEATS + seats].astype(np.float64)
    mine = points[places, mover]
    ahead = (mine * seats - points.sum(axis=1)) / (seats - 1)
    return rows[places, mover].astype(np.float64) + WIN_POINTS * ahead if knows_win else ahead


def value_ends(
    player: TwinPlayer, twin: TwinGames, games: NDArray[np.int32], ends: Ends, mine: NDArray[np.bool_]
) -> tuple[NDArray[np.float32], Floats]:
    """(ends, 8) rows by seat and (ends,) worth to the mover, of the games that are `mine`; zero elsewhere."""
    if isinstance(player, CompiledPlayer):
        return player.value_ends(twin, games, ends, mine)
    rows, worth = np.zeros((ends.count, WIDTH), np.float32), np.zeros(ends.count)
    wanted = np.flatnonzero(np.repeat(mine, np.diff(ends.first)))
    if len(wanted):
        mover = twin.turn[ends.game[wanted]].astype(np.int64)
        rows[wanted] = rows_of(player, twin, ends, wanted)
        worth[wanted] = worth_of(rows[wanted], mover, int(twin.seats[0]), player.knows_win)
    return rows, worth


@dataclass
class Step:
    """One turn of all games that were going on.

    Attributes:
        games: which.
        lanes: where they stood.
        expected: (games, 8) exact expectation of the turn in terms of the value of its ends.
        luck: (games, 8) value reached less expected.
    """

    games: NDArray[np.int32]
    lanes: Lanes
    expected: NDArray[np.float32]
    luck: NDArray[np.float32]


def play_out(
    twin: TwinGames,
    player_of: Callable[[NDArray[np.int32]], NDArray[np.int64]],
    players: Sequence[TwinPlayer],
    explore: float | Callable[[NDArray[np.int32]], Floats] = 0.0,
    referee: TwinPlayer | None = None,
    seen: Callable[[Step], None] | None = None,
    turns: int = DONE_AFTER,
) -> NDArray[np.float32]:
    """Play all games to their end.

    Args:
        player_of: games to the place in `players` of who moves now.
        explore: chance that a keep, and that a move, is played at random, or what tells it of some games.
        referee: whose values the expectations and the luck are in; None takes each player's own.

    Returns:
        (games, 8) share of the win and points of each seat; a game not over after `turns` counts as it stood (0 wins).
    """
    result = np.zeros((twin.count, WIDTH), np.float32)
    for _ in range(turns):
        games = twin.going
        if not len(games):
            break
        ends = twin.enumerate(games)
        rows = np.zeros((ends.count, WIDTH), np.float32)
        worth = np.zeros(ends.count)
        who = np.zeros(twin.count, np.int64)
        who[games] = player_of(games)
        judged: NDArray[np.float32] | None = None
        for place, player in enumerate(players):
            mine = who[games] == place
            if referee is player:
                judged, worths = value_ends(player, twin, games, ends, np.ones(len(games), bool))
                worth += np.where(np.repeat(mine, np.diff(ends.first)), worths, 0.0)
            elif mine.any():
                found, worths = value_ends(player, twin, games, ends, mine)
                rows += found
                worth += worths
        if judged is not None:
            rows = judged
        elif referee is not None:
            rows, _ = value_ends(referee, twin, games, ends, np.ones(len(games), bool))
        strays = explore(games) if callable(explore) else np.full(len(games), explore)
        expected, _, chosen = twin.choose(games, ends, worth, rows, strays)
        if seen is not None:
            seen(Step(games, lanes_now(twin, games), expected, rows[chosen] - expected))
        over = ends.kind[chosen] == OVER
        result[games[over]] = ends.final[chosen[over]]
        twin.apply(chosen)
    return result


class TwinHand:
    """The hand-made value on the twin."""

    knows_win = False

    def prospects(self, lanes: Lanes) -> Floats:
        states = lanes.states()
        points = wuerfelspiel_points(states) if isinstance(states, wuerfelspiel_arrays.States) else or_points(states)
        return np.stack([guessed_win(points), points], axis=-1)

    def value_ends(
        self, twin: TwinGames, games: NDArray[np.int32], ends: Ends, mine: NDArray[np.bool_]
    ) -> tuple[NDArray[np.float32], Floats]:
        """The same of ends of turns, compiled."""
        return _compiled_points(twin, games, ends, mine, None)


class TwinRandom:
    """Values everything by chance: plays at random."""

    knows_win = False

    def __init__(self, seed: int) -> None:
        self.random = np.random.default_rng(seed)

    def prospects(self, lanes: Lanes) -> Floats:
        return self.random.random((len(lanes.start), lanes.seats, 2))


class TwinLinear:
    """A linear value on the twin."""

    knows_win = False

    def __init__(self, linear: Linear) -> None:
        self.linear = linear

    def prospects(self, lanes: Lanes) -> Floats:
        points = self.linear.points(lanes.states())
        return np.stack([guessed_win(points), points], axis=-1)

    def value_ends(
        self, twin: TwinGames, games: NDArray[np.int32], ends: Ends, mine: NDArray[np.bool_]
    ) -> tuple[NDArray[np.float32], Floats]:
        """The same of ends of turns, compiled."""
        return _compiled_points(twin, games, ends, mine, np.ascontiguousarray(self.linear.weights, np.float64))


def _compiled_points(
    twin: TwinGames, games: NDArray[np.int32], ends: Ends, mine: NDArray[np.bool_], weights: Floats | None
) -> tuple[NDArray[np.float32], Floats]:
    """Rows and worth by the linear value with these weights, or by the hand-made one."""
    rows, worth = np.zeros((ends.count, WIDTH), np.float32), np.zeros(ends.count)
    valued = library().w_points if isinstance(twin, WuerfelspielGames) else library().o_points
    flags = np.ascontiguousarray(mine, np.uint8)
    valued(
        ctypes.byref(twin.c), ctypes.byref(twin.leaves), data(games), len(games), data(ends.first), data(flags),
        None if weights is None else data(weights), data(rows), data(worth),
    )  # fmt: skip
    return rows, worth
