"""Phones: nothing until the rig is opened, looking then, acting only with the code that stands on the rig's screen."""

import http.client
import json
import urllib.parse
from collections.abc import Callable

import pytest
from starlette.testclient import TestClient

from rig.errors import UsageError
from rig.events import Button
from rig.page.home import Home, home_address
from rig.page.live import Hub
from rig.page.routes import Page
from rig.page.server import PageServer
from rig.state import Phase
from tests.rig.page.scenes import rows_keep

RIG, PHONE = "127.0.0.1:8080", "192.168.1.5:8080"
JSON = {"Accept": "application/json"}
HERE = {**JSON, "Origin": f"http://{PHONE}"}


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


class Evening:
    """A table, seen from the rig and from a phone."""

    def __init__(self, is_open: bool = True, code: str | None = None) -> None:
        self.table, self.clock = rows_keep(), Clock()
        self.home = Home(self.clock, code)
        hub = Hub()
        hub.open(self.table)

        async def open_home() -> None:
            self.home.open(PHONE)

        async def close_home() -> None:
            self.home.close()

        page = Page(hub, [RIG], "en", self.home, open_home, close_home)
        self.rig = TestClient(page.app, base_url=f"http://{RIG}", follow_redirects=False)
        self.phone = TestClient(page.app, base_url=f"http://{PHONE}", follow_redirects=False)
        if is_open:
            assert self.rig.post("/home", data={"home": "open"}, headers=JSON).json()["accepted"]

    @property
    def code(self) -> str:
        return self.home.viewer(True, "").code

    def act(self, what: str = "press confirm", headers: dict = HERE):
        return self.phone.post("/act", data={"act": what, "revision": self.table.state.revision}, headers=headers)

    def pair(self, code: str, headers: dict = HERE):
        return self.phone.post("/pair", data={"code": code}, headers=headers)


def test_a_phone_finds_nothing_before_the_rig_is_opened():
    evening = Evening(is_open=False)
    for path in ("/", "/state.json", "/live", "/picture/tray", "/record", "/static/page.css"):
        assert evening.phone.get(path).status_code == 421
    assert evening.act().status_code == 421
    assert evening.table.state.phase is Phase.KEEP


def test_an_opened_rig_lets_phones_look_and_not_act():
    evening = Evening()
    assert "Jonas: Keep 3 × Green" in evening.phone.get("/").text
    told = evening.act()
    assert (told.status_code, told.json()["sentence"]) == (
        403,
        "This phone may only look. To play, pair it: ☰, Phones.",
    )
    for path in ("/roll", "/setup", "/position", "/home"):
        assert evening.phone.post(path, data={"home": "close"}, headers=HERE).status_code == 403
    assert evening.table.state.phase is Phase.KEEP
    assert evening.home.host == PHONE


def test_only_the_rigs_own_screen_shows_the_code_and_the_address_to_scan():
    evening = Evening()
    code = f"{evening.code[:3]} {evening.code[3:]}"
    at_the_rig = evening.rig.get("/").text
    assert code in at_the_rig
    assert 'src="data:image/svg+xml' in at_the_rig
    assert f"http://{PHONE}/" in at_the_rig
    for path in ("/", "/state.json"):
        seen = evening.phone.get(path).text
        assert code not in seen
        assert evening.code not in seen


def test_a_phone_that_knows_the_code_may_act():
    evening = Evening()
    told = evening.pair(f"{evening.code[:3]} {evening.code[3:]}")
    assert told.json()["accepted"]
    assert "HttpOnly" in told.headers["set-cookie"]
    assert "SameSite=strict" in told.headers["set-cookie"]
    assert evening.act().json()["accepted"]
    assert evening.table.state.phase is Phase.CHOOSE
    assert evening.table.posted[-2].source == "phone"
    assert "This phone may play." in evening.phone.get("/").text


def test_a_paired_phone_can_neither_open_nor_close_the_rig():
    evening = Evening()
    evening.pair(evening.code)
    assert evening.phone.post("/home", data={"home": "close"}, headers=HERE).status_code == 403


