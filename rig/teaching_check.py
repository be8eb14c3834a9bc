"""Holds pictures that were taken against each other: which are not told apart, and whether the rest will do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rig.teaching_state import Mixed
from vision.dice_sets import WANTED_SHOTS
from vision.misfits import Misfit
from vision.profile import Shot
from vision.reading import Frame
from vision.teach import SelfTest, Teacher

MOST_LEFT_OUT = 0.34
"""Share of the pictures that may lie between two faces before nothing is saved."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What came of it.

    Attributes:
        test: each picture read from the others, without the misfits.
        misfits: pictures whose names contradict the others or that cannot be told apart.
        is_enough: True if there are enough pictures of each face without the misfits.
        is_too_many: True if so many do not fit that the rest proves nothing.
    """

    test: SelfTest
    misfits: tuple[Misfit, ...]
    is_enough: bool
    is_too_many: bool

    @property
    def places(self) -> tuple[int, ...]:
        """Of the misfits."""
        return tuple(misfit.place for misfit in self.misfits)

    @property
    def may_leave_out(self) -> bool:
        """True if the others do without the misfits."""
        return self.is_enough and not self.is_too_many and not self.test.wrong

    @property
    def is_good(self) -> bool:
        """True if it can be saved without asking: at worst a few pictures lie between two faces and are left out."""
        return self.may_leave_out and not any(misfit.contradicts for misfit in self.misfits)


def checked(teacher: Teacher) -> Checked:
    """Hold a teacher's pictures against each other; the teacher keeps all of them.

    Raises:
        VisionError: a network cannot be used.
    """
    misfits, shots = teacher.misfits(), teacher.shots
    places = {misfit.place for misfit in misfits}
    counts = Counter(shot.face for place, shot in enumerate(shots) if place not in places)
    return Checked(
        teacher.self_test(without=places),
        misfits,
        all(counts[face] >= WANTED_SHOTS for face in teacher.dice_set.faces),
        len(misfits) > len(shots) * MOST_LEFT_OUT,
    )


def mixed_up(result: Checked, shots: Sequence[Shot], keep: Callable[[Frame], str]) -> tuple[Mixed, ...]:
    """The faces that are mixed up, the surest mistakes first, each with its picture where there is one.

    Args:
        result: of the check.
        shots: of the teacher.
        keep: takes a picture for the page and returns its key.
    """
    ranked = sorted(result.misfits, key=lambda misfit: not misfit.contradicts)
    found = [Mixed(misfit.face, misfit.looks_like, keep(shots[misfit.place].picture)) for misfit in ranked]
    return (*found, *(Mixed(taught, read) for taught, read in dict.fromkeys(result.test.wrong)))
