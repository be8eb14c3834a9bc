"""The Pi's camera on the real picamera2 and libcamera, whose virtual camera plays the pictures of /frames.

Skipped where libcamera is missing; deploy/check/virtual-camera.sh makes a place where it is not.
"""

from __future__ import annotations

import json
import os
import time
import urllib.request
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from engine.dice import Keep, Roll
from rig.camera import Camera, PiSource, open_camera, pi_cameras
from rig.errors import CameraError
from rig.evening import Evening
from rig.events import Button, Pressed, SetupChanged
from rig.live_camera import LiveCamera
from rig.page.server import PageServer
from rig.readers import Readers
from rig.settings import CameraSettings
from rig.state import Phase, Setup
from vision.reader import Reader
from vision.reading import Reading

pytest.importorskip("libcamera")
virtual_picamera2: Any = pytest.importorskip("tests.rig.virtual_picamera2", exc_type=ImportError)

FRAMES = Path(os.environ.get("VIRTUAL_CAMERA_FRAMES", "/frames"))
FILM = Path(os.environ.get("VIRTUAL_CAMERA_FILM", "/film"))
SETTINGS = CameraSettings(width=1280, height=960)

pytestmark = [
    pytest.mark.skipif(not FRAMES.is_dir(), reason="libcamera's virtual camera has no pictures here"),
    pytest.mark.filterwarnings("default"),
]


@pytest.fixture
def virtual(monkeypatch):
    monkeypatch.setattr("rig.camera._picamera2", lambda: virtual_picamera2.VirtualPicamera2)
    monkeypatch.setattr("rig.camera.SETTLE_S", 0.2)


def originals() -> list[np.ndarray]:
    """The pictures as they must arrive: the virtual camera spreads luma over 0 to 255 where a Pi's uses 16 to 235."""
    pictures = [
        cv2.resize(cv2.imread(str(place)), (1280, 960), interpolation=cv2.INTER_AREA)
        for place in sorted(FRAMES.iterdir(), key=lambda place: int(place.stem))
    ]
    return [np.clip((picture.astype(float) - 16) * 255 / 219, 0, 255) for picture in pictures]


def until_back(camera: Camera, within_s: float) -> None:
    deadline = time.monotonic() + within_s
    while time.monotonic() < deadline:
        try:
            assert camera.frame().shape == (960, 1280, 3)
        except CameraError:
            continue
        return
    pytest.fail("the camera was not found again")


def distance(frame: np.ndarray, other: np.ndarray) -> float:
    """How far two pictures are apart; every fourth row and column tell it."""
    return float(np.abs(frame[::4, ::4].astype(int) - other[::4, ::4].astype(int)).mean())


def test_the_virtual_camera_is_found(virtual):
    assert pi_cameras()[0] == "virtual tray"


def test_frames_arrive_in_colour_and_in_order(virtual):
    source = PiSource(SETTINGS)
    wanted = originals()
    shown = []
    for _ in range(4 * len(wanted)):
        frame = source.grab()
        assert frame.shape == (960, 1280, 3)
        errors = [distance(frame, original) for original in wanted]
        assert min(errors) < 6
        shown.append(int(np.argmin(errors)))
    source.close()
    assert set(shown) == set(range(len(wanted)))


def test_controls_the_camera_lacks_do_not_stop_it(virtual):
    source = PiSource(CameraSettings(exposure_us=20_000, lens_position=4.0, colour_gains=(2.0, 1.5)))
    assert source.locked == {}
    assert "ExposureTime" in source.lacks
    assert source.modes.startswith("virtual tray")
    assert "640x480" in source.modes
    assert source.colours == "Rec709"  # the virtual camera takes no other
    assert source.grab().shape == (960, 1280, 3)
    source.close()


def test_no_buffer_is_lost_over_many_frames(virtual):
    source = PiSource(SETTINGS)
    for _ in range(60):
        source.grab()
    source.close()


def test_a_camera_is_opened_again_after_it_was_closed(virtual):
    for _ in range(3):
        source = PiSource(SETTINGS)
        source.grab()
        source.close()


def test_a_camera_taken_by_another_program_is_told_and_found_when_it_is_free(virtual):
    first = PiSource(SETTINGS)
    camera = open_camera("pi", CameraSettings(stall_s=1))
    with pytest.raises(CameraError, match="cannot be opened"):
        camera.frame()
    first.close()
    until_back(camera, 15)
    camera.close()


