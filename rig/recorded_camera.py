"""Cameras that are none: a picture, a folder of pictures, a film, and the desk's rendered tray.

They keep time like a camera does, so that whatever waits for dice to come to rest waits here as well.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from rig.errors import CameraError
from vision.errors import FrameError
from vision.picture_file import read_picture
from vision.reading import Frame

PICTURE_ENDINGS = (".jpg", ".jpeg", ".png", ".webp", ".bmp")
FILM_ENDINGS = (".mp4", ".avi", ".mkv", ".mov", ".webm", ".mjpg")


class Tray(Protocol):
    """Something that renders the tray as it looks at a given time."""

    def frame(self, at_s: float) -> Frame:
        """The tray at a time of the steady clock, in seconds; (height, width, 3) uint8, BGR."""
        ...


class Pace:
    """Lets one frame through every so often."""

    def __init__(self, frames_a_second: float) -> None:
        self._step_s = 1.0 / frames_a_second
        self._due = time.monotonic()

    def wait(self) -> None:
        """Sleep until the next frame is due; after a long pause start afresh instead of catching up."""
        now = time.monotonic()
        if now < self._due:
            time.sleep(self._due - now)
        self._due = max(self._due, now - self._step_s) + self._step_s


class DeskCamera:
    """Looks at a rendered tray."""

    def __init__(self, tray: Tray, frames_a_second: float = 10, clock: Callable[[], float] = time.monotonic) -> None:
        self.name = "desk camera (rendered dice)"
        self._tray = tray
        self._clock = clock
        self._pace = Pace(frames_a_second)

    def frame(self) -> Frame:
        """The tray as it looks now."""
        self._pace.wait()
        return self._tray.frame(self._clock())

    def close(self) -> None:
        """Nothing to let go of."""


class RecordedCamera:
    """Shows recorded frames one after the other; after the last one it keeps showing that one.

    Attributes:
        name: what is shown, for people.
        is_over: True once the last frame was shown.
    """

    def __init__(self, name: str, frames: Iterator[Frame], frames_a_second: float) -> None:
        self.name = name
        self.is_over = False
        self._frames = frames
        self._last: Frame | None = None
        self._pace = Pace(frames_a_second)

    def frame(self) -> Frame:
        """The next frame, or the last one again.

        Raises:
            CameraError: a file holds no picture.
        """
        self._pace.wait()
        try:
            found = next(self._frames, None)
        except FrameError as error:
            raise CameraError(str(error)) from error
        if found is None:
            self.is_over = True
            if self._last is None:
                raise CameraError(f"{self.name} holds no picture; record it again or name another one.")
            return self._last.copy()
        self._last = found
        return found.copy()

    def close(self) -> None:
        """Let go of the files."""
        close = getattr(self._frames, "close", None)
        if close is not None:
            close()


def open_recorded(path: Path, frames_a_second: float = 10) -> RecordedCamera:
    """A camera that shows a picture, the pictures of a folder in the order of their names, or a film.

    Raises:
        CameraError: there is nothing of that kind at this place.
    """
    if path.is_dir():
        files = sorted((f for f in path.iterdir() if f.suffix.lower() in PICTURE_ENDINGS), key=_natural)
        if not files:
            raise CameraError(f"The folder {path} holds no pictures ({', '.join(PICTURE_ENDINGS)}); name another one.")
        return RecordedCamera(f"{len(files)} pictures of {path}", map(read_picture, files), frames_a_second)
    if not path.is_file():
        raise CameraError(f"There is no picture, folder or film at {path}; look at the path given with --camera.")
    if path.suffix.lower() in FILM_ENDINGS:
        return _open_film(path)
    try:
        picture = read_picture(path)
    except FrameError as error:
        raise CameraError(str(error)) from error
    return RecordedCamera(f"picture {path}", iter([picture]), frames_a_second)


def _open_film(path: Path) -> RecordedCamera:
    film = cv2.VideoCapture(str(path))
    rate = film.get(cv2.CAP_PROP_FPS)
    if not film.isOpened():
        film.release()
        raise CameraError(f"{path} is no film that can be opened; record it as MP4 or AVI.")
    return RecordedCamera(f"film {path}", _film_frames(film), rate if 1 <= rate <= 120 else 25)


def _film_frames(film: cv2.VideoCapture) -> Iterator[Frame]:
    try:
        while True:
            has_more, picture = film.read()
            if not has_more:
                return
            yield np.asarray(picture, dtype=np.uint8)
    finally:
        film.release()


def _natural(path: Path) -> tuple[int, int, str]:
    """2.jpg before 10.jpg, numbered pictures before named ones."""
    return (0, int(path.stem), path.name) if path.stem.isdecimal() else (1, 0, path.name)
