"""The whole reader with the networks that are shipped, on frames they were not trained on."""

from __future__ import annotations

import json
import math
import os
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from vision.classify import Look, averaged
from vision.errors import FrameError, ProfileError
from vision.find_dice import Found
from vision.picture_file import read_picture
from vision.profile import Profile
from vision.reader import HAND_SENTENCE, Reader
from vision.reading import Reading, Reason
from vision.teach import Label, Teacher
from vision.unsure_face import looked_again

FRAMES = Path(__file__).parent / "frames"
TRUTH: dict[str, Any] = json.loads((FRAMES / "truth.json").read_text())
TAUGHT = ("rig_wuerfel_11_0000.jpg", "rig_wuerfel_11_0001.jpg", "rig_wuerfel_11_0003.jpg", "rig_wuerfel_11_0004.jpg")
SHARED = Path(os.environ.get("KELTIS_SHARED", Path(__file__).parents[3] / "shared")) / "data"


def labels(name: str) -> list[Label]:
    return [Label(die["face"], tuple(die["centre"])) for die in TRUTH[name]["dice"]]


def matched(reading: Reading, truth: list[dict[str, Any]]) -> list[tuple[str | None, str]]:
    """(read, true) face of each true die that can be read; read is None where no die was found."""
    pairs = []
    for die in truth:
        if die["readable"]:
            near = [d for d in reading.dice if math.dist(d.centre, die["centre"]) < die["size"] / 2]
            pairs.append((near[0].face if near else None, die["face"]))
    return pairs


@pytest.fixture(scope="module")
def teacher() -> Teacher:
    teacher = Teacher("wuerfelspiel")
    for name in TAUGHT:
        teacher.add(read_picture(FRAMES / name), labels(name))
    return teacher


@pytest.fixture(scope="module")
def profile(teacher: Teacher) -> Profile:
    return teacher.finish()


def test_every_die_is_found_and_its_corners_are_within_a_seventh_of_its_edge() -> None:
    name = "rig_wuerfel_11_0008.jpg"
    reading = Reader("wuerfelspiel").read(read_picture(FRAMES / name), 5)
    assert len(reading.dice) == 5
    for die in TRUTH[name]["dice"]:
        found = min(reading.dice, key=lambda d: math.dist(d.centre, die["centre"]))
        far = min(np.abs(np.roll(found.quad, k, axis=0) - np.array(die["quad"])).max() for k in range(4))
        turned = min(np.abs(np.roll(found.quad[::-1], k, axis=0) - np.array(die["quad"])).max() for k in range(4))
        assert min(far, turned) < die["size"] / 7


def test_dice_that_were_never_taught_are_never_sure() -> None:
    reading = Reader("wuerfelspiel").read(read_picture(FRAMES / "rig_wuerfel_11_0008.jpg"))
    assert {die.reason for die in reading.dice} == {Reason.NOT_TAUGHT}
    assert all(die.note.startswith("colour looks ") for die in reading.dice)
    assert not reading.is_sure


def test_nothing_is_said_of_the_colour_where_faces_are_told_by_their_shape() -> None:
    reading = Reader("or").read(read_picture(FRAMES / "rig_wuerfel_11_0001.jpg"))
    stones = [die for die in reading.dice if die.reason is Reason.NOT_TAUGHT]
    assert [(die.face, die.note) for die in stones] == [("stone", ""), ("stone", "")]


@pytest.mark.parametrize(
    "name", ["rig_wuerfel_11_0008.jpg", "rig_wuerfel_11_0016.jpg"], ids=["same light", "other light"]
)
def test_taught_dice_are_read_right_in_frames_that_were_not_taught(profile: Profile, name: str) -> None:
    reading = Reader("wuerfelspiel", profile).read(read_picture(FRAMES / name), 5)
    pairs = matched(reading, TRUTH[name]["dice"])
    assert [read for read, _ in pairs] == [true for _, true in pairs]


def test_a_die_of_another_colour_than_the_rest_does_not_belong(profile: Profile) -> None:
    name = "rig_wuerfel_11_0008.jpg"
    frame = read_picture(FRAMES / name).copy()
    x, y = (round(value) for value in TRUTH[name]["dice"][0]["centre"])
    half = round(0.7 * TRUTH[name]["dice"][0]["size"])
    part = frame[y - half : y + half, x - half : x + half]
    part[:] = np.rint(part * (1.0, 0.55, 0.35)).astype(np.uint8)
    reading = Reader("wuerfelspiel", profile).read(frame, 5)
    blue = min(reading.dice, key=lambda die: math.dist(die.centre, (x, y)))
    assert blue.reason is not None
    assert not reading.is_sure


