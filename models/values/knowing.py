"""A player that knows which seat plays how: one network for each place that its seat has behind the seat to roll."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from models.values.compiled import Compiled, Weights
from models.values.lanes import Floats, TwinGames
from models.values.twin import AGAIN, Ends


class Knowing:
    """The player whose seat is the number of the game modulo the number of seats; others play the other seats.

    A value network is told where everybody stands and who is to roll, but not who plays which seat.  Where the seats
    are played differently that matters: a single network that learns from such games guesses by the position who is
    who, and its player then seeks what looks like itself.

    Args:
        weights: of the networks; the first values positions in which this seat is to roll, the second those in which
            it is the next to roll, and so on.
    """

    knows_win = True

    def __init__(self, weights: Sequence[Weights]) -> None:
        self.networks = [Compiled(each) for each in weights]

    def value_ends(
        self, twin: TwinGames, games: NDArray[np.int32], ends: Ends, mine: NDArray[np.bool_]
    ) -> tuple[NDArray[np.float32], Floats]:
        """(ends, 8) rows by seat and (ends,) worth to the mover, of the games that are `mine`; zero elsewhere."""
        rows, worth = np.zeros((ends.count, 8), np.float32), np.zeros(ends.count)
        seats, number = int(twin.seats[0]), np.diff(ends.first)
        again = (games - twin.turn[games].astype(np.int64)) % seats
        after = (again - 1) % seats
        places = np.where(ends.kind == AGAIN, np.repeat(again, number), np.repeat(after, number))
        for place, network in enumerate(self.networks):
            asked = mine & ((after == place) | (again == place))
            if not asked.any():
                continue
            found, worths = network.value_ends(twin, games, ends, asked)
            here = (places == place) & np.repeat(mine, number)
            rows[here], worth[here] = found[here], worths[here]
        return rows, worth
