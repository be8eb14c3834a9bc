"""The score of Keltis Ór: columns, stones, coins, goblins; rules O21 to O24 of `engine/rules/or.md`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.keltis_or_chips import COLOURS, COLUMN_POINTS, GOBLIN_POINTS, STONE_POINTS, VALUES, length
from engine.position import ScoreLine, ScoreSheet, Seat

if TYPE_CHECKING:
    from engine.games.keltis_or import OrPosition


def goblin_points(goblins: list[int], ties: str) -> list[int]:
    """Points of each seat for goblins: most and fewest, nothing if all have the same (O24).

    Args:
        goblins: how many each seat has.
        ties: value of the option goblin_ties.
    """
    most, fewest = max(goblins), min(goblins)
    if most == fewest:
        return [0] * len(goblins)
    up = GOBLIN_POINTS if ties == "each" or goblins.count(most) == 1 else 0
    down = -GOBLIN_POINTS if ties == "each" or goblins.count(fewest) == 1 else 0
    return [up if count == most else down if count == fewest else 0 for count in goblins]


def carried(position: OrPosition, seat: Seat) -> tuple[int, int]:
    """Goblins and coins on a seat's chips (O13, O19)."""
    goblins = coins = 0
    void = divmod(position.void - 1, VALUES) if position.void else (-1, 0)
    for colour, carriers in enumerate(position.setup.carriers):
        column = position.columns[seat * 5 + colour]
        for bit, more_goblins, more_coins in carriers:
            if column & bit and (colour != void[0] or bit != 1 << void[1]):
                goblins += more_goblins
                coins += more_coins
    return goblins, coins


def totals(position: OrPosition) -> tuple[int, ...]:
    """Points per seat as they stand."""
    found = [carried(position, seat) for seat in range(position.setup.seats)]
    leprechauns = goblin_points([goblins for goblins, _ in found], position.setup.goblin_ties)
    return tuple(
        sum(COLUMN_POINTS[min(length(column), 9)] for column in position.columns[seat * 5 : seat * 5 + 5])
        + STONE_POINTS[min(position.stones[seat], 9)]
        + coins
        + leprechauns[seat]
        for seat, (_, coins) in enumerate(found)
    )


def score_sheets(position: OrPosition) -> tuple[ScoreSheet, ...]:
    """Every line of the score table as it stands."""
    found = [carried(position, seat) for seat in range(position.setup.seats)]
    leprechauns = goblin_points([goblins for goblins, _ in found], position.setup.goblin_ties)
    sheets = []
    for seat, (goblins, coins) in enumerate(found):
        counts = [length(column) for column in position.columns[seat * 5 : seat * 5 + 5]]
        lines = [
            ScoreLine(name, count, COLUMN_POINTS[min(count, 9)], "O21")
            for name, count in zip(COLOURS, counts, strict=True)
        ]
        stones = position.stones[seat]
        lines.append(ScoreLine("stones", stones, STONE_POINTS[min(stones, 9)], "O22"))
        lines.append(ScoreLine("coins", coins, coins, "O23"))
        lines.append(ScoreLine("goblins", goblins, leprechauns[seat], "O24"))
        sheets.append(ScoreSheet(seat, tuple(lines)))
    return tuple(sheets)
