"""The script that shows the page: it opens a browser once the rig answers, and sets the brightness the rig wishes."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rig.page.server import PageServer
from rig.page.view import starting_view
from rig.page.words import words_of

DEPLOY = Path(__file__).parents[2] / "deploy"


class Stranger:
    """Another program on a port.

    Args:
        says: what it answers to whatever is asked; None keeps silent and the line open.
    """

    def __init__(self, says: bytes | None) -> None:
        self.says = says
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listening.getsockname()[1])
        self._lines: list[socket.socket] = []
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        with contextlib.suppress(OSError):  # it was stopped
            while True:
                line, _ = self._listening.accept()
                self._lines.append(line)
                if self.says is not None:
                    with contextlib.suppress(OSError), line:
                        line.recv(1000)
                        line.sendall(self.says)

    def stop(self) -> None:
        self._listening.shutdown(socket.SHUT_RDWR)  # wakes the thread that waits for a line
        self._listening.close()
        for line in self._lines:
            line.close()


class Panel:
    """A folder that the script takes for a Raspberry Pi with a screen.

    Args:
        stranger: another program that has the port; None for the rig's own page.
    """

    def __init__(self, folder: Path, backlights: int = 1, stranger: Stranger | None = None) -> None:
        self.folder = folder
        for number in range(backlights):
            light = folder / "backlight" / f"10-004{number}"
            light.mkdir(parents=True)
            (light / "max_brightness").write_text("255\n")
            (light / "brightness").write_text("255\n")
        programs = folder / "programs"
        programs.mkdir()
        for name, text in {
            "chromium": f'echo "$@" >{folder}/browser; exec sleep 60',
            "cage": f'echo "$@" >{folder}/cage; while [ "$1" != -- ]; do shift; done; shift; exec "$@"',
            "wlr-randr": f'if [ $# = 0 ]; then printf "HDMI-A-1 \\"a screen\\"\\n  Make: x\\n"; else echo "$@" '
            f">>{folder}/outputs; fi",
        }.items():
            (programs / name).write_text(f"#!/bin/sh\n{text}\n")
            (programs / name).chmod(0o755)
        text = (DEPLOY / "screen.sh").read_text(encoding="utf-8")
        for place in ("/sys/class/backlight", "/run/keltis-rig"):
            text = text.replace(place, str(folder / Path(place).name))
        (folder / "keltis-rig").mkdir()
        if stranger is not None:
            assert "\npatience=10 " in text
            text = text.replace("\npatience=10 ", "\npatience=1 ")
        self.script = folder / "screen.sh"
        self.script.write_text(text)
        self.script.chmod(0o755)
        self._rig: PageServer | None = None
        self._running: subprocess.Popen[bytes] | None = None
        self._stranger = stranger
        if stranger is None:
            self.start_the_rig()
        else:
            self._choose(stranger.port)

    def start_the_rig(self) -> None:
        self._rig = PageServer(0)
        self._rig.start()
        self._choose(self._rig.port)

    def _choose(self, port: int) -> None:
        self.port = port
        (self.folder / "rig.toml").write_text(f"[page]\nport = {port}\n")

    def start(self, *words: str) -> None:
        environment = {
            **os.environ,
            "PATH": f"{self.folder / 'programs'}:{os.environ['PATH']}",
            "KELTIS_SETTINGS": str(self.folder / "rig.toml"),
            "XDG_RUNTIME_DIR": str(self.folder),
        }
        self._running = subprocess.Popen([self.script, *words], env=environment, start_new_session=True)

    def stop(self) -> None:
        if self._running is not None:
            os.killpg(self._running.pid, signal.SIGKILL)
            self._running.wait()
        for program in (self._rig, self._stranger):
            if program is not None:
                program.stop()

    def wish(self, percent: int) -> None:
        (self.folder / "keltis-rig" / "screen").write_text(f"{percent}\n")

    def text(self, name: str) -> str:
        place = self.folder / name
        return place.read_text() if place.exists() else ""

    @property
    def brightness(self) -> int:
        return int(self.text("backlight/10-0040/brightness") or -1)  # empty while it is written


def soon(claim: Callable[[], bool], within_s: float = 15.0) -> bool:
    deadline = time.monotonic() + within_s
    while time.monotonic() < deadline:
        if claim():
            return True
        time.sleep(0.05)
    return False


@pytest.fixture
def panel(tmp_path: Path) -> Iterator[Panel]:
    panel = Panel(tmp_path)
    yield panel
    panel.stop()


def test_the_browser_opens_the_rigs_page_under_cage(panel: Panel) -> None:
    panel.start()
    assert soon(lambda: f"http://127.0.0.1:{panel.port}/" in panel.text("browser"))
    assert "--kiosk" in panel.text("browser")
    assert panel.text("cage").startswith("-d -s -- ")


def test_in_a_desktop_it_opens_without_cage(panel: Panel) -> None:
    panel.start("--desktop")
    assert soon(lambda: f"http://127.0.0.1:{panel.port}/" in panel.text("browser"))
    assert panel.text("cage") == ""


def test_a_panel_is_dimmed_darkened_and_lit_as_the_rig_wishes(panel: Panel) -> None:
    panel.start("--desktop")
    for percent, level in ((25, 63), (0, 0), (100, 255)):
        panel.wish(percent)
        assert soon(lambda level=level: panel.brightness == level)
    assert panel.text("outputs") == ""


def test_under_cage_no_output_is_switched_off_for_cage_would_end(tmp_path: Path) -> None:
    panel = Panel(tmp_path, backlights=0)
    panel.start()
    try:
        assert soon(lambda: panel.text("browser") != "")
        panel.wish(0)
        time.sleep(1.5)
        assert panel.text("outputs") == ""
    finally:
        panel.stop()


def test_a_desktops_screen_without_a_backlight_is_switched_off_and_on(tmp_path: Path) -> None:
    panel = Panel(tmp_path, backlights=0)
    panel.start("--desktop")
    try:
        panel.wish(0)
        assert soon(lambda: panel.text("outputs") == "--output HDMI-A-1 --off\n")
        panel.wish(100)
        assert soon(lambda: panel.text("outputs").endswith("--output HDMI-A-1 --on\n"))
    finally:
        panel.stop()


def test_a_wish_that_is_no_number_is_left_alone(panel: Panel) -> None:
    panel.start("--desktop")
    (panel.folder / "keltis-rig" / "screen").write_text("rubbish\n")
    time.sleep(1.2)
    panel.wish(25)
    assert soon(lambda: panel.brightness == 63)


STRANGERS = {
    "a web page": b"HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n<h1>Printer</h1>",
    "something else": b"SSH-2.0-OpenSSH_9.2p1\r\n",
    "another screen": b'HTTP/1.0 200 OK\r\n\r\n{"screen": "home", "revision": 3}',
    "nothing": None,
}


@pytest.mark.parametrize("says", STRANGERS.values(), ids=STRANGERS)
def test_another_programs_page_is_never_opened_but_one_that_names_the_port(tmp_path: Path, says: bytes | None) -> None:
    panel = Panel(tmp_path, stranger=Stranger(says))
    panel.start("--desktop")
    try:
        assert soon(lambda: "--kiosk" in panel.text("browser"), within_s=60)
        assert "http://" not in panel.text("browser")
        told = Path(panel.text("browser").split("file://")[1].strip()).read_text(encoding="utf-8")
        assert f"Ein anderes Programm benutzt Port {panel.port}" in told
        assert f"Another program uses port {panel.port}" in told
        assert str(tmp_path / "rig.toml") in told
    finally:
        panel.stop()


def test_the_game_appears_where_somebody_chose_another_port(tmp_path: Path) -> None:
    panel = Panel(tmp_path, stranger=Stranger(STRANGERS["a web page"]))
    panel.start()
    try:
        assert soon(lambda: "file://" in panel.text("browser"), within_s=60)
        panel.start_the_rig()
        assert soon(lambda: f"http://127.0.0.1:{panel.port}/" in panel.text("browser"), within_s=60)
        panel.wish(25)
        assert soon(lambda: panel.brightness == 63)
    finally:
        panel.stop()


def test_the_game_appears_when_the_rig_has_got_its_port(tmp_path: Path) -> None:
    view = json.dumps(starting_view(words_of("de")).as_json(), ensure_ascii=False)
    stranger = Stranger(STRANGERS["something else"])
    panel = Panel(tmp_path, stranger=stranger)
    panel.start("--desktop")
    try:
        assert soon(lambda: "file://" in panel.text("browser"), within_s=60)
        stranger.says = b"HTTP/1.0 200 OK\r\n\r\n" + view.encode()
        assert soon(lambda: f"http://127.0.0.1:{panel.port}/" in panel.text("browser"), within_s=60)
    finally:
        panel.stop()
