"""Ór once more, slow and stupid: every chip with every choice of dice is tried and filtered by the rules' text.

Written from `engine/rules/or.md` alone; it shares no code with the engine and reads the position's text.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations, pairwise

ORDER = "rypgb"
FOR_LENGTH = {0: 0, 1: -4, 2: -3, 3: -2, 4: 1, 5: 2, 6: 3, 7: 6, 8: 7}
FOR_STONES = {0: -7, 1: -4, 2: -3, 3: -2, 4: 1, 5: 2, 6: 3, 7: 6, 8: 7}


@dataclass
class Table:
    """What lies on the table: each column is its chips as laid and the number of stones in it.

    `taken` remembers what taking a chip leads to, whatever dice allow it.
    """

    carries: dict[tuple[str, int], list[str]]
    columns: list[dict[str, tuple[list[int], int]]]
    stones: list[int]
    supply: int
    active: int
    passes: int
    options: dict[str, str]
    taken: dict[tuple[str, int], tuple[object, ...]] = field(default_factory=dict)


def read(text: str, carries: dict[tuple[str, int], list[str]], stones: int, options: dict[str, str]) -> Table:
    """The table of a position's text; `carries` lists the items of each chip, a coin for each of its coins."""
    words = text.split()
    seats = next(word for word in words if "," in word and "=" not in word)
    active = "ABCD".index(words[words.index(seats) + 1])
    passes = sum(int(word.removeprefix("passes=")) for word in words if word.startswith("passes="))
    columns, counts = [], []
    for seat in seats.split("/"):
        laid, count = seat.split(".")
        counts.append(int(count))
        columns.append({row: read_column(column) for row, column in zip(ORDER, laid.split(","), strict=True)})
    used = sum(counts) + sum(stones_in for seat in columns for _, stones_in in seat.values())
    supply = stones - {2: 6, 3: 3, 4: 0}[len(columns)] - used
    return Table(carries, columns, counts, supply, active, passes, options)


def read_column(text: str) -> tuple[list[int], int]:
    """Chips as laid and stones of a column's text."""
    return [10 if letter == "t" else int(letter) for letter in text if letter not in "*-"], text.count("*")


def results(table: Table, dice: str) -> dict[str, tuple[object, ...]]:
    """Every way to resolve final dice with what the table looks like afterwards."""
    found = {"-": passed(table)}
    stones = dice.count("s")
    if stones:
        found["stones"] = took_stones(table, stones)
    for row in ORDER:
        for value in range(11):
            if in_centre(table, row, value) and reachable(dice, value) and fits(table, row, value):
                if (row, value) not in table.taken:
                    table.taken[row, value] = took_chip(table, row, value)
                found[f"{row}{value}"] = table.taken[row, value]
    return found


def in_centre(table: Table, row: str, value: int) -> bool:
    """Whether nobody has the chip yet."""
    return all(value not in seat[row][0] for seat in table.columns)


def reachable(dice: str, value: int) -> bool:
    """Whether one, two or three of the dice add up to a value."""
    choices = [chosen for size in (1, 2, 3) for chosen in combinations(dice, size)]
    return any(sum(0 if die == "s" else int(die) for die in chosen) == value for chosen in choices)


def fits(table: Table, row: str, value: int) -> bool:
    """Whether the column with the chip is still strictly up or strictly down."""
    laid = [*table.columns[table.active][row][0], value]
    pairs = list(pairwise(laid))
    return all(a < b for a, b in pairs) or all(a > b for a, b in pairs)


def passed(table: Table):
    """What passing leads to."""
    passes = table.passes + 1 if table.options["stall"] == "four-passes" else 0
    ended = "passes" if passes == 4 else None
    return summary(table, table.columns, table.stones, table.supply, passes, ended, None)


def took_stones(table: Table, shown: int):
    """What taking stones leads to."""
    taken = shown if shown <= table.supply else table.supply
    stones = [count + (taken if seat == table.active else 0) for seat, count in enumerate(table.stones)]
    supply = table.supply - taken
    return summary(table, table.columns, stones, supply, 0, None if supply else "stones-gone", None)


def took_chip(table: Table, row: str, value: int):
    """What taking a chip leads to."""
    columns = [dict(seat) for seat in table.columns]
    stones, supply = list(table.stones), table.supply
    laid, below = columns[table.active][row]
    for item in table.carries[row, value]:
        if item == "stone" and supply:
            stones[table.active] += 1
            supply -= 1
    for item in table.carries[row, value]:
        if item == "clover" and supply:
            below += 1
            supply -= 1
    columns[table.active][row] = ([*laid, value], below)
    ended = None
    if sum(len(seat[row][0]) for seat in columns) == 11 and table.options["end"] == "either":
        ended = "colour-gone"
    if not supply:
        ended = "stones-gone"
    void = (row, value) if not supply and table.options["ending"] == "at-once" else None
    return summary(table, columns, stones, supply, 0, ended, void)


def summary(table, columns, stones, supply, passes, ended, void):
    """Columns, stones, supply, who comes next or why it is over, and the points, to be compared."""
    goblins, points = [], []
    for seat, count in zip(columns, stones, strict=True):
        held = [
            item
            for row in ORDER
            for value in seat[row][0]
            if (row, value) != void
            for item in table.carries[row, value]
        ]
        goblins.append(held.count("goblin"))
        total = sum(FOR_LENGTH.get(len(laid) + below, 10) for laid, below in seat.values())
        points.append(total + FOR_STONES.get(count, 10) + held.count("coin"))
    points = [total + for_goblins(table, goblins, seat) for seat, total in enumerate(points)]
    shown = tuple(tuple((tuple(laid), below) for laid, below in seat.values()) for seat in columns)
    after = ended or (table.active + 1) % len(columns)
    return (shown, tuple(stones), supply, after, passes, tuple(points))


def for_goblins(table, goblins, seat):
    """Points of a seat for its goblins."""
    most, fewest = max(goblins), min(goblins)
    if most == fewest or goblins[seat] not in (most, fewest):
        return 0
    tied = goblins.count(goblins[seat]) > 1
    if tied and table.options["goblin_ties"] == "none":
        return 0
    return 3 if goblins[seat] == most else -3
