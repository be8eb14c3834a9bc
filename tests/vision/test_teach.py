"""Teaching by showing: all dice of a picture bear one name, and each is taken or refused with a reason."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.classify import Look
from vision.errors import ProfileError
from vision.profile import Shot
from vision.render.desk_tray import DeskTray
from vision.shot_check import STRANGER, TOO_BLURRED, odd_ones, why_not_looked_at
from vision.teach import Teacher


@pytest.fixture(scope="module")
def tray() -> DeskTray:
    return DeskTray("or", seed=1, size=(640, 480))


def shown(tray: DeskTray, *faces: str):
    tray.place(faces, 0.0)
    return tray.frame(0.0)


def reasons(verdicts) -> list[str]:
    return ["" if verdict.refusal is None else verdict.refusal.reason for verdict in verdicts]


def test_every_die_of_a_picture_becomes_a_shot_and_says_where_it_lies(tray: DeskTray) -> None:
    teacher = Teacher("or")
    verdicts = teacher.take(shown(tray, "3", "3", "3"), "3")
    assert reasons(verdicts) == ["", "", ""]
    assert all(verdict.quad is not None for verdict in verdicts)
    assert [shot.face for shot in teacher.shots] == ["3", "3", "3"]


def test_a_die_that_was_not_moved_is_not_taken_twice(tray: DeskTray) -> None:
    teacher, frame = Teacher("or"), shown(tray, "3", "3", "3")
    teacher.take(frame, "3")
    assert reasons(teacher.take(frame, "3")) == ["taken-already"] * 3
    assert reasons(teacher.take(frame, "4")) == ["taken-already"] * 3
    assert len(teacher.shots) == 3


def test_the_one_die_that_shows_another_face_than_those_beside_it_is_refused(tray: DeskTray) -> None:
    teacher = Teacher("or")
    verdicts = teacher.take(shown(tray, "3", "5", "3"), "3")
    assert sorted(reasons(verdicts)) == ["", "", "unlike-the-others"]
    assert len(teacher.shots) == 2


def test_a_die_unlike_those_that_were_taught_of_its_name_is_refused_though_it_lies_alone(tray: DeskTray) -> None:
    teacher = Teacher("or")
    teacher.take(shown(tray, "3", "3", "3"), "3")
    assert reasons(teacher.take(shown(tray, "5"), "3")) == ["unlike-the-others"]


def test_a_face_that_was_taught_under_another_name_is_told(tray: DeskTray) -> None:
    teacher = Teacher("or")
    teacher.take(shown(tray, "3", "3", "3"), "3")
    (first, *_) = teacher.take(shown(tray, "3", "3", "3"), "4")
    assert first.refusal is not None
    assert (first.refusal.reason, first.refusal.what) == ("looks-like", "3")


def test_a_blurred_picture_is_refused(tray: DeskTray) -> None:
    frame = np.asarray(cv2.GaussianBlur(shown(tray, "3", "3"), (0, 0), 5.0), np.uint8)
    assert set(reasons(Teacher("or").take(frame, "3"))) <= {"blurred", "unclear"}


def soft(face: str, blur: float, seed: int) -> np.ndarray:
    """A die of a face of 64 pixels with a sign of its own, blurred by so many pixels of a face of 96."""
    picture = np.full((96, 96, 3), 60, np.uint8)
    cv2.rectangle(picture, (16, 16), (79, 79), (200, 210, 220), -1)
    cv2.circle(picture, (48 + seed % 5, 48), 8 + "12345".index(face), (40, 30, 150), -1)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), blur / 1.5), np.uint8)


def test_what_a_soft_camera_makes_softer_than_the_rest_is_taken_but_not_what_is_out_of_focus() -> None:
    looked = Look({}, {}, np.ones(1, np.float32))
    sharp, steady = ([Shot("1", soft("1", blur, seed), looked.embedding) for seed in range(6)] for blur in (2.0, 3.6))
    worse, worst = soft("2", 4.2, 0), soft("2", 6.0, 0)
    assert why_not_looked_at({}, looked, worse, {}, steady) is None
    for picture, shots in ((worse, sharp), (worse, steady[:5]), (worse, ()), (worst, steady)):
        assert why_not_looked_at({}, looked, picture, {}, shots) is TOO_BLURRED


def test_a_crop_of_a_read_die_is_learnt_under_the_same_conditions(tray: DeskTray) -> None:
    teacher = Teacher("or")
    for face in teacher.dice_set.faces:
        teacher.take(shown(tray, face, face, face), face)
    other = Teacher("or")
    other.take(shown(tray, "2", "2", "2"), "2")
    crops = [shot.picture for shot in other.shots]
    assert teacher.learn(crops[0], "2").accepted
    assert teacher.learn(crops[0], "2").refusal.reason == "taken-already"
    assert teacher.learn(crops[1], "5").refusal.reason == "looks-like"


def test_a_face_that_the_set_does_not_have_cannot_be_asked_for(tray: DeskTray) -> None:
    with pytest.raises(ProfileError, match="no face '9'"):
        Teacher("or").take(shown(tray, "3"), "9")


def test_of_two_dice_that_differ_nobody_can_say_which_is_the_odd_one() -> None:
    assert odd_ones([np.array([1.0, 0.0], np.float32), np.array([0.0, 1.0], np.float32)]) == frozenset()


def test_the_odd_one_is_the_one_that_most_others_contradict() -> None:
    alike, other = np.array([1.0, 0.0], np.float32), np.array([STRANGER / 2, 0.97], np.float32)
    assert odd_ones([alike, other, alike, alike]) == {1}
