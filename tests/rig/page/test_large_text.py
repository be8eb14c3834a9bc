"""Text at 200 %: all is still there, nothing sticks out sideways or is covered; no movement if it is unwanted."""

import pytest

from tests.rig.page import scenes
from tests.rig.page.test_browser import browser, pytestmark, visit

__all__ = ["browser", "pytestmark", "visit"]

# Enlarged to 200 % a screen has half its width and height, and twice the pixels for each.
PANEL, LAPTOP, PHONE = (400, 240), (512, 300), (320, 422)
SCENES = (scenes.setup, scenes.rows_keep, scenes.rows_move, scenes.rows_doubt, scenes.or_move, scenes.rows_over)
STICKS_OUT = """() => [...document.querySelectorAll('#head *, #table *, #legend *')].filter((one) => {
  const box = one.getBoundingClientRect(), clip = one.closest('.unseen, .choices, .names, svg');
  return !clip && box.width && (box.right > innerWidth + 1 || box.left < -1);
}).map((one) => one.id || one.className || one.tagName).slice(0, 5)"""
COVERED = """() => {
  window.scrollTo(0, document.documentElement.scrollHeight);
  const last = [...document.querySelectorAll('#table > section')].filter((one) => one.offsetHeight).pop();
  const legend = document.getElementById('legend').getBoundingClientRect();
  return Math.round(last.getBoundingClientRect().bottom - legend.top);
}"""
MOVING = "() => document.getAnimations().filter((one) => one.playState === 'running').length"


@pytest.mark.parametrize(
    "size", [PANEL, pytest.param(LAPTOP, marks=pytest.mark.page), pytest.param(PHONE, marks=pytest.mark.page)], ids=str
)
def test_at_200_percent_nothing_sticks_out_and_all_can_be_scrolled_to(visit, size):
    table = scenes.rows_keep()
    page = visit(table, size, "de", device_scale_factor=2)
    for make in SCENES:
        table.state = make().state
        table.report("camera", f"Something to say about {make.__name__}.")
        page.locator("#notices", has_text=make.__name__).wait_for()
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, make.__name__
        assert page.evaluate(STICKS_OUT) == [], make.__name__
        assert page.evaluate(COVERED) <= 0, make.__name__


def test_whoever_wants_no_movement_sees_none(visit):
    page = visit(scenes.rows_move(), reduced_motion="reduce")
    assert page.evaluate(MOVING) == 0
