"""Looking at dice once more: cut out upright, corners brought back to the frame, shifts held against each other."""

from __future__ import annotations

import math
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from models.reader.contract import CUT_SIDE, DIE_STATES, NEAR_FACES, WIDE_FACES
from vision.die_corners import DieInspector, _not_too_small
from vision.flatness import ANY_VIEW
from vision.rectify import Quad, centre_of, clockwise
from vision.upright import Pose, around, halves, pose_of

FRAME = np.full((960, 1280, 3), 60, np.uint8)


def square(x: float, y: float, edge: float, degrees: float) -> Quad:
    a = np.radians(degrees)
    u, v = np.array([np.cos(a), np.sin(a)]) * edge / 2, np.array([-np.sin(a), np.cos(a)]) * edge / 2
    return clockwise(np.array([x, y]) + np.array([-u - v, u - v, u + v, -u + v]))


def inspector_that_sees(truth: list[Quad], shifts: list[tuple[float, float]]) -> DieInspector:
    """The network is told the truth in pixels of the frame, each cut that of the die nearest to its middle."""
    calls: list[int] = []

    def run(cuts: np.ndarray) -> dict[str, np.ndarray]:
        calls.append(len(cuts))
        assert cuts.shape[1:] == (CUT_SIDE, CUT_SIDE, 6)
        corners, moved = [], []
        for pose in inspector.poses:
            quad, shift = min(
                zip(truth, shifts, strict=True), key=lambda die: math.dist(centre_of(die[0]), pose.centre)
            )
            into = pose.into(NEAR_FACES, CUT_SIDE)
            corners.append(np.asarray(quad) @ into[:, :2].T + into[:, 2])
            moved.append(into[:, :2] @ np.array(shift))
        spread = np.full((len(cuts), 2), 0.5)
        states = np.zeros((len(cuts), len(DIE_STATES)))
        return {"corners": np.array(corners), "shift": np.array(moved), "spread": spread, "states": states}

    faces = [NEAR_FACES, WIDE_FACES]
    contract = {"input": {"shape": [CUT_SIDE, CUT_SIDE, 6]}, "faces_wide": faces, "states": DIE_STATES}
    inspector = DieInspector(SimpleNamespace(contract=contract, run=run))  # type: ignore[arg-type]
    look = inspector._look

    def looked(frames: tuple[np.ndarray, ...], poses: list[Pose]) -> object:
        inspector.poses = poses  # type: ignore[attr-defined]
        return look(frames, poses)

    inspector._look = looked  # type: ignore[assignment, method-assign]
    inspector.found = []  # type: ignore[attr-defined]
    return inspector


def flat_shift(quad: Quad) -> tuple[float, float]:
    """Of the bottom of a flat die under a camera that looks straight down, in pixels."""
    x, y = centre_of(quad)
    return -(x - 639.5) / 1280 * 60, -(y - 479.5) / 1280 * 60


def test_a_die_is_cut_out_upright_and_in_the_middle() -> None:
    frame = FRAME.copy()
    quad = square(500.3, 400.8, 60, 27)
    cv2.fillConvexPoly(frame, np.rint(np.asarray(quad) * 16).astype(np.int32), (255, 255, 255), cv2.LINE_AA, 4)
    cut = around(halves(frame), pose_of(quad), 2.0, 80)
    assert cut[22:58, 22:58].min() > 250
    assert max(cut[:18].max(), cut[62:].max(), cut[:, :18].max(), cut[:, 62:].max()) < 70


@pytest.mark.parametrize("faces", [2.7, 7.0, 20.0])
def test_a_cut_from_a_halved_frame_shows_the_same_place(faces: float) -> None:
    frame = cv2.GaussianBlur(np.random.default_rng(1).integers(0, 255, (960, 1280, 3), np.uint8), (0, 0), 12)
    pose = pose_of(square(640, 480, 60, 10))
    whole, halved = around((frame,), pose, faces, 64), around(halves(frame), pose, faces, 64)
    assert np.abs(whole.astype(int) - halved.astype(int)).mean() < 1.5


def test_corners_come_back_in_pixels_of_the_frame() -> None:
    true = square(640, 480, 70, 12)
    inspector = inspector_that_sees([true], [(0.0, 0.0)])
    inspector.found = [square(643, 478, 66, 9)]  # type: ignore[attr-defined]
    (die,) = inspector.inspect(FRAME, inspector.found)  # type: ignore[attr-defined]
    assert np.allclose(die.quad, true, atol=0.01)
    assert die.states["lean"] < 0.01
    assert die.states["unclear"] == pytest.approx(0.5 * NEAR_FACES / CUT_SIDE)


