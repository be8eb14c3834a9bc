from __future__ import annotations

import json
import time

import cv2
import numpy as np
import pytest
from gpiozero.pins.mock import MockFactory

from rig import selftest
from rig.__main__ import main
from rig.buttons import open_buttons
from rig.errors import CameraError
from rig.health import State
from rig.selftest import is_near, sharpness, throttling, try_everything
from rig.settings import ButtonSettings, PageSettings, Settings


@pytest.fixture(autouse=True)
def bare_machine(monkeypatch):
    def none() -> tuple[str, ...]:
        raise CameraError("no picamera2")

    monkeypatch.setattr(selftest, "pi_cameras", none)
    monkeypatch.setattr(selftest, "usb_cameras", lambda: ())


def parts(folder, settings=None, press_s: float = 0) -> dict:
    return {finding.part: finding for finding in try_everything(folder, settings or Settings(), press_s)}


def test_a_machine_without_anything_is_reported_and_not_broken(tmp_path, capsys):
    assert main(["selftest", "--data", str(tmp_path)]) == 0
    printed = capsys.readouterr().out
    assert "a move is safe on the card after" in printed
    assert "– camera       none" in printed


def test_the_report_holds_nothing_personal(tmp_path, capsys):
    folder = tmp_path / "home-of-anna"
    main(["selftest", "--data", str(folder), "--json"])
    printed = capsys.readouterr().out
    assert "anna" not in printed
    assert str(tmp_path) not in printed
    assert all(json.loads(line)["part"] for line in printed.splitlines())


def test_a_rig_without_a_screen_is_told_of_phones_unless_one_is_its_screen(tmp_path, monkeypatch):
    monkeypatch.setattr(selftest, "SCREENS", tmp_path / "drm")
    assert "install.sh --screen phone" in parts(tmp_path)["screen"].advice
    found = parts(tmp_path, Settings(page=PageSettings(phones="always")))["screen"]
    assert (found.state, found.found) == (State.GOOD, "a phone in the home network")


def test_trying_the_storage_leaves_nothing_behind(tmp_path):
    parts(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_usb_camera_is_tried_with_frame_rate_and_sharpness(tmp_path, monkeypatch):
    class Source:
        closed = False

        def __init__(self, number: int, settings: object) -> None:
            pass

        def grab(self) -> np.ndarray:
            time.sleep(0.001)
            return np.zeros((48, 64, 3), np.uint8)

        def close(self) -> None:
            Source.closed = True

    monkeypatch.setattr(selftest, "usb_cameras", lambda: (type("Device", (), {"number": 0})(),))
    monkeypatch.setattr(selftest, "UsbSource", Source)
    monkeypatch.setattr(selftest, "_reading_time", lambda frame: iter(()))
    found = parts(tmp_path)
    assert found["camera"].found.startswith("64x48 pixels, ")
    assert found["picture"].state is State.MISSING
    assert Source.closed


def test_a_part_that_breaks_does_not_hide_the_others(tmp_path, monkeypatch):
    def breaks() -> None:
        raise OSError("the bus is on fire")

    monkeypatch.setattr(selftest, "usb_cameras", breaks)
    found = parts(tmp_path)
    assert "the bus is on fire" in found["camera"].found
    assert "screen" in found


def test_pressed_buttons_are_heard_and_silent_ones_named(tmp_path, monkeypatch, capsys):
    factory = MockFactory()

    def press() -> None:
        for pin in (17, 22, 23):
            factory.pin(pin).drive_low()
            factory.pin(pin).drive_high()

    def open_and_press(*given):
        buttons = open_buttons(*given, factory)
        press()
        return buttons

    monkeypatch.setattr(selftest, "open_buttons", open_and_press)
    found = parts(tmp_path, Settings(buttons=ButtonSettings(use="gpio")), 0.5)
    assert found["buttons"].found == "not heard: ↻"
    assert "Press ✔" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("said", "state", "words"),
    [
        ("throttled=0x0\n", State.GOOD, "voltage and speed as they should be"),
        ("throttled=0x50000\n", State.MISSING, "voltage was too low, was slowed down"),
        ("throttled=0x50005\n", State.MISSING, "voltage too low now, slowed down now, voltage was too low"),
    ],
)
def test_the_firmwares_report_of_power_is_put_into_words(said, state, words):
    finding = throttling(said)
    assert finding.state is state
    assert finding.found.startswith(words)


def test_controls_may_differ_by_the_sensors_own_steps():
    assert is_near(20_000, 19_987)
    assert is_near((2.1, 1.6), (2.12, 1.58))
    assert not is_near(20_000, 33_000)
    assert not is_near((2.1, 1.6), (2.1, 1.0))


def test_a_sharp_picture_is_told_from_a_blurred_one():
    sharp = np.kron(np.indices((24, 32)).sum(0) % 2, np.ones((8, 8)))[..., None].repeat(3, 2).astype(np.uint8) * 200
    assert sharpness(sharp).state is State.GOOD
    assert sharpness(cv2.GaussianBlur(sharp, (0, 0), 8)).state is State.MISSING
