"""How strong the players are: many games on the twin, seats alternating, with luck taken out.

    python -m models.values.strength --game or --seats full,linear --games 10000 [--seed 1] [--boards balanced:3]

Two figures are printed: the plain share of wins, and the same with the luck of the dice taken out (each throw's luck
in terms of the first player's values is subtracted; its mean is zero, so the figure is unbiased and far less noisy).
The player "retrained" is the linear value with weights trained for these very boards or chips (a minute at most).
Networks are read with the package onnx, of the extra `train`.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.advice.linear import linear
from engine.advice.values import LEVELS, WIDTHS
from engine.value_files import FILES
from models.values.compiled import Compiled, weights_of
from models.values.lanes import Step, TwinGames, TwinHand, TwinLinear, TwinPlayer, TwinRandom, play_out
from models.values.settings import games_of_kind
from models.values.train_linear import trained
from models.values.two_turns import TwinDeeper
from models.values.workers import WORKERS, executor_of, results_of

MODELS = Path(__file__).parents[1]
BATCH = 1000


@dataclass
class Strength:
    """What some games showed of the first player named.

    Attributes:
        wins: (games,) its share of each.
        adjusted: (games,) the same with luck taken out.
        points: (games, players) final points, by place of the player.
    """

    wins: NDArray[np.float64]
    adjusted: NDArray[np.float64]
    points: NDArray[np.float64]

    def __str__(self) -> str:
        parts = []
        for name, shares in (("wins", self.wins), ("luck taken out", self.adjusted)):
            parts.append(f"{name} {100 * shares.mean():.2f} ± {100 * shares.std() / len(shares) ** 0.5:.2f} %")
        points = " : ".join(f"{mean:.1f}" for mean in self.points.mean(axis=0))
        return f"{', '.join(parts)}, points {points}, {len(self.wins)} games"


def twin_player(name: str, game: str, seats: int, side: str, seed: int) -> TwinPlayer:
    """A player of the twin by name; a path ending in .onnx is a network that is not shipped."""
    if name == "random":
        return TwinRandom(seed)
    if name == "hand":
        return TwinHand()
    if name == "linear":
        return TwinLinear(linear(game, seats, side))
    if name.startswith("deeper"):  # "deeper" looks two turns ahead, "deeper:FILE" with a network that is not shipped
        return TwinDeeper(Compiled(_weights(name.partition(":")[2] or str(MODELS / FILES[game]))))
    if name.endswith(".onnx"):
        return Compiled(_weights(name))
    if name not in LEVELS:
        raise SystemExit(
            f"There is no player {name!r}; choose among random, hand, linear, deeper, {', '.join(LEVELS)}."
        )
    return Compiled(_weights(str(MODELS / FILES[game])), WIDTHS[game][name], seed)


@cache
def _weights(name: str) -> dict[str, NDArray[np.float32]]:
    return weights_of(Path(name))


def compare(twin: TwinGames, players: list[TwinPlayer], referee: TwinPlayer | None = None) -> Strength:
    """Play all games of the twin; player i has seat (i + game) modulo the number of seats.

    Args:
        referee: in whose values luck is counted; None takes the first player's.
    """
    seats, count = int(twin.seats[0]), twin.count
    games = np.arange(count)
    luck = np.zeros((count, 8))

    def who(going: NDArray[np.int32]) -> NDArray[np.int64]:
        return (twin.turn[going].astype(np.int64) - going) % seats

    def seen(step: Step) -> None:
        luck[step.games] += step.luck

    result = play_out(twin, who, players, referee=referee or players[0], seen=seen)
    mine = games % seats
    order = (np.arange(seats) + games[:, None]) % seats
    wins = result[games, mine].astype(np.float64)
    points = result[games[:, None], 4 + order].astype(np.float64)
    return Strength(wins, wins - luck[games, mine], points)


@dataclass(frozen=True)
class Match:
    """Some games of a match, which are played together.

    Attributes:
        names: of the players.
        kind: "ours", "balanced:N" for the N-th board or set of chips drawn by the balanced rule, or a component file.
    """

    game: str
    names: tuple[str, ...]
    games: int
    seed: int
    side: str
    kind: str


def played(match: Match) -> Strength:
    """What the games show."""
    seats, seed = len(match.names), match.seed
    twin = games_of_kind(match.game, match.games, seats, seed, match.side, match.kind)
    players = [
        TwinLinear(trained(match.game, match.side, seats, kind=match.kind))
        if name == "retrained"
        else twin_player(name, match.game, seats, match.side, seed + place)
        for place, name in enumerate(match.names)
    ]
    return compare(twin, players)


def measure(
    game: str, names: Sequence[str], games: int, seed: int, side: str, kind: str, workers: str = "1"
) -> Strength:
    """The strength of the first of some players over many games; see `Match`."""
    matches = [
        Match(game, tuple(names), min(BATCH, games - first), seed * 10_000 + first, side, kind)
        for first in range(0, games, BATCH)
    ]
    with executor_of(workers) as executor:
        found = {match.seed: strength for match, strength in results_of(executor, played, matches)}
    parts = [found[match.seed] for match in matches]
    return Strength(
        np.concatenate([part.wins for part in parts]),
        np.concatenate([part.adjusted for part in parts]),
        np.concatenate([part.points for part in parts]),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=["wuerfelspiel", "or"], required=True)
    parser.add_argument("--seats", required=True, help="players by name, separated by commas")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--side", choices=["simple", "crossed"], default="simple")
    parser.add_argument("--boards", default="ours", help="ours, balanced:N for one drawn at random, or a file")
    parser.add_argument("--workers", default="1", help=WORKERS)
    options = parser.parse_args()
    begun = time.process_time()
    strength = measure(
        options.game, options.seats.split(","), options.games, options.seed, options.side, options.boards,
        options.workers,
    )  # fmt: skip
    print(f"{options.game} {options.side} {options.boards} {options.seats} seed {options.seed}: {strength}"
          f" ({time.process_time() - begun:.0f} s)")  # fmt: skip


if __name__ == "__main__":
    main()
