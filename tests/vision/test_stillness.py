import numpy as np
import pytest

from vision.reading import Frame
from vision.stillness import Stillness


class Camera:
    """Frames of a tray with a die on it, with the noise of a sensor."""

    def __init__(self, noise: float) -> None:
        self.rng, self.noise = np.random.default_rng(5), noise

    def frame(self, x: int = 100, light: float = 0.0) -> Frame:
        picture = np.full((240, 320, 3), 70.0)
        picture[100:120, x : x + 20] = 190
        picture += light + self.rng.normal(0, self.noise, picture.shape)
        return np.clip(picture, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("noise", [1, 8, 20])
def test_noise_alone_is_no_movement(noise: float) -> None:
    camera, stillness = Camera(noise), Stillness()
    stillness.has_moved(camera.frame(), 0)
    assert not any(stillness.has_moved(camera.frame(), 0.05 * step) for step in range(1, 40))


def test_a_die_that_moves_by_a_few_pixels_is_movement() -> None:
    camera, stillness = Camera(2), Stillness()
    stillness.has_moved(camera.frame(100), 0)
    assert stillness.has_moved(camera.frame(104), 0.05)


def test_slow_movement_is_seen_over_a_quarter_of_a_second() -> None:
    camera, stillness = Camera(1), Stillness()
    moved = [stillness.has_moved(camera.frame(100 + step // 3), 0.05 * step) for step in range(30)]
    assert any(moved[6:])


def test_the_whole_picture_a_little_brighter_is_no_movement() -> None:
    camera, stillness = Camera(2), Stillness()
    stillness.has_moved(camera.frame(), 0)
    assert not stillness.has_moved(camera.frame(light=12), 0.05)


def test_light_that_multiplies_what_is_seen_is_no_movement_either() -> None:
    camera, stillness = Camera(1), Stillness()
    first = camera.frame()
    stillness.has_moved(first, 0)
    assert not stillness.has_moved(np.clip(first * 1.12, 0, 255).astype(np.uint8), 0.05)


def test_it_is_told_since_when_all_is_still() -> None:
    camera, stillness = Camera(1), Stillness()
    for step in range(20):
        stillness.has_moved(camera.frame(100 + min(step, 8)), 0.1 * step)
    assert 0.4 <= stillness.since_s <= 0.9
