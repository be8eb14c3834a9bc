"""A camera that may be lost and come back: what a cable, a hub and children can do to it is noticed and mended here.

One thread takes the pictures and keeps only the newest, so nothing piles up while the reader thinks.  Whoever asks for
a frame waits at most `stall_s`; when none comes the camera counts as lost, the sentence says what to look at, and the
thread goes on trying to open it again.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import Protocol

from rig.errors import CameraError
from vision.reading import Frame

log = logging.getLogger(__name__)

RETRY_S = 1.0
"""Pause between two attempts to open a lost camera."""

OPENING_S = 7.0
"""The first picture may take so long: a camera has to be opened, focused and locked.  Whoever waits for it longer than
`rig.evening.SILENT_S` counts as hanging."""

GIVE_UP_S = 15.0
"""A thread that hangs inside a driver for so long is left behind and a new one is started."""


class Source(Protocol):
    """An opened device."""

    def grab(self) -> Frame:
        """The next picture, (height, width, 3) uint8, BGR.  Any exception means that the device is lost."""
        ...

    def close(self) -> None:
        """Let go of the device."""
        ...


class LiveCamera:
    """The newest picture of a device that is opened again whenever it was lost.

    Attributes:
        name: what it is, for people.
        lost_count: how often it was lost since the start.
    """

    def __init__(
        self, name: str, open_source: Callable[[], Source], stall_s: float = 3.0, retry_s: float = RETRY_S
    ) -> None:
        self.name = name
        self.lost_count = 0
        self._open_source = open_source
        self._stall_s = stall_s
        self._retry_s = retry_s
        self._fresh = threading.Condition()
        self._newest: Frame | None = None
        self._trouble: CameraError | None = None
        self._trouble_is_new = False
        self._is_lost = False
        self._had_frame = False
        self._closing = threading.Event()
        self._start()

    def frame(self) -> Frame:
        """The newest picture, each one handed out once.

        Raises:
            CameraError: no new picture came in time, or the camera is lost; ask again, it is opened by itself.
        """
        with self._fresh:
            self._fresh.wait_for(self._has_news, self._stall_s if self._had_frame else OPENING_S)
            frame, self._newest = self._newest, None
            trouble, self._trouble_is_new = self._trouble, False
        if frame is None:
            self._note_loss()
            raise trouble or CameraError(
                f"The {self.name} gives no pictures any more. Look at its cable; the game goes on by hand meanwhile."
            )
        if self._is_lost:
            log.warning("The %s is back", self.name)
        self._is_lost, self._had_frame = False, True
        return frame

    def _has_news(self) -> bool:
        return self._newest is not None or self._trouble_is_new or self._closing.is_set()

    def _note_loss(self) -> None:
        if not self._is_lost and not self._closing.is_set():
            self._is_lost = True
            self.lost_count += 1
            log.warning("The %s is lost", self.name)
        if time.monotonic() - self._alive_at > GIVE_UP_S and not self._closing.is_set():
            self._start()

    def close(self) -> None:
        """Stop taking pictures and let go of the device."""
        self._closing.set()
        with self._fresh:
            self._fresh.notify_all()
        self._thread.join(timeout=self._stall_s)

    def _start(self) -> None:
        self._alive_at = time.monotonic()
        self._retired = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(self._retired,), name="camera", daemon=True)
        self._thread.start()

    def _run(self, retired: threading.Event) -> None:
        def is_wanted() -> bool:
            return retired is self._retired and not self._closing.is_set()

        while is_wanted():
            try:
                source = self._open_source()
            except Exception as error:  # a driver may throw anything; the thread must live on to try again
                self._note(error)
            else:
                self._take_pictures(source, is_wanted)
            if is_wanted():
                self._closing.wait(self._retry_s)

    def _take_pictures(self, source: Source, is_wanted: Callable[[], bool]) -> None:
        try:
            while is_wanted():
                frame = source.grab()
                self._alive_at = time.monotonic()
                with self._fresh:
                    if is_wanted():
                        self._newest, self._trouble, self._trouble_is_new = frame, None, False
                        self._fresh.notify_all()
        except Exception as error:  # whatever a driver throws, the camera is lost and the game goes on
            self._note(error)
        finally:
            try:
                source.close()
            except Exception as error:
                log.warning("%s could not be closed: %s", self.name, error)

    def _note(self, error: Exception) -> None:
        """Keep what went wrong for whoever asks for the next frame."""
        log.info("%s: %s: %s", self.name, type(error).__name__, error)
        self._alive_at = time.monotonic()
        with self._fresh:
            self._trouble = error if isinstance(error, CameraError) else None
            self._trouble_is_new = True
            self._fresh.notify_all()
