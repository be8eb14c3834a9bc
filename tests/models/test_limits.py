"""The rules by which thresholds are frozen: what they spare, what they catch, and that no sample makes them sure."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from models.reader.contract import DIE_STATES
from models.reader.limits import MEASURED, Taught, finder_limits, rig_limits, state_limits, taught_limits
from models.reader.observe import Observed
from vision.classify import Look
from vision.render.picture import TrueDie
from vision.second_look import die_lies_there, witnesses

QUAD = ((0.0, 0.0), (50.0, 0.0), (50.0, 50.0), (0.0, 50.0))


def die(rest: str = "flat", readable: bool = True) -> TrueDie:
    return TrueDie("3", (25.0, 25.0), QUAD, 50.0, readable, rest, True, False, 1.0)  # type: ignore[arg-type]


def seen(truth: TrueDie | None, score: float = 0.9, error: float = 0.02, **states: float) -> Observed:
    every = dict.fromkeys((*DIE_STATES, *MEASURED), 0.0) | states
    return Observed("or", "normal", truth, score, every, None, None, error)


def test_one_readable_die_in_a_hundred_may_lean_more_than_the_limit() -> None:
    flat = [seen(die(), lean=i / 1000) for i in range(200)]
    cocked = [seen(die("tilted", readable=False), lean=0.5) for _ in range(10)]
    assert state_limits(flat + cocked)["lean"] == pytest.approx(0.197, abs=0.001)


def test_a_die_whose_corners_were_not_found_says_nothing_about_the_limit_of_a_lean() -> None:
    flat = [seen(die(), lean=0.1) for _ in range(200)]
    lost = [seen(die(), error=0.6, lean=0.9) for _ in range(10)]
    cocked = [seen(die("tilted", readable=False), lean=0.5) for _ in range(10)]
    assert state_limits(flat + lost + cocked)["lean"] == pytest.approx(0.1)


def test_dice_seen_far_aslant_say_nothing_about_the_limit_of_a_lean() -> None:
    flat = [seen(die(), lean=0.1) for _ in range(200)]
    aslant = [dataclasses.replace(seen(die(), lean=0.5), condition="oblique") for _ in range(20)]
    cocked = [seen(die("tilted", readable=False), lean=0.5) for _ in range(10)]
    assert state_limits(flat + aslant + cocked)["lean"] == pytest.approx(0.1)


def test_where_nothing_was_taught_three_readable_dice_in_two_hundred_may_lean_more_than_the_limit() -> None:
    flat = [seen(die(), lean=i / 1000) for i in range(200)]
    cocked = [seen(die("tilted", readable=False), lean=0.5) for _ in range(10)]
    assert state_limits(flat + cocked)["untaught_lean"] == pytest.approx(0.196, abs=0.0005)


def test_what_tells_too_few_is_believed_at_twice_its_limit() -> None:
    flat = [seen(die(), unclear=0.1) for _ in range(100)]
    assert state_limits(flat)["unclear"] == pytest.approx(0.2)


def test_a_state_that_the_network_cannot_tell_is_believed_near_certainty_only() -> None:
    flat = [seen(die(), cocked=0.4) for _ in range(100)]
    cocked = [seen(die("tilted", readable=False), cocked=0.3) for _ in range(20)]
    assert state_limits(flat + cocked)["cocked"] == 0.97


def test_a_state_is_not_believed_on_the_word_of_a_few_dice() -> None:
    flat = [seen(die(), stacked=0.1) for _ in range(100)]
    stacked = [seen(die("stacked", readable=False), stacked=0.9) for _ in range(25)]
    assert state_limits(flat + stacked)["stacked"] == pytest.approx(0.1)
    assert state_limits(flat + stacked[:10])["stacked"] == 0.97


def test_a_rig_s_limit_of_a_lean_comes_from_its_flat_dice_alone() -> None:
    look = Look({}, {}, np.zeros(64, np.float32))
    rows = [Taught("or", {}, {}, look, "3", True, {}, lean=number / 1000) for number in range(201)]
    assert rig_limits([*rows, Taught("or", {}, {}, look, "3", False, {})])["rig_lean"] == pytest.approx(0.198)
    assert rig_limits([]) == {}


def test_a_rig_s_limit_of_faces_seen_aslant_lies_beyond_nearly_all_flat_dice() -> None:
    looks = [Look({}, {"not_upright": number / 1000}, np.zeros(64, np.float32)) for number in range(501)]
    flat = [Taught("or", {}, {}, look, "3", True, {}, lean=0.0) for look in looks]
    assert rig_limits(flat)["rig_not_upright"] == pytest.approx(0.4995)
    assert rig_limits(flat[:100])["rig_not_upright"] == 0.3


def looked_at_again(truth: TrueDie | None, score: float, edge: float, unclear: float) -> Observed:
    states = dict.fromkeys((*DIE_STATES, *MEASURED), 0.0) | {"unclear": unclear}
    return Observed("or", "normal", truth, score, states, None, {"unreadable": 0.1}, 0.02, None, edge, 50.0)


def test_a_second_look_learns_to_tell_dice_from_lint_with_the_same_score_of_the_finder() -> None:
    dice = [looked_at_again(die(), 0.3, 49 + number % 3, 0.04) for number in range(40)]
    lint = [looked_at_again(None, 0.3, 90 + number % 9, 0.14) for number in range(400)]
    limits = finder_limits(dice + lint, 320)
    chances = [
        die_lies_there(witnesses(row.score, row.edge, row.states["unclear"], 0.1, row.usual), limits)  # type: ignore[index]
        for row in (dice[0], lint[0])
    ]
    assert chances[0] > limits["second_look"] > limits["perhaps_a_die"] > chances[1]


def test_without_anything_to_learn_from_a_second_look_says_nothing() -> None:
    limits = finder_limits([seen(die(), score=0.8) for _ in range(50)], 100)
    assert die_lies_there(witnesses(0.3, 50.0, 0.04, 0.1, 50.0), limits) == 0.5


def test_however_right_a_sample_is_no_witness_is_believed_without_end() -> None:
    known = Look({"or": np.array([0.01, 0.01, 0.94, 0.01, 0.01, 0.01, 0.01], np.float32)}, {}, np.zeros(64, np.float32))
    closeness = {"1": 0.3, "2": 0.3, "3": 0.9, "4": 0.3, "5": 0.3, "stone": 0.3}
    rows = [Taught("or", closeness, closeness, known, "3", True, dict.fromkeys(closeness, 0.0)) for _ in range(100)]
    assert taught_limits(rows)["taught_warmth"] < 40


def test_how_much_the_hues_of_copies_differ_is_learnt_from_pip_dice_of_rigs_alone() -> None:
    pips = Look({"pips": np.full(7, 1 / 7, np.float32)}, {}, np.zeros(64, np.float32))
    numerals = Look({"or": np.full(7, 1 / 7, np.float32)}, {}, np.zeros(64, np.float32))
    closeness = {"1": 0.3, "2": 0.9}
    none = {"1": 0.0, "2": 0.0}
    plain = [Taught("pips", closeness, closeness, pips, "2", True, none, number / 1000) for number in range(101)]
    framed = [Taught("or", closeness, closeness, numerals, "2", True, none, odd_body=0.6) for _ in range(50)]
    assert taught_limits(plain + framed)["odd_among_copies"] == pytest.approx(0.099)
