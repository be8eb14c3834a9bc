"""Cameras: what the rig wants of one, the Raspberry Pi's own, and the choice among all of them.

The only file that imports picamera2, and it does so late: picamera2 needs libcamera, which exists for the system's own
Python alone.  One configuration serves the whole run (changing it resets focus and leaks camera memory), in NV12, which
every pipeline makes and which takes half the memory of colour pictures.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np

from rig.errors import CameraError
from rig.kept_focus import KeptFocus
from rig.live_camera import LiveCamera, Source
from rig.recorded_camera import DeskCamera, Tray, open_recorded
from rig.settings import CameraSettings
from rig.usb_camera import UsbSource, usb_cameras
from vision.reading import Frame

log = logging.getLogger(__name__)

SETTLE_S = 2.0
"""How long exposure, white balance and focus may find themselves before they are kept."""

GRAB_S = 2.0
"""A request that takes longer is a stalled camera."""

WANTED: tuple[str, ...] = (
    "AeEnable",
    "AfMode",
    "AnalogueGain",
    "AwbEnable",
    "ColourGains",
    "ExposureTime",
    "LensPosition",
)
"""Controls by which exposure, colour and focus are locked; a camera without a motor in its lens has no AfMode."""

FOCUS_MANUAL, FOCUS_ONCE, FOCUS_START = 0, 1, 0
"""Values of libcamera's AfMode and AfTrigger."""


class Camera(Protocol):
    """Where frames come from.

    Attributes:
        name: what it is, for people.
    """

    name: str

    def frame(self) -> Frame:
        """The newest picture, (height, width, 3) uint8, BGR; waits for it.

        Raises:
            CameraError: there is none within 5 s; ask again at any time, a camera that comes back is opened by itself.
        """
        ...

    def close(self) -> None:
        """Let go of the device."""
        ...


def open_camera(
    choice: str, settings: CameraSettings | None = None, tray: Tray | None = None, focus: KeptFocus | None = None
) -> Camera:
    """The camera somebody chose.

    Args:
        choice: "auto", "pi", "usb", "usb:1", "desk", or the path of a picture, a folder of pictures or a film.
        settings: size, rate and locks.
        tray: what the desk camera looks at.
        focus: what the Pi's camera was focused on before, where the settings are silent.

    Raises:
        CameraError: there is no such camera; the sentence says what to do.
    """
    wanted = settings or CameraSettings()
    if choice == "desk":
        if tray is None:
            raise CameraError("The desk camera looks at rendered dice; start it with: keltis demo")
        return DeskCamera(tray)
    if choice == "auto":
        return _open_any(wanted, focus)
    if choice == "pi":
        return _open_pi(wanted, focus)
    if choice == "usb" or choice.startswith("usb:"):
        return _open_usb(choice, wanted)
    return open_recorded(Path(choice).expanduser(), wanted.frames_a_second)


def pi_cameras() -> tuple[str, ...]:
    """Names of the cameras on the Pi's own connectors.

    Raises:
        CameraError: picamera2 cannot be used here.
    """
    return tuple(str(info.get("Model", "camera")) for info in _picamera2().global_camera_info())


