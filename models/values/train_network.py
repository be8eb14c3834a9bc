"""Train a value network by self-play; the target is the exact expectation of one turn, mixed with what came of it (λ).

    python -m models.values.train_network --game or --to /tmp/or.pt [--minutes 20] [--seed 1] [--resume]

The first generations are played by the linear value. Every other one plays a batch of games of two, three or four
seats on mixed boards or chips with the network as it is, then learns from it and from the last few. What plays, and
what is written, is the average of the weights over the last few hundred steps: less noisy than the last ones. The file
is written after every few generations; `--resume` goes on from it, with `--widen` in a wider network that begins by
saying the same. `--workers` lets other processes, or a Dask
cluster, play the games.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from concurrent.futures import Executor
from copy import deepcopy
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from engine.advice.linear import linear
from engine.advice.network_inputs import Inputs
from engine.components import Components
from models.values.compiled import Compiled, Weights
from models.values.lanes import SEATS, Step, TwinGames, TwinHand, TwinLinear, play_out
from models.values.net import POINTS, ValueNetwork, load, save, widened
from models.values.settings import mixed_gifts, mixed_icons, or_games, own_games, wuerfelspiel_games
from models.values.twin import OrRules
from models.values.twin_inputs import inputs_of
from models.values.workers import WORKERS, executor_of, results_of

KEPT = 10
"""Generations that are learnt from."""

SHOWN = {"wuerfelspiel": 1.0, "or": 0.5}
"""Share of the positions of a generation that are learnt from; an Ór game has many, all much alike."""

BEGINNING = {"wuerfelspiel": 20, "or": 32}
"""Turns of all seats together that others than the network play at most."""

WHOLE = {("or", 3): 1, ("or", 4): 2}
"""Games of five that the linear value plays to the end in all seats but one, by game and seats; elsewhere none.

At a full table of Ór others end the game by gathering stones in a hurry, and who has never seen it waits too long.
"""

STRAY = 0.1
"""Chance that a keep, and that a move, of a beginning that others play is played at random."""

MEMORY = 0.998
"""How much of the averaged weights a step leaves as it was."""

FADED = 0.85
"""λ at the end as a share of that at the beginning.

What comes of a game must reach its first positions: with λ down to a tenth the chances of Ór's 40 turns stayed too near
to even ones, the more so the more seats there were (`turn_losses` shows it).
"""

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


def games_of(game: str, count: int, seats: int, seed: int, owner: Components | None = None) -> TwinGames:
    """Games on mixed boards or chips, mostly an owner's where there is one, and for Ór with mixed options."""
    random = np.random.default_rng(seed)
    if game == "wuerfelspiel":
        return wuerfelspiel_games(count, seats, seed, mixed_icons(30, random, owner), owner)
    plain = random.random() < 0.6
    rules = OrRules() if plain else OrRules(bool(random.random() < 0.5), bool(random.random() < 0.5),
                                           bool(random.random() < 0.5))  # fmt: skip
    return or_games(count, seats, seed, mixed_gifts(30, random, owner), rules)


@dataclass(frozen=True)
class Task:
    """Games of a generation that are played together.

    Attributes:
        weights: of the network that plays.
        fade: λ.
        explore: chance that a keep, and that a move, is played at random.
        owner: whose board or chips most games are played with.
    """

    game: str
    games: int
    seats: int
    seed: int
    weights: Weights
    fade: float
    explore: float
    owner: Components | None = None


def generation(task: Task) -> Batch:
    """Play a batch of games and gather targets; who plays is told by `Table`."""
    steps: list[Step] = []
    game, seats = task.game, task.seats
    twin = games_of(game, task.games, seats, task.seed, task.owner)
    player = Compiled(task.weights)
    table = Table(game, task.games, seats, task.explore, task.seed)

    def who(going: NDArray[np.int32]) -> NDArray[np.int64]:
        return table.players(going, twin.turn[going].astype(np.int64), len(steps))

    result = play_out(twin, who, [player, TwinLinear(linear(game, seats)), TwinHand()],
                      lambda going: table.strays(going, len(steps)), player, steps.append, turns=260)  # fmt: skip
    random = np.random.default_rng(task.seed + 1)
    return batch_of(steps, result, seats, task.fade, SHOWN[game], random, table.begins)


