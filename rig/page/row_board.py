"""The Würfelspiel's board as a drawing: five rows side by side, nine spaces up from their heads, pieces, a preview."""

from __future__ import annotations

from collections.abc import Sequence

from engine.components import Entry
from engine.games.wuerfelspiel import WuerfelspielPosition
from rig.page.sentences import item
from rig.page.view_model import BoardView, PieceView, PlayerView, RowView, SpaceView
from rig.page.words import Words

SPACES = 9
GOAL = 7
WIDTH, HEIGHT = 362.0, 352.0
FIRST_ROW_X, ROW_STEP = 70.0, 64.0
HEAD_Y, FIRST_SPACE_Y, SPACE_STEP = 332.0, 297.0, 33.5
CROWDS = {1: (-14.0,), 2: (-17.0, 1.0), 3: (-18.0, -4.0, 10.0), 4: (-19.0, -7.0, 5.0, 17.0)}
"""Where the pieces of a space stand beside its middle, by how many they are."""


def row_board(
    now: WuerfelspielPosition, after: WuerfelspielPosition | None, players: Sequence[PlayerView], words: Words
) -> BoardView:
    """The board as it stands, with what the highlighted move would change.

    Args:
        now: the position in play.
        after: the position after the highlighted move, None where there is none.
    """
    rows = now.components.group(now.options["side"])
    moved = _moved(now, after)
    pieces = _pieces(now, after, players, moved)
    start, end = (_place(moved[0], moved[1]), _place(moved[0], moved[2])) if moved else (None, None)
    return BoardView(
        width=WIDTH,
        height=HEIGHT,
        rows=tuple(
            RowView(row.name, item(row.name, words), _x(index), HEAD_Y, moved is not None and moved[0] == index)
            for index, row in enumerate(rows)
        ),
        spaces=tuple(
            _space(index, row.name, number, entry, now.components.numbers_of("values")[number - 1], moved, words)
            for index, row in enumerate(rows)
            for number, entry in enumerate(row.entries, 1)
        ),
        pieces=pieces,
        path=(*start, *end) if start and end else None,
        summary=_summary(now, [row.name for row in rows], players, words),
        provenance=_provenance([entry for row in rows for entry in row.entries], words),
    )


def _x(row: int) -> float:
    return FIRST_ROW_X + ROW_STEP * row


def _y(space: int) -> float:
    return HEAD_Y if space == 0 else FIRST_SPACE_Y - SPACE_STEP * (space - 1)


def _place(row: int, space: int) -> tuple[float, float]:
    return _x(row) - 14, _y(space)


def _moved(now: WuerfelspielPosition, after: WuerfelspielPosition | None) -> tuple[int, int, int] | None:
    """Row, old and new space of the piece that the highlighted move moves."""
    if after is None:
        return None
    pairs = zip(now.own(now.turn_of), after.own(now.turn_of), strict=True)
    return next(((row, old, new) for row, (old, new) in enumerate(pairs) if old != new), None)


def _space(
    row: int, name: str, number: int, entry: Entry, value: int, moved: tuple[int, int, int] | None, words: Words
) -> SpaceView:
    icon = {"plain": "", "crossed": "forbidden"}.get(entry.shows, entry.shows)
    return SpaceView(
        x=_x(row),
        y=_y(number),
        row=name,
        value=words.number(value),
        icon=icon,
        provenance=entry.provenance if icon else "",
        goal=number >= GOAL,
        target=moved is not None and (moved[0], moved[2]) == (row, number),
        name=item(entry.shows, words),
    )


def _pieces(
    now: WuerfelspielPosition,
    after: WuerfelspielPosition | None,
    players: Sequence[PlayerView],
    moved: tuple[int, int, int] | None,
) -> tuple[PieceView, ...]:
    pieces: list[PieceView] = []
    shown = after if after is not None and moved else now
    for row in range(5):
        for number in range(1, SPACES + 1):
            seats = [seat for seat in range(now.seats) if shown.own(seat)[row] == number]
            for seat, offset in zip(seats, CROWDS.get(len(seats), ()), strict=False):
                moving = moved is not None and (row, number, seat) == (moved[0], moved[2], now.turn_of)
                player = players[seat]
                x, y = _x(row) + offset, _y(number)
                pieces.append(PieceView(seat, player.piece, player.initial, x, y, moving=moving))
    if moved and moved[1]:
        player = players[now.turn_of]
        x, y = _place(moved[0], moved[1])
        pieces.insert(0, PieceView(player.seat, player.piece, player.initial, x, y, ghost=True))
    return tuple(pieces)


def _summary(now: WuerfelspielPosition, rows: list[str], players: Sequence[PlayerView], words: Words) -> str:
    """The board in words, for those who hear it."""
    told = []
    for player in players:
        on_board = [
            words.say("%(row)s space %(space)s", row=item(row, words), space=space)
            for row, space in zip(rows, now.own(player.seat), strict=True)
            if space
        ]
        stand = ", ".join(on_board) or words.say("no piece on the board")
        told.append(f"{player.name}: {stand}")
    return ". ".join((words.say("Board"), *told))


def _provenance(entries: list[Entry], words: Words) -> str:
    unknown = sum(entry.provenance == "unknown" for entry in entries)
    if unknown:
        return words.count(
            "%(number)s space of your board is not known yet; I ask when it matters.",
            "%(number)s spaces of your board are not known yet; I ask when it matters.",
            unknown,
        )
    if any(entry.provenance == "ours" for entry in entries):
        return words.say("A layout of our own, not the printed board.")
    return ""
