"""The rendered die against what is said about it: its quad, its face, its side, its seed."""

import cv2
import numpy as np
import pytest

from vision.dice_sets import DICE_SETS
from vision.render.camera_model import looking_down
from vision.render.designs import Body, die_design, invented_design, invented_die
from vision.render.die_shading import Surroundings, draw_die
from vision.render.families import FAMILIES, members
from vision.render.light import Lamp, Light
from vision.render.patch import render_patch
from vision.render.placing import resting_turn, standing, tilted
from vision.render.rounded_die import DOWNS, NORMALS, RIGHTS, PlacedDie, trace, window_of

EVEN = Light((Lamp((100.0, 100.0, 800.0), 50.0, (0.5, 0.5, 0.5)),), (0.4, 0.4, 0.4))


def _iou(one: np.ndarray, other: np.ndarray) -> float:
    return float((one & other).sum() / (one | other).sum())


@pytest.mark.parametrize("face", range(6))
def test_the_art_of_every_face_reads_left_to_right_from_outside(face):
    assert np.allclose(np.cross(RIGHTS[face], -DOWNS[face]), NORMALS[face])


@pytest.mark.parametrize("face", range(6))
def test_a_die_laid_on_a_face_shows_it_on_top(face):
    die = standing(die_design("or", np.random.default_rng(1)), 0, 0, resting_turn(face, 0.7))
    assert die.top == face
    assert die.position[2] == pytest.approx(die.edge_mm / 2)
    assert die.turn @ die.turn.T == pytest.approx(np.eye(3))
    assert np.linalg.det(die.turn) == pytest.approx(1)


@pytest.mark.parametrize(("x", "y", "tilt"), [(0, 0, 0.0), (70, 40, 0.0), (-60, 50, 0.3), (30, -60, 0.6)])
def test_the_true_quad_lies_on_the_drawn_top_face(x, y, tilt):
    body = Body((60, 120, 40), (60, 120, 40), 0.0, 16.0, 0.02, 1.0, 0.5, 0.1, 0.0)
    design = die_design("or", np.random.default_rng(3), body=body)
    die = standing(design, x, y, tilted(resting_turn(2, 0.5), tilt, 1.0))
    camera = looking_down((1280, 960), 200, 400, 8, 30, bend=0.08)
    layer = draw_die(camera, die, Surroundings(EVEN, np.ones(3, np.float32) * 0.2))
    left, top, width, height = layer.window
    drawn = np.zeros((960, 1280), bool)
    drawn[top : top + height, left : left + width] = layer.top
    wanted = np.zeros((960, 1280), np.uint8)
    cv2.fillConvexPoly(wanted, np.rint(camera.project(die.face_corners(die.top))).astype(np.int32), 1)
    assert _iou(drawn, wanted > 0) > 0.94


