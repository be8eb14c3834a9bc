"""axe-core finds nothing in any view, theme or language.

axe comes from npm and is no part of the product: `npm install` in this folder brings it.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from rig.page import server as page_server
from tests.rig.page import scenes
from tests.rig.page.scripted_table import ScriptedTable
from tests.rig.page.test_browser import PANEL, PHONES, browser, or_four_over, pytestmark, visit

__all__ = ["browser", "pytestmark", "visit"]

AXE = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"
RUN = """async (sheet) => {
  const where = sheet ? { include: [["#" + sheet]] } : { exclude: [["#sheets"]] };
  const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  const found = await axe.run(where, { runOnly: rules });
  return found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(" ")).join(", ")}`);
}"""
PHONES_DOOR = "127.0.0.2"  # an address that is none of the rig's own


def explained(table: ScriptedTable) -> ScriptedTable:
    """The same table with everything explained to everybody."""
    table.state = replace(table.state, setup=replace(table.state.setup, explain="everybody"))
    return table


def rows_lesson() -> ScriptedTable:
    return explained(scenes.rows_move())


def or_lesson() -> ScriptedTable:
    return ScriptedTable().start("or", scenes.THREE, explain="everybody")


def cards_lesson() -> ScriptedTable:
    return scenes.opened(ScriptedTable().start("kartenspiel", scenes.THREE, explain="everybody"))


def over_lesson() -> ScriptedTable:
    return explained(scenes.rows_over())


def happy_over() -> ScriptedTable:
    return scenes.played("or-happy-meeple", ("Anna", "Ben"), 500, 9)


VIEWS = (
    scenes.setup,
    scenes.rows_roll,
    scenes.rows_keep,
    rows_lesson,
    scenes.rows_doubt,
    scenes.rows_enter,
    scenes.rows_reveal,
    scenes.rows_over,
    scenes.or_move,
    scenes.or_over,
    scenes.cards_cover,
    scenes.cards_play,
    scenes.cards_draw,
    scenes.cards_seen,
    scenes.cards_consent,
    scenes.paths_four,
    scenes.paths_step,
    scenes.paths_over,
)
MORE = (or_lesson, cards_lesson, over_lesson, or_four_over, happy_over)  # a lesson after one of another game
REST = (*(make for make in scenes.SCENES.values() if make not in VIEWS), *MORE)
SHEETS = (
    "menu", "phones", "entry", "rolls", "edit", "story", "scoring", "rules", "why", "sheet-0", "faces-0", "advice",
    "leave", "tray", "names-name0",
)  # fmt: skip
LOOKS = tuple(
    pytest.param(language, theme, marks=[] if (language, theme) == ("de", "dark") else pytest.mark.page)
    for language in ("de", "en")
    for theme in ("light", "dark", "contrast")
)
needs_axe = pytest.mark.skipif(not AXE.exists(), reason="axe-core is not here; run npm install in tests/rig/page")


def findings(page, seen: set[str]) -> list[str]:
    """What axe finds in a view, and in those of its sheets that were not seen yet."""
    found = page.evaluate(RUN)
    if set(SHEETS) <= seen:
        return found
    page.locator("#sheets[aria-busy=false]").wait_for(state="attached")
    for sheet in SHEETS:
        if sheet not in seen and page.locator(f"#{sheet}").count():
            seen.add(sheet)
            found += in_sheet(page, sheet)
    return found


def in_sheet(page, sheet: str) -> list[str]:
    """What axe finds in one sheet, opened for it."""
    page.evaluate("(id) => document.getElementById(id).showPopover()", sheet)
    found = [f"{sheet}: {one}" for one in page.evaluate(RUN, sheet)]
    page.evaluate("(id) => document.getElementById(id).hidePopover()", sheet)
    return found


def bring_axe(page, theme: str) -> None:
    page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
    page.evaluate(AXE.read_text(encoding="utf-8"))


def walk(page, table: ScriptedTable, views, anew: bool = False) -> tuple[dict[str, list[str]], set[str]]:
    """What axe finds in each of the views, and the sheets that were seen; `anew` for the sheets of each game."""
    found, seen = {}, {"": set()}
    for make in views:
        table.state = make().state
        if table.state.setup.explain == "everybody":  # a message takes the lesson's place
            table.report("camera", None)
            page.locator(f"body[data-game={table.state.setup.game}] .lesson p").wait_for()
        else:
            table.report("camera", f"Something to say about {make.__name__}.")
            page.locator("#notices", has_text=f"about {make.__name__}.").wait_for()
        if problems := findings(page, seen.setdefault(table.state.setup.game if anew else "", set())):
            found[make.__name__] = problems
    return found, set().union(*seen.values())


@needs_axe
@pytest.mark.parametrize("size", [PANEL, pytest.param(PHONES[0], marks=pytest.mark.page)], ids=str)
@pytest.mark.parametrize(("language", "theme"), LOOKS)
def test_axe_finds_nothing_in_any_view(visit, language, theme, size):
    table = scenes.rows_keep()
    scheme = "dark" if theme == "dark" else "light"
    page = visit(table, size, language, color_scheme=scheme, reduced_motion="reduce")
    bring_axe(page, theme)
    found, seen = walk(page, table, VIEWS)
    assert found == {}
    assert seen == set(SHEETS)


@needs_axe
@pytest.mark.page
@pytest.mark.timeout(1200)
@pytest.mark.parametrize(("theme", "size"), [("light", PANEL), ("dark", PHONES[0]), ("contrast", PANEL)], ids=str)
def test_axe_finds_nothing_in_the_other_scenes_and_in_the_sheets_of_each_game(visit, theme, size):
    table = scenes.rows_keep()
    page = visit(table, size, "de", color_scheme="dark" if theme == "dark" else "light", reduced_motion="reduce")
    bring_axe(page, theme)
    assert walk(page, table, REST, anew=True)[0] == {}


@needs_axe
@pytest.mark.parametrize(
    "theme", ["light", *(pytest.param(one, marks=pytest.mark.page) for one in ("dark", "contrast"))]
)
def test_axe_finds_nothing_while_the_rig_starts_and_where_phones_are_paired(visit, browser, monkeypatch, theme):
    monkeypatch.setattr(page_server, "home_address", lambda: PHONES_DOOR)
    page = visit(None, PANEL, "de")
    bring_axe(page, theme)
    found = {"starting": page.evaluate(RUN)}
    page.server.open(scenes.rows_keep())
    page.locator("body[data-screen=play]").wait_for()
    page.evaluate("fetch('/home', { method: 'POST', body: new URLSearchParams({ home: 'open' }) })")
    page.locator("#phones .code").wait_for(state="attached")
    found["opened"] = in_sheet(page, "phones")
    with browser.new_context(viewport={"width": 390, "height": 844}, locale="de") as context:
        phone = context.new_page()
        phone.goto(f"http://{PHONES_DOOR}:{page.server.port}/")
        phone.locator("body[data-live=yes]").wait_for()
        bring_axe(phone, theme)
        found["guest"] = in_sheet(phone, "phones")
        phone.evaluate("() => document.getElementById('phones').showPopover()")
        phone.locator("#pair-code").fill(page.server.home.viewer(True, "").code)
        phone.locator("#phones .pair .do").click()
        phone.locator("#phones .seats").wait_for()
        bring_axe(phone, theme)
        found["paired"] = phone.evaluate(RUN, "phones")
    assert found == {"starting": [], "opened": [], "guest": [], "paired": []}
