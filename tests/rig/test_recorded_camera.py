from __future__ import annotations

import time

import cv2
import numpy as np
import pytest

from rig.camera import open_camera
from rig.errors import CameraError
from rig.recorded_camera import DeskCamera, Pace, open_recorded


def picture(grey: int, width: int = 64, height: int = 48) -> np.ndarray:
    return np.full((height, width, 3), grey, np.uint8)


def write(place, grey: int) -> None:
    assert cv2.imwrite(str(place), picture(grey))


def test_a_picture_is_shown_again_and_again(tmp_path):
    write(tmp_path / "tray.png", 90)
    camera = open_recorded(tmp_path / "tray.png", 1000)
    assert [int(camera.frame()[0, 0, 0]) for _ in range(3)] == [90, 90, 90]
    assert camera.is_over


def test_a_reader_that_draws_on_a_frame_does_not_spoil_the_next(tmp_path):
    write(tmp_path / "tray.png", 90)
    camera = open_recorded(tmp_path / "tray.png", 1000)
    camera.frame()[:] = 0
    assert int(camera.frame()[0, 0, 0]) == 90


def test_a_folder_is_shown_in_the_order_of_its_numbers_and_then_rests(tmp_path):
    for number, grey in ((10, 30), (2, 20), (1, 10)):
        write(tmp_path / f"{number}.png", grey)
    (tmp_path / "truth.json").write_text("{}")
    camera = open_recorded(tmp_path, 1000)
    assert [int(camera.frame()[0, 0, 0]) for _ in range(5)] == [10, 20, 30, 30, 30]


def test_a_film_is_shown_frame_by_frame(tmp_path):
    place = tmp_path / "roll.avi"
    film = cv2.VideoWriter(str(place), cv2.VideoWriter.fourcc(*"MJPG"), 100, (64, 48))
    for grey in (10, 120, 230):
        film.write(picture(grey))
    film.release()
    camera = open_recorded(place)
    greys = [int(camera.frame()[20, 20, 0]) for _ in range(4)]
    assert greys == pytest.approx([10, 120, 230, 230], abs=6)
    camera.close()


@pytest.mark.parametrize("name", ["nothing.png", "nothing", "nothing.mp4"])
def test_a_path_that_leads_nowhere_is_refused(tmp_path, name):
    with pytest.raises(CameraError, match="There is no picture, folder or film at"):
        open_camera(str(tmp_path / name))


def test_an_empty_folder_is_refused(tmp_path):
    with pytest.raises(CameraError, match="holds no pictures"):
        open_camera(str(tmp_path))


@pytest.mark.parametrize(("name", "sentence"), [("a.png", "is no picture"), ("a.avi", "is no film")])
def test_a_file_of_rubbish_is_refused(tmp_path, name, sentence):
    (tmp_path / name).write_bytes(b"these are no pixels" * 50)
    with pytest.raises(CameraError, match=sentence):
        open_camera(str(tmp_path / name))


def test_a_rotten_picture_inside_a_folder_is_named(tmp_path):
    write(tmp_path / "1.png", 10)
    (tmp_path / "2.png").write_bytes(b"rotten")
    camera = open_recorded(tmp_path, 1000)
    camera.frame()
    with pytest.raises(CameraError, match=r"2\.png is no picture"):
        camera.frame()


def test_the_desk_camera_asks_the_tray_for_now():
    asked = []

    class Tray:
        def frame(self, at_s: float) -> np.ndarray:
            asked.append(at_s)
            return picture(50)

    camera = DeskCamera(Tray(), 1000, clock=lambda: 12.5)
    assert camera.frame().shape == (48, 64, 3)
    assert asked == [12.5]


def test_the_desk_camera_needs_a_tray():
    with pytest.raises(CameraError, match="keltis demo"):
        open_camera("desk")


def test_frames_keep_their_pace_and_do_not_catch_up_after_a_pause():
    pace = Pace(50)
    pace.wait()
    began = time.monotonic()
    for _ in range(5):
        pace.wait()
    assert 0.09 <= time.monotonic() - began < 2  # ten times as long on a machine that is busy
    time.sleep(0.2)
    began = time.monotonic()
    for _ in range(4):
        pace.wait()
    assert time.monotonic() - began >= 0.03
