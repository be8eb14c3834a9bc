"""Looking at dice once more: cut out upright, corners brought back to the frame, shifts held against each other."""

from __future__ import annotations

from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from models.reader.contract import CUT_SIDE, DIE_STATES, NEAR_FACES, WIDE_FACES
from vision.die_corners import DieInspector
from vision.flatness import ANY_VIEW
from vision.rectify import Quad, clockwise
from vision.upright import Pose, around, halves, pose_of

FRAME = np.full((960, 1280, 3), 60, np.uint8)


def square(x: float, y: float, edge: float, degrees: float) -> Quad:
    a = np.radians(degrees)
    u, v = np.array([np.cos(a), np.sin(a)]) * edge / 2, np.array([-np.sin(a), np.cos(a)]) * edge / 2
    return clockwise(np.array([x, y]) + np.array([-u - v, u - v, u + v, -u + v]))


def inspector_that_sees(truth: list[Quad], shifts: list[tuple[float, float]]) -> DieInspector:
    """The network is told the truth in pixels of the frame, for the dice in the order in which they are looked at."""
    calls: list[int] = []

    def run(cuts: np.ndarray) -> dict[str, np.ndarray]:
        calls.append(len(cuts))
        assert cuts.shape[1:] == (CUT_SIDE, CUT_SIDE, 6)
        corners, moved = [], []
        for quad, shift, pose in zip(truth, shifts, inspector.poses, strict=True):
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
