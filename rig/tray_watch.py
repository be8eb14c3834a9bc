"""Watches the tray for a page: whether it lies still, and the pictures that go with what was found in them."""

from __future__ import annotations

import threading
from collections import OrderedDict

import cv2
import numpy as np

from rig.pictures import as_jpeg
from vision.reading import Frame
from vision.stillness import Stillness

STILL_S = 0.5
"""How long nothing may move before the tray counts as lying still."""

SHOWN_WIDTH = 800
"""Pixels; more than a panel shows of it."""

KEPT = 8
"""Pictures that are kept: the newest, and those that a page may still be about to fetch."""


class TrayWatch:
    """Frames in; whether they lie still, and pictures by number, out. Pictures may be asked for from any thread."""

    def __init__(self) -> None:
        self._stillness = Stillness()
        self._since_s: float | None = None
        self._numbers = 0
        self._shown: OrderedDict[int, Frame | bytes] = OrderedDict()
        self._lock = threading.Lock()

    def forget(self) -> None:
        """Begin anew: nobody looked for a while."""
        self._stillness, self._since_s = Stillness(), None

    def lies_still(self, frame: Frame, at_s: float) -> bool:
        """True if nothing has moved for long enough, this frame included."""
        moved = self._stillness.has_moved(frame, at_s)
        if self._since_s is None:
            self._since_s = at_s
        elif moved:
            self._since_s = max(self._since_s, self._stillness.since_s)
        return at_s - self._since_s >= STILL_S

    def show(self, frame: Frame) -> int:
        """Keep a frame for the page; the number under which it can be had."""
        with self._lock:
            self._numbers += 1
            self._shown[self._numbers] = frame
            while len(self._shown) > KEPT:
                self._shown.popitem(last=False)
            return self._numbers

    def picture(self, number: int) -> bytes | None:
        """A frame as JPEG, None if it is kept no longer."""
        with self._lock:
            kept = self._shown.get(number)
        if kept is None or isinstance(kept, bytes):
            return kept
        made = as_jpeg(_fitted(kept))
        with self._lock:
            if number in self._shown:
                self._shown[number] = made
        return made


def _fitted(frame: Frame) -> Frame:
    height, width = frame.shape[:2]
    if width <= SHOWN_WIDTH:
        return frame
    size = (SHOWN_WIDTH, round(height * SHOWN_WIDTH / width))
    return np.asarray(cv2.resize(frame, size, interpolation=cv2.INTER_AREA), np.uint8)
