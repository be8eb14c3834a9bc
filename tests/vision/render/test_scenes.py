"""Whole rendered trays: what is said of their dice holds in the picture."""

import time

import cv2
import numpy as np
import pytest

from vision.render.camera_model import Camera, looking_down
from vision.render.picture import render
from vision.render.placing import overlap
from vision.render.scene import CONDITIONS, random_scene
from vision.render.tray import inside

SMALL = (640, 480)


def test_a_point_projected_and_followed_back_meets_itself():
    camera = looking_down((1280, 960), 300, 400, 12, 40, 10, (10, -5), bend=0.1)
    point = np.array([60.0, -45.0, 0.0])
    u, v = camera.project(point[None])[0]
    x, y = camera.window((1, 1), u, v).rays((0, 0, 1, 1))
    ray = np.array([float(x[0, 0]), float(y[0, 0]), 1.0]) @ camera.turn
    met = camera.position - ray * camera.position[2] / ray[2]
    assert met == pytest.approx(point, abs=0.02)


def test_a_smaller_picture_shows_the_same_view():
    camera: Camera = looking_down((1280, 960), 300, 400, 5)
    points = np.array([[0.0, 0, 0], [100, 50, 10]])
    assert camera.scaled(SMALL).project(points) == pytest.approx((camera.project(points) + 0.5) / 2 - 0.5)


@pytest.mark.parametrize("condition", CONDITIONS)
def test_every_condition_can_be_drawn(condition):
    scene = random_scene(np.random.default_rng(11), "or", condition)
    frame, dice = render(scene, SMALL)
    assert frame.shape == (480, 640, 3)
    assert frame.dtype == np.uint8
    assert len(dice) == 3


def test_the_same_seed_gives_the_same_picture():
    pictures = [render(random_scene(np.random.default_rng(21), "wuerfelspiel", "touching"), SMALL) for _ in range(2)]
    assert (pictures[0][0] == pictures[1][0]).all()
    assert pictures[0][1] == pictures[1][1]


def test_ordinary_dice_lie_in_the_tray_and_do_not_overlap():
    for seed in range(6):
        scene = random_scene(np.random.default_rng(seed), "wuerfelspiel", "normal")
        placed = [die.placed for die in scene.dice]
        for i, one in enumerate(placed):
            assert all(overlap(one, other) < 0.03 * one.edge_mm**2 for other in placed[:i])
            if not scene.tray.is_bare:
                at = one.position.astype(np.float32)
                assert inside(scene.tray.floor, at[:1], at[1:2])[0] > 0.4 * one.edge_mm


def test_dice_that_cannot_count_are_told():
    words = {"cocked": "tilted", "stacked": "stacked", "moving": "rolling"}
    for condition, rest in words.items():
        _, dice = render(random_scene(np.random.default_rng(3), "wuerfelspiel", condition), SMALL)
        assert any(die.rest == rest for die in dice)
        assert not any(die.readable for die in dice if die.rest != "flat")
    _, dice = render(random_scene(np.random.default_rng(3), "or", "outside"), SMALL)
    assert any(not die.in_tray and not die.readable for die in dice)


def test_foreign_dice_are_drawn_but_are_no_dice_of_the_set():
    scene = random_scene(np.random.default_rng(2), "or", "foreign")
    assert len(scene.dice) > 3
    assert len(render(scene, SMALL)[1]) == 3


def test_a_hand_hides_dice():
    shares = [
        die.visible for k in range(6) for die in render(random_scene(np.random.default_rng(k), "or", "hand"), SMALL)[1]
    ]
    assert min(shares) < 0.3


def test_the_quad_surrounds_what_the_die_changes_in_the_picture():
    """The picture with and without the dice differs all over the quads."""
    from dataclasses import replace

    scene = random_scene(np.random.default_rng(31), "wuerfelspiel", "normal")
    frame, dice = render(scene, SMALL)
    empty, _ = render(replace(scene, dice=()), SMALL)
    changed = np.abs(frame.astype(int) - empty).max(axis=2) > 12
    for die in dice:
        mask = np.zeros(frame.shape[:2], np.uint8)
        cv2.fillConvexPoly(mask, np.rint(die.quad).astype(np.int32), 1)
        assert changed[mask > 0].mean() > 0.75


def test_true_words_are_those_of_the_sets():
    _, dice = render(random_scene(np.random.default_rng(1), "wuerfelspiel"), SMALL)
    assert {die.face for die in dice} <= {"redbrown", "yellow", "pink", "green", "blue", "stone"}
    for die in dice:
        assert die.centre == pytest.approx(np.mean(die.quad, axis=0), abs=1.5)
        assert 15 < die.size < 80


def test_how_fast_pictures_are_made(capsys):
    """Prints speeds; nothing is asserted about them, as they depend on the machine."""
    from vision.render.designs import die_design
    from vision.render.patch import render_patch

    design, rng = die_design("or", np.random.default_rng(0)), np.random.default_rng(0)
    for _ in range(20):  # fills the store of materials
        render_patch(rng, design, "3")
    start = time.perf_counter()
    for _ in range(30):
        render_patch(rng, design, "3")
    patches = 30 / (time.perf_counter() - start)
    scene = random_scene(rng, "or")
    start = time.perf_counter()
    render(scene, SMALL)
    render(scene)
    with capsys.disabled():
        print(f"\n{patches:.0f} patches a second; a small and a large frame in {time.perf_counter() - start:.2f} s")


def test_foreign_dice_of_other_shapes_throw_their_shadow_beside_ours() -> None:
    """The seventh scene lays a foreign die with fewer corners against dice of the set."""
    scene = random_scene(np.random.default_rng(7), "or", "foreign", families="test")
    frame, _ = render(scene, (640, 480))
    assert frame.shape == (480, 640, 3)
