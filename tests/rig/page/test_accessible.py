"""axe-core finds nothing in any view, theme or language.

axe comes from npm and is no part of the product: `npm install` in this folder brings it.
"""

from pathlib import Path

import pytest

from tests.rig.page import scenes
from tests.rig.page.test_browser import PANEL, PHONES, browser, pytestmark, visit

__all__ = ["browser", "pytestmark", "visit"]

AXE = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"
RUN = """async (sheet) => {
  const where = sheet ? { include: [["#" + sheet]] } : { exclude: [["#sheets"]] };
  const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  const found = await axe.run(where, { runOnly: rules });
  return found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(" ")).join(", ")}`);
}"""
VIEWS = (
    scenes.setup,
    scenes.rows_roll,
    scenes.rows_keep,
    scenes.rows_move,
    scenes.rows_doubt,
    scenes.rows_enter,
    scenes.rows_reveal,
    scenes.rows_over,
    scenes.or_move,
    scenes.or_over,
    scenes.cards_setup,
    scenes.cards_cover,
    scenes.cards_play,
    scenes.cards_draw,
    scenes.cards_seen,
    scenes.cards_consent,
    scenes.cards_over,
    scenes.paths_four,
    scenes.paths_step,
    scenes.paths_over,
)
SHEETS = ("menu", "phones", "entry", "rolls", "edit", "story", "scoring", "rules", "why", "sheet-0", "faces-0")
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
            page.evaluate("(id) => document.getElementById(id).showPopover()", sheet)
            found += [f"{sheet}: {one}" for one in page.evaluate(RUN, sheet)]
            page.evaluate("(id) => document.getElementById(id).hidePopover()", sheet)
    return found


@needs_axe
@pytest.mark.parametrize("size", [PANEL, pytest.param(PHONES[0], marks=pytest.mark.page)], ids=str)
@pytest.mark.parametrize(("language", "theme"), LOOKS)
def test_axe_finds_nothing_in_any_view(visit, language, theme, size):
    table = scenes.rows_keep()
    scheme = "dark" if theme == "dark" else "light"
    page = visit(table, size, language, color_scheme=scheme, reduced_motion="reduce")
    page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found, seen = {}, set()
    for make in VIEWS:
        table.state = make().state
        table.report("camera", f"Something to say about {make.__name__}.")
        page.locator("#notices", has_text=make.__name__).wait_for()
        if problems := findings(page, seen):
            found[make.__name__] = problems
    assert found == {}
    assert seen == set(SHEETS)
