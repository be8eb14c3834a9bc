"""A tray of rendered dice to play with where there is no camera: throw, lift, put back, nudge, and look.

Faces are drawn evenly and independently when the dice are thrown; the tumbling that is seen ends on them.  The reader
sees only frames.  `truth` is for comparison afterwards.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.dice_sets import dice_set as dice_set_named
from vision.errors import FrameError
from vision.reading import Frame
from vision.render.camera_model import Matrix
from vision.render.designs import DieDesign
from vision.render.desk_picture import DeskPicture
from vision.render.desk_setting import LAMPS, desk_camera, desk_design, desk_light, desk_tray
from vision.render.families import Families
from vision.render.picture import TrueDie
from vision.render.placing import Placer, SceneDie, footprint, overlap, resting_turn, standing
from vision.render.rounded_die import PlacedDie
from vision.render.tray import inside
from vision.render.tumble import Carry, Motion, Nudge, Roll

_LIFT_S, _GAP_S, _NUDGE_S = 0.35, 0.1, 0.25


@dataclass(frozen=True, slots=True)
class DeskDie:
    """The truth about one die: the face it shows, how it lies, and whether it is in the tray or lifted out."""

    face: str
    rest: str
    in_tray: bool
    lifted: bool


class DeskTray:
    """A simulated tray with its own dice, camera and lamp; every die keeps its number from 0 to count - 1."""

    def __init__(
        self,
        dice_set: str,
        count: int | None = None,
        seed: int = 0,
        lamp: str = "evening",
        size: tuple[int, int] = (1280, 960),
        families: Families = "any",
        design: DieDesign | None = None,
        cocked: float = 0.01,
        off_tray: float = 0.005,
    ) -> None:
        """Args: dice_set; count (of dice; that of the set by default, 5 for `pips`); seed; lamp (of LAMPS);

        size: of the frames in pixels; families: of the artwork; design: the die of which all are copies;
        cocked, off_tray: chances that a thrown die ends tilted at the wall or on the desk.

        Raises:
            FrameError: there is no such lamp.
            ProfileError: there is no such dice set.
        """
        if lamp not in LAMPS:
            raise FrameError(f"The desk tray has no lamp called {lamp!r}; choose one of {', '.join(LAMPS)}.")
        self.count = count or dice_set_named(dice_set).count or 5
        self._rng = np.random.default_rng([seed, 31, *dice_set.encode()])
        self._seed, self._chances = seed, (cocked, off_tray)
        self.design = design or desk_design(dice_set, seed, families)
        self._tray, self._size = desk_tray(dice_set, seed), size
        self._picture = DeskPicture(desk_camera(size), self._tray, desk_light(lamp), seed)
        self._now_s = 0.0
        self._motions: list[Motion] = [Carry(None, -1.0, 0.5)] * self.count
        self._kept: list[SceneDie | None] = [None] * self.count

    @property
    def truth(self) -> tuple[DeskDie, ...]:
        """What each die shows or will show when it has come to rest; never to be used for reading."""
        return tuple(_told(motion, kept) for motion, kept in zip(self._motions, self._kept, strict=True))

    def throw(self, which: Collection[int] | None = None, at_s: float | None = None) -> None:
        """Take up these dice (all by default) and throw them; they come to rest about 1.5 s later.

        Args:
            which: numbers of the dice; the others stay as they are.
            at_s: when; by default the time of the latest frame.
        """
        start = self._time(at_s)
        chosen = self._numbers(which)
        rest = self._resting(without=chosen)
        entry = float(self._rng.uniform(-0.5, 0.5))
        for place, number in enumerate(chosen):
            end = self._drawn_end([die.placed for die in rest])
            rest.append(end)
            begin = self._motions[number].at(start)
            away_s = start + (_LIFT_S if begin is not None else 0.0) + _GAP_S + 0.05 * place
            start_xy = self._entry(end.placed, rest[:-1], entry, place - (len(chosen) - 1) / 2)
            roll = Roll(
                end.placed,
                away_s,
                float(self._rng.uniform(0.85, 1.25)),
                start_xy,
                float(self._rng.uniform(8, 14)),
                float(self._rng.normal(0, 0.35)),
                int(self._rng.integers(2, 5)),
            )
            self._set(number, _Taken(roll.end, start, roll.end_s - start, begin, roll), end)

    def lift(self, which: Collection[int] | None = None, at_s: float | None = None) -> None:
        """Take these dice (all by default) out of the tray; they keep the face that they showed."""
        start = self._time(at_s)
        for number in self._numbers(which):
            begin = self._motions[number].at(start)
            if begin is not None:
                self._motions[number] = Carry(None, start, _LIFT_S, begin)

    def put_back(self, which: Collection[int] | None = None, at_s: float | None = None) -> None:
        """Lay lifted dice back with the face that they showed, where they were if that place is free."""
        start = self._time(at_s)
        for number in self._numbers(which):
            kept = self._kept[number]
            if kept is None or self._motions[number].end is not None:
                continue
            others = [die.placed for die in self._resting(without=[number])]
            place = kept if all(overlap(kept.placed, o) < 0.5 for o in others) else self._flat(kept.placed.top, others)
            self._set(number, Carry(place.placed, start, _LIFT_S), place)

    def nudge(self, die: int, at_s: float | None = None) -> None:
        """Push a die a little; a cocked one falls flat onto the face that it was about to show."""
        start, kept = self._time(at_s), self._kept[die]
        begin = self._motions[die].end
        if kept is None or begin is None:
            return
        others = [d.placed for d in self._resting(without=[die])]
        end = self._flat(begin.top, others, near=begin)
        self._set(die, Nudge(end.placed, start, _NUDGE_S, begin), end)

    def place(self, faces: Sequence[str], at_s: float | None = None) -> None:
        """Lay down one die for each of these faces, showing it; the remaining dice are taken away.

        Raises:
            FrameError: a face is not on the dice, or there are not enough dice.
        """
        start = self._time(at_s)
        unknown = [face for face in faces if face not in self.design.faces]
        if unknown:
            raise FrameError(f"The dice have no face {unknown[0]!r}; their faces are {', '.join(self.design.faces)}.")
        if len(faces) > self.count:
            raise FrameError(f"There are {self.count} dice, too few to show {len(faces)} faces; show fewer at once.")
        laid: list[PlacedDie] = []
        for number in range(self.count):
            if number >= len(faces):
                self._motions[number] = Carry(None, start - 1, 0.5)
                continue
            end = self._flat(self.design.index_of(faces[number]), laid)
            laid.append(end.placed)
            self._set(number, Carry(end.placed, start - 1, 0.5), end)

    def is_at_rest(self, at_s: float) -> bool:
        """True if no die moves at that time."""
        return all(motion.end_s <= at_s for motion in self._motions)

    def frame(self, at_s: float) -> Frame:
        """The picture at a time in seconds, (height, width, 3) uint8, blue, green, red; never earlier than the last."""
        self._now_s = max(self._now_s, at_s)
        still, moving = [], []
        for motion, kept in zip(self._motions, self._kept, strict=True):
            die = motion.at(at_s)
            if die is None or kept is None:
                continue
            if motion.end_s <= at_s:
                still.append(replace(kept, placed=die))
            else:
                before = motion.at(at_s - 0.008) or die
                moving.append((die, before))
        return self._picture.frame(still, moving, at_s)

    def true_dice(self, at_s: float) -> tuple[TrueDie, ...]:
        """Where the dice that lie still can be seen, for tests of the reader."""
        return self._picture.true_dice([d for d in self._resting(()) if d is not None], at_s)

    def _time(self, at_s: float | None) -> float:
        self._now_s = max(self._now_s, at_s or 0.0)
        return self._now_s

    def _numbers(self, which: Collection[int] | None) -> list[int]:
        chosen = sorted(set(range(self.count) if which is None else which))
        if chosen and not 0 <= chosen[0] <= chosen[-1] < self.count:
            raise FrameError(f"The dice have the numbers 0 to {self.count - 1}, so there is no die {chosen[-1]}.")
        return chosen

    def _set(self, number: int, motion: Motion, lies: SceneDie) -> None:
        self._motions[number], self._kept[number] = motion, lies

    def _resting(self, without: Collection[int]) -> list[SceneDie]:
        """The dice that lie or will lie in the tray, but for some."""
        return [
            kept
            for number, (motion, kept) in enumerate(zip(self._motions, self._kept, strict=True))
            if kept is not None and motion.end is not None and number not in without
        ]

    def _placer(self, others: Sequence[PlacedDie]) -> Placer:
        placer = Placer(self._rng, self._tray, (100.0, 70.0))
        placer.dice.extend(others)
        return placer

    def _flat(self, face: int, others: Sequence[PlacedDie], near: PlacedDie | None = None) -> SceneDie:
        """A free place for a die that shows a face; `near` asks for one close to where it was."""
        for attempt in range(40):
            if near is None:
                break
            yaw = math.atan2(near.turn[1, 0], near.turn[0, 0]) + float(self._rng.normal(0, 0.15))
            x, y = near.position[:2] * (1 - 0.06 * (1 + attempt / 4)) + self._rng.normal(0, 1.5 + attempt / 4, 2)
            die = standing(self.design, float(x), float(y), resting_turn(face, yaw))
            points = footprint(die).astype(np.float32)
            if inside(self._tray.floor, points[:, 0], points[:, 1]).min() > 0 and all(
                overlap(die, o) < 0.1 for o in others
            ):
                return SceneDie(die)
        return SceneDie(self._placer(others).scattered(self.design, face))

    def _drawn_end(self, others: list[PlacedDie]) -> SceneDie:
        """How a thrown die ends: an even face, somewhere in the tray, rarely cocked or on the desk."""
        face, chance, placer = int(self._rng.integers(6)), float(self._rng.random()), self._placer(others)
        if chance < self._chances[0]:
            return SceneDie(placer.at_rim(self.design, face, math.radians(float(self._rng.uniform(14, 35)))), "tilted")
        if chance < sum(self._chances):
            return SceneDie(placer.outside(self.design, face), "flat", False)
        kind = float(self._rng.random())
        if kind < 0.08:
            return SceneDie(placer.touching(self.design, face))
        return SceneDie(placer.at_rim(self.design, face) if kind < 0.14 else placer.scattered(self.design, face))

    def _entry(self, end: PlacedDie, others: Sequence[SceneDie], entry: float, place: float) -> tuple[float, float]:
        """Where a die enters so that its way leads past those that lie there."""
        best, most = (0.0, 0.0), -1.0
        for k in range(7):
            angle = -math.pi / 2 + entry + (k % 2 * 2 - 1) * 0.22 * ((k + 1) // 2)
            start = np.array([math.cos(angle), math.sin(angle)]) * 75 + np.array([place * end.edge_mm * 1.3, 0])
            free = min((_clearance(start, end.position[:2], o.placed.position[:2]) for o in others), default=1e3)
            if free > most:
                best, most = (float(start[0]), float(start[1])), free
            if free > 1.5 * end.edge_mm:
                break
        return best


@dataclass(frozen=True, slots=True, eq=False)
class _Taken(Motion):
    """A die that is taken up where it lay and then thrown."""

    begin: PlacedDie | None = None
    roll: Roll | None = None

    def at(self, now_s: float) -> PlacedDie | None:
        """How the die lies at a time."""
        assert self.roll is not None
        if now_s >= self.roll.start_s:
            return self.roll.at(now_s)
        if self.begin is None or now_s > self.start_s + _LIFT_S:
            return None
        return Carry(None, self.start_s, _LIFT_S, self.begin).at(now_s)


def _told(motion: Motion, kept: SceneDie | None) -> DeskDie:
    if kept is None:
        return DeskDie("", "flat", False, True)
    face = kept.placed.design.faces[kept.placed.top]
    lifted = motion.end is None
    return DeskDie(face, kept.rest, kept.in_tray and not lifted, lifted)


def _clearance(start: Matrix, end: Matrix, point: Matrix) -> float:
    way = end - start
    share = float(np.clip((point - start) @ way / max(1e-6, float(way @ way)), 0, 1))
    return float(np.hypot(*(start + share * way - point)))
