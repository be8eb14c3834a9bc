from __future__ import annotations

import cv2
import numpy as np
import pytest

from rig import usb_camera
from rig.camera import open_camera
from rig.errors import CameraError
from rig.settings import CameraSettings
from rig.usb_camera import UsbDevice, UsbSource, usb_cameras, why_not_there


class Capture:
    """Stands in for cv2.VideoCapture."""

    is_plugged = True

    def __init__(self, number: int, system: int) -> None:
        self.number = number
        self.values: dict[int, float] = {cv2.CAP_PROP_EXPOSURE: 312.0}
        self.released = False

    def isOpened(self) -> bool:
        return self.is_plugged

    def set(self, what: int, value: float) -> bool:
        self.values[what] = value
        return True

    def get(self, what: int) -> float:
        return self.values.get(what, 0.0)

    def read(self) -> tuple[bool, np.ndarray | None]:
        if not self.is_plugged:
            return False, None
        picture = np.zeros((2, 3, 3), np.uint8)
        picture[0, 0] = (1, 2, 3)
        return True, picture

    def release(self) -> None:
        self.released = True


@pytest.fixture
def capture(monkeypatch) -> type[Capture]:
    monkeypatch.setattr(cv2, "VideoCapture", Capture)
    monkeypatch.setattr(Capture, "is_plugged", True)
    monkeypatch.setattr(usb_camera, "why_not_there", lambda number: None)
    return Capture


def device(folder, number: int, bus: str, index: int, name: str) -> None:
    """A device as the system lists it."""
    entry = folder / f"video{number}"
    entry.mkdir(parents=True)
    (entry / "name").write_text(f"{name}\n")
    (entry / "index").write_text(f"{index}\n")
    target = folder.parent / bus / f"d{number}"
    target.mkdir(parents=True)
    (entry / "device").symlink_to(target)


def test_only_usb_cameras_are_listed_and_each_once(tmp_path):
    folder = tmp_path / "video4linux"
    device(folder, 10, "platform/soc/codec", 0, "bcm2835-codec-decode")
    device(folder, 2, "usb1/1-1", 0, "HD Webcam")
    device(folder, 3, "usb1/1-1b", 1, "HD Webcam")
    assert usb_cameras(folder) == (UsbDevice(2, "HD Webcam"),)


def test_without_video_devices_the_list_is_empty(tmp_path):
    assert usb_cameras(tmp_path / "none") == ()


def test_a_number_without_a_camera_is_told_with_what_to_do_before_opencv_complains(tmp_path, monkeypatch, capfd):
    folder = tmp_path / "video4linux"
    assert why_not_there(7, folder) == "There is no USB camera 7, nor any other. Plug one in; it is found by itself."
    device(folder, 2, "usb1/1-1", 0, "HD Webcam")
    assert why_not_there(2, folder) is None
    told = "There is no USB camera 7. Plug it in, or choose one that is there with --camera: usb:2 (HD Webcam)."
    assert why_not_there(7, folder) == told
    monkeypatch.setattr(usb_camera, "VIDEO_DEVICES", folder)
    with pytest.raises(CameraError, match="There is no USB camera 99"):
        UsbSource(99, CameraSettings(), settle_s=0)
    assert capfd.readouterr().err == ""


def test_focus_exposure_and_white_balance_are_kept(capture):
    source = UsbSource(0, CameraSettings(), settle_s=0)
    values = source._capture.values
    assert values[cv2.CAP_PROP_AUTOFOCUS] == 0
    assert values[cv2.CAP_PROP_AUTO_WB] == 0
    assert values[cv2.CAP_PROP_AUTO_EXPOSURE] == 1
    assert values[cv2.CAP_PROP_EXPOSURE] == 312.0
    assert values[cv2.CAP_PROP_FRAME_WIDTH] == 1280


def test_an_exposure_of_the_settings_goes_to_the_camera_in_its_own_unit(capture):
    source = UsbSource(0, CameraSettings(exposure_us=20_000), settle_s=0)
    assert source._capture.values[cv2.CAP_PROP_EXPOSURE] == 200


def test_a_camera_hung_upside_down_is_turned(capture):
    frame = UsbSource(0, CameraSettings(upside_down=True), settle_s=0).grab()
    assert frame[1, 2].tolist() == [1, 2, 3]


def test_a_camera_that_cannot_be_opened_is_let_go_of(capture, monkeypatch):
    monkeypatch.setattr(capture, "is_plugged", False)
    with pytest.raises(CameraError, match="USB camera 0 cannot be opened"):
        UsbSource(0, CameraSettings(), settle_s=0)


def test_a_camera_that_was_pulled_raises_a_sentence(capture, monkeypatch):
    source = UsbSource(0, CameraSettings(), settle_s=0)
    monkeypatch.setattr(capture, "is_plugged", False)
    with pytest.raises(CameraError, match="Look at its cable"):
        source.grab()


def test_a_pulled_usb_camera_comes_back_under_another_number(capture, monkeypatch):
    opened = []

    class Numbered(Capture):
        def __init__(self, number: int, system: int) -> None:
            super().__init__(number, system)
            opened.append(number)

        def read(self) -> tuple[bool, np.ndarray | None]:
            return (False, None) if self.number != listed[0].number else super().read()

    listed = [UsbDevice(0, "HD Webcam")]
    monkeypatch.setattr(cv2, "VideoCapture", Numbered)
    monkeypatch.setattr("rig.camera.usb_cameras", lambda: tuple(listed))
    monkeypatch.setattr(usb_camera.UsbSource.__init__, "__defaults__", (0.0,))
    monkeypatch.setattr("rig.live_camera.LiveCamera.__init__.__defaults__", (3.0, 0.01), raising=False)
    camera = open_camera("usb", CameraSettings(stall_s=0.5))
    camera.frame()
    listed[0] = UsbDevice(4, "HD Webcam")
    for _ in range(200):
        try:
            camera.frame()
        except CameraError:
            continue
        if opened[-1] == 4:
            break
    camera.close()
    assert opened[-1] == 4


def test_no_usb_camera_is_told(monkeypatch):
    monkeypatch.setattr("rig.camera.usb_cameras", lambda: ())
    with pytest.raises(CameraError, match="No USB camera is plugged in"):
        open_camera("usb")


def test_a_usb_number_that_is_none_is_told():
    with pytest.raises(CameraError, match="usb:front is no USB camera"):
        open_camera("usb:front")