def test_a_code_pairs_one_phone_and_is_another_one_then():
    evening = Evening()
    code = evening.code
    assert evening.pair(code).json()["accepted"]
    assert evening.code != code
    assert not evening.pair(code).json()["accepted"]


def test_five_wrong_codes_make_a_new_code_and_a_pause():
    evening = Evening()
    code = evening.code
    for _ in range(5):
        assert not evening.pair("x").json()["accepted"]
    assert evening.code != code
    told = evening.pair(evening.code).json()
    assert told["sentence"].startswith("Too many wrong codes.")
    evening.clock.now += 31
    assert evening.pair(evening.code).json()["accepted"]


def test_closing_forgets_all_phones():
    evening = Evening()
    evening.pair(evening.code)
    evening.rig.post("/home", data={"home": "close"}, headers=JSON)
    assert evening.phone.get("/").status_code == 421
    evening.rig.post("/home", data={"home": "open"}, headers=JSON)
    assert evening.act().status_code == 403


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": f"http://{RIG}"},
        {},
        {**HERE, "Sec-Fetch-Site": "cross-site"},
        {**HERE, "Host": "evil.example:8080"},
        {**HERE, "Host": RIG},
    ],
)
def test_a_paired_phone_acts_from_the_rigs_own_page_alone(headers):
    evening = Evening()
    evening.pair(evening.code)
    assert evening.act(headers={**JSON, **headers}).status_code in (403, 421)
    assert evening.table.state.phase is Phase.KEEP


def test_a_cookie_made_up_pairs_nobody():
    evening = Evening()
    for token in ("", "x", evening.code):
        evening.phone.cookies.set("phone", token)
        assert evening.act().status_code == 403


def test_a_rig_without_a_home_network_says_so(monkeypatch):
    monkeypatch.setattr("socket.socket.connect", _no_network)
    with pytest.raises(UsageError, match="no home network"):
        home_address()


def _no_network(self, address):
    raise OSError("Network is unreachable")


def test_the_rig_serves_the_home_network_only_while_it_is_open(monkeypatch):
    monkeypatch.setattr("rig.page.server.home_address", lambda: "127.0.0.2")  # an address that is none of the rig's own
    server = PageServer(port=0)
    server.start()
    server.open(rows_keep())
    try:
        with pytest.raises(OSError, match="refused"):
            ask(server, "127.0.0.2", "GET", "/state.json")
        assert ask(server, "127.0.0.1", "POST", "/home", {"home": "open"})[0] == 200
        assert ask(server, "127.0.0.2", "GET", "/state.json")[0] == 200
        status, told = ask(server, "127.0.0.2", "POST", "/act", {"act": "press confirm", "revision": "1"})
        assert (status, json.loads(told)["accepted"]) == (403, False)
        assert ask(server, "127.0.0.1", "POST", "/home", {"home": "close"})[0] == 200
        assert closed_within(server, 5.0)
    finally:
        server.stop()


def ask(server: PageServer, host: str, method: str, path: str, form: dict | None = None) -> tuple[int, bytes]:
    line = http.client.HTTPConnection(host, server.port, timeout=20)
    try:
        headers = {**JSON, "Origin": f"http://{host}:{server.port}", "Connection": "close"}
        headers["Content-Type"] = "application/x-www-form-urlencoded"
        line.request(method, path, urllib.parse.urlencode(form or {}), headers)
        answer = line.getresponse()
        return answer.status, answer.read()
    finally:
        line.close()


def closed_within(server: PageServer, seconds: float) -> bool:
    import time

    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            ask(server, "127.0.0.2", "GET", "/state.json")
        except OSError:
            return True
        time.sleep(0.1)
    return False


def test_a_button_held_opens_the_page_to_phones_shows_how_and_closes_it(monkeypatch):
    monkeypatch.setattr("rig.page.server.home_address", lambda: "127.0.0.2")
    server, table = PageServer(port=0), rows_keep()
    server.start()
    server.open(table)
    try:
        server.ask_phones()
        assert within(5.0, lambda: server.home.is_told and bool(server.home.host))
        assert ask(server, "127.0.0.2", "GET", "/state.json")[0] == 200
        table.press(Button.DOWN)
        assert not server.home.is_told
        assert server.home.host
        server.ask_phones()
        assert within(5.0, lambda: server.home.is_told)
        server.ask_phones()
        assert within(5.0, lambda: not server.home.host)
        assert closed_within(server, 5.0)
    finally:
        server.stop()


