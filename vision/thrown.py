"""Tells dice that were thrown from dice that lie where they lay, were only pushed, or were moved with the tray."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from vision.follow import moved_together, place_of, same_faces
from vision.reading import Die
from vision.rectify import edge_of
from vision.stillness import changed_blocks

REACH = 0.75
"""Edges around a die's middle in which the picture may change when the die alone is taken away."""


@dataclass(slots=True)
class Ground:
    """What lay in the tray when a roll was asked for.

    Attributes:
        dice: that lay there.
        kept: those that are not to be rolled.
        blocks: the picture in blocks, empty if there is none.
        width: of the frames in pixels.
        away: places in `dice` of those without which the tray has been seen since.
    """

    dice: tuple[Die, ...]
    kept: tuple[Die, ...]
    blocks: NDArray[np.float32]
    width: int
    away: set[int] = field(default_factory=set)

    @property
    def loose(self) -> list[int]:
        """Places in `dice` of those that are to be rolled."""
        fixed = {place_of(die, self.dice) for die in self.kept}
        return [index for index in range(len(self.dice)) if index not in fixed]

    def glance(self, blocks: NDArray[np.float32]) -> None:
        """Note dice that are gone from a picture in which nothing else is different, be it only for a moment."""
        if not self.dice or self.blocks.shape != blocks.shape or len(self.away) == len(self.dice):
            return
        changed = changed_blocks(blocks, self.blocks)
        if not changed.any() or changed.mean() > 0.2:
            return
        block_px = self.width / blocks.shape[1]
        places = (np.argwhere(changed)[:, ::-1] + 0.5) * block_px
        gone = [index for index in self.loose if self._has_changed(self.dice[index], changed, block_px)]
        explained = np.zeros(len(places), np.bool_)
        for index in gone:
            die = self.dice[index]
            far = np.hypot(*(places - np.asarray(die.centre)).T)
            explained |= far < REACH * edge_of(die.quad) + block_px / 2
        if gone and bool(explained.all()):
            self.away.update(gone)

    def look(self, dice: Sequence[Die]) -> None:
        """Note dice that are gone from a still tray in which no other die lies."""
        if all(place_of(die, self.dice) is not None for die in dice):
            self.away.update(index for index, die in enumerate(self.dice) if place_of(die, dice) is None)

    def fresh(self, dice: Sequence[Die], stayed: Sequence[int | None]) -> tuple[int, ...]:
        """Places in `dice` of those that neither were kept nor lie where one lay all the time."""
        if all(self._is_as_before(die) for die in dice):
            return ()
        lie = [die for index, die in enumerate(self.dice) if index not in self.away]
        return tuple(index for index, die in enumerate(dice) if index not in stayed and place_of(die, lie) is None)

    def still_to_throw(self, dice: Sequence[Die]) -> bool:
        """True if a die that is to be rolled still lies where it lay."""
        return any(place_of(self.dice[index], dice) is not None for index in self.loose if index not in self.away)

    def were_pushed(self, dice: Sequence[Die], fresh: Sequence[int]) -> bool:
        """True if nothing but their places tells these dice from those that lay there: nobody saw the tray without."""
        if moved_together(dice, self.dice):
            return True
        gone = [index for index in self.loose if place_of(self.dice[index], dice) is None]
        alike = same_faces([dice[index] for index in fresh], [self.dice[index] for index in gone])
        return bool(gone) and alike and not self.away.issuperset(gone)

    def _is_as_before(self, die: Die) -> bool:
        index = place_of(die, self.dice)
        return index is not None and self.dice[index].face == die.face

    def _has_changed(self, die: Die, changed: NDArray[np.bool_], block_px: float) -> bool:
        row, column = (math.floor(value / block_px) for value in reversed(die.centre))
        inside = 0 <= row < changed.shape[0] and 0 <= column < changed.shape[1]
        return inside and bool(changed[row, column])


def moved_kept(kept: Sequence[Die], before: Sequence[Die], dice: Sequence[Die]) -> tuple[Die, ...]:
    """The kept dice as they lie after tray or camera was moved: those nearest to where the common shift leads."""
    if not dice or not before:
        return tuple(kept)
    shift = np.mean([die.centre for die in dice], axis=0) - np.mean([die.centre for die in before], axis=0)
    return tuple(min(dice, key=lambda die: math.dist(die.centre, np.asarray(old.centre) + shift)) for old in kept)
