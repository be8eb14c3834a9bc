"""The page in a real browser: whole turns by keyboard and by taps, what stays, what fits on the screen."""

import contextlib
import os
import re
from collections.abc import Iterator

import pytest

from rig import camera
from rig.errors import UsageError
from rig.events import Button, SetupChanged
from rig.learning import TOLD as LEARNING_TOLD
from rig.page.server import PageServer
from rig.state import Phase, Setup
from rig.table import QUIET_S
from tests.rig.page.chromium import CHROMIUM
from tests.rig.page.scenes import (
    FOUR,
    cards_over,
    or_keep,
    or_move,
    or_over,
    paths_over,
    played,
    rows_doubt,
    rows_enter,
    rows_keep,
    rows_move,
    rows_over,
    rows_roll,
    setup,
)
from tests.rig.page.scripted_table import ScriptedTable, seen

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed"),
    pytest.mark.filterwarnings("default"),
]
PANEL, LAPTOP, WALL = (800, 480), (1024, 600), (1920, 1080)
PHONES = ((390, 844), (360, 740))
GUARD_MS = 1000 * QUIET_S + 50
"""A table takes no press that comes sooner after it changed, and a little."""


@pytest.fixture(scope="module")
def browser() -> Iterator[object]:
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as started:
        chromium = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        yield chromium
        chromium.close()


@pytest.fixture
def visit(browser):
    """Open the page of a table at a size; complaints of the browser fail the test."""
    opened, complaints = [], []

    def open_page(table: ScriptedTable | None, size=PANEL, language="en", **more):
        server = PageServer(port=0)
        server.start()
        if table is not None:
            server.open(table, lambda key: None)
        context = browser.new_context(viewport={"width": size[0], "height": size[1]}, locale=language, **more)
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda told: complaints.append(told.text) if told.type == "error" else None)
        page.goto(server.address)
        if more.get("java_script_enabled", True):
            page.locator("body[data-live=yes]").wait_for()
        opened.append((server, context))
        page.server = server
        return page

    yield open_page
    for server, context in opened:
        context.close()
        server.stop()
    assert [text for text in complaints if "404" not in text] == []


def phase_is(page, phase: str) -> None:
    page.locator(f"body[data-phase={phase}]").wait_for()


def press_for(page, key: str, phase: str) -> None:
    """Press until the page asks this."""
    press_until(page, key, page.locator(f"body[data-phase={phase}]"))


def press_until(page, key: str, shown) -> None:
    """Press as people do: when the screen has stood for a moment, and again if the press did not count all the same."""
    for _ in range(4):
        page.wait_for_timeout(GUARD_MS)
        page.keyboard.press(key)
        try:
            shown.wait_for(timeout=3000)
        except pytest.importorskip("playwright.sync_api").TimeoutError:
            continue
        return
    shown.wait_for()


def headline_is(page, told: str) -> None:
    page.locator("h1", has_text=re.compile(rf"^\s*{re.escape(told)}\s*$")).wait_for()


def open_menu(page) -> None:
    """Open the menu and wait until it is the present one: a line that comes in moves those below it."""
    page.locator("#button-menu").click()
    page.locator("#sheets[aria-busy=false]").wait_for(state="attached")


def headline(page) -> str:
    return page.locator("h1").inner_text()


def read(table: ScriptedTable, faces: str, **doubtful) -> None:
    table.read(*(seen(face, place, **doubtful.get(f"die{place}", {})) for place, face in enumerate(faces)))


def test_a_whole_turn_by_keyboard(visit):
    table = rows_roll()
    page = visit(table)
    headline_is(page, "Jonas, roll all 5 dice")
    read(table, "gbgsg")
    phase_is(page, "keep")
    while headline(page) != "Jonas: Keep 3 × Green":
        told = headline(page)
        press_until(page, "ArrowDown", page.locator("h1").filter(has_not_text=told))
    press_for(page, "r", "roll")
    headline_is(page, "Jonas, roll the other 2 dice")
    table.roll("yg")
    phase_is(page, "choose")
    page.locator(".choice.chosen", has_text="Yellow 1 forward").wait_for()
    press_until(page, "ArrowDown", page.locator(".choice.chosen", has_text="Green 4 forward"))
    press_for(page, "Enter", "roll")
    headline_is(page, "Lea, roll all 5 dice")
    press_for(page, "u", "choose")
    headline_is(page, "Jonas, choose your move")
    assert set(table.refused) <= {"too-soon"}


