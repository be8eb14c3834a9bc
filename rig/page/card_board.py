"""The Kartenspiel's table as a drawing: piles above, wish stones in the middle, a line of rows for each player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.cards import Row, Table, number_of
from engine.games.kartenspiel import Kartenspiel
from engine.games.kartenspiel_parts import DECK, POINTS, STONES
from engine.position import ScoreSheet
from rig.page.card_view_model import CardTableView, CellView, PileView, RowsView, StoneView
from rig.page.card_words import card_name, card_text, card_view, colour_name, colour_of
from rig.page.view_model import PlayerView
from rig.page.words import Words

WIDTH, HEIGHT = 366.0, 196.0
FIRST_X, STEP_X, CELL_WIDTH = 65.0, 55.0, 52.0
PILE_Y, PILE_HEIGHT = 21.0, 38.0
STONES_Y, FIRST_STONE_X, STONE_STEP = 53.5, 24.0, 39.5
ROWS_Y = 67.0
GAP = 4.0
ROOMY = 44.0
FITTING_TEXT = 11
"""So many letters of a row fit into its cell, drawn a little narrower than usual."""


def card_board(
    now: Kartenspiel, after: Kartenspiel | None, drawn_from: str, players: Sequence[PlayerView], words: Words
) -> CardTableView:
    """The table as it lies, with what the highlighted move would change.

    Args:
        now: the position in play, as the viewer sees it.
        after: after the highlighted move, None where there is none.
        drawn_from: the pile that the highlighted move draws from, "" for none.
        players: by seat.
    """
    shown = now if after is None else after
    step = (HEIGHT - ROWS_Y) / now.seats
    return CardTableView(
        width=WIDTH,
        height=HEIGHT,
        piles=piles(now.table, shown.table, drawn_from, words),
        stones=_stones(now, shown),
        players=tuple(
            RowsView(
                player.seat,
                player.initial,
                player.piece,
                player.name,
                ROWS_Y + step * (player.seat + 0.5),
                player.on_turn,
                _cells(now, shown, player.seat, step, words),
            )
            for player in players
        ),
        summary=_summary(now, players, words),
    )


def piles(now: Table, shown: Table, drawn_from: str, words: Words) -> tuple[PileView, ...]:
    """The face-down pile and above each column the discard pile of its colour."""
    hidden = PileView("back", 20.0, PILE_Y, 28.0, PILE_HEIGHT, None, str(now.pile_size), target(drawn_from == "pile"))
    letters = now.deck.letters
    return hidden, *(
        discard_pile(
            letter, before, pile, drawn_from, (FIRST_X + STEP_X * place, PILE_Y, CELL_WIDTH - 8, PILE_HEIGHT), words
        )
        for place, (letter, before, pile) in enumerate(zip(letters, now.piles, shown.piles, strict=True))
    )


def discard_pile(
    letter: str, before: Row, pile: Row, drawn_from: str, box: tuple[float, float, float, float], words: Words
) -> PileView:
    """The open pile of a colour in a box: middle x and y, width, height; marked if the highlighted move touches it."""
    top = replace(card_view(pile[-1]), name=card_name(pile[-1], words)) if pile else None
    cards = str(len(pile)) if len(pile) > 1 else ""
    return PileView(colour_of(letter), *box, top, cards, target(drawn_from == letter or len(pile) > len(before)))


def target(is_target: bool) -> str:
    """The mark of what a move touches."""
    return "target" if is_target else ""


def _stones(now: Kartenspiel, shown: Kartenspiel) -> tuple[StoneView, ...]:
    def mark(value: int) -> str:
        if value not in now.stones_left:
            return "gone"
        return target(value not in shown.stones_left)

    return tuple(
        StoneView(str(value), FIRST_STONE_X + STONE_STEP * place, STONES_Y, mark(value))
        for place, value in enumerate(STONES)
    )


def _cells(now: Kartenspiel, shown: Kartenspiel, seat: int, step: float, words: Words) -> tuple[CellView, ...]:
    y = ROWS_Y + step * (seat + 0.5)
    sheet = shown.scores()[seat]
    return tuple(
        cell(
            letter,
            shown.table.rows[seat][place],
            (FIRST_X + STEP_X * place, y, CELL_WIDTH, step - GAP),
            words.number(_worth(sheet, place)) if shown.table.rows[seat][place] else "",
            len(shown.table.rows[seat][place]) > len(now.table.rows[seat][place]),
        )
        for place, letter in enumerate(DECK.letters)
    )


def _worth(sheet: ScoreSheet, place: int) -> int:
    """Points of a row now; the lines of the score stand in the order of the rows."""
    return sheet.lines[place].points


def cell(letter: str, row: Row, box: tuple[float, float, float, float], worth: str, is_target: bool) -> CellView:
    """One player's row of one colour in a box: middle x and y, width, height."""
    x, y, width, height = box
    text = " ".join(map(card_text, row))
    if len(text) > FITTING_TEXT:
        text = "… " + text[-(FITTING_TEXT - 2) :].partition(" ")[2]
    return CellView(
        colour=colour_of(letter),
        x=x,
        y=y,
        width=width,
        height=height,
        last=card_view(row[-1]) if row else None,
        arrow=arrow(row, letter),
        count=f"×{len(row)}" if row else "",
        worth=worth,
        text=text if height > ROOMY and len(row) > 1 else "",
        is_target=is_target,
    )


def arrow(row: Row, letter: str) -> str:
    """Which way a row runs: ▲ rising, ▼ falling, "" while both are open or none matters."""
    numbers = [number_of(card) for card in row if card[0] == letter and card[1:] != "x"]
    if letter == POINTS or not numbers or numbers[0] == numbers[-1]:
        return ""
    return "▲" if numbers[-1] > numbers[0] else "▼"


def _summary(now: Kartenspiel, players: Sequence[PlayerView], words: Words) -> str:
    """The table in words, for those who hear it."""
    stones = " ".join(map(str, now.stones_left)) or words.say("none")
    told = [
        words.say("Wish stones in the middle: %(stones)s", stones=stones),
        *pile_words(now.table, words),
        *row_words(now.table, players, words),
    ]
    return ". ".join(told)


def pile_words(table: Table, words: Words) -> tuple[str, ...]:
    """The piles in words."""
    tops = [card_name(pile[-1], words) for pile in table.piles if pile]
    return (
        words.count(
            "The face-down pile has %(number)s card", "The face-down pile has %(number)s cards", table.pile_size
        ),
        words.say("On the discard piles: %(cards)s", cards=", ".join(tops) or words.say("none")),
    )


def row_words(table: Table, players: Sequence[PlayerView], words: Words) -> tuple[str, ...]:
    """The rows of all players in words."""
    told = []
    for player in players:
        rows = [
            f"{colour_name(letter, words)} {' '.join(map(card_text, row))}"
            for letter, row in zip(table.deck.letters, table.rows[player.seat], strict=True)
            if row
        ]
        laid = ", ".join(rows) or words.say("no cards yet")
        told.append(f"{player.name}: {laid}")
    return tuple(told)
