"""The desk tray: dice that are thrown tumble, come to rest on even faces, and keep their numbers."""

from collections import Counter

import numpy as np
import pytest

from vision.errors import FrameError
from vision.render.desk_tray import DeskTray

SIZE = (480, 360)


def _tray(dice_set="or", **more) -> DeskTray:
    return DeskTray(dice_set, size=SIZE, **more)


def test_thrown_dice_tumble_and_come_to_rest():
    tray = _tray(seed=4)
    tray.throw(at_s=1.0)
    assert not tray.is_at_rest(1.5)
    assert tray.is_at_rest(3.5)
    moving = [tray.frame(t).astype(int) for t in (1.5, 1.7)]
    assert np.abs(moving[0] - moving[1]).max() > 60
    still = [tray.frame(t).astype(int) for t in (3.5, 3.7)]
    assert np.abs(still[0] - still[1]).max() < 20


def test_two_trays_with_one_seed_show_the_same_frames():
    one, other = _tray(seed=9), _tray(seed=9)
    for tray in (one, other):
        tray.throw(at_s=0.0)
    for t in (0.4, 0.9, 2.5):
        assert (one.frame(t) == other.frame(t)).all()
    assert one.truth == other.truth


def test_fresh_noise_is_on_every_frame():
    tray = _tray(seed=1)
    assert (tray.frame(0.1) != tray.frame(0.2)).any()


def test_faces_come_evenly_and_independently():
    tray = _tray("pips", count=5, seed=2)
    faces: Counter[str] = Counter()
    pairs: Counter[bool] = Counter()
    for _ in range(120):
        tray.throw()
        shown = [die.face for die in tray.truth]
        faces.update(shown)
        pairs[shown[0] == shown[1]] += 1
    assert set(faces) == set("123456")
    chi_square = sum((n - 100) ** 2 / 100 for n in faces.values())
    assert chi_square < 20.5  # 0.1 % of fair dice would pass this with 5 degrees of freedom
    assert 7 < pairs[True] < 36  # 20 expected of 120


def test_what_is_seen_at_the_end_is_the_face_that_is_told():
    """The last turn of the roll is the turn in which the die lies."""
    tray = _tray("wuerfelspiel", seed=5, cocked=0.0, off_tray=0.0)
    tray.throw(at_s=0.0)
    tray.frame(4.0)
    assert [die.face for die in tray.true_dice(4.0)] == [die.face for die in tray.truth]
    assert all(die.readable for die in tray.true_dice(4.0))


def test_dice_that_are_not_thrown_stay_where_they_were():
    tray = _tray(seed=6, cocked=0.0, off_tray=0.0)
    tray.throw(at_s=0.0)
    before = tray.true_dice(3.0)
    tray.throw([1], at_s=3.0)
    after = tray.true_dice(6.0)
    assert (after[0].quad, after[2].quad) == (before[0].quad, before[2].quad)
    assert after[1].quad != before[1].quad


def test_lifted_dice_are_away_until_they_are_put_back():
    tray = _tray(seed=7, cocked=0.0, off_tray=0.0)
    tray.throw(at_s=0.0)
    faces = [die.face for die in tray.truth]
    tray.lift([0, 2], at_s=3.0)
    assert [die.lifted for die in tray.truth] == [True, False, True]
    assert len(tray.true_dice(4.0)) == 1
    tray.put_back(at_s=5.0)
    assert len(tray.true_dice(6.0)) == 3
    assert [die.face for die in tray.truth] == faces


def test_a_cocked_die_falls_flat_when_nudged():
    tray = _tray(seed=8, cocked=1.0)
    tray.throw(at_s=0.0)
    assert [die.rest for die in tray.truth] == ["tilted"] * 3
    face = tray.truth[1].face
    tray.nudge(1, at_s=3.0)
    assert tray.truth[1].rest == "flat"
    assert tray.truth[1].face == face


def test_faces_can_be_shown_for_teaching():
    tray = _tray("wuerfelspiel", seed=3)
    tray.place(["pink", "stone", "pink"], at_s=1.0)
    assert [die.face for die in tray.true_dice(1.5)] == ["pink", "stone", "pink"]
    assert tray.is_at_rest(1.5)


def test_dice_may_end_off_the_tray():
    tray = _tray(seed=1, cocked=0.0, off_tray=1.0)
    tray.throw(at_s=0.0)
    assert not any(die.in_tray for die in tray.truth)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda tray: tray.place(["7"]), "no face '7'"),
        (lambda tray: tray.place(["1"] * 4), "too few to show 4 faces"),
        (lambda tray: tray.throw([3]), "no die 3"),
        (lambda tray: DeskTray("or", lamp="moon"), "no lamp called 'moon'"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(call, sentence):
    with pytest.raises(FrameError, match=sentence):
        call(_tray())
