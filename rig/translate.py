"""From readings to what the table and the rules understand; the only file that knows both worlds.

A label of the classifier is a name ("redbrown", "3", "stone"), a face of the rules is a letter ("r", "3", "s").  With
`pips` ordinary dice stand in: 1 to 5 are the digits of Ór or the rows of the Würfelspiel in order, 6 is the stone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType

from engine import catalogue
from engine.dice import FACE_NAMES, Roll
from engine.errors import OptionError
from rig.state import Quad, SeenDie, Setup
from vision.dice_sets import dice_set
from vision.reading import Die, Reading, Reason


@cache
def letters(labels: str, dice: str) -> Mapping[str, str]:
    """Label of the classifier to letter of the rules.

    Args:
        labels: name of the dice set that is read ("wuerfelspiel", "or", "pips").
        dice: name of the dice the game is played with ("wuerfelspiel", "or").

    Raises:
        OptionError: the one set cannot stand in for the other.
    """
    names = dice_set(dice).faces
    own = {name: letter for letter, name in FACE_NAMES.items()}
    read = dice_set(labels).faces
    if labels != dice and labels != "pips":
        raise OptionError(f"Dice of the set {labels!r} cannot stand in for {dice!r}; use {dice!r} or 'pips'.")
    return MappingProxyType({label: own[name] for label, name in zip(read, names, strict=True)})


def labels_of(setup: Setup) -> str | None:
    """The dice set that the camera reads in this game, None for a game without dice."""
    game = catalogue.game(setup.game)
    return None if game.dice_set is None else setup.dice or game.dice_set


def seen_dice(reading: Reading, labels: str, dice: str, pictures: Sequence[str] = ()) -> tuple[SeenDie, ...]:
    """The dice of a reading with their faces as letters, in the same order.

    Args:
        reading: what vision saw.
        labels: dice set it was read with.
        dice: dice set of the game.
        pictures: keys of the crops, one a die; may be left out.
    """
    table = letters(labels, dice)
    keys = pictures or [""] * len(reading.dice)
    return tuple(_seen(die, table, key) for die, key in zip(reading.dice, keys, strict=True))


def to_roll_move(reading: Reading, labels: str, dice: str) -> Roll:
    """The roll that a sure reading shows.

    Raises:
        OptionError: the reading is not sure; nobody may guess.
    """
    if not reading.is_sure:
        raise OptionError("The reading is not sure; look again or enter the roll by hand.")
    return Roll("".join(letters(labels, dice)[str(face)] for face in reading.faces))


def as_vision_die(seen: SeenDie, labels: str, dice: str) -> Die:
    """The die as vision knows it, so that it can be told to follow it."""
    names = {letter: label for label, letter in letters(labels, dice).items()}
    face = None if seen.face is None else names[seen.face]
    reason = Reason(seen.reason) if seen.reason else None
    return Die(face, seen.centre, seen.quad, seen.confidence, reason)


def _seen(die: Die, table: Mapping[str, str], picture: str) -> SeenDie:
    return SeenDie(
        face=None if die.face is None else table[die.face],
        confidence=float(die.confidence),
        reason="" if die.reason is None else die.reason.value,
        centre=(float(die.centre[0]), float(die.centre[1])),
        quad=_corners(die),
        picture=picture,
        others=tuple((table[face], float(chance)) for face, chance in die.others if face in table),
        note=die.note,
    )


def _corners(die: Die) -> Quad:
    one, two, three, four = ((float(x), float(y)) for x, y in die.quad)
    return one, two, three, four
