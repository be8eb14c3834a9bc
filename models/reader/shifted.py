"""Our own shifted test: rigs of the test families, taught or not, through every cell of the condition matrix.

python -m models.reader.shifted --rolls 3000 --resume    appends a JSON line for each roll, then prints the tables
python -m models.reader.shifted --report                 prints the tables of the rolls that are there

Artwork, trays, linings, rims, desks and lamps of `test` were met neither in training nor in calibration; the lists are
in `vision/render/families.py`.  A rig is taught three shots of each face in its usual light (of a face whose pictures
were refused more are shown, as `keltis teach` asks for them), then read once in every second cell.  Lines of other
networks or thresholds are not counted.  A rig of which a face could not be taught even so stays untaught, as `keltis
teach` writes no profile then.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from models.reader.matrix import CELLS, Cell, Rig, draw_rig, usual_roll
from models.reader.observe import kept
from models.reader.shifted_report import report
from vision.dice_sets import dice_set as dice_set_named
from vision.errors import ProfileError
from vision.reader import Reader
from vision.reading import Die, Reading
from vision.render.picture import TrueDie, render
from vision.render.scene import Scene
from vision.teach import Label, Teacher

SIZE = (1024, 768)
KINDS = (("wuerfelspiel", True), ("or", True), ("wuerfelspiel", True), ("or", False), ("or", True), ("pips", False))
"""Dice set of the rigs in turn, and whether they are taught."""

SHOTS, MORE_FRAMES = 3, 6
"""Shots of each face that are taught, and how many frames more are shown at most where some were refused."""


def model_key(reader: Reader) -> str:
    """Short name of networks and thresholds together: lines of another one are another test."""
    limits = json.dumps({name: float(value) for name, value in sorted(reader.limits.items())})
    return hashlib.sha256(f"{reader.model} {limits}".encode()).hexdigest()[:12]


def cells_of(rig: int) -> list[int]:
    """Which cells a rig goes through: every second one, the other half for its neighbour of the same kind."""
    first = rig // len(KINDS) % 2
    return list(range(first, len(CELLS), 2))


def order(rolls: int) -> Iterator[tuple[int, list[int]]]:
    """Rigs with the cells they are read in, until there are so many rolls."""
    rig, done = 0, 0
    while done < rolls:
        cells = cells_of(rig)[: rolls - done]
        yield rig, cells
        rig, done = rig + 1, done + len(cells)


def rig_of(number: int, seed: int) -> tuple[Rig, bool]:
    """The rig of that number, and whether it is taught."""
    dice_set, taught = KINDS[number % len(KINDS)]
    rng = np.random.default_rng([seed, number, 61])
    return draw_rig(rng, dice_set, dice_set_named(dice_set).count or int(rng.integers(2, 6)), "test"), taught


def taught_reader(rig: Rig, number: int, seed: int, untaught: Reader, frames: Path) -> Reader:
    """A reader with a profile of three shots of each face, as an owner teaches; the untaught one if that fails."""
    teacher = Teacher(rig.dice_set)
    planned = math.ceil(6 * SHOTS / rig.count)
    for frame in range(planned + MORE_FRAMES):
        faces = tuple((frame * rig.count + place) % 6 for place in range(rig.count))
        if frame >= planned:
            _forget_misfits(teacher)
            faces = faces_wanted([shot.face for shot in teacher.shots], rig)
        if not faces:
            break
        rng = np.random.default_rng([seed, number, 62, frame])
        path = frames / f"{seed}_{number:03d}_teach_{frame}_{''.join(map(str, faces))}.jpg"
        picture, truth = kept(path, partial(render, usual_roll(rig, rng, faces), SIZE))
        teacher.add(picture, [Label(die.face, die.centre) for die in truth if die.readable], compare=False)
    _forget_misfits(teacher)
    try:
        return untaught.with_profile(teacher.finish())
    except ProfileError:
        return untaught


def _forget_misfits(teacher: Teacher) -> None:
    for place in sorted((misfit.place for misfit in teacher.misfits()), reverse=True):
        teacher.forget(place)


def faces_wanted(taught: Sequence[str], rig: Rig) -> tuple[int, ...]:
    """Sides of the dice to lay up next: those whose face was taught less than SHOTS times, in turn; none if none is.

    The sides of a die bear its faces in an order of their own.

    Args:
        taught: the face of each shot.
        rig: whose dice they are.
    """
    shots = Counter(taught)
    lacking = [side for side, face in enumerate(rig.design.faces) for _ in range(SHOTS - shots[face])]
    return tuple((lacking * rig.count)[: rig.count])


def roll_of(rig: Rig, number: int, cell: Cell, place: int, seed: int) -> Scene:
    """The roll of a rig in a cell."""
    rng = np.random.default_rng([seed, number, 63, place])
    return cell.change(rig, rng, usual_roll(rig, rng))


def line_of(rig: Rig, scene: Scene, cell: Cell, reading: Reading, truth: tuple[TrueDie, ...]) -> dict[str, Any]:
    """What is kept of one roll."""
    strange = any(die.foreign for die in scene.dice) or bool(scene.odd_dice)
    whole = not strange and len(truth) == rig.count and all(die.readable for die in truth)
    right = not strange and len(truth) == rig.count
    right &= sorted(str(die.face) for die in reading.dice) == sorted(die.face for die in truth)
    reasons = sorted({die.reason.value for die in reading.dice if die.reason}) + list(reading.reasons)
    return {
        "set": rig.dice_set, "factor": cell.factor, "level": cell.level, "wanted": cell.wanted,
        "whole": whole, "right": right, "sure": reading.is_sure, "reasons": [] if reading.is_sure else reasons,
        "dice": [_die_line(die, _found(die, reading)) for die in truth if die.readable],
    }  # fmt: skip


def _found(die: TrueDie, reading: Reading) -> Die | None:
    near = [(math.dist(seen.centre, die.centre), seen) for seen in reading.dice]
    distance, seen = min(near, key=lambda pair: pair[0], default=(math.inf, None))
    return seen if distance < die.size / 2 else None


def _die_line(die: TrueDie, seen: Die | None) -> dict[str, Any]:
    (ax, ay), (bx, by) = die.quad[0], die.quad[1]
    line: dict[str, Any] = {"face": die.face, "angle": round(math.degrees(math.atan2(by - ay, bx - ax)) % 360)}
    line["place"] = [min(2, max(0, int(3 * value / side))) for value, side in zip(die.centre, SIZE, strict=True)]
    if seen is not None:
        line |= {"read": seen.face, "confidence": round(seen.confidence, 5), "sure": seen.is_sure}
        line["reason"] = seen.reason.value if seen.reason else None
    return line


def run(options: argparse.Namespace) -> None:
    """Read the rolls that are not there yet."""
    untaught = {name: Reader(name) for name in ("or", "pips", "wuerfelspiel")}
    key = model_key(untaught["or"])
    there = {(line["rig"], line["cell"]) for line in lines_of(options.out, key)} if options.resume else set()
    until = time.monotonic() + 60 * options.minutes if options.minutes else math.inf
    options.out.parent.mkdir(parents=True, exist_ok=True)
    with options.out.open("a" if options.resume else "w") as file:
        for number, cells in order(options.rolls):
            left = [cell for cell in cells if (number, cell) not in there]
            if not left:
                continue
            rig, is_taught = rig_of(number, options.seed)
            reader = untaught[rig.dice_set]
            reader = taught_reader(rig, number, options.seed, reader, options.frames) if is_taught else reader
            for cell in left:
                if time.monotonic() > until:
                    return
                path = options.frames / f"{options.seed}_{number:03d}_{cell:02d}.jpg"
                line = one_roll(reader, rig, number, cell, options.seed, path)
                file.write(json.dumps({"rig": number, "cell": cell, "model": key, "taught": is_taught, **line}) + "\n")
                file.flush()


def one_roll(reader: Reader, rig: Rig, number: int, place: int, seed: int, path: Path) -> dict[str, Any]:
    """Draw a roll, or take it from where it was kept, and read it."""
    cell = CELLS[place]
    scene = roll_of(rig, number, cell, place, seed)
    was_there, began = path.exists(), time.process_time()
    frame, truth = kept(path, partial(render, scene, SIZE))
    drawn = time.process_time()
    reading = reader.read(frame, rig.count)
    times = {
        "render_s": None if was_there else round(drawn - began, 3),
        "read_s": round(time.process_time() - drawn, 3),
    }
    return {**line_of(rig, scene, cell, reading, truth), **times}


def lines_of(path: Path, key: str | None) -> list[dict[str, Any]]:
    """The lines of a file that belong to these networks and thresholds; of all where none are named."""
    if not path.exists():
        return []
    lines = [json.loads(line) for line in path.read_text().splitlines() if line.endswith("}")]
    return [line for line in lines if key is None or line["model"] == key]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rolls", type=int, default=3000)
    parser.add_argument("--minutes", type=float, default=0.0, help="stop after so long, however many rolls are read")
    parser.add_argument("--resume", action="store_true", help="go on where the last run stopped")
    parser.add_argument("--report", action="store_true", help="print the tables only")
    parser.add_argument("--out", type=Path, default=Path("models/work/shifted.jsonl"))
    parser.add_argument("--frames", type=Path, default=Path("models/work/shifted"), help="where pictures are kept")
    parser.add_argument("--seed", type=int, default=11)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    key = model_key(Reader("or"))
    if not options.report:
        run(options)
    print(report(lines_of(options.out, key), CELLS))


if __name__ == "__main__":
    main()
