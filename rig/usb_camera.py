"""USB cameras, through OpenCV."""

from __future__ import annotations

import os
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from rig.errors import CameraError
from rig.settings import CameraSettings
from vision.reading import Frame

VIDEO_DEVICES = Path("/sys/class/video4linux")

SETTLE_S = 2.0
"""How long the camera may find its own exposure and white balance before they are kept."""

V4L2_MANUAL_EXPOSURE = 1
V4L2_EXPOSURE_STEP_US = 100

# OpenCV waits ten seconds for a silent camera unless told otherwise; the rig wants to know sooner.
os.environ.setdefault("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", "2")


@dataclass(frozen=True, slots=True)
class UsbDevice:
    """A USB camera the system knows.

    Attributes:
        number: N of /dev/videoN.
        name: as the device calls itself.
    """

    number: int
    name: str


def usb_cameras(devices: Path = VIDEO_DEVICES) -> tuple[UsbDevice, ...]:
    """The USB cameras that are plugged in, lowest number first.

    A Raspberry Pi has a dozen video devices that are no cameras, and a USB camera has a second one for its data: the
    system's own list tells them apart.
    """
    found = []
    for entry in devices.glob("video*") if devices.is_dir() else ():
        try:
            is_usb = "/usb" in str((entry / "device").resolve())
            is_first = (entry / "index").read_text().strip() == "0"
            name = (entry / "name").read_text().strip()
            number = int(entry.name.removeprefix("video"))
        except (OSError, ValueError):
            continue
        if is_usb and is_first:
            found.append(UsbDevice(number, name))
    return tuple(sorted(found, key=lambda device: device.number))


def why_not_there(number: int, devices: Path = VIDEO_DEVICES) -> str | None:
    """Why there is no USB camera of that number, and what to do; None if there is a device, or nobody can say."""
    if sys.platform != "linux" or (devices / f"video{number}").exists():
        return None
    found = usb_cameras(devices)
    if not found:
        return f"There is no USB camera {number}, nor any other. Plug one in; it is found by itself."
    listed = ", ".join(f"usb:{device.number} ({device.name})" for device in found)
    return f"There is no USB camera {number}. Plug it in, or choose one that is there with --camera: {listed}."


class UsbSource:
    """An opened USB camera; its focus, exposure and white balance stay as they were after the first seconds."""

    def __init__(self, number: int, settings: CameraSettings, settle_s: float = SETTLE_S) -> None:
        system = cv2.CAP_V4L2 if sys.platform == "linux" else cv2.CAP_ANY
        self._number = number
        self._settings = settings
        missing = why_not_there(number)
        if missing is not None:  # OpenCV would warn in the terminal, once a second
            raise CameraError(missing)
        cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_ERROR)
        self._capture = cv2.VideoCapture(number, system)
        if not self._capture.isOpened():
            self._capture.release()
            raise CameraError(
                f"USB camera {number} cannot be opened. Plug it in, and close other programs that use a camera."
            )
        self._ask_for_format()
        self._settle(settle_s)
        self._lock()

    def grab(self) -> Frame:
        """The next picture.

        Raises:
            CameraError: the camera gave none.
        """
        has_picture, picture = self._capture.read()
        if not has_picture or picture is None:
            raise CameraError(
                f"USB camera {self._number} gives no pictures. Look at its cable; the game goes on by hand meanwhile."
            )
        frame: Frame = np.asarray(picture, dtype=np.uint8)
        return np.ascontiguousarray(frame[::-1, ::-1]) if self._settings.upside_down else frame

    def close(self) -> None:
        """Let go of the camera."""
        self._capture.release()

    def _ask_for_format(self) -> None:
        wanted = (
            (cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG")),  # uncompressed pictures do not fit through USB 2
            (cv2.CAP_PROP_FRAME_WIDTH, self._settings.width),
            (cv2.CAP_PROP_FRAME_HEIGHT, self._settings.height),
            (cv2.CAP_PROP_FPS, self._settings.frames_a_second),
            (cv2.CAP_PROP_BUFFERSIZE, 1),
        )
        for what, value in wanted:
            self._capture.set(what, value)

    def _settle(self, settle_s: float) -> None:
        until = time.monotonic() + settle_s
        while time.monotonic() < until:
            if not self._capture.read()[0]:
                return

    def _lock(self) -> None:
        """Keep focus, exposure and white balance; a camera that lacks one of them ignores the wish."""
        exposure = self._capture.get(cv2.CAP_PROP_EXPOSURE)
        if self._settings.exposure_us is not None:
            exposure = self._settings.exposure_us / V4L2_EXPOSURE_STEP_US
        self._capture.set(cv2.CAP_PROP_AUTOFOCUS, 0)
        self._capture.set(cv2.CAP_PROP_AUTO_WB, 0)
        if exposure > 0:
            self._capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, V4L2_MANUAL_EXPOSURE)
            self._capture.set(cv2.CAP_PROP_EXPOSURE, exposure)
