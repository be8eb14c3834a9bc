"""First games explained, the rules at hand in both languages, and why a move is not offered."""

import re
from dataclasses import replace

import pytest
from starlette.testclient import TestClient

from engine import catalogue
from rig.events import Button, RollEntered, SetupChanged, Undone
from rig.page.lessons import LESSONS
from rig.page.live import Hub
from rig.page.routes import Page
from rig.page.rule_book import rules_now, rules_of
from rig.page.view import view_of
from rig.page.why_not import answer, not_offered
from rig.page.words import words_of
from rig.state import Setup
from tests.rig.page import scenes
from tests.rig.page.scripted_table import ScriptedTable
from tests.rig.page.test_browser import CHROMIUM, browser, open_menu, visit

__all__ = ["browser", "visit"]

GERMAN, ENGLISH = words_of("de"), words_of("en")


def told(table: ScriptedTable) -> str:
    """The rules that the explanation on the screen rests on, "" for none."""
    lesson = view_of(table.state, ENGLISH).lesson
    return " ".join(lesson.rules) if lesson is not None else ""


def turn(table: ScriptedTable, faces: str) -> list[str]:
    """What is explained in a turn in which all dice are kept and the first move is played."""
    heard = [told(table)]
    table.roll(faces)
    heard.append(told(table))
    table.press(Button.CONFIRM)
    heard.append(told(table))
    table.press(Button.CONFIRM)
    return heard


def test_each_step_is_explained_to_each_player_when_it_first_happens():
    table = ScriptedTable(advises=False).start("or", ("Anna", "Ben"), explain="everybody")
    assert turn(table, "125") == ["O5 O21", "O5 O7", "O6 O7"]
    assert turn(table, "134") == ["O5 O21", "O5 O7", "O6 O7"]
    again = turn(table, "123")
    assert again[:2] == ["O22", ""]
    assert again[2] in {lesson[1] for lesson in LESSONS.values()} - {"O6 O7"}


def test_only_the_player_who_wants_it_hears_explanations():
    table = ScriptedTable(advises=False).start("or", ("Anna", "Ben"), explain="Ben")
    assert turn(table, "125") == ["", "", ""]
    assert turn(table, "134") == ["O5 O21", "O5 O7", "O6 O7"]


def test_nothing_is_explained_where_nobody_asked_for_it():
    table = ScriptedTable(advises=False).start("wuerfelspiel", ("Anna", "Ben"))
    assert turn(table, "rryyb") == ["", "", ""]


def test_after_undo_the_explanation_is_there_again():
    table = ScriptedTable(advises=False).start("wuerfelspiel", ("Anna", "Ben"), explain="everybody")
    table.roll("rryyb")
    assert told(table) == "W7 W10"
    table.press(Button.CONFIRM)
    table.do(Undone(answers=table.state.revision))
    assert told(table) == "W7 W10"


def test_a_player_to_be_taught_who_leaves_the_game_is_taught_no_more():
    table = ScriptedTable()
    table.do(SetupChanged(answers=table.state.revision, setup=Setup(names=("Anna", "Ben"), explain="Ben")))
    table.do(SetupChanged(answers=table.state.revision, setup=Setup(names=("Anna", "Lea"), explain="Ben")))
    assert table.state.setup.explain == ""


@pytest.mark.parametrize("name", catalogue.names())
def test_every_rule_stands_in_german_under_its_own_number(name):
    english, german = rules_of(name, ENGLISH), rules_of(name, GERMAN)
    assert [rule.number for rule in english] == [rule.number for rule in german]
    assert all(rule.language == "" for rule in (*english, *german))
    for rule in (*english, *german):
        assert not re.search(r"[`*]|\((?:B|R|H|M|T)[^)]*\)$", rule.text), rule.text
    numbers = {rule.number for rule in english}
    prefix = rules_of(name, ENGLISH)[-1].number[0]
    for _, rules in LESSONS.values():
        if rules[0] == prefix:
            assert set(rules.split()) <= numbers


@pytest.mark.parametrize(
    "make", [scenes.rows_roll, scenes.rows_keep, scenes.rows_move, scenes.or_move, scenes.rows_over]
)
def test_the_rules_of_the_present_step_are_at_hand(make):
    rules = rules_now(make().state.position, GERMAN)
    assert len(rules) >= 2


def client(table: ScriptedTable, language: str) -> TestClient:
    hub = Hub()
    hub.open(table)
    return TestClient(
        Page(hub, ["127.0.0.1:8080"]).app, base_url="http://127.0.0.1:8080", headers={"accept-language": language}
    )


