import numpy as np

from vision.draw import ASKS, SURE, draw_reading
from vision.reading import Die, Reading, Reason

QUAD = ((100.0, 100.0), (180.0, 100.0), (180.0, 180.0), (100.0, 180.0))


def test_a_sure_die_is_outlined_green_and_a_doubtful_one_orange_on_a_copy() -> None:
    frame = np.full((480, 640, 3), 60, np.uint8)
    moved = tuple((x + 200, y) for x, y in QUAD)
    sure, asks = Die("3", (140, 140), QUAD, 0.99), Die("4", (340, 140), moved, 0.5, Reason.COCKED)  # type: ignore[arg-type]
    drawn = draw_reading(frame, Reading((sure, asks), ("I see 2 of 3 dice.",), (640, 480)))
    assert np.abs(drawn[140, 100].astype(int) - SURE).max() < 20  # a smoothed line is a little paler
    assert np.abs(drawn[140, 300].astype(int) - ASKS).max() < 20
    assert (frame == 60).all()
    assert (drawn[5:25, 5:200] != 60).any()
