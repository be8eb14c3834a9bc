"""The finder's geometry without its network: maps drawn by hand are read back."""

from types import MappingProxyType, SimpleNamespace

import numpy as np
import pytest

from models.reader.contract import (
    CUT_SIDE,
    DIE_STATES,
    FINDER_CHANNELS,
    NEAR_FACES,
    REFERENCE_EDGE,
    STATES,
    STRIDE,
    WIDE_FACES,
)
from models.reader.geometry import describe, targets
from vision.find_dice import DiceFinder


def corners_that_are(states: list[int]) -> SimpleNamespace:
    """A corner network that finds nothing of its own: its corners are nowhere, so that those of the finder stay."""
    faces = [NEAR_FACES, WIDE_FACES]
    contract = {"input": {"shape": [CUT_SIDE, CUT_SIDE, 6]}, "faces_wide": faces, "states": DIE_STATES}
    return SimpleNamespace(
        contract=contract,
        run=lambda cuts: {
            "corners": np.zeros((len(cuts), 4, 2), np.float32),
            "shift": np.zeros((len(cuts), 2), np.float32),
            "spread": np.ones((len(cuts), 2), np.float32),
            "states": np.repeat(np.array([states], np.float32), len(cuts), 0),
        },
    )


def finder_that_sees(quads: list[np.ndarray], states: list[int] | None = None) -> DiceFinder:
    dice = [{"quad": quad, "states": [0] * len(STATES), "ignore": False} for quad in quads]
    heat, values, _ = targets(dice)
    heat = np.clip(heat, 1e-4, 1 - 1e-4)
    values[0] = np.log(heat / (1 - heat))
    values[8:] = -6
    contract = {
        "input": {"shape": [384, 512, 3]},
        "stride": STRIDE,
        "reference_edge": REFERENCE_EDGE,
        "channels": FINDER_CHANNELS,
        "states": STATES,
    }
    model = SimpleNamespace(
        contract=contract, thresholds=MappingProxyType({}), run=lambda batch: {"map": values[None].astype(np.float32)}
    )
    return DiceFinder(model, corners_that_are(states or [0] * len(DIE_STATES)))  # type: ignore[arg-type]


def square(x: float, y: float, edge: float, degrees: float, squeeze: float = 1.0) -> np.ndarray:
    a = np.radians(degrees)
    u, v = np.array([np.cos(a), np.sin(a)]) * edge / 2, np.array([-np.sin(a), np.cos(a)]) * edge / 2 * squeeze
    return np.array([x, y]) + np.array([-u - v, u - v, u + v, -u + v])


@pytest.mark.parametrize("degrees", range(0, 90, 9))
def test_corners_come_back_to_a_tenth_of_a_pixel_at_every_angle(degrees: int) -> None:
    quad = square(200.3, 150.7, 23, degrees, squeeze=0.8)
    (die,) = finder_that_sees([quad]).find(np.zeros((384, 512, 3), np.uint8)).dice
    seen = np.sort(np.array(die.quad).view("f8,f8").ravel())
    wanted = np.sort((quad - 0.5).view("f8,f8").ravel())
    assert np.allclose(seen.view("f8"), wanted.view("f8"), atol=0.1)


def test_the_description_does_not_depend_on_the_first_corner() -> None:
    quad = square(10, 20, 30, 33, squeeze=0.7)
    assert describe(quad) == pytest.approx(describe(np.roll(quad, 1, axis=0)))


def test_touching_dice_are_two_dice() -> None:
    quads = [
        square(200, 150, 20, 10),
        square(200 + 20.5 * np.cos(np.radians(10)), 150 + 20.5 * np.sin(np.radians(10)), 20, 10),
    ]
    assert len(finder_that_sees(quads).find(np.zeros((384, 512, 3), np.uint8)).dice) == 2


def test_places_are_those_of_the_larger_frame() -> None:
    (die,) = finder_that_sees([square(100, 80, 20, 0)]).find(np.zeros((960, 1280, 3), np.uint8)).dice
    assert die.quad[0] == pytest.approx((90 * 2.5 - 0.5, 70 * 2.5 - 0.5), abs=0.1)


def test_a_frame_on_its_side_is_turned_and_back() -> None:
    (die,) = finder_that_sees([square(100, 80, 20, 0)]).find(np.zeros((512, 384, 3), np.uint8)).dice
    assert np.mean(die.quad, axis=0) == pytest.approx([384 - 80 - 0.5, 100 - 0.5], abs=0.1)


def test_states_come_with_their_names() -> None:
    (die,) = finder_that_sees([square(100, 80, 20, 0)], [1, 0, 0, 1, 0]).find(np.zeros((384, 512, 3), np.uint8)).dice
    assert {name for name in DIE_STATES if die.states[name] > 0.9} == {"cocked", "covered"}
    assert die.states["unclear"] == 1.0  # the corners were nowhere


def test_an_empty_map_has_no_dice() -> None:
    assert finder_that_sees([]).find(np.zeros((384, 512, 3), np.uint8)).dice == ()


def test_a_pip_upon_a_die_is_no_die_of_its_own() -> None:
    face, pip = square(200, 150, 42, 10), square(224, 150, 20, 10)
    (die,) = finder_that_sees([face, pip]).find(np.zeros((384, 512, 3), np.uint8)).dice
    assert np.mean(die.quad, axis=0) == pytest.approx([199.5, 149.5], abs=0.2)


def test_a_small_die_beside_a_large_one_stays() -> None:
    quads = [square(200, 150, 40, 10), square(232, 150, 20, 10)]
    assert len(finder_that_sees(quads).find(np.zeros((384, 512, 3), np.uint8)).dice) == 2
