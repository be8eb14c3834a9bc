from __future__ import annotations

import socket

import pytest

from rig.notify import Watchdog, tell_systemd, watchdog_s


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


def test_the_limit_is_half_of_what_systemd_grants(monkeypatch):
    monkeypatch.setenv("WATCHDOG_USEC", "15000000")
    assert Watchdog(["camera"]).limit_s == 7.5
