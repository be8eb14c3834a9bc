"""A frozen benchmark of decisions: what each choice is worth by luck-adjusted rollouts under one referee.

    python -m models.values.benchmark draw --game or    # once: the decisions, into or_decisions.jsonl
    python -m models.values.benchmark add --game or     # what the players choose, where it is not among the choices yet
    python -m models.values.benchmark roll --game or    # rollouts of every choice; goes on where it stopped
    python -m models.values.benchmark score --game or   # loss a decision of hand, linear, full; their win chances

The referee plays all seats of every rollout to the end of the game; the luck of its dice is taken out.  What another
referee rolled out is rolled out anew.  The choices of a decision meet the same dice.  Those that fall far behind after
the first rollouts get no more.  A decision's loss is cross-fitted: the best choice is taken from one half of the
rollouts and valued on the other.  `--workers tcp://...` lets a Dask cluster do the rollouts.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from engine.advice import advise
from engine.advice.value import Value
from engine.advice.values import by_name
from engine.catalogue import game, position
from engine.chance import supply
from engine.position import CHANCE, Position
from models.values.rolled_out import FIRST, Choices, rolled_out
from models.values.workers import WORKERS, executor_of, results_of

FOLDER = Path(__file__).parent
AWAY = 0.10
"""Choices that the referee thinks this much worse than the best are not rolled out."""

MOST = 6
"""Choices of a decision that are rolled out at most, the best first."""


def file_of(name: str) -> Path:
    """Where the decisions of a game stand."""
    return FOLDER / f"{name}_decisions.jsonl"


def drawn(name: str, count: int, seed: int) -> list[Position]:
    """Decisions with a choice, keeps and moves in equal parts, at most six of a game.

    In half of the games *full* plays, in half *linear*; a tenth of all moves are played at random.
    """
    random, found, wanted = Random(seed), [], {"keep": count // 2, "move": count - count // 2}
    while any(wanted.values()):
        here, met = game(name).start(2), []
        value = by_name(random.choice(("full", "linear")), here)
        while here.to_move is not None:
            if here.to_move is CHANCE:
                here = here.play(supply(here, random))
                continue
            moves = tuple(here.legal_moves)
            if len(moves) > 1 and here.stage in wanted:
                met.append(here)
            best = advise(here, value, extra_turns=0).best
            assert best is not None
            here = here.play(random.choice(moves) if random.random() < 0.1 else best.move)
        random.shuffle(met)
        for here in met[:6]:
            if wanted[here.stage]:
                wanted[here.stage] -= 1
                found.append(here)
    return found


def draw(name: str, count: int, seed: int) -> None:
    """Write the decisions, without any rollout yet."""
    if file_of(name).exists():
        raise SystemExit(f"{file_of(name)} is there already and frozen; delete it to draw others.")
    entries = []
    for here in drawn(name, count, seed):
        choices = advise(here, by_name("full", here), extra_turns=0).choices
        best = choices[0].win
        if best is None:
            raise SystemExit("The referee must know chances of winning; train a network first.")
        near = [str(choice.move) for choice in choices[:MOST] if best - (choice.win or 0.0) < AWAY]
        entries.append({"position": str(here), "choices": near})
    write(name, [with_choices_of(entry, ("hand", "linear")) for entry in entries])


def with_choices_of(entry: dict, players: Sequence[str]) -> dict:
    """A decision with what some players choose among its choices."""
    here, choices = position(entry["position"]), list(entry["choices"])
    for player in players:
        best = advise(here, by_name(player, here), extra_turns=0).best
        assert best is not None
        choices += [str(best.move)] if str(best.move) not in choices else []
    return {**entry, "choices": choices}


def add(name: str, players: Sequence[str]) -> None:
    """Add what some players choose; where that is something new the decision is to be rolled out anew."""
    write(name, [with_choices_of(entry, players) for entry in read(name)])


def roll(name: str, workers: str, referee: str, games: int, chunk: int) -> None:
    """Roll out what has not been rolled out yet, and write it down after every chunk."""
    entries, judge = read(name), digest_of(referee)
    waiting = [place for place, entry in enumerate(entries)
               if set(entry["choices"]) - set(entry.get("rolled", {})) or entry.get("referee") != judge]  # fmt: skip
    jobs = [waiting[first : first + chunk] for first in range(0, len(waiting), chunk)]
    chunks = [Choices(tuple(entries[p]["position"] for p in job), tuple(tuple(entries[p]["choices"]) for p in job),
                      tuple(job)) for job in jobs]  # fmt: skip
    work = partial(rolled_out, referee=referee, games=games)
    done = len(entries) - len(waiting)
    with executor_of(workers) as executor:
        for choices, results in results_of(executor, work, chunks):
            for place, rolled in zip(choices.numbers, results, strict=True):
                entries[place]["rolled"] = rolled
                entries[place]["referee"] = judge
            write(name, entries)
            done += len(results)
            print(f"[{'#' * (20 * done // len(entries)):<20}] {done} of {len(entries)} decisions", flush=True)


def digest_of(referee: str) -> str:
    """What is written down of a referee: the beginning of the digest of its file, or "hand"."""
    return referee if referee == "hand" else sha256(Path(referee).read_bytes()).hexdigest()[:16]


def read(name: str) -> list[dict]:
    """The decisions of a game with what has been rolled out."""
    return [json.loads(line) for line in file_of(name).read_text(encoding="utf-8").splitlines()]


def write(name: str, entries: Iterable[dict]) -> None:
    """Write them, all or nothing."""
    made = file_of(name).with_suffix(".part")
    made.write_text("".join(json.dumps(entry, ensure_ascii=False) + "\n" for entry in entries), encoding="utf-8")
    made.replace(file_of(name))


@dataclass
class Score:
    """What the benchmark says of one value function.

    Attributes:
        losses: (decisions,) chance of winning given away, cross-fitted.
        stages: (decisions,) "keep" or "move".
        shown: (decisions,) chance of winning it shows for its own choice.
        rolled: (decisions,) the same by rollouts.
        noise: (decisions,) standard errors of `rolled`.
        missing: decisions in which it took a choice nobody rolled out; they are left out.
    """

    losses: NDArray[np.float64]
    stages: NDArray[np.str_]
    shown: NDArray[np.float64]
    rolled: NDArray[np.float64]
    noise: NDArray[np.float64]
    missing: int

    def __str__(self) -> str:
        parts = []
        for name in ("keep", "move", ""):
            losses = self.losses[self.stages == name] if name else self.losses
            if not len(losses):
                continue
            error = losses.std() / len(losses) ** 0.5
            parts.append(f"{name or 'all'} {100 * losses.mean():.2f} ± {100 * error:.2f} %")
        away = self.shown - self.rolled
        rmse = max(float((away**2 - self.noise**2).mean()), 0.0) ** 0.5
        told = f"win chances: rmse {100 * rmse:.1f}, bias {100 * away.mean():+.1f} points"
        return f"loss a decision: {', '.join(parts)}; {told}; {len(self.losses)} decisions, {self.missing} left out"


def scored(entries: Sequence[dict], value_of: str) -> Score:
    """How a value function by name does on rolled decisions."""
    losses, stages, shown, rolled, noise, missing = [], [], [], [], [], 0
    for entry in entries:
        here = position(entry["position"])
        value: Value = by_name(value_of, here)
        best = advise(here, value, extra_turns=0).best
        assert best is not None
        found = entry["rolled"].get(str(best.move))
        if found is None:
            missing += 1
            continue
        losses.append(cross_fitted(entry["rolled"], str(best.move)))
        stages.append(here.stage)
        chance = best.win if best.win is not None else 0.5
        shown.append(chance)
        halves = [found[0][0], found[1][0]]
        rolled.append(sum(halves) / 2)
        noise.append((found[0][1] ** 2 + found[1][1] ** 2) ** 0.5 / 2)
    return Score(*(np.array(part) for part in (losses, stages, shown, rolled, noise)), missing)


def cross_fitted(rolled: dict[str, list[list[float]]], move: str) -> float:
    """Loss of a move: the best by one half of the rollouts, valued on the other, both ways round.

    Only choices that got all their rollouts may be the best.
    """
    whole = max(halves[0][2] for halves in rolled.values())
    able = [name for name, halves in rolled.items() if halves[0][2] == whole]
    total = 0.0
    for one, other in ((0, 1), (1, 0)):
        best = max(able, key=lambda name: rolled[name][one][0])
        total += rolled[best][other][0] - rolled[move][other][0]
    return total / 2


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("task", choices=["draw", "add", "roll", "score"])
    parser.add_argument("--game", choices=["wuerfelspiel", "or"], required=True)
    parser.add_argument("--decisions", type=int, default=500)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--workers", default="1", help=WORKERS)
    parser.add_argument("--referee", help="ONNX file of the referee (the frozen one)")
    parser.add_argument("--games", type=int, default=64, help=f"rollouts a choice, after the first {FIRST}")
    parser.add_argument("--chunk", type=int, default=10, help="decisions a job")
    parser.add_argument("--players", default="hand,linear,full")
    options = parser.parse_args()
    referee = options.referee or str(FOLDER / f"{options.game}_referee.onnx")
    if options.task == "draw":
        draw(options.game, options.decisions, options.seed)
    elif options.task == "add":
        add(options.game, options.players.split(","))
    elif options.task == "roll":
        roll(options.game, options.workers, referee, options.games, options.chunk)
    else:
        entries = [entry for entry in read(options.game) if entry.get("referee") == digest_of(referee)]
        for name in options.players.split(","):
            print(f"{options.game} {name}: {scored(entries, name)}", flush=True)


if __name__ == "__main__":
    main()