def test_a_die_that_was_cut_out_is_read_whatever_part_of_the_picture_it_takes(profile: Profile) -> None:
    name = "rig_wuerfel_11_0008.jpg"
    frame, reader = read_picture(FRAMES / name), Reader("wuerfelspiel", profile)
    for die, margin in zip(TRUTH[name]["dice"], (0.05, 0.1, 0.15, 0.2, 0.25), strict=True):
        corners, space = np.array(die["quad"]), margin * die["size"]
        (left, top), (right, bottom) = (
            (corners.min(axis=0) - space).astype(int),
            (corners.max(axis=0) + space).astype(int),
        )
        (read,) = reader.read_crop(frame[top:bottom, left:right]).dice
        assert read.face == die["face"]


def test_what_is_said_of_several_looks_at_a_die_is_averaged() -> None:
    ink = np.array([-1, 0, 1], np.float32)
    sure = Look({"pips": np.array([1, 0], np.float32)}, {"unreadable": 0.0}, np.array([1, 0], np.float32), ink)
    torn = Look({"pips": np.array([0.5, 0.5], np.float32)}, {"unreadable": 1.0}, np.array([0, 1], np.float32))
    look = averaged((torn, sure), best=1)
    assert look.faces["pips"] == pytest.approx([0.75, 0.25])
    assert look.states == {"unreadable": 0.5}
    assert look.embedding == pytest.approx([0.7071, 0.7071], abs=1e-4)
    assert look.ink is ink


def test_the_self_test_of_taught_dice_has_no_wrong_face(teacher: Teacher) -> None:
    result = teacher.self_test()
    assert result.wrong == ()
    assert result.right >= 12


def test_a_wrong_number_of_dice_is_said(profile: Profile) -> None:
    reading = Reader("wuerfelspiel", profile).read(read_picture(FRAMES / "rig_wuerfel_11_0008.jpg"), 4)
    assert "I see 5 of 4 dice." in reading.reasons
    assert reading.causes == (Reason.WRONG_COUNT,)
    assert not reading.is_sure


def test_what_may_be_a_die_counts_where_just_so_many_are_missing_and_it_looks_like_a_taught_face(
    profile: Profile,
) -> None:
    reader, frame = Reader("wuerfelspiel", profile), read_picture(FRAMES / "rig_wuerfel_11_0008.jpg")
    found = reader.found(frame)
    faint = Found(found.dice[1:], found.dice[:1])
    assert len(reader._completed(frame, faint, 5).dice) == 5
    assert reader._completed(frame, faint, 4) is faint
    assert reader._completed(frame, faint, None) is faint
    assert Reader("wuerfelspiel")._completed(frame, faint, 5) is faint
    a, b, c, d = ((x + 150, y) for x, y in found.dice[0].quad)
    lining = replace(found.dice[0], quad=(a, b, c, d))
    assert len(reader._completed(frame, Found(found.dice[1:], (lining,)), 5).dice) == 4


def test_what_is_like_no_taught_face_says_nothing_where_all_dice_are_there_and_sure(profile: Profile) -> None:
    reader, frame = Reader("wuerfelspiel", profile), read_picture(FRAMES / "rig_wuerfel_11_0008.jpg")
    found = reader.found(frame)
    a, b, c, d = ((x + 150, y) for x, y in found.dice[0].quad)
    lining = replace(found.dice[0], quad=(a, b, c, d))
    littered = Found(found.dice, (lining,))
    read = partial(reader._without_other_things, frame)
    looks = [look for _, _, look in reader.looks(frame, found)]
    dice = reader.read(frame, 5).dice
    assert read(littered, dice, looks, 5) == (Found(found.dice), dice)
    for other, count in ((littered, 4), (littered, None), (Found(found.dice, (lining,), hand=0.3), 5)):
        assert read(other, dice, looks, count)[0] is other
    one_more = Found(found.dice, found.dice[:1])
    assert read(one_more, dice, looks, 5)[0] is one_more  # a die of the owner's too many is told


