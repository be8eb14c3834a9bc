"""Rendered rolls held against what the networks say of them, before any threshold: the raw material of calibration."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from vision.reader import Reader
from vision.rectify import centre_of, edge_of
from vision.render.designs import die_design
from vision.render.families import Families
from vision.render.picture import TrueDie, render
from vision.render.scene import random_scene

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


def observe(
    reader: Reader, number: int, dice_set: str, condition: str, families: Families, seed: int
) -> list[Observed]:
    """One rendered roll through both networks."""
    rng = np.random.default_rng([seed, number, 79])
    scene = random_scene(rng, dice_set, condition, families)
    frame, truth = render(scene, SIZE)
    return observed(reader, frame, truth, dice_set, scene.condition)


def observed(reader: Reader, frame: Any, truth: tuple[TrueDie, ...], dice_set: str, condition: str) -> list[Observed]:
    looks = list(reader.looks(frame))
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
            _corner_error(found.quad, die.quad) / die.size, look.embedding, edge_of(found.quad),
        ))  # fmt: skip
    for index, (found, _, look) in enumerate(looks):
        if index not in used:
            rows.append(Observed(dice_set, condition, None, found.score, dict(found.states), look.faces,
                                 dict(look.states), embedding=look.embedding))  # fmt: skip
    return rows


def _corner_error(quad: Any, true: Any) -> float:
    a, b = np.asarray(quad), np.asarray(true)
    return min(float(np.linalg.norm(a - np.roll(b, k, axis=0), axis=1).max()) for k in range(4))


def taught_rolls(
    reader: Reader, number: int, dice_set: str, families: Families, seed: int, shots: int = 8, rolls: int = 8
) -> Iterator[tuple[str, Any, tuple[TrueDie, ...]]]:
    """A rig: ("teach" or "read", frame, truth) of one die design; tray and lamp change for the second half."""
    rng = np.random.default_rng([seed, number, 80])
    design = die_design(dice_set, rng, families)
    first = random_scene(np.random.default_rng([seed, number, 1]), dice_set, "normal", families, design)
    other = random_scene(np.random.default_rng([seed, number, 2]), dice_set, "normal", families, design)
    for roll in range(shots + rolls):
        condition = "normal" if roll < shots or roll % 3 else ("touching", "rim", "hard_shadow")[roll // 3 % 3]
        drawn = random_scene(np.random.default_rng([seed, number, 3, roll]), dice_set, condition, families, design)
        rig = other if roll >= shots + rolls // 2 else first
        scene = replace(drawn, light=rig.light, sensor=rig.sensor)
        frame, truth = render(scene, SIZE)
        yield ("teach" if roll < shots else "read"), frame, truth
