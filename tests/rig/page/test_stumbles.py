"""Where people stumbled at the page: each of these was mended, and stays so."""

import re
import unicodedata
from pathlib import Path

import numpy as np
import pytest

from rig.commands import demo
from rig.errors import UsageError
from rig.events import AdviceChosen, Button, NewGame, Pressed, Undone
from rig.page import rendering
from rig.page.home import Viewer
from rig.page.rendering import render_regions, render_sheets
from rig.page.view import view_of
from rig.page.words import words_of
from rig.pictures import as_jpeg
from rig.state import Notice, Phase
from tests.rig.page import scenes
from tests.rig.page.scripted_table import ScriptedTable
from tests.rig.page.test_browser import CHROMIUM, browser, open_menu, visit  # noqa: F401 (fixtures)

ENGLISH, GERMAN = words_of("en"), words_of("de")
PAGE = Path(rendering.__file__).parent
SIGNS = "✔✕☰→▲▼▶◀★↻⟲"
"""What our own font of signs draws; see `make_signs_font`."""


def test_who_kept_nothing_is_told_to_roll_all_dice_again():
    table = ScriptedTable(advises=False).start("or", ("Anna", "Ben")).roll("125").choose("=")
    assert view_of(table.state, ENGLISH).headline == "Anna, roll all 3 dice again"
    assert view_of(table.state, GERMAN).headline == "Anna, würfle alle 3 Würfel neu"


@pytest.mark.parametrize(
    ("dice_by", "told"),
    [
        ("camera", "Throw them into the tray."),
        ("desk", "The demo throws them by itself."),
        ("hand", "Throw them, then press ▲ and say what they show."),
    ],
)
def test_a_roll_is_asked_for_as_it_is_made(dice_by, told):
    assert view_of(scenes.rows_roll().state, ENGLISH, dice_by=dice_by).aside == told


def test_without_a_camera_the_page_offers_rolls_by_hand_and_no_command_line():
    reports = {"camera": no_camera()}
    view = view_of(scenes.rows_roll().state, ENGLISH, reports)
    assert [(button.button, button.label) for button in view.buttons if button.is_chief] == [("up", "By hand")]
    assert "ribbon cable" in view.notices[0]
    assert not re.search(r"keltis |--", view.notices[0])
    assert "Flachbandkabel" in view_of(scenes.rows_roll().state, GERMAN, reports).notices[0]


def no_camera() -> str:
    from rig import camera

    return next(text for text in camera._open_any.__code__.co_consts if str(text).startswith("No camera"))


@pytest.mark.parametrize("make", [make for name, make in scenes.SCENES.items() if "over" not in name])
def test_no_two_buttons_of_the_legend_have_one_name(make):
    legend = render_regions(view_of(make().state, ENGLISH), "light")["regions"]["legend"]
    names = [re.sub(r"<[^>]*>", "", key).strip() for key in re.findall(r"<button.*?</button>", legend, re.S)]
    assert len(set(names)) == len(names) == 6


def test_what_was_taken_back_is_news_and_no_warning():
    table = scenes.rows_move()
    table.do(Undone(answers=table.state.revision))
    view = view_of(table.state, ENGLISH)
    assert view.notices == ()
    assert "notice" not in view.news[0]
    assert view.news[0].startswith("Taken back")
    told = render_regions(view, "light")["regions"]["notices"]
    assert f'<p class="news">{view.news[0]}</p>' in told


def test_a_warning_is_no_news():
    table = scenes.rows_keep()
    object.__setattr__(table.state, "notice", Notice("lifted"))
    view = view_of(table.state, ENGLISH)
    assert view.news == ()
    assert view.notices == ("Dice were lifted. Roll them again? Then press ↻.",)


def test_whoever_passes_the_screen_on_is_taught_nothing():
    table = ScriptedTable(seed=3).start("kartenspiel", scenes.THREE, explain="everybody")
    assert table.state.phase is Phase.COVER
    assert view_of(table.state, ENGLISH).lesson is None
    assert view_of(table.press(Button.CONFIRM).state, ENGLISH).lesson is not None


