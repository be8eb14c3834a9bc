"""Invented fonts: every digit is there, differs from its neighbours, and is the same again for the same seed."""

import numpy as np
import pytest

from vision.dice_sets import DICE_SETS
from vision.render.designs import Body, die_design, die_of
from vision.render.die_body import FaceDesign
from vision.render.families import FAMILIES
from vision.render.fonts import KINDS, draw_digit, invented_font
from vision.render.pen import FACE_PX


@pytest.mark.parametrize("kind", KINDS)
def test_each_digit_of_a_font_lies_on_the_face_and_is_unlike_the_others(kind):
    for seed in range(6):
        font = invented_font(kind, np.random.default_rng(seed))
        digits = [draw_digit(digit, font).astype(float) / 255 for digit in "123456"]
        for mask in digits:
            assert 0.02 < mask.mean() < 0.5
            assert max(mask[0].max(), mask[-1].max()) < 0.2
        for one in range(6):
            for other in range(one):
                assert np.abs(digits[one] - digits[other]).mean() > 0.02


def test_a_seed_gives_the_same_font_and_another_seed_another():
    first, again, other = (draw_digit("5", invented_font("brush", np.random.default_rng(seed))) for seed in (4, 4, 5))
    assert (first == again).all()
    assert (first != other).mean() > 0.02


def test_training_calibration_and_test_share_no_font():
    drawn = [set(names) & set(KINDS) for names in FAMILIES["numerals"].values()]
    assert [len(names) for names in drawn] == [6, 1, 1]
    assert len(set.union(*drawn)) == 8


def test_the_far_pips_shine_through_a_die_of_glass_and_not_through_a_solid_one():
    ink = np.zeros((FACE_PX, FACE_PX), np.uint8)
    ink[40:88, 40:88] = 255
    bare = np.zeros_like(ink)
    faces = [FaceDesign(str(k), ink if k == 1 else bare, bare, (255, 255, 255), (0, 0, 0), 0.0, 0.5) for k in range(6)]
    body = (40, 20, 160), (40, 20, 160), 0.0, 16.0, 0.1, 1.0, 0.5, 0.1
    spread = []
    for translucency in (0.0, 0.7):
        design = die_of("pips", faces, Body(*body, translucency), np.random.default_rng(1))
        spread.append(float(design.colours[0][:FACE_PX].std(axis=(0, 1)).max()))
    assert spread[0] < 1
    assert spread[1] > 10


@pytest.mark.parametrize("dice_set", DICE_SETS)
def test_all_faces_of_a_set_are_drawn_in_many_styles(dice_set):
    for seed in range(12):
        design = die_design(dice_set, np.random.default_rng(seed))
        assert sorted(design.faces) == sorted(DICE_SETS[dice_set].faces)
