"""What vision hands out: frames go in, readings come out; doubt is a value with a reason."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Frame: TypeAlias = NDArray[np.uint8]
"""A picture: (height, width, 3) uint8, channels in the order blue, green, red."""

Point: TypeAlias = tuple[float, float]
"""x to the right and y down, in pixels from the top left corner of the frame."""


class Reason(Enum):
    """Why a die or a whole reading is not sure."""

    UNSURE = "unsure"  # the two best faces are too close
    NOT_TAUGHT = "not taught yet"
    UNKNOWN_DIE = "unknown die"
    COCKED = "cocked"
    STACKED = "stacked"
    COVERED = "covered"
    OFF_TRAY = "off the tray"
    MOVING = "moving"
    BLURRED = "blurred"
    GLARE = "glare"
    TOO_DARK = "too dark"
    WRONG_COUNT = "wrong count"
    HAND = "hand in the picture"
    CAMERA_MOVED = "camera moved"
    NO_DICE = "no dice seen"


@dataclass(frozen=True, slots=True)
class Die:
    """One die as it was read.

    Attributes:
        face: best guess by name ("pink", "stone", "3", ...), None if there is not even a guess.
        centre: middle of the top face.
        quad: the four corners of the top face, clockwise as seen in the picture.
        confidence: calibrated probability of `face`, 0 to 1.
        reason: why it is not sure, None when it is.
        others: the next best faces with their probabilities, best first.
        note: what else is known in words ("colour looks green").
    """

    face: str | None
    centre: Point
    quad: tuple[Point, Point, Point, Point]
    confidence: float
    reason: Reason | None = None
    others: tuple[tuple[str, float], ...] = ()
    note: str = ""

    @property
    def is_sure(self) -> bool:
        """True if the face may be used without asking."""
        return self.reason is None and self.face is not None


@dataclass(frozen=True, slots=True)
class Reading:
    """All dice of one frame.

    Attributes:
        dice: what was found, in reading order (top to bottom, then left to right).
        reasons: sentences about the whole picture ("I see 4 of 5 dice"); empty when there is nothing to say.
        size: width and height of the frame in pixels.
        causes: the reasons by name, one for each sentence.
    """

    dice: tuple[Die, ...]
    reasons: tuple[str, ...]
    size: tuple[int, int]
    causes: tuple[Reason, ...] = ()

    def because(self, cause: Reason, sentence: str) -> Reading:
        """The same reading with one more thing that is wrong with the whole picture."""
        return replace(self, reasons=(*self.reasons, sentence), causes=(*self.causes, cause))

    @property
    def is_sure(self) -> bool:
        """True if every die is sure and nothing is wrong with the whole picture."""
        return bool(self.dice) and not self.reasons and all(die.is_sure for die in self.dice)

    @property
    def faces(self) -> tuple[str | None, ...]:
        """Best guesses in reading order."""
        return tuple(die.face for die in self.dice)
