"""`keltis teach`: a profile of your own dice from labelled pictures."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rig.errors import UsageError
from vision.dice_sets import DICE_SETS
from vision.picture_file import read_picture
from vision.teach import Label, Teacher

LARGEST_LABELS = 20_000_000
"""Bytes; what is longer is cut off and so no JSON any more."""

MOST_LEFT_OUT = 0.34
"""Share of the pictures that may lie between two faces before teaching is refused."""


EXAMPLE = """The labels are JSON, for each picture its dice: the face, and the middle of the die in pixels from the
left and from the top. At least three pictures of each face, in different places of the tray.

  {"one.jpg": {"dice": [{"face": "3", "centre": [412, 230]}, {"face": "stone", "centre": [640, 518]}]},
   "two.jpg": {"dice": [{"face": "5", "centre": [301, 377]}]}}

Faces: pips and or 1 to 5 (pips 6) and, of or, stone; wuerfelspiel redbrown, yellow, pink, green, blue, stone."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = EXAMPLE
    parser.add_argument("--dice", required=True, metavar="SET", help=f"dice set: {', '.join(DICE_SETS)}")
    parser.add_argument(
        "--labels", required=True, type=Path, metavar="FILE", help="what the dice show and where they lie; see below"
    )
    parser.add_argument("--frames", required=True, nargs="+", type=Path, metavar="FILE", help="pictures to learn from")
    parser.add_argument("-o", "--output", required=True, type=Path, metavar="PROFILE", help="file to write")
    parser.add_argument("--some-faces", action="store_true", help="not every face of the set is shown")
    parser.add_argument("--leave-out", action="store_true", help="teach without dice whose names contradict the others")
    parser.add_argument("--models", type=Path, metavar="DIR", help="folder of the networks")


def run(options: argparse.Namespace) -> int:
    """Teach every labelled die of the pictures, hold them against each other, and write the profile if all agree."""
    labels = _read_labels(options.labels)
    teacher = Teacher(options.dice, options.models)
    sources: list[str] = []
    for path in options.frames:
        if path.name not in labels:
            raise UsageError(f"{options.labels} says nothing about {path.name}; label it or leave it out.")
        verdicts = teacher.add(read_picture(path), labels[path.name], compare=False)
        for label, verdict in zip(labels[path.name], verdicts, strict=True):
            if verdict.accepted:
                sources.append(_source(path, label))
            else:
                print(f"{path.name}: {verdict.face}: not taken: {verdict.why_not}")
    _leave_out(teacher, sources, options.leave_out)
    profile = teacher.finish(options.some_faces)
    test = teacher.self_test()
    if test.wrong and not options.leave_out:
        raise UsageError(f"Nothing was written. {test.sentence}")
    profile.save(options.output)
    counts = ", ".join(f"{face} {sum(s.face == face for s in profile.shots)}" for face in teacher.dice_set.faces)
    print(f"{options.output}: {len(profile.shots)} pictures ({counts}). {test.sentence}")
    return 0


def _source(path: Path, label: Label) -> str:
    return path.name if label.centre is None else f"{path.name}, die at ({label.centre[0]:.0f}, {label.centre[1]:.0f})"


def _leave_out(teacher: Teacher, sources: Sequence[str], leave_out: bool) -> None:
    """Forget the shots that do not fit.

    Raises:
        UsageError: some contradict the others, and it was not said that those are to be left out.
    """
    found = teacher.misfits()
    for misfit in found:
        print(f"{sources[misfit.place]}: {misfit.sentence}; left out.", file=sys.stderr)
    contradicting = [sources[misfit.place] for misfit in found if misfit.contradicts]
    if contradicting and not leave_out:
        raise UsageError(
            f"Nothing was written: {len(contradicting)} of {len(sources)} names contradict the others "
            f"({'; '.join(contradicting)}). Correct the labels, or teach without those dice with --leave-out."
        )
    if len(found) > len(sources) * MOST_LEFT_OUT and not leave_out:
        raise UsageError(
            f"Nothing was written: {len(found)} of {len(sources)} pictures cannot be told from another face. "
            "Take them again in better light, larger or sharper."
        )
    for place in sorted((misfit.place for misfit in found), reverse=True):
        teacher.forget(place)


def _read_labels(path: Path) -> dict[str, tuple[Label, ...]]:
    """Labels by picture; dice that cannot be read are left out."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_LABELS)
        page: dict[str, Any] = json.loads(content.decode("utf-8"))
        return {name: _labels_of(frame) for name, frame in page.items()}
    except OSError as error:
        raise UsageError(f"The labels {path} cannot be read: {error.strerror}.") from error
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError) as error:
        raise UsageError(
            f'{path} holds no labels; wanted {{"picture.jpg": {{"dice": [{{"face": "3", "centre": [x, y]}}]}}}}.'
        ) from error


def _labels_of(frame: dict[str, Any]) -> tuple[Label, ...]:
    """The labels of one picture; a picture of a single die may name its face alone, as "roll"."""
    if not frame["dice"] and len(frame.get("roll", ())) == 1:
        return (Label(str(frame["roll"][0]), None),)
    return tuple(_label(die) for die in frame["dice"] if _is_usable(die))


def _is_usable(die: dict[str, Any]) -> bool:
    return bool(die.get("readable", True))


def _label(die: dict[str, Any]) -> Label:
    x, y = die["centre"]
    return Label(str(die["face"]), (float(x), float(y)))
