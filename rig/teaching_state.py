"""What teaching the dice has come to, as one frozen value; the page is drawn from it and from nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from vision.dice_sets import DICE_SETS, WANTED_SHOTS

if TYPE_CHECKING:  # the page draws this before anything heavy is loaded
    from vision.rectify import Quad
    from vision.shot_check import Refusal
    from vision.teach import SelfTest

SETS = ("or", "wuerfelspiel", "pips")
"""Dice sets in the order in which they are offered."""

END = "end"
"""Entry after the faces: hold the pictures against each other, and save."""


class Step(Enum):
    """What is asked."""

    SETS = "sets"  # which dice?
    WAY = "way"  # go on, add, or begin anew?
    SHOW = "show"  # one face after the other
    CHECK = "check"  # the pictures are held against each other
    MIXED = "mixed"  # some are not told apart: show those again?
    SAVED = "saved"


class Trouble(Enum):
    """Why nothing can be shown."""

    NO_CAMERA = "no-camera"
    CAMERA = "camera"  # it was lost; the sentence says more
    READER = "reader"
    DISK = "disk"


@dataclass(frozen=True, slots=True)
class ShownDie:
    """A die in the picture.

    Attributes:
        quad: its top face in pixels of the frame.
        is_judged: True once it was taken or refused.
        refusal: why it was not taken.
    """

    quad: Quad
    is_judged: bool = False
    refusal: Refusal | None = None


@dataclass(frozen=True, slots=True)
class Mixed:
    """A picture that is not told from another face.

    Attributes:
        face: what it was called.
        looks_like: the face it lies with.
        picture: key of the picture.
    """

    face: str
    looks_like: str
    picture: str = ""


@dataclass(frozen=True, slots=True)
class TeachingState:
    """One moment of teaching.

    Attributes:
        revision: grows with everything that changes, also what the camera sees.
        decision: grows when something else is asked or highlighted; a press answers one.
        step: what is asked.
        entries: what ▲▼ run through: sets, ways, faces and `END`, or what to do next.
        cursor: the highlighted one.
        dice_set: whose faces are shown, "" before it was chosen.
        counts: pictures of each face, in the order of the set.
        can_take_back: True if ↻ has a picture of the highlighted face to take back.
        picture: number of the picture that is shown, 0 before the first.
        size: width and height of its frame.
        dice: what was found in it.
        is_moving: something moves in the tray.
        is_hand: a hand is in the picture.
        is_waiting: ✔ was pressed, the picture is taken as soon as all lies still.
        taken: pictures taken with the last press, None if nothing was shown yet or the tray has changed since.
        taken_face: the face those were called.
        note: key of a sentence about the last press: "", "no-dice", "still-moving", "taken-back", "begun".
        trouble: why nothing can be shown, None when all is well.
        told: its sentence, in English.
        test: how the pictures are read from each other.
        mixed: pictures that are not told apart.
        left_out: pictures that were left out of what was saved.
    """

    revision: int = 0
    decision: int = 0
    step: Step = Step.SETS
    entries: tuple[str, ...] = SETS
    cursor: int = 0
    dice_set: str = ""
    counts: tuple[tuple[str, int], ...] = ()
    can_take_back: bool = False
    picture: int = 0
    size: tuple[int, int] = (4, 3)
    dice: tuple[ShownDie, ...] = ()
    is_moving: bool = False
    is_hand: bool = False
    is_waiting: bool = False
    taken: int | None = None
    taken_face: str = ""
    note: str = ""
    trouble: Trouble | None = None
    told: str = ""
    test: SelfTest | None = None
    mixed: tuple[Mixed, ...] = ()
    left_out: int = 0

    @property
    def entry(self) -> str:
        """The highlighted entry."""
        return self.entries[self.cursor] if self.cursor < len(self.entries) else ""

    @property
    def face(self) -> str:
        """The face that is asked for, "" where none is."""
        return self.entry if self.step is Step.SHOW and self.entry != END else ""

    @property
    def is_enough(self) -> bool:
        """True if there are enough pictures of each face."""
        return bool(self.counts) and all(count >= WANTED_SHOTS for _, count in self.counts)

    @property
    def faces(self) -> tuple[str, ...]:
        """The faces of the set."""
        return DICE_SETS[self.dice_set].faces if self.dice_set else ()
