"""`keltis play` and `keltis demo` from the outside: the page answers at once, bad input is one sentence."""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from rig.__main__ import main

ROOT = Path(__file__).parents[2]


def get(address: str) -> bytes:
    with urllib.request.urlopen(address, timeout=5) as answer:
        return bytes(answer.read())


@pytest.fixture
def rig(tmp_path: Path):
    command = [sys.executable, "-m", "rig", "play", "--camera", "none", "--buttons", "none", "--port", "0"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "KELTIS_DATA": str(tmp_path)}
    running = subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True)
    yield running
    running.kill()
    running.wait()
    running.stdout.close()


def address_of(rig: subprocess.Popen[str]) -> str:
    line = rig.stdout.readline()
    assert "http://127.0.0.1:" in line
    return line.split()[-1]


def wait_for_table(address: str) -> dict:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        view = json.loads(get(f"{address}state.json"))
        if view["screen"] != "starting":
            return view
        time.sleep(0.1)
    raise AssertionError("the table does not come")


def test_the_page_answers_before_the_table_is_ready_and_then_shows_it(rig: subprocess.Popen[str]) -> None:
    address = address_of(rig)
    assert b"<html" in get(address)
    assert wait_for_table(address)["screen"] == "setup"


def test_the_rig_stops_cleanly_when_it_is_told_to(rig: subprocess.Popen[str]) -> None:
    wait_for_table(address_of(rig))
    rig.send_signal(signal.SIGTERM)
    assert rig.wait(20) == 0


def test_a_port_in_use_is_one_sentence(rig: subprocess.Popen[str], capsys: pytest.CaptureFixture[str]) -> None:
    port = address_of(rig).rstrip("/").rpartition(":")[2]
    assert main(["play", "--port", port, "--camera", "none"]) == 2
    assert f"Port {port} cannot be used" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["demo", "--game", "chess"], "There is no game 'chess'"),
        (["demo", "--auto", "--game", "kartenspiel"], "has no dice; with --auto choose"),
        (["demo", "--players", "7"], "is for 2 to 4 players, not 7"),
        (["demo", "--game", "or-happy-meeple", "--players", "3"], "players, not 3"),
        (["play", "--settings", "/nowhere/rig.toml"], "cannot be read"),
    ],
)
def test_what_cannot_be_played_is_one_sentence(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main([*words, "--data", str(tmp_path)]) == 2
    error = capsys.readouterr().err
    assert sentence in error
    assert error.count("\n") == 1


def test_a_folder_that_cannot_be_written_is_one_sentence(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert main(["play", "--port", "0", "--camera", "none", "--data", str(tmp_path / "file" / "data")]) == 2
    assert "check free space and access" in capsys.readouterr().err