def test_a_button_held_without_a_home_network_is_answered_on_the_page(monkeypatch):
    monkeypatch.setattr("socket.socket.connect", _no_network)
    server, table = PageServer(port=0), rows_keep()
    server.start()
    server.open(table)
    try:
        server.ask_phones()
        assert within(5.0, lambda: "no home network" in table.reports.get("phones", ""))
        assert not server.home.host
    finally:
        server.stop()


def test_a_rig_whose_screen_is_a_phone_is_open_as_soon_as_there_is_a_network(monkeypatch):
    networks = iter([UsageError("no network yet"), UsageError("no network yet")])

    def address() -> str:
        for missing in networks:
            raise missing
        return "127.0.0.2"

    monkeypatch.setattr("rig.page.server.home_address", address)
    monkeypatch.setattr("rig.page.server.LOOK_AROUND_S", 0.05)
    server = PageServer(port=0, phones_always=True, code="31415926")
    server.start()
    server.open(rows_keep())
    try:
        assert within(10.0, lambda: bool(server.home.host))
        assert ask(server, "127.0.0.2", "GET", "/state.json")[0] == 200
        act = {"act": "press confirm", "revision": "1"}
        assert ask(server, "127.0.0.2", "POST", "/act", act)[0] == 403
        assert not json.loads(ask(server, "127.0.0.2", "POST", "/pair", {"code": "31415927"})[1])["accepted"]
        for _ in range(2):  # the owner's code stays the same
            assert json.loads(ask(server, "127.0.0.2", "POST", "/pair", {"code": "3141 5926"})[1])["accepted"]
        assert ask(server, "127.0.0.1", "POST", "/home", {"home": "close"})[0] == 200
        assert closed_within(server, 5.0)
    finally:
        server.stop()


def test_a_rig_that_got_another_address_is_found_there(monkeypatch):
    addresses = ["127.0.0.2"]
    monkeypatch.setattr("rig.page.server.home_address", lambda: addresses[0])
    monkeypatch.setattr("rig.page.server.LOOK_AROUND_S", 0.05)
    server = PageServer(port=0, phones_always=True)
    server.start()
    server.open(rows_keep())
    try:
        assert within(10.0, lambda: bool(server.home.host))
        addresses[0] = "127.0.0.3"
        assert within(10.0, lambda: server.home.host.startswith("127.0.0.3"))
        assert ask(server, "127.0.0.3", "GET", "/state.json")[0] == 200
    finally:
        server.stop()


def test_the_rig_answers_to_its_own_name_and_to_no_other():
    evening = Evening()
    evening.home.open(PHONE, ["dice.local:8080"])
    assert evening.phone.get("/state.json", headers={"Host": "dice.local:8080"}).status_code == 200
    assert evening.phone.get("/state.json", headers={"Host": "evil.local:8080"}).status_code == 421


def test_five_wrong_codes_make_the_owners_code_wait_too():
    home = Home(Clock(), code="31415926")
    home.open(PHONE)
    for _ in range(5):
        assert home.pair("000000") is None
    with pytest.raises(UsageError):
        home.pair("31415926")


@pytest.mark.parametrize(
    ("code", "label", "pause"),
    [
        (None, "The code on the rig's screen", "then type the new code on the rig's screen."),
        ("31415926", "The code of this rig", "Wait half a minute, then try again."),
    ],
)
def test_a_phone_is_told_where_the_code_is_found(code, label, pause):
    evening = Evening(code=code)
    assert label in evening.phone.get("/").text
    assert ("phone_code" in evening.phone.get("/").text) is (code is not None)
    for _ in range(5):
        assert evening.pair("1").json()["sentence"] == "That is not the code of this rig."
    assert evening.pair("1").json()["sentence"].endswith(pause)


def within(seconds: float, is_so: Callable[[], bool]) -> bool:
    import time

    until = time.monotonic() + seconds
    while time.monotonic() < until and not is_so():
        time.sleep(0.01)
    return is_so()
