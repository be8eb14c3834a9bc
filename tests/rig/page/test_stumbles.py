"""Where people stumbled at the page: each of these was mended, and stays so."""

import re
import unicodedata
from pathlib import Path

import pytest

from rig.commands import demo
from rig.errors import UsageError
from rig.events import Button, Undone
from rig.page import rendering
from rig.page.home import Viewer
from rig.page.rendering import render_regions
from rig.page.view import view_of
from rig.page.words import words_of
from rig.state import Notice, Phase
from tests.rig.page import scenes
from tests.rig.page.scripted_table import ScriptedTable

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
    sheets = render_regions(view_of(scenes.rows_keep().state, ENGLISH), "light")["regions"]["sheets"]
    menu, _, question = sheets.partition('id="leave"')
    assert 'value="new"' not in menu
    assert 'value="new"' in question


def test_cards_that_cannot_be_laid_are_told_with_the_rule():
    draw = view_of(scenes.cards_draw().state, ENGLISH)
    told = [(one.what, one.sentence) for one in draw.why_not]
    assert told[0] == ("Red-brown", "A card discarded in this turn may not be taken (K15).")
    step = view_of(scenes.paths_step().state, GERMAN)
    assert [one.sentence for one in step.why_not] == ["Die Karte bewegt eine Figur auf dem Pfad Gelb (S9)."] * 4


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
