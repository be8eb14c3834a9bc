"""Looks at this machine part by part: what was found, whether it will do, and what to do about what will not.

`keltis doctor` prints it.  A part that fails to be looked at is itself a finding; nothing here raises.
"""

from __future__ import annotations

import http.client
import importlib.util
import json
import os
import platform
import shutil
import socket
import sqlite3
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from rig.buttons import MODEL_FILE, is_raspberry_pi
from rig.camera import pi_cameras
from rig.errors import CameraError, SettingsError
from rig.settings import GAMES_FILE, PROFILES_FOLDER, Settings, load_settings, settings_file
from rig.usb_camera import usb_cameras
from vision.errors import VisionError

MODELS = ("dice_faces", "dice_finder", "dice_corners")

LEAST_FREE_BYTES = 200_000_000


class State(Enum):
    """How a part is."""

    GOOD = "good"
    MISSING = "missing"  # one can play without it
    BAD = "bad"  # has to be mended first


@dataclass(frozen=True, slots=True)
class Finding:
    """One part and how it is.

    Attributes:
        part: what was looked at ("camera").
        state: whether it will do.
        found: what is there.
        advice: what to do; empty where nothing needs to be done.
    """

    part: str
    state: State
    found: str
    advice: str = ""


def examine(folder: Path, given_settings: Path | None = None) -> tuple[Finding, ...]:
    """All findings, in the order in which one would mend them.

    Args:
        folder: the data folder.
        given_settings: `rig.toml`; None means the usual one.
    """
    settings = Settings()
    try:
        settings = load_settings(given_settings, folder)
        place, _ = settings_file(given_settings, folder)
        found = str(place) if place.exists() else f"no {place}: the defaults hold"
        about_settings = Finding("settings", State.GOOD, found)
    except SettingsError as error:
        about_settings = Finding("settings", State.BAD, "cannot be used", str(error))
    checks: tuple[tuple[str, Callable[[], Iterator[Finding]]], ...] = (
        ("system", _system),
        ("data folder", lambda: _data_folder(folder)),
        ("models", _models),
        ("camera", lambda: _cameras(settings)),
        ("buttons", lambda: _buttons(settings)),
        ("profiles", lambda: _profiles(folder, settings)),
        ("games", lambda: _games(folder)),
        ("page", lambda: _port(settings)),
    )
    findings = [about_settings]
    for part, check in checks:
        try:
            findings += check()
        except Exception as error:  # the doctor must not fall ill himself
            findings.append(Finding(part, State.BAD, f"could not be examined: {type(error).__name__}: {error}"))
    return tuple(findings)


def _system() -> Iterator[Finding]:
    machine = f"Python {platform.python_version()} on {platform.system()} {platform.machine()}"
    if is_raspberry_pi():
        machine = f"{MODEL_FILE.read_text(errors='replace').strip(chr(0))}, {machine}"
    if sys.maxsize < 2**32:
        yield Finding("system", State.BAD, machine, "The reader needs a 64-bit system; install the 64-bit one.")
    else:
        yield Finding("system", State.GOOD, machine)


def _data_folder(folder: Path) -> Iterator[Finding]:
    existing = next(place for place in (folder, *folder.parents) if place.exists())
    free = shutil.disk_usage(existing).free
    found = f"{folder}, {free / 1e9:.1f} GB free"
    if not os.access(existing, os.W_OK | os.X_OK):
        advice = "Nothing can be written there; make it yours, or name another folder with --data."
        yield Finding("data folder", State.BAD, found, advice)
    elif free < LEAST_FREE_BYTES:
        yield Finding("data folder", State.BAD, found, "Make room: games could soon not be written any more.")
    else:
        yield Finding("data folder", State.GOOD, found)


def _models() -> Iterator[Finding]:
    from vision.model_file import open_model

    for name in MODELS:
        try:
            model = open_model(name)
        except VisionError as error:
            yield Finding("model", State.BAD, f"{name} cannot be used", f"{error}")
        else:
            version = model.contract.get("version", "?")
            yield Finding("model", State.GOOD, f"{name}, version {version}, sha256 {model.sha256[:12]}")


