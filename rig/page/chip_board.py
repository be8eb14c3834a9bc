"""Ór's table as a drawing: the chips in the centre, one line a colour, and below what each player has laid."""

from __future__ import annotations

from collections.abc import Sequence

from engine.components import Entry
from engine.games.keltis_or import OrPosition
from engine.games.keltis_or_chips import COLOURS, VALUES, Take, chips_in_order, length
from rig.page.sentences import item
from rig.page.view_model import ChipsView, ChipView, PlayerView, RowView, SeriesRowView, SeriesView
from rig.page.words import Words

WIDTH, HEIGHT = 362.0, 352.0
HEAD_X, FIRST_CHIP_X, CHIP_STEP = 16.0, 49.0, 29.6
FIRST_SERIES_X, SERIES_STEP, SERIES_WIDTH = 36.0, 65.2, 62.0
CENTRE_STEPS = {2: 38.0, 3: 37.0, 4: 35.0}
GAP = 8.0
ARROWS = {0: "", 1: "▲", 2: "▼"}


def chip_board(now: OrPosition, after: OrPosition | None, players: Sequence[PlayerView], words: Words) -> ChipsView:
    """The chips as they lie, with what the highlighted move would take.

    Args:
        now: the position in play.
        after: the position after the highlighted move, None where there is none.
    """
    target = _target(now, after)
    step = CENTRE_STEPS.get(now.seats, 35.0)
    rows = now.components.group("chips")
    return ChipsView(
        width=WIDTH,
        height=HEIGHT,
        chip_height=step - 3.5,
        colours=tuple(
            RowView(
                name, item(name, words), HEAD_X, _centre_y(colour, step), target is not None and target[0] == colour
            )
            for colour, name in enumerate(COLOURS)
        ),
        chips=tuple(
            _chip(now, colour, value, row.entries[value], step, target, words)
            for colour, row in enumerate(rows)
            for value in range(VALUES)
        ),
        players=tuple(_series_row(now, player, step, target, words) for player in players),
        summary=_summary(now, players, words),
        provenance=_provenance([entry for row in rows for entry in row.entries], words),
    )


def _centre_y(colour: int, step: float) -> float:
    return step * (colour + 0.5)


def _target(now: OrPosition, after: OrPosition | None) -> tuple[int, int] | None:
    """Colour and value of the chip that the highlighted move takes, or that is being revealed."""
    if now.pending:
        return divmod(now.pending - 1, VALUES)
    if after is None:
        return None
    if after.pending:
        return divmod(after.pending - 1, VALUES)
    for colour in range(len(COLOURS)):
        taken = now.centre[colour] & ~after.centre[colour]
        if taken:
            return colour, taken.bit_length() - 1
    return None


def _chip(
    now: OrPosition, colour: int, value: int, entry: Entry, step: float, target: tuple[int, int] | None, words: Words
) -> ChipView:
    mark = ""
    if not now.centre[colour] >> value & 1:
        mark = "gone"
    elif target == (colour, value):
        mark = "target"
    elif now.stage == "move" and Take(colour, value) not in now.legal_moves:
        mark = "dim"
    name = f"{item(COLOURS[colour], words)} {value}"
    return ChipView(
        COLOURS[colour],
        str(value),
        FIRST_CHIP_X + CHIP_STEP * value,
        _centre_y(colour, step),
        _items(entry),
        mark,
        name,
    )


def _items(entry: Entry) -> tuple[str, ...]:
    """Drawings of what a chip carries."""
    if entry.shows == "plain":
        return ()
    drawn: list[str] = []
    for part in entry.shows.split(" + "):
        name, _, count = part.partition(" ")
        drawn += [ITEM_ART.get(name, name)] * min(int(count or 1), MOST_COINS)
    return tuple(drawn)


ITEM_ART = {"coins": "coin", "goblin": "leprechaun"}
MOST_COINS = 3
"""More coins than that find no room on a chip."""


def _series_row(
    now: OrPosition, player: PlayerView, step: float, target: tuple[int, int] | None, words: Words
) -> SeriesRowView:
    top = step * len(COLOURS) + GAP
    height = (HEIGHT - top) / now.seats
    y = top + height * (player.seat + 0.5)
    series = tuple(_series(now, player.seat, colour, y, height - GAP, target, words) for colour in range(len(COLOURS)))
    return SeriesRowView(player.seat, player.initial, player.piece, player.name, y, player.on_turn, series)


def _series(
    now: OrPosition, seat: int, colour: int, y: float, height: float, target: tuple[int, int] | None, words: Words
) -> SeriesView:
    column = now.columns[seat * len(COLOURS) + colour]
    laid = chips_in_order(column)
    x = FIRST_SERIES_X + SERIES_STEP * colour
    roomy = height > 44
    chip_y = y - 7 if roomy else y
    chips = (ChipView(COLOURS[colour], str(laid[-1]), x + 15.5, chip_y),) if laid else ()
    return SeriesView(
        colour=COLOURS[colour],
        x=x,
        y=y,
        width=SERIES_WIDTH,
        height=height,
        chips=chips,
        arrow=ARROWS[column >> VALUES & 3],
        count=f"×{length(column)}" if laid else "",
        text=" ".join(map(str, laid)) if roomy and len(laid) > 1 else "",
        target=target is not None and seat == now.turn_of and target[0] == colour,
    )


def _summary(now: OrPosition, players: Sequence[PlayerView], words: Words) -> str:
    """The table in words, for those who hear it."""
    told = []
    for colour, name in enumerate(COLOURS):
        left = [str(value) for value in range(VALUES) if now.centre[colour] >> value & 1]
        values = " ".join(left) or words.say("none")
        told.append(f"{item(name, words)}: {values}")
    lines = [words.say("In the centre: %(chips)s", chips=", ".join(told))]
    for player in players:
        columns = now.columns[player.seat * len(COLOURS) : (player.seat + 1) * len(COLOURS)]
        laid = [
            f"{item(name, words)} {' '.join(map(str, chips_in_order(column)))}"
            for name, column in zip(COLOURS, columns, strict=True)
            if column
        ]
        chips = ", ".join(laid) or words.say("no chips yet")
        lines.append(f"{player.name}: {chips}")
    return ". ".join(lines)


def _provenance(entries: list[Entry], words: Words) -> str:
    unknown = sum(entry.provenance == "unknown" for entry in entries)
    if unknown:
        return words.count(
            "%(number)s of your chips is not known yet; I ask when it matters.",
            "%(number)s of your chips are not known yet; I ask when it matters.",
            unknown,
        )
    if any(entry.provenance == "ours" for entry in entries):
        return words.say("Chips of our own, not the printed ones.")
    return ""
