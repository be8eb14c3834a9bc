"""Tells whether anything in the tray moves, from frame to frame, whatever the sensor's noise and the lamp's flicker."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Frame

WIDTH = 320
BLOCK = 8
"""Pixels of the small picture whose mean is compared: a die of 20 pixels covers several blocks."""

LEAST_CHANGE = 5.0
"""Grey levels by which a block must change; more when the sensor is noisy."""


class Stillness:
    """Compares each frame with the one before and with one a little older, so that slow movement is seen too."""

    def __init__(self) -> None:
        self._past: list[tuple[float, NDArray[np.float32]]] = []

    def has_moved(self, frame: Frame, at_s: float) -> bool:
        """True if anything moved since the frame before, or over the last quarter of a second."""
        blocks = _blocks(frame)
        if self._past and self._past[-1][1].shape != blocks.shape:
            self._past.clear()
        older = [seen for when, seen in self._past if at_s - when >= 0.25]
        moved = any(_differ(blocks, seen) for seen in [*(seen for _, seen in self._past[-1:]), *older[-1:]])
        if moved:
            self._past.clear()  # what lay there before the movement tells nothing about the rest after it
        self._past = [(when, seen) for when, seen in self._past if at_s - when < 0.6] + [(at_s, blocks)]
        return moved


def _blocks(frame: Frame) -> NDArray[np.float32]:
    """Mean of each block of the grey picture, (rows, columns)."""
    height = max(BLOCK, round(frame.shape[0] * WIDTH / frame.shape[1]))
    small = cv2.resize(frame, (WIDTH, height), interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)
    size = (WIDTH // BLOCK, max(1, height // BLOCK))
    return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.float32)


def _differ(blocks: NDArray[np.float32], older: NDArray[np.float32]) -> bool:
    change = blocks - older
    change -= np.median(change)  # the whole picture a little brighter is a lamp or the exposure, not a die
    noise = 1.4826 * float(np.median(np.abs(change)))
    return bool((np.abs(change) > max(LEAST_CHANGE, 6 * noise)).any())
