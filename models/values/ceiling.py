"""How much is to be won from others whose play is known: a player that learns against them alone, beside the network.

    python -m models.values.ceiling --game wuerfelspiel --others hand [--seats 2] [--minutes 3] [--begin FILE.pt]

What is shipped must be good against anybody; this player need not.  Where it wins hardly more often than the network
that is shipped, with the same dice, there is hardly more to be won by looking one turn ahead.  It is an indication and
no proof: a longer training may find more.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from engine.advice.linear import linear
from models.values.knowing import Knowing
from models.values.lanes import Step, TwinHand, TwinLinear, TwinPlayer, play_out
from models.values.make import RATE, begun
from models.values.settings import own_games
from models.values.strength import BATCH, Strength, compare, twin_player
from models.values.train_network import KEPT, SHOWN, STRAY, Batch, Learner, Table, batch_of

GAMES, SIZE, ROUNDS, FADE = 1000, 1024, 6.0, 0.95
"""Games a generation, positions a step, how often a generation is learnt from, λ; as in `train_network`."""


def generation(game: str, seats: int, others: int, player: Knowing, seed: int, stray: float) -> list[Batch]:
    """Games against others, and what they teach each of the networks.

    Two games in five begin as those of the training do, with anybody in any seat.

    Args:
        others: 1 for the linear, 2 for the hand-made value.
        stray: chance that a keep, and that a move, of the player is played at random.
    """
    steps: list[Step] = []
    twin = own_games(game, GAMES, seats, seed)
    table = Table(game, GAMES, seats, 0.0, seed)
    table.begins[np.arange(GAMES) % 5 == 2] = 0

    def who(going: NDArray[np.int32]) -> NDArray[np.int64]:
        turn = twin.turn[going].astype(np.int64)
        known = np.where((turn - going) % seats == 0, 0, others)
        return np.where(len(steps) < table.begins[going], table.guests[going, turn], known)

    def strays(going: NDArray[np.int32]) -> NDArray[np.float64]:
        own = (twin.turn[going].astype(np.int64) - going) % seats == 0
        return np.where(len(steps) < table.begins[going], STRAY, np.where(own, stray, 0.0))

    players = [player, TwinLinear(linear(game, seats)), TwinHand()]
    result = play_out(twin, who, players, strays, player, steps.append, turns=260)
    found = []
    for place in range(seats):
        random = np.random.default_rng([seed, place])
        lessons = [(step.games - step.lanes.start) % seats == place for step in steps]
        found.append(batch_of(steps, result, seats, FADE, SHOWN[game], random, table.begins, lessons))
    return found


def learnt(game: str, seats: int, others: int, learners: list[Learner], minutes: float, seed: int) -> Knowing:
    """The player after so many minutes of processor time, with a line a generation."""
    kept: list[list[Batch]] = [[] for _ in learners]
    random, first, number = np.random.default_rng(seed), time.process_time(), 0
    while (done := (time.process_time() - first) / 60 / minutes) < 1:
        player = Knowing([learner.weights() for learner in learners])
        batches = generation(game, seats, others, player, seed * 1_000_000 + number, 0.04 * (1 - done) + 0.01)
        rate, losses = RATE * max((1 + np.cos(np.pi * done)) / 2, 0.02), []
        for place, (learner, batch) in enumerate(zip(learners, batches, strict=True)):
            kept[place] = [*kept[place][-KEPT + 1 :], batch]
            losses.append(f"{learner.learn(kept[place], random, SIZE, ROUNDS, float(rate)):.4f}")
        number += 1
        print(f"[{'#' * int(20 * done):<20}] generation {number}, losses {' '.join(losses)}", flush=True)
    return Knowing([learner.weights() for learner in learners])


def measured(game: str, player: TwinPlayer, other: TwinPlayer, seats: int, games: int, seed: int) -> Strength:
    """What games against others show of a player; the same dice for the same seed."""
    parts = []
    for first in range(0, games, BATCH):
        twin = own_games(game, min(BATCH, games - first), seats, seed * 10_000 + first)
        parts.append(compare(twin, [player] + [other] * (seats - 1)))
    return Strength(*(np.concatenate([getattr(part, name) for part in parts])
                      for name in ("wins", "adjusted", "points")))  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=["wuerfelspiel", "or"], required=True)
    parser.add_argument("--others", choices=["linear", "hand"], required=True)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=3, help="of processor time")
    parser.add_argument("--games", type=int, default=10_000, help="in which it and the network are measured")
    parser.add_argument("--seed", type=int, default=1, help="of the training")
    parser.add_argument("--match-seed", type=int, default=201, help="of the games in which they are measured")
    parser.add_argument("--begin", type=Path, help="file of a training to begin with instead of what is shipped")
    options = parser.parse_args()
    game, seats = options.game, options.seats
    torch.set_num_threads(1)
    torch.manual_seed(options.seed)
    if options.begin and not options.begin.exists():
        raise SystemExit(f"There is no file {options.begin}; name that of a training, or leave --begin out.")
    learners = [begun(game, options.begin) for _ in range(seats)]
    player = learnt(game, seats, 1 + (options.others == "hand"), learners, options.minutes, options.seed)
    other = twin_player(options.others, game, seats, "simple", 0)
    for name, each in (("knowing", player), ("full", twin_player("full", game, seats, "simple", 0))):
        strength = measured(game, each, other, seats, options.games, options.match_seed)
        print(f"{game} {seats} seats, {name} : {options.others}, seed {options.match_seed}: {strength}", flush=True)


if __name__ == "__main__":
    main()
