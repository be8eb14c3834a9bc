"""Floors and rims of any pattern: without a seam, of every colour, and in pictures that are learnt from only."""

import numpy as np
import pytest

from vision.render.families import Families
from vision.render.free_tiles import FREE, free_tile
from vision.render.scene import random_scene
from vision.render.tray import random_tray


def test_a_tile_repeats_without_a_seam() -> None:
    for seed in range(40):
        tile = free_tile(seed, 128).astype(np.float32)
        for one in (tile, tile.transpose(1, 0, 2)):
            across_the_seam = np.abs(one[0] - one[-1]).mean()
            within = np.abs(np.diff(one, axis=0)).mean(axis=(1, 2)).max()
            assert across_the_seam <= 1.3 * within + 4, seed


def test_the_same_seed_gives_the_same_tile_and_every_brightness_occurs() -> None:
    assert np.array_equal(free_tile(7, 64), free_tile(7, 64))
    means = [free_tile(seed, 64).mean() for seed in range(60)]
    assert min(means) < 50 < 180 < max(means)


@pytest.mark.parametrize(
    ("families", "free"), [("train", True), ("calibration", False), ("test", False), ("any", False)]
)
def test_only_pictures_that_are_learnt_from_show_them(families: Families, free: bool) -> None:
    rng = np.random.default_rng(3)
    trays = [random_tray(rng, families, 200, 150) for _ in range(30)]
    assert any(FREE in (tray.lining.name, tray.rim.name, tray.desk.name) for tray in trays) is free


def test_litter_lies_where_no_die_does() -> None:
    rng, found = np.random.default_rng(1), 0
    for _ in range(12):
        scene = random_scene(rng, "or", "normal", "train")
        for thing in scene.things:
            if thing.kind in ("thread", "bead", "picture"):
                found += 1
                away = [np.hypot(*(die.placed.position[:2] - (thing.x, thing.y))) for die in scene.dice]
                assert min(away) > thing.length_mm + 10
    assert found > 0
