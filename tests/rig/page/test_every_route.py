"""Every address of the page: what strangers send changes nothing, what anybody sends ends in no fault."""

from __future__ import annotations

import urllib.parse
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some
from starlette.routing import Mount, Route
from starlette.testclient import TestClient

from rig.chapters import Chapters
from rig.component_files import ComponentFiles
from rig.events import Button, Pressed, RollEntered, SetupChanged
from rig.journal import Journal
from rig.look_back import look_back
from rig.loop import Loop
from rig.memory import Memory
from rig.own_components import OwnComponents
from rig.page import posts
from rig.page.guard import MAX_BODY_BYTES, OPEN_TO_GUESTS
from rig.page.home import Home
from rig.page.live import Hub
from rig.page.routes import Page
from rig.settings import GAMES_FILE
from rig.state import Setup
from tests.rig.page.shown_teaching import ShownAiming, ShownLearning, ShownTeaching
from tests.rig.played_games import play

RIG, PHONE = "127.0.0.1:8080", "192.168.1.5:8080"
FORM = "application/x-www-form-urlencoded"
OTHER_KINDS = ("multipart/form-data; boundary=x", "application/json", "text/plain")
Body = dict[str, str] | tuple[str, bytes]
"""A form, or bytes that call themselves one."""
STRANGERS = (
    {"Host": "evil.example"},
    {"Host": "evil.example:8080", "Origin": "http://evil.example:8080"},
    {"Host": "192.168.1.5:8080"},
    {"Host": "127.0.0.1.evil.example:8080"},
    {"Origin": "http://evil.example"},
    {"Origin": "http://127.0.0.1:9999"},
    {"Origin": "null"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
)
WORDS = ("press", "point", "mark", "face", "correct", "look", "hand", "undo", "new", "confirm", "reroll", "up", "down")
FIELDS = (
    *("act", "revision", "id", "source", "move", "rest", "code", "home", "language", "theme", "game", "players"),
    *("decision", "known", "away", "wish", "number", "group", "at", "shows", "coins", "file", "has-stone"),
    *("name0", "name1", "begins", "dice", "board", "die0", "die1", "die2", "option:stall", "position", "seat0"),
)


@pytest.fixture(scope="module", autouse=True)
def no_limit() -> Iterator[None]:
    """What is tried here is what the page does, not how often it may be asked (test_throttle.py)."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("rig.page.throttle.AT_ONCE", 10**9)
        yield


class Rig:
    """A game in play on a real table, open to the home network; asked as the rig itself and as a phone.

    Two games were played before; the first of them may be deleted.
    """

    def __init__(self, folder: Path) -> None:
        ticks = iter(range(10**9))
        self.loop = Loop(Journal(folder / "games.db"), clock=lambda: float(next(ticks)))
        self.loop.start()
        setup = Setup("or", ("Anna", "Ben"), dice="pips")
        self._do(SetupChanged(answers=self.loop.state.revision, setup=setup))
        self._do(Pressed(answers=self.loop.state.revision, button=Button.CONFIRM))
        self._do(RollEntered(answers=self.loop.state.revision, faces=("1", "1", "5")))
        self.acts: list[str] = []
        hub, self.home = Hub(), Home()
        hub.open(self.loop)  # type: ignore[arg-type]
        self.page = Page(hub, [RIG], "en", self.home, self._opened, self._closed)
        self.page.pictures = {"tray": b"jpeg"}.get
        self.teaching = ShownTeaching(picture=b"jpeg")
        self.page.teach.teaching = self.teaching  # type: ignore[assignment]
        self.aiming, self.learning = ShownAiming(picture=b"jpeg"), ShownLearning()
        self.page.learn.learning = self.learning  # type: ignore[assignment]
        self.page.camera.aiming = self.aiming  # type: ignore[assignment]
        self.boards = folder / "boards"
        self.page.boards.components = OwnComponents(self.loop, ComponentFiles(self.boards))
        self._past = folder / "past"
        play(self._past, ("wuerfelspiel", ("Anna", "Ben"), 1, 3), ("wuerfelspiel", ("Anna", "Ben"), 1, 4))
        look_back(self._past)
        self.page.past.memory = self._memory = Memory(self._past)
        self.numbers = self._games()
        self.home.open(PHONE)
        self.before = self.loop.state
        self.rig = TestClient(self.page.app, base_url=f"http://{RIG}", follow_redirects=False)
        self.phone = TestClient(self.page.app, base_url=f"http://{PHONE}", follow_redirects=False)

    def _do(self, event) -> None:
        assert self.loop.post(event).result(20).accepted

    async def _opened(self) -> None:
        self.acts.append("open")

    async def _closed(self) -> None:
        self.acts.append("close")

    @property
    def posts(self) -> list[str]:
        """Every address that takes a form."""
        routes = self.page.app.routes
        return [self._filled(route) for route in routes if isinstance(route, Route) and "POST" in (route.methods or ())]

    @property
    def pages(self) -> list[str]:
        """Every address that shows something and then ends; tests of the streams read the others."""
        routes = [
            route for route in self.page.app.routes if isinstance(route, Route) and "GET" in (route.methods or ())
        ]
        return [self._filled(route) for route in routes if route.path not in ("/live", "/presses")]

    @property
    def places(self) -> list[str]:
        """Every address, with something in its gaps."""
        routes = self.page.app.routes
        plain = [self._filled(route) for route in routes if isinstance(route, Route)]
        return [*plain, *(f"{route.path}/page.css" for route in routes if isinstance(route, Mount))]

    def form(self, act: str = "press confirm", **more: str) -> dict[str, str]:
        """A form that would be taken from the rig's own page."""
        return {"act": act, "revision": str(self.loop.state.revision), **more}

    def unchanged(self) -> bool:
        """True if table, doors, pairings and the games played are as they were."""
        taught = any(part.asked or part.is_open for part in (self.teaching, self.aiming, self.learning))
        written = taught or self.boards.exists()
        still = self.loop.state is self.before and self._games() == self.numbers
        return still and not self.acts and self.home.host == PHONE and not written

    def _games(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The games in the games' file and those remembered."""
        chapters = Chapters(self._past / GAMES_FILE).all()
        return tuple(chapter.number for chapter in chapters), tuple(game.number for game in self._memory.games())

    def _filled(self, route: Route) -> str:
        """The address with something in its gaps that is there."""
        number = self.numbers[0][0] if route.path.startswith("/games/") else 1
        named = route.path.replace("{key}", "tray").replace("{game}", "or")
        filled = named.replace("{number:int}", str(number)).replace("{step:int}", "2")
        assert "{" not in filled, f"fill {filled} with something that is there"
        return filled


@pytest.fixture(scope="module")
def rig(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rig]:
    rig = Rig(tmp_path_factory.mktemp("rig"))
    yield rig
    rig.loop.stop()


@pytest.fixture(scope="module")
def walked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rig]:
    """A rig of its own, whose table may change; one for all examples."""
    rig = Rig(tmp_path_factory.mktemp("walked"))
    yield rig
    rig.loop.stop()


fields = some.dictionaries(
    some.one_of(some.sampled_from(FIELDS), some.text(max_size=8)),
    some.one_of(
        some.builds(" ".join, some.lists(some.sampled_from((*WORDS, "0", "1", "-1", "9" * 30, "s", "ü")), max_size=3)),
        some.text(max_size=40),
        some.integers().map(str),
    ),
    max_size=8,
)
slow = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
much = settings(max_examples=50, deadline=None, suppress_health_check=slow)
few = settings(much, max_examples=8)
"""Each example goes to every address."""
thousands = settings(much, max_examples=2000)


def test_the_walk_meets_every_address(rig: Rig) -> None:
    assert {
        "/act",
        "/roll",
        "/setup",
        "/position",
        "/home",
        "/pair",
        "/look",
        "/teach/act",
        "/teach/now",
        "/boards/or",
        "/games/2/delete",
    } <= set(rig.posts)
    assert {"/games/2", "/games/2/at/2", "/games/2/record.txt", "/teach/picture/1"} <= set(rig.pages)
    assert len(rig.places) == len(rig.page.app.routes)
    assert len(rig.pages) + len(rig.posts) + len(["/live", "/presses", "/static"]) == len(rig.places)


def test_every_address_is_there_for_the_rigs_own_screen(rig: Rig, tmp_path: Path) -> None:
    for path in rig.pages:
        assert rig.rig.get(path).status_code == (303 if path == "/games/newest" else 200), path
    other = Rig(tmp_path)
    try:
        for path in other.posts:
            told = other.rig.post(path, data=other.form("nothing"))
            assert told.status_code not in (404, 405), path
    finally:
        other.loop.stop()


def test_the_rigs_own_screen_deletes_the_game_that_no_stranger_could(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    try:
        (delete,) = [path for path in rig.posts if path.endswith("/delete")]
        assert rig.phone.post(delete, headers={"Origin": f"http://{PHONE}"}).status_code == 403
        assert rig.unchanged()
        assert rig.rig.post(delete).status_code == 303
        assert not rig.unchanged()
        assert rig.rig.get(delete).status_code == 404
    finally:
        rig.loop.stop()


@pytest.mark.parametrize("act", [*posts._ACTS])
def test_a_phone_that_is_not_paired_tries_every_action(rig: Rig, act: str) -> None:
    for words in (act, f"{act} confirm", f"{act} 0", f"{act} 1 s", f"{act} s 1"):
        for path in rig.posts:
            if path not in OPEN_TO_GUESTS:
                told = rig.phone.post(path, data=rig.form(words), headers={"Origin": f"http://{PHONE}"})
                assert told.status_code == 403, (path, words)
    assert rig.unchanged()


@few
@given(form=fields)
def test_whatever_a_phone_that_is_not_paired_sends_changes_nothing(rig: Rig, form: dict[str, str]) -> None:
    for path in rig.posts:
        _sent_by_a_stranger(rig, path, form)


def _sent_by_a_stranger(rig: Rig, path: str, form: dict[str, str]) -> None:
    rig.home._paused_until = 0.0  # else the walk would be over after five codes
    told = rig.phone.post(path, data=form, headers={"Origin": f"http://{PHONE}"})
    assert told.status_code < 500, path
    assert rig.unchanged(), path
    assert not rig.home._paired, path


@pytest.mark.parametrize("headers", STRANGERS, ids=str)
def test_no_other_site_and_no_other_name_reaches_any_address(rig: Rig, headers: dict[str, str]) -> None:
    for path in rig.posts:
        for form in (rig.form(), rig.form("new"), rig.form("undo", home="close", code="000000", game="wuerfelspiel")):
            told = rig.rig.post(path, data=form, headers=headers)
            assert told.status_code in (403, 421), path
    if "Host" in headers:
        for path in (*rig.places, *rig.pages):
            assert rig.rig.get(path, headers=headers).status_code == 421, path
    assert rig.unchanged()


@pytest.mark.parametrize("host", [PHONE, "evil.example:8080"])
def test_a_name_that_was_made_to_point_at_the_phones_door_opens_nothing_but_what_a_guest_sees(
    host: str, rig: Rig
) -> None:
    told = rig.phone.post("/act", data=rig.form(), headers={"Host": host, "Origin": f"http://{host}"})
    assert told.status_code in (403, 421)
    assert rig.unchanged()


@settings(few, max_examples=4)
@given(query=fields)
def test_asking_changes_nothing(rig: Rig, query: dict[str, str]) -> None:
    for path in rig.pages:
        _asked(rig, path, query)


def _asked(rig: Rig, path: str, query: dict[str, str]) -> None:
    for client in (rig.rig, rig.phone):
        assert client.get(path, params=query).status_code < 500, path
    assert rig.unchanged(), path


@much
@given(path=some.text(min_size=1, max_size=30), climb=some.integers(0, 5))
def test_no_path_leads_out(rig: Rig, path: str, climb: int) -> None:
    place = urllib.parse.quote(path, safe="/.%") + "/.." * climb
    for start in ("/", "/static/", "/picture/", "/static/%2e%2e/", "/static/..%2f", "/static/../../"):
        told = rig.rig.get(start + place)
        assert told.status_code < 500
        for secret in ("root:x:", "from __future__", "SQLite format"):
            assert secret not in told.text


@pytest.mark.parametrize("wanted", ["rig/settings.py", "etc/passwd", "games.db", "page/routes.py"])
def test_known_files_cannot_be_climbed_to(rig: Rig, wanted: str) -> None:
    for up in ("../", "..%2f", "%2e%2e/", "%2e%2e%2f", "..\\", "..%5c", "....//", "%252e%252e%252f"):
        for depth in (1, 2, 3, 8):
            for start in ("/static/", "/picture/", "/"):
                assert rig.rig.get(start + up * depth + wanted).status_code in (404, 405, 421), (up, depth, start)


def test_bodies_without_end_are_cut_off_at_every_address(rig: Rig) -> None:
    large = "act=" + "x" * (MAX_BODY_BYTES + 1)

    def pieces() -> Iterator[bytes]:
        for _ in range(40):
            yield b"act=" + b"x" * 1000

    for path in rig.posts:
        assert rig.rig.post(path, content=large, headers={"Content-Type": FORM}).status_code == 413, path
        told = rig.rig.post(path, content=pieces(), headers={"Content-Type": FORM})
        assert told.status_code == 413, path
    assert rig.unchanged()


bodies = some.one_of(
    fields, some.tuples(some.sampled_from((FORM, "multipart/form-data", *OTHER_KINDS)), some.binary(max_size=200))
)


@settings(few, max_examples=12)
@given(body=bodies)
def test_whatever_the_rigs_own_page_could_send_ends_in_no_fault(walked: Rig, body: Body) -> None:
    for path in walked.posts:
        _sent_by_the_rig(walked, path, body)


def _sent_by_the_rig(walked: Rig, path: str, body: Body) -> None:
    if isinstance(body, dict):
        told = walked.rig.post(path, data={"revision": str(walked.loop.state.revision), **body})
    else:
        told = walked.rig.post(path, content=body[1], headers={"Content-Type": body[0]})
    assert told.status_code < 500, path
    assert "Traceback" not in told.text, path
    assert walked.rig.get("/state.json").status_code == 200, path


@pytest.mark.prove
@thousands
@given(path=some.integers(0, 999), form=fields, body=bodies)
def test_thousands_of_forms_change_nothing_for_strangers_and_end_in_no_fault_for_the_owner(
    rig: Rig, walked: Rig, path: int, form: dict[str, str], body: Body
) -> None:
    _sent_by_a_stranger(rig, rig.posts[path % len(rig.posts)], form)
    _asked(rig, rig.pages[path % len(rig.pages)], form)
    _sent_by_the_rig(walked, walked.posts[path % len(walked.posts)], body)


def test_nothing_that_was_typed_by_a_stranger_stands_in_the_log(rig: Rig, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(0)
    code = rig.home.viewer(True, "").code
    rig.phone.post("/pair", data={"code": "123456"}, headers={"Origin": f"http://{PHONE}"})
    rig.rig.post("/setup", data={**rig.form(), "revision": "0", "name0": "Wilhelmine"})
    rig.rig.post("/act", data=rig.form("what is this"))
    ours = [entry.getMessage() for entry in caplog.records if entry.name.startswith(("rig", "uvicorn"))]
    assert not [line for line in ours if "123456" in line or code in line or "Wilhelmine" in line]
