import json
import re

import pytest

from rig.events import Button, Pointed
from rig.page import rendering
from rig.page.rendering import FOLDER, STATIC, render_page, render_regions, render_sheets
from rig.page.view import starting_view, view_of
from rig.page.view_model import TableView
from rig.page.words import words_of
from rig.state import Phase
from rig.table_setup import TABLE_GAMES
from tests.rig.page import scenes
from tests.rig.page.scenes import SCENES, rows_keep, rows_move, rows_roll
from tests.rig.page.scripted_table import ScriptedTable


@pytest.fixture(scope="module")
def tables() -> dict[str, ScriptedTable]:
    return {name: make() for name, make in SCENES.items()}


def seen_by(table: ScriptedTable, language: str = "en") -> TableView:
    return view_of(table.state, words_of(language), table.reports)


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("name", SCENES)
def test_every_scene_can_be_drawn_and_sent(tables, name, language):
    view = seen_by(tables[name], language)
    html = render_page(view, "auto")
    assert f'<html lang="{language}"' in html
    assert view.headline
    assert json.loads(json.dumps(view.as_json()))["headline"] == view.headline
    assert set(render_regions(view, "dark")["regions"]) >= {"head", "notices", "legend"}
    assert render_sheets(view, "auto") in html


@pytest.mark.parametrize(
    ("name", "headline", "aside"),
    [
        ("setup", "Who plays what?", "Dice move your pieces along five rows: the further, the more points."),
        ("rows_roll", "Jonas, roll all 5 dice", "Throw them into the tray."),
        ("rows_keep", "Jonas: Keep 3 × Green", "↻ rolls the other 2 again."),
        ("rows_reroll", "Jonas, roll the other 2 dice", "3 dice stay."),
        ("rows_move", "Jonas, choose your move", "✔ Green 3 forward, to space 7 of 9, into the goal"),
        ("rows_doubt", "What does die 3 show?", "The die is cocked."),
        ("rows_count", "What does die 5 show?", "I do not see this die."),
        ("rows_enter", "Die 3 of 5 shows …", "Jonas, enter the roll by hand."),
        ("rows_reveal", "What does it show?", "Green, space 3 – look at the real one, please."),
        ("rows_over", "David wins with 21 points", "Enough pieces have reached the goal."),
        ("or_move", "Ben, choose your move", "✔ Take Yellow 0"),
    ],
)
def test_the_headline_says_what_to_do_now(tables, name, headline, aside):
    view = seen_by(tables[name])
    assert (view.headline, view.aside) == (headline, aside)


def test_the_german_headline_uses_the_words_of_the_rule_book(tables):
    assert seen_by(tables["rows_roll"], "de").headline == "Jonas, würfle alle 5 Würfel"
    assert [face.name for face in seen_by(tables["rows_doubt"], "de").faces][1] == "Wunsch\u00adstein"


def test_what_is_kept_is_shown_on_the_dice(tables):
    dice = seen_by(tables["rows_keep"]).dice
    assert [(die.art, die.mark) for die in dice] == [
        ("green", "keep"),
        ("blue", "again"),
        ("green", "keep"),
        ("stone", "again"),
        ("green", "keep"),
    ]


def test_dice_to_be_rolled_again_are_open_places(tables):
    assert [die.mark for die in seen_by(tables["rows_reroll"]).dice] == ["fixed", "fixed", "fixed", "open", "open"]


def test_a_cocked_die_that_is_plain_to_read_is_given_no_share():
    table = scenes.fresh_turn(scenes.played("wuerfelspiel", scenes.THREE, 14, 3))
    scenes._read_roll(table, "gbgsg", die2={"confidence": 0.999, "reason": "cocked", "others": (("s", 0.0),)})
    assert {face.likely for face in seen_by(table).faces} == {""}


def test_the_doubtful_die_has_its_reason_and_the_guesses_their_share(tables):
    view = seen_by(tables["rows_doubt"])
    assert view.dice[2].reason == "The die is cocked."
    assert view.dice[2].mark == "doubt"
    assert [(face.name, face.likely) for face in view.faces[:3]] == [
        ("Green", "58 %"),
        ("Wish stone", "31 %"),
        ("Blue", "6 %"),
    ]
    assert view.tray is not None
    assert [ring.in_doubt for ring in view.tray.rings] == [False, False, True, False, False]


def test_a_move_is_previewed_on_the_board_and_in_the_score(tables):
    view = seen_by(tables["rows_move"])
    jonas = view.players[1]
    assert (jonas.total, jonas.change) == ("0", "+5")
    assert [(space.row, space.value) for space in view.board.spaces if space.target] == [("green", "6")]
    assert len([piece for piece in view.board.pieces if piece.ghost]) == 1
    assert [die.mark for die in view.dice] == ["used", "", "used", "", "used"]


def test_a_chip_that_would_be_taken_is_marked_and_others_are_dimmed(tables):
    view = seen_by(tables["or_move"])
    assert [(chip.colour, chip.value) for chip in view.chips.chips if chip.mark == "target"] == [("yellow", "0")]
    assert {chip.mark for chip in view.chips.chips} == {"", "dim", "gone", "target"}


def test_the_best_choice_shows_its_value_and_the_others_what_they_cost(tables):
    choices = seen_by(tables["rows_move"]).choices
    assert [(choice.title, choice.worth, choice.best) for choice in choices] == [
        ("Green 3 forward", "best", True),
        ("Start Blue, space 1", "−0.4", False),
        ("No move", "−0.8", False),
    ]
    german = seen_by(tables["rows_move"], "de").choices
    assert (german[0].worth_note, german[1].worth) == ("12,3 Punkte Vorsprung erwartet", "−0,4")


