"""Reads a picture file into a frame."""

from __future__ import annotations

import os
import tempfile
import threading
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import FrameError
from vision.reading import Frame

LARGEST_FILE = 100_000_000
"""Bytes; a camera's picture is far smaller."""

JPEG_BEGINS = b"\xff\xd8\xff"

LARGEST_SIDE = 10_000
"""Pixels; OpenCV would take gigabytes for more."""


def read_picture(path: str | Path) -> Frame:
    """The picture in a file.

    Returns:
        (height, width, 3) uint8, BGR.

    Raises:
        FrameError: there is no such file, it is empty or huge, or it is no picture.
    """
    place = Path(path)
    try:
        if place.exists() and not place.is_file() and not place.is_dir():
            raise FrameError(f"{path} is no file; give a JPEG or PNG file.")
        size = place.stat().st_size
        if size == 0:
            raise FrameError(f"{path} is empty; take the picture again.")
        if size > LARGEST_FILE:
            raise FrameError(f"{path} has {size // 1_000_000} MB; give a picture of less than 100 MB.")
        data = np.frombuffer(place.read_bytes(), np.uint8)
    except OSError as error:
        raise FrameError(f"{path} cannot be read: {error.strerror}.") from error
    try:
        frame, warnings = _decoded(data)
    except cv2.error as error:
        raise FrameError(f"{path} is no picture that can be opened, or has more than 10000 x 10000 pixels.") from error
    if "JPEG" in warnings or (frame is None and data[:3].tobytes() == JPEG_BEGINS):
        raise FrameError(f"{path} is damaged; take the picture again or copy it once more.")
    if frame is None:
        raise FrameError(f"{path} is no picture; give a JPEG or PNG file.")
    if max(frame.shape[:2]) > LARGEST_SIDE:
        raise FrameError(f"{path} is {frame.shape[1]}x{frame.shape[0]} pixels; give a picture of at most 10000 a side.")
    return frame


_one_at_a_time = threading.Lock()


def _decoded(data: NDArray[np.uint8]) -> tuple[Frame | None, str]:
    """The picture, and what libjpeg says about it: it speaks to the terminal and to nobody else.

    Standard error is held back while it works; what others wrote there meanwhile is handed on.
    """
    with _one_at_a_time, tempfile.TemporaryFile() as held:
        terminal = os.dup(2)
        try:
            os.dup2(held.fileno(), 2)
            try:
                frame = cv2.imdecode(data, cv2.IMREAD_COLOR)
            finally:
                os.dup2(terminal, 2)
            held.seek(0)
            lines = held.read().splitlines(keepends=True)
            os.write(terminal, b"".join(line for line in lines if b"JPEG" not in line))
        finally:
            os.close(terminal)
    said = b"".join(line for line in lines if b"JPEG" in line).decode("ascii", "replace")
    return (None if frame is None else np.asarray(frame, dtype=np.uint8)), said
