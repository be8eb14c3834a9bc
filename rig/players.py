"""Players by name, for simulations: each chooses a move from what its seat may see.

A new player is one line in `PLAYERS`: its name, and where a function `(position, random) -> move` stands.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from importlib import import_module
from random import Random
from typing import Protocol

from engine.position import Move, Position, ScoreSheet
from rig.errors import UsageError

PLAYERS = {
    "random": "rig.players:random_move",
    "simple": "rig.players:simple_move",
    "hand": "engine.advice.players:hand",
    "linear": "engine.advice.players:linear",
    "beginner": "engine.advice.players:beginner",
    "casual": "engine.advice.players:casual",
    "skilled": "engine.advice.players:skilled",
    "expert": "engine.advice.players:expert",
    "full": "engine.advice.players:full",
    "deeper": "engine.advice.players:deeper",
}
"""Name to module and function."""

GOOD_GAIN = 4


class Player(Protocol):
    """Chooses one of the legal moves."""

    def __call__(self, position: Position, random: Random, /) -> Move:
        """A legal move, from the position as the player's seat sees it and a source of random numbers."""
        ...


@cache
def player(name: str) -> Player:
    """The player of that name.

    Raises:
        UsageError: there is none.
    """
    if name not in PLAYERS:
        raise UsageError(f"There is no player {name[:40]!r}; choose among {', '.join(PLAYERS)}.")
    module, _, function = PLAYERS[name].partition(":")
    found: Player = getattr(import_module(module), function)
    return found


def random_move(position: Position, random: Random) -> Move:
    """Any legal move, each as likely."""
    return random.choice(tuple(position.legal_moves))


def simple_move(position: Position, random: Random) -> Move:
    """The move after which the own score table looks best, one step ahead; dice are kept by a rule of thumb."""
    if position.stage == "keep":
        return _simple_keep(position, random)
    return max(position.legal_moves, key=lambda move: (_worth_after(position, move), random.random()))


def _worth_after(position: Position, move: Move) -> float:
    return worth(position.play(move).scores()[position.turn_of])


def worth(sheet: ScoreSheet) -> int:
    """What a score table promises: points, a bit for all that was gathered, and starting a row is no loss."""
    return sum(line.points + line.count + (4 if line.count and line.points < 0 else 0) for line in sheet.lines)


def _simple_keep(position: Position, random: Random) -> Move:
    """Keep all dice if they do much already, else those of the face that shows most often."""
    moves = tuple(position.legal_moves)
    everything = max(moves, key=lambda move: len(str(move)))
    final = position.play(everything)
    before = worth(position.scores()[position.turn_of])
    if max(_worth_after(final, move) for move in final.legal_moves) - before >= GOOD_GAIN:
        return everything
    faces = Counter(str(everything)[1:])
    face, count = max(faces.items(), key=lambda item: (item[1], random.random()))
    return next(move for move in moves if str(move) == f"={face * count}")
