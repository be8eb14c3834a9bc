"""Aiming the camera: what is wrong is told at the die and in words; the empty tray's picture is kept and compared."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from rig.aiming import EMPTY_TRAY, FOLDER, LOOK_S, OPEN_S, Aiming
from rig.aiming_state import AimStep
from rig.events import Button
from rig.page.camera_view import ADVICE, AT_THE_DIE, CHANGES, GOOD, camera_refusal, camera_view
from rig.page.words import words_of
from rig.pictures import Pictures
from rig.readers import Readers
from vision import tray_state
from vision.camera_advice import remarks
from vision.reading import Frame
from vision.render.desk_tray import DeskTray


class Desk:
    """A rendered tray before the camera, and a clock that goes on with every look."""

    def __init__(self, folder: Path, size: tuple[int, int] = (640, 480)) -> None:
        self.now = 0.0
        self.measured = self.kept = 0
        self.trouble: str | None = None
        self.pictures = Pictures()
        self.tray = DeskTray("or", seed=1, size=size)
        self.aiming = self.come(folder)
        self.frame = self.tray.frame(0.0)

    def come(self, folder: Path) -> Aiming:
        self.aiming = Aiming(
            folder, Readers(folder / "profiles"), self.pictures, lambda: self.trouble, lambda: "or", self.measure,
            self.keep_focus, lambda: self.now,
        )  # fmt: skip
        return self.aiming

    def measure(self) -> None:
        self.measured += 1

    def keep_focus(self) -> None:
        self.kept += 1

    def lay(self, *faces: str) -> None:
        self.tray.place(faces, 0.0)
        self.frame = self.tray.frame(0.0)

    def look(self, frame: Frame | None = None, times: int = 3):
        for _ in range(times):
            self.now += LOOK_S
            self.pictures.show_tray(self.frame if frame is None else frame)
            state = self.aiming.look()
        return state

    def press(self, button: Button = Button.CONFIRM) -> str:
        return self.aiming.press(button, self.aiming.state.decision)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_good_dice_are_ringed_and_nothing_is_to_be_mended_about_them(desk: Desk) -> None:
    desk.lay("1", "3", "5")
    state = desk.look()
    assert len(state.dice) == 3
    assert all(not {"soft", "border", "small"} & set(die.problems) for die in state.dice)
    assert not state.is_moving


def test_what_is_wrong_is_told_at_the_die_and_in_words(desk: Desk) -> None:
    desk.lay("1", "3", "5")
    state = desk.look(np.asarray(cv2.GaussianBlur(desk.frame, (0, 0), 4.0), np.uint8))
    assert "soft" in {remark.key for remark in state.remarks}
    assert any("soft" in die.problems for die in state.dice)
    view = camera_view(state, words_of("en"))
    assert "The dice are not sharp. ↻ focuses anew; clean the lens." in [one.sentence for one in view.looked]
    assert view.headline == "The picture can be better"


def test_the_empty_tray_is_kept_only_when_it_is_empty_and_still(desk: Desk, tmp_path: Path) -> None:
    desk.lay("1", "3")
    desk.look()
    assert desk.press() == ""
    assert desk.aiming.state.step is AimStep.EMPTY
    assert desk.press() == "not-empty"
    desk.lay()
    desk.look(times=1)
    assert desk.press() == "still-moving"
    desk.look()
    assert desk.press() == ""
    assert desk.aiming.state.step is AimStep.DONE
    assert (tmp_path / FOLDER / EMPTY_TRAY).is_file()


def test_a_camera_that_was_moved_since_is_noticed_after_a_new_start(desk: Desk, tmp_path: Path) -> None:
    desk.look()
    desk.press()
    assert desk.press() == ""
    desk.come(tmp_path)
    assert desk.look().changes == ()
    assert desk.aiming.state.has_reference
    moved = np.asarray(cv2.warpAffine(desk.frame, np.array([[1, 0, 21.0], [0, 1, 9.0]]), (640, 480)), np.uint8)
    assert any("moved" in change for change in desk.look(moved).changes)
    told = [one.sentence for one in camera_view(desk.aiming.state, words_of("en")).looked]
    assert "The camera or the tray was moved." in told


def test_a_damaged_picture_of_the_tray_is_as_none(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / FOLDER).mkdir()
    (tmp_path / FOLDER / EMPTY_TRAY).write_bytes(b"half")
    assert not desk.look().has_reference


def test_the_focus_is_kept_with_the_empty_tray_and_not_before(desk: Desk) -> None:
    desk.lay("1", "3")
    desk.look()
    assert desk.press() == ""
    assert desk.kept == 0
    desk.lay()
    desk.look()
    assert desk.press() == ""
    assert desk.kept == 1


def test_the_camera_measures_anew_when_asked_to(desk: Desk) -> None:
    desk.look()
    assert desk.press(Button.REROLL) == ""
    assert desk.measured == 1


def test_without_a_camera_the_page_says_so_and_nothing_is_kept(desk: Desk) -> None:
    state = desk.aiming.look()
    assert state.trouble == "no-camera"
    assert "Connect a camera" in camera_view(state, words_of("en")).aside
    desk.press()
    assert desk.press() == "no-picture"


def test_the_eye_rests_only_while_somebody_looks(desk: Desk) -> None:
    desk.look()
    assert desk.aiming.is_open
    desk.now += OPEN_S + 1
    assert not desk.aiming.is_open


def test_a_page_that_was_left_open_keeps_the_eye_from_nothing(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rig.aiming.IDLE_S", 20.0)
    desk.look(times=1)
    for _ in range(5):
        desk.now += 5.0
        state = desk.aiming.look()
    assert not desk.aiming.is_open
    assert state.picture > 0
    desk.press(Button.REROLL)
    assert desk.aiming.is_open
    desk.now += 20.0
    desk.look(times=1)
    assert desk.aiming.is_open


def test_a_press_that_answers_an_older_screen_counts_for_nothing(desk: Desk) -> None:
    desk.look()
    decision = desk.aiming.state.decision
    desk.press()
    assert desk.aiming.press(Button.CONFIRM, decision) == "stale"
    assert camera_refusal("stale", words_of("en")).startswith("The page had moved on.")


def test_everything_that_vision_may_say_has_its_words() -> None:
    grey = np.full((480, 640, 3), 20, np.uint8)
    assert {remark.key for remark in remarks([grey], [[]]) if remark.advice} <= set(ADVICE)
    assert {"border", "gloss", "soft", "small", "large", "pale"} == set(AT_THE_DIE)
    assert {remark.topic for remark in remarks([grey], [[]])} <= set(GOOD)
    source = Path(tray_state.__file__).read_text()
    assert all(sentence in source for sentence in CHANGES)
