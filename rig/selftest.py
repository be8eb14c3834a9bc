"""Tries what only a real rig has: camera and its locks, frame rate, buttons, storage, temperature, reading time.

What comes out is a report to paste when asking for help.  It holds no names, addresses, serial numbers or paths of a
person's folders, and no picture.
"""

from __future__ import annotations

import os
import platform
import shutil
import statistics
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2

from rig.buttons import NAMES, is_raspberry_pi, open_buttons
from rig.camera import PiSource, only_offered, pi_cameras
from rig.errors import ButtonsError, CameraError
from rig.events import Button, Event, Pressed
from rig.health import Finding, State
from rig.live_camera import Source
from rig.settings import Settings
from rig.usb_camera import UsbSource, usb_cameras
from vision.errors import VisionError
from vision.reading import Frame

FRAMES = 45
LEAST_SHARPNESS = 40.0
"""Variance of the Laplacian; a tray with dice in focus has several hundred, a blurred one less than this."""

SCREENS = Path("/sys/class/drm")
"""Where the kernel tells of screens."""

THROTTLED = {0: "voltage too low now", 2: "slowed down now", 16: "voltage was too low", 18: "was slowed down"}
"""Bits of the firmware's report that matter here."""


def try_everything(folder: Path, settings: Settings, press_s: float) -> Iterator[Finding]:
    """Each finding as soon as it is known.

    Args:
        folder: the data folder, where storage is tried.
        settings: what the rig would use.
        press_s: how long to wait for the four buttons to be pressed; 0 leaves them out.
    """
    parts: tuple[tuple[str, Callable[[], Iterator[Finding]]], ...] = (
        ("system", _system),
        ("storage", lambda: _storage(folder)),
        ("camera", lambda: _camera(settings)),
        ("buttons", lambda: _buttons(settings, press_s)),
        ("screen", lambda: _screen(settings)),
        ("service", _service),
    )
    for part, trial in parts:
        try:
            yield from trial()
        except Exception as error:  # one part that fails must not hide the others
            yield Finding(part, State.BAD, f"could not be tried: {type(error).__name__}: {error}")


def _system() -> Iterator[Finding]:
    board = Path("/proc/device-tree/model")
    name = board.read_text(errors="replace").strip("\0") if board.exists() else platform.machine()
    yield Finding("system", State.GOOD, f"{name}, {_release()}, kernel {platform.release()}, {_memory()} MB memory")
    heat = Path("/sys/class/thermal/thermal_zone0/temp")
    if heat.exists():
        degrees = int(heat.read_text()) / 1000
        advice = "Give it air or a cooler." if degrees > 75 else ""
        yield Finding("temperature", State.MISSING if advice else State.GOOD, f"{degrees:.0f} °C", advice)
    if shutil.which("vcgencmd"):
        said = subprocess.run(["vcgencmd", "get_throttled"], capture_output=True, text=True, timeout=5, check=False)
        yield throttling(said.stdout)


def throttling(said: str) -> Finding:
    """What the firmware says of voltage and heat ("throttled=0x50000")."""
    bits = int(said.strip().partition("=")[2] or "0", 16)
    troubles = [words for bit, words in THROTTLED.items() if bits >> bit & 1]
    if troubles:
        return Finding("power", State.MISSING, ", ".join(troubles), "Use the official power supply; check cooling.")
    return Finding("power", State.GOOD, "voltage and speed as they should be")


def _storage(folder: Path) -> Iterator[Finding]:
    folder.mkdir(parents=True, exist_ok=True)
    place, times = folder / ".selftest", []
    try:
        with place.open("wb") as file:
            for _ in range(20):
                began = time.perf_counter()
                file.write(os.urandom(4096))
                file.flush()
                os.fsync(file.fileno())
                times.append((time.perf_counter() - began) * 1000)
    finally:
        place.unlink(missing_ok=True)
    found = f"a move is safe on the card after {statistics.median(times):.1f} ms (worst of 20: {max(times):.0f} ms)"
    advice = "This card is slow; one of class A1 or A2 serves better." if statistics.median(times) > 200 else ""
    yield Finding("storage", State.MISSING if advice else State.GOOD, found, advice)


def _camera(settings: Settings) -> Iterator[Finding]:
    source = _source(settings)
    if source is None:
        yield Finding("camera", State.MISSING, "none", "Plug one in; keltis doctor says more.")
        return
    try:
        frame, rate = _frame_rate(source)
        height, width = frame.shape[:2]
        yield Finding("camera", State.GOOD, f"{width}x{height} pixels, {rate:.1f} frames a second")
        if isinstance(source, PiSource):
            yield from _pi_locks(source)
        yield sharpness(frame)
        yield from _reading_time(frame)
    finally:
        source.close()


def _source(settings: Settings) -> Source | None:
    try:
        if pi_cameras():
            return PiSource(settings.camera)
    except CameraError:
        if is_raspberry_pi():
            raise
    found = usb_cameras()
    return UsbSource(found[0].number, settings.camera) if found else None


def _frame_rate(source: Source) -> tuple[Frame, float]:
    frame, began = source.grab(), time.perf_counter()
    for _ in range(FRAMES):
        frame = source.grab()
    return frame, FRAMES / (time.perf_counter() - began)


