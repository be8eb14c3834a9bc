"""Rendered rolls held against what the networks say of them, before any threshold: the raw material of calibration."""

from __future__ import annotations

import math
import pickle
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.colour import odd_bodies
from vision.reader import Reader
from vision.rectify import centre_of, edge_of
from vision.render.designs import die_design
from vision.render.families import Families
from vision.render.picture import TrueDie, render
from vision.render.scene import random_scene
from vision.second_look import usual_edge

SIZE = (1024, 768)


@dataclass(frozen=True, slots=True)
class Observed:
    """One true die and what was seen of it; or a find that is no die of the set (`truth` None).

    Attributes:
        dice_set: of the roll.
        condition: the scene was drawn for.
        truth: what is true, None for a find on something else.
        score, states, faces, face_states: of the networks; score 0 when the die was not found.
        corner_error: largest distance of a corner in edges of the face.
        edge: of what was found, in pixels.
        usual: edge of the dice of that roll that were found beyond doubt, 0 if there was none.
        odd_body: how far the hue of its body is from that of the nearest other die of the roll.
    """

    dice_set: str
    condition: str
    truth: TrueDie | None
    score: float = 0.0
    states: dict[str, float] | None = None
    faces: Any = None
    face_states: dict[str, float] | None = None
    corner_error: float = math.inf
    embedding: Any = None
    edge: float = 0.0
    usual: float = 0.0
    odd_body: float = 0.0


Truth = tuple[TrueDie, ...]


def kept(path: Path, draw: Callable[[], tuple[Any, Truth]]) -> tuple[Any, Truth]:
    """A rendered picture with its truth, from the folder where it was kept, or drawn now and kept there."""
    if not path.with_suffix(".truth").exists():
        frame, truth = draw()
        path.parent.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(path), frame, [cv2.IMWRITE_JPEG_QUALITY, 93])
        path.with_suffix(".truth").write_bytes(pickle.dumps(truth))
    truth = pickle.loads(path.with_suffix(".truth").read_bytes())
    return cv2.imread(str(path)), truth


def roll(work: Path, number: int, dice_set: str, condition: str, families: Families, seed: int) -> tuple[Any, Truth]:
    """One rendered roll."""

    def draw() -> tuple[Any, Truth]:
        rng = np.random.default_rng([seed, number, 79])
        return render(random_scene(rng, dice_set, condition, families), SIZE)

    return kept(work / f"rolls_{families}" / f"{seed}_{dice_set}_{condition}_{number:05d}.jpg", draw)


def observed(reader: Reader, frame: Any, truth: tuple[TrueDie, ...], dice_set: str, condition: str) -> list[Observed]:
    looks = list(reader.looks(frame))
    clear = [found for found, _, _ in looks if found.score >= reader.limits.get("die", 0.4)]
    usual, odd = usual_edge(clear), odd_bodies([look.body for _, _, look in looks])
    rows, used = [], set()
    for die in truth:
        far = [(math.dist(centre_of(found.quad), die.centre) / die.size, i) for i, (found, _, _) in enumerate(looks)]
        distance, index = min((pair for pair in far if pair[1] not in used), default=(math.inf, -1))
        if distance > 0.5:
            rows.append(Observed(dice_set, condition, die))
            continue
        used.add(index)
        found, _, look = looks[index]
        rows.append(Observed(
            dice_set, condition, die, found.score, dict(found.states), look.faces, dict(look.states),
            _corner_error(found.quad, die.quad) / die.size, look.embedding, edge_of(found.quad), usual, odd[index],
        ))  # fmt: skip
    for index, (found, _, look) in enumerate(looks):
        if index not in used:
            rows.append(Observed(
                dice_set, condition, None, found.score, dict(found.states), look.faces, dict(look.states),
                math.inf, look.embedding, edge_of(found.quad), usual, odd[index],
            ))  # fmt: skip
    return rows


def _corner_error(quad: Any, true: Any) -> float:
    a, b = np.asarray(quad), np.asarray(true)
    return min(float(np.linalg.norm(a - np.roll(b, k, axis=0), axis=1).max()) for k in range(4))


def taught_rolls(
    work: Path, number: int, dice_set: str, families: Families, seed: int, shots: int = 8, rolls: int = 8
) -> Iterator[tuple[str, Any, Truth]]:
    """A rig: ("teach" or "read", frame, truth) of one die design; the lamp changes for the last quarter."""
    design = die_design(dice_set, np.random.default_rng([seed, number, 80]), families)
    first, other = (
        random_scene(np.random.default_rng([seed, number, which]), dice_set, "normal", families, design)
        for which in (1, 2)
    )
    for place in range(shots + rolls):
        condition = "normal" if place < shots or place % 3 else ("touching", "rim", "hard_shadow")[place // 3 % 3]
        rng = np.random.default_rng([seed, number, 3, place])
        rig = other if place >= shots + rolls // 2 else first

        def draw(rng: Any = rng, condition: str = condition, rig: Any = rig) -> tuple[Any, Truth]:
            scene = random_scene(rng, dice_set, condition, families, design)
            return render(replace(scene, light=rig.light, sensor=rig.sensor), SIZE)

        path = work / f"rigs_{families}" / f"{seed}_{dice_set}_{number:03d}_{place:02d}.jpg"
        yield ("teach" if place < shots else "read"), *kept(path, draw)
