"""A machine that asks too much is turned away; others, and the rig itself, notice nothing."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from rig.page.home import Home
from rig.page.live import Hub
from rig.page.routes import Page
from rig.page.throttle import A_SECOND, AT_ONCE, KNOWN, Throttle
from tests.rig.page.scenes import rows_keep

RIG, PHONE = "127.0.0.1:8080", "192.168.1.5:8080"


def test_so_much_at_once_then_so_much_a_second() -> None:
    now = [100.0]
    throttle = Throttle(lambda: now[0])
    assert [throttle.lets("phone") for _ in range(AT_ONCE + 5)] == [True] * AT_ONCE + [False] * 5
    assert throttle.lets("another")
    now[0] += 1.0
    assert sum(throttle.lets("phone") for _ in range(100)) == int(A_SECOND)


def test_whoever_was_silent_for_longest_is_forgotten() -> None:
    throttle = Throttle(lambda: 100.0)
    for _ in range(AT_ONCE + 1):
        throttle.lets("first")
    for number in range(KNOWN):
        throttle.lets(f"machine {number}")
    assert throttle.lets("first")


def test_a_guest_who_asks_without_end_is_turned_away_and_the_rig_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rig.page.throttle.AT_ONCE", 20)
    monkeypatch.setattr("rig.page.throttle.A_SECOND", 0.0)  # however slow this machine is
    home, hub = Home(), Hub()
    hub.open(rows_keep())
    home.open(PHONE)
    page = Page(hub, [RIG], "en", home)
    guest = TestClient(page.app, base_url=f"http://{PHONE}")
    statuses = [guest.get("/picture/none").status_code for _ in range(22)]
    assert statuses == [404] * 20 + [429] * 2
    rig = TestClient(page.app, base_url=f"http://{RIG}")
    assert {rig.get("/state.json").status_code for _ in range(25)} == {200}
