"""Two turns deep on the twin: ends of turns are worth the exact expectation of the turn that begins with them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.values.lanes import CompiledPlayer, Floats, TwinGames, lanes_of_ends, worth_of
from models.values.settings import or_games
from models.values.twin import OVER, Ends, OrGames, WuerfelspielGames

MARGIN = 0.05
"""Ends this much worse than another that the same dice allow are not looked into."""

CHUNK = 2048
"""Turns that are enumerated at a time."""


class TwinDeeper:
    """Looks one turn further than a compiled player."""

    def __init__(self, player: CompiledPlayer) -> None:
        self.player = player
        self.knows_win = player.knows_win
        self._room: TwinGames | None = None
        self._of: TwinGames | None = None

    def value_ends(
        self, twin: TwinGames, games: NDArray[np.int32], ends: Ends, mine: NDArray[np.bool_]
    ) -> tuple[NDArray[np.float32], Floats]:
        """(ends, 8) rows by seat and (ends,) worth to the mover, of the games that are `mine`; zero elsewhere."""
        rows, worth = self.player.value_ends(twin, games, ends, mine)
        waiting = np.repeat(mine, np.diff(ends.first)) & (ends.kind != OVER)
        while len(wanted := np.flatnonzero(waiting & _is_near(twin, ends, worth))):
            self._look_into(twin, ends, wanted, rows, worth)
            waiting[wanted] = False
        return rows, worth

    def _look_into(
        self, twin: TwinGames, ends: Ends, wanted: NDArray[np.int64], rows: NDArray[np.float32], worth: Floats
    ) -> None:
        seats = int(twin.seats[0])
        for first in range(0, len(wanted), CHUNK):
            part = wanted[first : first + CHUNK]
            rows[part] = self._expected(twin, ends, part)
            worth[part] = worth_of(rows[part], twin.turn[ends.game[part]].astype(np.int64), seats, self.knows_win)

    def _expected(self, twin: TwinGames, ends: Ends, wanted: NDArray[np.int64]) -> NDArray[np.float32]:
        """(wanted, 8) the exact expectation of the turns that begin with some ends."""
        if self._of is not twin:
            self._room, self._of = _room(twin), twin
        room, games = self._room, np.arange(len(wanted), dtype=np.int32)
        assert room is not None
        _put(twin, ends, wanted, room)
        after = room.enumerate(games)
        rows, worth = self.player.value_ends(room, games, after, np.ones(len(games), bool))
        expected, _, _ = room.choose(games, after, worth, rows, np.zeros(len(games)))
        return expected


def _is_near(twin: TwinGames, ends: Ends, worth: Floats) -> NDArray[np.bool_]:
    """(ends,) whether an end of Ór is nearly the best of those that the same number, or passing, allows."""
    if not isinstance(twin, OrGames):
        return np.ones(ends.count, bool)
    near, classes = np.zeros(ends.count, bool), ends.classes
    known = np.where(classes >= 0, worth[classes], -1e9)
    passing = known[:, 58:]
    by_value = known[:, :55].reshape(-1, 5, 11)
    best = np.maximum(by_value.max(axis=1, keepdims=True), passing[:, None])
    chosen = np.concatenate([(by_value >= best - MARGIN).reshape(-1, 55), np.ones((len(classes), 4), bool)], axis=1)
    near[classes[chosen & (classes >= 0)]] = True
    return near


def _room(twin: TwinGames) -> TwinGames:
    """Games side by side to put ends into."""
    seats = int(twin.seats[0])
    if isinstance(twin, WuerfelspielGames):
        return WuerfelspielGames(
            twin.icons, np.zeros(CHUNK, int), np.full(CHUNK, seats), 0, twin.values, twin.tiles, twin.clamps
        )
    return or_games(CHUNK, seats, 0, twin.gifts, twin.rules)


def _put(twin: TwinGames, ends: Ends, wanted: NDArray[np.int64], room: TwinGames) -> None:
    """Let the games of a room stand where some ends stand."""
    seats, count = int(twin.seats[0]), len(wanted)
    lanes = lanes_of_ends(twin, ends, wanted)
    order = (lanes.start[:, None] + np.arange(seats)) % seats
    each = np.arange(count)[:, None]
    room.turn[:count] = lanes.start
    if isinstance(room, WuerfelspielGames):
        room.board[:count] = lanes.setting
        room.at[each, order] = lanes.at
        room.stones[each, order] = lanes.stones
        return
    assert lanes.part is not None
    assert lanes.places is not None
    assert lanes.figures is not None
    parts = lanes.part[lanes.places]
    room.set[:count] = lanes.setting
    room.columns[each, order] = parts[..., :seats].transpose(0, 2, 1)
    room.centre[:count] = parts[..., 4]
    for place, gathered in enumerate((room.stones, room.goblins, room.coins)):
        gathered[each, order] = lanes.figures[:, place * 4 : place * 4 + seats]
    room.supply[:count], room.passes[:count] = lanes.figures[:, 12], lanes.figures[:, 13]