class Table:
    """Who plays which turn: the network, or in three games of five also others, which begin them; see also `WHOLE`.

    Against its like alone a network never sees what others do, stones gathered in a hurry for instance. But where
    others play on to the end it learns to tell them by a first chip or a row, and takes such games for won. So they
    play only a beginning, with a choice at random now and then; the network plays all seats of the rest, whose result
    is its own, and learns from no turn before.

    Attributes:
        begins: (games,) first turn that is learnt from.
    """

    def __init__(self, game: str, games: int, seats: int, explore: float, seed: int) -> None:
        random = np.random.default_rng([seed, 5])
        kind, each = np.arange(games) % 5, np.arange(games)
        self.begins = np.where(kind < 3, random.integers(1, BEGINNING[game], games), 0)
        self.guests = random.choice(3, (games, seats), p=(0.4, 0.4, 0.2))
        self.whole = kind >= 5 - WHOLE.get((game, seats), 0)
        self.guests[self.whole] = 1
        self.guests[each, each // 5 % seats] = np.where(self.whole, 0, self.guests[each, each // 5 % seats])
        self.explore = explore

    def players(self, going: NDArray[np.int32], turn: NDArray[np.int64], number: int) -> NDArray[np.int64]:
        """(going,) 0 where the network moves, 1 the linear, 2 the hand-made value, in the turn of this number.

        Args:
            turn: (going,) seat that is to roll.
        """
        return np.where(self.whole[going] | (number < self.begins[going]), self.guests[going, turn], 0)

    def strays(self, going: NDArray[np.int32], number: int) -> NDArray[np.float64]:
        """(going,) chance that a keep, and that a move, is played at random."""
        return np.where(number < self.begins[going], max(self.explore, STRAY), self.explore)


def played_by(executor: Executor, task: Task, parts: int) -> Batch:
    """A generation whose games are played in parts, wherever the executor runs them; always the same games."""
    if parts == 1:
        return generation(task)
    tasks = [replace(task, games=task.games // parts, seed=task.seed * 1000 + part) for part in range(parts)]
    found = {part.seed: batch for part, batch in results_of(executor, generation, tasks)}
    batches = [found[part.seed] for part in tasks]
    offsets = np.cumsum([0, *(len(batch.inputs.parts) for batch in batches)])
    inputs = Inputs(
        np.concatenate([batch.inputs.parts for batch in batches]),
        np.concatenate([batch.inputs.places + first for batch, first in zip(batches, offsets, strict=False)]),
        np.concatenate([batch.inputs.rest for batch in batches]),
    )
    return Batch(inputs, np.concatenate([batch.targets for batch in batches]), task.seats)


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
        found: what `load` returned, to go on from there, or a network alone.
    """

    def __init__(self, game: str, rate: float, found: tuple[ValueNetwork, dict[str, object]] | None = None) -> None:
        self.network = ValueNetwork(game) if found is None else found[0]
        self.averaged = deepcopy(self.network).requires_grad_(False)
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=rate)
        self.generation, self.steps = 0, 0
        if found is not None and not found[1]:  # what is there already must not be swept from the average at once
            self.generation, self.steps = len(LESSONS), 5000
        elif found is not None:
            self.generation = int(found[1]["generation"])  # type: ignore[call-overload]
            self.network.load_state_dict(found[1]["raw"])  # type: ignore[arg-type]
            self.optimizer.load_state_dict(found[1]["optimizer"])  # type: ignore[arg-type]
            self.steps = int(found[1]["steps"])  # type: ignore[call-overload]

    def weights(self) -> Weights:
        """Of what plays."""
        return {name: tensor.numpy() for name, tensor in self.averaged.state_dict().items()}

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

    def save(self, path: Path) -> None:
        """Write the averaged network and all that is needed to go on."""
        save(self.averaged, path, raw=self.network.state_dict(), optimizer=self.optimizer.state_dict(),
             steps=self.steps, generation=self.generation)  # fmt: skip


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


@dataclass(frozen=True)
class Plan:
    """How a training goes.

    Attributes:
        minutes: of processor time, to whose end the pace is set.
        games: a generation.
        rate: step at the beginning.
        batch: positions a step.
        rounds: how often a generation's positions are learnt from.
        fade: λ at the beginning.
        seats: of the generations, in turn.
        parts: in which a generation is played.
        owner: whose board or chips most games are played with.
    """

    minutes: float
    seed: int = 1
    games: int = 1000
    rate: float = 2e-3
    batch: int = 1024
    rounds: float = 6.0
    fade: float = 0.95
    seats: tuple[int, ...] = SEATS_PLAYED
    parts: int = 1
    owner: Components | None = None


def train(learner: Learner, path: Path, plan: Plan, executor: Executor) -> None:
    """Play and learn until the time is up, with a line a generation; the file is written after every few."""
    batches: list[Batch] = []
    game, first = learner.network.game, learner.generation
    random = np.random.default_rng([plan.seed, first])
    begun = time.process_time()
    while (done := (time.process_time() - begun) / 60 / plan.minutes) < 1:
        number, rate = learner.generation, plan.rate * max((1 + np.cos(np.pi * done)) / 2, 0.02)
        fade = 1.0 if number < len(LESSONS) else plan.fade * (1 - (1 - FADED) * done)
        if number < len(LESSONS):
            seats, side = LESSONS[number]
            batch = taught(game, side, seats, plan.games // 2, plan.seed * 100 + number)
        else:
            seats, explore = plan.seats[number % len(plan.seats)], 0.06 * (1 - done) + 0.01
            seed, weights = plan.seed * 100_000 + number, learner.weights()
            task = Task(game, plan.games, seats, seed, weights, fade, explore, plan.owner)
            batch = played_by(executor, task, plan.parts)
        batches = [*batches[-KEPT + 1 :], batch]
        loss = learner.learn(batches, random, plan.batch, plan.rounds, float(rate))
        learner.generation += 1
        if learner.generation % SAVED_EVERY == 0:
            learner.save(path)
        bar, spent = "#" * int(20 * done), time.process_time() - begun
        print(f"[{bar:<20}] generation {number + 1} ({number + 1 - first} now), seats {seats}, λ {fade:.2f}, "
              f"{len(batch.targets)} positions, loss {loss:.4f}, {spent:.0f} s", flush=True)  # fmt: skip
    learner.save(path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=["wuerfelspiel", "or"], required=True)
    parser.add_argument("--to", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=20, help="of processor time, to whose end the pace is set")
    parser.add_argument("--games", type=int, default=1000, help="games a generation")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--batch", type=int, default=1024, help="positions a step")
    parser.add_argument("--rounds", type=float, default=6, help="how often a generation's positions are learnt from")
    parser.add_argument("--fade", type=float, default=0.95, help="λ at the beginning")
    parser.add_argument("--seats", type=int, nargs="+", default=SEATS_PLAYED, help="of the generations, in turn")
    parser.add_argument("--workers", default="1", help=WORKERS)
    parser.add_argument("--parts", type=int, help="in which a generation is played (as many as processes, or 8)")
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--widen", type=int, nargs=4, metavar="WIDTH", help="go on with layers of these widths")
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(options.seed)
    going_on = options.resume and options.to.exists()
    found = load(options.to) if going_on else None
    if found is not None and options.widen:
        learner = Learner(options.game, options.rate, (widened(found[0], *options.widen), {}))
        learner.generation = int(found[1]["generation"])  # type: ignore[call-overload]
    else:
        learner = Learner(options.game, options.rate, found)
    print(sum(p.numel() for p in learner.network.parameters()), "parameters", flush=True)
    parts = options.parts or (int(options.workers) if options.workers.isdigit() else 8)
    plan = Plan(options.minutes, options.seed, options.games, options.rate, options.batch, options.rounds,
                options.fade, tuple(options.seats), parts)  # fmt: skip
    with executor_of(options.workers) as executor:
        train(learner, options.to, plan, executor)


def taught(game: str, side: str, seats: int, games: int, seed: int) -> Batch:
    """A batch of games that the linear value plays on our own board or chips, with what came of them as target."""
    steps: list[Step] = []
    twin = own_games(game, games, seats, seed, side)
    teacher = TwinLinear(linear(game, seats, side))
    result = play_out(twin, lambda g: np.zeros(len(g), np.int64), [teacher], 0.15, seen=steps.append, turns=260)
    return batch_of(steps, result, seats, 1.0, 1.0, np.random.default_rng(seed + 1))


def batch_of(
    steps: list[Step],
    result: NDArray[np.float32],
    seats: int,
    fade: float,
    shown: float,
    random: np.random.Generator,
    begins: NDArray[np.int64] | None = None,
    lessons: Sequence[NDArray[np.bool_]] | None = None,
) -> Batch:
    """A share of the positions of played games with their λ-returns; games that were not finished are left out.

    Args:
        begins: (games,) first turn that is learnt from; None takes all.
        lessons: of each step, which of its games are learnt from; None takes all.

    From what came of a game the luck of its dice is subtracted, whose mean is zero; so a large λ brings little noise,
    and a move that was played at random to explore does not count against the positions before it.
    """
    back = result.copy()
    finished = result[:, :SEATS].sum(axis=1) > 0.5
    gathered: list[Inputs] = []
    targets = []
    for number, step in reversed(list(enumerate(steps))):
        reached = step.expected + step.luck
        back[step.games] = step.expected + fade * (back[step.games] - reached)
        good = finished[step.games] & (random.random(len(step.games)) < shown)
        if begins is not None:
            good &= number >= begins[step.games]
        if lessons is not None:
            good &= lessons[number]
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
