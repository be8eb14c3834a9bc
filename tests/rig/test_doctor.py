from __future__ import annotations

import json
import socket
import sqlite3
from pathlib import Path

import pytest

from rig.__main__ import main
from rig.errors import CameraError
from rig.health import State, examine
from rig.page.server import PageServer
from rig.usb_camera import UsbDevice
from tests.rig.page import scenes
from vision.errors import ModelError


@pytest.fixture(autouse=True)
def bare_machine(monkeypatch):
    def none() -> tuple[str, ...]:
        raise CameraError("The Pi's camera needs picamera2: sudo apt install python3-picamera2")

    monkeypatch.setattr("rig.health.usb_cameras", lambda: ())
    monkeypatch.setattr("rig.health.pi_cameras", none)
    monkeypatch.setattr("rig.health.is_raspberry_pi", lambda: False)


def found(folder, part: str, settings=None):
    findings = [finding for finding in examine(folder, settings) if finding.part == part]
    assert len(findings) == 1, findings
    return findings[0]


def test_a_bare_laptop_can_play(tmp_path, capsys):
    assert main(["doctor", "--data", str(tmp_path)]) == 0
    printed = capsys.readouterr().out
    assert "✔ settings" in printed
    assert "– camera       none" in printed
    assert "→ Plug one in." in printed
    assert "✘" not in printed


def test_json_is_one_object_a_line_and_nothing_else(tmp_path, capsys):
    main(["doctor", "--data", str(tmp_path), "--json"])
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {"settings", "system", "data folder", "model", "camera", "buttons", "games", "page"} <= {
        line["part"] for line in lines
    }
    assert all(set(line) == {"part", "state", "found", "advice"} for line in lines)


def test_an_unknown_setting_is_told_and_the_rest_is_still_examined(tmp_path, capsys):
    (tmp_path / "rig.toml").write_text("[camera]\nwidht = 640\n")
    assert main(["doctor", "--data", str(tmp_path)]) == 2
    printed = capsys.readouterr().out
    assert "camera.widht is unknown" in printed
    assert "✔ games" in printed


def test_an_altered_model_has_to_be_mended(tmp_path, monkeypatch):
    def altered(name: str) -> None:
        raise ModelError(f"{name}.onnx is not the file its card describes; install the rig again.")

    monkeypatch.setattr("vision.model_file.open_model", altered)
    models = [finding for finding in examine(tmp_path) if finding.part == "model"]
    assert [finding.state for finding in models] == [State.BAD] * 3
    assert "install the rig again" in models[0].advice


def test_a_plugged_camera_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr("rig.health.usb_cameras", lambda: (UsbDevice(0, "HD Webcam"),))
    camera = found(tmp_path, "camera")
    assert (camera.state, camera.found) == (State.GOOD, "USB camera HD Webcam")


def test_on_a_pi_a_missing_picamera2_is_what_is_advised(tmp_path, monkeypatch):
    monkeypatch.setattr("rig.health.is_raspberry_pi", lambda: True)
    monkeypatch.setattr("rig.health.MODEL_FILE", tmp_path / "model")
    (tmp_path / "model").write_bytes(b"Raspberry Pi 5 Model B\x00")
    assert "apt install python3-picamera2" in found(tmp_path, "camera").advice
    assert found(tmp_path, "system").found.startswith("Raspberry Pi 5 Model B, Python 3.")
    assert found(tmp_path, "buttons").state is State.MISSING


def test_what_is_switched_off_is_not_missed(tmp_path):
    (tmp_path / "rig.toml").write_text('[camera]\nchoice = "none"\n[buttons]\nuse = "none"\n')
    assert found(tmp_path, "camera").found == "switched off in the settings"
    assert found(tmp_path, "buttons").found == "switched off in the settings"


def test_a_damaged_games_file_is_found(tmp_path):
    (tmp_path / "games.db").write_bytes(b"no database at all " * 100)
    assert found(tmp_path, "games").state is State.BAD


def test_a_sound_games_file_is_left_as_it_is(tmp_path):
    place = tmp_path / "games.db"
    database = sqlite3.connect(place)
    database.execute("create table games (n)")
    database.close()
    before = place.read_bytes()
    assert "sound" in found(tmp_path, "games").found
    assert place.read_bytes() == before
    assert sorted(p.name for p in tmp_path.iterdir()) == ["games.db"]


def test_a_broken_profile_is_named(tmp_path):
    (tmp_path / "profiles").mkdir()
    (tmp_path / "profiles" / "mine.keltis").write_bytes(b"nothing")
    profile = found(tmp_path, "profile")
    assert profile.state is State.BAD
    assert "mine.keltis cannot be used" in profile.found


def test_a_port_that_another_program_has_is_told(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        (tmp_path / "rig.toml").write_text(f"[page]\nport = {port}\n")
        assert f"another program answers on port {port}" in found(tmp_path, "page").found


def test_a_rig_on_the_port_is_known_as_one(tmp_path):
    server = PageServer(port=0)
    server.start()
    server.open(scenes.setup(), None)
    (tmp_path / "rig.toml").write_text(f"[page]\nport = {server.port}\n")
    page = found(tmp_path, "page")
    server.stop()
    assert page.state is State.GOOD
    assert "a rig or its demo serves its page" in page.found


def test_a_part_that_cannot_be_examined_is_a_finding_itself(tmp_path, monkeypatch):
    def fails() -> tuple[UsbDevice, ...]:
        raise OSError("the bus is on fire")

    monkeypatch.setattr("rig.health.usb_cameras", fails)
    assert "the bus is on fire" in found(tmp_path, "camera").found


def test_the_doctor_writes_nothing(tmp_path):
    examine(tmp_path / "not" / "there")
    assert list(tmp_path.iterdir()) == []


FRAMES = Path(__file__).parents[1] / "vision" / "frames"


def test_the_tray_in_pictures_is_looked_at(capsys):
    assert main(["doctor", "--camera", str(FRAMES / "rig_wuerfel_11_0008.jpg"), "--dice", "wuerfelspiel"]) == 0
    printed = capsys.readouterr().out
    for topic in ("light", "colour", "focus", "height", "tray", "steadiness"):
        assert topic in printed
    assert "a die is " in printed


def test_the_desk_camera_is_looked_at(tmp_path, capsys):
    assert main(["doctor", "--data", str(tmp_path), "--camera", "desk", "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {"part": "steadiness", "state": "good", "found": "5 pictures, alike", "advice": ""} in lines


def test_a_folder_without_pictures_or_no_camera_is_one_sentence(tmp_path, capsys):
    assert main(["doctor", "--camera", str(tmp_path)]) == 2
    assert "no picture in" in capsys.readouterr().err
    (tmp_path / "rig.toml").write_text('[camera]\nchoice = "none"\n')
    assert main(["doctor", "--data", str(tmp_path), "--camera"]) == 2
    assert "name pictures or a folder" in capsys.readouterr().err