def test_the_rules_page_marks_what_matters_now_and_other_games_have_nothing_marked():
    page = client(scenes.or_move(), "de")
    text = page.get("/rules/or").text
    assert '<li id="O15" class="matters" aria-current="true"><b>O15</b><p>Wer Wunschsteine nimmt' in text
    assert 'class="matters"' not in page.get("/rules/kartenspiel").text
    assert page.get("/rules/halma").status_code == 404


def test_a_tap_on_a_space_chooses_the_move_that_leads_there():
    table = scenes.rows_move()
    for place, choice in enumerate(table.state.choices):
        if choice.effects[0].kind in ("advance", "start"):
            meant = answer(f"{choice.effects[0].target} {choice.effects[0].to}", table.state, ENGLISH)
            assert (meant.choice, meant.sentence) == (place, "")


def test_a_space_that_cannot_be_reached_is_told_with_its_rule():
    table = ScriptedTable(advises=False).start("wuerfelspiel", ("Anna", "Ben"))
    table.roll("rryyb").press(Button.CONFIRM)
    state = table.state
    assert answer("green 2", state, ENGLISH).sentence == "No die shows Green (rule W10)."
    assert answer("redbrown 3", state, ENGLISH).sentence == (
        "The dice show Red-brown 2 times; exactly so far it moves (rule W10)."
    )
    assert answer("redbrown 3", state, GERMAN).sentence.replace("\N{SOFT HYPHEN}", "") == (
        "Die Würfel zeigen Rotbraun 2-mal; genau so weit wird gezogen (Regel W10)."
    )
    assert answer("redbrown 99", state, ENGLISH).choice == -1
    assert answer("nonsense", state, ENGLISH).sentence == "There is nothing to choose on the board now."


def test_a_chip_that_cannot_be_taken_is_told_with_its_rule():
    table = ScriptedTable(advises=False).start("or", ("Anna", "Ben"))
    table.roll("125").press(Button.CONFIRM)
    assert answer("green 4", table.state, ENGLISH).sentence == "No choice of the dice 1, 2, 5 adds up to 4 (rule O7)."
    assert table.state.choices[answer("green 3", table.state, ENGLISH).choice].key == "g3"
    table.choose("g3")
    table.do(RollEntered(answers=table.state.revision, faces=("1", "2", "5"))).press(Button.CONFIRM)
    assert answer("green 3", table.state, GERMAN).sentence == "Grün 3 liegt nicht mehr in der Mitte (Regel O8)."


@pytest.mark.parametrize("make", [scenes.rows_move, scenes.or_move, scenes.rows_four])
def test_every_row_and_chip_is_either_offered_or_has_its_reason(make):
    state = make().state
    listed = not_offered(state, GERMAN)
    offered = {choice.effects[0].target for choice in state.choices if choice.effects}
    if state.position.game == "wuerfelspiel":
        assert {one.art for one in listed} | offered >= {"redbrown", "yellow", "pink", "green", "blue"}
    for one in listed:
        assert re.search(r"\((Regel )?[WO]\d+(, [WO]\d+)*\)", one.sentence), one
        for word in ("dice", "piece", "The "):
            assert word not in one.sentence


def test_without_a_choice_nothing_is_asked_why_not():
    assert not_offered(scenes.rows_keep().state, GERMAN) == ()
    assert answer("green 2", replace(scenes.rows_keep().state), GERMAN).choice == -1


@pytest.mark.browser
@pytest.mark.filterwarnings("default")
@pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")
def test_the_board_is_tapped_the_move_is_chosen_or_the_rule_is_told(visit):
    table = scenes.or_move()
    page = visit(table)
    offered = [choice.key for choice in table.state.choices if choice.key[0] in "rypgb"]
    names = dict(zip("rypgb", ("redbrown", "yellow", "pink", "green", "blue"), strict=True))
    wanted = offered[-1]
    page.locator(f"[data-at='{names[wanted[0]]} {wanted[1:]}']").click()
    place = next(place for place, choice in enumerate(table.state.choices) if choice.key == wanted)
    page.locator(f"#choice-{place}.chosen").wait_for()
    wrong = next(f"{names[row]} {value}" for row in names for value in range(11) if f"{row}{value}" not in offered)
    page.locator(f"[data-at='{wrong}']").click()
    page.locator("#alert", has_text=re.compile(r"\(rule O\d+")).wait_for()
    open_menu(page)
    page.get_by_role("button", name="Why not …?").click()
    page.locator("#why dd").first.wait_for()
