"""The rig as a player: chooses what to keep and what to play for its own seats, at the strength that was chosen."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from random import Random

from engine.position import Move, Position
from rig.effects import MoveWanted
from rig.events import MoveGiven
from rig.loop import Loop
from rig.players import player, simple_move
from rig.table_ask import has_hands
from rig.thinker import Thinker

logger = logging.getLogger(__name__)

PAUSE_S = 1.6
"""How long a question of the rig's own stands on the screen at least, so that people see what it had to choose from."""

Choose = Callable[[str, Position, Random], Move]
"""Strength, position as the seat sees it, and random numbers to a legal move."""


def chosen(strength: str, position: Position, random: Random) -> Move:
    """The move of the player of that strength; cards are played by a rule of thumb."""
    if has_hands(position.game):
        return simple_move(position, random)
    return player(strength)(position, random)


class RigPlayer(Thinker[MoveWanted]):
    """Answers `MoveWanted`.

    Args:
        loop: where moves are wanted and posted.
        choose: how a move is chosen; may take its time.
        pause_s: least time that a question stands on the screen.
    """

    def __init__(self, loop: Loop, choose: Choose = chosen, pause_s: float = PAUSE_S) -> None:
        self._choose = choose
        self._pause_s = pause_s
        self._random = Random(1)
        super().__init__(loop, MoveWanted, self._move, "rig player")

    def _move(self, wanted: MoveWanted) -> None:
        began = time.monotonic()
        position = wanted.position.seen_by(getattr(wanted.position, "turn_of", None))
        try:
            move = self._choose(wanted.strength, position, self._random)
        except Exception:  # a game must go on, if need be by a rule of thumb
            logger.exception("no move for %s", wanted.position)
            move = simple_move(position, self._random)
        time.sleep(max(0.0, self._pause_s - (time.monotonic() - began)))
        self._loop.insist(MoveGiven(answers=0, decision=wanted.decision, move=str(move), source="rig"))
