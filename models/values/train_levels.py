"""Find the widths of error that make five levels even: each wins about two games in three against the next lower.

    python -m models.values.train_levels [--games 2000] [--seed 1]

Prints, for a ladder of widths, how often the sharper player wins; the widths in `engine.advice.values.WIDTHS` are
read off it.
"""

from __future__ import annotations

import argparse

from engine.advice.network import shipped
from models.values.settings import own_games
from models.values.strength import compare
from models.values.twin_inputs import TwinShipped


def share(game: str, sharp: float, blurred: float, games: int, seed: int) -> float:
    """How often the player with the smaller error wins."""
    network = shipped(game)
    if network is None:
        raise SystemExit(f"There is no network for {game} yet; train one first.")
    players = [TwinShipped(network, sharp, seed), TwinShipped(network, blurred, seed + 1)]
    return float(compare(own_games(game, games, 2, seed), players).wins.mean())  # type: ignore[arg-type]


def next_width(game: str, sharp: float, games: int, seed: int, wanted: float = 0.66) -> float:
    """The width of error against which a level wins as often as wanted, by halving."""
    low, high = sharp + 0.005, 1.5
    for _ in range(7):
        middle = (low * high) ** 0.5
        if share(game, sharp, middle, games, seed) < wanted:
            low = middle
        else:
            high = middle
    return (low * high) ** 0.5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", choices=["wuerfelspiel", "or"], action="append")
    options = parser.parse_args()
    for game in options.game or ["wuerfelspiel", "or"]:
        width = 0.0
        for level in ("expert", "skilled", "casual", "beginner"):
            sharper, width = width, next_width(game, width, options.games, options.seed)
            wins = share(game, sharper, width, 2 * options.games, options.seed + 1)
            print(f"{game} {level}: width {width:.4f}; the level above wins {wins:.1%}", flush=True)


if __name__ == "__main__":
    main()