def _cameras(settings: Settings) -> Iterator[Finding]:
    if settings.camera.choice == "none":
        yield Finding("camera", State.MISSING, "switched off in the settings", "Rolls are entered by hand.")
        return
    found, advice = [f"USB camera {device.name}" for device in usb_cameras()], ""
    try:
        found += [f"Pi camera {name}" for name in pi_cameras()]
    except CameraError as error:
        advice = str(error) if is_raspberry_pi() else ""
    if found:
        yield Finding("camera", State.GOOD, ", ".join(found))
    else:
        yield Finding(
            "camera",
            State.MISSING,
            "none",
            advice or "Plug one in. Until then: keltis demo (rendered dice), or enter rolls by hand.",
        )


def _buttons(settings: Settings) -> Iterator[Finding]:
    wiring = settings.buttons
    pins = f"✔ {wiring.confirm}, ↻ {wiring.reroll}, ▲ {wiring.up}, ▼ {wiring.down} (BCM)"
    if wiring.use == "none":
        yield Finding("buttons", State.MISSING, "switched off in the settings", "Keys and the screen do the same.")
    elif not is_raspberry_pi():
        yield Finding("buttons", State.MISSING, "no Raspberry Pi here", "Keys and the screen do the same.")
    else:
        yield _pins(pins)


def _pins(pins: str) -> Finding:
    if importlib.util.find_spec("lgpio") is None:
        return Finding("buttons", State.MISSING, "lgpio is missing", "sudo apt install python3-lgpio")
    chips = sorted(Path("/dev").glob("gpiochip*"))
    if not any(os.access(chip, os.R_OK | os.W_OK) for chip in chips):
        return Finding("buttons", State.MISSING, "no right to the pins", "sudo adduser $USER gpio, then log in again")
    return Finding("buttons", State.GOOD, f"pins {pins}")


def _profiles(folder: Path, settings: Settings) -> Iterator[Finding]:
    from vision.profile import load_profile

    places = sorted((folder / PROFILES_FOLDER).glob("*")) if (folder / PROFILES_FOLDER).is_dir() else []
    if settings.dice.profile:
        places.append(folder / settings.dice.profile)
    for place in dict.fromkeys(places):
        try:
            profile = load_profile(place)
        except VisionError as error:
            yield Finding("profile", State.BAD, f"{place.name} cannot be used", str(error))
        else:
            yield Finding("profile", State.GOOD, f"{place.name}: {profile.dice_set}, {len(profile.shots)} pictures")
    if not places:
        advice = "Teach your dice on the page or with keltis teach; ordinary dice can stand in without that."
        yield Finding("profile", State.MISSING, "no dice were taught yet", advice)


def _games(folder: Path) -> Iterator[Finding]:
    place = folder / GAMES_FILE
    if not place.exists():
        yield Finding("games", State.GOOD, "none played yet")
        return
    try:
        database = sqlite3.connect(f"file:{place}?mode=ro", uri=True)
        try:
            is_sound = database.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)
        finally:
            database.close()
    except sqlite3.Error as error:
        yield Finding("games", State.BAD, f"{place} cannot be read: {error}", "Look at its rights and at the card.")
        return
    if is_sound:
        yield Finding("games", State.GOOD, f"{place}, {place.stat().st_size / 1e6:.1f} MB, sound")
    else:
        yield Finding("games", State.BAD, f"{place} is damaged", "Start the rig: it sets the file aside and goes on.")


def _port(settings: Settings) -> Iterator[Finding]:
    port = settings.page.port
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as line:
        line.settimeout(1)
        is_taken = line.connect_ex(("127.0.0.1", port)) == 0
    if not is_taken:
        yield Finding("page", State.GOOD, f"port {port} is free")
    elif _the_rig_answers(port):
        advice = "Another one needs a port of its own: --port, or in rig.toml."
        yield Finding("page", State.GOOD, f"a rig or its demo serves its page on port {port}", advice)
    else:
        advice = "Choose another with --port or in rig.toml, or end that program."
        yield Finding("page", State.MISSING, f"another program answers on port {port}", advice)


def _the_rig_answers(port: int) -> bool:
    """True if what is said there of a table nobody else says."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=1)
    try:
        line.request("GET", "/state.json")
        told = json.loads(line.getresponse().read(1_000_000))
    except (OSError, ValueError, http.client.HTTPException):
        return False
    finally:
        line.close()
    return isinstance(told, dict) and {"revision", "headline"} <= told.keys()
