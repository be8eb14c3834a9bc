"""Reads rendered rolls of the test families and prints the condition matrix: python -m models.reader.evaluate.

Artwork, trays and lamps of `test` were met neither in training nor in calibration (`vision/render/families.py`).
"""

from __future__ import annotations

import argparse
import math
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from models.reader.observe import taught_rolls
from vision.reader import Reader
from vision.reading import Reading
from vision.render.families import Families
from vision.render.picture import TrueDie, render
from vision.render.scene import CONDITIONS, random_scene
from vision.teach import Label, Teacher

SETS = ("or", "pips")


@dataclass(slots=True)
class Cell:
    """Counts of one condition."""

    rolls: int = 0
    readable: int = 0
    covered: int = 0
    sure: int = 0
    silent: int = 0
    flagged: int = 0
    dice: int = 0
    found: int = 0
    right: int = 0
    confidence: list[tuple[float, bool]] = field(default_factory=list)


def add(cell: Cell, reading: Reading, truth: tuple[TrueDie, ...], strange: bool) -> None:
    """Count one roll; `strange` if dice that do not belong lie in it."""
    whole = bool(truth) and all(die.readable for die in truth) and not strange
    faces = sorted(str(die.face) for die in reading.dice)
    exact = whole and faces == sorted(die.face for die in truth)
    cell.rolls += 1
    cell.sure += reading.is_sure
    cell.silent += reading.is_sure and not exact
    if whole:
        cell.readable += 1
        cell.covered += reading.is_sure
    else:
        cell.flagged += not reading.is_sure
    for die in truth:
        if die.readable:
            cell.dice += 1
            near = [d for d in reading.dice if math.dist(d.centre, die.centre) < die.size / 2]
            cell.found += bool(near)
            if near:
                cell.right += near[0].face == die.face
                cell.confidence.append((near[0].confidence, near[0].face == die.face))


def calibration_error(pairs: list[tuple[float, bool]], bins: int = 15) -> float:
    """Mean distance between confidence and accuracy over bins of equal size, weighted (Guo et al. 2017)."""
    pairs = sorted(pairs)
    parts = [part for part in np.array_split(np.array(pairs, float), bins) if len(part)]
    return float(sum(len(part) * abs(part[:, 0].mean() - part[:, 1].mean()) for part in parts) / max(1, len(pairs)))


def read_rig(number: int, dice_set: str, options: argparse.Namespace, cell: Cell) -> None:
    """Teach a rig on its first eight rolls, count the other eight."""
    teacher, reader = Teacher(dice_set), None
    for use, frame, truth in taught_rolls(options.work, number, dice_set, options.families, options.seed):
        if use == "teach":
            teacher.add(frame, [Label(die.face, die.centre) for die in truth if die.readable])
            continue
        reader = reader or Reader(dice_set, teacher.finish(some_faces=True))
        add(cell, reader.read(frame, len(truth)), truth, False)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rolls", type=int, default=50, help="a condition")
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--conditions", nargs="*", default=CONDITIONS)
    parser.add_argument("--families", default="test")
    parser.add_argument("--rigs", type=int, default=8, help="to be taught and read, of each kind")
    parser.add_argument("--work", type=Path, default=Path("models/work"))
    options = parser.parse_args()
    cv2.setNumThreads(1)
    families: Families = options.families
    readers = {name: Reader(name) for name in SETS}
    cells: dict[str, Cell] = defaultdict(Cell)
    print(
        f"{'condition':18}{'rolls':>6}{'readable':>9}{'coverage':>9}{'silent':>7}{'flagged':>9}{'found':>8}{'faces':>8}"
    )
    for condition in options.conditions:
        for number in range(options.rolls):
            name = SETS[number % len(SETS)]
            rng = np.random.default_rng([options.seed, number, len(condition), ord(condition[0])])
            scene = random_scene(rng, name, condition, families)
            frame, truth = render(scene, (1280, 960))
            add(cells[condition], readers[name].read(frame, len(truth)), truth, any(d.foreign for d in scene.dice))
        print(_line(condition, cells[condition]), flush=True)
    for dice_set in ("wuerfelspiel", "or"):
        for number in range(options.rigs):
            read_rig(number, dice_set, options, cells[f"rig {dice_set}"])
        print(_line(f"rig {dice_set}", cells[f"rig {dice_set}"]), flush=True)
    pairs = [pair for cell in cells.values() for pair in cell.confidence]
    print(f"calibration error {100 * calibration_error(pairs):.2f} % over {len(pairs)} dice")


def _line(name: str, cell: Cell) -> str:
    def share(part: int, whole: int) -> str:
        return f"{100 * part / whole:.1f}%" if whole else "-"

    return (
        f"{name:18}{cell.rolls:6}{cell.readable:9}{share(cell.covered, cell.readable):>9}{cell.silent:7}"
        f"{share(cell.flagged, cell.rolls - cell.readable):>9}{share(cell.found, cell.dice):>8}"
        f"{share(cell.right, cell.found):>8}"
    )


if __name__ == "__main__":
    main()
