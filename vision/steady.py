"""From frames over time to one settled roll: fired once, and only when the rules asked for dice."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.reader import Reader
from vision.reading import Die, Frame, Reading
from vision.rectify import edge_of

STILL_S = 0.4
"""How long nothing may move before a roll counts as settled."""


@dataclass(frozen=True, slots=True)
class Watching:
    """Nothing to report yet.

    Attributes:
        reason: what is waited for, in words for the page.
        reading: the last reading, if one was made.
        lifted: dice of the last settled roll that are gone although nothing was asked for.
    """

    reason: str
    reading: Reading | None = None
    lifted: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Settled:
    """A roll that lies still; reported once.

    Attributes:
        reading: what lies in the tray.
        frame: the frame it was read from.
        crops: the dice's top faces, rectified, in the order of the reading.
        fresh: places in `reading.dice` of the dice that were rolled now.
        stayed: for each kept die given to `arm` its place in `reading.dice`, or None if it was set aside.
        turned: places in the kept dice of those that lie where they were but show another face.
    """

    reading: Reading
    frame: Frame
    crops: tuple[Frame, ...]
    fresh: tuple[int, ...]
    stayed: tuple[int | None, ...] = ()
    turned: tuple[int, ...] = ()


class Steady:
    """Watches frames until a roll that was asked for lies still."""

    def __init__(self, reader: Reader, count: int | None = None, still_s: float = STILL_S) -> None:
        self._reader = reader
        self._count = count
        self._still_s = still_s
        self._armed: tuple[int | None, tuple[Die, ...]] | None = None
        self._settled: Settled | None = None
        self._small: Frame | None = None
        self._still_since: float | None = None
        self._has_moved = False

    @property
    def is_armed(self) -> bool:
        """True while a roll is waited for."""
        return self._armed is not None

    def arm(self, rolled: int | None = None, kept: Sequence[Die] = (), must_move: bool = True) -> None:
        """Ask for a roll.

        Args:
            rolled: how many dice are rolled; the count of the set when None.
            kept: dice that are not rolled; they may stay where they are or be set aside.
            must_move: False if dice that already lie there may count (re-read, first frame).
        """
        self._armed = (self._count if rolled is None else rolled, tuple(kept))
        self._has_moved = not must_move
        self._still_since = None

    def disarm(self) -> None:
        """No roll is asked for: nothing fires."""
        self._armed = None

    def update(self, frame: Frame, at_s: float) -> Settled | Watching:
        """Look at the next frame.

        Args:
            frame: (height, width, 3) uint8, BGR.
            at_s: when it was taken, in seconds of any clock that only goes forward.

        Raises:
            FrameError: the array is no picture.
        """
        small: Frame = np.asarray(
            cv2.cvtColor(cv2.resize(frame, (160, 120), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY), np.uint8
        )
        moved = self._small is None or float((cv2.absdiff(small, self._small) > 14).mean()) > 0.001
        first, self._small = self._small is None, small
        if moved:
            self._has_moved = self._has_moved or not first
            self._still_since = at_s
        if self._armed is None:
            return Watching("no roll is asked for")
        if not self._has_moved:
            return Watching("roll the dice")
        if moved or self._still_since is None:
            self._still_since = self._still_since if self._still_since is not None else at_s
            return Watching("something moves")
        if at_s - self._still_since < self._still_s:
            return Watching("waiting until all dice lie still")
        return self._fire(frame)

    def _fire(self, frame: Frame) -> Settled | Watching:
        assert self._armed is not None
        rolled, kept = self._armed
        reading = self._reader.read(frame)
        stayed = tuple(_place_of(die, reading.dice) for die in kept)
        turned = tuple(
            index
            for index, place in enumerate(stayed)
            if place is not None and reading.dice[place].face not in (None, kept[index].face)
        )
        fresh = tuple(index for index in range(len(reading.dice)) if index not in stayed)
        if rolled is not None and len(fresh) != rolled:
            return Watching(f"I see {len(fresh)} of {rolled} dice", reading)
        crops = tuple(self._reader.picture(frame, die) for die in reading.dice)
        self._settled = Settled(reading, frame, crops, fresh, stayed, turned)
        self.disarm()
        return self._settled


def _place_of(die: Die, dice: Sequence[Die]) -> int | None:
    """Where in `dice` the one lies that is at the same place as `die`."""
    edge = edge_of(die.quad)
    near = [(math.dist(die.centre, other.centre), index) for index, other in enumerate(dice)]
    distance, index = min(near, default=(math.inf, -1))
    return index if distance < 0.25 * edge else None
