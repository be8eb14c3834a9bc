"""Marks that casinos print between pips: one die, one number; the pips of other faces stay alone."""

import numpy as np
import pytest

from vision.render.casino import casino_mark
from vision.render.designs import die_design
from vision.render.pen import FACE_PX


@pytest.mark.parametrize("seed", range(4))
def test_the_number_stands_between_the_rows_of_the_six(seed: int) -> None:
    mark = casino_mark("6", np.random.default_rng(seed))
    beside = mark[:, : FACE_PX // 4].max(), mark[:, -FACE_PX // 4 :].max()
    assert mark[:, FACE_PX // 4 : -FACE_PX // 4].max() > 80
    assert beside == (0, 0)


def test_the_same_seed_gives_the_marks_of_one_die() -> None:
    one, other = (casino_mark("2", np.random.default_rng(5)) for _ in range(2))
    assert np.array_equal(one, other)
    assert one.any()
    assert not casino_mark("5", np.random.default_rng(5)).any()


@pytest.mark.parametrize("families", ["calibration", "test", "any"])
def test_only_dice_that_are_learnt_from_bear_them(families: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.render.set_art.casino_mark", None)
    for seed in range(12):
        die_design("pips", np.random.default_rng(seed), families)  # type: ignore[arg-type]
