"""Reads all dice of a frame: find, rectify, classify, and doubt."""

from __future__ import annotations

import math
import statistics
from collections.abc import Mapping, Sequence
from copy import copy
from pathlib import Path

import cv2
import numpy as np

from vision.classify import Classifier, Look, averaged
from vision.colour import are_strangers, has_one_body
from vision.dice_sets import dice_set as known_set
from vision.doubt import (
    Guess,
    face_closeness,
    is_like_a_taught_face,
    limits_in_use,
    reason_of_die,
    taught_guess,
    untaught_guess,
)
from vision.errors import ProfileError
from vision.find_dice import DiceFinder, Found, FoundDie, in_reading_order
from vision.flatness import ANY_VIEW
from vision.model_file import Floats, open_model
from vision.profile import Profile, view_taught
from vision.reading import Die, Frame, Reading, Reason
from vision.rectify import centre_of, check_frame, edge_of, rectify, whole_picture
from vision.second_look import die_lies_there, usual_edge, witnesses
from vision.unsure_face import looked_again

CROP_SIDES = (32, 38, 44, 52, 60)
"""Shorter sides in pixels of the finder's input that a cut-out die is brought to: nobody knows how much of it the die
takes, so its top face is looked for in each size, and what is said of all that are found is averaged."""

LEAST_IN_CROP = 0.35
"""Score of the finder below which the middle of a cut-out is a better guess."""

LEAST_OF_CROP = 0.4
"""Part of a cut-out's shorter side that the top face takes at least; anything smaller is a pip."""

NO_FACE = 0.5
"""Likeness to the nearest taught face below which something is no die of the owner's, however badly it is seen."""

HAND_SENTENCE = "A hand or something large is in the picture."


