"""What dice lie on: the one that lies on something else than the others is likely beside the tray."""

from __future__ import annotations

import numpy as np
import pytest

from vision.lining import beside_the_tray, colours_elsewhere
from vision.rectify import Quad

GREEN, BROWN = (60, 140, 70), (40, 80, 150)


def square(x: float, y: float, edge: float = 40.0) -> Quad:
    half = edge / 2
    return (x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)


@pytest.fixture
def frame() -> np.ndarray:
    """A green tray on the left two thirds of a brown table."""
    picture = np.empty((480, 640, 3), np.uint8)
    picture[:, :430], picture[:, 430:] = GREEN, BROWN
    return picture


def test_a_die_on_the_table_lies_on_another_colour_than_those_in_the_tray(frame: np.ndarray) -> None:
    first, second, beside = colours_elsewhere(frame, [square(100, 100), square(250, 300), square(540, 200)])
    assert first == second == 0
    assert beside > 20


def test_light_that_falls_off_is_no_other_colour(frame: np.ndarray) -> None:
    dark = np.rint(frame * np.linspace(1, 0.5, 640)[None, :, None]).astype(np.uint8)
    assert max(colours_elsewhere(dark, [square(100, 100), square(350, 300)])) < 12


def test_nothing_is_said_of_a_die_that_is_alone_or_of_which_too_little_is_seen(frame: np.ndarray) -> None:
    assert colours_elsewhere(frame, [square(540, 200)]) == (0.0,)
    assert colours_elsewhere(frame, [square(100, 100), square(700, 520)]) == (0.0, 0.0)
    assert colours_elsewhere(frame, []) == ()


def test_what_may_be_no_die_is_held_against_the_dice_and_says_nothing_of_them(frame: np.ndarray) -> None:
    quads = [square(100, 100), square(540, 200), square(540, 400)]
    assert colours_elsewhere(frame, quads, voters=2)[1] > 20
    assert colours_elsewhere(frame, quads)[1] == 0


def test_a_die_near_where_dice_were_taught_lies_in_the_tray_unless_the_network_is_nearly_certain() -> None:
    assert beside_the_tray(0.98, 0.0, outside=0.5) < 0.6
    assert beside_the_tray(0.98, 0.0, outside=0.5) < beside_the_tray(0.98, 0.0, outside=1.1) < 0.9
    assert beside_the_tray(0.98, 0.0, outside=1.5) == pytest.approx(0.98)
    assert beside_the_tray(0.999, 0.0, outside=-1.0) > 0.9


def test_another_colour_makes_a_suspicion_stronger_but_decides_nothing_alone() -> None:
    assert beside_the_tray(0.3, 0.0) == pytest.approx(0.3)
    assert beside_the_tray(0.3, 20.0) > 0.95
    assert beside_the_tray(0.001, 60.0) < 0.1
    assert 0 <= beside_the_tray(0.0, 0.0) < beside_the_tray(1.0, 0.0) <= 1
