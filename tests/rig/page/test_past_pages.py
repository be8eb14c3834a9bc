"""Games played, a game step by step, players, dice: what their pages show, and what can be taken away from them."""

import csv
import io
import re
import shutil
import time
from dataclasses import replace

import pytest
from starlette.testclient import TestClient

from engine import record
from rig.component_files import ComponentFiles
from rig.journal import Journal
from rig.look_back import MEMORY_FOLDER, look_back
from rig.loop import Loop
from rig.memory import Memory
from rig.own_components import OwnComponents
from rig.page.live import Hub
from rig.page.past_tables import games_table
from rig.page.past_view import placed_points, step_view, steps_of
from rig.page.people_view import dice
from rig.page.routes import Page
from rig.page.words import words_of
from rig.past_game import save
from tests.rig.page import scenes
from tests.rig.page.test_accessible import AXE, LOOKS, RUN, needs_axe
from tests.rig.page.test_browser import CHROMIUM, PANEL, PHONES, browser, visit
from tests.rig.played_games import play

__all__ = ["browser", "visit"]

HOME = "127.0.0.1:8080"
BOARDS, RULES = ("/boards/wuerfelspiel", "/boards/or"), ("/rules/or",)
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    folder = tmp_path_factory.mktemp("played")
    play(folder, ("or", ("Anna", "=Ben"), 500, 9), ("wuerfelspiel", ("Oma Grete", "Jonas", "Lea"), 4, 3))
    look_back(folder)
    return folder


@pytest.fixture
def memory(played, tmp_path):
    return Memory(shutil.copytree(played, tmp_path / "data"))


def client(memory: Memory, language: str = "en", **more) -> TestClient:
    hub = Hub()
    hub.open(scenes.setup())
    page = Page(hub, [HOME])
    page.past.memory = memory
    headers = {"Accept-Language": language}
    return TestClient(page.app, base_url=f"http://{HOME}", follow_redirects=False, headers=headers, **more)


def test_the_list_shows_every_game_newest_first_and_what_to_be_proud_of(memory):
    text = client(memory).get("/games").text
    newest, finished = memory.games()
    assert text.index(f'id="game-{newest.number}"') < text.index(f'id="game-{finished.number}"')
    assert "not finished" in text
    assert f"{max(finished.totals)} points" in text


def test_every_step_of_a_replay_is_the_table_as_it_was(memory):
    game = memory.games()[1]
    match = record.parse(game.record)
    steps = steps_of(match)
    assert len(steps) == len(match.events) + 1
    assert steps[-1] == match
    for at in (0, 1, 7, len(steps) - 1):
        view = step_view(game, steps, at, words_of("en"))
        totals = [player.total.replace("−", "-") for player in view.table.players]
        assert totals == [str(sheet.total) for sheet in steps[at].position.scores()]
    sent = client(memory).get(f"/games/{game.number}/at/2").json()
    assert sent["sentence"].startswith("Turn 1 Anna keeps")
    assert '<svg class="board"' in sent["html"]


def test_a_step_beyond_the_end_is_the_end(memory):
    game = memory.games()[1]
    assert client(memory).get(f"/games/{game.number}/at/99999").json()["at"] == len(record.parse(game.record).events)
    assert client(memory).get(f"/games/{game.number}?at=²").status_code == 200


def test_turning_points_lead_to_their_step_though_moves_were_taken_back(memory):
    game = memory.games()[1]
    match = record.parse(game.record)
    place = next(point.place for point in game.analysis.costly)
    again = match.upto(place)
    mended = again.play(match.line[place].move, "hand").undo()
    for played in match.line[place:]:
        mended = mended.play(played.move, played.source)
    told = replace(game, record=record.write(mended))
    steps = steps_of(record.parse(told.record))
    for step, point in placed_points(told, steps):
        assert str(steps[step].events[-1].move) == point.move
        assert len(steps[step].line) == point.place + 1


def test_a_game_that_is_gone_or_never_was_is_told_in_the_viewers_language(memory):
    answer = client(memory, "de").get("/games/77")
    assert (answer.status_code, answer.text) == (404, "Dieses Spiel gibt es nicht mehr.")
    assert client(memory).get(f"/games/{10**30}").status_code == 404


def test_the_tables_for_spreadsheets_hold_every_player_and_every_event(memory):
    page, game = client(memory), memory.games()[1]
    lines = list(csv.DictReader(io.StringIO(page.get("/games.csv").text)))
    assert [line["player"] for line in lines] == ["Oma Grete", "Jonas", "Lea", "Anna", "'=Ben"]
    assert [int(line["points"]) for line in lines[3:]] == list(game.totals)
    events = list(csv.DictReader(io.StringIO(page.get(f"/games/{game.number}/moves.csv").text)))
    assert len(events) == len(record.parse(game.record).events)
    assert [int(events[-1][name]) for name in ("Anna", "'=Ben")] == list(game.totals)
    assert page.get(f"/games/{game.number}/record.txt").text == game.record


def test_a_game_that_cannot_be_played_again_is_listed_and_not_opened(memory):
    game = replace(memory.games()[1], record="")
    save(memory._folder / MEMORY_FOLDER, game)
    page = client(memory)
    assert "This version cannot play it again." in page.get("/games").text
    assert page.get(f"/games/{game.number}").status_code == 404


