"""Two turns deep: the ends of a turn that matter are worth the exact expectation of the turn that begins with them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np
from numpy.typing import NDArray

from engine.advice.backup import Backup, leaf_prospects
from engine.advice.endgame import WIDEST, Endgame, solved
from engine.advice.keep_tables import DICE_OF, KeepTables, keep_tables
from engine.advice.turn import Turn
from engine.advice.value import Value
from engine.position import DicePosition, Position

MARGIN = 0.05
"""Ends worth this much less than another that the same dice allow are not looked into."""


def at_once() -> None:
    """Rests for no time at all."""


@dataclass(frozen=True, slots=True)
class TwoTurns:
    """Looks one turn further: each position is worth the exact expectation of the turn that begins with it.

    Attributes:
        value: what the ends of that turn are worth.
        rest: called before each turn that is enumerated; may take its time, or throw to end the thought.
    """

    value: Value
    name: str = "deeper"
    rest: Callable[[], None] = at_once

    @property
    def knows_win(self) -> bool:
        """As the value beneath."""
        return self.value.knows_win

    def __call__(self, positions: Sequence[Position]) -> NDArray[np.float64]:
        """Prospects of each position, all ends of all the next turns being valued in one call."""
        tables, extra = keep_tables(DICE_OF[positions[0].game]), 0 if self.knows_win else 1
        turns = [self._turn(position, tables, extra) for position in positions]
        leaves = [leaf for turn in turns for leaf in turn.leaves]
        prospects = leaf_prospects(leaves, self.value)
        found, first = [], 0
        for turn in turns:
            self.rest()
            part = prospects[first : first + len(turn.leaves)]
            first += len(turn.leaves)
            row = Backup(turn, part, self.knows_win).row(turn.root)
            found.append(np.asarray(row[1:]).reshape(-1, 2))
        return np.array(found)

    def _turn(self, position: Position, tables: KeepTables, extra: int) -> Turn:
        self.rest()
        return Turn(cast(DicePosition, position), tables, extra)

    def backup(self, turn: Turn) -> Backup:
        """A turn whose ends are looked into where it matters: those that are nearly the best after some dice.

        What was looked into may fall behind an end that was not; then that one is looked into as well. Where only a
        small endgame is left, its exact solution is taken.
        """
        if self.knows_win and (small := _endgame(turn, self.rest)) is not None:
            return Backup(turn, leaf_prospects(turn.leaves, small), True, is_exact=True)
        prospects = leaf_prospects(turn.leaves, self.value)
        backup, known = Backup(turn, prospects, self.knows_win), set[int]()
        while wanted := {place for place in backup.near(turn.root, MARGIN) if _goes_on(turn, place)} - known:
            places = sorted(wanted)
            prospects[places] = self([turn.leaves[place] for place in places])
            known |= wanted
            backup = Backup(turn, prospects, self.knows_win)
        return backup


def _endgame(turn: Turn, rest: Callable[[], None]) -> Endgame | None:
    """The small endgame that all ends of a turn belong to."""
    going = [leaf for leaf in turn.leaves if leaf.stage != "over"]
    return solved(going, rest=rest) if going and len(turn.leaves) <= WIDEST else None


def _goes_on(turn: Turn, place: int) -> bool:
    return turn.leaves[place].stage != "over"
