"""What aiming the camera has come to, as one frozen value; the page is drawn from it and from nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the page draws this before anything heavy is loaded
    from vision.camera_advice import Remark
    from vision.rectify import Quad


class AimStep(Enum):
    """What is asked."""

    DICE = "dice"  # a few dice lie in the tray: is the picture good?
    EMPTY = "empty"  # the tray is to be empty, its picture is kept
    DONE = "done"


@dataclass(frozen=True, slots=True)
class AimedDie:
    """A die in the picture.

    Attributes:
        quad: its top face in pixels of the frame.
        problems: keys of what makes it hard to read.
    """

    quad: Quad
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AimingState:
    """One look at the tray.

    Attributes:
        revision: grows with everything that changes.
        decision: grows when something else is asked; a press answers one.
        step: what is asked.
        picture: number of the picture that is shown, 0 before the first.
        size: width and height of its frame.
        dice: what was found in it.
        remarks: what was looked at, with advice where something can be better.
        changes: sentences about what is different from the empty tray that was kept.
        has_reference: True if a picture of the empty tray is kept.
        is_moving: something moves.
        trouble: "", "no-camera", or "other" with its sentence in `told`.
        told: in English.
        note: "" or "measured": light and focus are being measured anew.
    """

    revision: int = 0
    decision: int = 0
    step: AimStep = AimStep.DICE
    picture: int = 0
    size: tuple[int, int] = (4, 3)
    dice: tuple[AimedDie, ...] = ()
    remarks: tuple[Remark, ...] = ()
    changes: tuple[str, ...] = ()
    has_reference: bool = False
    is_moving: bool = False
    trouble: str = ""
    told: str = ""
    note: str = ""