def test_a_face_that_is_unsure_is_cut_out_anew_and_others_are_left_alone(profile: Profile) -> None:
    reader, frame = Reader("wuerfelspiel", profile), read_picture(FRAMES / "rig_wuerfel_11_0008.jpg")
    found = reader.found(frame)
    looks = [look for _, _, look in reader.looks(frame, found)]
    quads = [die.quad for die in found.dice]
    again = looked_again(frame, quads, looks, lambda look: look is looks[1], reader._classifier)
    assert [one is other for one, other in zip(again, looks, strict=True)] == [True, False, True, True, True]
    assert float(again[1].embedding @ looks[1].embedding) > 0.9


def test_a_hand_over_the_tray_is_noticed() -> None:
    reading = Reader("wuerfelspiel").read(read_picture(FRAMES / "hand_wuerfel_2024_0000.jpg"))
    assert dict(zip(reading.causes, reading.reasons, strict=True))[Reason.HAND] == HAND_SENTENCE


def test_a_cocked_die_is_never_part_of_a_sure_roll() -> None:
    assert not Reader("or").read(read_picture(FRAMES / "cocked_or_2024_0001.jpg")).is_sure


def test_an_empty_picture_has_no_dice_and_says_so() -> None:
    reading = Reader("or").read(np.full((480, 640, 3), 90, np.uint8))
    assert reading.dice == ()
    assert reading.reasons[0] == "I see no dice."
    assert reading.causes[0] is Reason.NO_DICE


def test_a_profile_of_another_set_is_refused(profile: Profile) -> None:
    with pytest.raises(ProfileError, match="wuerfelspiel"):
        Reader("or", profile)


def test_an_array_that_is_no_picture_is_refused() -> None:
    with pytest.raises(FrameError):
        Reader("or").read(np.zeros((480, 640), np.uint8))


def test_a_duplicate_shot_is_refused(profile: Profile) -> None:
    teacher = Teacher("wuerfelspiel", profile=profile)
    verdicts = teacher.add(read_picture(FRAMES / TAUGHT[0]), labels(TAUGHT[0]))
    assert all(not verdict.accepted for verdict in verdicts)


def test_a_blurred_shot_is_refused() -> None:
    frame = cv2.GaussianBlur(read_picture(FRAMES / TAUGHT[0]), (0, 0), 4.0)
    verdicts = Teacher("wuerfelspiel").add(frame, labels(TAUGHT[0]))
    assert not any(verdict.accepted for verdict in verdicts)


def test_a_label_beside_every_die_is_refused(profile: Profile) -> None:
    (verdict,) = Teacher("wuerfelspiel").add(read_picture(FRAMES / TAUGHT[0]), [Label("pink", (5.0, 5.0))])
    assert "no die there" in verdict.why_not


def test_a_mislabelled_shot_is_refused(profile: Profile) -> None:
    name = "rig_wuerfel_11_0008.jpg"
    swapped = {"green": "pink", "pink": "green"}
    wrong = [Label(swapped.get(label.face, label.face), label.centre) for label in labels(name)]
    verdicts = Teacher("wuerfelspiel", profile=profile).add(read_picture(FRAMES / name), wrong)
    refused = [verdict.why_not for verdict in verdicts if verdict.face in swapped]
    assert refused
    assert all("looks like" in sentence for sentence in refused)


def test_a_profile_is_not_finished_while_a_face_is_missing() -> None:
    teacher = Teacher("wuerfelspiel")
    teacher.add(read_picture(FRAMES / TAUGHT[0]), labels(TAUGHT[0]))
    assert teacher.next_wanted == "stone"
    with pytest.raises(ProfileError, match="stone"):
        teacher.finish()


@pytest.mark.skipif(not SHARED.exists(), reason="the folder with real photographs is not here")
def test_nine_in_ten_dice_of_real_photographs_are_found_and_most_read() -> None:
    folder = SHARED / "photos" / "pips-desk"
    truth = json.loads((folder / "truth.json").read_text())
    reader = Reader("pips")
    pairs = [pair for name in sorted(truth)[::8]
             for pair in matched(reader.read(read_picture(folder / name)), truth[name]["dice"])]  # fmt: skip
    assert len(pairs) > 60
    assert sum(read is not None for read, _ in pairs) / len(pairs) > 0.9
    assert sum(read == true for read, true in pairs) / len(pairs) > 0.8