def test_a_whole_turn_by_taps_on_a_phone(visit):
    table = rows_keep()
    page = visit(table, PHONES[0], has_touch=True, is_mobile=True)
    page.locator("#die-0").tap()
    page.locator("#die-0[aria-pressed=false]").wait_for()
    page.locator("#die-0").tap()
    page.locator("#die-0[aria-pressed=true]").wait_for()
    page.locator("#button-reroll").tap()
    phase_is(page, "roll")
    page.locator("#button-menu").tap()
    page.locator("#sheets[aria-busy=false]").wait_for(state="attached")
    page.get_by_role("button", name="Enter the roll by hand").tap()
    page.locator("#entry input[name=die0][value=y]").tap()
    page.locator("#entry input[name=die1][value=g]").tap()
    page.locator("#entry .do").tap()
    phase_is(page, "choose")
    page.locator(".choice", has_text="Green 4 forward").tap()
    page.locator(".choice.chosen", has_text="Green 4 forward").wait_for()
    page.locator("#button-confirm").tap()
    page.locator("h1", has_text="Lea, roll all 5 dice").wait_for()


def test_a_roll_is_entered_by_taps_as_fast_as_they_come(visit):
    table = rows_enter()
    page = visit(table)
    page.evaluate(
        """async (faces) => { for (const face of faces) {
          document.getElementById('face-' + face).click();
          await new Promise((go) => setTimeout(go, 20));
        } }""",
        ["b", "g", "s"],
    )
    phase_is(page, "keep")
    assert [die.face for die in table.state.dice] == ["r", "y", "b", "g", "s"]
    assert table.refused == []


def test_two_clicks_of_a_bouncing_screen_fill_one_place(visit):
    table = rows_enter()
    page = visit(table)
    page.evaluate("() => { for (const one of [1, 2]) document.getElementById('face-b').click(); }")
    page.locator("h1", has_text="Die 4 of 5").wait_for()
    page.wait_for_timeout(200)
    assert table.state.entered == ("r", "y", "b")
    page.locator("#face-b").click()
    page.locator("h1", has_text="Die 5 of 5").wait_for()
    assert table.state.entered == ("r", "y", "b", "b")


def test_a_doubtful_die_is_settled_by_one_tap(visit):
    page = visit(rows_doubt())
    headline_is(page, "What does die 3 show?")
    page.locator(".m-doubt").wait_for()
    page.locator("#face-s").click()
    phase_is(page, "keep")
    page.locator(".dice .f-stone").nth(1).wait_for()


def test_a_die_that_was_read_wrongly_is_corrected(visit):
    table = rows_keep()
    page = visit(table)
    page.locator("#crop-3").click()
    page.locator("#faces-3 button", has_text="Blue").click()
    page.locator(".dice .f-blue").nth(1).wait_for()
    page.locator("#faces-3").wait_for(state="hidden")
    page.locator("#notices", has_text="The roll was corrected:").wait_for()


def test_a_press_on_an_old_page_is_told_and_changes_nothing(visit):
    table = rows_keep()
    page = visit(table)
    page.evaluate("document.body.dataset.revision = '1'")
    page.locator("#button-confirm").click()
    page.locator("#alert", has_text="The table had moved on. Please look again, then press.").wait_for()
    assert table.state.phase is Phase.KEEP


def test_what_happens_at_the_table_appears_by_itself_and_is_announced(visit):
    table = rows_roll()
    page = visit(table)
    read(table, "gbgsg")
    phase_is(page, "keep")
    announced = page.locator("#announce", has_text="Keep")
    announced.wait_for(state="attached")
    assert announced.get_attribute("aria-live") == "polite"


def test_focus_stays_where_it_was_when_the_page_changes(visit):
    table = rows_move()
    page = visit(table)
    page.locator("#choice-1").focus()
    page.keyboard.press("Enter")
    page.locator("#choice-1.chosen").wait_for()
    assert page.evaluate("document.activeElement.id") == "choice-1"
    press_for(page, "Enter", "roll")


def test_without_javascript_everything_is_a_form(visit):
    table = rows_keep()
    page = visit(table, java_script_enabled=False)
    page.locator("#button-reroll").click()
    headline_is(page, "Jonas, roll the other 2 dice")
    page.locator("#button-up").click()
    for _ in range(2):
        page.locator("#face-g").click()
    headline_is(page, "Jonas, choose your move")


