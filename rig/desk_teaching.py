"""Teaches the desk's own dice to the reader, as an owner teaches theirs: frames with every face, labelled."""

from __future__ import annotations

import logging
import math
from pathlib import Path

from rig.errors import UsageError
from vision.dice_sets import WANTED_SHOTS
from vision.errors import ProfileError
from vision.profile import Profile, load_profile
from vision.reader import Reader
from vision.reading import Die
from vision.render.desk_tray import DeskTray
from vision.render.picture import TrueDie
from vision.teach import Label, Teacher

logger = logging.getLogger(__name__)

CONFIDENT = 0.9
"""From here on the model's own word for a face counts as one."""

FRAMES = 12
"""Frames to learn from: each face at several places and angles."""


def taught(tray: DeskTray, reader: Reader, folder: Path, name: str, model_dir: Path | None = None) -> Profile:
    """The profile of the tray's dice, from the folder if they were taught before.

    Args:
        tray: with dice of the set; they are laid down anew.
        reader: of the set, without a profile.
        folder: where such profiles are kept.
        name: of these dice.
        model_dir: folder of the networks, None for the package's own.

    Raises:
        UsageError: the reader finds too few of them to learn from, or is sure of other faces than they have.
        VisionError: a network cannot be used.
    """
    teacher = Teacher(reader.dice_set.name, model_dir)
    place = folder / f"{name}.profile"
    try:
        return load_profile(place)
    except ProfileError as error:
        logger.info("%s", error)
    profile = _teach(teacher, tray, reader)
    folder.mkdir(parents=True, exist_ok=True)
    try:
        profile.save(place)
    except ProfileError as error:
        logger.warning("%s", error)
    return profile


def _teach(teacher: Teacher, tray: DeskTray, reader: Reader) -> Profile:
    faces = teacher.dice_set.faces
    agreed = disputed = 0
    for number in range(FRAMES):
        shown = [faces[(number * tray.count + place) % len(faces)] for place in range(tray.count)]
        tray.place(shown, 0.0)
        frame = tray.frame(0.0)
        lying = tray.true_dice(0.0)
        teacher.add(frame, [Label(die.face, die.centre) for die in lying])
        told = [die for die in reader.read(frame).dice if die.confidence >= CONFIDENT]
        named = [(die.face, truth.face) for die in told for truth in lying if _same(die, truth)]
        agreed += sum(face == true for face, true in named)
        disputed += sum(face != true for face, true in named)
    if disputed > agreed and not teacher.dice_set.must_be_taught:
        raise UsageError(
            f"While the desk's dice were taught, this model named {disputed} of {agreed + disputed} faces otherwise: "
            "its labels are not those of the dice. Use the model that came with the program."
        )
    try:
        return teacher.finish()
    except ProfileError as error:
        raise UsageError(
            f"The desk's dice could not be taught ({error}) The reader saw too little in {FRAMES} frames with "
            f"{WANTED_SHOTS} shots wanted of each face; is the model the right one?"
        ) from error


def _same(die: Die, truth: TrueDie) -> bool:
    return math.dist(die.centre, truth.centre) < truth.size / 2