def test_deleting_asks_first_and_then_forgets(memory):
    page, (on_the_table, game) = client(memory, "de"), memory.games()
    assert "Dieses Spiel löschen?" in page.get(f"/games/{game.number}/delete").text
    refused = page.post(f"/games/{on_the_table.number}/delete")
    assert refused.status_code == 409
    assert "Dieses Spiel liegt noch auf dem Tisch." in refused.text
    assert page.post(f"/games/{game.number}/delete", headers={"origin": "http://evil.example"}).status_code == 403
    assert len(memory.games()) == 2
    assert page.post(f"/games/{game.number}/delete").headers["location"] == "/games"
    assert [left.number for left in memory.games()] == [on_the_table.number]


def test_players_are_counted_over_finished_games_alone(memory):
    text = client(memory).get("/people").text
    assert "Oma Grete" not in text
    assert "0 won of 1 game" in text
    assert "1 won of 1 game" in text


def test_ordinary_dice_are_counted_by_their_sides_in_both_games(memory):
    rows, columns = memory.games()
    one = replace(rows, dice="pips", thrown=(("r", 40), ("s", 10)))
    two = replace(columns, dice="pips", thrown=(("1", 3), ("5", 7)))
    (view,) = dice((one, two), words_of("en"))
    assert [(face.name, face.value) for face in view.faces] == [
        ("1", 43), ("2", 0), ("3", 0), ("4", 0), ("5", 7), ("6", 10),
    ]  # fmt: skip
    assert view.headline == "These dice are not fair, or are misread: 1 falls too often."


def test_a_table_for_spreadsheets_works_nothing_out(memory):
    games = [replace(memory.games()[1], players=("=1+1", "@SUM"))]
    assert "'=1+1" in games_table(games)
    assert "'@SUM" in games_table(games)


@pytest.fixture
def boards(tmp_path):
    loop = Loop(Journal(tmp_path / "boards.db"), time.monotonic)
    loop.start()
    yield OwnComponents(loop, ComponentFiles(tmp_path / "boards"))
    loop.stop()


@pytest.fixture
def browse(visit, memory):
    def open_page(path: str, size=PANEL, language="en", **more):
        page = visit(scenes.setup(), size, language, **more)
        page.server.page.past.memory = memory
        page.goto(page.server.address.rstrip("/") + path)
        return page

    return open_page


@needs_chromium
@pytest.mark.browser
@pytest.mark.filterwarnings("default")
def test_the_slider_shows_every_step_and_the_picture_of_the_end_is_saved(browse, memory):
    number = memory.games()[1].number
    page = browse(f"/games/{number}?at=0")
    page.keyboard.press("ArrowRight")
    page.locator(".past-turn", has_text="Turn 1").wait_for()
    page.locator("#at").focus()
    page.keyboard.press("ArrowRight")
    page.locator(".past-sentence", has_text="keeps").wait_for()
    page.locator(".turning a").first.click()
    page.locator(".past-note").wait_for()
    page.locator(".plot .ct-line").nth(1).wait_for(state="attached")
    with page.expect_download() as waiting:
        page.locator("#save-picture").click()
    data = waiting.value.path().read_bytes()
    assert data.startswith(b"\x89PNG")
    assert int.from_bytes(data[16:20], "big") == 1000
    assert len(data) > 30_000


@needs_axe
@needs_chromium
@pytest.mark.browser
@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("size", [PHONES[1], pytest.param(PANEL, marks=pytest.mark.page)], ids=str)
@pytest.mark.parametrize(("language", "theme"), LOOKS)
def test_axe_finds_nothing_on_the_pages_beside_the_table_and_nothing_sticks_out(
    browse, memory, boards, language, theme, size
):
    number = memory.games()[1].number
    paths = ("/games", f"/games/{number}?at=9", f"/games/{number}/delete", "/people", "/dice", *BOARDS, *RULES)
    page = browse(paths[0], size, language, color_scheme="dark" if theme == "dark" else "light")
    page.server.page.boards.components = boards
    found = {}
    for path in paths:
        page.goto(page.server.address.rstrip("/") + path)
        page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
        page.evaluate(AXE.read_text(encoding="utf-8"))
        if problems := page.evaluate(RUN):
            found[path] = problems
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            found[f"{path} sideways"] = "sticks out"
    assert found == {}


@needs_chromium
@pytest.mark.browser
@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("path", [*BOARDS, "/games", "/people", "/dice"])
def test_the_pages_beside_the_table_take_text_at_200_percent(browse, boards, path):
    page = browse("/games", (400, 240), "de", device_scale_factor=2)
    page.server.page.boards.components = boards
    page.goto(page.server.address.rstrip("/") + path)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_the_pages_beside_the_table_weigh_less_than_300_kilobytes(memory):
    page = client(memory)
    for path in ("/games", f"/games/{memory.games()[1].number}", "/people", "/dice"):
        html = page.get(path).text
        assets = {*re.findall(r'(?:href|src)="(/static/[^"?]+)', html), "/static/fonts/alegreya-sans-500.woff2"}
        assert len(html.encode()) + sum(len(page.get(address).content) for address in assets) < 300_000
        assert " style=" not in html
