"""The shipped value networks: their contract, their hash, what they must not depend on."""

from __future__ import annotations

import tomllib
from hashlib import sha256
from importlib.resources import files

import numpy as np
import pytest

from engine import value_files
from engine.advice import advise, network
from engine.advice.network import Network, ValueFileError, network_for, opened, shipped
from engine.advice.values import standard
from engine.catalogue import game, position
from engine.components import write
from engine.value_files import FILES

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


AHEAD = {"wuerfelspiel": ("99600.9", "10000.0"), "or": ("0123456,0123,-,-,-.6", "-,-,-,-,-.0")}
"""A seat that is far ahead, and one that is not."""


@pytest.mark.parametrize("name", [name for name in AHEAD if name in SHIPPED])
def test_whoever_is_far_ahead_is_expected_to_win_whoever_is_to_roll(name):
    best, other = AHEAD[name]
    for seats in game(name).seats:
        for leader in range(seats):
            areas = "/".join(best if seat == leader else other for seat in range(seats))
            component = "board" if name == "wuerfelspiel" else "chips"
            for roller in "ABCD"[:seats]:
                prospects = shipped(name)([position(f"{name} {component}=ours {areas} {roller} roll")])[0]
                assert prospects[leader, 0] > 0.7, (areas, roller)
                assert prospects[:, 0].argmax() == prospects[:, 1].argmax() == leader


def test_a_file_that_is_no_network_is_one_sentence():
    with pytest.raises(ValueFileError, match="install it again"):
        opened(b"nothing", "value.onnx")


@pytest.mark.skipif("wuerfelspiel" not in SHIPPED, reason="no network is shipped")
def test_a_network_for_other_inputs_is_one_sentence():
    content = (files("models") / FILES["wuerfelspiel"]).read_bytes()
    assert b'"shape": [56' in content
    with pytest.raises(ValueFileError, match="both of one version"):
        opened(content.replace(b'"shape": [56', b'"shape": [57'), "value.onnx")


def test_an_owners_network_speaks_for_its_own_components_and_seats_alone(tmp_path, monkeypatch):
    ours = game("or").start(2)
    other = game("or").start(2, {"stall": "off"})
    owner = ours.components.with_entry("chips", "redbrown", 3, "coins 3")
    assert owner.digest != ours.components.digest
    theirs = {seats: game("or").start(seats, components=write(owner)) for seats in (2, 3)}
    monkeypatch.setattr(value_files, "_folders", [])
    value_files.look_in(tmp_path)
    (tmp_path / value_files.own_name("or", owner.digest)).write_bytes(b"a network")
    made = Network(None, "or", seats=(2,), components=owner.digest)
    monkeypatch.setattr(network, "opened", lambda content, name: made)
    network.own.cache_clear()
    assert network_for(theirs[2]) is made
    assert standard(theirs[3]) is not made
    assert network_for(ours) is network_for(other) is not made
    network.own.cache_clear()


def test_an_owners_network_that_cannot_be_used_or_belongs_to_others_is_left_alone(tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(value_files, "_folders", [])
    value_files.look_in(tmp_path)
    start = game("wuerfelspiel").start(2)
    file = tmp_path / value_files.own_name("wuerfelspiel", start.components.digest)
    network.own.cache_clear()
    file.write_bytes(b"nothing")
    assert network_for(start) is shipped("wuerfelspiel")
    network.own.cache_clear()
    monkeypatch.setattr(network, "opened", lambda content, name: Network(None, "wuerfelspiel", components="0" * 12))
    assert network_for(start) is shipped("wuerfelspiel")
    assert caplog.text.count("left alone") == 2
    network.own.cache_clear()


def test_the_card_games_have_no_network():
    assert shipped("kartenspiel") is None
