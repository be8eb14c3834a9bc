from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.classify import Look
from vision.colour import colour_distance, ink_of
from vision.dice_sets import DICE_SETS
from vision.doubt import (
    face_closeness,
    face_likeness,
    is_like_a_taught_face,
    limits_in_use,
    limits_of_teaching,
    limits_untaught,
    reason_of_die,
    taught_guess,
    untaught_guess,
)
from vision.profile import Profile, Shot
from vision.reading import Reason

OR = DICE_SETS["or"]
LIMITS = {"face": 0.97, "other": 0.3, "closeness": 0.6, "taught_face": 0.9, "taught_warmth": 20.0, "known_weight": 0.5}
EVEN = [1 / 7] * 7


def axis(number: int) -> np.ndarray:
    return np.eye(64, dtype=np.float32)[number]


def as_unit(vector: np.ndarray) -> np.ndarray:
    return np.asarray(vector / np.linalg.norm(vector), np.float32)


PICTURE = np.full((96, 96, 3), 120, np.uint8)


def place(degrees: float) -> np.ndarray:
    """A unit vector; two of them are as similar as the cosine of the angle between them."""
    vector = np.zeros(64, np.float32)
    vector[:2] = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return vector


def look(faces: list[float], degrees: float = 0.0, **states: float) -> Look:
    return Look(
        {"or": np.array(faces, np.float32), "wuerfelspiel": np.array(faces[:6], np.float32)}, states, place(degrees)
    )


FAR = {"3": [200, 201], "4": [220, 221], "5": [240, 241], "stone": [260, 261], "1": [280, 281], "2": [300, 301]}
"""Where the faces lie that a test does not speak of."""


def profile(closeness: float = 0.0, **taught: list[float]) -> Profile:
    """All faces of the set, those that a test names at their places."""
    return unfinished(closeness, **{**FAR, **taught})


def unfinished(closeness: float = 0.0, **taught: list[float]) -> Profile:
    shots = [Shot(face, PICTURE, place(degrees)) for face, turns in taught.items() for degrees in turns]
    return Profile("or", tuple(shots), "m", closeness)


def test_a_clear_face_of_a_known_set_is_sure() -> None:
    guess = untaught_guess(OR, look([0.001, 0.99, 0.002, 0.002, 0.002, 0.002, 0.001]), LIMITS)
    assert guess.reason is None
    assert guess.ranked[0][0] == "2"


def test_what_looks_like_a_taught_face_is_told_from_what_does_not() -> None:
    mine = profile(**{"1": [0, 2, 4]})
    assert is_like_a_taught_face(mine, look(EVEN, 10), LIMITS)
    assert not is_like_a_taught_face(mine, look(EVEN, 90), LIMITS)


def test_two_likely_faces_are_not_sure() -> None:
    guess = untaught_guess(OR, look([0.5, 0.45, 0.01, 0.01, 0.01, 0.01, 0.01]), LIMITS)
    assert guess.reason is Reason.UNSURE
    assert [face for face, _ in guess.ranked[:2]] == ["1", "2"]


def test_artwork_of_no_known_kind_is_an_unknown_die() -> None:
    assert untaught_guess(OR, look([0.4, 0.1, 0, 0, 0, 0, 0.5]), LIMITS).reason is Reason.UNKNOWN_DIE


def test_a_stone_of_unknown_art_is_not_sure_before_it_was_taught_nor_is_a_one_that_may_be_a_stone() -> None:
    """A large single pip was taken for a stone with 0.99."""
    stone = untaught_guess(OR, look([0.003, 0.001, 0.001, 0.001, 0.001, 0.992, 0.001]), LIMITS)
    assert (stone.ranked[0][0], stone.reason) == ("stone", Reason.NOT_TAUGHT)
    perhaps = untaught_guess(OR, look([0.93, 0, 0, 0, 0, 0.07, 0]), LIMITS)
    assert (perhaps.ranked[0][0], perhaps.reason) == ("1", Reason.NOT_TAUGHT)


