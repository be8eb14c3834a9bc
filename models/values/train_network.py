"""Train a value network by self-play; the target is the exact expectation of one turn, mixed with what came of it (λ).

    python -m models.values.train_network --game or --to /tmp/or.pt [--minutes 20] [--seed 1] [--resume]

The first generations are played by the linear value. Every other one plays a batch of games of two, three or four
seats on mixed boards or chips with the network as it is, then learns from it and from the last few. What plays, and
what is written, is the average of the weights over the last few hundred steps: less noisy than the last ones. The file
is written after every few generations; `--resume` goes on from it.
"""

from __future__ import annotations

import argparse
import time
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from engine.advice.linear import linear
from engine.advice.network_inputs import Inputs
from models.values.compiled import Compiled
from models.values.lanes import SEATS, Step, TwinGames, TwinLinear, TwinPlayer, play_out
from models.values.net import POINTS, ValueNetwork, load, save
from models.values.settings import mixed_gifts, mixed_icons, or_games, own_games, wuerfelspiel_games
from models.values.twin import OrRules
from models.values.twin_inputs import inputs_of

KEPT = 6
"""Generations that are learnt from."""

SHOWN = {"wuerfelspiel": 1.0, "or": 0.5}
"""Share of the positions of a generation that are learnt from; an Ór game has many, all much alike."""

MEMORY = 0.998
"""How much of the averaged weights a step leaves as it was."""

SAVED_EVERY = 5

LESSONS = ((2, "simple"), (3, "simple"), (4, "simple"), (2, "crossed"), (3, "simple"), (4, "simple"), (2, "simple"))
"""Seats and side of the first generations, which the linear value plays."""

