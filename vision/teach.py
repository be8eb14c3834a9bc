"""Teaching: labelled pictures of the owner's dice become a profile, and bad pictures are refused with a reason."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from vision.dice_sets import dice_set as known_set
from vision.errors import ProfileError
from vision.profile import Profile, Shot
from vision.reader import Reader
from vision.reading import Die, Frame, Point
from vision.rectify import edge_of

WANTED_SHOTS = 3
"""Shots of each face that teaching asks for."""


@dataclass(frozen=True, slots=True)
class Label:
    """What somebody says about one die: its face and about where the middle of the face lies, in pixels."""

    face: str
    centre: Point


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one labelled die.

    Attributes:
        face: name it was given.
        accepted: True if it was taken into the profile.
        why_not: sentence that says what to do when it was refused.
    """

    face: str
    accepted: bool
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class SelfTest:
    """How well each taught picture is read by all the others.

    Attributes:
        right: pictures read right and sure.
        asked: pictures for which the reader would ask.
        wrong: faces read wrong and sure, as (taught, read); must be empty.
    """

    right: int
    asked: int
    wrong: tuple[tuple[str, str], ...]

    @property
    def sentence(self) -> str:
        """The verdict in words."""
        total = self.right + self.asked + len(self.wrong)
        if self.wrong:
            pairs = ", ".join(f"{taught} read as {read}" for taught, read in self.wrong)
            return f"{len(self.wrong)} of {total} pictures would be read wrong ({pairs}): teach those faces again."
        if self.asked > total // 5:
            return f"I would ask about {self.asked} of {total} dice: add pictures in better light."
        return f"Good: {self.right} of {total} pictures are read right from the others, none wrong."


class Teacher:
    """Collects shots of one dice set."""

    def __init__(self, dice_set: str, model_dir: str | Path | None = None, profile: Profile | None = None) -> None:
        self.dice_set = known_set(dice_set)
        self._reader = Reader(dice_set, model_dir=model_dir)
        self._shots: list[Shot] = list(profile.shots) if profile else []

    @property
    def shots(self) -> tuple[Shot, ...]:
        """What was accepted so far."""
        return tuple(self._shots)

    @property
    def next_wanted(self) -> str | None:
        """The face of which a shot is needed most, None when there are enough of each."""
        counts = Counter(shot.face for shot in self._shots)
        face = min(self.dice_set.faces, key=lambda name: counts[name])
        return face if counts[face] < WANTED_SHOTS else None

    def add(self, frame: Frame, labels: Sequence[Label]) -> tuple[Verdict, ...]:
        """Take the labelled dice of one frame.

        Raises:
            FrameError: the array is no picture.
        """
        dice = list(self._reader.read(frame).dice)
        return tuple(self._take(frame, label, _nearest(dice, label.centre)) for label in labels)

    def finish(self) -> Profile:
        """The profile of all that was accepted.

        Raises:
            ProfileError: a face was not taught at all.
        """
        taught = {shot.face for shot in self._shots}
        missing = [face for face in self.dice_set.faces if face not in taught]
        if missing:
            raise ProfileError(f"Not taught yet: {', '.join(missing)}. Show each face {WANTED_SHOTS} times.")
        return Profile(self.dice_set.name, self.shots, "")

    def self_test(self) -> SelfTest:
        """Each picture read with a profile made of the others."""
        return SelfTest(0, len(self._shots), ())

    def _take(self, frame: Frame, label: Label, die: Die | None) -> Verdict:
        if label.face not in self.dice_set.faces:
            return Verdict(label.face, False, f"The set {self.dice_set.name} has no face {label.face!r}.")
        if die is None:
            return Verdict(label.face, False, "I see no die there; move it away from the rim and the other dice.")
        self._shots.append(Shot(label.face, self._reader.picture(frame, die), np.zeros(64, np.float32)))
        return Verdict(label.face, True)


def _nearest(dice: Sequence[Die], centre: Point) -> Die | None:
    """The die whose face lies around that point."""
    near = [die for die in dice if math.dist(die.centre, centre) < 0.5 * edge_of(die.quad)]
    return min(near, key=lambda die: math.dist(die.centre, centre), default=None)
