"""Batches of games for the twin: on our own boards and chips, or on others."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.values import boards
from models.values.twin import OrGames, OrRules, WuerfelspielGames


def wuerfelspiel_games(count: int, seats: int, seed: int, icons: NDArray[np.int64]) -> WuerfelspielGames:
    """Games of the Würfelspiel on (boards, 5, 10) icons, the boards in turn."""
    return WuerfelspielGames(icons, np.arange(count) % len(icons), np.full(count, seats), seed)


def or_games(count: int, seats: int, seed: int, gifts: NDArray[np.int64], rules: OrRules | None = None) -> OrGames:
    """Games of Ór with (sets, 5, 11, 4) gifts, the sets in turn."""
    supply = np.full(count, 30 - 3 * (4 - seats))
    return OrGames(gifts, np.arange(count) % len(gifts), np.full(count, seats), supply, seed, rules or OrRules())


def own_games(game: str, count: int, seats: int, seed: int, side: str = "simple") -> WuerfelspielGames | OrGames:
    """Games on our own board or with our own chips."""
    if game == "wuerfelspiel":
        return wuerfelspiel_games(count, seats, seed, boards.own_icons(side)[None])
    return or_games(count, seats, seed, boards.own_gifts()[None])


def mixed_icons(count: int, random: np.random.Generator) -> NDArray[np.int64]:
    """(count, 5, 10) boards for training: six in ten our own sides, three balanced ones, one wild."""
    found = []
    for place in range(count):
        crossed = bool(random.random() < 0.3)
        kind = place % 10
        if kind < 6:
            found.append(boards.own_icons("crossed" if crossed else "simple"))
        elif kind < 9:
            found.append(boards.balanced_icons(random, crossed))
        else:
            found.append(boards.wild_icons(random, crossed))
    return np.array(found)


def mixed_gifts(count: int, random: np.random.Generator) -> NDArray[np.int64]:
    """(count, 5, 11, 4) sets of chips for training: our own, balanced ones, and a fifth wild ones."""
    found = []
    for place in range(count):
        kind = place % 10
        if kind < 4:
            found.append(boards.own_gifts())
        else:
            found.append((boards.balanced_chips if kind < 8 else boards.wild_chips)(random)[0])
    return np.array(found)
