"""Why a choice is worth what it is: measured parts of its value, never decoration."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.advice.advice import Reason
from engine.advice.backup import Backup, Row
from engine.advice.turn import Rolls
from engine.dice import Keep
from engine.position import Move, Position

AIMS = 2
"""How many of the likeliest moves after a re-roll are named."""


def reasons(
    position: Position, backup: Backup, moves: Sequence[Move], rows: NDArray[np.float64]
) -> list[tuple[Reason, ...]]:
    """The measured reasons of each choice: of a keep what the re-roll will likely bring, of a move what it gives.

    Args:
        moves: the choices, either all keeps or none.
        rows: (choices, columns) their values; see `engine.advice.backup.Row`.
    """
    if isinstance(moves[0], Keep):
        now = float(position.scores()[position.turn_of].total)
        aims = _aims(backup, [move for move in moves if isinstance(move, Keep)])
        return [(*aim, *_points(position, now, row)) for aim, row in zip(aims, rows, strict=True)]
    told = []
    for move, row in zip(moves, rows, strict=True):
        now = float(position.play(move).scores()[position.turn_of].total)
        told.append(_points(position, now, row))
    return told


def _aims(backup: Backup, keeps: Sequence[Keep]) -> list[list[Reason]]:
    """The moves most likely played after each keep, with their chances."""
    root, tables = backup.turn.root, backup.turn.tables
    assert isinstance(root, Rolls)
    chosen, numbers = np.unique(backup.chosen(root), return_inverse=True)
    texts = [str(root.moves[place]) for place in chosen]
    names = list(dict.fromkeys(texts))
    played_as = np.zeros((len(numbers), len(names)))
    played_as[np.arange(len(numbers)), np.array([names.index(text) for text in texts])[numbers]] = 1
    places = np.array([tables.place_of_keep[keep.faces] for keep in keeps], dtype=np.intp)
    chances = tables.matrix[places][:, root.rolls] @ played_as
    likeliest = np.argsort(-chances, axis=1, kind="stable")[:, :AIMS]
    return [
        [Reason("aim", names[name], float(row[name])) for name in best if row[name] > 0]
        for row, best in zip(chances, likeliest, strict=True)
    ]


def _points(position: Position, now: float, row: Row) -> tuple[Reason, ...]:
    """Points on the score table after the move, what is expected beyond them, and what the best opponent ends with."""
    seat, points = position.turn_of, row[2::2].tolist()
    others = points[:seat] + points[seat + 1 :]
    return Reason("now", "", now), Reason("later", "", points[seat] - now), Reason("opponent", "", max(others))