def test_tries_to_open_a_taken_camera_use_up_no_files(virtual):
    first = PiSource(SETTINGS)
    for _ in range(3):  # what is opened once and kept
        with pytest.raises(CameraError):
            PiSource(SETTINGS)
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(10):
        with pytest.raises(CameraError):
            PiSource(SETTINGS)
    assert len(os.listdir("/proc/self/fd")) <= before
    first.close()


def test_a_camera_that_stops_in_mid_game_is_noticed_within_five_seconds_and_comes_back(virtual):
    opened: list[PiSource] = []

    def open_source() -> PiSource:
        opened.append(PiSource(SETTINGS))
        return opened[-1]

    camera = LiveCamera("Pi camera", open_source, stall_s=3)
    camera.frame()
    opened[0]._camera.stop()  # no more frames, as from a sensor that hangs
    began = time.monotonic()
    with pytest.raises(CameraError):
        drain(camera)
    assert time.monotonic() - began < 5
    until_back(camera, 15)
    assert len(opened) == 2
    camera.close()


def drain(camera: Camera) -> None:
    """Take frames until there are none."""
    for _ in range(10_000):
        camera.frame()


def test_dice_are_read_through_the_camera_as_from_the_file(virtual):
    reader = Reader("pips")
    source = PiSource(SETTINGS)
    wanted = [(picture, reader.read(picture.astype(np.uint8))) for picture in originals()]
    seen: set[int] = set()
    for _ in range(8 * len(wanted)):
        frame = source.grab()
        number = int(np.argmin([distance(frame, picture) for picture, _ in wanted]))
        if number not in seen:
            seen.add(number)
            assert_same_dice(reader.read(frame), wanted[number][1])
    source.close()
    assert seen == set(range(len(wanted)))
    assert sum(len(reading.dice) for _, reading in wanted) >= 8


def assert_same_dice(found: Reading, wanted: Reading) -> None:
    assert len(found.dice) == len(wanted.dice)
    for die, twin in zip(found.dice, wanted.dice, strict=True):
        assert np.hypot(die.centre[0] - twin.centre[0], die.centre[1] - twin.centre[1]) < 4
        if die.is_sure and twin.is_sure:
            assert die.face == twin.face


@pytest.mark.skipif(not FILM.is_dir(), reason="the film of thrown dice is not there")
@pytest.mark.timeout(300)
def test_a_whole_turn_is_played_from_the_pis_camera_to_the_page(virtual, monkeypatch, tmp_path):
    class SecondCamera(virtual_picamera2.VirtualPicamera2):
        def __init__(self) -> None:
            super().__init__(1)

    monkeypatch.setattr("rig.camera._picamera2", lambda: SecondCamera)
    rolls = json.loads(FILM.with_suffix(".json").read_text())
    evening = Evening(tmp_path)
    settings = CameraSettings(width=640, height=480)
    evening.look_through(LiveCamera("Pi camera", lambda: PiSource(settings)), Readers(tmp_path / "profiles"))
    server = PageServer(0)
    server.start()
    try:
        evening.start()
        setup = Setup("or", ("Anna", "Ben"), dice="pips")
        evening.loop.post(SetupChanged(answers=evening.loop.state.revision, setup=setup)).result(10)
        server.open(evening.loop, evening.pictures.get)
        line = confirm_until_a_move(evening)
        with urllib.request.urlopen(server.address + "state.json", timeout=10) as answer:
            page = json.load(answer)
    finally:
        evening.stop()
        server.stop()
    first = next(played for played in line if isinstance(played.move, Roll))
    assert first.source in ("camera", "asked")
    faces = sorted("6" if face == "s" else face for face in first.move.faces)
    assert faces in rolls
    assert page["revision"] >= 4


def confirm_until_a_move(evening: Evening) -> Any:
    """Press ✔ at whatever is asked; what was played once the first player has rolled, kept and moved."""
    deadline = time.monotonic() + 150
    while time.monotonic() < deadline:
        match = evening.loop.state.match
        if match is not None and any(not isinstance(played.move, Roll | Keep) for played in match.line):
            return match.line
        if evening.loop.state.phase is not Phase.ROLL:
            evening.loop.post(Pressed(answers=evening.loop.state.revision, button=Button.CONFIRM)).result(10)
        time.sleep(0.5)
    state = evening.loop.state
    pytest.fail(f"no turn was played: {state.phase}, {state.dice}, {state.choices}, {dict(evening.loop.reports)}")
