import numpy as np
import pytest

from vision.errors import FrameError
from vision.rectify import centre_of, check_frame, clockwise, edge_of, rectify, whole_picture


def test_corners_come_clockwise_from_the_top_left_whatever_their_order() -> None:
    assert clockwise([(10, 10), (0, 10), (10, 0), (0, 0)]) == ((0, 0), (10, 0), (10, 10), (0, 10))


def test_the_centre_is_where_the_diagonals_meet() -> None:
    assert centre_of(((0, 0), (4, 0), (4, 4), (0, 4))) == (2, 2)
    x, y = centre_of(((2, 0), (4, 0), (6, 6), (0, 6)))
    assert (round(x, 3), round(y, 3)) == (3.0, 1.5)


def test_the_edge_is_that_of_the_square_of_equal_area() -> None:
    assert edge_of(((0, 0), (8, 0), (8, 2), (0, 2))) == pytest.approx(4)


def test_a_rectified_face_fills_two_thirds_of_its_picture() -> None:
    frame = np.zeros((200, 200, 3), np.uint8)
    frame[50:110, 60:120] = (10, 200, 30)
    picture = rectify(frame, ((60, 50), (119, 50), (119, 109), (60, 109)))
    assert picture.shape == (96, 96, 3)
    assert (picture[20:76, 20:76] == (10, 200, 30)).all()
    assert (picture[:12] == 0).all()


def test_a_face_at_the_border_of_the_frame_is_continued_by_its_border() -> None:
    frame = np.full((64, 64, 3), 90, np.uint8)
    assert (rectify(frame, whole_picture((64, 64), face=1.0)) == 90).all()


@pytest.mark.parametrize(
    "frame",
    [
        np.zeros((40, 40), np.uint8),
        np.zeros((40, 40, 4), np.uint8),
        np.zeros((40, 40, 3)),
        np.zeros((8, 40, 3), np.uint8),
    ],
    ids=["grey", "four channels", "floats", "tiny"],
)
def test_what_is_no_frame_is_refused_with_its_shape(frame: np.ndarray) -> None:
    with pytest.raises(FrameError):
        check_frame(frame)