def _pi_locks(source: PiSource) -> Iterator[Finding]:
    """Whether the camera keeps what it was told; the values are what one may write into rig.toml."""
    wanted: dict[str, Any] = dict(source.locked)
    yield Finding("sensor", State.GOOD, source.modes or "unknown")
    yield Finding("NV12", State.GOOD, f"accepted, colours as {source.colours or 'unknown'}")
    if source.lacks:
        by_hand = "Focus it by hand." if "LensPosition" in source.lacks else ""
        yield Finding("not offered", State.MISSING, ", ".join(source.lacks), by_hand)
    if not wanted:
        yield Finding("locks", State.MISSING, "this camera offers neither focus nor exposure to be locked")
        return
    yield Finding("controls", State.GOOD, ", ".join(f"{name} {value}" for name, value in sorted(wanted.items())))
    kept = source.measured()
    broken = [name for name, value in only_offered(wanted, kept).items() if not is_near(value, kept[name])]
    if broken:
        told = ", ".join(f"{name} is {kept[name]}" for name in broken)
        yield Finding("locks", State.BAD, f"not kept: {told}", "Please report this with the whole text.")
    else:
        yield Finding("locks", State.GOOD, "exposure, colour and focus stay as they were set")


def is_near(wanted: Any, found: Any) -> bool:
    """True if a control is within 5 % of what was asked for; sensors have steps of their own."""
    if isinstance(wanted, tuple | list):
        return all(is_near(*pair) for pair in zip(wanted, found, strict=True))
    return abs(float(wanted) - float(found)) <= 0.05 * max(abs(float(wanted)), 0.1)


def sharpness(frame: Frame) -> Finding:
    """How sharp the tray is seen."""
    grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
    amount = float(cv2.Laplacian(grey, cv2.CV_64F).var())
    found = f"sharpness {amount:.0f}, brightness {float(grey.mean()):.0f} of 255"
    if amount < LEAST_SHARPNESS:
        return Finding("picture", State.MISSING, found, "Put dice into the tray, set lens_position, or clean the lens.")
    return Finding("picture", State.GOOD, found)


def _reading_time(frame: Frame) -> Iterator[Finding]:
    from vision.reader import Reader

    try:
        reader, times = Reader("pips"), []
        for _ in range(6):
            began = time.perf_counter()
            reader.read(frame)
            times.append((time.perf_counter() - began) * 1000)
    except VisionError as error:
        yield Finding("reading", State.BAD, "not possible", str(error))
        return
    yield Finding("reading", State.GOOD, f"{statistics.median(times[1:]):.0f} ms a frame, the first {times[0]:.0f} ms")


def _buttons(settings: Settings, press_s: float) -> Iterator[Finding]:
    if press_s <= 0:
        yield Finding("buttons", State.MISSING, "left out")
        return
    heard: list[Event] = []
    try:
        buttons = open_buttons(settings.buttons, heard.append, lambda: 0)
    except ButtonsError as error:
        yield Finding("buttons", State.BAD, "cannot be used", str(error))
        return
    if buttons is None:
        yield Finding("buttons", State.MISSING, "none here", "Keys and the screen do the same.")
        return
    print(f"Press ✔ ↻ ▲ ▼ one after the other, within {press_s:.0f} seconds ...", flush=True)
    until = time.monotonic() + press_s
    missing = set(Button)
    while time.monotonic() < until and missing:
        time.sleep(0.1)
        missing -= {event.button for event in heard if isinstance(event, Pressed)}
    trouble = buttons.trouble()
    buttons.close()
    if missing or trouble:
        silent = ", ".join(NAMES[button] for button in Button if button in missing)
        advice = trouble or "Look at their wires and at the pins in rig.toml under [buttons]."
        yield Finding("buttons", State.MISSING, f"not heard: {silent}", advice)
    else:
        yield Finding("buttons", State.GOOD, "all four heard")


def _screen(settings: Settings) -> Iterator[Finding]:
    connected = [
        place.parent.name.split("-", 1)[1]
        for place in sorted(SCREENS.glob("card*-*/status"))
        if place.read_text().strip() == "connected"
    ]
    if connected:
        yield Finding("screen", State.GOOD, ", ".join(connected))
    elif settings.page.phones == "always":
        yield Finding("screen", State.GOOD, "a phone in the home network")
    else:
        yield Finding("screen", State.MISSING, "none is connected", "A phone can be it: install.sh --screen phone")


def _service() -> Iterator[Finding]:
    if not Path("/run/systemd/system").is_dir():
        yield Finding("service", State.MISSING, "no systemd here")
        return
    asked = ["systemctl", "show", "keltis-rig", "--property=ActiveState,NRestarts,WatchdogUSec"]
    said = subprocess.run(asked, capture_output=True, text=True, timeout=10, check=False)
    yield Finding("service", State.GOOD, ", ".join(said.stdout.split()) or "not installed")
    watchdogs = sorted(Path("/dev").glob("watchdog[0-9]*"))
    yield Finding("watchdog", State.GOOD, "the machine has one" if watchdogs else "the machine has none")


def _release() -> str:
    try:
        return platform.freedesktop_os_release().get("PRETTY_NAME", "unknown system")
    except OSError:
        return platform.system()


def _memory() -> int:
    return int(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e6)
