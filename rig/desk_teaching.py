"""Teaches the desk's own dice to the reader, as an owner teaches theirs: frames with every face, labelled."""

from __future__ import annotations

import logging
from pathlib import Path

from rig.errors import UsageError
from vision.dice_sets import dice_set
from vision.errors import ProfileError
from vision.profile import Profile, load_profile
from vision.render.desk_tray import DeskTray
from vision.teach import WANTED_SHOTS, Label, Teacher

logger = logging.getLogger(__name__)

FRAMES = 12
"""Frames at most; a die at the rim may be refused in one and taken in the next."""


def taught(tray: DeskTray, labels: str, folder: Path, name: str, model_dir: Path | None = None) -> Profile:
    """The profile of the tray's dice, from the folder if they were taught before.

    Args:
        tray: with dice of the set; they are laid down anew.
        labels: name of the set.
        folder: where such profiles are kept.
        name: of these dice.
        model_dir: folder of the networks, None for the package's own.

    Raises:
        UsageError: the reader finds too few of them to learn from.
        VisionError: a network cannot be used.
    """
    teacher = Teacher(labels, model_dir)
    place = folder / f"{name}.profile"
    try:
        return load_profile(place)
    except ProfileError as error:
        logger.info("%s", error)
    profile = _teach(teacher, tray)
    folder.mkdir(parents=True, exist_ok=True)
    try:
        profile.save(place)
    except ProfileError as error:
        logger.warning("%s", error)
    return profile


def _teach(teacher: Teacher, tray: DeskTray) -> Profile:
    faces = dice_set(teacher.dice_set.name).faces
    for number in range(FRAMES):
        if teacher.next_wanted is None:
            break
        shown = [faces[(number * tray.count + place) % len(faces)] for place in range(tray.count)]
        tray.place(shown, 0.0)
        frame = tray.frame(0.0)
        teacher.add(frame, [Label(die.face, die.centre) for die in tray.true_dice(0.0)])
    try:
        return teacher.finish()
    except ProfileError as error:
        raise UsageError(
            f"The desk's dice could not be taught ({error}) The reader saw too little in {FRAMES} frames with "
            f"{WANTED_SHOTS} shots wanted of each face; is the model the right one?"
        ) from error