def test_the_legend_says_what_each_button_does_now(tables):
    labels = {button.button: button.label for button in seen_by(tables["rows_keep"]).buttons}
    assert labels == {"confirm": "Keep all", "reroll": "Roll 2 again", "up": "Other", "down": "Other", "undo": "Undo"}
    silent = [button.button for button in seen_by(tables["rows_move"]).buttons if not button.label]
    assert silent == ["reroll"]


def test_every_line_of_a_score_is_explained(tables):
    lines = seen_by(tables["rows_move"]).players[1].lines
    assert [(line.item, line.count, line.points) for line in lines] == [
        ("Red-brown", "–", "0"),
        ("Yellow", "space 5", "2"),
        ("Pink", "–", "0"),
        ("Green", "space 4", "1"),
        ("Blue", "–", "0"),
        ("Wish stones", "× 2", "−3"),
    ]


def test_players_with_the_same_initial_are_numbered():
    table = ScriptedTable().start("or", ("Anna", "Anton", "Ben"))
    assert [player.initial for player in seen_by(table).players] == ["1", "2", "B"]


def test_a_layout_of_ours_is_marked_as_ours_and_an_unknown_board_says_what_is_missing(tables):
    assert seen_by(tables["rows_roll"]).board.provenance == "A layout of our own, not the printed board."
    assert (
        seen_by(tables["rows_reveal"]).board.provenance
        == "44 spaces of your board are not known yet; I ask when it matters."
    )


def test_a_die_of_the_first_roll_cannot_be_changed_after_the_second():
    table = rows_keep()
    assert [die.can_correct for die in seen_by(table).dice] == [True] * 5
    table.choose("=ggg").roll("yy")
    assert [die.can_correct for die in seen_by(table).dice] == [False, False, False, True, True]


def test_what_a_part_reports_is_shown_while_the_game_goes_on():
    table = rows_roll()
    table.report("camera", "No USB camera is plugged in. Plug one in and try again.")
    assert seen_by(table).notices == ("Camera: No USB camera is plugged in. Plug one in and try again.",)
    assert seen_by(table, "de").notices == (
        "Kamera: Es steckt keine USB-Kamera. Bitte eine anstecken und noch einmal versuchen.",
    )


def test_before_the_table_is_ready_the_page_says_so():
    view = starting_view(words_of("de"))
    assert "Einen Augenblick …" in render_page(view, "auto")


def test_names_cannot_smuggle_markup_into_the_page():
    table = rows_move()
    assert table.state.phase is Phase.CHOOSE
    evil = ScriptedTable().start("or", ("&lt;b&gt;", "B&C"))
    html = render_page(seen_by(evil), "auto")
    assert "&amp;lt;b&amp;gt;, roll all 3 dice" in html
    assert "B&amp;C" in html


@pytest.mark.parametrize("game", ["or", "kartenspiel"])
def test_every_ruleset_of_the_table_is_offered_by_form_and_by_buttons(game):
    table = ScriptedTable().start(game, ("Anna", "Ben")).do_new()
    offered = {key for field in seen_by(table).fields if field.name == "game" for key, _ in field.values}
    turned = set()
    for _ in range(8):
        turned.add(table.state.setup.game)
        table.press(Button.DOWN)
    assert offered == turned == set(TABLE_GAMES)


def test_the_chief_button_does_what_is_marked_on_the_dice(tables):
    """A newcomer presses the green one: it must not keep all while the star says to roll again."""
    chief = {
        name: [button.button for button in seen_by(tables[name]).buttons if button.is_chief]
        for name in ("rows_keep", "rows_move")
    }
    assert not all(die.kept for die in tables["rows_keep"].state.dice)
    assert chief == {"rows_keep": ["reroll"], "rows_move": ["confirm"]}


def test_another_highlight_draws_anew_only_what_it_changed():
    table, drawn = rows_keep(), rendering._environment("en").globals["part"]
    drawn.cache_clear()
    render_regions(seen_by(table), "auto")
    before = drawn.cache_info().misses
    table.post(Pointed(answers=table.state.revision, choice=1))
    render_regions(seen_by(table), "auto")
    assert drawn.cache_info().misses - before == 2


def test_marks_of_parts_go_to_open_pages_and_into_no_page(tables) -> None:
    view = seen_by(tables["or_move"])
    board = render_regions(view, "auto")["regions"]["board"].split(rendering.PART)
    assert len(board[1::2]) == 1 + 5 + 55 + 2  # the board in words, heads of rows, chips, players' rows
    assert all(re.fullmatch(r"\s*<(\w+)\b.*</\1>\s*", part, re.DOTALL) for part in board[1::2])
    assert rendering.PART not in render_page(view, "auto")


def test_small_faces_are_drawn_like_the_large_ones() -> None:
    art, style = (FOLDER / "templates" / "art.svg").read_text(), (STATIC / "page.css").read_text()
    for colour in ("redbrown", "yellow", "pink", "green", "blue"):
        (symbol,) = re.findall(rf'<symbol id="a-{colour}".*?</symbol>', art)
        (picture,) = re.findall(rf"\.small\.f-{colour}:empty \{{.*?\}}", style)
        assert re.findall(r' d="([^"]*)"', symbol) == re.findall(r" d='([^']*)'", picture)
