"""A rig without a camera plays on, and takes the camera when it comes."""

import numpy as np
import pytest

from rig.errors import CameraError
from rig.late_camera import LateCamera
from vision.reading import Frame


class Webcam:
    name = "webcam"

    def __init__(self) -> None:
        self.is_closed = False

    def frame(self) -> Frame:
        return np.zeros((4, 4, 3), np.uint8)

    def close(self) -> None:
        self.is_closed = True


def test_a_camera_that_comes_later_is_opened_then_and_not_asked_for_all_the_time() -> None:
    now, asked, plugged = [0.0], [0], [False]

    def open_one() -> Webcam:
        asked[0] += 1
        if not plugged[0]:
            raise CameraError("No camera was found. Plug one in.")
        return Webcam()

    camera = LateCamera(open_one, lambda: now[0])
    for _ in range(3):
        with pytest.raises(CameraError, match="Plug one in"):
            camera.frame()
    assert asked[0] == 1
    plugged[0], now[0] = True, 2.5
    assert camera.frame().shape == (4, 4, 3)
    assert camera.name == "webcam"
    camera.close()
    camera.close()