def test_a_game_is_not_left_without_a_question():
    sheets = render_sheets(view_of(scenes.rows_keep().state, ENGLISH), "light")
    menu, _, question = sheets.partition('id="leave"')
    assert 'value="new"' not in menu
    assert 'value="new"' in question


def test_cards_that_cannot_be_laid_are_told_with_the_rule():
    draw = view_of(scenes.cards_draw().state, ENGLISH)
    told = [(one.what, one.sentence) for one in draw.why_not]
    assert told[0] == ("Red-brown", "A card discarded in this turn may not be taken (rule K15).")
    step = view_of(scenes.paths_step().state, GERMAN)
    assert [one.sentence for one in step.why_not] == ["Die Karte bewegt eine Figur auf dem Pfad Gelb (Regel S9)."] * 4


def test_nobody_learns_from_the_reasons_what_others_hold():
    state = scenes.cards_play().state
    assert view_of(state, ENGLISH).why_not
    assert view_of(state, ENGLISH, viewer=Viewer("guest")).why_not == ()
    assert view_of(scenes.cards_cover().state, ENGLISH).why_not == ()


@pytest.mark.parametrize("name", ["kartenspiel", "weg-der-steine"])
def test_the_demo_starts_games_of_cards_too_but_does_not_play_them_alone(name):
    import argparse

    assert demo._players(argparse.Namespace(game=name, players=None, auto=False)) == 2
    with pytest.raises(UsageError, match="has no dice"):
        demo._players(argparse.Namespace(game=name, players=None, auto=True))


def test_every_sign_on_the_page_is_drawn_by_us():
    texts = [path for folder in ("templates", "static", "catalogues") for path in (PAGE / folder).iterdir()]
    texts += PAGE.glob("*.py")
    for path in texts:
        if path.suffix in (".html", ".svg", ".js", ".po", ".py") and path.name != "chartist.js":
            text = path.read_text(encoding="utf-8")
            signs = {sign for sign in text if unicodedata.category(sign) in ("So", "Sm") and ord(sign) > 0x2100}
            assert signs <= {*SIGNS, "−"}, path.name


def test_who_kept_nothing_is_told_to_have_rolled_all_again():
    table = ScriptedTable(advises=False).start("or", ("Anna", "Ben")).roll("125").choose("=")
    assert view_of(table.state, ENGLISH).happened[0] == "Anna rolls all dice again"


