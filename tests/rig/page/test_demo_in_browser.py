"""A whole turn on the real demo: rendered dice, the real reader and adviser, the page in a real browser."""

import time

import pytest

from rig.page.server import PageServer
from rig.state import Phase
from tests.rig.page.chromium import CHROMIUM

pytestmark = [
    pytest.mark.browser,
    pytest.mark.timeout(300),
    pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed"),
    pytest.mark.filterwarnings("default"),
]
PATIENCE_MS = 90_000


@pytest.fixture
def demo(tmp_path):
    """The demo's evening behind its page, as `keltis demo` puts them together."""
    from rig.desk_evening import DeskEvening

    server = PageServer(port=0)
    server.start()
    evening = DeskEvening(tmp_path, seed=7)
    evening.start()
    evening.set_up("or", 2)
    server.open(evening.loop, evening.pictures.get)
    yield server, evening
    evening.stop()
    server.stop()


@pytest.fixture
def page(demo):
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        opened = browser.new_page(viewport={"width": 800, "height": 480}, locale="en")
        opened.set_default_timeout(PATIENCE_MS)
        opened.goto(demo[0].address)
        opened.locator("body[data-live=yes]").wait_for()
        yield opened
        browser.close()


def reach(page, *phases: str) -> str:
    """Wait for one of these phases; doubts on the way are settled with the face that the page proposes."""
    until = time.monotonic() + PATIENCE_MS / 1000
    while time.monotonic() < until:
        phase = page.locator("body").get_attribute("data-phase")
        if phase in phases:
            return phase
        if phase == "doubt":
            page.locator("#button-confirm").click()
        page.wait_for_timeout(400)
    told = page.locator("h1, .now p, #notices, #alert").all_inner_texts()
    raise AssertionError(f"none of {phases} was reached; the page shows: {told}")


def press(page, button: str, *phases: str) -> str:
    """Press like a person: look, press, and press again where the page says that it did not count or asks to."""
    before = page.locator("body").get_attribute("data-phase")
    for _ in range(6):
        page.wait_for_timeout(600)
        page.locator(f"#button-{button}").click()
        page.wait_for_timeout(1500)
        if page.locator("body").get_attribute("data-phase") != before:
            break
    return reach(page, *phases)


def correct(page, place: int, face: str) -> None:
    """Say what a die shows; look first, and do it again where the page says that it came too quickly."""
    told = page.locator("#notices", has_text="The roll was corrected:")
    for _ in range(6):
        page.wait_for_timeout(800)
        if not page.locator(f"#faces-{place}").is_visible():
            page.locator(f"#crop-{place}").click()
        page.locator(f"#faces-{place} button[value='correct {place} {face}']").click()
        page.wait_for_timeout(1500)
        if told.is_visible():
            return
    told.wait_for(timeout=5000)


def test_a_whole_turn_on_the_real_demo(demo, page):
    loop = demo[1].loop
    assert press(page, "confirm", "roll") == "roll"
    reach(page, "keep")
    page.locator(".worth", has_text="best").first.wait_for()
    assert page.locator(".die .crop img").count() == 3

    wrong, right = loop.state.dice[0].face, next(face for face in "12345" if face != loop.state.dice[0].face)
    correct(page, 0, right)
    assert sorted(die.face for die in loop.state.dice).count(right) > 0
    assert wrong in str(loop.state.happened[-1].text).partition(" → ")[0]

    reach(page, "keep")
    page.wait_for_timeout(400)
    for place, is_kept in enumerate(("true", "true", "false")):
        die = page.locator(f"#die-{place}")
        if die.get_attribute("aria-pressed") != is_kept:
            die.click()
            page.locator(f"#die-{place}[aria-pressed={is_kept}]").wait_for()
            page.wait_for_timeout(400)
    press(page, "reroll", "choose")
    assert [die.fixed for die in loop.state.dice].count(True) == 2

    player = loop.state.position.turn_of
    press(page, "confirm", "roll")
    assert loop.state.position.turn_of != player
    press(page, "undo", "choose")
    assert loop.state.position.turn_of == player
    assert loop.state.phase is Phase.CHOOSE
