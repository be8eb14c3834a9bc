import cv2
import numpy as np
import pytest

from vision.reading import Frame
from vision.tray_state import camera_problems, look_at_tray, shift_between, what_changed


@pytest.fixture
def tray() -> Frame:
    picture = np.full((480, 640, 3), (40, 60, 50), np.uint8)
    cv2.rectangle(picture, (90, 60), (560, 420), (70, 140, 90), -1)
    grain = np.random.default_rng(1).normal(0, 4, picture.shape)
    return np.clip(picture + grain, 0, 255).astype(np.uint8)


def moved(frame: Frame, x: float, y: float) -> Frame:
    return cv2.warpAffine(
        frame, np.array([[1, 0, x], [0, 1, y]], np.float32), (640, 480), borderMode=cv2.BORDER_REPLICATE
    )


def test_a_good_picture_has_no_problems(tray: Frame) -> None:
    assert camera_problems(look_at_tray(tray)) == ()


def test_darkness_and_glare_are_told(tray: Frame) -> None:
    assert "too dark" in camera_problems(look_at_tray(tray // 6))[0]
    burnt = tray.copy()
    burnt[:200, :200] = 255
    assert "burnt out" in camera_problems(look_at_tray(burnt))[0]


def test_the_same_tray_again_has_not_changed(tray: Frame) -> None:
    noisy = np.clip(tray + np.random.default_rng(2).normal(0, 4, tray.shape), 0, 255).astype(np.uint8)
    assert what_changed(look_at_tray(tray), look_at_tray(noisy)) == ()


def test_a_bumped_camera_is_noticed_from_eight_pixels_of_1280(tray: Frame) -> None:
    shift, certain = shift_between(look_at_tray(tray), look_at_tray(moved(tray, 6, 0)))
    assert certain
    assert shift == pytest.approx(3, abs=0.4)
    assert "moved" in what_changed(look_at_tray(tray), look_at_tray(moved(tray, 5, 2)))[0]


def test_lost_focus_is_told(tray: Frame) -> None:
    assert "focus" in what_changed(look_at_tray(tray), look_at_tray(cv2.GaussianBlur(tray, (0, 0), 2.5)))[0]


def test_another_lamp_is_told(tray: Frame) -> None:
    warm = np.clip(tray * np.array([0.7, 1.0, 1.25]), 0, 255).astype(np.uint8)
    assert any("colour of the light" in change for change in what_changed(look_at_tray(tray), look_at_tray(warm)))