def test_dice_that_must_be_taught_are_never_sure_before() -> None:
    guess = untaught_guess(DICE_SETS["wuerfelspiel"], look([0.999, 0.001, 0, 0, 0, 0, 0]), LIMITS)
    assert guess.reason is Reason.NOT_TAUGHT


def test_a_taught_face_is_the_one_whose_pictures_lie_nearest() -> None:
    known = profile(**{"1": [0, 10], "2": [60, 70], "stone": [150, 160]})
    guess = taught_guess(known, OR, look([0.1, 0.8, 0, 0, 0, 0.1, 0], degrees=62), LIMITS)
    assert (guess.ranked[0][0], guess.reason) == ("2", None)


def test_closeness_is_the_mean_of_the_two_nearest_pictures() -> None:
    closeness = face_closeness(profile(**{"1": [0, 60, 90]}), place(0))
    assert closeness["1"] == pytest.approx((1 + 0.5) / 2, abs=1e-5)


def test_between_two_taught_faces_the_reader_asks() -> None:
    known = profile(**{"1": [0, 4], "2": [40, 44]})
    assert taught_guess(known, OR, look(EVEN, degrees=22), LIMITS).reason is Reason.UNSURE


def test_far_from_all_taught_faces_it_is_an_unknown_die() -> None:
    known = profile(**{"1": [0, 4], "2": [40, 44]})
    assert taught_guess(known, OR, look(EVEN, degrees=120), LIMITS).reason is Reason.UNKNOWN_DIE


def test_a_profile_may_ask_for_more_closeness_but_not_for_less() -> None:
    near = look(EVEN, degrees=30)
    assert taught_guess(profile(0.0, **{"1": [0, 2], "2": [120, 130]}), OR, near, LIMITS).reason is None
    assert taught_guess(profile(0.95, **{"1": [0, 2], "2": [120, 130]}), OR, near, LIMITS).reason is Reason.UNKNOWN_DIE
    far = look(EVEN, degrees=60)
    assert taught_guess(profile(0.1, **{"1": [0, 2], "2": [150, 160]}), OR, far, LIMITS).reason is Reason.UNKNOWN_DIE


def test_faces_that_look_much_alike_are_told_apart_by_what_they_do_not_share() -> None:
    body = 3 * axis(40)
    shots = tuple(
        Shot(face, PICTURE, as_unit(body + 0.5 * axis(number) + 0.05 * axis(50 + shot)))
        for number, face in enumerate(OR.faces)
        for shot in range(3)
    )
    known = replace(profile(), shots=shots)
    seen = replace(look(EVEN), embedding=shots[0].embedding)
    closeness, likeness = face_closeness(known, seen.embedding), face_likeness(known, seen.embedding)
    assert closeness["1"] - closeness["2"] < 0.05
    assert likeness["1"] - likeness["2"] > 0.8
    guess = taught_guess(known, OR, seen, {**LIMITS, "taught_warmth": 6.0})
    assert (guess.ranked[0][0], guess.reason) == ("1", None)


def test_before_three_faces_are_taught_likeness_is_closeness() -> None:
    two = unfinished(**{"1": [0, 2], "2": [40, 44]})
    assert face_likeness(two, place(10)) == pytest.approx(face_closeness(two, place(10)))


def test_what_the_network_knows_of_numerals_speaks_too() -> None:
    known = profile(**{"1": [0, 4], "2": [30, 34]})
    assert taught_guess(known, OR, look(EVEN, degrees=11), LIMITS).reason is Reason.UNSURE
    assert taught_guess(known, OR, look([0.95, 0.01, 0.01, 0.01, 0.01, 0.01, 0], degrees=11), LIMITS).reason is None
    against = taught_guess(known, OR, look([0.001, 0.99, 0.001, 0.001, 0.001, 0.001, 0], degrees=4), LIMITS)
    assert against.reason is Reason.UNSURE


