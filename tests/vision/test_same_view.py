"""Whether the camera was moved is told from rim, lining and desk; dice, light and a hand that passes are no matter."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.errors import FrameError
from vision.reading import Die, Frame
from vision.render.desk_tray import DeskTray
from vision.same_view import ViewWatch, likeness, view_of


def dice_in(frame: Frame, empty: Frame) -> tuple[Die, ...]:
    """Where a picture differs from that of the empty tray."""
    changed = (np.abs(frame.astype(int) - empty).max(axis=2) > 40).astype(np.uint8)
    contours, _ = cv2.findContours(changed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    found = []
    for left, top, width, height in (cv2.boundingRect(contour) for contour in contours):
        if width * height > 300:
            quad = ((left, top), (left + width, top), (left + width, top + height), (left, top + height))
            found.append(Die(None, (left + width / 2, top + height / 2), quad, 0.0))
    return tuple(found)


def thrown(throws: int) -> tuple[Frame, tuple[Die, ...]]:
    """The desk tray after so many throws."""
    tray = DeskTray("pips", 5, seed=1, size=(640, 480))
    empty = tray.frame(0.0)
    for throw in range(throws):
        tray.throw(at_s=30.0 * throw)
    frame = tray.frame(30.0 * throws)
    return frame, dice_in(frame, empty)


def moved(frame: Frame, right: float, down: float, turned: float = 0.0) -> Frame:
    height, width = frame.shape[:2]
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), turned, 1.0)
    matrix[:, 2] += (right, down)
    return np.asarray(cv2.warpAffine(frame, matrix, (width, height), borderMode=cv2.BORDER_REFLECT), np.uint8)


def test_other_dice_in_the_same_tray_are_the_same_view() -> None:
    views = [view_of(*thrown(throws)) for throws in (1, 2, 3)]
    assert min(likeness(views[0], view) for view in views[1:]) > 0.8


@pytest.mark.parametrize(("right", "down", "turned"), [(30, 0, 0), (0, 25, 0), (15, 15, 4), (120, 40, 0)])
def test_a_camera_that_was_moved_is_told_at_the_second_look(right: float, down: float, turned: float) -> None:
    frame, dice = thrown(1)
    watch = ViewWatch()
    for _ in range(4):
        assert not watch.has_changed(view_of(frame, dice))
    elsewhere = view_of(moved(frame, right, down, turned))
    assert not watch.has_changed(elsewhere)
    assert watch.has_changed(elsewhere)
    assert not watch.has_changed(elsewhere)
    assert not watch.was_moved(elsewhere)


def test_thrown_dice_and_another_lamp_move_nothing() -> None:
    tray = DeskTray("pips", 5, seed=3, size=(640, 480))
    empty = tray.frame(0.0)
    watch = ViewWatch()
    for throw in range(8):
        tray.throw(at_s=30.0 * throw)
        shown = tray.frame(30.0 * throw + 29.0)
        dimmed = np.asarray(shown * (0.6 if throw % 2 else 1.0), np.uint8)
        view = view_of(dimmed, dice_in(shown, empty))
        assert not watch.was_moved(view)
        assert not watch.has_changed(view)


def test_a_sleeve_that_passes_is_no_movement() -> None:
    frame, dice = thrown(1)
    sleeve = frame.copy()
    sleeve[:300, :400] = (40, 60, 90)
    watch = ViewWatch()
    for shown in (frame, frame, frame, sleeve, frame, sleeve, frame):
        assert not watch.has_changed(view_of(shown, dice))


def test_a_camera_that_hangs_elsewhere_is_told_from_another_lamp() -> None:
    frame, dice = thrown(1)
    watch = ViewWatch()
    assert not watch.was_moved(view_of(frame, dice))
    watch.has_changed(view_of(frame, dice))
    assert watch.was_moved(view_of(moved(frame, 60, 60)))
    assert not watch.was_moved(view_of(np.asarray(frame * 0.5, np.uint8), dice))


def test_where_there_is_nothing_to_see_nothing_is_told() -> None:
    flat = np.full((480, 640, 3), 80, np.uint8)
    grain = np.random.default_rng(1).integers(78, 83, flat.shape).astype(np.uint8)
    watch = ViewWatch()
    for shown in (flat, flat, flat, flat):
        assert not watch.has_changed(view_of(shown))
    assert likeness(view_of(flat), view_of(flat)) == 1.0
    assert likeness(view_of(grain), view_of(grain[::2, ::2])) <= 1.0
    assert likeness(view_of(flat), view_of(flat[:240])) == 0.0


def test_what_is_no_picture_is_refused() -> None:
    with pytest.raises(FrameError):
        view_of(np.zeros((3, 3), np.uint8))