class Reader:
    """Reads frames of one dice set, with what the owner taught if there is a profile."""

    def __init__(
        self,
        dice_set: str,
        profile: Profile | None = None,
        model_dir: str | Path | None = None,
        threads: int | None = None,
    ) -> None:
        """Open the networks; `threads` as for `open_model`.

        Raises:
            ModelError: a network is missing or was altered.
            ProfileError: there is no such set, or the profile is of another one.
        """
        self.dice_set = known_set(dice_set)
        if profile is not None and profile.dice_set != dice_set:
            raise ProfileError(
                f"The profile is of the dice set {profile.dice_set!r}, not {dice_set!r}; "
                "choose the right one or teach anew."
            )
        self._finder_model = open_model("dice_finder", model_dir, threads)
        self._corners_model = open_model("dice_corners", model_dir, threads)
        self._classifier = Classifier(open_model("dice_faces", model_dir, threads))
        models = (self._finder_model, self._corners_model, self._classifier.model)
        self.limits = {name: value for model in models for name, value in model.thresholds.items()}
        self._finder = DiceFinder(self._finder_model, self._corners_model, self.limits)
        self.profile = self._embedded(profile)
        self._view = view_taught(self.profile)

    @property
    def model(self) -> str:
        """sha256 of the face network: embeddings of another one cannot be compared."""
        return self._classifier.model.sha256

    def with_profile(self, profile: Profile | None) -> Reader:
        """A reader of the same networks with another profile.

        Raises:
            ProfileError: the profile is of another set.
        """
        if profile is not None and profile.dice_set != self.dice_set.name:
            raise ProfileError(f"The profile is of the dice set {profile.dice_set!r}, not {self.dice_set.name!r}.")
        other = copy(self)
        other.profile = self._embedded(profile)
        other._view = view_taught(other.profile)
        return other

    def with_limits(self, limits: Mapping[str, float]) -> Reader:
        """A reader of the same networks with other thresholds: for calibration."""
        other = copy(self)
        other.limits = {**self.limits, **limits}
        other._finder = DiceFinder(self._finder_model, self._corners_model, other.limits)
        return other

    def embed(self, pictures: Sequence[Frame]) -> tuple[Floats, ...]:
        """The places of rectified pictures in the embedding space."""
        return tuple(look.embedding for look in self._classifier.look(pictures))

    def read(self, frame: Frame, count: int | None = None) -> Reading:
        """The dice of a frame.

        Args:
            frame: (height, width, 3) uint8, BGR.
            count: how many dice must be seen, None for any number.

        Raises:
            FrameError: the array is no picture.
        """
        found = self._completed(frame, self.found(frame), count)
        pictures = [rectify(frame, die.quad) for die in found.dice]
        quads = [die.quad for die in found.dice]
        looks = looked_again(frame, quads, self._classifier.look(pictures), self._is_unsure, self._classifier)
        sizes = _odd_sizes([edge_of(quad) for quad in quads], self.limits.get("odd_size", 0.2))
        dice = tuple(map(self._judge, found.dice, looks, pictures, sizes, self._strangers(looks)))
        found, dice = self._without_other_things(frame, found, dice, looks, count)
        reading = Reading(dice, (), (frame.shape[1], frame.shape[0]))
        for cause, sentence in self._doubts(found, dice, count):
            reading = reading.because(cause, sentence)
        return reading

    def read_crop(self, frame: Frame) -> Reading:
        """The one die that fills the picture.

        Raises:
            FrameError: the array is no picture.
        """
        check_frame(frame)
        dice = [self._find_in_crop(frame, side) for side in CROP_SIDES]
        pictures = [rectify(frame, die.quad) for die in dice]
        best = max(range(len(dice)), key=lambda i: dice[i].score)
        look = averaged(self._classifier.look(pictures), best)
        judged = self._judge(dice[best], look, pictures[best], False, False)
        return Reading((judged,), (), (frame.shape[1], frame.shape[0]))

    def picture(self, frame: Frame, die: Die) -> Frame:
        """The die's top face, rectified: what the network saw and what is shown to people."""
        return rectify(frame, die.quad)

    def looks_at(self, pictures: Sequence[Frame]) -> tuple[Look, ...]:
        """What the face network says of rectified pictures."""
        return self._classifier.look(pictures)

    def looks(self, frame: Frame, found: Found | None = None) -> tuple[tuple[FoundDie, Frame, Look], ...]:
        """What the networks say of each die, before any judgement: for teaching, calibration and diagnosis.

        Args:
            frame: (height, width, 3) uint8, BGR.
            found: what was found in it, None to find it.
        """
        found = self.found(frame) if found is None else found
        pictures = [rectify(frame, die.quad) for die in found.dice]
        return tuple(zip(found.dice, pictures, self._classifier.look(pictures), strict=True))

    def found(self, frame: Frame) -> Found:
        """What lies in a frame; faces are looked at only to tell dice from what may be none.

        Raises:
            FrameError: the array is no picture.
        """
        check_frame(frame)
        found = self._finder.find(frame, self._view)
        if not found.doubtful:
            return found
        usual = usual_edge(found.dice)
        looks = self._classifier.look([rectify(frame, die.quad) for die in found.doubtful])
        sure, perhaps = self.limits.get("second_look", 0.9), self.limits.get("perhaps_a_die", 0.1)
        judged = []
        for die, look in zip(found.doubtful, looks, strict=True):
            chance = die_lies_there(_witnesses(die, look, usual), self.limits)
            known = self.profile is not None and is_like_a_taught_face(self.profile, look, self.limits)
            judged.append((max(chance, perhaps) if known else chance, die))  # a face like a taught one is not nothing
        dice = (*found.dice, *(die for chance, die in judged if chance >= sure))
        return Found(
            in_reading_order(dice), tuple(die for chance, die in judged if perhaps <= chance < sure), found.hand
        )

    def _completed(self, frame: Frame, found: Found, count: int | None) -> Found:
        """With what may be a die counted as one where just so many are missing and all look like a taught face."""
        if self.profile is None or not found.doubtful or count != len(found.dice) + len(found.doubtful):
            return found
        looks = self._classifier.look([rectify(frame, die.quad) for die in found.doubtful])
        if not all(is_like_a_taught_face(self.profile, look, self.limits) for look in looks):
            return found
        return Found(in_reading_order((*found.dice, *found.doubtful)), (), found.hand)

    def _without_other_things(
        self, frame: Frame, found: Found, dice: tuple[Die, ...], looks: Sequence[Look], count: int | None
    ) -> tuple[Found, tuple[Die, ...]]:
        """Without what else looks like a die, where just as many sure ones are there as must be.

        Only what is like no taught face goes: a die of the owner's too many is told, and so is what a finger may be.
        """
        sure = [die for die in dice if die.is_sure]
        if self.profile is None or count != len(sure) or len(dice) + len(found.doubtful) == count:
            return found, dice
        if found.hand > self.limits.get("hand", 0.3) / 2:
            return found, dice
        others = [look for die, look in zip(dice, looks, strict=True) if not die.is_sure]
        others += self._classifier.look([rectify(frame, die.quad) for die in found.doubtful])
        if any(max(face_closeness(self.profile, look.embedding).values()) > NO_FACE for look in others):
            return found, dice
        kept = tuple(one for one, die in zip(found.dice, dice, strict=True) if die.is_sure)
        return Found(kept, (), found.hand), tuple(sure)

    def hand(self, frame: Frame) -> float:
        """How likely a hand or a sleeve is in the picture, 0 to 1, before any threshold."""
        return self._finder.find(frame).hand

    def _embedded(self, profile: Profile | None) -> Profile | None:
        width = self._classifier.model.contract.get("embedding")
        return None if profile is None else profile.embedded(self.model, self.embed, width)

    def _guess(self, look: Look) -> Guess:
        if self.profile is None:
            return untaught_guess(self.dice_set, look, self.limits)
        return taught_guess(self.profile, self.dice_set, look, self.limits)

    def _is_unsure(self, look: Look) -> bool:
        """True if the die is surely the owner's, but not which of the taught faces it shows."""
        return self.profile is not None and self._guess(look).reason is Reason.UNSURE

    def _strangers(self, looks: Sequence[Look]) -> list[bool]:
        """For each die whether its body has another colour than all others, where those are copies of one colour."""
        must_be_copies = self.dice_set.copies
        limit = self.limits.get("odd_body" if must_be_copies else "odd_among_copies", math.inf)
        if self.profile is not None and not has_one_body(self.profile.shots, limit):
            return [False] * len(looks)
        return are_strangers([look.body for look in looks], limit, must_be_copies)

    def _judge(self, found: FoundDie, look: Look, picture: Frame, odd_size: bool, stranger: bool) -> Die:
        guess = self._guess(look)
        limits = limits_in_use(self.limits, self.profile is not None, self._view is not ANY_VIEW)
        reason = reason_of_die(found.states, look, picture, limits) or guess.reason
        if reason is None and (odd_size or stranger):
            reason = Reason.STACKED if odd_size else Reason.UNKNOWN_DIE
        if guess.reason is Reason.NOT_TAUGHT:
            reason = Reason.NOT_TAUGHT
        (face, confidence), *others = guess.ranked
        by_colour = guess.reason is Reason.NOT_TAUGHT and self.dice_set.must_be_taught  # numerals are guessed by shape
        note = f"colour looks {face}" if by_colour else ""
        return Die(face, centre_of(found.quad), found.quad, confidence, reason, tuple(others[:3]), note)

    def _doubts(self, found: Found, dice: tuple[Die, ...], count: int | None) -> list[tuple[Reason, str]]:
        """What is wrong with the whole picture, by name and in words."""
        doubts = []
        if not dice:
            doubts.append((Reason.NO_DICE, "I see no dice."))
        elif count is not None and len(dice) != count:
            doubts.append((Reason.WRONG_COUNT, f"I see {len(dice)} of {count} dice."))
        if found.hand > self.limits.get("hand", 0.3):
            doubts.append((Reason.HAND, HAND_SENTENCE))
        places = (centre_of(die.quad) for die in found.doubtful)
        return doubts + [(Reason.WRONG_COUNT, f"There may be another die near ({x:.0f}, {y:.0f}).") for x, y in places]

    def _find_in_crop(self, frame: Frame, side: int) -> FoundDie:
        """The die's top face if the finder sees one in the picture at that shorter side, else the middle."""
        height, width = frame.shape[:2]
        scale = side / min(height, width)
        size = (max(8, round(width * scale)), max(8, round(height * scale)))
        small = cv2.resize(frame, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC)
        left, top = max(0, (512 - size[0]) // 2), max(0, (384 - size[1]) // 2)
        border = (max(0, 384 - size[1] - top), max(0, 512 - size[0] - left))
        canvas = cv2.copyMakeBorder(small, top, border[0], left, border[1], cv2.BORDER_REPLICATE)
        found = self._finder.find(np.asarray(canvas, np.uint8))
        seen = [die for die in (*found.dice, *found.doubtful) if die.score >= LEAST_IN_CROP]
        large = [die for die in seen if edge_of(die.quad) > LEAST_OF_CROP * side]
        best = max(large, key=lambda die: die.score, default=None)
        if best is None:
            return FoundDie(whole_picture((width, height)), 0.0)
        (a, b, c, d) = (((x - left + 0.5) / scale - 0.5, (y - top + 0.5) / scale - 0.5) for x, y in best.quad)
        unknown = {"off_tray": 0.0, "lean": 0.0, "larger": 0.0}  # what lies around it was cut off
        return FoundDie((a, b, c, d), best.score, {**best.states, **unknown})


def _witnesses(die: FoundDie, look: Look, usual: float) -> dict[str, float]:
    return witnesses(
        die.score, edge_of(die.quad), die.states.get("unclear", 0.0), look.states.get("unreadable", 0.0), usual
    )


def _odd_sizes(edges: Sequence[float], limit: float) -> list[bool]:
    """For each die whether its edge differs from the others' more than the view can explain."""
    if len(edges) < 3:
        return [False] * len(edges)
    usual = statistics.median(edges)
    return [abs(edge / usual - 1) > limit for edge in edges]