def test_it_does_not_speak_where_every_owner_has_other_artwork() -> None:
    elsewhere = {"redbrown": [180, 181], "yellow": [200, 201], "blue": [220, 221], "stone": [250, 251]}
    known = Profile("wuerfelspiel", unfinished(pink=[0, 4], green=[90, 94], **elsewhere).shots, "m")
    guess = taught_guess(known, DICE_SETS["wuerfelspiel"], look([0, 0, 0, 1, 0, 0, 0], degrees=2), LIMITS)
    assert (guess.ranked[0][0], guess.reason) == ("pink", None)


def test_a_face_that_was_not_taught_is_not_taken_for_the_nearest_one() -> None:
    known = unfinished(**{"1": [0, 2], "3": [60, 62]})
    two = look([0.02, 0.3, 0.6, 0.02, 0.02, 0.02, 0.02], degrees=60)
    assert taught_guess(known, OR, two, LIMITS).reason is Reason.NOT_TAUGHT
    three = look([0.01, 0.01, 0.97, 0.005, 0.005, 0, 0], degrees=60)
    assert taught_guess(known, OR, three, LIMITS).reason is None


def test_a_stone_is_not_sure_as_long_as_another_face_was_not_taught() -> None:
    known = unfinished(**{face: FAR[face] for face in ("2", "3", "4", "5", "stone")})
    pip = look([0, 0, 0, 0, 0, 0.999, 0.001], degrees=260)  # a large single pip looks like a stone to the network, too
    assert taught_guess(known, OR, pip, LIMITS).reason is Reason.NOT_TAUGHT
    assert taught_guess(profile(), OR, pip, LIMITS).reason is None


def test_an_unfinished_profile_of_unknown_artwork_is_never_sure() -> None:
    known = Profile("wuerfelspiel", unfinished(pink=[0, 4], green=[90, 94]).shots, "m")
    assert taught_guess(known, DICE_SETS["wuerfelspiel"], look(EVEN, degrees=2), LIMITS).reason is Reason.NOT_TAUGHT


@pytest.mark.parametrize(
    ("state", "reason"),
    [
        ("moving", Reason.MOVING),
        ("off_tray", Reason.OFF_TRAY),
        ("covered", Reason.COVERED),
        ("cocked", Reason.COCKED),
    ],
)
def test_what_the_finder_saw_is_the_reason(state: str, reason: Reason) -> None:
    assert reason_of_die({state: 0.9}, look([1, 0, 0, 0, 0, 0, 0]), PICTURE, {}) is reason


