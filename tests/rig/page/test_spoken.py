"""What a screen reader hears: all that happens, once, in its order, in words; and what is the same stays in place."""

import dataclasses

import pytest

from rig.page.spoken import KEYS
from rig.page.view import view_of
from rig.page.words import words_of
from rig.state import Ranked
from tests.rig.page import scenes
from tests.rig.page.test_browser import browser, open_menu, phase_is, press_until, pytestmark, read, visit

__all__ = ["browser", "pytestmark", "visit"]

HEARD = "() => [...document.querySelectorAll('#announce p')].map((line) => line.textContent)"


def is_told(page, lines: int) -> None:
    """Wait for so many lines: what is highlighted may be told a moment after the question, when the advice is there."""
    page.locator("#announce p").nth(lines - 1).wait_for(state="attached")


def spoken(table, language: str = "en"):
    return view_of(table.state, words_of(language)).spoken


def test_a_roll_its_question_and_the_advice_are_told_in_words():
    told = spoken(scenes.rows_keep())
    assert told.story[0] == "Jonas rolled 3 × Green, Blue, Wish stone"
    assert told.question == "Jonas, keep or roll again?"
    assert told.highlighted == "Keep 3 × Green. R rolls the other 2 again. 1.6 points less than the best choice."


def test_a_move_is_told_with_what_it_does():
    assert spoken(scenes.rows_move()).highlighted.startswith(
        "Green 3 forward, to space 7 of 9, into the goal. The best choice, 12.3 points ahead"
    )


def test_a_doubt_is_told_with_its_reason_and_the_face_that_is_proposed():
    told = spoken(scenes.rows_doubt())
    assert (told.question, told.highlighted) == ("What does die 3 show? The die is cocked.", "Green")


def test_nothing_is_highlighted_before_the_adviser_answered():
    assert spoken(scenes.unadvised(scenes.rows_keep())).highlighted == ""


def test_figures_that_become_more_exact_are_no_news():
    table = scenes.rows_keep()
    before = spoken(table)
    exact = tuple(
        dataclasses.replace(choice, advice=Ranked(choice.key, choice.advice.value + 0.3, choice.advice.cost))
        for choice in table.state.choices
    )
    table.state = dataclasses.replace(table.state, choices=exact)
    assert spoken(table).mark == before.mark


def test_what_was_taken_back_is_told_once():
    table = scenes.rows_move().press(scenes.Button.CONFIRM)
    undone = table.do(scenes.Undone(answers=table.state.revision))
    told = spoken(undone)
    assert told.story[0].startswith("Taken back:")
    assert not [line for line in told.notices if line.startswith("Taken back:")]


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("name", sorted(scenes.SCENES))
def test_no_sign_of_a_key_is_told(name, language):
    told = spoken(scenes.SCENES[name](), language)
    text = " ".join((*told.story, *told.notices, told.question, told.highlighted))
    assert not [sign for sign in KEYS if sign.strip() in text], text


def test_a_turn_is_heard_once_and_in_order(visit):
    table = scenes.rows_roll()
    page = visit(table)
    read(table, "gbgsg")
    is_told(page, 5)
    heard = page.evaluate(HEARD)
    assert heard[:2] == ["Jonas, roll all 5 dice", "Throw them into the tray."]
    assert heard[2:] == [
        "Jonas rolled 3 × Green, Blue, Wish stone",
        "Jonas, keep or roll again?",
        spoken(table).highlighted,
    ]
    press_until(page, "ArrowDown", page.locator("#choice-0:not(.chosen)"))
    is_told(page, 6)
    assert page.evaluate(HEARD)[5:] == [spoken(table).highlighted]


def test_what_stays_the_same_stays_the_same_element(visit):
    table = scenes.rows_move()
    page = visit(table)
    page.evaluate(
        "document.querySelectorAll('#score-0, #choice-2, #button-undo').forEach((one) => { one.known = true; })"
    )
    press_until(page, "ArrowDown", page.locator("#choice-0:not(.chosen)"))
    ids = "[...document.querySelectorAll('#score-0, #choice-2, #button-undo')].filter((one) => one.known).length"
    assert page.evaluate(ids) == 3


def test_a_sheet_shows_the_present_table_when_it_is_asked_for(visit):
    table = scenes.rows_roll()
    page = visit(table)
    read(table, "gbgsg")
    phase_is(page, "keep")
    open_menu(page)
    page.locator("#menu button[popovertarget=story]").click()
    page.locator("#story li:first-child", has_text="Jonas rolled 3 × Green, Blue, Wish stone").wait_for()


def test_a_choice_half_made_in_a_sheet_outlives_what_happens_at_the_table(visit):
    table = scenes.rows_roll()
    page = visit(table)
    page.evaluate("document.getElementById('entry').showPopover()")
    page.locator("#entry input[name=die0][value=g]").check(force=True)
    table.report("camera", "Something to say.")
    page.locator("#notices", has_text="Something to say.").wait_for()
    page.wait_for_timeout(300)
    assert page.locator("#entry").is_visible()
    assert page.locator("#entry input[name=die0][value=g]").is_checked()
