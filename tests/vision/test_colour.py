"""The colour of dice: copies of one die have the same hue in one light, whatever the light."""

from __future__ import annotations

import numpy as np
import pytest

from vision.colour import are_strangers, colour_distance, colours_of, has_one_body, ink_of, odd_bodies
from vision.profile import Shot
from vision.reading import Frame

IVORY, RED, BLACK = (150, 190, 200), (60, 60, 190), (20, 20, 20)


def face(body: tuple[int, int, int], light: tuple[float, float, float] = (1, 1, 1)) -> Frame:
    """A rectified face with a black spot."""
    picture = np.full((96, 96, 3), body, np.float64)
    picture[40:56, 40:56] = BLACK
    return np.clip(picture * light, 0, 255).astype(np.uint8)


def test_ink_and_body_are_told_apart() -> None:
    ink, body = colours_of(face(IVORY))
    assert ink == pytest.approx(np.log(np.array(BLACK) + 10) - np.log(np.array(IVORY) + 10), abs=0.05)
    assert body == pytest.approx(np.log(np.array(IVORY) + 10), abs=0.01)


@pytest.mark.parametrize("light", [(1, 1, 1), (0.6, 0.9, 1.1), (0.4, 0.4, 0.4)], ids=["day", "warm", "dim"])
def test_a_die_of_another_colour_is_odd_in_any_light(light: tuple[float, float, float]) -> None:
    bodies = [colours_of(face(colour, light))[1] for colour in (IVORY, IVORY, RED)]
    first, second, red = odd_bodies(bodies)
    assert first == second == 0
    assert red > 0.5


def test_among_dice_of_any_colour_only_one_beside_copies_is_a_stranger() -> None:
    ivory, blue, red = (colours_of(face(colour))[1] for colour in (IVORY, (190, 60, 60), RED))
    assert are_strangers([ivory, blue, red], 0.2, must_be_copies=False) == [False, False, False]
    assert are_strangers([ivory, ivory, red], 0.2, must_be_copies=False) == [False, False, True]
    assert are_strangers([ivory, red], 0.2, must_be_copies=False) == [False, False]
    assert are_strangers([ivory, blue, red], 0.2, must_be_copies=True) == [True, True, True]


def test_a_die_burnt_out_is_no_copy_beside_which_others_are_strangers() -> None:
    burnt = colours_of(np.full((96, 96, 3), 255, np.uint8))[1]
    blue, red = (colours_of(face(colour))[1] for colour in ((190, 60, 60), RED))
    assert are_strangers([burnt, blue, red], 0.2, must_be_copies=False) == [False, False, False]


def test_a_die_in_the_shade_of_a_hand_is_not_odd() -> None:
    bodies = [colours_of(face(IVORY, (level,) * 3))[1] for level in (1, 0.95, 0.5)]
    assert max(odd_bodies(bodies)) < 0.1


def test_nothing_is_said_of_a_die_that_is_alone_or_burnt_out() -> None:
    assert odd_bodies([colours_of(face(RED))[1]]) == (0.0,)
    burnt = colours_of(np.full((96, 96, 3), 255, np.uint8))[1]
    assert odd_bodies([burnt, colours_of(face(RED))[1]]) == (0.0, 0.0)
    assert odd_bodies([None, colours_of(face(RED))[1]]) == (0.0, 0.0)


def test_dice_that_were_taught_in_several_colours_have_no_colour_of_their_own() -> None:
    def taught(*bodies: tuple[int, int, int]) -> list[Shot]:
        return [Shot("1", face(body), np.zeros(64, np.float32)) for body in bodies]

    assert has_one_body(taught(IVORY, IVORY), 0.5)
    assert not has_one_body(taught(IVORY, IVORY, RED), 0.5)
    assert has_one_body(taught(IVORY), 0.5)
    assert has_one_body([], 0.5)


def test_on_a_face_of_two_tones_either_may_be_taken_for_the_ink_at_a_small_price() -> None:
    """Pale lines on a green panel in a pale frame: whichever is seen better is the ink, the other the body."""
    panel = np.full((96, 96, 3), IVORY, np.uint8)
    panel[30:66, 30:66] = (50, 110, 40)
    lines = np.full((96, 96, 3), (50, 110, 40), np.uint8)
    lines[40:56, 40:56] = IVORY
    shots = [Shot("green", panel, np.ones(1, np.float32))]
    assert colour_distance(ink_of(panel), shots) == 0
    assert colour_distance(ink_of(lines), shots) == pytest.approx(0.1, abs=0.02)
    assert colour_distance(ink_of(face(RED)), shots) > 0.3
