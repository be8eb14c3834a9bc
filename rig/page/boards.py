"""Which drawing a game's table has, how near its end is, and the scoring tables of its rule book."""

from __future__ import annotations

from collections.abc import Sequence

from engine.card_moves import Draw
from engine.cards import ASIDE_FOR_TWO, HAND_SIZE
from engine.games import kartenspiel_parts, keltis_or_chips, weg_der_steine_parts, wuerfelspiel_board
from engine.games.kartenspiel import Kartenspiel
from engine.games.keltis_or import OrPosition
from engine.games.weg_der_steine import WegDerSteine
from engine.games.wuerfelspiel import WuerfelspielPosition
from engine.games.wuerfelspiel_board import GOAL, GOAL_PIECES
from engine.position import Position
from rig.page.card_board import card_board
from rig.page.card_view_model import CardTableView
from rig.page.chip_board import chip_board
from rig.page.path_board import path_board
from rig.page.row_board import row_board
from rig.page.view_model import BoardView, ChipsView, MeterView, PlayerView, ScoringView
from rig.page.words import Words
from rig.state import TableState


def drawing(
    position: Position | None, after: Position | None, players: Sequence[PlayerView], words: Words
) -> tuple[BoardView | None, ChipsView | None]:
    """The board or the chips, whichever the game has."""
    if isinstance(position, WuerfelspielPosition):
        later = after if isinstance(after, WuerfelspielPosition) else None
        return row_board(position, later, players, words), None
    if isinstance(position, OrPosition):
        return None, chip_board(position, after if isinstance(after, OrPosition) else None, players, words)
    return None, None


def card_table(
    state: TableState, position: Position | None, after: Position | None, players: Sequence[PlayerView], words: Words
) -> CardTableView | None:
    """The table of a game of cards, None for any other game."""
    move = position.parse_move(state.choices[state.cursor].key) if position is not None and after is not None else None
    source = move.source if isinstance(move, Draw) else ""
    if isinstance(position, Kartenspiel):
        return card_board(position, after if isinstance(after, Kartenspiel) else None, source, players, words)
    if isinstance(position, WegDerSteine):
        return path_board(position, after if isinstance(after, WegDerSteine) else None, source, players, words)
    return None


def meters(position: Position | None, words: Words) -> tuple[MeterView, ...]:
    """How near the end is."""
    if isinstance(position, WuerfelspielPosition):
        now = sum(space >= GOAL for seat in range(position.seats) for space in position.own(seat))
        full = GOAL_PIECES[position.seats]
        text = words.say("%(now)s of %(full)s pieces are in the goal; then the game ends.", now=now, full=full)
        return (MeterView(words.say("In the goal"), now, full, text),)
    if isinstance(position, OrPosition):
        left, full = position.supply, position.setup.stones
        text = words.say(
            "%(now)s of %(full)s wish stones are left; with the last one the game ends.", now=left, full=full
        )
        return (MeterView(words.say("Stones left"), left, full, text),)
    if isinstance(position, Kartenspiel):
        closed, full = position.closed_rows, kartenspiel_parts.ROWS_TO_CLOSE
        text = words.say("%(now)s of %(full)s rows are closed; then the game ends.", now=closed, full=full)
        return MeterView(words.say("Rows closed"), closed, full, text), _pile_meter(position, words)
    if isinstance(position, WegDerSteine):
        now, full = position.figures_in_goal, weg_der_steine_parts.GOAL_FIGURES
        text = words.say("%(now)s of %(full)s pieces are in the goal; then the game ends.", now=now, full=full)
        return MeterView(words.say("In the goal"), now, full, text), _pile_meter(position, words)
    return ()


def _pile_meter(position: Kartenspiel | WegDerSteine, words: Words) -> MeterView:
    table = position.table
    aside = ASIDE_FOR_TWO if table.seats == 2 else 0
    full = table.deck.size - aside - HAND_SIZE * table.seats
    text = words.count(
        "%(number)s card is left in the face-down pile; with the last one the game ends.",
        "%(number)s cards are left in the face-down pile; with the last one the game ends.",
        table.pile_size,
    )
    return MeterView(words.say("Pile"), table.pile_size, full, text)


def scoring_tables(position: Position | None, words: Words) -> tuple[ScoringView, ...]:
    """The tables of the rule book, to be looked up at any time."""
    if isinstance(position, WuerfelspielPosition):
        values = position.setup.values[1:]
        spaces = tuple((str(place), words.number(worth)) for place, worth in enumerate(values, 1))
        table = ScoringView(words.say("Each piece, by its space"), words.say("Space"), spaces)
        return table, _stone_table(wuerfelspiel_board.STONE_POINTS, words)
    if isinstance(position, OrPosition):
        chips = _counted(keltis_or_chips.COLUMN_POINTS, words)[1:]
        goblins = ((words.say("most"), "+3"), (words.say("fewest"), words.number(-3)))
        return (
            ScoringView(words.say("Each column, by its chips"), words.say("Chips"), chips),
            _stone_table(keltis_or_chips.STONE_POINTS, words),
            ScoringView(words.say("Goblins"), words.say("Who has"), goblins),
        )
    if isinstance(position, Kartenspiel):
        cards = _counted(kartenspiel_parts.ROW_POINTS, words)[1:]
        return (
            ScoringView(words.say("Each row, by its cards"), words.say("Cards"), cards),
            ScoringView(words.say("Point cards in their own row"), words.say("Each"), (("1", "1"),)),
            _stone_table(kartenspiel_parts.STONE_POINTS, words),
        )
    if isinstance(position, WegDerSteine):
        values = weg_der_steine_parts.SPACE_POINTS[1:]
        spaces = tuple((str(place), words.number(worth)) for place, worth in enumerate(values, 1))
        title = words.say("Each piece, by its space; the large one counts double")
        return (
            ScoringView(title, words.say("Space"), spaces),
            _stone_table(weg_der_steine_parts.STONE_POINTS, words),
        )
    return ()


def _stone_table(points: Sequence[int], words: Words) -> ScoringView:
    return ScoringView(words.say("Wish stones at the end"), words.say("Stones"), _counted(points, words))


def _counted(points: Sequence[int], words: Words) -> tuple[tuple[str, str], ...]:
    """Count and worth; the last count stands for all above it."""
    last = len(points) - 1
    return tuple(
        (f"{count}+" if count == last else str(count), words.number(worth)) for count, worth in enumerate(points)
    )
