"""Dice with corners and states, from a folder that another process fills; the rare states as often as the rest."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from models.reader.augment import develop
from models.reader.contract import CUT_SIDE, DIE_STATES, NEAR_FACES, WIDE_FACES
from models.reader.render_corners import STORED
from vision.rectify import clockwise
from vision.upright import pose_of

UNKNOWN = -1.0
"""A state that nobody could tell from the picture."""

COCKED_DEG = 6.0


def states_of(die: dict[str, Any]) -> list[float]:
    """0, 1 or UNKNOWN for each of DIE_STATES."""
    rolling = die["rest"] == "rolling"
    seen = die["visible"]
    return [
        UNKNOWN if rolling else float(die["tilt"] > COCKED_DEG),
        UNKNOWN if die["moving"] is None else float(die["moving"]),
        float(not die["in_tray"]),
        1.0 if seen < 0.8 else (UNKNOWN if seen < 0.9 else 0.0),
        float(die["rest"] == "stacked"),
    ]


class CornerPool:
    """Pictures of dice near and with their surroundings, their eight corners and their states."""

    def __init__(self, folder: Path, rng: np.random.Generator) -> None:
        self._rng, self._folder = rng, folder
        self._read: set[Path] = set()
        self._pictures: list[NDArray] = []
        self._corners: list[NDArray] = []
        self._states: list[list[float]] = []
        self._kinds: list[list[int]] = [[] for _ in range(len(DIE_STATES) + 1)]
        self.refresh()

    def __len__(self) -> int:
        return len(self._pictures)

    @property
    def counts(self) -> list[int]:
        return [len(kind) for kind in self._kinds]

    def refresh(self) -> None:
        """Take in what was added to the folder."""
        for path in sorted(set(self._folder.glob("corners_*.json")) - self._read):
            self._read.add(path)
            strip = cv2.imread(str(path.with_suffix(".jpg")))
            for number, die in enumerate(json.loads(path.read_text())["dice"]):
                self._keep(strip[:, number * STORED : (number + 1) * STORED].copy(), die)

    def _keep(self, picture: NDArray, die: dict[str, Any]) -> None:
        corners = np.array(die["corners"])
        into = pose_of(clockwise(corners[:4])).into(NEAR_FACES * STORED / CUT_SIDE, STORED)
        states = states_of(die)
        for kind in [k for k, state in enumerate(states) if state == 1] or [len(DIE_STATES)]:
            self._kinds[kind].append(len(self._states))
        self._pictures.append(picture)
        self._corners.append(corners @ into[:, :2].T + into[:, 2])
        self._states.append(states)

    def batch(self, count: int) -> tuple[NDArray, NDArray, NDArray]:
        """Pictures (n, 96, 96, 6) uint8, corners (n, 8, 2) in pixels, states (n, 5); two dice in five have none."""
        rng, chosen = self._rng, []
        *rare, usual = self._kinds
        rare = [kind for kind in rare if kind] or [usual]
        for number in range(count):
            kind = usual if usual and number % 5 < 2 else rare[int(rng.integers(len(rare)))]
            chosen.append(kind[int(rng.integers(len(kind)))])
        pairs = [self.varied(index) for index in chosen]
        states = np.array([self._states[index] for index in chosen], np.float32)
        return np.stack([pair[0] for pair in pairs]), np.stack([pair[1] for pair in pairs]), states

    def varied(self, index: int) -> tuple[NDArray, NDArray]:
        """One picture (96, 96, 6) as the finder might have cut it, and its corners (8, 2)."""
        rng, stored = self._rng, self._pictures[index]
        turn = math.radians(float(rng.normal(0, 3.5 if rng.random() < 0.8 else 8))) + int(rng.integers(4)) * math.pi / 2
        zoom = math.exp(_enlargement(rng))
        shift = rng.normal(0, 0.05 if rng.random() < 0.8 else 0.12, 2) * zoom * CUT_SIDE
        matrix = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]]) * zoom
        if rng.random() < 0.5:
            matrix = matrix @ np.array([[-1, 0], [0, 1.0]])
        parts, corners = [], self._corners[index]
        for half, faces in enumerate((NEAR_FACES, WIDE_FACES)):
            offset = (CUT_SIDE - 1) / 2 + shift / faces - matrix @ np.full(2, (STORED - 1) / 2)
            if half == 0:
                corners = corners @ matrix.T + offset
            part = stored[half * STORED : (half + 1) * STORED]
            into = np.concatenate([matrix, offset[:, None]], 1)
            parts.append(cv2.warpAffine(part, into, (CUT_SIDE, CUT_SIDE), flags=cv2.INTER_LINEAR,
                                        borderMode=cv2.BORDER_REPLICATE))  # fmt: skip
        pixels = develop(recoloured(np.hstack(parts), rng), rng, 0.8)
        return np.dstack([pixels[:, :CUT_SIDE], pixels[:, CUT_SIDE:]]), in_order(corners).astype(np.float32)


def _enlargement(rng: np.random.Generator) -> float:
    """Logarithm of a finder's error in size: mostly small, but large round dice are found at half their size."""
    which = rng.random()
    return float(rng.uniform(-0.3, 0.45) if which < 0.15 else rng.normal(0, 0.07 if which < 0.75 else 0.16))


def recoloured(picture: NDArray, rng: np.random.Generator) -> NDArray:
    """The picture in other colours half of the time: no colour says how a die lies."""
    if rng.random() < 0.5:
        return picture
    mixed = np.eye(3)[rng.permutation(3)] + rng.normal(0, 0.25, (3, 3))
    mixed /= np.maximum(mixed.sum(axis=1, keepdims=True), 0.4)
    if rng.random() < 0.25:
        mixed = np.repeat(rng.dirichlet((2, 2, 2))[None], 3, axis=0)
    return cv2.transform(picture, mixed)


def in_order(corners: NDArray) -> NDArray:
    """Eight corners with the upper four clockwise from the upper left and the lower four in the same order."""
    upper = np.asarray(clockwise(corners[:4]))
    order = [int(np.argmin(np.linalg.norm(corners[:4] - corner, axis=1))) for corner in upper]
    return np.concatenate([corners[order], corners[[4 + place for place in order]]])
