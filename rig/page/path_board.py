"""Der Weg der Steine as a drawing: five paths with tiles and pieces, the piles beside them, the rows of cards below."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.weg_der_steine import WegDerSteine
from engine.games.weg_der_steine_parts import GOAL, PATHS, SPACE_POINTS, SPACES
from rig.page.card_board import cell, discard_pile, pile_words, row_words, target
from rig.page.card_view_model import CardTableView, FigureView, PathSpaceView, PileView, RowsView
from rig.page.card_words import colour_name, colour_of
from rig.page.view_model import PlayerView
from rig.page.words import Words

WIDTH, HEIGHT = 366.0, 196.0
HEAD_X, FIRST_X, STEP_X = 13.0, 42.0, 30.0
FIRST_Y, STEP_Y = 23.5, 21.0
PILE_X, PILE_WIDTH, HIDDEN_X = 315.0, 34.0, 350.0
ROWS_Y, CELL_X, CELL_STEP, CELL_WIDTH, GAP = 122.0, 68.0, 66.0, 63.0, 3.0
ICONS = {"s": "stone", "c": "clover", "1": "plus-1", "2": "plus-2", "3": "plus-3", "?": "unknown"}
CROWDS = {1: (-5.0,), 2: (-8.0, 3.0), 3: (-9.5, -1.0, 7.5), 4: (-10.5, -3.5, 3.5, 10.5)}
"""Where the pieces of a space stand beside its middle, by how many they are."""


def path_board(
    now: WegDerSteine, after: WegDerSteine | None, drawn_from: str, players: Sequence[PlayerView], words: Words
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
        piles=_piles(now, shown, drawn_from, words),
        players=tuple(_rows(now, shown, player, step) for player in players),
        spaces=tuple(_space(now, shown, path, space, words) for path in range(5) for space in range(1, SPACES + 1)),
        figures=_figures(now, shown, players),
        summary=_summary(now, players, words),
        provenance=words.say("A layout of our own, not the printed board."),
    )


def _y(path: int) -> float:
    return FIRST_Y + STEP_Y * path


def _piles(now: WegDerSteine, shown: WegDerSteine, drawn_from: str, words: Words) -> tuple[PileView, ...]:
    hidden = PileView("back", HIDDEN_X, _y(2), 26.0, 46.0, None, str(now.table.pile_size), target(drawn_from == "pile"))
    lying = zip(PATHS, now.table.piles, shown.table.piles, strict=True)
    return hidden, *(
        discard_pile(letter, before, pile, drawn_from, (PILE_X, _y(path), PILE_WIDTH, STEP_Y - 2), words)
        for path, (letter, before, pile) in enumerate(lying)
    )


def _rows(now: WegDerSteine, shown: WegDerSteine, player: PlayerView, step: float) -> RowsView:
    y = ROWS_Y + step * (player.seat + 0.5)
    cells = tuple(
        cell(
            letter,
            shown.table.rows[player.seat][place],
            (CELL_X + CELL_STEP * place, y, CELL_WIDTH, step - GAP),
            "",
            len(shown.table.rows[player.seat][place]) > len(now.table.rows[player.seat][place]),
        )
        for place, letter in enumerate(PATHS)
    )
    return RowsView(player.seat, player.initial, player.piece, player.name, y, player.on_turn, cells)


def _space(now: WegDerSteine, shown: WegDerSteine, path: int, space: int, words: Words) -> PathSpaceView:
    mark = now.tiles[path][space - 1]
    seat = now.turn_of
    reached = shown.figures[seat][path] == space != now.figures[seat][path]
    return PathSpaceView(
        x=FIRST_X + STEP_X * (space - 1),
        y=_y(path),
        row=colour_of(PATHS[path]),
        value=words.number(SPACE_POINTS[space]),
        icon=ICONS.get(mark, ""),
        is_goal=space >= GOAL,
        is_target=reached,
    )


def _figures(now: WegDerSteine, shown: WegDerSteine, players: Sequence[PlayerView]) -> tuple[FigureView, ...]:
    figures = []
    for path in range(5):
        for space in range(1, SPACES + 1):
            seats = [seat for seat in range(now.seats) if shown.figures[seat][path] == space]
            for seat, offset in zip(seats, CROWDS.get(len(seats), ()), strict=False):
                figures.append(
                    FigureView(
                        players[seat].piece,
                        players[seat].initial,
                        FIRST_X + STEP_X * (space - 1) + offset,
                        _y(path),
                        is_large=shown.large[seat] == PATHS[path],
                        is_moving=now.figures[seat][path] != space,
                    )
                )
    return tuple(figures)


def _summary(now: WegDerSteine, players: Sequence[PlayerView], words: Words) -> str:
    """The table in words, for those who hear it."""
    told = []
    for player in players:
        figures = [
            words.say("%(row)s space %(space)s", row=colour_name(path, words), space=space)
            for path, space in zip(PATHS, now.figures[player.seat], strict=True)
            if space
        ]
        stand = ", ".join(figures) or words.say("no piece on the board")
        told.append(f"{player.name}: {stand}")
    rows = row_words(now.table, players, words)
    return ". ".join((words.say("Pieces"), *told, words.say("Rows of cards"), *rows, *pile_words(now.table, words)))
