"""The constant arithmetic of one re-roll: which final rolls follow a keep, and how likely (multinomials)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from engine.dice import OR_DICE, WUERFELSPIEL_DICE, DiceKind, keeps, roll_outcomes, together

DICE_OF = {"wuerfelspiel": WUERFELSPIEL_DICE, "or": OR_DICE, "or-happy-meeple": OR_DICE}
"""The games the adviser knows, with their dice."""


@dataclass(frozen=True, slots=True, eq=False)
class KeepTables:
    """Rolls and keeps of one kind of dice, in a fixed order.

    Attributes:
        kind: the dice.
        rolls: faces of every whole roll: 252 for five dice, 56 for three.
        place_of_roll: faces to place in `rolls`.
        keeps: faces of every keep of any roll, the empty one first: 462 and 84.
        place_of_keep: faces to place in `keeps`.
        first: (rolls,) probability of each first roll.
        matrix: (keeps, rolls) probability of each final roll after a keep; each row sums to 1.
        options: (rolls, most keeps) places of the keeps of a roll, filled up with the first of them.
    """

    kind: DiceKind
    rolls: tuple[str, ...]
    place_of_roll: dict[str, int]
    keeps: tuple[str, ...]
    place_of_keep: dict[str, int]
    first: NDArray[np.float64]
    matrix: NDArray[np.float64]
    options: NDArray[np.intp]

    def keeps_of(self, faces: str) -> NDArray[np.intp]:
        """Places of the keeps of a roll, each once, in the order of `engine.dice.keeps`."""
        return np.array([self.place_of_keep[keep.faces] for keep in keeps(faces)], dtype=np.intp)


@cache
def keep_tables(kind: DiceKind) -> KeepTables:
    """The tables of these dice."""
    outcomes = roll_outcomes(kind, kind.count)
    rolls = tuple(roll.faces for roll, _ in outcomes)
    place_of_roll = {faces: place for place, faces in enumerate(rolls)}
    kept = tuple(roll.faces for count in range(kind.count + 1) for roll, _ in roll_outcomes(kind, count))
    place_of_keep = {faces: place for place, faces in enumerate(kept)}
    matrix = np.zeros((len(kept), len(rolls)))
    for place, faces in enumerate(kept):
        for roll, chance in roll_outcomes(kind, kind.count - len(faces)):
            matrix[place, place_of_roll[together(faces, roll.faces)]] += float(chance)
    lists = [[place_of_keep[keep.faces] for keep in keeps(faces)] for faces in rolls]
    most = max(map(len, lists))
    options = np.array([places + places[:1] * (most - len(places)) for places in lists], dtype=np.intp)
    first = np.array([float(chance) for _, chance in outcomes])
    return KeepTables(kind, rolls, place_of_roll, kept, place_of_keep, first, matrix, options)
