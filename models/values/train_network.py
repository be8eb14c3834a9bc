"""Train a value network by self-play; the target is the exact expectation of one turn, mixed with what came of it (λ).

    python -m models.values.train_network --game or --to /tmp/or.pt [--minutes 20] [--seed 1] [--resume]

Every generation plays a batch of games of two, three or four seats on mixed boards or chips, then learns from it and
from the last few.  The file is written after every generation; `--resume` goes on from it.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from engine.advice.network_inputs import Inputs
from models.values.lanes import SEATS, Step, TwinGames, TwinHand, TwinPlayer, play_out
from models.values.net import POINTS, TwinNetwork, ValueNetwork, load, save
from models.values.settings import mixed_gifts, mixed_icons, or_games, own_games, wuerfelspiel_games
from models.values.twin import OrRules
from models.values.twin_inputs import inputs_of

KEPT = 4
"""Generations that are learnt from."""


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
        seats = (2, 2, 3, 2, 4)[number % 5]
        player: TwinPlayer = TwinHand() if number == 0 else TwinNetwork(network)
        fade = 1.0 if number == 0 else 0.8 * max(1 - done * 1.15, 0.1 if options.game == "or" else 0.0)
        if number == 0:
            batch = hand_generation(options.game, options.games, options.seed)
        else:
            seed = options.seed * 100_000 + number
            batch = generation(options.game, options.games, seats, seed, player, fade, 0.1 * (1 - done) + 0.01)
        batches = [*batches[-KEPT + 1 :], batch]
        for group in optimizer.param_groups:
            group["lr"] = options.rate * max(1 - done, 0.05)
        loss = learn(network, optimizer, batches, random, 512, 1.5)
        number += 1
        save(network, options.to, optimizer=optimizer.state_dict(), generation=number)
        bar, spent = "#" * int(20 * done), time.process_time() - begun
        print(f"[{bar:<20}] generation {number} ({number - first} now), seats {batch.seats}, λ {fade:.2f}, "
              f"{len(batch.targets)} positions, loss {loss:.4f}, {spent:.0f} s", flush=True)  # fmt: skip


def hand_generation(game: str, games: int, seed: int) -> Batch:
    """The first batch, played by the hand-made value on our own board or chips."""
    steps: list[Step] = []
    twin = own_games(game, games, 2, seed)
    result = play_out(twin, lambda g: np.zeros(len(g), np.int64), [TwinHand()], 0.3, seen=steps.append)
    targets, gathered = [], []
    for step in steps:
        order = (step.lanes.start[:, None] + np.arange(2)) % 2
        each = np.arange(len(step.games))[:, None]
        rows = np.zeros((len(step.games), 2 * SEATS), np.float32)
        rows[:, :2] = result[step.games][each, order]
        rows[:, SEATS : SEATS + 2] = result[step.games][each, SEATS + order] / POINTS
        targets.append(rows)
        gathered.append(inputs_of(step.lanes))
    return Batch(_together(gathered), np.concatenate(targets), 2)


if __name__ == "__main__":
    main()