SEATS_PLAYED = (2, 3, 2, 4)
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
    """Play a batch of games and gather targets.

    In two games of five the linear value has all seats but one: against its like alone a network never sees what others
    do, stones gathered in a hurry for instance.
    """
    steps: list[Step] = []
    twin = games_of(game, games, seats, seed)
    others = TwinLinear(linear(game, seats))

    def who(going: NDArray[np.int32]) -> NDArray[np.int64]:
        return ((going % 5 < 2) & (twin.turn[going] != going // 5 % seats)).astype(np.int64)

    result = play_out(twin, who, [player, others], explore, referee=player, seen=steps.append, turns=260)
    return batch_of(steps, result, seats, fade, SHOWN[game], random=np.random.default_rng(seed + 1))


def _together(gathered: list[Inputs]) -> Inputs:
    if all(inputs.parts.shape == gathered[0].parts.shape and inputs.parts.shape[1] == 56 for inputs in gathered):
        parts = gathered[0].parts  # the boards of the whole batch, the same in every step
        places = np.concatenate([inputs.places for inputs in gathered])
    else:
        offsets = np.cumsum([0, *(len(inputs.parts) for inputs in gathered)])
        parts = np.concatenate([inputs.parts for inputs in gathered])
        places = np.concatenate([inputs.places + offset for inputs, offset in zip(gathered, offsets, strict=False)])
    return Inputs(parts, places, np.concatenate([inputs.rest for inputs in gathered]))


class Learner:
    """A network that learns, and the running average of its weights, which plays.

    Args:
        found: what `load` returned, to go on from there.
    """

    def __init__(self, game: str, rate: float, found: tuple[ValueNetwork, dict[str, object]] | None = None) -> None:
        self.network = ValueNetwork(game) if found is None else found[0]
        self.averaged = deepcopy(self.network).requires_grad_(False)
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=rate)
        self.steps = 0
        if found is not None:
            self.network.load_state_dict(found[1]["raw"])  # type: ignore[arg-type]
            self.optimizer.load_state_dict(found[1]["optimizer"])  # type: ignore[arg-type]
            self.steps = int(found[1]["steps"])  # type: ignore[call-overload]

    def player(self) -> Compiled:
        """What plays."""
        return Compiled({name: tensor.numpy() for name, tensor in self.averaged.state_dict().items()})

    def learn(self, batches: list[Batch], random: np.random.Generator, size: int, rounds: float, rate: float) -> float:
        """Learn from the newest batch `rounds` times and from the others in proportion; returns the mean loss."""
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        losses = []
        for _ in range(int(rounds * len(batches[-1].targets) / size)):
            batch = batches[-1] if random.random() < 0.5 else batches[random.integers(len(batches))]
            loss = _loss(self.network, batch, random.integers(len(batch.targets), size=size))
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            self._average()
            losses.append(float(loss.detach()))
        return float(np.mean(losses))

    def _average(self) -> None:
        self.steps += 1
        memory = min(MEMORY, (1 + self.steps) / (10 + self.steps))
        with torch.no_grad():
            for kept, new in zip(self.averaged.parameters(), self.network.parameters(), strict=True):
                kept.lerp_(new, 1 - memory)

    def save(self, path: Path, generation: int) -> None:
        """Write the averaged network and all that is needed to go on."""
        save(self.averaged, path, raw=self.network.state_dict(), optimizer=self.optimizer.state_dict(),
             steps=self.steps, generation=generation)  # fmt: skip


def _loss(network: ValueNetwork, batch: Batch, chosen: NDArray[np.int64]) -> torch.Tensor:
    """Cross-entropy of the shares of the win and half the squared error of the points / 10, on some positions."""
    places, rest = batch.inputs.places[chosen], torch.from_numpy(batch.inputs.rest[chosen])
    seats, target = batch.seats, torch.from_numpy(batch.targets[chosen])
    if places.shape[1] > 1:  # few different parts: the spaces of all boards
        out = network(torch.from_numpy(batch.inputs.parts), torch.from_numpy(places), rest)
    else:
        out = network.dense(torch.from_numpy(batch.inputs.parts[places]), rest, 0)
    log_win = torch.log_softmax(out[:, :seats], dim=1)
    loss = -(target[:, :seats] * log_win).sum(dim=1).mean()
    return loss + 0.5 * ((out[:, SEATS : SEATS + seats] - target[:, SEATS : SEATS + seats]) ** 2).mean()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=["wuerfelspiel", "or"], required=True)
    parser.add_argument("--to", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=20, help="of processor time, to whose end the pace is set")
    parser.add_argument("--games", type=int, default=1000, help="games a generation")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--batch", type=int, default=1024, help="positions a step")
    parser.add_argument("--fade", type=float, default=0.9, help="λ at the beginning")
    parser.add_argument("--seats", type=int, nargs="+", default=SEATS_PLAYED, help="of the generations, in turn")
    parser.add_argument("--resume", action="store_true")
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(options.seed)
    going_on = options.resume and options.to.exists()
    found = load(options.to) if going_on else None
    learner = Learner(options.game, options.rate, found)
    first = number = int(found[1]["generation"]) if found else 0  # type: ignore[call-overload]
    batches: list[Batch] = []
    random = np.random.default_rng([options.seed, number])
    begun = time.process_time()
    print(sum(p.numel() for p in learner.network.parameters()), "parameters", flush=True)
    while (done := (time.process_time() - begun) / 60 / options.minutes) < 1:
        fade, rounds, rate = 1.0, 2.0, options.rate * max((1 + np.cos(np.pi * done)) / 2, 0.02)
        if number < len(LESSONS):
            seats, side = LESSONS[number]
            batch, rounds = taught(options.game, side, seats, options.games // 2, options.seed * 100 + number), 4.0
        else:
            seats, seed = options.seats[number % len(options.seats)], options.seed * 100_000 + number
            fade = options.fade * max(1 - done, 0.1)
            explore = 0.06 * (1 - done) + 0.01
            batch = generation(options.game, options.games, seats, seed, learner.player(), fade, explore)
        batches = [*batches[-KEPT + 1 :], batch]
        loss = learner.learn(batches, random, options.batch, rounds, float(rate))
        number += 1
        if number % SAVED_EVERY == 0:
            learner.save(options.to, number)
        bar, spent = "#" * int(20 * done), time.process_time() - begun
        print(f"[{bar:<20}] generation {number} ({number - first} now), seats {batch.seats}, λ {fade:.2f}, "
              f"{len(batch.targets)} positions, loss {loss:.4f}, {spent:.0f} s", flush=True)  # fmt: skip
    learner.save(options.to, number)


def taught(game: str, side: str, seats: int, games: int, seed: int) -> Batch:
    """A batch of games that the linear value plays on our own board or chips, with what came of them as target."""
    steps: list[Step] = []
    twin = own_games(game, games, seats, seed, side)
    teacher = TwinLinear(linear(game, seats, side))
    result = play_out(twin, lambda g: np.zeros(len(g), np.int64), [teacher], 0.15, seen=steps.append, turns=260)
    return batch_of(steps, result, seats, 1.0, 1.0, np.random.default_rng(seed + 1))


def batch_of(
    steps: list[Step], result: NDArray[np.float32], seats: int, fade: float, shown: float, random: np.random.Generator
) -> Batch:
    """A share of the positions of played games with their λ-returns; games that were not finished are left out.

    From what came of a game the luck of its dice is subtracted, whose mean is zero; so a large λ brings little noise,
    and a move that was played at random to explore does not count against the positions before it.
    """
    back = result.copy()
    finished = result[:, :SEATS].sum(axis=1) > 0.5
    gathered: list[Inputs] = []
    targets = []
    for step in reversed(steps):
        reached = step.expected + step.luck
        back[step.games] = step.expected + fade * (back[step.games] - reached)
        good = finished[step.games] & (random.random(len(step.games)) < shown)
        if not good.any():
            continue
        order = (step.lanes.start[:, None] + np.arange(seats)) % seats
        rows = np.zeros((len(step.games), 2 * SEATS), np.float32)
        each = np.arange(len(step.games))[:, None]
        rows[:, :seats] = back[step.games][each, order]
        rows[:, SEATS : SEATS + seats] = back[step.games][each, SEATS + order] / POINTS
        gathered.append(inputs_of(step.lanes.some(good)))
        targets.append(rows[good])
    return Batch(_together(gathered), np.concatenate(targets), seats)


if __name__ == "__main__":
    main()
