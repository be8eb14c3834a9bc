"""Fingers and keys reach everything: targets are large enough, and what has the focus shows it."""

import pytest

from tests.rig.page import scenes
from tests.rig.page.test_browser import PANEL, PHONES, browser, pytestmark, visit

__all__ = ["browser", "pytestmark", "visit"]

AT_THE_TABLE, ANYWHERE = 44, 24
"""Least side of a target in pixels: on the panel and on phones what is pressed in play; WCAG 2.2 AA for all else."""
VIEWS = (
    scenes.setup, scenes.rows_keep, scenes.rows_move, scenes.rows_doubt, scenes.rows_enter, scenes.rows_four,
    scenes.rows_over, scenes.or_four, scenes.cards_play, scenes.paths_four, scenes.cards_over,
)  # fmt: skip
PLAYED_WITH = "#dice button.top, #choices button, #hand button, #legend button"
SMALL = """([where, least]) => [...document.querySelectorAll(where)].filter((one) => {
  const { width, height } = one.getBoundingClientRect();
  return width && Math.min(width, height) < least - 0.5 && getComputedStyle(one).display !== 'inline';
}).map((one) => `${one.id || one.name || one.className} ${one.offsetWidth}x${one.offsetHeight}`)"""
SHEETS = "() => [...document.querySelectorAll('[popover]')].map((one) => one.id)"
FOCUSED = """() => {
  const at = document.activeElement;
  if (!at || at === document.body) return ['', true];
  const marked = (one) => {
    if (!one) return false;
    const style = getComputedStyle(one), box = one.getBoundingClientRect();
    const inView = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
    return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2 && box.width > 0 && inView;
  };
  const seen = parseFloat(getComputedStyle(at).opacity) > 0;
  const shows = seen && marked(at) || marked(at.closest('.field')) || !seen && marked(at.nextElementSibling);
  return [`${at.id || at.name + at.value || at.className || at.tagName}`, shows];
}"""


@pytest.mark.parametrize("size", [PANEL, pytest.param(PHONES[1], marks=pytest.mark.page)], ids=str)
def test_every_target_is_large_enough_for_a_finger(visit, size):
    table = scenes.rows_keep()
    page = visit(table, size, "de")
    found = {}
    for make in VIEWS:
        table.state = make().state
        table.report("camera", f"Something to say about {make.__name__}.")
        page.locator("#notices", has_text=make.__name__).wait_for()
        small = page.evaluate(SMALL, [PLAYED_WITH, AT_THE_TABLE])
        small += page.evaluate(SMALL, ["main :is(button, a, input, select, summary)", ANYWHERE])
        if small:
            found[make.__name__] = small
    assert found == {}


@pytest.mark.parametrize("size", [PANEL, pytest.param(PHONES[1], marks=pytest.mark.page)], ids=str)
def test_every_target_in_the_sheets_is_large_enough(visit, size):
    page = visit(scenes.rows_keep(), size, "de")
    found = {}
    for sheet in page.evaluate(SHEETS):
        page.evaluate("(id) => document.getElementById(id).showPopover()", sheet)
        if small := page.evaluate(SMALL, [f"#{sheet} :is(button, a, input, select, summary)", ANYWHERE]):
            found[sheet] = small
        page.evaluate("(id) => document.getElementById(id).hidePopover()", sheet)
    assert found == {}


@pytest.mark.parametrize(
    "theme", ["light", *(pytest.param(one, marks=pytest.mark.page) for one in ("dark", "contrast"))]
)
def test_what_has_the_focus_shows_it_and_every_button_is_reached_by_tab(visit, theme):
    table = scenes.setup()
    page = visit(table)
    page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
    for make in (scenes.setup, scenes.rows_keep, scenes.rows_move, scenes.cards_play, scenes.rows_over):
        table.state = make().state
        table.report("camera", f"Something to say about {make.__name__}.")
        page.locator("#notices", has_text=make.__name__).wait_for()
        page.evaluate("document.activeElement.blur(); document.body.focus()")
        reached = []
        for _ in range(90):
            page.keyboard.press("Tab")
            name, shows = page.evaluate(FOCUSED)
            assert shows, f"{make.__name__}: {name} has the focus and does not show it"
            if not name or name in reached:
                break
            reached.append(name)
        wanted = page.evaluate("[...document.querySelectorAll('#legend button, #dice button')].map((one) => one.id)")
        assert set(wanted) <= set(reached), make.__name__
