"""Is a set of dice fair?  The figures against tables and simulation."""

import numpy as np
import pytest
from scipy.special import gammaln
from scipy.stats import chi2

from rig.dice_fairness import CONCENTRATION, FALSE_ALARM, NEEDED, SETS, chance_of, chi_square, judge, log_evidence


@pytest.mark.parametrize("statistic", [0.1, 1.0, 4.35, 11.07, 15.09, 40.0])
def test_the_chance_of_a_deviation_is_that_of_chi_square_with_five_degrees(statistic):
    assert chance_of(statistic) == pytest.approx(chi2.sf(statistic, 5), rel=1e-9)


def test_pearsons_statistic_of_a_worked_example():
    assert chi_square((5, 8, 9, 8, 10, 20)) == pytest.approx(13.4)


def test_few_throws_say_nothing_whatever_they_show():
    assert judge((20, 0, 0, 0, 0, 0)).verdict == "few"
    assert judge((0, 0, 0, 0, 0, 0)).verdict == "few"


def test_dice_that_fall_evenly_are_not_doubted_and_a_loaded_face_is_named():
    assert judge((100, 104, 95, 99, 103, 99)).verdict == "fair"
    loaded = judge((90, 90, 90, 90, 90, 190))
    assert (loaded.verdict, loaded.oddest) == ("odd", 5)
    rare = judge((300, 300, 300, 170, 300, 300))
    assert (rare.verdict, rare.oddest) == ("odd", 3)


def first_alarms(share: float, runs: int, throws: int, step: int, seed: int) -> np.ndarray:
    """Throws after which each simulated set of dice is called unfair, looked at every few throws; 10**9 for never."""
    dice = np.random.default_rng(seed)
    shares = [share] + [(1 - share) / 5] * 5
    counts = dice.multinomial(step, shares, size=(runs, throws // step)).cumsum(1)
    total, a = counts.sum(2), CONCENTRATION
    evidence = gammaln(6 * a) - gammaln(6 * a + total) + (gammaln(a + counts) - gammaln(a)).sum(2) + total * np.log(6)
    assert evidence[0, -1] == pytest.approx(log_evidence(counts[0, -1].tolist()))
    alarms = evidence >= np.log(SETS / FALSE_ALARM)
    return np.where(alarms.any(1), (alarms.argmax(1) + 1) * step, 10**9)


def test_fair_dice_are_called_unfair_seldom_though_people_look_all_the_time():
    alarms = first_alarms(1 / 6, runs=1500, throws=6000, step=10, seed=1)
    assert (alarms < 10**9).mean() <= FALSE_ALARM / SETS + 0.01


@pytest.mark.parametrize(("share", "needed"), NEEDED[:3])
def test_four_of_five_loaded_dice_are_found_out_after_as_many_throws_as_we_say(share, needed):
    found = (first_alarms(share, runs=600, throws=needed * 2, step=10, seed=2) <= needed).mean()
    assert 0.76 <= found <= 0.86
