"""A second look at places where the finder is not sure: whether a die lies there, by all that the networks say of it.

The finder's score, the size beside the other dice, how clear the corners are and whether a face can be read are
weighed by a logistic regression whose weights were frozen on calibration renders (`models/dice_finder.toml`).
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Mapping, Sequence

from vision.find_dice import FoundDie
from vision.rectify import edge_of

WEIGHT = "again_"
"""What the names of the weights begin with."""

ALWAYS = "always"
"""Name of the weight that counts whatever is seen."""

SURE = 1e-3
"""Probabilities nearer than that to 0 or 1 say no more than this."""


def usual_edge(clear: Sequence[FoundDie]) -> float:
    """Edge in pixels of the dice that are there beyond doubt, 0 without any."""
    return statistics.median(edge_of(die.quad) for die in clear) if clear else 0.0


def witnesses(score: float, edge: float, unclear: float, unreadable: float, usual: float) -> dict[str, float]:
    """What speaks for or against a die, by name.

    Args:
        score: of the finder, 0 to 1.
        edge: of what was found, in pixels.
        unclear: how far its corners may be off, in edges.
        unreadable: probability that its face cannot be read.
        usual: edge of the other dice in pixels, 0 if that is not known.
    """
    size = abs(math.log(max(1.0, edge) / usual)) if usual else 0.0
    return {ALWAYS: 1.0, "score": _odds(score), "size": size, "unclear": unclear, "unreadable": _odds(unreadable)}


def die_lies_there(seen: Mapping[str, float], limits: Mapping[str, float]) -> float:
    """Probability that a die lies there, 0 to 1; one half where no weights are known."""
    total = sum(limits.get(WEIGHT + name, 0.0) * value for name, value in seen.items())
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))


def _odds(probability: float) -> float:
    held = min(max(probability, SURE), 1 - SURE)
    return math.log(held / (1 - held))
