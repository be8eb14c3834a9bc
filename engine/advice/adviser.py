"""The adviser: every legal move of a position with its exact expectation, best first."""

from __future__ import annotations

from typing import cast

import numpy as np

from engine.advice.advice import Advice, Choice
from engine.advice.backup import Backup, Rated, Row, leaf_prospects
from engine.advice.explain import reasons
from engine.advice.keep_tables import DICE_OF, keep_tables
from engine.advice.turn import Best, Rolls, Turn
from engine.advice.value import Value, margin
from engine.advice.values import standard
from engine.dice import Keep
from engine.position import DicePosition, Move, Position


def advise(position: Position, value: Value | None = None, extra_turns: int | None = None) -> Advice:
    """Every legal move, ranked by the exact expectation over the rest of the turn.

    The expectation runs over every keep, every final roll, every choice after it and every clover; each different
    end of the turn is valued once, all in one call.  A turn won by a leprechaun counts as what its beginning is worth;
    as many as `extra_turns` in a row are enumerated instead.  The end of the game counts as it is.

    Args:
        position: of a game with dice; while chance speaks and after the end there is nothing to advise.
        value: what positions at the beginning of a turn are worth; None takes the best there is for the game.
        extra_turns: turns won by leprechauns that are enumerated; None enumerates one for a value that does not know
            chances of winning, and none for a network, which was trained on just such beginnings.
    """
    chosen = standard(position) if value is None else value
    if not can_advise(position):
        return Advice((), False, 0, chosen.name)
    turn, backup = rest_of_turn(position, chosen, extra_turns)
    rated = _rated(turn, backup)
    order = sorted(rated, key=lambda entry: -entry[1].row[0])
    choices = tuple(_choice(position, backup, chosen, move, entry, order[0][1].row) for move, entry in order)
    return Advice(choices, turn.unknown, len(turn.leaves), chosen.name)


def can_advise(position: Position) -> bool:
    """Whether a seat is to move in a game that the adviser knows."""
    return position.game in DICE_OF and bool(position.legal_moves)


def rest_of_turn(position: Position, value: Value, extra_turns: int | None = None) -> tuple[Turn, Backup]:
    """The rest of the turn, enumerated and valued."""
    if extra_turns is None:
        extra_turns = 0 if value.knows_win else 1
    turn = Turn(cast(DicePosition, position), keep_tables(DICE_OF[position.game]), extra_turns)
    return turn, Backup(turn, leaf_prospects(turn.leaves, value), value.knows_win)


def expected(position: Position, value: Value, extra_turns: int | None = None) -> Row:
    """The exact expectation at any stage of a turn that is not over: see `engine.advice.backup.Row`."""
    turn, backup = rest_of_turn(position, value, extra_turns)
    return backup.row(turn.root)


def _rated(turn: Turn, backup: Backup) -> list[tuple[Move, Rated]]:
    root = turn.root
    if isinstance(root, Best):
        pairs = zip(root.moves, root.nodes, strict=True)
        return [(move, Rated(backup.row(node), node)) for move, node in pairs]
    assert isinstance(root, Rolls)
    rows, tables = backup.keep_rows(root), turn.tables
    return [(Keep(tables.keeps[place]), Rated(rows[place], None)) for place in tables.keeps_of(root.faces)]


def _choice(position: Position, backup: Backup, value: Value, move: Move, rated: Rated, best: Row) -> Choice:
    seat, seats = position.turn_of, position.seats
    points, best_points = prospects(rated.row, seats)[:, 1], prospects(best, seats)[:, 1]
    win, best_win = prospects(rated.row, seats)[seat, 0], prospects(best, seats)[seat, 0]
    ahead, best_ahead = float(margin(points, seat)), float(margin(best_points, seat))
    return Choice(
        move=move,
        value=ahead,
        win=float(win) if value.knows_win else None,
        points=tuple(points.tolist()),
        cost=max(best_ahead - ahead, 0.0),
        win_cost=max(float(best_win - win), 0.0) if value.knows_win else None,
        why=reasons(position, backup, move, rated),
    )


def prospects(row: Row, seats: int) -> Row:
    """(seats, 2): chance of winning and expected points of each seat."""
    return np.asarray(row[1:]).reshape(seats, 2)
