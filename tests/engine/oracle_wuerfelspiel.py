"""The Würfelspiel once more, slow and stupid: all arrangements of pieces are tried and filtered by the rules' text.

Written from `engine/rules/wuerfelspiel.md` alone; it shares no code with the engine and reads the position's text.
"""

from __future__ import annotations

from dataclasses import dataclass, field

ORDER = "rypgb"
WORTH = {1: -4, 2: -3, 3: -2, 4: 1, 5: 2, 6: 3, 7: 6, 8: 7, 9: 10}
FOR_STONES = {0: -10, 1: -4, 2: -3, 3: -2, 4: 1, 5: 2, 6: 3, 7: 6, 8: 7}
NEEDED = {2: 5, 3: 7, 4: 8}


@dataclass
class Table:
    """What lies on the table; `followed` remembers what can follow a landing, whatever dice led there."""

    icons: dict[tuple[str, int], str]
    tiles: int
    pieces: list[dict[str, int]]
    stones: list[int]
    active: int
    strict: bool
    followed: dict[tuple[str, int, bool], list[tuple]] = field(default_factory=dict)


def read(text: str, icons: dict[tuple[str, int], str], tiles: int) -> Table:
    """The table of a position's text; icons as "clover", "crossed", ... by row letter and space."""
    words = text.split()
    strict = "overshoot=forbidden" in words
    seats = next(word for word in words if "." in word and "=" not in word)
    active = "ABCD".index(words[words.index(seats) + 1])
    pieces, stones = [], []
    for seat in seats.split("/"):
        spaces, count = seat.split(".")
        pieces.append({row: int(space) for row, space in zip(ORDER, spaces, strict=True) if space != "0"})
        stones.append(int(count))
    return Table(icons, tiles - sum(stones), pieces, stones, active, strict)


def results(table: Table, dice: str) -> dict[tuple[str, ...], tuple[object, ...]]:
    """Every way to resolve final dice, as the moves made, with what the table looks like afterwards."""
    stones, tiles = list(table.stones), table.tiles
    takes = dice.count("s") >= 2 and tiles > 0
    if takes:
        stones[table.active] += 1
        tiles -= 1
    found = {("-",): summary(table, table.pieces, stones, "next")}
    for row in ORDER:
        shown = dice.count(row)
        for target in range(1, 10):
            if shown > 0 and may_move(table, table.pieces[table.active], row, target, shown, table.strict):
                if (row, target, takes) not in table.followed:
                    followed = after_landing(table, table.pieces, stones, tiles, row, target)
                    table.followed[row, target, takes] = followed
                for chain, result in table.followed[row, target, takes]:
                    found[(f"{row}{shown}", *chain)] = result
    return found


def may_move(table: Table, own: dict[str, int], row: str, target: int, steps: int, strict: bool) -> bool:
    """Whether a piece may be brought to a space by so many steps."""
    before = own.get(row, 0)
    if row not in own and len(own) == 4:
        return False
    if before == 9 or table.icons.get((row, target)) == "crossed":
        return False
    if target == before + steps:
        return True
    return target == 9 and before + steps > 9 and not strict


def after_landing(table, pieces, stones, tiles, row, target):
    """What can follow once the active player's piece stands on a space."""
    pieces = [dict(seat) for seat in pieces]
    pieces[table.active][row] = target
    if over(pieces, table.active):
        return [((), summary(table, pieces, stones, "over"))]
    icon = table.icons.get((row, target), "plain")
    if icon == "stone" and tiles > 0:
        stones = list(stones)
        stones[table.active] += 1
    if icon == "leprechaun":
        return [((), summary(table, pieces, stones, "again"))]
    if icon != "clover":
        return [((), summary(table, pieces, stones, "next"))]
    followed = []
    for other in ORDER:
        for there in range(1, 10):
            if may_move(table, pieces[table.active], other, there, 1, True):
                for chain, result in after_landing(table, pieces, stones, tiles, other, there):
                    followed.append(((f"+{other}", *chain), result))
    if not followed:
        return [((), summary(table, pieces, stones, "next"))]
    return [*followed, (("-",), summary(table, pieces, stones, "next"))]


def over(pieces, active) -> bool:
    """Whether the game has ended."""
    in_goal = [sum(space in (7, 8, 9) for space in seat.values()) for seat in pieces]
    return sum(in_goal) == NEEDED[len(pieces)] or in_goal[active] == 4


def summary(table, pieces, stones, then):
    """Pieces, stones, what comes next and the points, to be compared."""
    points = []
    for seat, count in zip(pieces, stones, strict=True):
        points.append(sum(WORTH[space] for space in seat.values()) + FOR_STONES.get(count, 10))
    after = {"next": (table.active + 1) % len(pieces), "again": table.active, "over": "over"}[then]
    spaces = tuple(tuple(seat.get(row, 0) for row in ORDER) for seat in pieces)
    return (spaces, tuple(stones), after, tuple(points))
