"""Whole games of all five rulesets through the page in a real browser: every way of input, every size of screen."""

import pytest

from rig.state import Phase
from tests.rig.page.game_in_browser import MOST_SHIFT, BrowserGame
from tests.rig.page.test_browser import LAPTOP, PANEL, PHONES, WALL, browser
from tests.rig.page.test_browser import pytestmark as needs_browser

__all__ = ["browser"]

pytestmark = needs_browser
NAMES = ("Anna", "Ben", "Clara", "David")
GAMES = {"wuerfelspiel": 3, "or": 4, "or-happy-meeple": 2, "kartenspiel": 4, "weg-der-steine": 4}
"""How many play: the first game of each has so many, the others two or three, where the rules let them."""
WAYS = ("keyboard", "touch", "pins")
SIZES = (PANEL, LAPTOP, WALL, *PHONES)


def cases():
    """Each ruleset by each way of input; sizes take turns, so that each meets every way and every ruleset three."""
    for row, (game, most) in enumerate(GAMES.items()):
        for column, way in enumerate(WAYS):
            count = most if column == 0 or game == "or-happy-meeple" else 1 + column
            size = SIZES[(row + 2 * column) % len(SIZES)]
            language = "de" if (row + column) % 2 else "en"
            name = f"{game}-{way}-{size[0]}x{size[1]}-{count}"
            yield pytest.param(game, NAMES[:count], way, size, language, row * 10 + column, id=name)


@pytest.fixture
def open_game(browser, tmp_path):
    opened = []

    def start(*args, **more) -> BrowserGame:
        opened.append(BrowserGame(browser, tmp_path, *args, **more))
        return opened[-1]

    yield start
    for one in opened:
        one.close()


@pytest.mark.page
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("game", "names", "way", "size", "language", "seed"), list(cases()))
def test_a_whole_game(open_game, game, names, way, size, language, seed):
    played = open_game(game, names, way, size, seed=seed, language=language)
    steps = played.play()
    assert played.state.phase is Phase.OVER
    assert played.page.locator("body[data-screen=over]").count() == 1
    assert sorted(set(played.complaints)) == []
    worst, where = played.worst_shift()
    print(f"{steps} steps, worst layout shift {worst:.4f} {where}")
    assert worst <= MOST_SHIFT, where


def test_every_ruleset_way_and_size_is_there():
    values = [case.values for case in cases()]
    assert len(values) == 15
    assert {(game, way) for game, _, way, *_ in values} == {(game, way) for game in GAMES for way in WAYS}
    assert {(way, size) for _, _, way, size, *_ in values} == {(way, size) for way in WAYS for size in SIZES}


@pytest.mark.parametrize(
    ("game", "way", "size"),
    [
        ("kartenspiel", "keyboard", PANEL),
        ("weg-der-steine", "touch", PHONES[1]),
        ("or-happy-meeple", "pins", PANEL),
    ],
)
def test_the_first_turns_of_a_game(open_game, game, way, size):
    played = open_game(game, NAMES[:2], way, size)
    played.play(most_steps=14)
    assert played.complaints == []
    worst, where = played.worst_shift()
    assert worst <= MOST_SHIFT, where
