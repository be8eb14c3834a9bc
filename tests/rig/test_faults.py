"""What a home does to a rig: full cards, loose cables, stuck buttons, stalled phones; what is seen each time."""

from __future__ import annotations

import io
import os
import re
import shutil
import socket
import subprocess
import time
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from gpiozero.pins.mock import MockFactory

from rig import buttons, evening
from rig.__main__ import main
from rig.errors import CameraError
from rig.evening import Evening
from rig.events import Button, Pressed, RollEntered, SetupChanged
from rig.journal import Journal
from rig.live_camera import LiveCamera
from rig.loop import Answer, Loop
from rig.page.server import PageServer
from rig.readers import Readers
from rig.settings import ButtonSettings
from rig.state import Phase, Setup


class Clock:
    """Every look is a second later, so no press is too soon."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1.0
        return self.now


@pytest.fixture
def card(tmp_path: Path) -> Iterator[Path]:
    """A card of half a megabyte."""
    if shutil.which("mount") is None:
        pytest.skip("there is no mount here")
    place = tmp_path / "card"
    place.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=512k", "card", place], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("only root may mount a card")
    yield place
    subprocess.run(["umount", "-l", place], check=True)


@pytest.fixture
def worn_card(tmp_path: Path) -> Iterator[Path]:
    """A card with the Pi's kind of file system, which becomes read-only at its first error, as a worn one does."""
    if shutil.which("mke2fs") is None or shutil.which("mount") is None:
        pytest.skip("there is no mke2fs or no mount here")
    image, place = tmp_path / "card.img", tmp_path / "worn"
    place.mkdir()
    image.write_bytes(b"")
    os.truncate(image, 8_000_000)
    made = subprocess.run(["mke2fs", "-q", "-t", "ext4", image], capture_output=True, check=False)
    mount = ["mount", "-o", "loop,errors=remount-ro", image, place]
    if made.returncode or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("only root may mount a card, where there are loop devices")
    yield place
    subprocess.run(["umount", "-l", place], check=True)


def wear_out(card: Path) -> None:
    device = next(line.split()[0] for line in Path("/proc/mounts").read_text().splitlines() if f" {card} " in line)
    Path("/sys/fs/ext4", Path(device).name, "trigger_fs_error").write_text("worn out")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Evening]:
    """A table in play, without eye and buttons."""
    table = Evening(tmp_path / "data", Clock())
    yield table
    table.stop()


def begin(loop: Loop) -> None:
    setup = SetupChanged(answers=loop.state.revision, setup=Setup("or", ("Anna", "Ben")))
    assert loop.post(setup).result(20).accepted
    assert press(loop).accepted


def press(loop: Loop, button: Button = Button.CONFIRM) -> Answer:
    return loop.post(Pressed(answers=loop.state.revision, button=button)).result(20)


def roll(loop: Loop, faces: str = "115") -> Answer:
    return loop.post(RollEntered(answers=loop.state.revision, faces=tuple(faces))).result(20)


def soon(claim: Callable[[], bool], within_s: float = 10.0) -> bool:
    deadline = time.monotonic() + within_s
    while time.monotonic() < deadline:
        if claim():
            return True
        time.sleep(0.02)
    return False


def write_without_end(file: io.FileIO) -> None:
    while True:
        file.write(b"\0" * 4096)


def fill(card: Path) -> Path:
    filler = card / "filler"
    with filler.open("wb", buffering=0) as file, pytest.raises(OSError, match="No space left"):
        write_without_end(file)
    return filler


def test_a_full_card_is_told_nothing_counts_that_was_not_written_and_with_room_the_game_goes_on(card: Path) -> None:
    loop = Loop(Journal(card / "games.db"), Clock())
    loop.start()
    begin(loop)
    assert roll(loop).accepted
    filler = fill(card)
    before = loop.state
    refused = None
    for _ in range(40):  # the log on the card has some room of its own left
        before = loop.state
        answer = press(loop, Button.DOWN)
        if not answer.accepted:
            refused = answer
            break
    assert refused is not None
    assert "Cannot write the games' file" in refused.reason
    assert "check free space" in loop.reports["journal"]
    assert loop.state == before
    filler.unlink()
    assert press(loop, Button.DOWN).accepted
    assert "journal" not in loop.reports
    after = loop.state
    loop.stop()
    again = Loop(Journal(card / "games.db"), Clock())
    assert again.state == after
    again.stop()


