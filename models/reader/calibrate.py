"""Freezes the thresholds on rolls of the calibration families: python -m models.reader.calibrate.

Neither the families of the test nor a photograph is looked at here.  The rules are in `limits.py`.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

import cv2
import numpy as np

from models.reader.card import PLACE, write_card
from models.reader.contract import SETS
from models.reader.limits import (
    CLEAR,
    Taught,
    face_limits,
    finder_limits,
    rig_limits,
    state_limits,
    taught_limits,
    temperature_of,
)
from models.reader.observe import Observed, Truth, observed, roll, taught_rolls
from vision.colour import odd_bodies
from vision.doubt import face_closeness, face_colours, face_likeness, limits_untaught, reason_of_die
from vision.model_file import open_model
from vision.profile import Profile
from vision.reader import Reader
from vision.rectify import centre_of
from vision.render.families import Families
from vision.teach import Label, Teacher

CONDITIONS = ("normal", "touching", "rim", "normal", "cocked", "moving", "blur", "hand", "outside", "glare", "dim",
              "foreign", "stacked", "hard_shadow", "oblique", "low_contrast")  # fmt: skip
RARE = ("cocked", "stacked", "normal", "outside", "hand", "cocked", "touching", "normal", "cocked", "rim")
"""Conditions of the rolls that only the limits of what is wrong with a die are frozen on besides."""

RIGS = ("wuerfelspiel", "or", "or", "pips")

SILENT_SHARE = 0.01
"""Of the calibration rolls of untaught dice, half of which nobody should read, so many may be sure and wrong."""

OPEN = MappingProxyType({"die": CLEAR, "glimpse": 0.1, "second_look": -1.0, "perhaps_a_die": -1.0})
"""Limits of the finder with which whatever may be a die is seen: to freeze its own limits and no others."""

NO_LIMITS: Mapping[str, float] = MappingProxyType({})


def roll_of(
    work: Path, number: int, seed: int, families: Families, conditions: Sequence[str] = CONDITIONS
) -> tuple[str, str, Any, Truth]:
    """Dice set, condition, frame and truth of the roll of that number."""
    dice_set, condition = tuple(SETS)[number % 3], conditions[number // 3 % len(conditions)]
    return dice_set, condition, *roll(work, number, dice_set, condition, families, seed)


def collect(
    work: Path,
    rolls: int,
    seed: int,
    families: Families,
    limits: Mapping[str, float] = NO_LIMITS,
    conditions: Sequence[str] = CONDITIONS,
) -> list[Observed]:
    """Observations of untaught rolls; `limits` instead of those that are frozen."""
    reader = Reader("or").with_limits(limits)
    rows = []
    for number in range(rolls):
        dice_set, condition, frame, truth = roll_of(work, number, seed, families, conditions)
        rows += observed(reader, frame, truth, dice_set, condition)
    return rows


def hand_limit(work: Path, rolls: int, seed: int, families: Families) -> float:
    """Where missed hands and, twice as heavy, false alarms are fewest; never below 0.12."""
    reader, with_hand, without = Reader("or"), [], []
    for number in range(rolls):
        _, condition, frame, _ = roll_of(work, number, seed, families)
        (with_hand if condition == "hand" else without).append(reader.hand(frame))
    levels = np.linspace(0.12, 0.8, 137)
    missed = [np.mean(np.array(with_hand or [1.0]) < level) for level in levels]
    alarms = [np.mean(np.array(without) >= level) for level in levels]
    return float(levels[int(np.argmin(np.array(missed) + 2 * np.array(alarms)))])


def collect_taught(work: Path, rigs: int, seed: int, families: Families) -> list[Taught]:
    """Rigs taught on some frames and read on others, part of them in other light."""
    return [row for number in range(rigs) for row in _one_rig(work, number, RIGS[number % 4], seed, families)]


def _one_rig(work: Path, number: int, dice_set: str, seed: int, families: Families) -> list[Taught]:
    teacher, rows = Teacher(dice_set), []
    reader = Reader(dice_set)
    for use, frame, truth in taught_rolls(work, number, dice_set, families, seed):
        if use == "teach":
            teacher.add(frame, [Label(die.face, die.centre) for die in truth if die.readable])
            continue
        profile = Profile(dice_set, teacher.shots, reader.model)
        looks = reader.with_profile(profile).looks(frame)
        odd = odd_bodies([look.body for _, _, look in looks])
        for (found, picture, look), far in zip(looks, odd, strict=True):
            near = [die for die in truth if np.hypot(*np.subtract(centre_of(found.quad), die.centre)) < die.size / 2]
            closeness, likeness = (like(profile, look.embedding) for like in (face_closeness, face_likeness))
            if near and len(closeness) > 1 and near[0].face in closeness:
                lean = found.states["lean"] if near[0].readable else None
                good = near[0].readable and reason_of_die(found.states, look, picture, reader.limits) is None
                colours = face_colours(profile, look.ink)
                rows.append(Taught(dice_set, closeness, likeness, look, near[0].face, good, colours, far, lean))
    rows += _strangers(work, number, profile, reader, seed, families)
    return rows


def _strangers(
    work: Path, number: int, profile: Profile, reader: Reader, seed: int, families: Families
) -> list[Taught]:
    """Dice of other artwork held against the profile: none of them is right.

    Numerals and pips are no strangers among numerals and pips: the same sign on two dice is what a set is about.  Nor
    is a stone: those of calibration are of two kinds only, and the taught one is of the same.
    """
    rows = []
    for dice_set in ("invented", "pips", "or") if profile.dice_set == "wuerfelspiel" else ("invented", "wuerfelspiel"):
        other = next(iter(taught_rolls(work, number + 500, dice_set, families, seed, 1, 0)))
        stones = [die for die in other[2] if die.face == "stone"]
        for found, _, look in reader.looks(other[1]):
            if any(np.hypot(*np.subtract(centre_of(found.quad), die.centre)) < die.size / 2 for die in stones):
                continue
            closeness, likeness = (like(profile, look.embedding) for like in (face_closeness, face_likeness))
            colours = face_colours(profile, look.ink)
            rows.append(Taught(profile.dice_set, closeness, likeness, look, None, False, colours))
    return rows


def whole_rolls_limit(work: Path, rolls: int, seed: int, families: Families) -> float:
    """`face` once more, for whole rolls with all that is asked about otherwise: raised until SILENT_SHARE is kept.

    A cocked die, or one beside the tray, may show a face that is clear as day.
    """
    readers = {name: Reader(name) for name in ("or", "pips")}
    seen = []
    for number in range(rolls):
        dice_set, condition, frame, truth = roll_of(work, number, seed, families)
        if dice_set in readers:
            reading = readers[dice_set].read(frame, len(truth))
            good = condition != "foreign" and all(die.readable for die in truth)
            right = good and sorted(map(str, reading.faces)) == sorted(die.face for die in truth)
            sure = min(die.confidence for die in reading.dice) if reading.is_sure else 0.0
            seen.append((sure, good, right))
    confidence, good, right = (np.array(part) for part in zip(*seen, strict=True))
    least = readers["or"].limits["face"]
    levels = [least, *sorted(confidence[(confidence > least) & ~right] + 1e-4)]
    for level in levels:
        silent = int(((confidence >= level) & ~right).sum())
        if silent <= SILENT_SHARE * len(seen):
            break
    covered = ((confidence >= level) & good).sum() / max(1, good.sum())
    print(
        f"whole rolls, untaught: {silent} of {len(seen)} silently wrong, {covered:.3f} of the readable sure", flush=True
    )
    return float(level)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, default=Path("models/work"))
    parser.add_argument("--rolls", type=int, default=320)
    parser.add_argument("--rare", type=int, default=360, help="rolls more in which something is often wrong with a die")
    parser.add_argument("--rigs", type=int, default=24)
    parser.add_argument("--seed", type=int, default=2)
    parser.add_argument("--only", choices=["faces", "corners"], help="freeze the limits of that network alone")
    parser.add_argument("--render-only", action="store_true", help="draw and keep the rolls, decide nothing yet")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    if options.render_only:
        for number in range(options.rolls):
            roll_of(options.work, number, options.seed, "calibration")
        for number in range(options.rare):
            roll_of(options.work, number, options.seed + 1, "calibration", RARE)
        for number in range(options.rigs):
            list(taught_rolls(options.work, number, RIGS[number % 4], "calibration", options.seed))
        return
    if options.only is None:
        finder = finder_limits(collect(options.work, options.rolls, options.seed, "calibration", OPEN), options.rolls)
        finder["hand"] = hand_limit(options.work, options.rolls, options.seed, "calibration")
        freeze("dice_finder", finder)
    rows = collect(options.work, options.rolls, options.seed, "calibration")
    if options.only != "faces":
        rare = collect(options.work, options.rare, options.seed + 1, "calibration", conditions=RARE)
        freeze("dice_corners", {**dict(open_model("dice_corners").thresholds), **state_limits(rows + rare)})
    if options.only == "corners":
        return
    freeze_faces(rows)
    face = whole_rolls_limit(options.work, options.rolls, options.seed, "calibration")
    freeze("dice_faces", {**dict(open_model("dice_faces").thresholds), "face": face})
    taught = collect_taught(options.work, options.rigs, options.seed, "calibration")  # obeys what is frozen above
    freeze("dice_faces", {**dict(open_model("dice_faces").thresholds), **taught_limits(taught)})
    freeze("dice_corners", {**dict(open_model("dice_corners").thresholds), **rig_limits(taught)})


def freeze_faces(rows: list[Observed]) -> None:
    """The limits of untaught faces."""
    model = open_model("dice_faces")
    faces = face_limits(rows, temperature_of(rows), limits_untaught(open_model("dice_corners").thresholds))
    factor = model.thresholds.get("temperature", 1.0)  # the rows were made with it
    freeze("dice_faces", {**dict(model.thresholds), **faces, "temperature": factor * faces["temperature"]})


def freeze(name: str, limits: dict[str, float]) -> None:
    """Write the limits into the card of the network."""
    model = open_model(name)
    rounded = {key: round(float(value), 4) for key, value in limits.items()}
    write_card(PLACE / f"{name}.toml", model.sha256, dict(model.contract), rounded)
    print(name, rounded, flush=True)


if __name__ == "__main__":
    main()
