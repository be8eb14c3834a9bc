"""Why a choice is worth what it is: measured parts of its value, never decoration."""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from engine.advice.advice import Reason
from engine.advice.backup import Backup, Rated
from engine.advice.turn import Rolls
from engine.dice import Keep
from engine.position import Move, Position

AIMS = 2
"""How many of the likeliest moves after a re-roll are named."""


def reasons(position: Position, backup: Backup, move: Move, rated: Rated) -> tuple[Reason, ...]:
    """The measured reasons of a choice: for a keep what the re-roll will likely bring, for a move what it gives."""
    if isinstance(move, Keep):
        return (*_aims(backup, move), *_points(position, None, rated))
    return (*_points(position, move, rated),)


def _aims(backup: Backup, keep: Keep) -> list[Reason]:
    """The moves most likely played after a keep, with their chances."""
    root, tables = backup.turn.root, backup.turn.tables
    assert isinstance(root, Rolls)
    chances = tables.matrix[tables.place_of_keep[keep.faces], root.rolls]
    played = np.bincount(backup.chosen(root), weights=chances, minlength=len(root.moves))
    together: defaultdict[str, float] = defaultdict(float)
    for place in np.flatnonzero(played):
        together[str(root.moves[place])] += float(played[place])
    likeliest = sorted(together.items(), key=lambda entry: -entry[1])[:AIMS]
    return [Reason("aim", move, chance) for move, chance in likeliest]


def _points(position: Position, move: Move | None, rated: Rated) -> list[Reason]:
    """Points on the score table after the move, what is expected beyond them, and what the best opponent ends with."""
    seat, seats = position.turn_of, position.seats
    after = position if move is None else position.play(move)
    now = after.scores()[seat].total
    points = rated.row[2::2]
    others = [float(points[other]) for other in range(seats) if other != seat]
    return [
        Reason("now", "", float(now)),
        Reason("later", "", float(points[seat]) - now),
        Reason("opponent", "", max(others)),
    ]
