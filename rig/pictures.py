"""The crops of the last dice and the newest picture of the tray, for the page; kept in memory only."""

from __future__ import annotations

import threading
import uuid
from collections import OrderedDict

import cv2

from vision.reading import Frame

KEPT = 60
"""Crops kept; more than two whole turns."""
QUALITY = 85
TRAY = "tray"
"""Key of the newest picture of the whole tray."""


class Pictures:
    """JPEG pictures by key; may be used from any thread."""

    def __init__(self) -> None:
        self._crops: OrderedDict[str, bytes] = OrderedDict()
        self._tray: Frame | None = None
        self._tray_jpeg: tuple[Frame, bytes] | None = None
        self._lock = threading.Lock()

    def add(self, picture: Frame) -> str:
        """Keep a crop.

        Returns:
            Its key; the page finds it at `/picture/KEY`.
        """
        key = uuid.uuid4().hex[:12]
        with self._lock:
            self._crops[key] = as_jpeg(picture)
            while len(self._crops) > KEPT:
                self._crops.popitem(last=False)
        return key

    def get(self, key: str) -> bytes | None:
        """A crop or the tray as JPEG, None if it is gone."""
        if key == TRAY:
            return self.tray
        with self._lock:
            return self._crops.get(key)

    def show_tray(self, frame: Frame) -> None:
        """Keep the newest frame; it is only made a JPEG when somebody looks."""
        self._tray = frame

    @property
    def frame(self) -> Frame | None:
        """The newest frame, None before the first; not to be changed."""
        return self._tray

    @property
    def tray(self) -> bytes | None:
        """The newest frame as JPEG, None before the first."""
        frame, made = self._tray, self._tray_jpeg
        if frame is None:
            return None
        if made is None or made[0] is not frame:  # however many ask for it, it is made once
            made = self._tray_jpeg = (frame, as_jpeg(frame))
        return made[1]


def as_jpeg(picture: Frame) -> bytes:
    """The picture as JPEG."""
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return data.tobytes()
