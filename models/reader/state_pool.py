"""Dice with what lies around them, from the scenes of the pool; the rare states as often as the usual one."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.reader.augment import develop
from models.reader.contract import AROUND_FACES, AROUND_SIDE, STATES
from vision.around import around

STORED = 104
"""Edge of a stored picture; it shows a little more than the network sees, so that it can be shifted."""


class StatePool:
    """Pictures of dice with their states."""

    def __init__(self, folder: Path, rng: np.random.Generator) -> None:
        self._rng = rng
        self._pictures: list[NDArray] = []
        self._states: list[list[int]] = []
        self._kinds: list[list[int]] = [[] for _ in range(len(STATES) + 1)]
        for path in sorted(folder.glob("scene_*.json")):
            self._read(path)

    def __len__(self) -> int:
        return len(self._pictures)

    @property
    def counts(self) -> list[int]:
        return [len(kind) for kind in self._kinds]

    def _read(self, path: Path) -> None:
        frame = cv2.imread(str(path.with_suffix(".jpg")))
        for die in json.loads(path.read_text())["dice"]:
            if die["ignore"]:
                continue
            quad = tuple((x - 0.5, y - 0.5) for x, y in die["quad"])
            faces = AROUND_FACES * STORED / AROUND_SIDE
            self._pictures.append(around(frame, quad, faces, STORED))
            for kind in [k for k, state in enumerate(die["states"]) if state] or [len(STATES)]:
                self._kinds[kind].append(len(self._states))
            self._states.append(die["states"])

    def batch(self, count: int) -> tuple[NDArray, NDArray]:
        """Pictures (n, 80, 80, 3) and states (n, len(STATES)); half of the dice have none."""
        rng, chosen = self._rng, []
        for number in range(count):
            kind = self._kinds[len(STATES) if number % 2 else int(rng.integers(len(STATES)))]
            chosen.append(kind[int(rng.integers(len(kind)))])
        pictures = np.stack([self._varied(self._pictures[index]) for index in chosen])
        return pictures, np.array([self._states[index] for index in chosen], np.float32)

    def _varied(self, picture: NDArray) -> NDArray:
        rng = self._rng
        turned = np.rot90(picture, int(rng.integers(4)))
        if rng.random() < 0.5:
            turned = turned[:, ::-1]
        zoom = float(np.exp(rng.normal(0, 0.06)))
        shift = rng.normal(0, 1.2, 2)
        offset = (AROUND_SIDE - 1) / 2 - zoom * (STORED - 1) / 2
        matrix = np.array([[zoom, 0, offset + shift[0]], [0, zoom, offset + shift[1]]])
        size = (AROUND_SIDE, AROUND_SIDE)
        cut = cv2.warpAffine(np.ascontiguousarray(turned), matrix, size, flags=cv2.INTER_LINEAR,
                             borderMode=cv2.BORDER_REPLICATE)  # fmt: skip
        return develop(cut, rng, 0.8)
