"""How a thrown die tumbles and comes to rest: a path that ends exactly where and as it was drawn to lie.

The end is drawn first (every face as likely as any other) and the roll is followed back from it, so what is seen and
what is read agree by construction.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from vision.render.camera_model import Matrix
from vision.render.rounded_die import PlacedDie

Random = np.random.Generator


@dataclass(frozen=True, slots=True, eq=False)
class Motion:
    """A movement of one die.

    Attributes:
        end: how it lies in the end, None if it is away then.
        start_s: when it begins.
        length_s: how long it takes.
    """

    end: PlacedDie | None
    start_s: float
    length_s: float

    @property
    def end_s(self) -> float:
        """When it is over."""
        return self.start_s + self.length_s

    def at(self, now_s: float) -> PlacedDie | None:
        """How the die lies at a time, None while it cannot be seen."""
        return self.end


def _turned_about(axis: Matrix, angle: float) -> Matrix:
    return np.asarray(cv2.Rodrigues(axis * angle)[0], dtype=np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class Roll(Motion):
    """A throw: it falls in, bounces, rolls over its edges and tips onto its last face.

    Attributes:
        from_xy: where above the tray it leaves the hand, mm.
        turns: radians that it rolls in all.
        wobble: tilt of its axis, radians.
        hops: how often it bounces.
    """

    from_xy: tuple[float, float] = (0.0, 0.0)
    turns: float = 12.0
    wobble: float = 0.3
    hops: int = 3

    def at(self, now_s: float) -> PlacedDie | None:
        """How the die lies at a time; away before it is thrown."""
        end = self.end
        share = (now_s - self.start_s) / self.length_s
        if end is None or share < 0:
            return None
        if share >= 1:
            return end
        left = (1 - share) ** 1.9
        way = end.position[:2] - np.array(self.from_xy)
        direction = way / max(1e-6, float(np.hypot(*way)))
        angle = self._angle(share)
        axis = np.array([-direction[1], direction[0], 0.0])
        spin = np.array([0.0, 0.0, 1.0])
        turn = _turned_about(spin, self.wobble * left * 3) @ _turned_about(axis, -angle) @ end.turn
        xy = end.position[:2] - way * left
        floor_mm = float(end.position[2] + end.lowest_mm())
        lowest = PlacedDie(end.design, np.zeros(3), turn).lowest_mm()
        return PlacedDie(end.design, np.array([xy[0], xy[1], floor_mm - lowest + self._hop(share)]), turn)

    def _angle(self, share: float) -> float:
        """Radians that are still to be rolled; the last eighth of a turn is a fall onto the face."""
        angle = self.turns * float((1 - share) ** 1.7)
        tip = math.pi / 4
        begin = 1 - float((tip / self.turns) ** (1 / 1.7))
        if share < begin:
            return angle
        fallen = min(1.0, (share - begin) / (1 - begin) * 1.35)
        return tip * (1 - fallen * fallen)

    def _hop(self, share: float) -> float:
        """Height above rolling on the floor, mm: a fall and bounces that die down."""
        edges = [0.0]
        for k in range(self.hops + 1):
            edges.append(edges[-1] + 0.75**k)
        times = np.array(edges) / edges[-1] * 0.72
        k = int(np.searchsorted(times, share, side="right")) - 1
        if k > self.hops:
            return 0.0
        within = float((share - times[k]) / (times[k + 1] - times[k]))
        if k == 0:
            return 70.0 * (1 - within * within)
        return 22.0 * float(0.42 ** (k - 1)) * 4 * within * (1 - within)


@dataclass(frozen=True, slots=True, eq=False)
class Carry(Motion):
    """A die that is taken up and away (`end` None), or set down (`begin` None), by hand.

    Attributes:
        begin: how it lay, None if it comes from outside.
        towards: where out of the picture the hand comes from, mm.
    """

    begin: PlacedDie | None = None
    towards: tuple[float, float] = (0.0, -300.0)

    def at(self, now_s: float) -> PlacedDie | None:
        """How the die lies at a time."""
        share = (now_s - self.start_s) / self.length_s
        if share >= 1:
            return self.end
        if share <= 0:
            return self.begin
        die = self.begin or self.end
        if die is None:
            return None
        out = share if self.end is None else 1 - share
        ease = out * out * (3 - 2 * out)
        xy = die.position[:2] * (1 - ease) + np.array(self.towards) * ease
        rise = 110.0 * math.sin(min(1.0, out * 1.6) * math.pi / 2)
        return PlacedDie(die.design, np.array([xy[0], xy[1], die.position[2] + rise]), die.turn)


@dataclass(frozen=True, slots=True, eq=False)
class Nudge(Motion):
    """A push that moves a die from where it lay to where it lies then."""

    begin: PlacedDie | None = None

    def at(self, now_s: float) -> PlacedDie | None:
        """How the die lies at a time."""
        share = (now_s - self.start_s) / self.length_s
        if share >= 1 or self.begin is None or self.end is None:
            return self.end
        if share <= 0:
            return self.begin
        ease = share * share
        vector = np.asarray(cv2.Rodrigues(self.end.turn @ self.begin.turn.T)[0], dtype=np.float64).ravel()
        turn = np.asarray(cv2.Rodrigues(vector * ease)[0], dtype=np.float64) @ self.begin.turn
        place = self.begin.position * (1 - ease) + self.end.position * ease
        lowest = PlacedDie(self.end.design, np.zeros(3), turn).lowest_mm()
        floor_mm = float(self.end.position[2] + self.end.lowest_mm())
        return PlacedDie(self.end.design, np.array([place[0], place[1], floor_mm - lowest]), turn)
