"""The shipped value networks: their contract, their hash, what they must not depend on."""

from __future__ import annotations

import tomllib
from hashlib import sha256
from importlib.resources import files

import numpy as np
import pytest

from engine.advice import advise
from engine.advice.network import FILES, ValueFileError, opened, shipped
from engine.catalogue import game, position

SHIPPED = [name for name in FILES if shipped(name) is not None]


@pytest.mark.parametrize("name", SHIPPED)
def test_a_network_gives_chances_that_sum_to_one_for_two_to_four_seats(name):
    for seats in game(name).seats:
        start = game(name).start(seats)
        prospects = shipped(name)([start, start])
        assert prospects.shape == (2, seats, 2)
        assert prospects[..., 0].sum(axis=1) == pytest.approx(1)
        assert np.isfinite(prospects).all()


@pytest.mark.parametrize("name", SHIPPED)
def test_the_card_has_the_hash_of_the_file(name):
    path = files("models") / FILES[name]
    card = tomllib.loads((files("models") / FILES[name].replace(".onnx", ".toml")).read_text())
    assert card["sha256"] == sha256(path.read_bytes()).hexdigest()
    assert len(path.read_bytes()) < 500_000


@pytest.mark.skipif("wuerfelspiel" not in SHIPPED, reason="no network is shipped")
def test_the_order_of_the_rows_does_not_matter():
    blank = "." * 90 + "/-4,-3,-2,1,2,3,6,7,10/40"
    value = shipped("wuerfelspiel")
    one = value([position(f"wuerfelspiel board={blank} 73100.2/05000.1 A roll")])
    two = value([position(f"wuerfelspiel board={blank} 00137.2/00050.1 A roll")])
    assert one == pytest.approx(two, abs=1e-5)


@pytest.mark.skipif("wuerfelspiel" not in SHIPPED, reason="no network is shipped")
def test_who_is_far_ahead_is_expected_to_win():
    here = position("wuerfelspiel board=ours 99600.9/10000.0 A roll")
    assert shipped("wuerfelspiel")([here])[0, 0, 0] > 0.9
    start = game("wuerfelspiel").start(2)
    best = advise(start.play(start.parse_move("ggggg"))).best
    assert best.win is not None
    assert 0 < best.win < 1


def test_a_file_that_is_no_network_is_one_sentence():
    with pytest.raises(ValueFileError, match="install it again"):
        opened(b"nothing", "value.onnx")


@pytest.mark.skipif("wuerfelspiel" not in SHIPPED, reason="no network is shipped")
def test_a_network_for_other_inputs_is_one_sentence():
    content = (files("models") / FILES["wuerfelspiel"]).read_bytes()
    assert b'"shape": [56' in content
    with pytest.raises(ValueFileError, match="both of one version"):
        opened(content.replace(b'"shape": [56', b'"shape": [57'), "value.onnx")


def test_the_card_games_have_no_network():
    assert shipped("kartenspiel") is None
