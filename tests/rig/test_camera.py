from __future__ import annotations

import builtins

import numpy as np
import pytest

from rig.camera import (
    first_controls,
    lasting_controls,
    only_offered,
    open_camera,
    pi_cameras,
    whole_flickers,
    with_focus,
)
from rig.errors import CameraError
from rig.kept_focus import KeptFocus
from rig.settings import CameraSettings
from rig.usb_camera import UsbDevice

MEASURED = {"ExposureTime": 23_000, "AnalogueGain": 2.0, "ColourGains": (2.1, 1.6), "LensPosition": 4.2, "Lux": 300}


@pytest.fixture
def no_picamera2(monkeypatch):
    real = builtins.__import__

    def without(name, *rest):
        if name.partition(".")[0] == "picamera2":
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)


def test_without_picamera2_the_sentence_names_the_package(no_picamera2):
    with pytest.raises(CameraError, match="sudo apt install python3-picamera2"):
        pi_cameras()


def test_without_any_camera_auto_says_what_can_be_done(no_picamera2, monkeypatch):
    monkeypatch.setattr("rig.camera.usb_cameras", lambda: ())
    with pytest.raises(CameraError, match="Plug in a USB camera"):
        open_camera("auto")


def test_auto_takes_a_usb_camera_where_there_is_no_other(no_picamera2, monkeypatch):
    class Source:
        def __init__(self, number: int, settings: CameraSettings) -> None:
            assert number == 2

        def grab(self) -> np.ndarray:
            return np.zeros((2, 2, 3), np.uint8)

        def close(self) -> None:
            pass

    monkeypatch.setattr("rig.camera.usb_cameras", lambda: (UsbDevice(2, "HD Webcam"),))
    monkeypatch.setattr("rig.camera.UsbSource", Source)
    camera = open_camera("auto")
    assert camera.name == "USB camera HD Webcam"
    assert camera.frame().shape == (2, 2, 3)
    camera.close()


def test_what_the_camera_measured_is_kept():
    assert lasting_controls(CameraSettings(), MEASURED) == {
        "AfMode": 0,
        "LensPosition": 4.2,
        "AeEnable": False,
        "ExposureTime": 20_000,
        "AnalogueGain": 2.3,
        "AwbEnable": False,
        "ColourGains": (2.1, 1.6),
    }


def test_what_the_settings_say_wins_over_what_was_measured():
    settings = CameraSettings(lens_position=5.0, exposure_us=30_000, analogue_gain=1.5, colour_gains=(1.9, 1.7))
    wanted = {
        "AfMode": 0,
        "LensPosition": 5.0,
        "AeEnable": False,
        "ExposureTime": 30_000,
        "AnalogueGain": 1.5,
        "AwbEnable": False,
        "ColourGains": (1.9, 1.7),
    }
    assert lasting_controls(settings, MEASURED) == wanted
    assert first_controls(settings) == wanted | {"FrameDurationLimits": (66_667, 66_667)}


def test_a_camera_without_settings_focuses_once():
    assert first_controls(CameraSettings(frames_a_second=20)) == {
        "FrameDurationLimits": (50_000, 50_000),
        "AfMode": 1,
        "AfTrigger": 0,
    }


def test_a_focus_known_from_before_is_asked_for_where_the_settings_are_silent():
    focus = KeptFocus()
    assert with_focus(CameraSettings(), focus) == CameraSettings()
    focus.dioptres = 4.2
    wanted = first_controls(with_focus(CameraSettings(), focus))
    assert (wanted["AfMode"], wanted["LensPosition"]) == (0, 4.2)
    assert with_focus(CameraSettings(lens_position=5.0), focus).lens_position == 5.0


def test_a_camera_that_measures_nothing_is_asked_for_nothing():
    assert lasting_controls(CameraSettings(), {"SensorTimestamp": 1}) == {}


def test_controls_the_camera_lacks_are_left_out():
    assert only_offered({"AfMode": 0, "AeEnable": False}, {"AeEnable": (False, True, True)}) == {"AeEnable": False}


@pytest.mark.parametrize(
    ("exposure_us", "gain", "mains_hz", "result"),
    [
        (23_000, 2.0, 50, (20_000, 2.3)),  # two flickers of 10 ms
        (17_000, 2.0, 60, (16_667, 34_000 / 16_667)),  # two flickers of 8.3 ms
        (4_000, 4.0, 50, (10_000, 1.6)),  # a short exposure with gain becomes one flicker
        (17_000, 1.0, 50, (10_000, 1.7)),  # never darker than before
        (2_000, 1.0, 50, (2_000, 1.0)),  # daylight: one flicker would be too bright
    ],
)
def test_an_exposure_becomes_whole_flickers_of_the_lamp_at_the_same_brightness(exposure_us, gain, mains_hz, result):
    assert whole_flickers(exposure_us, gain, mains_hz) == pytest.approx(result)
