"""Boards and chips drawn at random for training: balanced as our own are, or wild."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.advice.wuerfelspiel_arrays import ICONS
from engine.components import Components, shipped, write
from engine.games.keltis_or_chips import COLOURS, gifts
from engine.games.keltis_or_chips import SCHEMA as OR_SCHEMA
from engine.games.wuerfelspiel_board import ROWS, SCHEMA

CLOVER, STONE, LEPRECHAUN, CROSSED = (ICONS.index(letter) for letter in "cslx")
NAMES = {0: "plain", CLOVER: "clover", STONE: "stone", LEPRECHAUN: "leprechaun", CROSSED: "crossed"}

Generator = np.random.Generator


def balanced_icons(random: Generator, crossed: bool) -> NDArray[np.int64]:
    """(5, 10) icons by the rule of our own board.

    In each row two clovers, a stone and a leprechaun, and on the crossed side two forbidden spaces; the two of a kind
    (the stone and the leprechaun count as such) lie ten apart from the ends taken together.
    """
    icons = np.zeros((5, 10), np.int64)
    for row in range(5):
        pairs = random.permutation([1, 2, 3, 4])
        icons[row, [pairs[0], 10 - pairs[0]]] = CLOVER
        gifts = [STONE, LEPRECHAUN] if random.random() < 0.5 else [LEPRECHAUN, STONE]
        icons[row, [pairs[1], 10 - pairs[1]]] = gifts
        if crossed:
            icons[row, [pairs[2], 10 - pairs[2]]] = CROSSED
    return icons


def wild_icons(random: Generator, crossed: bool) -> NDArray[np.int64]:
    """(5, 10) icons strewn at random: no rule but that a row has at most three clovers and two forbidden spaces."""
    icons = np.zeros((5, 10), np.int64)
    for row in range(5):
        kinds = (
            [CLOVER] * random.integers(0, 4) + [STONE] * random.integers(0, 3) + [LEPRECHAUN] * random.integers(0, 3)
        )
        kinds += [CROSSED] * random.integers(0, 3) * int(crossed)
        places = random.permutation(np.arange(1, 10))[: len(kinds)]
        icons[row, places] = kinds[: len(places)]
    return icons


def components_of_icons(icons: NDArray[np.int64], side: str) -> Components:
    """A board of the Würfelspiel with these icons on one side, our own on the other."""
    board = shipped("wuerfelspiel-ours", SCHEMA)
    for row, name in enumerate(ROWS):
        for space in range(1, 10):
            board = board.with_entry(side, name, space, NAMES[int(icons[row, space])])
    return board


def balanced_chips(random: Generator) -> tuple[NDArray[np.int64], str]:
    """(5, 11, 4) gifts by the rule of our own chips, and the component text.

    In each colour two stones, two clovers, two goblins, a coin, two coins and three plain chips.
    """
    items = ["stone"] * 2 + ["clover"] * 2 + ["goblin"] * 2 + ["coins 1", "coins 2"] + ["plain"] * 3
    return _chips([[items[place] for place in random.permutation(11)] for _ in range(5)])


def wild_chips(random: Generator) -> tuple[NDArray[np.int64], str]:
    """(5, 11, 4) gifts strewn at random: no rule, several on a chip now and then."""
    rows = []
    for _ in range(5):
        row = []
        for _ in range(11):
            shown = [
                name
                for name, chance in (("stone", 0.18), ("clover", 0.18), ("goblin", 0.18))
                if random.random() < chance
            ]
            if random.random() < 0.18:
                shown.append(f"coins {random.integers(1, 4)}")
            row.append(" + ".join(shown) or "plain")
        rows.append(row)
    return _chips(rows)


def _chips(rows: list[list[str]]) -> tuple[NDArray[np.int64], str]:
    components = shipped("or-ours", OR_SCHEMA)
    for name, row in zip(COLOURS, rows, strict=True):
        for value, shows in enumerate(row):
            components = components.with_entry("chips", name, value, shows)
    return gifts_of(components), write(components)


def gifts_of(components: Components) -> NDArray[np.int64]:
    """(5, 11, 4) gifts of complete chips."""
    found = [gifts(entry.shows) for row in components.rows for entry in row.entries]
    return np.array([(gift.stones, gift.clovers, gift.goblins, gift.coins) for gift in found]).reshape(5, 11, 4)


def own_gifts() -> NDArray[np.int64]:
    """The gifts of our own chips."""
    return gifts_of(shipped("or-ours", OR_SCHEMA))


def own_icons(side: str) -> NDArray[np.int64]:
    """(5, 10) icons of a side of our own board."""
    return icons_of(shipped("wuerfelspiel-ours", SCHEMA), side)


def icons_of(board: Components, side: str) -> NDArray[np.int64]:
    """(5, 10) icons of a side of a complete board."""
    places = {name: icon for icon, name in NAMES.items()}
    rows = [[0, *(places[entry.shows] for entry in row.entries)] for row in board.group(side)]
    return np.array(rows)