def test_an_unreadable_face_is_dark_glaring_blurred_or_covered() -> None:
    bad = look([1, 0, 0, 0, 0, 0, 0], unreadable=0.9)
    stripes = np.zeros((96, 96, 3), np.uint8)
    stripes[:, ::8] = stripes[:, 1::8] = 200
    glare = PICTURE.copy()
    cv2.circle(glare, (48, 48), 25, (255, 255, 255), -1)
    assert reason_of_die({}, bad, PICTURE // 8, {}) is Reason.TOO_DARK
    assert reason_of_die({}, bad, glare, {}) is Reason.GLARE
    assert reason_of_die({}, bad, PICTURE, {}) is Reason.BLURRED
    assert reason_of_die({}, bad, stripes, {}) is Reason.COVERED


def test_a_face_that_is_not_upright_is_cocked_and_a_good_one_has_no_reason() -> None:
    assert reason_of_die({}, look([1, 0, 0, 0, 0, 0, 0], not_upright=0.9), PICTURE, {}) is Reason.COCKED
    assert reason_of_die({"cocked": 0.1}, look([1, 0, 0, 0, 0, 0, 0], not_upright=0.1), PICTURE, {}) is None


def coloured(ink: tuple[int, int, int], body: tuple[int, int, int], light: tuple[float, float, float]) -> np.ndarray:
    """A face with a square of ink under a lamp of that colour."""
    picture = np.full((96, 96, 3), body, np.float32)
    picture[38:58, 38:58] = ink
    return np.clip(picture * light, 0, 255).astype(np.uint8)


def test_ink_keeps_its_colour_under_another_lamp() -> None:
    red, green, ivory = (60, 40, 150), (60, 150, 60), (170, 190, 200)
    cold, warm = (1.2, 1.0, 0.8), (0.7, 1.0, 1.15)
    shots = [Shot("3", coloured(red, ivory, cold), place(0))]
    assert colour_distance(ink_of(coloured(red, ivory, warm)), shots) < 0.1
    assert colour_distance(ink_of(coloured(green, ivory, cold)), shots) > 0.5
    assert not ink_of(coloured(ivory, ivory, warm)).any()


def test_a_symbol_whose_ink_has_the_hue_of_another_taught_face_is_asked_about_and_stays_the_guess() -> None:
    red, green, ivory = (60, 40, 150), (60, 150, 60), (170, 190, 200)
    inks = {"redbrown": (red, 0), "green": (green, 90)}
    shots = [Shot(face, coloured(ink, ivory, (1, 1, 1)), place(at)) for face, (ink, at) in inks.items()]
    rest = [Shot(face, coloured(ivory, ivory, (1, 1, 1)), place(180)) for face in ("yellow", "pink", "blue", "stone")]
    taught = Profile("wuerfelspiel", tuple(shots + rest), "m")
    for ink, reason in ((red, None), (green, Reason.UNSURE)):
        seen = replace(look(EVEN), ink=ink_of(coloured(ink, ivory, (0.8, 1.0, 1.1))))
        guess = taught_guess(taught, DICE_SETS["wuerfelspiel"], seen, {**LIMITS, "colour": 0.3})
        assert guess.reason is reason
        assert guess.ranked[0][0] == "redbrown"


def test_where_nothing_was_taught_a_die_may_lean_less() -> None:
    limits = {"lean": 0.2, "untaught_lean": 0.1}
    leaning = {"lean": 0.15}
    assert reason_of_die(leaning, look(EVEN), PICTURE, limits) is None
    assert reason_of_die(leaning, look(EVEN), PICTURE, limits_untaught(limits)) is Reason.COCKED


def test_where_the_rig_is_known_a_smaller_lean_is_asked_about() -> None:
    limits = {"lean": 0.2, "rig_lean": 0.1, "untaught_lean": 0.15}
    assert limits_in_use(limits, is_taught=True, is_rig_known=True)["lean"] == 0.1
    assert limits_in_use(limits, is_taught=True, is_rig_known=False)["lean"] == 0.2
    assert limits_in_use(limits, is_taught=False, is_rig_known=False)["lean"] == 0.15


def test_where_a_lean_is_told_by_the_rig_a_face_that_looks_aslant_says_less() -> None:
    limits = {"lean": 0.2, "rig_lean": 0.1, "not_upright": 0.3, "rig_not_upright": 0.5}
    assert limits_in_use(limits, is_taught=True, is_rig_known=True)["not_upright"] == 0.5
    assert limits_in_use(limits, is_taught=True, is_rig_known=False)["not_upright"] == 0.3
    assert limits_of_teaching(limits)["not_upright"] == 0.5


def test_a_face_that_is_hard_to_read_is_believed_more_readily_where_the_rig_is_known() -> None:
    limits = {"unreadable": 0.3, "rig_unreadable": 0.5}
    assert limits_in_use(limits, is_taught=True, is_rig_known=True)["unreadable"] == 0.5
    assert limits_in_use(limits, is_taught=True, is_rig_known=False)["unreadable"] == 0.3
    assert limits_of_teaching(limits)["unreadable"] == 0.3
