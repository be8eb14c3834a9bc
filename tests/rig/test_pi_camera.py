"""The Pi's camera on the real picamera2 and libcamera, whose virtual camera plays the pictures of /frames.

Skipped where libcamera is missing; deploy/check/virtual-camera.sh makes a place where it is not.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from rig.camera import Camera, PiSource, open_camera, pi_cameras
from rig.errors import CameraError
from rig.live_camera import LiveCamera
from rig.settings import CameraSettings

pytest.importorskip("libcamera")
virtual_picamera2: Any = pytest.importorskip("tests.rig.virtual_picamera2", exc_type=ImportError)

FRAMES = Path(os.environ.get("VIRTUAL_CAMERA_FRAMES", "/frames"))
SETTINGS = CameraSettings(width=1280, height=960)

pytestmark = [
    pytest.mark.skipif(not FRAMES.is_dir(), reason="libcamera's virtual camera has no pictures here"),
    pytest.mark.filterwarnings("default"),
]


@pytest.fixture
def virtual(monkeypatch):
    monkeypatch.setattr("rig.camera._picamera2", lambda: virtual_picamera2.VirtualPicamera2)
    monkeypatch.setattr(PiSource.__init__, "__defaults__", (0.2,))


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
    return float(np.abs(frame.astype(int) - other.astype(int)).mean())


def test_the_virtual_camera_is_found(virtual):
    assert pi_cameras() == ("virtual tray",)


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