def test_the_upper_left_of_the_art_is_the_first_corner_of_the_quad():
    """A face black but for its upper left quarter is bright there and nowhere else."""
    design = die_design("blank", np.random.default_rng(0))
    for atlas in design.colours:
        atlas[:] = 0
        side = atlas.shape[1]
        for face in range(6):
            atlas[face * side : face * side + side // 2, : side // 2] = 255
    for surface in design.surface:
        surface[:] = 128
    camera = looking_down((300, 300), 60, 400)
    for face in range(6):
        die = standing(design, 0, 0, resting_turn(face, 0.4))
        layer = draw_die(camera, die, Surroundings(EVEN, np.zeros(3, np.float32)))
        corners = camera.project(die.face_corners(face)) - layer.window[:2]
        centre = corners.mean(axis=0)
        inner = np.rint(centre + (corners - centre) * 0.5).astype(int)
        bright = [float(layer.colour[y, x].mean()) for x, y in inner]
        assert np.argmax(bright) == 0
        assert sorted(bright)[-1] > 3 * sorted(bright)[-2]


def test_the_quad_runs_clockwise_as_seen_in_the_picture():
    rng = np.random.default_rng(5)
    design = die_design("pips", rng)
    for _ in range(20):
        _, quad, _ = render_patch(rng, design, "3", condition="normal")
        x, y = np.array(quad).T
        assert (x * np.roll(y, -1) - y * np.roll(x, -1)).sum() > 0


def test_a_rounded_die_covers_less_than_its_cube_and_more_than_its_top():
    design = die_design("pips", np.random.default_rng(2))
    die = PlacedDie(design, np.array([40.0, 0, design.body.edge_mm / 2]), resting_turn(0, 0.2))
    camera = looking_down((640, 480), 150, 300)
    hit = trace(camera, die, window_of(camera, die))
    area = float(hit.coverage.sum())
    cube = cv2.contourArea(cv2.convexHull(camera.project(die.corners()).astype(np.float32)))
    top = cv2.contourArea(camera.project(die.face_corners(0)).astype(np.float32))
    assert 0.9 * top < area < cube


@pytest.mark.parametrize("name", DICE_SETS)
@pytest.mark.parametrize("families", ["train", "calibration", "test"])
def test_every_set_has_its_six_faces_in_every_family(name, families):
    design = die_design(name, np.random.default_rng(9), families)
    assert sorted(design.faces) == sorted(DICE_SETS[name].faces)


def test_opposite_pips_add_up_to_seven():
    faces = [int(face) for face in die_design("pips", np.random.default_rng(4)).faces]
    assert [faces[0] + faces[1], faces[2] + faces[3], faces[4] + faces[5]] == [7, 7, 7]


def test_the_families_share_no_name():
    for split in FAMILIES.values():
        names = [name for family in split.values() for name in family]
        assert len(names) == len(set(names))


def test_any_family_holds_all_names():
    assert set(members("lamps", "any")) == {name for names in FAMILIES["lamps"].values() for name in names}


def test_an_invented_design_is_the_same_for_the_same_seed_and_another_for_another():
    one, again = invented_design.__wrapped__(77), invented_design.__wrapped__(77)
    assert (one.ink == again.ink).all()
    assert one.ink_colour == again.ink_colour
    differing = {invented_design(seed).ink.tobytes() for seed in range(60)}
    assert len(differing) > 55


def test_every_invented_face_carries_ink():
    shares = [float((invented_design(seed).ink > 128).mean()) for seed in range(150)]
    assert min(shares) > 0.015
    assert max(shares) < 0.75


def test_an_invented_die_carries_the_designs_it_was_given():
    die = invented_die(np.random.default_rng(0), [1, 2, 3, 4, 5, 6])
    assert die.faces == tuple(f"invented-{seed}" for seed in (1, 2, 3, 4, 5, 6))


def test_the_same_seed_gives_the_same_patch():
    design = die_design("wuerfelspiel", np.random.default_rng(6))
    pictures = [render_patch(np.random.default_rng(8), design, "pink")[0] for _ in range(2)]
    assert (pictures[0] == pictures[1]).all()
    assert pictures[0].shape == (96, 96, 3)


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("normal", lambda flags: flags.tilt_deg < 3 and not flags.moving),
        ("cocked", lambda flags: flags.tilt_deg > 8 and not flags.readable),
        ("moving", lambda flags: flags.moving and not flags.readable),
        ("blur", lambda flags: flags.blur_px > 1.7),
    ],
)
def test_a_patch_says_what_is_the_matter(condition, holds):
    rng = np.random.default_rng(12)
    design = die_design("or", rng)
    assert all(holds(render_patch(rng, design, "2", condition=condition)[2]) for _ in range(8))


def test_a_single_face_can_be_put_on_any_body():
    frame, quad, _ = render_patch(np.random.default_rng(3), invented_design(5), "invented-5", px=64)
    assert frame.shape == (64, 64, 3)
    assert np.array(quad).shape == (4, 2)
