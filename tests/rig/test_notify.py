from __future__ import annotations

import socket
import threading
import time

import numpy as np
import pytest

from rig.evening import Evening
from rig.events import SetupChanged
from rig.notify import Watchdog, tell_systemd, watchdog_s
from rig.state import Setup
from vision.reader import Reader
from vision.reading import Frame


@pytest.fixture
def clock():
    class Clock:
        now = 1000.0

        def __call__(self) -> float:
            return self.now

    return Clock()


def test_systemd_hears_what_it_is_told(tmp_path, monkeypatch):
    place = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(place)
        monkeypatch.setenv("NOTIFY_SOCKET", place)
        assert tell_systemd("READY=1\nSTATUS=The page is up")
        assert systemd.recv(100) == b"READY=1\nSTATUS=The page is up"


def test_without_systemd_nothing_happens(monkeypatch, tmp_path):
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    assert not tell_systemd("READY=1")
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "gone"))
    assert not tell_systemd("READY=1")


@pytest.mark.parametrize(("text", "seconds"), [("15000000", 15.0), ("0", None), ("", None), ("soon", None)])
def test_the_time_that_systemd_grants_is_read(monkeypatch, text, seconds):
    monkeypatch.setenv("WATCHDOG_USEC", text)
    assert watchdog_s() == seconds


def test_the_watchdog_is_fed_while_all_parts_beat(clock):
    told = []
    watchdog = Watchdog(["camera", "table"], 6, lambda message: bool(told.append(message)), clock)
    for _ in range(100):
        clock.now += 0.1
        watchdog.beat("camera")
        watchdog.beat("table")
    assert 4 <= len(told) <= 6
    assert set(told) == {"WATCHDOG=1"}
    assert watchdog.silent() == ()


def test_one_part_that_hangs_stops_the_feeding(clock):
    told = []
    watchdog = Watchdog(["camera", "table"], 6, lambda message: bool(told.append(message)), clock)
    watchdog.beat("table")
    told.clear()
    for _ in range(200):
        clock.now += 0.1
        watchdog.beat("camera")
    assert len(told) <= 3
    assert watchdog.silent() == ("table",)


def test_what_was_alive_some_time_ago_hangs_from_then_on(clock):
    told = []
    watchdog = Watchdog(["eye"], 6, lambda message: bool(told.append(message)), clock)
    watchdog.beat("eye", clock.now - 7)
    assert told == []
    assert watchdog.silent() == ("eye",)


def test_it_is_fed_three_times_in_what_systemd_grants(clock, monkeypatch):
    monkeypatch.setenv("WATCHDOG_USEC", "6000000")
    told = []
    watchdog = Watchdog(["eye"], 60, lambda message: bool(told.append(message)), clock)
    for _ in range(120):
        clock.now += 0.1
        watchdog.beat("eye")
    assert len(told) == 6


class _Hanging:
    """A camera that gives black pictures until it hangs."""

    def __init__(self) -> None:
        self.hangs = threading.Event()
        self.goes_on = threading.Event()

    def frame(self) -> Frame:
        if self.hangs.is_set():
            self.goes_on.wait(60)
        time.sleep(0.05)
        return np.zeros((480, 640, 3), np.uint8)

    def close(self) -> None:
        self.goes_on.set()


@pytest.fixture
def fed(tmp_path, monkeypatch):
    """An evening in which a part hangs after a second and a half; its camera, and whether it is fed within a time."""
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    monkeypatch.setattr("rig.evening.LOOK_AROUND_S", 0.1)
    monkeypatch.setattr("rig.evening.SILENT_S", 1.5)
    camera, evening = _Hanging(), Evening(tmp_path / "data")
    reader = Reader("pips")
    evening.look_through(camera, lambda labels: reader)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        evening.start()
        watching = threading.Thread(target=evening.wait)
        watching.start()

        def hears(within_s: float) -> bool:
            systemd.settimeout(within_s)
            try:
                return systemd.recv(100) == b"WATCHDOG=1" or hears(within_s)
            except TimeoutError:
                return False

        yield evening, camera, hears
        evening.end()
        watching.join()
        evening.stop()


def is_starved(hears) -> bool:
    """True once nothing is heard for two seconds, in which an evening that lives is fed four times."""
    end = time.monotonic() + 30
    while time.monotonic() < end:
        if not hears(2):
            return True
    return False


def test_an_eye_that_hangs_ends_the_feeding(fed):
    _, camera, hears = fed
    assert hears(20)
    camera.hangs.set()
    assert is_starved(hears)
    camera.goes_on.set()
    camera.hangs.clear()
    assert hears(20)


def test_a_table_that_hangs_ends_the_feeding(fed):
    evening, _, hears = fed
    assert hears(20)
    goes_on = threading.Event()
    evening.loop.subscribe(lambda state: goes_on.wait(60))
    evening.loop.post(SetupChanged(answers=evening.loop.state.revision, setup=Setup(game="or", names=("Anna", "Ben"))))
    assert is_starved(hears)
    goes_on.set()
    assert hears(20)
