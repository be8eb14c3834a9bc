"""Train a value network by self-play; the target is the exact expectation of one turn, mixed with what came of it (λ).

    python -m models.values.train_network --game or --to /tmp/or.pt [--minutes 20] [--seed 1] [--resume]

The first generations are played by the linear value. Every other one plays a batch of games of two, three or four
seats on mixed boards or chips with the network as it is, then learns from it and from the last few. The file is written
after every generation; `--resume` goes on from it.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from engine.advice.linear import linear
from engine.advice.network_inputs import Inputs
from models.values.lanes import SEATS, Step, TwinGames, TwinLinear, TwinPlayer, play_out
from models.values.net import POINTS, TwinNetwork, ValueNetwork, load, save
from models.values.settings import mixed_gifts, mixed_icons, or_games, own_games, wuerfelspiel_games
from models.values.twin import OrRules
from models.values.twin_inputs import inputs_of

KEPT = 6
"""Generations that are learnt from."""

LESSONS = ((2, "simple"), (2, "simple"), (3, "simple"), (2, "crossed"), (4, "simple"), (2, "simple"))
"""Seats and side of the first generations, which the linear value plays."""

SEATS_PLAYED = (2, 2, 3, 2, 4)
"""Seats of the other generations, in turn."""


@dataclass
class Batch:
    """What one generation teaches.

    Attributes:
        inputs: of all positions at the beginning of a turn.
        targets: (positions, 8) from the seat to roll on: shares of the win, points / 10.
        seats: of all of them.
    """

    inputs: Inputs
    targets: NDArray[np.float32]
    seats: int


def games_of(game: str, count: int, seats: int, seed: int) -> TwinGames:
    """Games on mixed boards or chips, and for Ór with mixed options."""
    random = np.random.default_rng(seed)
    if game == "wuerfelspiel":
        return wuerfelspiel_games(count, seats, seed, mixed_icons(30, random))
    plain = random.random() < 0.6
    rules = OrRules() if plain else OrRules(bool(random.random() < 0.5), bool(random.random() < 0.5),
                                           bool(random.random() < 0.5))  # fmt: skip
    return or_games(count, seats, seed, mixed_gifts(30, random), rules)


def generation(game: str, games: int, seats: int, seed: int, player: TwinPlayer, fade: float, explore: float) -> Batch:
    """Play a batch of games and gather targets."""
    steps: list[Step] = []
    twin = games_of(game, games, seats, seed)
    result = play_out(twin, lambda g: np.zeros(len(g), np.int64), [player], explore, seen=steps.append, turns=260)
    return _batch(steps, result, seats, fade)


def _together(gathered: list[Inputs]) -> Inputs:
    if all(inputs.parts.shape == gathered[0].parts.shape and inputs.parts.shape[1] == 56 for inputs in gathered):
        parts = gathered[0].parts  # the boards of the whole batch, the same in every step
        places = np.concatenate([inputs.places for inputs in gathered])
    else:
        offsets = np.cumsum([0, *(len(inputs.parts) for inputs in gathered)])
        parts = np.concatenate([inputs.parts for inputs in gathered])
        places = np.concatenate([inputs.places + offset for inputs, offset in zip(gathered, offsets, strict=False)])
    return Inputs(parts, places, np.concatenate([inputs.rest for inputs in gathered]))


def learn(network: ValueNetwork, optimizer: torch.optim.Optimizer, batches: list[Batch], random: np.random.Generator,
          size: int, rounds: float) -> float:  # fmt: skip
    """Learn from the newest batch `rounds` times and from the others in proportion; returns the mean loss."""
    losses = []
    draws = int(rounds * len(batches[-1].targets) / size)
    for _ in range(draws):
        batch = batches[-1] if random.random() < 0.5 else batches[random.integers(len(batches))]
        chosen = random.integers(len(batch.targets), size=size)
        places = batch.inputs.places[chosen]
        absent = places.shape[1] - batch.seats if places.shape[1] > 1 else 0
        parts = batch.inputs.parts[places[:, : places.shape[1] - absent]]
        out = network.dense(torch.from_numpy(parts), torch.from_numpy(batch.inputs.rest[chosen]), absent)
        target = torch.from_numpy(batch.targets[chosen])
        seats = batch.seats
        log_win = torch.log_softmax(out[:, :seats], dim=1)
        loss = -(target[:, :seats] * log_win).sum(dim=1).mean()
        loss = loss + 0.5 * ((out[:, SEATS : SEATS + seats] - target[:, SEATS : SEATS + seats]) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(float(loss.detach()))
    return float(np.mean(losses))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=["wuerfelspiel", "or"], required=True)
    parser.add_argument("--to", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=20, help="of processor time, to whose end the pace is set")
    parser.add_argument("--games", type=int, default=512, help="games a generation")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--resume", action="store_true")
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(options.seed)
    network, optimizer, number, batches = ValueNetwork(options.game), None, 0, []
    if options.resume and options.to.exists():
        network, found = load(options.to)
        number = int(found["generation"])  # type: ignore[call-overload]
    optimizer = torch.optim.Adam(network.parameters(), lr=options.rate)
    if number:
        optimizer.load_state_dict(found["optimizer"])  # type: ignore[arg-type]
    random = np.random.default_rng([options.seed, number])
    begun, first = time.process_time(), number
    print(sum(p.numel() for p in network.parameters()), "parameters", flush=True)
    while (done := (time.process_time() - begun) / 60 / options.minutes) < 1:
        fade = 1.0
        if number < len(LESSONS):
            seats, side = LESSONS[number]
            batch, rounds = taught(options.game, side, seats, options.games, options.seed * 100 + number), 4.0
        else:
            seats, seed, rounds = SEATS_PLAYED[number % 5], options.seed * 100_000 + number, 1.5
            fade = 0.6 * max(1 - done * 1.1, 0.1 if options.game == "or" else 0.0)
            explore = 0.06 * (1 - done) + 0.01
            batch = generation(options.game, options.games, seats, seed, TwinNetwork(network), fade, explore)
        batches = [*batches[-KEPT + 1 :], batch]
        for group in optimizer.param_groups:
            group["lr"] = options.rate * max(1 - done, 0.05)
        loss = learn(network, optimizer, batches, random, 512, rounds)
        number += 1
        save(network, options.to, optimizer=optimizer.state_dict(), generation=number)
        bar, spent = "#" * int(20 * done), time.process_time() - begun
        print(f"[{bar:<20}] generation {number} ({number - first} now), seats {batch.seats}, λ {fade:.2f}, "
              f"{len(batch.targets)} positions, loss {loss:.4f}, {spent:.0f} s", flush=True)  # fmt: skip


def taught(game: str, side: str, seats: int, games: int, seed: int) -> Batch:
    """A batch of games that the linear value plays on our own board or chips, with what came of them as target."""
    steps: list[Step] = []
    twin = own_games(game, games, seats, seed, side)
    teacher = TwinLinear(linear(game, seats, side))
    result = play_out(twin, lambda g: np.zeros(len(g), np.int64), [teacher], 0.15, seen=steps.append, turns=260)
    return _batch(steps, result, seats, 1.0)


def _batch(steps: list[Step], result: NDArray[np.float32], seats: int, fade: float) -> Batch:
    """Positions and λ-returns of played games, those that were not finished left out."""
    back = result.copy()
    finished = result[:, :SEATS].sum(axis=1) > 0.5
    gathered: list[Inputs] = []
    targets = []
    for step in reversed(steps):
        back[step.games] = (1 - fade) * step.expected + fade * back[step.games]
        order = (step.lanes.start[:, None] + np.arange(seats)) % seats
        rows = np.zeros((len(step.games), 2 * SEATS), np.float32)
        each = np.arange(len(step.games))[:, None]
        rows[:, :seats] = back[step.games][each, order]
        rows[:, SEATS : SEATS + seats] = back[step.games][each, SEATS + order] / POINTS
        inputs = inputs_of(step.lanes)
        good = finished[step.games]
        gathered.append(Inputs(inputs.parts, inputs.places[good], inputs.rest[good]))
        targets.append(rows[good])
    return Batch(_together(gathered), np.concatenate(targets), seats)


if __name__ == "__main__":
    main()
