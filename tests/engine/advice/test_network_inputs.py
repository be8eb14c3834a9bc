"""What the networks see of a position: blind to the order of rows and colours, each part once."""

from __future__ import annotations

import numpy as np
import pytest

from engine.advice.network_inputs import OR_SHAPE, WUERFELSPIEL_SHAPE, or_inputs, wuerfelspiel_inputs
from engine.advice.or_arrays import states_of as or_states
from engine.advice.wuerfelspiel_arrays import states_of as wuerfelspiel_states
from engine.catalogue import game, position


def test_each_colour_of_or_is_a_part_and_equal_colours_are_one():
    here = position("or chips=ours 0123,-,-,-,-.5/-,7,-,-,-.0 A roll")
    start = game("or").start(2)
    inputs = or_inputs(or_states([here, here, start]))
    assert inputs.parts.shape == (7, OR_SHAPE[0])  # two colours changed, three the same, two as at the beginning
    assert inputs.places.shape == (3, OR_SHAPE[1], 5)
    assert inputs.rest.shape == (3, OR_SHAPE[2])
    assert (inputs.places[0] == inputs.places[1]).all()


def test_the_figures_of_or_name_what_lies_there():
    here = position("or chips=ours 0123,-,-,-,-.5/-,7,-,-,-.0 A roll")
    inputs = or_inputs(or_states([here]))
    colour = inputs.parts[inputs.places[0, 0, 0]]
    assert colour[0] == colour[38] == 1  # two seats play
    assert colour[76] == 0
    length = here.columns[0] >> 13
    assert colour[1 + 4 + length] == 1
    assert colour[12 + 3] == 1  # a 3 lies on top, going up
    assert colour[12 + 13] == 1
    assert colour[27:38].tolist() == [0] * 4 + [1] * 7
    assert colour[152:163].tolist() == [0] * 4 + [1] * 7
    empty = inputs.parts[inputs.places[0, 0, 4]]
    assert empty[12 + 11] == 1
    assert inputs.rest[0, 5] == 1  # five stones
    assert inputs.rest[0, 52] == pytest.approx(here.supply / 30)
    assert inputs.rest[0, 74:].tolist() == [1, 0, 0]


def test_the_order_of_the_seats_begins_with_the_one_to_roll():
    first = or_inputs(or_states([position("or chips=ours 0123,-,-,-,-.5/-,-,-,-,-.0 A roll")]))
    second = or_inputs(or_states([position("or chips=ours -,-,-,-,-.0/0123,-,-,-,-.5 B roll")]))
    assert first.rest == pytest.approx(second.rest)
    assert first.parts[first.places] == pytest.approx(second.parts[second.places])


def test_unknown_spaces_count_in_part():
    here = position("wuerfelspiel board=ours 70000.1/05000.1 A roll")
    inputs = wuerfelspiel_inputs(wuerfelspiel_states([here]))
    assert inputs.parts.shape == (51, WUERFELSPIEL_SHAPE[0])
    assert inputs.rest.shape == (1, WUERFELSPIEL_SHAPE[2])
    assert not inputs.parts[-1].any()
    assert (inputs.places[0, 2:] == 50).all()  # two seats play
    assert np.flatnonzero(inputs.parts[7, :10]).tolist() == [7]
