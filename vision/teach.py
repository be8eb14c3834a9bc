"""Teaching: labelled pictures of the owner's dice become a profile, and bad pictures are refused with a reason."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from vision.camera_advice import blur_of
from vision.classify import Look
from vision.doubt import face_closeness, reason_of_die, taught_guess
from vision.errors import ProfileError
from vision.find_dice import FoundDie
from vision.misfits import Misfit, misfits
from vision.model_file import Floats
from vision.profile import Profile, Shot
from vision.reader import Reader
from vision.reading import Frame, Point
from vision.rectify import Quad, centre_of, edge_of

SAME_ARTWORK = 0.93
"""Similarity from which a face that was not taught yet is taken for another face that was."""

LEAD = 0.15
"""By how much a shot must lie nearer to another face than to its own name to be taken for mislabelled."""

BLURRED = 4.0
"""Blur in pixels on a face of 96 from which a picture is not learnt from."""

SAME_SHOT = 2.0
"""Grey levels by which a die that was moved looks different at least, noise apart."""

WANTED_SHOTS = 3
"""Shots of each face that teaching asks for."""


@dataclass(frozen=True, slots=True)
class Label:
    """What somebody says about one die.

    Attributes:
        face: its name.
        centre: about where the middle of the face lies, in pixels; None for the only die in the picture.
    """

    face: str
    centre: Point | None


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
        """Begin empty, or go on with a profile.

        Raises:
            ModelError: a network is missing or was altered.
            ProfileError: there is no such set, or the profile is of another one.
        """
        self._reader = Reader(dice_set, profile, model_dir)
        self.dice_set = self._reader.dice_set
        self._shots: list[Shot] = list(self._reader.profile.shots) if self._reader.profile else []

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

    def add(self, frame: Frame, labels: Sequence[Label], compare: bool = True) -> tuple[Verdict, ...]:
        """Take the labelled dice of one frame; a verdict for each.

        Args:
            frame: (height, width, 3) uint8, BGR.
            labels: what somebody says about its dice.
            compare: False if names are to be held against each other in the end only (`misfits`), when the order in
                which the pictures came no longer matters.

        Raises:
            FrameError: the array is no picture.
        """
        seen = self._reader.looks(frame)
        verdicts = []
        for label in labels:
            index = _meant(label, [die.quad for die, _, _ in seen])
            why_not = (
                self._refusal(label, *seen[index], compare) if index is not None else "I see no die there; lay it free."
            )
            if index is not None and not why_not:
                self._shots.append(Shot(label.face, seen[index][1], seen[index][2].embedding))
            verdicts.append(Verdict(label.face, not why_not, why_not))
        return tuple(verdicts)

    def forget(self, place: int) -> None:
        """Take back the shot at that place of `shots`."""
        del self._shots[place]

    def finish(self, some_faces: bool = False) -> Profile:
        """The profile of all that was accepted.

        Args:
            some_faces: True if not every face need be taught; those that were not are unknown dice then.

        Raises:
            ProfileError: a face was not taught at all.
        """
        taught = {shot.face for shot in self._shots}
        missing = [face for face in self.dice_set.faces if face not in taught]
        if not taught or (missing and not some_faces):
            raise ProfileError(f"Not taught yet: {', '.join(missing)}. Show each face {WANTED_SHOTS} times.")
        return Profile(self.dice_set.name, self.shots, self._reader.model)

    def misfits(self) -> tuple[Misfit, ...]:
        """The shots whose names contradict the others, worst first; `forget` them from the last place to the first."""
        looks = self._reader.looks_at([shot.picture for shot in self._shots])
        faces = self.dice_set.faces

        def doubts_name(place: int, rival: str) -> bool:
            told = dict(zip(faces, looks[place].faces[self.dice_set.name], strict=False))
            return bool(told[rival] > told[self._shots[place].face])

        return misfits(self._shots, doubts_name)

    def self_test(self) -> SelfTest:
        """Each picture read with a profile made of the others."""
        right, asked, wrong = 0, 0, []
        looks = self._reader.looks_at([shot.picture for shot in self._shots])
        whole = Profile(self.dice_set.name, self.shots, self._reader.model)
        for index, (shot, look) in enumerate(zip(self._shots, looks, strict=True)):
            others = replace(whole, shots=whole.shots[:index] + whole.shots[index + 1 :])
            guess = taught_guess(others, self.dice_set, look, self._reader.limits) if others.shots else None
            if guess is None or guess.reason is not None:
                asked += 1
            elif guess.ranked[0][0] == shot.face:
                right += 1
            else:
                wrong.append((shot.face, guess.ranked[0][0]))
        return SelfTest(right, asked, tuple(wrong))

    def _refusal(self, label: Label, die: FoundDie, picture: Frame, look: Look, compare: bool) -> str:
        """Why a shot cannot be taken; empty when it can."""
        if label.face not in self.dice_set.faces:
            return f"The set {self.dice_set.name} has no face {label.face!r}."
        reason = reason_of_die(die.states, look, picture, self._reader.limits)
        if reason is not None:
            return f"The die looks {reason.value}; lay it flat in good light and show it again."
        if blur_of(picture) > BLURRED:
            return "The picture is blurred; set the focus, hold the camera still and show the die again."
        if self._is_duplicate(picture):
            return "This picture was taken already; move the die and show it again."
        return self._looks_mislabelled(label, look) if compare else ""

    def _is_duplicate(self, picture: Frame) -> bool:
        small = _without_noise(picture)
        return any(float(np.abs(_without_noise(shot.picture) - small).mean()) < SAME_SHOT for shot in self._shots)

    def _looks_mislabelled(self, label: Label, look: Look) -> str:
        """A sentence if the shot lies clearly with another taught face and not with those of its own name."""
        if not self._shots:
            return ""
        closeness = face_closeness(Profile(self.dice_set.name, self.shots, self._reader.model), look.embedding)
        own = closeness.pop(label.face, None)
        rival = max(closeness, key=lambda face: closeness[face], default=None)
        limits = self._reader.limits
        if rival is None or closeness[rival] < (SAME_ARTWORK if own is None else limits.get("closeness", 0.6)):
            return ""
        if own is not None and own > closeness[rival] - LEAD:
            return ""
        return f"This looks like {rival}, not {label.face}; check what you called it."


def _without_noise(picture: Frame) -> Floats:
    return cv2.resize(picture, (24, 24), interpolation=cv2.INTER_AREA).astype(np.float32)


def _meant(label: Label, quads: Sequence[Quad]) -> int | None:
    """Which of the dice a label means, None if there is none."""
    if label.centre is None:
        return 0 if len(quads) == 1 else None
    far = [math.dist(centre_of(quad), label.centre) / edge_of(quad) for quad in quads]
    distance, index = min(zip(far, range(len(far)), strict=True), default=(math.inf, -1))
    return index if distance < 0.5 else None