def test_the_page_waits_for_the_table_and_then_shows_it(visit):
    page = visit(None)
    headline_is(page, "One moment …")
    page.server.open(rows_keep())
    page.locator("h1", has_text="Jonas: Keep 3 × Green").wait_for()
    page.locator(".die").nth(4).wait_for()


def test_an_open_page_comes_back_by_itself_when_the_rig_was_started_anew(browser):
    server = on_a_port_of_its_own()
    page = browser.new_page(locale="en")
    try:
        server.start()
        server.open(rows_keep(), lambda key: None)
        page.goto(server.address)
        page.locator("body[data-live=yes][data-game=wuerfelspiel]").wait_for()
        server.stop()
        page.locator("#alert", has_text="The rig does not answer.").wait_for()
        server, table = PageServer(port=server.port), or_move()
        server.start()
        server.open(table, lambda key: None)
        page.locator("body[data-game=or]").wait_for()
        page.locator("#alert:empty").wait_for(state="attached")
        press_until(page, "ArrowDown", page.locator("#choice-1.chosen"))
        assert table.state.cursor == 1
    finally:
        page.close()
        server.stop()


def on_a_port_of_its_own() -> PageServer:
    """A server on a port that nobody is given who asks for any free one: it will be free again a moment later."""
    for port in range(20_000 + os.getpid() % 10_000, 32_000):
        with contextlib.suppress(UsageError):
            return PageServer(port=port)
    raise AssertionError("no port is free")


def test_a_new_game_is_set_up_and_started(visit):
    table = setup()
    page = visit(table)
    page.locator("label:has(input[value=or])").click()
    page.locator("body[data-game=or]").wait_for()
    page.locator("#field-name0").fill("Mia")
    page.locator("#field-name1").click()
    page.locator("[data-row=begins] span", has_text="Mia").wait_for()
    page.locator("#button-confirm").click()
    phase_is(page, "roll")
    headline_is(page, "Mia, roll all 3 dice")


def test_a_game_started_from_the_end_of_the_form_is_seen_from_its_beginning_on_a_phone(visit):
    page = visit(setup(), PHONES[0], has_touch=True, is_mobile=True)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    assert page.evaluate("scrollY") > 0
    page.wait_for_timeout(GUARD_MS)
    page.locator(".k-confirm").tap()
    phase_is(page, "roll")
    page.wait_for_function("scrollY === 0")


def test_language_and_theme_are_switched_in_the_menu(visit):
    page = visit(rows_keep(), language="de")
    headline_is(page, "Jonas: 3 × Grün behalten")
    open_menu(page)
    page.get_by_role("button", name="English").click()
    page.locator("h1", has_text="Jonas: Keep 3 × Green").wait_for()
    page.locator("#menu:popover-open").wait_for()  # the menu stays, and with it the place in it
    assert page.evaluate("document.activeElement.textContent") == "English"
    page.reload()
    page.locator("body[data-live=yes]").wait_for()
    assert page.locator("#menu:popover-open").count() == 0


def test_a_sheet_that_is_opened_the_moment_it_can_be_shows_the_table_as_it_is(visit):
    table = rows_roll()
    page = visit(table)
    read(table, "gbgsg")
    page.locator("#crop-0").click()
    page.locator("#faces-0").wait_for()
    page.locator(f"#sheets[data-revision='{table.state.revision}']").wait_for(state="attached")


@pytest.mark.parametrize("size", [PANEL, pytest.param(LAPTOP, marks=pytest.mark.page), WALL], ids=str)
def test_nothing_scrolls_or_sticks_out_on_a_screen(visit, size):
    table = rows_keep()
    page = visit(table, size, language="de")
    for make in (rows_roll, rows_keep, rows_move, rows_doubt, rows_enter, rows_over, or_move, setup):
        table.state = make().state
        table.report("camera", f"Something to say about {make.__name__}.")
        page.locator("#notices", has_text=make.__name__).wait_for()
        assert page.evaluate(OUTSIDE) == [], make.__name__


@pytest.mark.parametrize("size", [PANEL, pytest.param(LAPTOP, marks=pytest.mark.page)], ids=str)
def test_at_the_end_no_line_and_no_total_is_hidden_by_what_there_is_to_say(visit, size):
    table = rows_keep()
    page = visit(table, size, language="de")
    ends = [over().state for over in (rows_over, or_over, or_four_over, cards_over, paths_over)]
    for told, shown in ((LEARNING_TOLD, "In diesem Spiel wurden Würfel benannt"), (no_camera(), "Flachbandkabels")):
        for table.state in ends:
            table.report("reader", told)
            page.locator(f"body[data-screen=over][data-game={table.state.setup.game}]").wait_for()
            page.locator(f".end.n{len(table.state.setup.names)}").wait_for()
            page.locator("#notices", has_text=shown).wait_for()
            assert page.evaluate(LEFT_AT_THE_END) >= 0, (table.state.setup, shown)


