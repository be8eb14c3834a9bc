"""Deals, draws and turns up where no camera does: chance from a seeded generator, journalled as what it gave."""

from __future__ import annotations

import secrets
from random import Random

from engine.chance import supply
from engine.position import CHANCE, Position
from rig.effects import ChanceWanted, Effect
from rig.events import ChanceGiven
from rig.loop import Loop


class Dealer:
    """Answers `ChanceWanted`.

    What it gives is journalled, so a replay asks it for nothing; asked again for what a power cut swallowed it gives
    the same as long as it has the same seed.

    Args:
        loop: where chance is wanted and posted.
        seed: of the generator, None for one that nobody can know.
    """

    def __init__(self, loop: Loop, seed: int | None = None) -> None:
        self._loop = loop
        self._seed = secrets.token_hex(16) if seed is None else str(seed)
        loop.handle_effects(self.take)

    def take(self, effect: Effect) -> None:
        """Answer a question at once."""
        if isinstance(effect, ChanceWanted):
            moves = dealt(effect.position, Random(f"{self._seed} {effect.decision}"))
            self._loop.insist(ChanceGiven(answers=0, decision=effect.decision, moves=moves, source="dealer"))


def dealt(position: Position, random: Random) -> tuple[str, ...]:
    """What chance says until a seat must decide: a whole deal, or one card."""
    moves = []
    while position.to_move is CHANCE:
        move = supply(position, random)
        moves.append(str(move))
        position = position.play(move)
    return tuple(moves)
