"""The Würfelspiel alone, solved exactly: most expected points after a number of turns, by dynamic programming.

    python -m models.values.solitaire [--turns 16] [--side simple] [--table FILE.npz]

The state is the five pieces and the stones (409,510 of them, nine stones standing for more); a turn won by a
leprechaun does not count as one of the turns; nothing ends the game early.
"""

from __future__ import annotations

import argparse
import ctypes
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.dice import WUERFELSPIEL_DICE
from engine.games.wuerfelspiel_board import PIECES, STONE_POINTS
from models.values import boards
from models.values.twin import dice_structure, library

STATES = 1_000_000
VALUES = (0, -4, -3, -2, 1, 2, 3, 6, 7, 10)


def all_states() -> NDArray[np.int32]:
    """Every state, those with most steps first."""
    pieces = np.arange(100_000)
    digits = np.stack([pieces // 10**place % 10 for place in (4, 3, 2, 1, 0)], axis=1)
    legal = (digits > 0).sum(axis=1) <= PIECES
    order = np.argsort(-digits[legal].sum(axis=1), kind="stable")
    chosen = pieces[legal][order]
    return (chosen[:, None] * 10 + np.arange(10)).ravel().astype(np.int32)


def final_points(values: tuple[int, ...] = VALUES) -> NDArray[np.float64]:
    """(STATES,) points when no turn is left."""
    pieces = np.arange(100_000)
    rows = sum(np.array(values)[pieces // 10**place % 10] for place in range(5))
    return (np.asarray(rows)[:, None] + np.array(STONE_POINTS)).ravel().astype(np.float64)


class Solitaire:
    """The solution on one board.

    Attributes:
        layers: worth of every state, by turns left from 0 on.
    """

    def __init__(self, icons: NDArray[np.integer], clamps: bool = True) -> None:
        self.icons = np.ascontiguousarray(icons, np.uint8)
        self.clamps = clamps
        self.states = all_states()
        self.layers = [final_points()]

    def solve(self, turns: int) -> None:
        """Add layers up to this many turns left."""
        while len(self.layers) <= turns:
            self.layers.append(self._layer(self.states, self.layers[-1]))

    def worth_of_turn(self, at: tuple[int, ...], stones: int, turns: int) -> float:
        """Expected points of one state with some turns left, the layer below being solved; only what it needs is."""
        digits = self.states[:, None] // 10 ** np.array([5, 4, 3, 2, 1]) % 10
        wanted = (digits >= np.array(at)).all(axis=1) & (self.states % 10 >= stones)
        now = self._layer(np.ascontiguousarray(self.states[wanted]), self.layers[turns - 1])
        return float(now[int("".join(map(str, at))) * 10 + min(stones, 9)])

    def _layer(self, states: NDArray[np.int32], below: NDArray[np.float64]) -> NDArray[np.float64]:
        now, dice = np.full(STATES, np.nan), dice_structure(WUERFELSPIEL_DICE)
        library().alone_layer(
            ctypes.byref(dice), ctypes.c_void_p(self.icons.ctypes.data), int(self.clamps),
            ctypes.c_void_p(states.ctypes.data), len(states), ctypes.c_void_p(below.ctypes.data),
            ctypes.c_void_p(now.ctypes.data),
        )  # fmt: skip
        return now

    def worth_of(self, states: NDArray[np.int64], turns: NDArray[np.int64]) -> NDArray[np.float64]:
        """(n,) expected points of states, each with its number of turns left."""
        found = np.empty(len(states))
        for left in np.unique(turns):
            wanted = turns == left
            found[wanted] = self.layers[left][states[wanted]]
        return found

    def worth(self, at: NDArray[np.integer], stones: NDArray[np.integer], turns: int) -> NDArray[np.float64]:
        """(n,) expected points of (n, 5) pieces and (n,) stones with some turns left."""
        pieces = np.asarray(at, np.int64) @ np.array([10000, 1000, 100, 10, 1])
        return self.layers[turns][pieces * 10 + np.minimum(stones, 9)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=16)
    parser.add_argument("--side", choices=["simple", "crossed"], default="simple")
    parser.add_argument("--table", type=Path, help="write the worth of every state with each number of turns left")
    options = parser.parse_args()
    solved = Solitaire(boards.own_icons(options.side))
    for turns in range(1, options.turns + 1):
        solved.solve(turns)
        print(f"{options.side}, {turns} turns: {solved.layers[turns][0]:.4f} points", flush=True)
    if options.table:
        np.savez_compressed(options.table, **{str(turns): layer for turns, layer in enumerate(solved.layers)})


if __name__ == "__main__":
    main()