@pytest.mark.parametrize("size", [PANEL, pytest.param(LAPTOP, marks=pytest.mark.page)], ids=str)
def test_beside_a_long_message_the_start_form_and_the_entry_of_a_roll_are_in_sight(visit, size):
    table = setup()
    table.report("camera", no_camera())
    page = visit(table, size, language="de")
    assert page.evaluate(SCROLLS) == []
    table.state = rows_enter().state
    table.report("camera", no_camera())
    phase_is(page, "enter")
    page.locator("#notices p").wait_for()
    assert page.evaluate(SCROLLS) == []


def no_camera() -> str:
    """The longest of what the rig says at the end of a game."""
    return next(text for text in camera._open_any.__code__.co_consts if str(text).startswith("No camera"))


def or_four_over() -> ScriptedTable:
    return played("or", FOUR, 500, 8)


@pytest.mark.parametrize("game", ["wuerfelspiel", "or"])
def test_the_fullest_start_form_fits_on_the_panel(visit, game):
    table = setup()
    names = ("Oma Grete", "Computer", "Computer 2", "Computer 3")
    chosen = Setup(game=game, names=names, board="owner", rig_seats=3)
    table.do(SetupChanged(answers=table.state.revision, setup=chosen))
    page = visit(table, PANEL, language="de")
    assert page.locator("#setup .field").count() >= 12
    assert page.evaluate(
        "document.getElementById('setup').scrollHeight <= document.getElementById('setup').clientHeight"
    )


@pytest.mark.parametrize("size", PHONES, ids=str)
def test_nothing_sticks_out_sideways_on_a_phone(visit, size):
    table = rows_keep()
    page = visit(table, size, language="de")
    for make in (rows_keep, rows_move, rows_doubt, rows_over, or_move, setup):
        table.state = make().state
        table.report("camera", f"Something to say about {make.__name__}.")
        page.locator("#notices", has_text=make.__name__).wait_for()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), make.__name__


SCROLLS = """async () => {
  await document.fonts.ready;
  const sections = [...document.querySelectorAll('#table > section')];
  return sections.filter((one) => one.scrollHeight > one.clientHeight).map((one) => one.id);
}"""
LEFT_AT_THE_END = """async () => {
  await document.fonts.ready;
  const end = document.getElementById('end'), legend = document.getElementById('legend');
  const last = end.querySelector('tfoot').getBoundingClientRect().bottom;
  return Math.min(legend.getBoundingClientRect().top - last, end.clientHeight - end.scrollHeight);
}"""
OUTSIDE = """() => {
  const found = [];
  if (document.documentElement.scrollHeight > innerHeight) found.push('the page scrolls');
  for (const id of ['head', 'dice', 'players', 'board', 'legend', 'end']) {
    const region = document.getElementById(id);
    if (!region) continue;
    const box = region.getBoundingClientRect();
    if (box.bottom > innerHeight + 1 || box.right > innerWidth + 1) found.push(id + ' is cut off');
  }
  const players = document.getElementById('players');
  const top = document.getElementById('legend').getBoundingClientRect().top;
  if (players && players.getBoundingClientRect().bottom > top) found.push('players under the legend');
  return found;
}"""


DRAWN = """() => [...document.querySelectorAll("#head, #table > section, #legend")].map((one) => one.innerHTML
  .replace(/ ?(near|fresh)| class=""/g, "").replace(/\\s+/g, " ").replaceAll("> <", "><"))"""


def test_a_page_that_was_changed_step_by_step_is_the_page_loaded_anew(visit):
    table = or_keep()
    page = visit(table, (1280, 720))
    steps = (Button.DOWN, Button.CONFIRM, Button.DOWN, Button.DOWN, Button.UP, Button.CONFIRM)
    for button in steps:
        table.press(button)
        page.locator(f"body[data-revision='{table.state.revision}']").wait_for(state="attached")
    changed = page.evaluate(DRAWN)
    page.reload()
    page.locator("body[data-live=yes]").wait_for()
    assert changed == page.evaluate(DRAWN)
    assert table.state.phase is Phase.ROLL
