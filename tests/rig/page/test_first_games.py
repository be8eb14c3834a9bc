"""What stopped people who played their first game from the README on: the panel, the keyboard and a reader, a phone."""

import ast
from dataclasses import replace
from pathlib import Path

import pytest

from rig.events import Button
from rig.page import words
from rig.page.home import Viewer
from rig.page.rendering import render_regions
from rig.page.spoken import SOFT_HYPHEN
from rig.page.view import view_of
from rig.page.words import words_of
from tests.rig.page import scenes
from tests.rig.page.scripted_table import ScriptedTable
from tests.rig.page.test_browser import CHROMIUM, PHONES, browser, phase_is, visit  # noqa: F401 (fixtures)

ENGLISH, GERMAN = words_of("en"), words_of("de")
PAGE = Path(words.__file__).parent
in_a_browser = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed"),
    pytest.mark.filterwarnings("default"),
]
UNCOVERED = """() => {
  const list = document.getElementById('choice-list').getBoundingClientRect();
  return [...document.querySelectorAll('#choice-list .choice')].filter((choice) => {
    const box = choice.getBoundingClientRect();
    return box.top >= list.top - 1 && box.bottom <= list.bottom + 1;
  }).map((choice) => choice.matches('.chosen'));
}"""
"""The choices that are seen in full, True for the highlighted one."""


def explained(table: ScriptedTable) -> ScriptedTable:
    """The same table with a game that is explained to everybody."""
    table.state = replace(table.state, setup=replace(table.state.setup, explain="everybody"))
    return table


def first_choice(game: str, faces: str) -> ScriptedTable:
    return ScriptedTable(advises=False).start(game, ("Anna", "Ben"), explain="everybody").roll(faces)


def test_no_sentence_hides_in_a_formatted_string_where_the_catalogues_do_not_find_it():
    for path in sorted(PAGE.glob("*.py")):
        for part in ast.walk(ast.parse(path.read_text())):
            if isinstance(part, ast.JoinedStr):
                calls = [call for call in ast.walk(part) if isinstance(call, ast.Call) and call.args]
                told = [call.args[0] for call in calls if getattr(call.func, "attr", "") in ("say", "count")]
                assert not any(isinstance(sentence, ast.Constant) for sentence in told), f"{path.name}:{part.lineno}"


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("or", "Anna: noch keine Plättchen"),
        ("wuerfelspiel", "Anna: keine Figur auf dem Plan"),
        ("weg-der-steine", "Anna: noch keine Karten"),
    ],
)
def test_an_empty_board_is_told_in_german(game, told):
    view = view_of(ScriptedTable(advises=False).start(game, ("Anna", "Ben")).state, GERMAN)
    drawn = view.board or view.chips or view.cards
    assert told in drawn.summary


def test_what_a_first_game_explains_is_told_to_who_hears_it():
    told = view_of(first_choice("or", "125").state, ENGLISH).spoken
    assert told.notices == (
        "Keep good dice, roll the others once more. One, two or all three add up to a chip's number.",
    )


def test_a_name_changed_for_the_next_game_tells_nothing_of_the_last_one():
    table = scenes.rows_over()
    assert view_of(table.state, ENGLISH).spoken.story
    table.press(Button.CONFIRM)
    assert view_of(table.state, ENGLISH).spoken.story == ()


@pytest.mark.parametrize("make", [scenes.rows_keep, scenes.rows_move, scenes.or_move, scenes.rows_doubt])
def test_a_word_is_told_whole(make):
    told = view_of(make().state, GERMAN).spoken
    assert SOFT_HYPHEN not in "".join((*told.story, *told.notices, told.question, told.highlighted))


@pytest.mark.parametrize("make", [scenes.rows_move, scenes.or_move, scenes.paths_play])
def test_the_board_is_told_in_whole_words(make):
    label = render_regions(view_of(make().state, GERMAN), "light")["regions"]["board"].split('id="board-told">')[1]
    assert "Rotbraun" in label.split("<")[0]


def test_two_figures_of_a_choice_are_told_and_the_rest_stands_in_the_list():
    table = scenes.rows_keep()
    best = next(choice for choice in table.state.choices if choice.advice is not None and choice.advice.cost == 0)
    why = "now -8.0; later +29.0; opponent +19.8"
    advised = replace(best.advice, win=0.57, why=why)
    choices = tuple(replace(one, advice=advised) if one is best else one for one in table.state.choices)
    table.state = replace(table.state, choices=choices, cursor=choices.index(replace(best, advice=advised)))
    view = view_of(table.state, ENGLISH)
    assert view.spoken.highlighted.endswith("points ahead expected; chance of winning 57 %.")
    assert "still to come +29.0" in next(choice for choice in view.choices if choice.chosen).worth_note


def test_a_phone_that_is_nobodys_is_told_how_to_play_with_hidden_cards():
    table = scenes.cards_cover()
    for viewer, told in (
        (Viewer("paired"), "To play on this phone, take a seat: ☰, Phones."),
        (Viewer(), "nobody else"),
    ):
        assert told in view_of(table.state, ENGLISH, viewer=viewer).aside


