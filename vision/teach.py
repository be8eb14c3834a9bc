"""Teaching: labelled pictures of the owner's dice become a profile, and bad pictures are refused with a reason."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from vision.classify import Look
from vision.dice_sets import WANTED_SHOTS
from vision.doubt import limits_of_teaching, taught_guess
from vision.errors import ProfileError
from vision.find_dice import Found, FoundDie
from vision.misfits import Misfit, misfits
from vision.profile import Profile, Shot
from vision.reader import Reader
from vision.reading import Frame, Point
from vision.rectify import Quad, centre_of, edge_of, whole_picture
from vision.shot_check import (
    NO_DIE,
    TAKEN_ALREADY,
    UNLIKE,
    Refusal,
    is_duplicate,
    is_unlike_its_own,
    looks_like_another,
    odd_ones,
    why_not_looked_at,
)


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
        refusal: why it was not taken into the profile, None if it was.
        quad: where the die lies, None if none was found.
    """

    face: str
    refusal: Refusal | None = None
    quad: Quad | None = None

    @property
    def accepted(self) -> bool:
        """True if it was taken into the profile."""
        return self.refusal is None

    @property
    def why_not(self) -> str:
        """Sentence that says what to do when it was refused."""
        return "" if self.refusal is None else self.refusal.sentence


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

    def __init__(
        self,
        dice_set: str,
        model_dir: str | Path | None = None,
        profile: Profile | None = None,
        reader: Reader | None = None,
    ) -> None:
        """Begin empty, or go on with a profile.

        Args:
            dice_set: its name.
            model_dir: folder of the networks, None for the package's own.
            profile: what was taught before.
            reader: of the set, whose networks are used; None opens them.

        Raises:
            ModelError: a network is missing or was altered.
            ProfileError: there is no such set, or the profile is of another one.
        """
        self._reader = (Reader(dice_set, None, model_dir) if reader is None else reader).with_profile(profile)
        self.dice_set = self._reader.dice_set
        known = self._reader.profile
        self._shots: list[Shot] = list(known.shots) if known else []
        self._closeness = known.closeness if known else 0.0

    @property
    def shots(self) -> tuple[Shot, ...]:
        """What was accepted so far."""
        return tuple(self._shots)

    @property
    def model(self) -> str:
        """sha256 of the network that makes the places."""
        return self._reader.model

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
            verdicts.append(
                Verdict(label.face, NO_DIE) if index is None else self._judged(label.face, *seen[index], compare)
            )
        return tuple(verdicts)

    def see(self, frame: Frame) -> Found:
        """What lies in a frame, and whether a hand is in it; nothing is learnt.

        Raises:
            FrameError: the array is no picture.
        """
        return self._reader.found(frame)

    def take(self, frame: Frame, face: str, found: Found | None = None) -> tuple[Verdict, ...]:
        """Take all dice of a frame, which show the same face; a verdict for each, in reading order.

        One that is unlike most of those beside it is refused: nobody has looked at each of them as closely.

        Args:
            frame: (height, width, 3) uint8, BGR.
            face: what all of them show.
            found: what `see` found in it, None to look.

        Raises:
            FrameError: the array is no picture.
            ProfileError: the set has no such face.
        """
        if face not in self.dice_set.faces:
            raise ProfileError(_no_face(self.dice_set.name, face))
        seen = self._reader.looks(frame, found)
        odd = odd_ones([look.embedding for _, _, look in seen])
        return tuple(
            Verdict(face, UNLIKE, die.quad) if index in odd else self._judged(face, die, picture, look, True, True)
            for index, (die, picture, look) in enumerate(seen)
        )

    def learn(self, picture: Frame, face: str) -> Verdict:
        """Take one rectified picture, cut out when a die was read.

        Raises:
            FrameError: the array is no picture.
        """
        (look,) = self._reader.looks_at([picture])
        whole = FoundDie(whole_picture((picture.shape[1], picture.shape[0])), 1.0)
        return self._judged(face, whole, picture, look, True, True)

    def forget(self, place: int) -> None:
        """Take back the shot at that place of `shots`."""
        del self._shots[place]

    def finish(self, some_faces: bool = False) -> Profile:
        """The profile of all that was accepted, as strict as its pictures allow and never less than the one before.

        Args:
            some_faces: True if not every face need be taught; those that were not are unknown dice then.

        Raises:
            ProfileError: a face was not taught at all.
        """
        taught = {shot.face for shot in self._shots}
        missing = [face for face in self.dice_set.faces if face not in taught]
        if not taught or (missing and not some_faces):
            raise ProfileError(f"Not taught yet: {', '.join(missing)}. Show each face {WANTED_SHOTS} times.")
        return replace(self._taught(), closeness=self._closeness).tightened()

    def misfits(self) -> tuple[Misfit, ...]:
        """The shots whose names contradict the others, worst first; `forget` them from the last place to the first."""
        looks = self._reader.looks_at([shot.picture for shot in self._shots])
        faces = self.dice_set.faces

        def doubts_name(place: int, rival: str) -> bool:
            told = dict(zip(faces, looks[place].faces[self.dice_set.name], strict=False))
            return bool(told[rival] > told[self._shots[place].face])

        return misfits(self._shots, doubts_name)

    def is_hand(self, found: Found) -> bool:
        """True if a hand or a sleeve is in the picture."""
        return found.hand > self._reader.limits.get("hand", 0.3)

    def self_test(self, without: Collection[int] = ()) -> SelfTest:
        """Each picture read with a profile made of the others.

        Args:
            without: places in `shots` of pictures that are left out.
        """
        shots = [shot for place, shot in enumerate(self._shots) if place not in without]
        right, asked, wrong = 0, 0, []
        looks = self._reader.looks_at([shot.picture for shot in shots])
        for index, (shot, look) in enumerate(zip(shots, looks, strict=True)):
            others = replace(self._taught(), shots=(*shots[:index], *shots[index + 1 :]))
            guess = taught_guess(others, self.dice_set, look, self._reader.limits) if others.shots else None
            if guess is None or guess.reason is not None:
                asked += 1
            elif guess.ranked[0][0] == shot.face:
                right += 1
            else:
                wrong.append((shot.face, guess.ranked[0][0]))
        return SelfTest(right, asked, tuple(wrong))

    def _judged(
        self, face: str, die: FoundDie, picture: Frame, look: Look, compare: bool, strictly: bool = False
    ) -> Verdict:
        """The verdict on a shot, which is kept if nothing speaks against it.

        Args:
            compare: hold it against the other faces that were taught.
            strictly: hold it against those of its own name too.
        """
        refusal = self._refusal(face, die, picture, look, compare)
        if refusal is None and strictly and self._shots and is_unlike_its_own(face, look, self._taught()):
            refusal = UNLIKE
        if refusal is None:
            self._shots.append(Shot(face, picture, look.embedding, die.stand))
        return Verdict(face, refusal, die.quad)

    def _refusal(self, face: str, die: FoundDie, picture: Frame, look: Look, compare: bool) -> Refusal | None:
        """Why a shot cannot be taken, None when it can."""
        if face not in self.dice_set.faces:
            return Refusal("no-face", _no_face(self.dice_set.name, face))
        refusal = why_not_looked_at(die.states, look, picture, limits_of_teaching(self._reader.limits), self._shots)
        if refusal is not None:
            return refusal
        if is_duplicate(picture, self._shots):
            return TAKEN_ALREADY
        if not compare or not self._shots:
            return None
        return looks_like_another(face, look, self._taught(), self._reader.limits)

    def _taught(self) -> Profile:
        return Profile(self.dice_set.name, self.shots, self._reader.model)


def _no_face(dice_set: str, face: str) -> str:
    return f"The set {dice_set} has no face {face!r}."


def _meant(label: Label, quads: Sequence[Quad]) -> int | None:
    """Which of the dice a label means, None if there is none."""
    if label.centre is None:
        return 0 if len(quads) == 1 else None
    far = [math.dist(centre_of(quad), label.centre) / edge_of(quad) for quad in quads]
    distance, index = min(zip(far, range(len(far)), strict=True), default=(math.inf, -1))
    return index if distance < 0.5 else None
