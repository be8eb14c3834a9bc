"""What strangers try on the page: none of it changes the table, none of it ends in a fault."""

from __future__ import annotations

import http.client
import random
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from rig.events import Button, Pressed, SetupChanged
from rig.journal import Journal
from rig.loop import Loop
from rig.page.server import PageServer
from rig.state import Setup

PATHS = ("/", "/act", "/roll", "/setup", "/look", "/live", "/state.json", "/record", "/picture/x", "/static/page.css",
         "/teach", "/teach/now", "/teach/act", "/teach/picture/1",
         "/learn", "/camera", "/camera/now", "/camera/act", "/camera/picture/1")  # fmt: skip
CLIMBING = (
    "/../../etc/passwd",
    "/static/../../settings.py",
    "/static/%2e%2e/%2e%2e/settings.py",
    "/picture/..%2f..%2fx",
)


class Clock:
    now = 0.0

    def __call__(self) -> float:
        self.now += 1.0
        return self.now


@pytest.fixture
def loop(tmp_path: Path) -> Iterator[Loop]:
    """A game in play."""
    loop = Loop(Journal(tmp_path / "games.db"), Clock())
    loop.start()
    assert loop.post(SetupChanged(answers=0, setup=Setup("or", ("Anna", "Ben")))).result(20).accepted
    assert loop.post(Pressed(answers=1, button=Button.CONFIRM)).result(20).accepted
    yield loop
    loop.stop()


@pytest.fixture
def server(loop: Loop) -> Iterator[PageServer]:
    server = PageServer(0)
    server.start()
    server.open(loop)  # type: ignore[arg-type]
    yield server
    server.stop()


def ask(server: PageServer, method: str, path: str, headers: dict[str, str], body: bytes = b"") -> tuple[int, bytes]:
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    try:
        line.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        for name, value in {"Host": f"127.0.0.1:{server.port}", "Content-Length": str(len(body)), **headers}.items():
            line.putheader(name, value)
        line.endheaders(body)
        answer = line.getresponse()
        return answer.status, b"" if path.startswith("/live") else answer.read(100_000)
    finally:
        line.close()


def form(loop: Loop, act: str = "press confirm") -> bytes:
    return f"act={act.replace(' ', '+')}&revision={loop.state.revision}".encode()


FORM = {"Content-Type": "application/x-www-form-urlencoded"}


def test_the_page_is_served_on_the_loopback_address_alone(server: PageServer) -> None:
    assert server._socket.getsockname()[0] == "127.0.0.1"
    listening = socket.gethostbyname_ex(socket.gethostname())[2] if socket.gethostname() else []
    for address in listening:
        if not address.startswith("127."):
            with pytest.raises(OSError, match="refused"):
                socket.create_connection((address, server.port), timeout=2)


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "192.168.0.7:8080"},
        {"Host": "evil.example", "Origin": "http://evil.example"},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
    ids=str,
)
def test_no_action_of_another_site_changes_the_table(server: PageServer, loop: Loop, headers: dict[str, str]) -> None:
    before = loop.state
    for path, body in (
        ("/act", form(loop)),
        ("/act", form(loop, "undo")),
        ("/act", form(loop, "new")),
        ("/act", form(loop, "hand")),
        ("/roll", form(loop) + b"&die0=1&die1=1&die2=1"),
        ("/setup", form(loop) + b"&game=wuerfelspiel"),
    ):
        status, _ = ask(server, "POST", path, {**FORM, **headers}, body)
        assert status in (403, 421), (path, status)
    assert loop.state is before


def test_the_same_action_from_the_own_page_does_change_it(server: PageServer, loop: Loop) -> None:
    before = loop.state.revision
    assert ask(server, "POST", "/act", FORM, form(loop, "hand"))[0] == 303
    assert loop.state.revision == before + 1


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])
def test_other_methods_change_nothing(server: PageServer, loop: Loop, method: str) -> None:
    before = loop.state
    for path in PATHS:
        assert ask(server, method, path, FORM, form(loop))[0] == 405
    assert loop.state is before


@pytest.mark.parametrize("path", CLIMBING)
def test_no_path_leads_out_of_the_page(server: PageServer, path: str) -> None:
    status, text = ask(server, "GET", path, {})
    assert status == 404
    assert b"root:" not in text
    assert b"dataclass" not in text


def test_reading_changes_nothing(server: PageServer, loop: Loop) -> None:
    before = loop.state
    for path in PATHS:
        ask(server, "GET", f"{path}?act=press+confirm&revision={before.revision}", {})
    assert loop.state is before


def test_rubbish_is_answered_with_a_sentence_and_never_with_a_fault(server: PageServer, loop: Loop) -> None:
    chance = random.Random(4)
    words = [
        "press",
        "confirm",
        "point",
        "-1",
        "99999999999",
        "mark",
        "face",
        "ü",
        "\0",
        "%00",
        "a" * 300,
        "",
        "undo x",
    ]
    for _ in range(250):
        fields = [
            f"{chance.choice(['act', 'revision', 'id', 'die0', 'move', 'game', 'names', chr(chance.randrange(256))])}="
            f"{chance.choice(words)}"
            for _ in range(chance.randrange(5))
        ]
        body = "&".join(fields).encode() if chance.random() < 0.8 else chance.randbytes(chance.randrange(400))
        kind = chance.choice([FORM, {}, {"Content-Type": "application/json"}, {"Content-Type": "multipart/form-data"}])
        path = chance.choice(PATHS[1:5])
        status, text = ask(server, "POST", path, kind, body)
        assert status < 500, (path, kind, body, status, text)
        assert b"Traceback" not in text
    assert ask(server, "GET", "/state.json", {})[0] == 200


def test_a_body_without_end_is_cut_off(server: PageServer, loop: Loop) -> None:
    before = loop.state
    assert ask(server, "POST", "/act", {**FORM, "Content-Length": "9" * 12}, b"")[0] == 413
    assert ask(server, "POST", "/act", FORM, b"act=" + b"x" * 200_000)[0] == 413
    assert loop.state is before
