"""The rig as a service that cannot lay its table: the page says why, and the game is there once that is mended."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rig.journal import Journal

ROOT = Path(__file__).parents[2]


class Service:
    """`keltis play` as systemd starts it."""

    def __init__(self, folder: Path) -> None:
        self.data = folder / "data"
        self.data.mkdir()
        self._heard = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._heard.bind(str(folder / "notify"))
        self._heard.setblocking(False)
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = int(free.getsockname()[1])
        self._environment = {**os.environ, "NOTIFY_SOCKET": str(folder / "notify"), "PYTHONPATH": str(ROOT)}
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        words = ["play", "--data", str(self.data), "--port", str(self.port), "--camera", "none", "--buttons", "none"]
        self.process = subprocess.Popen([sys.executable, "-m", "rig", *words], env=self._environment, cwd=self.data)

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(timeout=20)
        self._heard.close()

    def told(self) -> str:
        """What systemd has heard since it was last asked."""
        words = []
        while True:
            try:
                words.append(self._heard.recv(4096).decode())
            except BlockingIOError:
                return "\n".join(words)

    def page(self) -> dict:
        """What the page shows; empty while it does not answer."""
        asked = urllib.request.Request(f"http://127.0.0.1:{self.port}/state.json", headers={"Accept-Language": "en"})
        try:
            with urllib.request.urlopen(asked, timeout=5) as answer:
                return dict(json.load(answer))
        except OSError:
            return {}


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    service = Service(tmp_path)
    yield service
    service.stop()


def soon(claim: Callable[[], bool], within_s: float = 60.0) -> bool:
    deadline = time.monotonic() + within_s
    while time.monotonic() < deadline:
        if claim():
            return True
        time.sleep(0.1)
    return False


def test_a_games_file_that_cannot_be_opened_is_told_on_the_page_until_it_can(service: Service) -> None:
    (service.data / "games.db").mkdir()
    service.start()
    assert soon(lambda: bool(service.page().get("notices")))
    shown = service.page()
    assert shown["screen"] == "starting"
    assert shown["notices"][0].startswith("Games' file: Cannot open the games' file")
    assert "READY=1" not in service.told()  # so an upgrade that ends here is taken back
    (service.data / "games.db").rmdir()
    assert soon(lambda: service.page().get("screen") == "setup")
    assert soon(lambda: "READY=1" in service.told())


def test_settings_that_cannot_be_used_are_told_on_the_page_and_once_mended_it_starts_anew(service: Service) -> None:
    (service.data / "rig.toml").write_text("[page]\nprot = 80\n")
    service.start()
    assert soon(lambda: "page.prot is unknown" in " ".join(service.page().get("notices", ())))
    (service.data / "rig.toml").write_text("")
    assert service.process is not None
    assert service.process.wait(timeout=30) == 0  # systemd starts it again
    service.start()
    assert soon(lambda: service.page().get("screen") == "setup")


def test_a_damaged_games_file_is_set_aside_and_the_page_says_where_it_lies(service: Service) -> None:
    Journal(service.data / "games.db").close()
    place = service.data / "games.db"
    place.write_bytes(place.read_bytes()[:100] + b"\xff" * 20_000)
    service.start()
    assert soon(lambda: service.page().get("screen") == "setup")
    assert "was damaged" in service.page()["notices"][0]
    assert list(service.data.glob("games.damaged-*.db"))


def test_the_page_answers_before_anything_heavy_is_loaded() -> None:
    heavy = ("numpy", "cv2", "onnxruntime", "scipy")
    asked = f"import sys, rig.page.server; print([name for name in {heavy} if name in sys.modules])"
    told = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"
