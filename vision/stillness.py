"""Tells whether anything in the tray moves, from frame to frame, whatever the sensor's noise and the lamp's flicker."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Frame

WIDTH = 320
BLOCK = 8
"""Pixels of the small picture whose mean is compared: a die of 20 pixels covers several blocks."""

LEAST_CHANGE = 5.0
"""Grey levels by which a block must change; more when the sensor is noisy."""

REMEMBERED_S = 0.7
"""How far back frames are compared: a little longer than a tray must lie still before it is read."""

SPACING_S = 0.09
"""Time between the frames that are remembered, the last one apart."""


class Stillness:
    """Compares each frame with those before, so that slow movement is seen too.

    Attributes:
        blocks: means of the blocks of the last frame, (rows, columns) in grey levels.
        since_s: time of the first frame from which on nothing moved.
    """

    def __init__(self) -> None:
        self.blocks: NDArray[np.float32] = np.zeros((1, 1), np.float32)
        self.since_s = -math.inf
        self._past: list[tuple[float, NDArray[np.float32]]] = []

    def has_moved(self, frame: Frame, at_s: float) -> bool:
        """True if something is found to have moved since the frames before; `since_s` tells until when."""
        self.blocks = blocks = _blocks(frame)
        if len(self._past) > 1 and self._past[-1][0] - self._past[-2][0] < SPACING_S:
            del self._past[-1]  # one of the frames that lie so close together tells enough of the past
        self._past.append((at_s, blocks))
        moved = False
        for place in range(len(self._past) - 2, -1, -1):
            if changed_blocks(blocks, self._past[place][1]).any():
                # what lay there before the movement tells nothing about the rest after it
                moved, self.since_s = True, self._past[place + 1][0]
                self._past = self._past[place + 1 :]
                break
        self._past = [(when, seen) for when, seen in self._past if at_s - when < REMEMBERED_S]
        return moved


def _blocks(frame: Frame) -> NDArray[np.float32]:
    """Mean of each block of the grey picture, (rows, columns)."""
    height = max(BLOCK, round(frame.shape[0] * WIDTH / frame.shape[1]))
    small = cv2.resize(frame, (WIDTH, height), interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)
    size = (WIDTH // BLOCK, max(1, height // BLOCK))
    return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.float32)


def changed_blocks(blocks: NDArray[np.float32], older: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Which blocks differ by more than noise and light can explain; all of them if the pictures differ in size."""
    if blocks.shape != older.shape:
        return np.ones(blocks.shape, np.bool_)
    # a lamp or the exposure brightens all, light dice perhaps more: nothing between the two is a movement
    added = older + np.median(blocks - older)
    scaled = older * np.median(blocks / np.maximum(older, 1.0))
    change = np.maximum(blocks - np.maximum(added, scaled), np.minimum(added, scaled) - blocks)
    noise = 1.4826 * float(np.median(np.abs(blocks - added)))
    return np.asarray(change > max(LEAST_CHANGE, 6 * noise))


def _differ(blocks: NDArray[np.float32], older: NDArray[np.float32]) -> bool:
    return bool(changed_blocks(blocks, older).any())