def test_a_die_found_much_too_small_is_looked_at_until_it_is_seen_whole() -> None:
    true = square(640, 480, 70, 12)
    inspector = inspector_that_sees([true], [(0.0, 0.0)])
    whole, sizes = inspector._model.run, []

    def run(cuts: np.ndarray) -> dict[str, np.ndarray]:
        (pose,) = inspector.poses  # type: ignore[attr-defined]
        sizes.append(round(pose.edge))
        seen = whole(cuts)
        middle = seen["corners"].mean(axis=1, keepdims=True)
        part = min(1.0, 1.25 * pose.edge / 70)  # of the die, as far as the network believes that it goes
        return seen | {"corners": middle + (seen["corners"] - middle) * part}

    inspector._model.run = run  # type: ignore[method-assign]
    (die,) = inspector.inspect(FRAME, [square(640, 480, 38, 12)])
    assert sizes == [46, 57, 70]
    assert np.allclose(die.quad, true, atol=0.01)


def test_a_die_that_may_lean_is_looked_at_from_all_sides_and_one_wrong_look_does_not_count() -> None:
    dice = [square(x, y, 60, 12) for x, y in ((300, 300), (900, 300), (600, 700))]
    inspector = inspector_that_sees(dice, [flat_shift(quad) for quad in dice])
    whole, looks = inspector._model.run, []

    def run(cuts: np.ndarray) -> dict[str, np.ndarray]:
        looks.append(len(cuts))
        seen = whole(cuts)
        if len(cuts) == 3:  # the first looks, at all dice
            seen["shift"][0] += (0.3 * CUT_SIDE / NEAR_FACES, 0)
        return seen

    inspector._model.run = run  # type: ignore[method-assign]
    told = inspector.inspect(FRAME, dice)
    assert looks[-1] == 6
    assert max(die.states["lean"] for die in told) < 0.05


def test_a_die_much_smaller_than_the_others_is_cut_out_larger_at_first() -> None:
    poses = [pose_of(square(100 * i, 100, edge, 0)) for i, edge in enumerate((60, 62, 41, 20), 1)]
    usual = (60 + 41) / 2
    assert [pose.edge for pose in _not_too_small(poses, 4)] == pytest.approx([60, 62, 41, 30], abs=0.01)
    assert poses[2].edge > 0.8 * usual > poses[3].edge


def test_the_clearer_look_of_an_unclear_die_is_kept() -> None:
    true = square(640, 480, 70, 12)
    inspector = inspector_that_sees([true], [(0.0, 0.0)])
    whole = inspector._model.run

    def run(cuts: np.ndarray) -> dict[str, np.ndarray]:
        (pose,) = inspector.poses  # type: ignore[attr-defined]
        seen = whole(cuts)
        if pose.edge > 65:
            return seen
        middle = seen["corners"].mean(axis=1, keepdims=True)  # takes a part for the whole, and doubts it
        near = {"corners": middle + (seen["corners"] - middle) * 42 / 70, "spread": np.full((1, 2), 5.0)}
        return seen | near

    inspector._model.run = run  # type: ignore[method-assign]
    (die,) = inspector.inspect(FRAME, [square(640, 480, 42, 12)])
    assert np.allclose(die.quad, true, atol=0.01)
    assert die.states["unclear"] == pytest.approx(0.5 * NEAR_FACES / CUT_SIDE)


def test_what_the_network_says_of_a_cocked_die_adds_to_its_lean() -> None:
    true = square(640, 480, 70, 12)
    inspector = inspector_that_sees([true], [(0.0, 0.0)])
    flat = inspector._model.run
    states = np.array([[0.8 if name == "cocked" else 0.0 for name in DIE_STATES]])
    inspector._model.run = lambda cuts: flat(cuts) | {"states": states}  # type: ignore[method-assign]
    (die,) = inspector.inspect(FRAME, [true])
    assert die.states["lean"] == pytest.approx(0.15 * 0.8, abs=0.01)


def test_corners_that_are_elsewhere_leave_what_was_found() -> None:
    inspector = inspector_that_sees([square(900, 480, 70, 12)], [(0.0, 0.0)])
    inspector.found = [square(640, 480, 66, 9)]  # type: ignore[attr-defined]
    (die,) = inspector.inspect(FRAME, inspector.found)  # type: ignore[attr-defined]
    assert np.allclose(die.quad, inspector.found[0], atol=0.01)  # type: ignore[attr-defined]
    assert die.states["unclear"] == 1.0


def test_the_die_that_leans_among_others_is_told() -> None:
    truth = [square(300, 300, 70, 12), square(900, 350, 70, 40), square(640, 700, 70, 70)]
    flat = [ANY_VIEW.shift_at((np.mean(quad, axis=0) - (639.5, 479.5)) / 1280) * 70 for quad in truth]
    shifts = [tuple(flat[0]), tuple(flat[1] + (18, 0)), tuple(flat[2])]
    inspector = inspector_that_sees(truth, shifts)
    inspector.found = truth  # type: ignore[attr-defined]
    leans = [die.states["lean"] for die in inspector.inspect(FRAME, truth)]
    assert leans[1] == pytest.approx(18 / 70, abs=0.05)
    assert max(leans[0], leans[2]) < 0.05


def test_where_nothing_was_found_nothing_is_looked_at() -> None:
    assert inspector_that_sees([], []).inspect(FRAME, []) == ()
