"""What a value function offers: for each position in which a turn begins, every seat's prospects."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from engine.position import Position, Seat

WIN_POINTS = 0.004
"""What a point ahead adds to a chance of winning: sensible play also when the game is decided."""


POINTS_A_WIN = 25.0
"""Points ahead counted as one whole win where a value function knows points alone."""


class Value(Protocol):
    """Values positions at the beginning of a turn; the end of the game is never asked for."""

    @property
    def name(self) -> str:
        """What the report calls it."""
        ...

    @property
    def knows_win(self) -> bool:
        """Whether chances of winning are meant; if not, points ahead decide and the chances are not shown."""
        ...

    def __call__(self, positions: Sequence[Position]) -> NDArray[np.float64]:
        """Prospects of each position.

        Args:
            positions: all of one game in progress (same seats, same options), stage "roll".

        Returns:
            (positions, seats, 2): chance of winning, and expected points at the end of the game.
        """
        ...


def ended(position: Position) -> NDArray[np.float64]:
    """(seats, 2): share of the win and final points of a game that is over."""
    outcome = position.outcome
    assert outcome is not None
    shares = [1 / len(outcome.winners) if seat in outcome.winners else 0.0 for seat in range(position.seats)]
    return np.array([shares, outcome.totals], dtype=np.float64).T


def margin(points: NDArray[np.float64], seat: Seat) -> NDArray[np.float64]:
    """(..., seats) expected points to (...) points ahead of the best opponent."""
    others = np.delete(points, seat, axis=-1)
    ahead: NDArray[np.float64] = points[..., seat] - others.max(axis=-1)
    return ahead


def utility(prospects: NDArray[np.float64], seat: Seat, knows_win: bool) -> NDArray[np.float64]:
    """(..., seats, 2) prospects to (...) the one number by which a seat decides.

    It must be linear for expectations to commute with it, so points ahead are counted against the average opponent.
    """
    points = prospects[..., 1]
    seats = points.shape[-1]
    ahead = (points[..., seat] * seats - points.sum(axis=-1)) / (seats - 1)
    if not knows_win:
        return np.asarray(ahead)
    return np.asarray(prospects[..., seat, 0] + WIN_POINTS * ahead)
