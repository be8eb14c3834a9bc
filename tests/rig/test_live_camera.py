from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import numpy as np
import pytest

from rig import live_camera
from rig.errors import CameraError
from rig.live_camera import LiveCamera

PICTURE = np.zeros((4, 4, 3), np.uint8)
LOST = "The test camera gives no pictures any more. Look at its cable; the game goes on by hand meanwhile."


class Cable:
    """A device whose cable the test pulls and plugs."""

    def __init__(self) -> None:
        self.is_plugged = True
        self.hangs = threading.Event()
        self.opened = 0
        self.closed = 0
        self.taken = 0

    def open(self) -> Cable:
        if not self.is_plugged:
            raise CameraError("Plug the camera in.")
        self.opened += 1
        return self

    def grab(self) -> np.ndarray:
        time.sleep(0.002)
        while self.hangs.is_set():
            time.sleep(0.002)
        if not self.is_plugged:
            raise OSError("device is gone")
        self.taken += 1
        return PICTURE + self.taken % 250

    def close(self) -> None:
        self.closed += 1


@pytest.fixture
def cable() -> Cable:
    return Cable()


@pytest.fixture
def camera(cable) -> Iterator[LiveCamera]:
    camera = LiveCamera("test camera", cable.open, stall_s=0.1, retry_s=0.01)
    yield camera
    cable.hangs.clear()
    camera.close()


def until_lost(camera: LiveCamera) -> CameraError:
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline:
        try:
            camera.frame()
        except CameraError as error:
            return error
    raise AssertionError("the loss was not noticed")


def until_told(camera: LiveCamera, sentence: str) -> None:
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline:
        if str(until_lost(camera)) == sentence:
            return
    raise AssertionError(f"never said: {sentence}")


def until_back(camera: LiveCamera) -> None:
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline:
        try:
            camera.frame()
        except CameraError:
            continue
        return
    raise AssertionError("the camera did not come back")


def test_every_picture_is_handed_out_once(camera):
    seen = [int(camera.frame()[0, 0, 0]) for _ in range(5)]
    assert len(set(seen)) == 5


def test_a_slow_reader_gets_the_newest_picture_and_no_backlog(camera, cable):
    camera.frame()
    time.sleep(0.1)
    first = int(camera.frame()[0, 0, 0])
    assert first >= cable.taken - 3


def test_a_pulled_cable_is_noticed_and_a_plugged_one_too(camera, cable):
    camera.frame()
    cable.is_plugged = False
    assert str(until_lost(camera)) in (LOST, "Plug the camera in.")  # the second if it was already tried again
    until_told(camera, "Plug the camera in.")
    cable.is_plugged = True
    until_back(camera)
    assert camera.lost_count == 1
    assert cable.opened == 2
    assert cable.closed == 1


def test_a_loss_that_the_driver_does_not_explain_names_the_cable(cable):
    camera = LiveCamera("test camera", cable.open, stall_s=0.1, retry_s=30)
    camera.frame()
    cable.is_plugged = False
    assert str(until_lost(camera)) == LOST
    camera.close()


def test_a_camera_that_hangs_is_noticed_within_the_stall_time(camera, cable):
    camera.frame()
    cable.hangs.set()
    began = time.monotonic()
    until_lost(camera)
    assert time.monotonic() - began < 3
    cable.hangs.clear()
    until_back(camera)


def test_a_thread_stuck_in_a_driver_is_replaced(camera, cable, monkeypatch):
    camera.frame()
    monkeypatch.setattr(live_camera, "GIVE_UP_S", 0.15)
    stuck = cable.hangs
    stuck.set()
    cable.hangs = threading.Event()  # the next opening works; the old thread is still inside its call

    def grab_in_old_thread() -> None:
        while stuck.is_set():
            time.sleep(0.002)

    old_grab = cable.grab
    cable.grab = lambda: grab_in_old_thread() or old_grab()  # type: ignore[method-assign,func-returns-value]
    until_lost(camera)
    cable.grab = old_grab  # type: ignore[method-assign]
    until_back(camera)
    assert cable.opened == 2
    stuck.clear()


def test_a_camera_that_is_missing_from_the_start_says_so_at_once_and_is_found_later(cable):
    cable.is_plugged = False
    camera = LiveCamera("test camera", cable.open, stall_s=0.1, retry_s=0.01)
    began = time.monotonic()
    assert str(until_lost(camera)) == "Plug the camera in."
    assert time.monotonic() - began < 3
    cable.is_plugged = True
    until_back(camera)
    camera.close()


def test_a_driver_that_throws_anything_does_not_end_the_tries():
    attempts = []

    def open_source() -> Cable:
        attempts.append(1)
        if len(attempts) < 3:
            raise RuntimeError("Camera __init__ sequence did not complete.")
        return Cable()

    camera = LiveCamera("test camera", open_source, stall_s=0.1, retry_s=0.01)
    until_back(camera)
    assert len(attempts) == 3
    camera.close()


def test_a_closed_camera_lets_go_of_its_device(cable):
    camera = LiveCamera("test camera", cable.open, stall_s=0.1, retry_s=0.01)
    camera.frame()
    camera.close()
    assert cable.closed == 1
