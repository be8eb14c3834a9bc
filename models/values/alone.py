"""Games of the Würfelspiel alone, played by a value function, beside the optimum that `solitaire` knows.

    python -m models.values.alone [--turns 13] [--games 100000] [--side simple] [--table FILE.npz]

The table of the dynamic programme plays (its mean must be the optimum), then *linear* and the two-player network as
they are, by the points they expect for a seat whose opponent never moves; and the adviser's exact code is asked for
the worth of many positions with the table as its value.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from engine.advice.adviser import expected
from engine.advice.linear import linear
from engine.catalogue import game
from engine.position import Position
from engine.value_files import FILES
from models.values import boards
from models.values.compiled import Compiled, weights_of
from models.values.lanes import CompiledPlayer, Floats, TwinLinear
from models.values.solitaire import Solitaire, final_points
from models.values.twin import NEXT, Ends, WuerfelspielGames

BATCH = 2000
MODELS = Path(__file__).parents[1]

Worth = Callable[[WuerfelspielGames, NDArray[np.int32], Ends, NDArray[np.int64]], Floats]
"""Twin, games, their ends, turns left in each game before the present one is over: worth of each end."""


def by_table(solved: Solitaire) -> Worth:
    """The table as a player."""

    def worth(twin: WuerfelspielGames, games: NDArray[np.int32], ends: Ends, left: NDArray[np.int64]) -> Floats:
        goes_on = ends.kind == NEXT
        slot = np.where(goes_on, 1, 0)  # the seat that never moves rolls next in the twin
        each = np.arange(ends.count)
        at = twin.end_at[each, slot].astype(np.int64)
        stones = np.minimum(twin.end_stones[each, slot], 9).astype(np.int64)
        states = (at @ np.array([10000, 1000, 100, 10, 1])) * 10 + stones
        return solved.worth_of(states, left[ends.game] - goes_on)

    return worth


def by_points(player: CompiledPlayer) -> Worth:
    """The points a value function expects as a player."""

    def worth(twin: WuerfelspielGames, games: NDArray[np.int32], ends: Ends, left: NDArray[np.int64]) -> Floats:
        rows, _ = player.value_ends(twin, games, ends, np.ones(len(games), bool))
        return rows[:, 4].astype(np.float64)

    return worth


def play_alone(icons: NDArray[np.integer], worth: Worth, games: int, turns: int, seed: int) -> NDArray[np.int64]:
    """(games,) points after so many turns, those won by leprechauns not counted."""
    twin = WuerfelspielGames(icons[None], np.zeros(games, int), np.full(games, 2), seed, endless=True)
    left = np.full(games, turns)
    while (left > 0).any():
        going = np.flatnonzero(left > 0).astype(np.int32)
        ends = twin.enumerate(going)
        rows = np.zeros((ends.count, 8), np.float32)
        _, _, chosen = twin.choose(going, ends, worth(twin, going, ends, left), rows, np.zeros(len(going)))
        left[going] -= ends.kind[chosen] == NEXT
        twin.apply(chosen)
        twin.turn[:] = 0
    states = (twin.at[:, 0].astype(np.int64) @ np.array([10000, 1000, 100, 10, 1])) * 10
    return final_points()[states + np.minimum(twin.stones[:, 0], 9)].astype(np.int64)


def many(icons: NDArray[np.integer], worth: Worth, games: int, turns: int, seed: int) -> tuple[float, float]:
    """Mean points of many games, and the standard error."""
    parts = [
        play_alone(icons, worth, min(BATCH, games - first), turns, seed * 1_000_000 + first)
        for first in range(0, games, BATCH)
    ]
    points = np.concatenate(parts)
    return float(points.mean()), float(points.std() / len(points) ** 0.5)


class Table:
    """The table as the adviser's value: chance of winning stands for the points of the first seat."""

    name = "table"
    knows_win = True

    def __init__(self, solved: Solitaire, left: int) -> None:
        self.solved = solved
        self.left = left

    def __call__(self, positions: Sequence[Position]) -> Floats:
        """(positions, 2, 2), the first figure alone filled in."""
        found = np.zeros((len(positions), 2, 2))
        for place, position in enumerate(positions):
            at, stones = position.own(0), min(position.stones[0], 9)  # type: ignore[attr-defined]
            state = int("".join(map(str, at))) * 10 + stones
            left = self.left if position.turn_of == 0 else self.left - 1
            found[place, 0, 0] = self.solved.layers[left][state]
        return found


def largest_difference(solved: Solitaire, side: str, turns: int, count: int, seed: int) -> float:
    """Of the adviser's exact expectation with the table as its value from the table itself, over many positions.

    From none of the positions a single turn can end a game of two, which would count otherwise.
    """
    random, worst = Random(seed), 0.0
    for _ in range(count):
        at = [0, *(random.randrange(3) for _ in range(4))]
        random.shuffle(at)
        pieces, stones = "".join(map(str, at)), random.randrange(10)
        given = "board=ours" if side == "simple" else "side=crossed board=ours"
        here = game("wuerfelspiel").position(f"wuerfelspiel {given} {pieces}.{stones}/00000.0 A roll")
        left = random.randrange(1, turns + 1)
        exact = float(expected(here, Table(solved, left), extra_turns=0)[0])
        worst = max(worst, abs(exact - float(solved.layers[left][int(pieces) * 10 + stones])))
    return worst


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=13)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--side", choices=["simple", "crossed"], default="simple")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--table", type=Path, help="as written by `solitaire --table`; solved anew without")
    options = parser.parse_args()
    icons = boards.own_icons(options.side)
    solved = Solitaire(icons)
    if options.table:
        found = np.load(options.table)
        solved.layers = [found[str(turns)] for turns in range(len(found.files))]
    solved.solve(options.turns)
    best = float(solved.layers[options.turns][0])
    print(f"{options.side}, {options.turns} turns: optimum {best:.4f} points", flush=True)
    worst = largest_difference(solved, options.side, options.turns, 200, options.seed)
    print(f"exact code with the table as its value: largest difference in 200 positions {worst:.2e}", flush=True)
    network = Compiled(weights_of(MODELS / FILES["wuerfelspiel"]))
    players = {
        "table": (by_table(solved), options.games),
        "linear": (by_points(TwinLinear(linear("wuerfelspiel", 2, options.side))), options.games // 5),
        "full": (by_points(network), options.games // 5),
    }
    for name, (worth, games) in players.items():
        mean, error = many(icons, worth, games, options.turns, options.seed)
        print(f"{name}: {mean:.3f} ± {error:.3f} points in {games} games, {mean / best:.1%} of the optimum", flush=True)


if __name__ == "__main__":
    main()
