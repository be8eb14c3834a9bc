"""A guest who takes all the room there is: the rig's own screen and its files do not suffer."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator

import pytest

from rig.page import server as page_server
from rig.page.server import PageServer
from tests.rig.page.scenes import rows_keep
from tests.rig.page.test_phones import ask

PHONES_DOOR = "127.0.0.2"  # an address that is none of the rig's own


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[PageServer]:
    monkeypatch.setattr(page_server, "home_address", lambda: PHONES_DOOR)
    monkeypatch.setattr(page_server, "MOST_LINES", 20)
    server = PageServer(port=0)
    server.start()
    server.open(rows_keep())
    assert ask(server, "127.0.0.1", "POST", "/home", {"home": "open"})[0] == 200
    yield server
    server.stop()


def is_hung_up(line: socket.socket, within_s: float) -> bool:
    line.settimeout(within_s)
    try:
        return line.recv(1) == b""
    except ConnectionError:
        return True
    except TimeoutError:
        return False


def test_who_comes_when_the_house_is_full_is_hung_up_on_and_the_rig_notices_nothing(server: PageServer) -> None:
    lines = [socket.create_connection((PHONES_DOOR, server.port), timeout=5) for _ in range(40)]
    try:
        assert sum(is_hung_up(line, 0.2) for line in lines) == 20
        began = time.monotonic()
        assert ask(server, "127.0.0.1", "GET", "/state.json")[0] == 200
        assert time.monotonic() - began < 2
    finally:
        for line in lines:
            line.close()
    time.sleep(0.2)
    assert ask(server, PHONES_DOOR, "GET", "/state.json")[0] == 200


def test_a_line_on_which_nothing_is_said_is_hung_up(server: PageServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_server, "FIRST_WORD_S", 0.2)
    with socket.create_connection((PHONES_DOOR, server.port), timeout=5) as silent:
        assert is_hung_up(silent, 5)
    with socket.create_connection((PHONES_DOOR, server.port), timeout=5) as listener:
        host = f"{PHONES_DOOR}:{server.port}"
        listener.sendall(f"GET /live HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        assert listener.recv(100).startswith(b"HTTP/1.1 200")
        time.sleep(0.5)
        assert not is_hung_up(listener, 0.1)
