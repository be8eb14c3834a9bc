"""Find the widths of error that make five levels even: each wins about two games in three against the next lower.

    python -m models.values.train_levels [--games 400] [--check 2000] [--seed 1]

Prints, for a ladder of widths, how often the sharper player wins; the widths in `engine.advice.values.WIDTHS` are
read off it. The luck of the dice, as the network without any error sees it, is taken out while widths are sought.
"""

from __future__ import annotations

import argparse
from functools import cache
from pathlib import Path

import numpy as np

from engine.value_files import FILES
from models.values.compiled import Compiled, Weights, weights_of
from models.values.settings import own_games
from models.values.strength import Strength, compare

MODELS = Path(__file__).parents[1]
WANTED = 0.66
STEPS = 6


@cache
def network(game: str) -> Weights:
    """The weights that are shipped for a game."""
    return weights_of(MODELS / FILES[game])


def match(game: str, sharp: float, blurred: float, games: int, seed: int) -> Strength:
    """The player with the smaller error against the one with the larger."""
    players = [Compiled(network(game), sharp, seed), Compiled(network(game), blurred, seed + 1)]
    return compare(own_games(game, games, 2, seed), players, Compiled(network(game)))  # type: ignore[arg-type]


def next_width(game: str, sharp: float, games: int, seed: int) -> float:
    """The width of error against which a level wins as often as wanted, by halving."""
    low, high = sharp + 0.005, max(1.2, 3 * sharp)
    for step in range(STEPS):
        middle = float(np.sqrt(low * high))
        if match(game, sharp, middle, games, seed + step).adjusted.mean() < WANTED:
            low = middle
        else:
            high = middle
    return float(np.sqrt(low * high))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=400, help="a step of the search")
    parser.add_argument("--check", type=int, default=2000, help="games by which each pair of levels is measured")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", choices=["wuerfelspiel", "or"], action="append")
    options = parser.parse_args()
    for game in options.game or ["wuerfelspiel", "or"]:
        width = 0.0
        for level in ("expert", "skilled", "casual", "beginner"):
            sharper, width = width, round(next_width(game, width, options.games, options.seed), 3)
            found = match(game, sharper, width, options.check, options.seed + 1000)
            print(f"{game} {level}: width {width:.3f}; the level above: {found}", flush=True)


if __name__ == "__main__":
    main()
