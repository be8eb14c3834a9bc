"""The adviser: every legal move of a position with its exact expectation, best first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np
from numpy.typing import NDArray

from engine.advice.advice import Advice, Choice, Depth
from engine.advice.backup import Backup, Row, leaf_prospects
from engine.advice.explain import reasons
from engine.advice.keep_tables import DICE_OF, keep_tables
from engine.advice.turn import Best, Rolls, Turn
from engine.advice.two_turns import TwoTurns
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
    moves, rows = rated(turn, backup)
    depth: Depth = "exact" if backup.is_exact else "two turns" if isinstance(chosen, TwoTurns) else "one turn"
    choices = choices_of(position, backup, chosen, moves, rows)
    return Advice(choices, turn.unknown, len(turn.leaves), chosen.name, depth)


def can_advise(position: Position) -> bool:
    """Whether a seat is to move in a game that the adviser knows."""
    return position.game in DICE_OF and bool(position.legal_moves)


def rest_of_turn(position: Position, value: Value, extra_turns: int | None = None) -> tuple[Turn, Backup]:
    """The rest of the turn, enumerated and valued."""
    if extra_turns is None:
        extra_turns = 0 if value.knows_win else 1
    turn = Turn(cast(DicePosition, position), keep_tables(DICE_OF[position.game]), extra_turns)
    if isinstance(value, TwoTurns):
        return turn, value.backup(turn)
    return turn, Backup(turn, leaf_prospects(turn.leaves, value), value.knows_win)


def expected(position: Position, value: Value, extra_turns: int | None = None) -> Row:
    """The exact expectation at any stage of a turn that is not over: see `engine.advice.backup.Row`."""
    turn, backup = rest_of_turn(position, value, extra_turns)
    return backup.row(turn.root)


def rated(turn: Turn, backup: Backup) -> tuple[Sequence[Move], NDArray[np.float64]]:
    """The legal moves and (moves, columns) their values."""
    root = turn.root
    if isinstance(root, Best):
        return root.moves, np.array([backup.row(node) for node in root.nodes])
    assert isinstance(root, Rolls)
    tables, places = turn.tables, turn.tables.keeps_of(root.faces)
    return [Keep(tables.keeps[place]) for place in places], backup.keep_rows(root)[places]


def choices_of(
    position: Position, backup: Backup, value: Value, moves: Sequence[Move], rows: NDArray[np.float64]
) -> tuple[Choice, ...]:
    """The choices, best first."""
    seat, table = position.turn_of, rows[:, 1:].reshape(len(rows), position.seats, 2)
    win, points = table[:, seat, 0], table[..., 1]
    order = np.argsort(-rows[:, 0], kind="stable")
    ahead = margin(points, seat)
    costs = np.maximum(ahead[order[0]] - ahead, 0.0).tolist()
    win_costs = np.maximum(win[order[0]] - win, 0.0).tolist()
    why = reasons(position, backup, moves, rows)
    return tuple(
        Choice(
            move=moves[place],
            value=float(ahead[place]),
            win=float(win[place]) if value.knows_win else None,
            points=tuple(points[place].tolist()),
            cost=costs[place],
            win_cost=win_costs[place] if value.knows_win else None,
            why=why[place],
        )
        for place in order.tolist()
    )


def prospects(row: Row, seats: int) -> Row:
    """(seats, 2): chance of winning and expected points of each seat."""
    return np.asarray(row[1:]).reshape(seats, 2)
