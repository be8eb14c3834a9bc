"""Freezes the thresholds on rolls of the calibration families: python -m models.reader.calibrate.

Neither the families of the test nor a photograph is looked at here.  Each limit follows from the rule beside it.
"""

from __future__ import annotations

import argparse
import hashlib
import pickle
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.reader.contract import SETS, STATES
from models.reader.export import PLACE, write_card
from models.reader.observe import Observed, observe, taught_rolls
from vision.doubt import face_closeness
from vision.model_file import open_model
from vision.profile import Profile
from vision.reader import Reader
from vision.rectify import centre_of
from vision.render.families import Families
from vision.teach import Label, Teacher

CONDITIONS = ("normal", "touching", "rim", "normal", "cocked", "moving", "blur", "hand", "outside", "glare", "dim",
              "foreign", "stacked", "hard_shadow", "oblique", "low_contrast")  # fmt: skip
OPEN = {"die": 0.05, "perhaps_a_die": 0.05}


@dataclass(frozen=True, slots=True)
class Taught:
    """A die held against what was taught: closeness to the nearest and second face; is the nearest right?"""

    best: float
    second: float
    right: bool
    readable: bool
    foreign: bool = False


def collect(work: Path, rolls: int, seed: int, families: Families) -> list[Observed]:
    """Observations of untaught rolls, kept in a file so that an interrupted run goes on."""
    reader = Reader("or").with_limits(OPEN)
    path = work / f"observed_{families}_{seed}_{_models_key()}.pickle"
    rows: list[list[Observed]] = pickle.loads(path.read_bytes()) if path.exists() else []
    for number in range(len(rows), rolls):
        condition = CONDITIONS[number // 3 % len(CONDITIONS)]
        rows.append(observe(reader, number, tuple(SETS)[number % 3], condition, families, seed))
        if number % 20 == 19 or number == rolls - 1:
            path.write_bytes(pickle.dumps(rows))
            print(f"{number + 1} rolls", flush=True)
    return [row for roll in rows for row in roll]


def collect_taught(work: Path, rigs: int, seed: int, families: Families) -> list[Taught]:
    """Rigs taught on some frames and read on others, half of them in other light; likewise kept."""
    path = work / f"taught_{families}_{seed}_{_models_key()}.pickle"
    rows: list[list[Taught]] = pickle.loads(path.read_bytes()) if path.exists() else []
    for number in range(len(rows), rigs):
        rows.append(_one_rig(number, ("wuerfelspiel", "or", "wuerfelspiel", "pips")[number % 4], seed, families))
        path.write_bytes(pickle.dumps(rows))
        print(f"{number + 1} rigs", flush=True)
    return [row for rig in rows for row in rig]


def _one_rig(number: int, dice_set: str, seed: int, families: Families) -> list[Taught]:
    teacher, rows = Teacher(dice_set), []
    reader = Reader(dice_set)
    for use, frame, truth in taught_rolls(reader, number, dice_set, families, seed):
        if use == "teach":
            teacher.add(frame, [Label(die.face, die.centre) for die in truth if die.readable])
            continue
        profile = Profile(dice_set, teacher.shots, reader.model)
        for found, _, look in reader.looks(frame):
            near = [die for die in truth if np.hypot(*np.subtract(centre_of(found.quad), die.centre)) < die.size / 2]
            closeness = face_closeness(profile, look.embedding)
            ranked = sorted(closeness, key=lambda face: -closeness[face])
            if near and len(ranked) > 1 and near[0].face in closeness:
                best, second = (closeness[face] for face in ranked[:2])
                rows.append(Taught(best, second, ranked[0] == near[0].face, near[0].readable))
    rows += _strangers(number, profile, reader, seed, families)
    return rows


def _strangers(number: int, profile: Profile, reader: Reader, seed: int, families: Families) -> list[Taught]:
    """Dice of other artwork held against the profile: none of them is right."""
    rows = []
    for dice_set in ("invented", "pips", "or"):
        if dice_set == profile.dice_set:
            continue
        other = next(iter(taught_rolls(reader, number + 5000, dice_set, families, seed, 1, 0)))
        for _, _, look in reader.looks(other[1]):
            values = sorted(face_closeness(profile, look.embedding).values())
            rows.append(Taught(values[-1], values[-2], False, True, foreign=True))
    return rows


def finder_limits(rows: list[Observed]) -> dict[str, float]:
    """`die`: between the finds on nothing and the readable dice; `perhaps`: half of it, so that a miss is asked about.

    States: 99 % of readable dice lie below, but never above 0.8 nor below 0.15.
    """
    readable = [row for row in rows if row.truth is not None and row.truth.readable]
    scores = np.array([row.score for row in readable])
    nothing = np.array([row.score for row in rows if row.truth is None and row.condition != "foreign"] or [0.0])
    levels = np.linspace(0.15, 0.6, 46)
    costs = [float((scores < level).sum()) + float((nothing >= level).sum()) for level in levels]
    die = float(levels[int(np.argmin(costs))])
    limits = {"die": die, "perhaps_a_die": max(0.08, die / 2)}
    for state in STATES:
        good = np.array([row.states[state] for row in readable if row.states])
        limits[state] = float(np.clip(np.quantile(good, 0.99), 0.15, 0.8))
    return limits | {"hand": 0.006, "odd_size": 0.25}


def temperature_of(rows: list[Observed]) -> float:
    """The temperature (Guo et al. 2017) at which the log likelihood of the readable, known faces is best."""
    known = [(row.faces[row.dice_set], row.truth.face) for row in _known(rows)]
    powers = np.linspace(0.4, 3.0, 53)
    losses = []
    for power in powers:
        loss = 0.0
        for p, face in known:
            q = np.maximum(p, 1e-7) ** (1 / power)
            index = _place(len(p), face)
            loss -= float(np.log(q[index] / q.sum()))
        losses.append(loss)
    return float(powers[int(np.argmin(losses))])


def _place(width: int, face: str) -> int:
    names = SETS["or"] if face == "stone" else SETS["pips"]
    return names.index(face)


def _known(rows: list[Observed]) -> list[Observed]:
    """Readable dice of the sets that may be sure without teaching."""
    return [
        row for row in rows
        if row.truth is not None and row.truth.readable and row.faces is not None and row.dice_set in ("or", "pips")
    ]  # fmt: skip


def face_limits(rows: list[Observed], temperature: float) -> dict[str, float]:
    """States: 98.5 % of readable faces below.  `face`: beyond every wrong one.  `other`: 80 % of strangers above."""
    seen = [row for row in rows if row.truth is not None and row.truth.readable and row.face_states]
    limits = {"temperature": temperature}
    for state in ("unreadable", "not_upright"):
        values = np.array([row.face_states[state] for row in seen])
        limits[state] = float(np.clip(np.quantile(values, 0.985), 0.15, 0.85))
    pairs = []
    for row in _known(rows):
        p = np.maximum(row.faces[row.dice_set], 1e-7) ** (1 / temperature)
        p = p / p.sum()
        names = SETS[row.dice_set]
        best = int(np.argmax(p[:-1]))
        pairs.append((float(p[best]), names[best] == row.truth.face))
    confidence, right = np.array([c for c, _ in pairs]), np.array([r for _, r in pairs])
    limits["face"] = _sure_above(confidence, right)
    foreign = [row.faces["or"] for row in rows if row.condition == "foreign" and row.truth is None and row.faces]
    strangers = np.array([1 - float(p[:-1].sum()) for p in foreign] or [1.0])
    limits["other"] = float(np.clip(np.quantile(strangers, 0.2), 0.05, 0.5))
    return limits


def _sure_above(confidence: NDArray[np.float64], right: NDArray[np.bool_]) -> float:
    """A little beyond the most confident wrong face."""
    wrong = confidence[~right]
    return float(np.clip(max(wrong.max() if len(wrong) else 0, 0.95) + 0.003, 0.95, 0.9995))


def taught_limits(rows: list[Taught]) -> dict[str, float]:
    """`closeness` keeps 96 to 99 % of own faces; `lead` lies a tenth beyond every wrong one that is close enough."""
    own = [row for row in rows if row.readable and not row.foreign]
    best = np.array([row.best for row in own if row.right])
    strange = np.array([row.best for row in rows if row.foreign] or [0.0])
    closeness = max(
        float(np.quantile(best, 0.01)), min(float(np.quantile(strange, 0.98)), float(np.quantile(best, 0.04)))
    )
    wrong = [row.best - row.second for row in rows if not row.right and row.best >= closeness]
    lead = float(np.clip(max(wrong, default=0.0) * 1.1, 0.06, 0.4))
    return {"closeness": closeness, "lead": lead, "taught_warmth": _warmth(own), "veto": 0.98}


def _warmth(own: list[Taught]) -> float:
    """How sharply closeness turns into probability: the best log likelihood, two candidates at a time."""
    lead = np.array([(row.best - row.second) * (1 if row.right else -1) for row in own])
    levels = np.linspace(5, 60, 56)
    return float(levels[int(np.argmin([np.log1p(np.exp(-level * lead)).sum() for level in levels]))])


def _models_key() -> str:
    opened = [open_model(name) for name in ("dice_finder", "dice_faces")]
    joined = "".join(model.sha256 for model in opened) + str(opened[1].thresholds.get("temperature", 1.0))
    return hashlib.sha256(joined.encode()).hexdigest()[:10]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, default=Path("models/work"))
    parser.add_argument("--rolls", type=int, default=320)
    parser.add_argument("--rigs", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    options.work.mkdir(parents=True, exist_ok=True)
    rows = collect(options.work, options.rolls, options.seed, "calibration")
    taught = collect_taught(options.work, options.rigs, options.seed, "calibration")
    finder = finder_limits(rows)
    faces = face_limits(rows, temperature_of(rows)) | taught_limits(taught)
    faces["temperature"] *= open_model("dice_faces").thresholds.get("temperature", 1.0)  # the rows were made with it
    for name, limits in (("dice_finder", finder), ("dice_faces", faces)):
        model = open_model(name)
        rounded = {key: round(value, 4) for key, value in limits.items()}
        write_card(PLACE / f"{name}.toml", model.sha256, dict(model.contract), rounded)
        print(name, rounded)


if __name__ == "__main__":
    main()