def test_a_card_that_became_read_only_is_told_at_the_start(card: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (card / "games.db").touch()
    subprocess.run(["mount", "-o", "remount,ro", card], check=True)
    assert main(["play", "--data", str(card), "--camera", "none", "--buttons", "none", "--port", "0"]) == 2
    said = capsys.readouterr().err
    assert "games' file" in said
    assert said.count("\n") == 1


def test_a_card_that_wears_out_in_mid_game_is_told_and_what_was_written_can_still_be_copied(worn_card: Path) -> None:
    loop = Loop(Journal(worn_card / "games.db"), Clock())
    loop.start()
    begin(loop)
    assert roll(loop).accepted
    before = loop.state
    wear_out(worn_card)
    answer = press(loop, Button.DOWN)
    assert not answer.accepted
    assert "Cannot write the games' file" in answer.reason
    assert "Cannot write the games' file" in loop.reports["journal"]
    assert loop.state == before
    rescued = worn_card.parent / "new card"
    shutil.copytree(worn_card, rescued, ignore=shutil.ignore_patterns("lost+found"))
    loop.stop()
    again = Loop(Journal(rescued / "games.db"), Clock())
    assert again.state == before
    again.stop()


def test_a_clock_set_back_a_day_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loop = Loop(Journal(tmp_path / "games.db"), Clock())
    loop.start()
    begin(loop)
    yesterday = time.gmtime(time.time() - 86_400)
    monkeypatch.setattr(time, "gmtime", lambda *_: yesterday)
    assert roll(loop).accepted
    state = loop.state
    loop.stop()
    again = Loop(Journal(tmp_path / "games.db"), Clock())
    assert again.state == state
    again.stop()


class Cable:
    """A camera that the test unplugs."""

    is_plugged = True

    def __call__(self) -> Cable:
        if not self.is_plugged:
            raise CameraError("USB camera 0 cannot be opened. Plug it in.")
        return self

    def grab(self) -> np.ndarray:
        time.sleep(0.01)
        if not self.is_plugged:
            raise OSError("gone")
        return np.zeros((48, 64, 3), np.uint8)

    def close(self) -> None:
        pass


def test_an_unplugged_camera_is_said_on_the_page_within_5_s_and_the_game_goes_on_by_hand(table: Evening) -> None:
    cable = Cable()
    table.look_through(LiveCamera("camera", cable, stall_s=0.5, retry_s=0.05), lambda labels: None)  # type: ignore[arg-type,return-value]
    table.start()
    began = time.monotonic()
    cable.is_plugged = False
    assert soon(lambda: "camera" in table.loop.reports, 5)
    assert time.monotonic() - began < 5
    begin(table.loop)
    assert roll(table.loop).accepted
    cable.is_plugged = True
    assert soon(lambda: "camera" not in table.loop.reports)


def test_an_altered_model_is_told_and_the_game_goes_on_by_hand(table: Evening, tmp_path: Path) -> None:
    models = tmp_path / "models"
    models.mkdir()
    for place in (Path(__file__).parents[2] / "models").glob("dice_*"):
        shutil.copy(place, models)
    network = models / "dice_faces.onnx"
    network.write_bytes(network.read_bytes()[:-1] + b"?")
    table.look_through(LiveCamera("camera", Cable(), retry_s=0.05), Readers(tmp_path / "none", None, models))
    table.start()
    begin(table.loop)
    assert soon(lambda: "reader" in table.loop.reports, 30)
    assert "dice_faces.onnx" in table.loop.reports["reader"]
    assert roll(table.loop).accepted


def test_a_stuck_button_is_told_and_the_others_work(table: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    factory = MockFactory()
    monkeypatch.setattr(buttons, "STUCK_S", 0.3)
    monkeypatch.setattr(evening, "LOOK_AROUND_S", 0.1)
    monkeypatch.setattr(evening, "open_buttons", lambda *given, **named: buttons.open_buttons(*given, factory, **named))
    table.listen_to(ButtonSettings(use="gpio"))
    table.start()
    assert soon(lambda: len(factory.pins) == 4)
    begin(table.loop)
    assert roll(table.loop).accepted
    assert table.loop.state.phase is Phase.KEEP
    factory.pin(22).drive_low()
    assert soon(lambda: "Button ▲ has been down for long" in table.loop.reports.get("buttons", ""))
    revision = table.loop.state.revision
    factory.pin(23).drive_low()
    assert soon(lambda: table.loop.state.revision > revision)
    factory.pin(22).drive_high()
    assert soon(lambda: "buttons" not in table.loop.reports)


class Listener:
    """A client of the stream of changes; a stalled one never reads."""

    def __init__(self, address: str) -> None:
        place = urllib.parse.urlsplit(address)
        self.line = socket.create_connection((place.hostname, place.port), timeout=20)
        self.line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.line.sendall(f"GET /live HTTP/1.1\r\nHost: {place.netloc}\r\nAccept: text/event-stream\r\n\r\n".encode())

    def hears(self, revision: int) -> bool:
        """Read until that state of the table was told."""
        wanted, text = re.compile(rb'"revision": ?%d\b' % revision), b""
        while not wanted.search(text):
            more = self.line.recv(65_536)
            if not more:
                return False
            text += more
        return True


def test_fifty_phones_of_which_most_have_stalled_do_not_slow_the_table(table: Evening) -> None:
    server = PageServer(0)
    server.start()
    table.start()
    begin(table.loop)
    server.open(table.loop, table.pictures.get)  # type: ignore[arg-type]
    listeners = [Listener(server.address) for _ in range(50)]
    try:
        assert roll(table.loop).accepted
        took = []
        while len(took) < 20:
            began = time.monotonic()
            answer = press(table.loop, Button.DOWN)
            assert answer.accepted or answer.reason == "stale"  # the advice came in between
            if answer.accepted:
                took.append(time.monotonic() - began)
        assert listeners[-1].hears(table.loop.state.revision)
        assert sorted(took)[10] < 1.0
    finally:
        for listener in listeners:
            listener.line.close()
        server.stop()


@pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="counts open files as Linux does")
def test_phones_that_come_and_go_leave_no_open_files_behind(table: Evening) -> None:
    server = PageServer(0)
    server.start()
    table.start()
    server.open(table.loop, table.pictures.get)  # type: ignore[arg-type]

    def visit() -> None:
        listener = Listener(server.address)
        listener.line.recv(100)
        listener.line.close()

    for _ in range(5):
        visit()
    assert soon(lambda: bool(table.loop.state))
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(30):
        visit()
    try:
        assert soon(lambda: len(os.listdir("/proc/self/fd")) <= before + 3, 20)
    finally:
        server.stop()
