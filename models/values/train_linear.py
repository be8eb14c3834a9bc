"""Train the weights of *linear* by self-play: least squares on λ-returns of exact one-turn expectations.

    python -m models.values.train_linear [--games 512] [--generations 8] [--seed 1]

Prints the weights and writes `engine/advice/linear.toml`.
"""

from __future__ import annotations

import argparse
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.advice.linear import OR_FEATURES, WUERFELSPIEL_FEATURES, Linear, or_features, wuerfelspiel_features
from engine.advice.wuerfelspiel_arrays import States
from models.values.lanes import SEATS, Lanes, Step, TwinHand, TwinLinear, TwinPlayer, play_out
from models.values.settings import games_of_kind

TARGET = Path(__file__).parents[2] / "engine" / "advice" / "linear.toml"
GAMES, GENERATIONS, SEED = 512, 8, 1
"""By which the printed weights were made."""

CASES = [("wuerfelspiel", side, seats) for side in ("simple", "crossed") for seats in (2, 3, 4)]
CASES += [("or", "", seats) for seats in (2, 3, 4)]


def features(lanes: Lanes) -> NDArray[np.float64]:
    states = lanes.states()
    return wuerfelspiel_features(states) if isinstance(states, States) else or_features(states)


def generation(
    game: str, side: str, seats: int, games: int, seed: int, player: TwinPlayer, fade: float, explore: float, kind: str
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Features (samples, features) and λ-returns (samples,) of one batch of games, one sample a seat and turn."""
    steps: list[Step] = []
    twin = games_of_kind(game, games, seats, seed, side, kind)
    result = play_out(twin, lambda g: np.zeros(len(g), np.int64), [player], explore, seen=steps.append)
    back = result.copy()
    gathered, targets = [], []
    for step in reversed(steps):
        back[step.games] = (1 - fade) * step.expected + fade * back[step.games]
        order = SEATS + (step.lanes.start[:, None] + np.arange(seats)) % seats
        targets.append(back[step.games][np.arange(len(step.games))[:, None], order].ravel())
        gathered.append(features(step.lanes).reshape(len(targets[-1]), -1))
    return np.concatenate(gathered), np.concatenate(targets)


def train(game: str, side: str, seats: int, games: int, generations: int, seed: int, kind: str = "ours") -> Linear:
    """Weights for one game, side and number of seats, on boards or chips of a kind (see `games_of_kind`)."""
    player: TwinPlayer = TwinHand()
    weights = np.zeros(len(WUERFELSPIEL_FEATURES if game == "wuerfelspiel" else OR_FEATURES))
    for number in range(generations):
        fade = 1.0 if number == 0 else 0.8 - 0.6 * number / generations
        x, y = generation(game, side, seats, games, seed * 1000 + number, player, fade, 0.1 if number < 4 else 0.03,
                          kind)  # fmt: skip
        scale = x.std(axis=0) + 1e-9
        ridge = 1e-3 * len(x) * np.diag(scale**2)
        fitted = np.linalg.solve(x.T @ x + ridge, x.T @ y)
        weights = fitted if number == 0 else 0.5 * weights + 0.5 * fitted
        player = TwinLinear(Linear(game, weights))
    return Linear(game, weights)


@cache
def trained(game: str, side: str, seats: int, kind: str) -> Linear:
    """Weights as the printed ones were made, but for boards or chips of a kind."""
    return train(game, side, seats, GAMES, GENERATIONS, SEED, kind)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--generations", type=int, default=GENERATIONS)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 3, 4])
    options = parser.parse_args()
    lines = [
        "# Weights of the linear value, in points: made by `python -m models.values.train_linear` for our own board"
    ]
    lines.append(f"# and chips (seed {options.seed}, {options.generations} generations of {options.games} games).")
    for game, side, seats in CASES:
        if seats not in options.seats:
            continue
        linear = train(game, side, seats, options.games, options.generations, options.seed)
        names = WUERFELSPIEL_FEATURES if game == "wuerfelspiel" else OR_FEATURES
        lines += ["", f"[{game}-{side}-{seats}]" if side else f"[{game}-{seats}]"]
        lines += [f'"{name}" = {weight:.4f}' for name, weight in zip(names, linear.weights, strict=True)]
        print("\n".join(lines[-len(names) - 1 :]), flush=True)
    TARGET.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