@pytest.mark.browser
@pytest.mark.filterwarnings("default")
@pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")
class TestInABrowser:
    def test_the_menu_and_what_is_behind_it_are_worked_by_the_four_buttons(self, visit):  # noqa: F811
        table = scenes.rows_keep()
        page, before = visit(table), table.state
        post = page.server.presses.before(table)

        def press(button: Button) -> None:
            post(Pressed(answers=table.state.revision, button=button, source="button"))

        post(NewGame(answers=table.state.revision, source="button"))
        page.locator("#menu").wait_for()
        page.wait_for_function("document.activeElement.closest('#menu')")
        listening = who_listens(page)
        for _ in range(30):
            if page.evaluate("document.activeElement.getAttribute('href') === '/games'"):
                break
            stood = page.evaluate(STANDS)
            press(Button.DOWN)
            page.wait_for_function(MOVED, arg=stood)
        press(Button.CONFIRM)
        page.wait_for_url("**/games")
        assert table.state is before
        page.locator(".leaf-legend").get_by_text("Choose").wait_for()
        who_listens(page, listening)
        press(Button.REROLL)
        page.wait_for_url("**/people")

    def test_a_press_puts_the_menu_away_and_the_next_one_plays_again(self, visit):  # noqa: F811
        table = scenes.rows_keep()
        page, before = visit(table), table.state
        post = page.server.presses.before(table)
        post(NewGame(answers=table.state.revision, source="button"))
        page.locator("#menu").wait_for()
        page.wait_for_timeout(300)
        post(Undone(answers=table.state.revision, source="button"))
        page.locator("#menu").wait_for(state="hidden")
        page.wait_for_timeout(300)
        assert table.state is before
        post(Pressed(answers=table.state.revision, button=Button.DOWN, source="button"))
        assert table.state is not before

    def test_the_table_is_put_right_by_the_four_buttons(self, visit):  # noqa: F811
        table = scenes.rows_move()
        page, before = visit(table), table.state
        press = presser(page, table, "edit")
        while page.evaluate("document.activeElement.name") != "seat0-pink":
            press(Button.DOWN)
        assert page.locator("[name=seat0-pink]").input_value() == "2"
        press(Button.CONFIRM)
        assert page.locator("[name=seat0-pink]").input_value() == "3"
        while page.evaluate("document.activeElement.name") != "stones0":
            press(Button.DOWN)
        page.locator("[name=stones0]").select_option("39")  # of forty
        turned = (Button.CONFIRM, Button.CONFIRM, Button.REROLL, Button.CONFIRM, Button.CONFIRM, Button.REROLL)
        assert [press(button)["value"] for button in turned] == ["40", "0", "40", "0", "1", "0"]
        assert table.state is before
        while not page.evaluate("document.activeElement.matches('#edit .do')"):
            press(Button.DOWN)
        post(page, table, Button.CONFIRM)
        page.locator("#edit").wait_for(state="hidden")
        assert str(table.state.position).split()[2].startswith("55300.0/")

    def test_columns_of_chips_are_put_right_by_the_four_buttons(self, visit):  # noqa: F811
        table = scenes.or_move()
        page = visit(table)
        press = presser(page, table, "edit")
        column = page.locator("[name=seat1-yellow]")
        laid = column.input_value()
        press(Button.DOWN)
        assert not page.evaluate("document.activeElement.matches('.close')")
        while page.evaluate("document.activeElement.name") != "seat1-yellow":
            press(Button.DOWN)
        press(Button.CONFIRM)  # to the chips below the table
        for wanted, shown in (("back", laid.split()[:-1]), ("*", [*laid.split()[:-1], "*"])):
            while page.evaluate("document.activeElement.dataset.lay") != wanted:
                press(Button.UP if wanted == "*" else Button.DOWN)
            post(page, table, Button.CONFIRM)
            page.locator(".laying output").get_by_text(" ".join(shown) or "–", exact=True).wait_for()
            assert column.input_value().split() == shown
        press(Button.DOWN)
        press(Button.DOWN)
        press(Button.CONFIRM)  # back to the column
        assert page.evaluate("document.activeElement.name") == "seat1-yellow"

    def test_a_column_that_is_being_laid_stays_whatever_comes_meanwhile(self, visit):  # noqa: F811
        table = scenes.or_move()
        page = visit(table)
        presser(page, table, "edit")
        column, name = page.locator("[name=seat1-yellow]"), table.state.setup.players[0]
        column.click()
        page.locator('[data-lay="*"]').click()
        chosen = AdviceChosen(answers=table.state.revision, player=name, level="off")
        assert table.post(chosen).result().accepted
        page.locator('[name=act][value="advice 0 off"][aria-pressed=true]').wait_for(state="attached")
        page.locator('[data-lay="*"]').click()
        assert column.input_value().endswith("* *")
        page.locator(".laying output").get_by_text(column.input_value(), exact=True).wait_for()

    def test_a_list_of_values_is_used_with_the_keyboard_as_anywhere(self, visit):  # noqa: F811
        table = scenes.rows_move()
        page = visit(table)
        presser(page, table, "edit")
        page.locator("[name=seat0-pink]").focus()
        page.keyboard.press("5")
        assert page.locator("[name=seat0-pink]").input_value() == "5"
        page.keyboard.press("ArrowUp")
        assert page.locator("[name=seat0-pink]").input_value() == "4"

    @pytest.mark.parametrize("size", [(800, 480), (1280, 720), (1920, 1080), (390, 844)])
    @pytest.mark.parametrize("make", [scenes.rows_keep, scenes.rows_doubt, scenes.or_four])
    def test_no_die_covers_another_nor_sticks_out_of_its_button_and_keeps_are_told_in_full(self, visit, make, size):  # noqa: F811
        page = visit(make(), size, language="de")
        found = page.evaluate(
            """() => {
              const found = [], box = (one) => one.getBoundingClientRect();
              const dice = [...document.querySelectorAll('.die')].map(box);
              dice.forEach((die, n) => { if (n && die.left < dice[n - 1].right - 1) found.push('dice ' + n); });
              for (const crop of document.querySelectorAll('.crop')) {
                for (const top of document.querySelectorAll('.die .top')) {
                  const a = box(crop), b = box(top);
                  const beside = a.left >= b.right || b.left >= a.right;
                  if (!beside && a.top < b.bottom - 1 && b.top < a.bottom) found.push('crop');
                }
              }
              for (const key of document.querySelectorAll('.faces button')) {
                for (const part of key.children) if (box(part).right > box(key).right + 1) found.push('face');
              }
              if (document.body.dataset.phase === 'keep') {
                for (const title of document.querySelectorAll('.choice .words b')) {
                  if (box(title).right > box(title.parentElement).right + 1) found.push(title.innerText);
                }
              }
              return found;
            }"""
        )
        assert found == []