class PiSource:
    """An opened camera of the Raspberry Pi, locked.

    Args:
        settings: size, rate and locks.
        focus: what it was focused on before, used where the settings are silent; learns what is found.

    Attributes:
        locked: the controls as they were fixed; what the settings should hold to have them again.
        modes: the sensor and the sizes in which it gives pictures, for people.
        colours: the colour space in which they come; SMPTE170M is what was asked for.
        lacks: the controls the rig would use and this camera does not have.
    """

    def __init__(self, settings: CameraSettings, focus: KeptFocus | None = None) -> None:
        focus = focus or KeptFocus()
        settings = with_focus(settings, focus)
        self._camera = _opened(_picamera2())
        self.locked: dict[str, Any] = {}
        self.modes, self.colours, self.lacks = "", "", WANTED
        try:
            offered = self._camera.camera_controls
            self.modes = _modes(self._camera)
            self.lacks = tuple(sorted(set(WANTED) - set(offered)))
            configuration = self._camera.create_video_configuration(
                main={"size": (settings.width, settings.height), "format": "NV12"},
                controls=only_offered(first_controls(settings), offered),
                buffer_count=4,
                **_as_seen(settings),
            )
            self._camera.configure(configuration)
            self.colours = _colours(self._camera.camera_configuration().get("colour_space"))
            self._camera.start()
            self._settle()
            self.locked = only_offered(lasting_controls(settings, self.measured()), offered)
            self._camera.set_controls(self.locked)
            focus.dioptres = self.locked.get("LensPosition")
        except Exception as error:
            self.close()
            raise CameraError(f"The Pi's camera refused its settings ({error}). Run: keltis doctor") from error

    def grab(self) -> Frame:
        """The next picture.

        Raises:
            CameraError: none came in time.
        """
        nv12, _ = self._grab()
        return np.asarray(cv2.cvtColor(nv12, cv2.COLOR_YUV2BGR_NV12), dtype=np.uint8)

    def measured(self) -> Mapping[str, Any]:
        """What the camera says of its newest picture: ExposureTime, AnalogueGain, ColourGains, LensPosition, ..."""
        return self._grab()[1]

    def close(self) -> None:
        """Let go of the camera."""
        self._camera.close()

    def _grab(self) -> tuple[Frame, Mapping[str, Any]]:
        try:
            request = self._camera.capture_request(wait=GRAB_S)
        except TimeoutError as error:
            raise CameraError(
                "The Pi's camera gives no pictures. Switch the Pi off and look at the ribbon cable at both ends."
            ) from error
        try:  # a request that is not given back is a buffer lost
            return request.make_array("main"), request.get_metadata()
        finally:
            request.release()

    def _settle(self) -> None:
        until = time.monotonic() + SETTLE_S
        while time.monotonic() < until:
            self._grab()


def with_focus(settings: CameraSettings, focus: KeptFocus) -> CameraSettings:
    """The settings, with the focus that is known from before where they are silent about it."""
    return settings if settings.lens_position is not None else replace(settings, lens_position=focus.dioptres)


def first_controls(settings: CameraSettings) -> dict[str, Any]:
    """What is asked of the camera while it finds the rest by itself."""
    frame_us = round(1_000_000 / settings.frames_a_second)
    wanted: dict[str, Any] = {"FrameDurationLimits": (frame_us, frame_us)}
    if settings.lens_position is not None:
        wanted |= {"AfMode": FOCUS_MANUAL, "LensPosition": settings.lens_position}
    else:
        wanted |= {"AfMode": FOCUS_ONCE, "AfTrigger": FOCUS_START}
    if settings.exposure_us is not None:
        wanted |= {"AeEnable": False, "ExposureTime": settings.exposure_us}
        wanted |= {"AnalogueGain": settings.analogue_gain or 1.0}
    if settings.colour_gains is not None:
        wanted |= {"AwbEnable": False, "ColourGains": settings.colour_gains}
    return wanted


def lasting_controls(settings: CameraSettings, measured: Mapping[str, Any]) -> dict[str, Any]:
    """What stays fixed for the rest of the run: the settings, and what the camera found where they are silent."""
    wanted: dict[str, Any] = {}
    lens = settings.lens_position if settings.lens_position is not None else measured.get("LensPosition")
    if lens is not None:
        wanted |= {"AfMode": FOCUS_MANUAL, "LensPosition": lens}
    if settings.exposure_us is not None:
        wanted |= {"AeEnable": False, "ExposureTime": settings.exposure_us}
        wanted |= {"AnalogueGain": settings.analogue_gain or 1.0}
    elif "ExposureTime" in measured and "AnalogueGain" in measured:
        exposure_us, gain = whole_flickers(measured["ExposureTime"], measured["AnalogueGain"], settings.mains_hz)
        wanted |= {"AeEnable": False, "ExposureTime": exposure_us, "AnalogueGain": gain}
    gains = settings.colour_gains or measured.get("ColourGains")
    if gains is not None:
        wanted |= {"AwbEnable": False, "ColourGains": tuple(gains)}
    return wanted


def whole_flickers(exposure_us: int, gain: float, mains_hz: int) -> tuple[int, float]:
    """An exposure of the same brightness that lasts a whole number of the lamp's flickers, with its gain.

    Lamps on the mains flicker twice a period.  An exposure that is no multiple of that brings dark bands which wander
    over the dice.  In bright light, where one flicker would be too long even without gain, the exposure is left alone.
    """
    flicker_us = 1_000_000 / (2 * mains_hz)
    brightness = exposure_us * gain
    flickers = max(1, round(exposure_us / flicker_us))
    while flickers > 1 and brightness < flickers * flicker_us:
        flickers -= 1
    if brightness < flickers * flicker_us:
        return exposure_us, gain
    whole_us = round(flickers * flicker_us)
    return whole_us, brightness / whole_us


