"""The four buttons on pages beside the table: a press goes to the page that is in sight, and to the table otherwise."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from rig.component_files import ComponentFiles
from rig.events import Button, DiceRead, NewGame, Pressed, Undone
from rig.own_components import OwnComponents
from rig.page.presses import MENU_COMES_S, Presses
from rig.page.server import PageServer
from tests.rig.page.chromium import CHROMIUM
from tests.rig.page.scenes import rows_keep
from tests.rig.page.scripted_table import ScriptedTable

needs_chromium = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed"),
    pytest.mark.filterwarnings("default"),
]


class DarkTable(ScriptedTable):
    """A table behind a screen."""

    is_asleep = False
    woken = 0

    def wake(self) -> None:
        self.woken += 1


@pytest.fixture
def table() -> DarkTable:
    return DarkTable(rows_keep().state)


@pytest.fixture
def server(table: DarkTable) -> Iterator[PageServer]:
    server = PageServer(0)
    server.start()
    server.open(table)  # type: ignore[arg-type]
    yield server
    server.stop()


def pressed(button: Button, table: ScriptedTable, source: str = "button") -> Pressed:
    return Pressed(answers=table.state.revision, button=button, source=source)


def test_with_no_page_beside_the_table_a_press_plays(server: PageServer, table: DarkTable) -> None:
    before = table.state
    server.presses.before(table)(pressed(Button.DOWN, table))  # type: ignore[arg-type]
    assert table.state is not before


def test_only_buttons_are_taken_away_from_the_table(server: PageServer, table: DarkTable) -> None:
    server.presses._pages = (object(),)  # type: ignore[assignment]  # one is open
    assert not server.presses.take(pressed(Button.DOWN, table, "tap"))
    assert not server.presses.take(DiceRead(answers=0, dice=(), source="camera"))
    server.presses._pages = ()


def test_nobody_but_the_rig_hears_the_buttons(server: PageServer) -> None:
    server.page.home.open("192.168.1.5:8080")
    phone = TestClient(server.page.app, base_url="http://192.168.1.5:8080")
    told = phone.get("/presses")
    assert (told.status_code, told.content) == (204, b"")
    assert not server.presses._pages


@pytest.fixture
def visit(server: PageServer) -> Iterator[object]:
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 800, "height": 480}, locale="en")
        page.set_default_timeout(15_000)

        def go(path: str):
            page.goto(server.address + path)
            until = time.monotonic() + 10
            while not server.presses._pages and time.monotonic() < until:
                page.wait_for_timeout(50)
            return page

        yield go
        browser.close()


def is_at(page, path: str) -> None:
    page.wait_for_url(f"**/{path}", wait_until="commit")  # what still loads may be turned away from at once


@pytest.mark.usefixtures("server")
class TestInABrowser:
    pytestmark = needs_chromium

    def test_buttons_walk_through_the_links_of_a_page_and_open_them(self, visit, server, table) -> None:
        page, before = visit("rules/or"), table.state
        post = server.presses.before(table)
        for _ in range(20):  # what lies before the links is read first, a part of the screen at a time
            post(pressed(Button.DOWN, table))
            page.wait_for_timeout(100)
            if page.evaluate("Boolean(document.activeElement.closest('main a'))"):
                break
        first = page.evaluate("document.activeElement.getAttribute('href')")
        post(pressed(Button.CONFIRM, table))
        is_at(page, first.lstrip("/"))
        assert table.state is before
        assert table.woken > 2

    @pytest.mark.parametrize("event", [Undone, NewGame])
    def test_a_held_button_leads_back_to_the_table_and_then_plays_again(self, visit, server, table, event) -> None:
        page, before = visit("games"), table.state
        post = server.presses.before(table)
        post(event(answers=table.state.revision, source="button"))
        is_at(page, "")
        page.locator("body[data-live=yes]").wait_for()
        assert table.state is before
        until = time.monotonic() + 10
        while server.presses._pages and time.monotonic() < until:
            page.wait_for_timeout(50)
        post(pressed(Button.DOWN, table))
        assert table.state is not before

    def test_keys_do_the_same(self, visit) -> None:
        page = visit("games")
        page.keyboard.press("u")
        is_at(page, "")

    def test_a_press_sets_the_coins_of_a_chip_to_the_next_number(self, visit, server, table, tmp_path) -> None:
        table.handle_effects = lambda take: None
        server.page.boards.components = OwnComponents(table, ComponentFiles(tmp_path))
        page = visit("boards/or?group=chips&at=blue.3")
        page.locator("summary").click()
        page.locator("[name=coins]").focus()
        post = server.presses.before(table)
        for number in "1234567890":
            post(pressed(Button.CONFIRM, table))
            page.wait_for_function("(number) => document.querySelector('[name=coins]').value === number", arg=number)

    def test_a_dark_screen_is_woken_and_no_page_hears_the_press(self, visit, server, table) -> None:
        page = visit("games")
        table.is_asleep = True
        told = []
        table.post = told.append
        server.presses.before(table)(pressed(Button.CONFIRM, table))
        page.wait_for_timeout(300)
        assert len(told) == 1
        assert page.url.endswith("/games")


def test_what_is_pressed_while_the_menu_is_coming_goes_to_the_menu_and_never_to_the_table(table: DarkTable) -> None:
    now = 10.0
    presses = Presses(clock=lambda: now)
    post, before = presses.before(table), table.state  # type: ignore[arg-type]
    post(NewGame(answers=table.state.revision, source="button"))
    post(pressed(Button.DOWN, table))
    post(pressed(Button.CONFIRM, table))
    assert table.state is before

    async def first_two() -> list[str]:
        heard = presses.heard()
        names = [await anext(heard), await anext(heard)]
        await heard.aclose()  # type: ignore[attr-defined]
        return names

    assert asyncio.run(first_two()) == ["down", "confirm"]
    post(pressed(Button.DOWN, table))
    assert table.state is not before


def test_a_menu_that_never_comes_holds_no_press_back_for_long(table: DarkTable) -> None:
    now = 10.0
    presses = Presses(clock=lambda: now)
    post, before = presses.before(table), table.state  # type: ignore[arg-type]
    post(NewGame(answers=table.state.revision, source="button"))
    now += MENU_COMES_S
    post(pressed(Button.DOWN, table))
    assert table.state is not before
