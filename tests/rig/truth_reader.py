"""Stands in for the networks where a test is about the desk and not about reading: knows how the dice lie."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from vision.dice_sets import dice_set
from vision.reading import Die, Frame, Reading, Reason
from vision.render.desk_tray import DeskTray


class TruthReader:
    """Reads a desk tray without looking.

    Args:
        labels: dice set.
        tray: the tray.
        spoil: changes dice before they are handed out.
    """

    def __init__(self, labels: str, tray: DeskTray, spoil: Callable[[Die], Die] = lambda die: die) -> None:
        self.dice_set = dice_set(labels)
        self.profile = None
        self._tray = tray
        self._spoil = spoil

    def read(self, frame: Frame, count: int | None = None) -> Reading:
        """All dice of the tray."""
        size, now = (frame.shape[1], frame.shape[0]), self._tray._now_s
        if not self._tray.is_at_rest(now):
            return Reading((), (), size)
        lying = [true for true in self._tray.true_dice(now) if true.in_tray]
        dice = [
            Die(true.face, true.centre, true.quad, 0.99, None if true.rest == "flat" else Reason.COCKED)
            for true in lying
        ]
        return Reading(tuple(self._spoil(die) for die in dice), (), size)

    def picture(self, frame: Frame, die: Die) -> Frame:
        """Some picture."""
        return frame[:64, :64]


def swapped(one: str, other: str) -> Callable[[Die], Die]:
    """A reader's fault: two faces taken for each other, and sure of it."""
    names = {one: other, other: one}
    return lambda die: replace(die, face=names.get(str(die.face), die.face))
