"""Are the dice fair?  An honest answer after any number of throws.

The verdict comes from a likelihood ratio that is averaged over all unfair dice (a Dirichlet mixture): with fair dice
it exceeds 1/a at any time at all with a chance of at most a (Ville's inequality).  So people may look after every
game, and the verdict is wrong in at most one of twenty homes for ever, all dice sets together.  The chi-square figure
beside it is the usual one for a single look.

Literature: Ville, Étude critique de la notion de collectif (1939); Pearson, Phil. Mag. 50 (1900).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import erfc, exp, lgamma, log, pi, sqrt

SIDES = 6
SETS = 3
"""Kinds of dice that are judged beside one another; they share the chance of a false alarm."""
FALSE_ALARM = 0.05
CONCENTRATION = 30.0
"""How near to fair the unfair dice are thought to be: a face then falls in 17 ± 3 of 100 throws."""
FEWEST = 30
"""Throws below which nothing is said: each face is expected five times."""

NEEDED = ((0.30, 230), (0.25, 520), (0.20, 3_400), (0.18, 29_000))
"""How often one face falls where the others share the rest, and the throws after which four of five such dice are
found out; by simulation (`tests/rig/test_dice_fairness.py` repeats it)."""


@dataclass(frozen=True, slots=True)
class Fairness:
    """What the throws of one kind of dice say.

    Attributes:
        counts: how often each face fell.
        chance: of deviations as large as these or larger where all dice are fair (chi-square, one look).
        evidence: how many times better unfair dice explain the throws than fair ones.
        verdict: "few" (too few throws), "fair" (no reason to doubt) or "odd" (not fair).
        oddest: place of the face that deviates most.
    """

    counts: tuple[int, ...]
    chance: float
    evidence: float
    verdict: str
    oddest: int

    @property
    def throws(self) -> int:
        """How many there were."""
        return sum(self.counts)


def judge(counts: Sequence[int]) -> Fairness:
    """What the counts of six faces say."""
    throws = sum(counts)
    expected = throws / SIDES
    evidence = exp(min(log_evidence(counts), 700.0))
    verdict = "few" if throws < FEWEST else "odd" if evidence >= SETS / FALSE_ALARM else "fair"
    oddest = max(range(SIDES), key=lambda face: abs(counts[face] - expected))
    return Fairness(tuple(counts), chance_of(chi_square(counts)), evidence, verdict, oddest)


def log_evidence(counts: Sequence[int]) -> float:
    """Logarithm of the likelihood ratio of the Dirichlet mixture against fair dice."""
    throws, a = sum(counts), CONCENTRATION
    mixture = lgamma(SIDES * a) - lgamma(SIDES * a + throws) + sum(lgamma(a + count) - lgamma(a) for count in counts)
    return mixture + throws * log(SIDES)


def chi_square(counts: Sequence[int]) -> float:
    """Pearson's statistic against equal chances, five degrees of freedom."""
    expected = sum(counts) / SIDES
    return sum((count - expected) ** 2 for count in counts) / expected if expected else 0.0


def chance_of(statistic: float) -> float:
    """Chance that chi-square with five degrees of freedom is at least so large."""
    half = statistic / 2
    return erfc(sqrt(half)) + sqrt(2 * statistic / pi) * exp(-half) * (1 + statistic / 3)


def found_out_from(throws: int) -> float | None:
    """The smallest share of NEEDED that so many throws would show four times in five, None for none."""
    reached = [share for share, needed in NEEDED if throws >= needed]
    return min(reached) if reached else None