STANDS = """() => {
  const at = document.activeElement, sheet = document.querySelector('[popover]:popover-open');
  return { at: at.name || at.id || at.className + at.textContent, value: at.value || '', top: sheet.scrollTop };
}"""
MOVED = f"(stood) => JSON.stringify(({STANDS})()) !== JSON.stringify(stood)"


def who_listens(page, known=()) -> list:
    """The pages that hear the rig's buttons, once there is one that was not known."""
    for _ in range(200):
        listening = list(page.server.presses._pages)
        if any(one not in known for one in listening):
            return listening
        page.wait_for_timeout(50)
    raise AssertionError("no page listens")


def presser(page, table, sheet: str):
    """A press of the rig's buttons in this sheet, opened for it; it waits for what comes of it, and returns that."""
    open_menu(page)
    page.locator(f"#menu [popovertarget={sheet}]").click()
    page.locator(f"#{sheet}").wait_for()
    who_listens(page)

    def press(button: Button):
        stood = page.evaluate(STANDS)
        post(page, table, button)
        page.wait_for_function(MOVED, arg=stood)
        return page.evaluate(STANDS)

    return press


def post(page, table, button: Button) -> None:
    page.server.presses.before(table)(Pressed(answers=table.state.revision, button=button, source="button"))


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")
@pytest.mark.filterwarnings("default")
def test_a_refusal_is_told_in_the_sheet_that_lies_over_the_page(visit):  # noqa: F811
    page = visit(scenes.rows_move())
    open_menu(page)
    page.locator("#menu [popovertarget=edit]").click()
    for seat in range(3):
        page.locator(f"#edit [name=stones{seat}]").select_option(index=24)
    page.locator("#edit .do").click()
    told = page.locator("#edit > .refused", has_text="The table cannot look like that.")
    told.wait_for()
    assert page.evaluate(ON_TOP) == "refused"


ON_TOP = """() => {
  const { left, top } = document.querySelector('.refused').getBoundingClientRect();
  return document.elementFromPoint(left + 30, top + 10).className;
}"""


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")
def test_the_doubtful_die_is_ringed_where_the_picture_was_there_before_the_page(visit):  # noqa: F811
    page = visit(scenes.rows_doubt())
    page.server.page.pictures = lambda key: as_jpeg(np.zeros((48, 64, 3), np.uint8))
    page.reload()
    page.locator("body[data-live=yes]").wait_for()
    page.wait_for_function("() => document.querySelector('.tray img').complete")
    page.evaluate("() => document.getElementById('tray').showPopover()")
    page.locator("#tray svg[viewBox='0 0 64 48'] .in-doubt").wait_for(state="attached")
