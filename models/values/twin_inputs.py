"""Positions of the twin as the inputs of the value networks, on any boards or chips."""

from __future__ import annotations

import numpy as np

from engine.advice.network import Network
from engine.advice.network_inputs import (
    SLOTS,
    Inputs,
    or_parts,
    or_rest,
    wuerfelspiel_parts,
    wuerfelspiel_places,
    wuerfelspiel_rest,
)
from engine.advice.or_arrays import LENGTHS
from engine.games.wuerfelspiel_board import GOAL_PIECES
from models.values.lanes import Floats, Lanes
from models.values.twin import WuerfelspielGames


def inputs_of(lanes: Lanes) -> Inputs:
    """The inputs of positions of the twin, on any boards."""
    twin, seats = lanes.twin, lanes.seats
    if isinstance(twin, WuerfelspielGames):
        assert lanes.at is not None
        assert lanes.stones is not None
        parts = wuerfelspiel_parts(twin.icons, twin.values.astype(np.float64))
        places = wuerfelspiel_places(lanes.at, lanes.setting, len(parts) - 1)
        in_goal = (lanes.at >= 7).sum(axis=(1, 2))
        return Inputs(parts, places, wuerfelspiel_rest(lanes.stones, in_goal, GOAL_PIECES[seats], twin.clamps))
    assert lanes.part is not None
    assert lanes.places is not None
    assert lanes.figures is not None
    part, figures, rules = lanes.part, lanes.figures, twin.rules
    gifts = twin.gifts.reshape(-1, 11, 4)[part[:, 5]].astype(np.float32)
    parts = or_parts(part[:, :seats], part[:, 4], gifts)
    least = LENGTHS[part[:, 4]][lanes.places].min(axis=1)
    seen = [figures[:, first : first + seats] for first in (0, SLOTS, 2 * SLOTS)]
    options = (rules.colour_ends, rules.at_once, rules.ties_count, rules.stalls)
    rest = or_rest(seen[0], seen[1], seen[2], figures[:, 12], figures[:, 13], least, options)
    return Inputs(parts, lanes.places.astype(np.int64)[:, None, :], rest)


class TwinShipped:
    """A network of the package on the twin; blurred, it is one of the levels.

    Args:
        network: the network.
        width: standard deviation of the error of the chance of winning, as in `engine.advice.values.LEVELS`.
    """

    knows_win = True

    def __init__(self, network: Network, width: float = 0.0, seed: int = 0) -> None:
        self.network = network
        self.width = width
        self.random = np.random.default_rng(seed)

    def prospects(self, lanes: Lanes) -> Floats:
        """(positions, seats, 2) chance of winning and points, the seat to roll first."""
        found = self.network.prospects(inputs_of(lanes), lanes.seats)
        if self.width:
            errors = self.width * self.random.standard_normal(len(found))[:, None]
            found[..., 0] += errors * np.where(np.arange(lanes.seats) == 0, 1.0, -1.0 / (lanes.seats - 1))
        return found
