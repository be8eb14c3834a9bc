"""Small endgames solved exactly: where few positions can still come about, each is worth what perfect play makes of it.

All positions at the beginning of a turn that can be reached are gathered, and the exact expectation of each turn is
taken over and over until nothing changes (Bellman, "Dynamic Programming", 1957): a turn may be declined, so positions
of the Würfelspiel can come again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np
from numpy.typing import NDArray

from engine.advice.backup import Backup
from engine.advice.keep_tables import DICE_OF, keep_tables
from engine.advice.turn import Turn
from engine.advice.value import ended
from engine.position import DicePosition, Position

MOST = 150
"""Positions that are solved together at most: a tenth of a second or two."""

WIDEST = 20
"""A turn with more different ends than this belongs to no small endgame; nothing more is looked at then."""

ENOUGH = 1e-12
"""Change of a chance of winning below which nothing changes any more."""


@dataclass(frozen=True, slots=True, eq=False)
class Endgame:
    """The exact value of the positions of one small endgame.

    Attributes:
        places: of each position in the table.
        table: (positions, seats, 2) chances of winning and points by seat.
    """

    places: dict[Position, int]
    table: NDArray[np.float64]
    name: str = "exact"
    knows_win: bool = True

    def __call__(self, positions: Sequence[Position]) -> NDArray[np.float64]:
        """Prospects of positions of this endgame; see `engine.advice.value.Value`."""
        return self.table[[self.places[position] for position in positions]]


def solved(beginnings: Sequence[Position], most: int = MOST, rest: Callable[[], None] = lambda: None) -> Endgame | None:
    """The endgame that positions at the beginning of a turn belong to, None where it is not small.

    Args:
        beginnings: all of one game; none may be over.
        most: positions that are solved together at most.
        rest: called before each turn that is looked at; may take its time, or throw to end the thought.
    """
    turns = _reachable(beginnings, most, rest)
    if turns is None:
        return None
    places: dict[Position, int] = {position: place for place, position in enumerate(turns)}
    seats = beginnings[0].seats
    table = np.full((len(places), seats, 2), 1 / seats)
    unsettled = [(place, turn, *_ends(turn, places, seats)) for place, turn in enumerate(turns.values())]
    change = 1.0
    while change > ENOUGH:
        change = 0.0
        for place, turn, ends, going, later in unsettled:
            rest()
            ends[going] = table[later]
            row = Backup(turn, ends, True).row(turn.root)
            found = np.asarray(row[1:]).reshape(seats, 2)
            change = max(change, float(np.abs(found - table[place])[:, 0].max()))
            table[place] = found
    return Endgame(places, table)


def _reachable(beginnings: Sequence[Position], most: int, rest: Callable[[], None]) -> dict[Position, Turn] | None:
    """The turn of every position that can come about, later ones last; None if there are too many."""
    tables = keep_tables(DICE_OF[beginnings[0].game])
    turns: dict[Position, Turn] = {}
    waiting = list(beginnings)
    while waiting:
        position = waiting.pop()
        if position in turns:
            continue
        rest()
        turn = Turn(cast(DicePosition, position), tables, 0)
        if len(turn.leaves) > WIDEST or len(turns) >= most or turn.unknown:
            return None
        turns[position] = turn
        waiting += [leaf for leaf in turn.leaves if leaf.stage != "over"]
    return dict(reversed(turns.items()))


def _ends(
    turn: Turn, places: dict[Position, int], seats: int
) -> tuple[NDArray[np.float64], NDArray[np.intp], NDArray[np.intp]]:
    """(ends, seats, 2) of a turn, those that end the game filled in; which go on, and their places in the table."""
    ends = np.zeros((len(turn.leaves), seats, 2))
    going = [place for place, leaf in enumerate(turn.leaves) if leaf.stage != "over"]
    for place, leaf in enumerate(turn.leaves):
        if leaf.stage == "over":
            ends[place] = ended(leaf)
    return ends, np.array(going, np.intp), np.array([places[turn.leaves[place]] for place in going], np.intp)
