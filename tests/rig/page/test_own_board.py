"""The owner's board and chips on the page: entered at leisure, saved as a file, filled in from another one."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from rig.component_files import ComponentFiles
from rig.events import SetupChanged
from rig.journal import Journal
from rig.loop import Loop
from rig.own_components import OwnComponents
from rig.page.live import Hub
from rig.page.routes import Page
from rig.state import Setup
from tests.rig.page import scenes

HOME = "127.0.0.1:8080"


@pytest.fixture
def loop(tmp_path: Path):
    ticks = iter(range(10**6))
    loop = Loop(Journal(tmp_path / "games.db"), lambda: float(next(ticks)))
    loop.start()
    yield loop
    loop.stop()


@pytest.fixture
def files(tmp_path: Path) -> ComponentFiles:
    return ComponentFiles(tmp_path / "boards")


@pytest.fixture
def browser(loop: Loop, files: ComponentFiles) -> TestClient:
    return visitor(OwnComponents(loop, files))


def visitor(components: OwnComponents | None, language: str = "en") -> TestClient:
    hub = Hub()
    hub.open(scenes.setup())
    page = Page(hub, [HOME])
    page.boards.components = components
    headers = {"Accept-Language": language}
    return TestClient(page.app, base_url=f"http://{HOME}", follow_redirects=False, headers=headers)


def shows(files: ComponentFiles, game: str, group: str, row: str, number: int) -> str:
    known = files.known(game)
    line = next(line for line in known.rows if (line.group, line.name) == (group, row))
    return line.entries[number - known.first].shows


def test_a_tap_enters_a_space_and_the_next_unknown_one_is_asked(browser, files) -> None:
    answer = browser.post("/boards/wuerfelspiel", data={"group": "simple", "at": "pink.6", "shows": "leprechaun"})
    assert answer.status_code == 303
    assert answer.headers["location"] == "/boards/wuerfelspiel?group=simple&at=pink.8"  # 7 is known from the rule book
    assert shows(files, "wuerfelspiel", "simple", "pink", 6) == "leprechaun"
    text = browser.get(answer.headers["location"]).text
    assert "2 of 90 are known" in text
    assert 'aria-label="Pink space 6: Leprechaun; Points 3"' in text
    assert "<h2>Pink space 8 <small>not known yet" in text


def test_after_the_last_space_the_first_unknown_one_is_asked(browser) -> None:
    answer = browser.post("/boards/wuerfelspiel", data={"group": "crossed", "at": "blue.9", "shows": "crossed"})
    assert answer.headers["location"].endswith("at=redbrown.1")


def test_a_chip_may_carry_several_things(browser, files) -> None:
    form = {"group": "chips", "at": "blue.3", "shows": "several", "has-goblin": "on", "has-stone": "on", "coins": "7"}
    assert browser.post("/boards/or", data=form).status_code == 303
    assert shows(files, "or", "chips", "blue", 3) == "stone + goblin + coins 7"
    assert 'aria-label="Blue 3: Wish stone, Goblin, 7 gold coins"' in browser.get("/boards/or").text


def test_nothing_ticked_means_a_plain_chip(browser, files) -> None:
    browser.post("/boards/or", data={"group": "chips", "at": "blue.3", "shows": "several", "coins": "0"})
    assert shows(files, "or", "chips", "blue", 3) == "plain"


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"group": "chips", "at": "blue.11", "shows": "stone"},
        {"group": "chips", "at": "blue.-1", "shows": "stone"},
        {"group": "chips", "at": "blue.²", "shows": "stone"},
        {"group": "chips", "at": "blue.1²", "shows": "stone"},
        {"group": "chips", "at": "blue", "shows": "stone"},
        {"group": "chips", "at": "blue.1", "shows": "leprechaun"},
        {"group": "chips", "at": "blue.1", "shows": "several", "coins": "nine"},
        {"group": "<b>", "at": "<b>.1", "shows": "<b>"},
    ],
)
def test_nonsense_is_answered_with_a_sentence_and_nothing_is_written(browser, tmp_path, form) -> None:
    answer = browser.post("/boards/or", data=form)
    assert answer.status_code == 409
    assert "load the page again" in answer.text
    assert "<b>'" not in answer.text
    assert not (tmp_path / "boards").exists()


def test_what_is_wrong_is_said_in_the_language_of_whoever_asks(loop, files, tmp_path) -> None:
    browser = visitor(OwnComponents(loop, files), "de")
    nowhere = browser.post("/boards/or", data={"group": "chips", "at": "blue.11", "shows": "stone"})
    assert "Dieses Feld oder diesen Chip gibt es nicht; die Seite bitte neu laden." in nowhere.text
    odd = browser.post("/boards/or", data={"group": "chips", "at": "blue.1", "shows": "leprechaun"})
    assert "Ein Feld oder Chip kann nicht &#39;leprechaun&#39; zeigen" in odd.text
    spoilt = browser.post("/boards/or/file", files={"file": ("x.toml", b"game = ")})
    assert "Die Datei ist kein TOML" in spoilt.text
    assert not (tmp_path / "boards").exists()


def test_an_address_that_names_nothing_shows_the_first_unknown_chip(browser) -> None:
    text = browser.get("/boards/or?group=none&at=violet.99").text
    assert "<h2>Red-brown 0 <small>not known yet" in text


def test_other_games_have_no_such_page(browser) -> None:
    assert browser.get("/boards/kartenspiel").status_code == 404
    assert browser.post("/boards/chess", data={}).status_code == 404


def test_before_the_rig_is_ready_the_page_says_so() -> None:
    answer = visitor(None).get("/boards/or")
    assert (answer.status_code, "still starting" in answer.text) == (503, True)


def test_what_one_owner_saves_fills_the_gaps_of_another(browser, files, loop, tmp_path) -> None:
    browser.post("/boards/or", data={"group": "chips", "at": "blue.3", "shows": "goblin"})
    browser.post("/boards/or", data={"group": "chips", "at": "pink.4", "shows": "stone"})
    saved = browser.get("/boards/or/file.toml")
    assert saved.headers["content-disposition"] == 'attachment; filename="keltis-or.toml"'
    others = ComponentFiles(tmp_path / "other")
    others.enter("or", "chips", "pink", 4, "plain")
    other = visitor(OwnComponents(loop, others), "de")
    answer = other.post("/boards/or/file", files={"file": ("keltis-or.toml", saved.text)})
    assert answer.status_code == 200
    assert "1 Eintrag wurde ergänzt." in answer.text
    assert "Rosa 4" in answer.text
    assert shows(others, "or", "chips", "blue", 3) == "goblin"
    assert shows(others, "or", "chips", "pink", 4) == "plain"


@pytest.mark.parametrize("text", ["", "game = ", "\x00\xff" * 50, 'game = "wuerfelspiel"'])
def test_a_file_that_is_none_is_refused_in_words(browser, tmp_path, text) -> None:
    answer = browser.post("/boards/or/file", files={"file": ("x.toml", text.encode("latin-1"))})
    assert answer.status_code == 409
    assert 'role="alert"' in answer.text
    assert not (tmp_path / "boards").exists()


def test_a_spoilt_file_of_the_owner_is_named_and_not_touched(browser, tmp_path) -> None:
    (tmp_path / "boards").mkdir()
    (tmp_path / "boards" / "or.toml").write_text("game = ", encoding="utf-8")
    assert "no TOML" in browser.get("/boards/or").text
    assert browser.post("/boards/or", data={"group": "chips", "at": "blue.3", "shows": "stone"}).status_code == 409
    assert (tmp_path / "boards" / "or.toml").read_text(encoding="utf-8") == "game = "


def test_the_setup_screen_begins_with_what_was_entered_meanwhile(loop, files) -> None:
    browser = visitor(OwnComponents(loop, files))
    loop.post(SetupChanged(answers=0, setup=Setup("or", ("Anna", "Ben"), board="owner"))).result(5)
    browser.post("/boards/or", data={"group": "chips", "at": "blue.3", "shows": "goblin"})
    for _ in range(500):
        if "goblin" in loop.state.setup.components:
            break
        loop.post(SetupChanged(answers=loop.state.revision, setup=loop.state.setup)).result(5)
    assert "goblin" in loop.state.setup.components
