"""A folder of rendered scenes that training draws from while another process adds to it.

A scene is three files: `N.jpg` (the frame at the finder's input size), `N.png` (where a hand is; only if there is one)
and `N.json` (its dice), and `N.faces.jpg`: the top faces, rectified from the full frame, side by side.
"""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.reader.augment import develop, place
from models.reader.contract import FINDER_SIZE
from models.reader.geometry import targets

STORED_SIDE = 128
"""Edge of a stored face picture in pixels; the face itself takes half of it."""


class FramePool:
    """Frames with the maps that the finder shall give."""

    def __init__(self, folder: Path, rng: np.random.Generator, name: str = "*") -> None:
        self._folder, self._rng, self._name = folder, rng, name
        self._scenes: list[Path] = []
        self._kept: dict[Path, tuple[bytes, list[dict], bytes | None]] = {}
        self._age = 0
        self.refresh()

    def __len__(self) -> int:
        return len(self._scenes)

    def refresh(self) -> None:
        self._scenes = sorted(self._folder.glob(f"{self._name}.json"))

    def batch(self, count: int) -> tuple[NDArray, NDArray, NDArray, NDArray]:
        """Frames (n, 384, 512, 3) uint8, heat, values, weight."""
        self._age += 1
        if self._age % 100 == 0:
            self.refresh()
        chosen = self._rng.choice(len(self._scenes), count)
        parts = [self._one(self._scenes[index]) for index in chosen]
        return tuple(np.stack(part) for part in zip(*parts, strict=True))

    def _one(self, scene: Path) -> tuple[NDArray, NDArray, NDArray, NDArray]:
        if scene not in self._kept:
            mask = scene.with_suffix(".png")
            page = json.loads(scene.read_text())
            self._kept[scene] = (
                scene.with_suffix(".jpg").read_bytes(), page["dice"], mask.read_bytes() if mask.exists() else None,
            )  # fmt: skip
        data, dice, covered = self._kept[scene]
        frame = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        hand = np.zeros(FINDER_SIZE, np.uint8)
        if covered:
            hand = cv2.imdecode(np.frombuffer(covered, np.uint8), cv2.IMREAD_GRAYSCALE)
        matrix = place(FINDER_SIZE, self._rng)
        if not np.array_equal(matrix, np.eye(3)):
            size = FINDER_SIZE[::-1]
            fill = [float(value) for value in self._rng.uniform(0, 255, 3)]
            frame = cv2.warpAffine(frame, matrix[:2], size, flags=cv2.INTER_LINEAR, borderValue=fill)
            hand = cv2.warpAffine(hand, matrix[:2], size)
        moved = [{**die, "quad": _moved(die["quad"], matrix)} for die in dice]
        return develop(frame, self._rng), *targets(moved, hand)


def _moved(quad: list[list[float]], matrix: NDArray[np.float64]) -> NDArray[np.float64]:
    """Corners after the map, which speaks of pixel centres at whole numbers; ours lie at halves."""
    points = np.concatenate([np.asarray(quad) - 0.5, np.ones((4, 1))], axis=1) @ matrix.T
    return points[:, :2] / points[:, 2:] + 0.5
