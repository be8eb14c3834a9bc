"""`keltis read`: the dice in pictures."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import cv2

from rig.commands.moves import in_words
from rig.errors import UsageError
from vision.dice_sets import DICE_SETS
from vision.draw import draw_reading
from vision.errors import FrameError
from vision.picture_file import read_picture
from vision.profile import load_profile
from vision.reader import Reader
from vision.reading import Frame, Reading, Reason

UNCOUNTED = "Say with --count how many dice must be seen, or any: this set has no number of its own."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("--dice", required=True, metavar="SET", help=f"dice set: {', '.join(DICE_SETS)}")
    parser.add_argument("--profile", type=Path, help="what `keltis teach` made of your own dice")
    parser.add_argument(
        "--count",
        type=_count,
        default=None,
        metavar="N",
        help="how many dice must be seen, or any; else the set's own number",
    )
    parser.add_argument("--crop", action="store_true", help="each picture is one die, cut out")
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")
    parser.add_argument("--draw", type=Path, metavar="DIR", help="write each picture with its reading drawn over it")
    parser.add_argument("--models", type=Path, metavar="DIR", help="folder of the networks")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")


def run(options: argparse.Namespace) -> int:
    """Read every picture; one that cannot be read costs the exit status but not the others."""
    profile = load_profile(options.profile) if options.profile else None
    reader = Reader(options.dice, profile, options.models)
    if options.draw:
        _make_folder(options.draw)
    status = 0
    for path in options.files:
        try:
            frame = read_picture(path)
            reading = reader.read_crop(frame) if options.crop else _read(reader, frame, options.count)
        except FrameError as error:
            print(f"keltis read: {error}", file=sys.stderr)
            status = 2
            continue
        print(json.dumps(as_json(path, reading)) if options.json else as_text(path, reading), flush=True)
        if options.draw:
            _write(options.draw / path.name, draw_reading(frame, reading))
    return status


def _read(reader: Reader, frame: Frame, count: int | None) -> Reading:
    """The dice of a frame, as many as belong to the set if nobody said how many: a missed one must not go unnoticed."""
    reading = reader.read(frame, (reader.dice_set.count if count is None else count) or None)
    if count is None and reader.dice_set.count is None and reading.dice:
        return reading.because(Reason.WRONG_COUNT, UNCOUNTED)
    return reading


def as_json(path: Path, reading: Reading) -> dict[str, object]:
    """One reading as an object for JSON; lengths in pixels of the picture."""
    return {
        "file": str(path),
        "sure": reading.is_sure,
        "reasons": list(reading.reasons),
        "causes": [cause.value for cause in reading.causes],
        "dice": [
            {
                "face": die.face,
                "centre": [round(value, 2) for value in die.centre],
                "quad": [[round(value, 2) for value in corner] for corner in die.quad],
                "confidence": round(die.confidence, 4),
                "sure": die.is_sure,
                "reason": die.reason.value if die.reason else None,
                "note": die.note,
            }
            for die in reading.dice
        ],
    }


def as_text(path: Path, reading: Reading) -> str:
    """One reading in a line for people."""
    dice = (
        f"{in_words(die.face or '?')} ({_percent(die.confidence)}"
        + (f"; {die.reason.value}{'; ' + die.note if die.note else ''})" if die.reason else ")")
        for die in reading.dice
    )
    return f"{path}: {'sure' if reading.is_sure else 'asks'}: " + ", ".join((*dice, *reading.reasons))


def _percent(share: float) -> str:
    """How sure the reader is of a face; certainty is never claimed."""
    return f"{min(99.9, 100 * share):.{1 if share > 0.99 else 0}f} %"


def _count(text: str) -> int:
    """0 stands for any number."""
    if text == "any":
        return 0
    if not text.isdecimal() or not 1 <= int(text) <= 20:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of dice: give 1 to 20, or any")
    return int(text)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"The folder {folder} cannot be made: {error.strerror}.") from error


def _write(path: Path, picture: Frame) -> None:
    try:
        done = cv2.imwrite(str(path), picture)
    except cv2.error:
        done = False
    if not done:
        raise UsageError(f"The picture {path} cannot be written; is the disk full, or its ending no picture's?")
