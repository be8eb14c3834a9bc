"""What a turn of the players loses by the network's own values, and how true its chances of winning are, by seats.

    python -m models.values.turn_losses --game or [--seats 2,3,4] [--games 300] [--seed 33] [--network FILE]

The network plays all seats. In every turn the exact expectation of its own play is compared with that of the play of
the others, both in its values; so the losses say how much skill a turn has room for, as far as the network can tell.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.value_files import FILES
from models.values.lanes import TwinGames, TwinPlayer, value_ends
from models.values.settings import own_games
from models.values.strength import MODELS, twin_player
from models.values.twin import OVER

OTHERS = ("linear", "hand", "random")
MOST_TURNS = 400
BINS = 5


@dataclass
class Turns:
    """All turns of some games, as the network saw them.

    Attributes:
        losses: (turns, players) chance of winning that a player's turn would have lost the seat to roll.
        luck: (turns,) chance of winning that the dice then gave it.
        shown: (turns,) its chance of winning before it rolled.
        won: (turns,) its share of the win in the end.
        games: that were played.
    """

    losses: NDArray[np.float64]
    luck: NDArray[np.float64]
    shown: NDArray[np.float64]
    won: NDArray[np.float64]
    games: int


def turns_of(twin: TwinGames, network: TwinPlayer, others: list[TwinPlayer]) -> Turns:
    """Play all games of the twin with the network in all seats; those not over after `MOST_TURNS` are won by nobody."""
    result = np.zeros((twin.count, 8), np.float32)
    losses, luck, shown, whose = [], [], [], []
    for _ in range(MOST_TURNS):
        games = twin.going
        if not len(games):
            break
        ends, everyone, each = twin.enumerate(games), np.ones(len(games), bool), np.arange(len(games))
        mover, none = twin.turn[games].astype(np.int64), np.zeros(len(games))
        rows, worth = value_ends(network, twin, games, ends, everyone)
        expected, _, chosen = twin.choose(games, ends, worth, rows, none)
        best = expected[each, mover]
        theirs = [twin.choose(games, ends, value_ends(other, twin, games, ends, everyone)[1], rows, none)[0]
                  for other in others]  # fmt: skip
        losses.append(np.stack([best - of_other[each, mover] for of_other in theirs], axis=1))
        luck.append(rows[chosen, mover] - best)
        shown.append(best)
        whose.append(np.stack([games, mover]))
        over = ends.kind[chosen] == OVER
        result[games[over]] = ends.final[chosen[over]]
        twin.apply(chosen)
    game, seat = np.concatenate(whose, axis=1)
    return Turns(np.concatenate(losses), np.concatenate(luck), np.concatenate(shown), result[game, seat], twin.count)


def told(turns: Turns, seats: int, names: tuple[str, ...]) -> str:
    """The figures in words."""
    a_seat = len(turns.luck) / turns.games / seats
    lost = ", ".join(
        f"{name} {100 * loss:.2f} % a turn ({100 * loss * a_seat:.0f} % a game)"
        for name, loss in zip(names, turns.losses.mean(axis=0), strict=True)
    )
    lines = [f"{seats} seats: {a_seat:.1f} turns each; lost by {lost}; luck of a turn {100 * turns.luck.std():.1f} %"]
    edges = np.quantile(turns.shown, np.linspace(0, 1, BINS + 1))
    for low, high in pairwise(edges):
        here = (turns.shown >= low) & (turns.shown <= high)
        lines.append(f"    shown {100 * turns.shown[here].mean():.1f} %, won {100 * turns.won[here].mean():.1f} %")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=["wuerfelspiel", "or"], required=True)
    parser.add_argument("--seats", default="2,3,4")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, default=33)
    parser.add_argument("--network", type=Path, help="an ONNX file (the one that is shipped)")
    options = parser.parse_args()
    file = str(options.network or MODELS / FILES[options.game])
    for seats in map(int, options.seats.split(",")):
        players = [twin_player(name, options.game, seats, "simple", options.seed) for name in (file, *OTHERS)]
        twin = own_games(options.game, options.games, seats, options.seed)
        print(told(turns_of(twin, players[0], players[1:]), seats, OTHERS), flush=True)


if __name__ == "__main__":
    main()
