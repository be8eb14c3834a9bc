"""Matches on boards and chips of any kind, and the linear value trained for them."""

from __future__ import annotations

import shutil

import numpy as np
import pytest

from engine.advice.linear import linear
from models.values import train_linear
from models.values.boards import balanced_chips, own_gifts
from models.values.settings import games_of_kind
from models.values.strength import Match, played

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")


def test_a_kind_of_chips_is_ours_or_drawn_by_its_number():
    assert np.array_equal(games_of_kind("or", 4, 2, 1, "simple", "ours").gifts[0], own_gifts())
    third = balanced_chips(np.random.default_rng([7, 3]))[0]
    assert np.array_equal(games_of_kind("or", 4, 2, 1, "simple", "balanced:3").gifts[0], third)


def test_a_player_can_be_the_linear_value_trained_for_the_very_chips(monkeypatch):
    monkeypatch.setattr(train_linear, "GAMES", 24)
    monkeypatch.setattr(train_linear, "GENERATIONS", 2)
    train_linear.trained.cache_clear()
    weights = train_linear.trained("or", "simple", 2, "balanced:3").weights
    assert weights.shape == linear("or", 2).weights.shape
    assert not np.array_equal(weights, train_linear.trained("or", "simple", 2, "balanced:4").weights)
    found = played(Match("or", ("retrained", "random"), 12, 5, "simple", "balanced:3"))
    assert found.wins.mean() > 0.8
    train_linear.trained.cache_clear()