def only_offered(wanted: Mapping[str, Any], offered: Mapping[str, Any]) -> dict[str, Any]:
    """The wanted controls this camera has; asking for another one would be refused with all the rest."""
    missing = sorted(set(wanted) - set(offered))
    if missing:
        log.info("This camera has no %s", ", ".join(missing))
    return {name: value for name, value in wanted.items() if name in offered}


def _open_any(settings: CameraSettings, focus: KeptFocus | None) -> Camera:
    try:
        if pi_cameras():
            return _open_pi(settings, focus)
    except CameraError as error:
        log.info("%s", error)
    if usb_cameras():
        return _open_usb("usb", settings)
    raise CameraError(
        "No camera was found. Plug in a USB camera, or look at both ends of the Pi's ribbon cable; "
        "the game goes on by hand meanwhile."
    )


def _open_pi(settings: CameraSettings, focus: KeptFocus | None) -> Camera:
    names = pi_cameras()
    if not names:
        raise CameraError(
            "The Pi sees no camera on its connector. Switch it off, press the ribbon cable home at both ends, and look "
            "with: rpicam-hello --list-cameras"
        )
    return LiveCamera(f"Pi camera {names[0]}", lambda: PiSource(settings, focus), settings.stall_s)


def _open_usb(choice: str, settings: CameraSettings) -> Camera:
    number = choice.partition(":")[2]
    if number and not number.isdecimal():
        raise CameraError(f"{choice} is no USB camera; write usb, or usb:0 for the first one.")
    found = usb_cameras()
    if not number and not found:
        raise CameraError("No USB camera is plugged in. Plug one in and try again.")
    chosen = int(number) if number else found[0].number
    name = next((device.name for device in found if device.number == chosen), str(chosen))

    def open_source() -> Source:
        # A camera that was unplugged may come back under another number.
        back = [device.number for device in usb_cameras() if device.name == name]
        return UsbSource(chosen if number or not back else back[0], settings)

    return LiveCamera(f"USB camera {name}", open_source, settings.stall_s)


def _picamera2() -> Any:
    """The class Picamera2."""
    try:
        from picamera2 import Picamera2
    except Exception as error:  # a half-installed libcamera raises all kinds
        raise CameraError(
            "The Pi's camera needs picamera2, which comes with the system: sudo apt install python3-picamera2, then "
            "make the environment again with deploy/make-venv.sh"
        ) from error
    return Picamera2


def _opened(kind: Any) -> Any:
    """A new camera of that class."""
    camera = kind.__new__(kind)
    try:
        camera.__init__()
    except Exception as error:  # picamera2 raises RuntimeError, IndexError and others
        _close_pipe(camera)
        raise CameraError(
            f"The Pi's camera cannot be opened ({error}). Close other programs that use it and look at its cable; "
            "rpicam-hello --list-cameras shows what the Pi sees."
        ) from error
    return camera


def _modes(camera: Any) -> str:
    """The sensor and its raw modes as picamera2 found them when it opened the camera.

    Its `sensor_modes` would say more, but sets the camera up anew for each of them, which leaks camera memory.
    """
    properties = camera.camera_properties
    name, size = properties.get("Model", "a sensor"), properties.get("PixelArraySize")
    raw = sorted({tuple(mode["size"]) for mode in getattr(camera, "_raw_modes", ()) if "size" in mode})
    parts = [str(name), *([f"{size[0]}x{size[1]} pixels"] if size else [])]
    return ", ".join(parts) + (f"; gives {', '.join(f'{width}x{height}' for width, height in raw)}" if raw else "")


def _colours(space: Any) -> str:
    """The name in what libcamera writes for a colour space: "<libcamera.ColorSpace 'SMPTE170M'>"."""
    written = "" if space is None else str(space)
    return written.partition("'")[2].partition("'")[0] or written


def _close_pipe(camera: Any) -> None:
    """Close what picamera2 leaves open when it fails to start: one try a second would use up all files in an hour."""
    reading, writing = getattr(camera, "notifymeread", None), getattr(camera, "notifyme_w", None)
    if reading is not None and not reading.closed:
        reading.close()
        if writing is not None:
            os.close(writing)


def _as_seen(settings: CameraSettings) -> dict[str, Any]:
    """Which way up, and the colour space that OpenCV's conversion from NV12 takes for granted."""
    from libcamera import ColorSpace, Transform

    turned = int(settings.upside_down)
    return {"transform": Transform(hflip=turned, vflip=turned), "colour_space": ColorSpace.Smpte170m()}
