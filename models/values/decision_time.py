"""How long a decision takes on one thread, beside two yardsticks measured in the same run.

    python -m models.values.decision_time [--game or] [--by deeper] [--positions 200] [--seed 1]

Processor time of the thread is meant, which on a quiet machine is the time that passes; that is printed beside it.

Yardsticks: the naive way (every keep, every final roll, every move, each end valued alone), and one evaluation of a
network of GNU Backgammon's size (250 inputs, 128 hidden, 5 outputs) with NumPy.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from functools import partial
from random import Random

import numpy as np

from engine.advice import advise
from engine.advice.value import Value
from engine.advice.values import by_name, standard
from engine.catalogue import game
from engine.chance import supply
from engine.position import CHANCE, DicePosition


def keep_positions(name: str, count: int, seed: int) -> list[DicePosition]:
    """Positions in which dice are to be kept, from games in which the adviser plays."""
    random, found = Random(seed), []
    while len(found) < count:
        position = game(name).start(2)
        while position.to_move is not None:
            if position.to_move is CHANCE:
                position = position.play(supply(position, random))
                continue
            if position.stage == "keep" and random.random() < 0.3:
                found.append(position)
            best = advise(position).best
            assert best is not None
            position = position.play(best.move)
    return found[:count]  # type: ignore[return-value]


def naive(position: DicePosition, value: Value) -> float:
    """The best keep by enumerating everything, one call of the value function for each end."""
    seat, best = position.turn_of, -1e9

    def worth(here: DicePosition) -> float:
        if here.stage in ("move", "clover"):
            return max(worth(here.play(move)) for move in here.legal_moves)
        if here.outcome is not None:
            return float(seat in here.outcome.winners)
        return float(value([here])[0, seat, 0])

    for keep in position.legal_moves:
        after = position.play(keep)
        if after.stage == "move":
            best = max(best, worth(after))
            continue
        total = sum(float(chance) * worth(after.play(roll)) for roll, chance in after.chance_outcomes())
        best = max(best, total)
    return best


def milliseconds(work: Callable[[], object]) -> tuple[float, float]:
    """Processor time of this thread, and time that passed, of one call."""
    begun, clock = time.thread_time(), time.perf_counter()
    work()
    return 1000 * (time.thread_time() - begun), 1000 * (time.perf_counter() - clock)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=["wuerfelspiel", "or"], action="append")
    parser.add_argument("--by", default="full", help="value function (full)")
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--naive", type=int, default=3, help="positions decided in the naive way too")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    random = np.random.default_rng(1)
    first, second = random.random((250, 128), np.float32), random.random((128, 5), np.float32)
    seen = random.random((1, 250), np.float32)
    yardstick = float(np.median([milliseconds(lambda: np.tanh(seen @ first) @ second)[0] for _ in range(500)]))
    for name in options.game or ["wuerfelspiel", "or"]:
        positions = keep_positions(name, options.positions, options.seed)
        value = by_name(options.by, positions[0])
        advise(positions[0], value)  # tables are made once
        times, passed = np.array([milliseconds(partial(advise, here, value)) for here in positions]).T
        slow = np.mean([milliseconds(partial(naive, here, standard(here)))[0] for here in positions[: options.naive]])
        print(
            f"{name} by {value.name}: median {np.median(times):.2f} ms, p95 {np.percentile(times, 95):.2f} ms of the "
            f"processor (p95 {np.percentile(passed, 95):.2f} ms by the clock), {len(positions)} keeps; "
            f"naive {slow:.0f} ms, {slow / np.mean(times):.0f} times as long; one 250-128-5 network "
            f"{1000 * yardstick:.0f} µs, a {np.mean(times) / yardstick:.0f}th of a decision",
            flush=True,
        )


if __name__ == "__main__":
    main()
