"""A screen that nobody plays at goes black in the browser too; a touch wakes it and plays nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rig.events import Button, Pressed, SetupChanged
from rig.journal import Journal
from rig.loop import Loop
from rig.page.server import PageServer
from rig.screen import Screen
from rig.settings import ScreenSettings
from rig.state import Setup
from tests.rig.page.chromium import CHROMIUM

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed"),
    pytest.mark.filterwarnings("default"),
]


class Room:
    """A table with its page, whose screen a test can put to sleep."""

    def __init__(self, folder: Path) -> None:
        self.now = 0.0
        ticks = iter(range(10**6))
        self.loop = Loop(Journal(folder / "games.db"), clock=lambda: float(next(ticks)))
        self.loop.start()
        self.loop.post(SetupChanged(answers=0, setup=Setup("or", ("Anna", "Ben")))).result(20)
        self.loop.post(Pressed(answers=self.loop.state.revision, button=Button.CONFIRM)).result(20)
        self.screen = Screen(self.loop, ScreenSettings(), folder / "screen", lambda: self.now)
        self.server = PageServer(0)
        self.server.start()
        self.server.open(self.screen)  # type: ignore[arg-type]

    def sleep(self) -> None:
        self.now += 31 * 60
        self.screen.look()


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    room = Room(tmp_path)
    yield room
    room.server.stop()
    room.loop.stop()


def test_the_page_goes_black_and_a_touch_or_a_key_wakes_it_and_plays_nothing(room: Room) -> None:
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 800, "height": 480}, locale="en")
        page.set_default_timeout(15_000)
        page.goto(room.server.address)
        page.locator("body[data-live=yes]").wait_for()
        before = room.loop.state
        for wake in (lambda: page.mouse.click(400, 460), lambda: page.keyboard.press("Enter")):
            room.sleep()
            page.locator("body.asleep").wait_for()
            shot = page.evaluate("getComputedStyle(document.body, '::after').backgroundColor")
            assert shot == "rgb(0, 0, 0)"
            wake()
            page.locator("body:not(.asleep)").wait_for()
            page.get_by_text("The screen was asleep.").wait_for()
            assert room.loop.state is before
        browser.close()