class TestInABrowser:
    """Sizes, focus and keys."""

    pytestmark = in_a_browser

    @pytest.mark.parametrize(("game", "faces"), [("or", "125"), ("wuerfelspiel", "ggbrs")])
    def test_beside_an_explanation_two_choices_are_seen_in_full_and_so_is_the_highlighted_one(self, visit, game, faces):  # noqa: F811
        page = visit(first_choice(game, faces))
        page.locator(".lesson").wait_for()
        assert len(page.evaluate(UNCOVERED)) >= 2
        for place in range(1, 4):
            page.wait_for_timeout(350)
            page.keyboard.press("ArrowDown")
            page.locator(f"#choice-{place}.chosen").wait_for()
            assert True in page.evaluate(UNCOVERED)

    def test_what_the_rig_reports_does_not_hide_what_the_game_is_about(self, visit):  # noqa: F811
        table = ScriptedTable(advises=False).start("or", ("Anna", "Ben"), explain="everybody")
        table.report("reader", "The demo teaches itself its dice first; that takes a moment.")
        page = visit(table)
        page.locator("#notices > p").wait_for()
        seen = page.locator("#notices").bounding_box()
        for told in (page.locator(".lesson").bounding_box(), page.locator("#notices > p").bounding_box()):
            assert seen["y"] <= told["y"]
            assert told["y"] + told["height"] <= seen["y"] + seen["height"] + 1

    @pytest.mark.parametrize("make", [scenes.or_over, scenes.rows_over])
    def test_beside_an_explanation_the_end_shows_the_total(self, visit, make):  # noqa: F811
        page = visit(explained(make()))
        page.locator(".lesson").wait_for()
        total = page.locator("#end tfoot").bounding_box()
        assert total["y"] + total["height"] <= page.locator("#legend").bounding_box()["y"]
        assert page.locator("#end").evaluate("(end) => end.scrollHeight - end.clientHeight") <= 0

    @pytest.mark.parametrize(("key", "sheet"), [("m", "menu"), ("p", "scoring")])
    def test_a_key_opens_menu_and_points_and_the_reader_is_in_it(self, visit, key, sheet):  # noqa: F811
        page = visit(scenes.or_move())
        page.keyboard.press(key)
        page.locator(f"#{sheet}:popover-open").wait_for()
        page.wait_for_function("(sheet) => document.activeElement.closest('[popover]')?.id === sheet", arg=sheet)
        page.keyboard.press("u")
        page.locator(f"#{sheet}:popover-open").wait_for(state="detached")
        phase_is(page, "choose")

    @pytest.mark.parametrize("make", [scenes.or_move, scenes.cards_cover])
    @pytest.mark.parametrize("size", [(800, 480), *PHONES])
    def test_the_points_of_the_game_are_one_press_away(self, visit, size, make):  # noqa: F811
        page = visit(make(), size)
        key, meters = page.locator("#show-scoring").bounding_box(), page.locator(".ends").bounding_box()
        assert key["x"] >= meters["x"] + meters["width"] or key["y"] >= meters["y"] + meters["height"] - 1
        page.locator("#show-scoring").click()
        page.locator("#scoring .points").first.wait_for()
        beside = page.locator("#scoring").evaluate("(sheet) => sheet.scrollWidth - sheet.clientWidth")
        assert beside <= 0

    def test_on_the_start_screen_of_the_panel_no_line_is_cut(self, visit):  # noqa: F811
        page = visit(scenes.setup())
        cut = """() => [...document.querySelectorAll('.field:not(.wide) legend, .field:not(.wide) :checked + span')]
            .filter((line) => line.scrollWidth > line.clientWidth + 1).map((line) => line.textContent)"""
        assert page.evaluate(cut) == []

    def test_better_advice_is_told_as_second_thoughts_and_a_pressed_arrow_is_not(self, visit):  # noqa: F811
        table = scenes.or_move()
        page = visit(table)
        told = page.locator("#announce p")
        page.wait_for_timeout(1100)
        table.state = replace(table.state, cursor=table.state.cursor + 1, revision=table.state.revision + 1)
        table._publish()
        told.filter(has_text="On second thoughts: Take").wait_for(state="attached")
        page.wait_for_timeout(350)
        page.keyboard.press("ArrowDown")
        told.nth(1).wait_for(state="attached")
        assert not told.nth(1).text_content().startswith("On second")

    def test_a_phone_just_paired_is_asked_whose_it_is(self, visit):  # noqa: F811
        page = visit(scenes.or_move(), PHONES[0])
        page.goto(f"{page.server.address}#phones")
        page.reload()
        page.locator("#phones:popover-open").wait_for()
        page.wait_for_function("location.hash === ''")

    def test_the_name_of_the_computer_fits_on_a_phone_among_three(self, visit):  # noqa: F811
        page = visit(ScriptedTable().start("wuerfelspiel", ("Anna", "Clara", "Computer")), PHONES[0])
        assert page.evaluate(
            "[...document.querySelectorAll('.score .name')].every((e) => e.scrollWidth <= e.clientWidth)"
        )
