"""The adviser at the table: ranks the choices of the present question off the event path and posts what it found."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass

from engine.position import Position
from rig.effects import AdviceWanted
from rig.events import AdviceGiven
from rig.loop import Loop
from rig.state import Ranked
from rig.thinker import Thinker

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Ranking:
    """The choices of a position as the adviser sees them.

    Attributes:
        ranked: best first.
        complete: False where unknown components had to be averaged over.
        depth: how far it looks, one of `rig.state.DEPTHS`.
    """

    ranked: tuple[Ranked, ...]
    complete: bool = True
    depth: str = ""


Rank = Callable[[Position], Ranking]
"""Position to its choices."""


class Adviser(Thinker[AdviceWanted]):
    """Answers `AdviceWanted`.

    Args:
        loop: where advice is wanted and posted.
        rank: what the advice is; may take its time.
    """

    def __init__(self, loop: Loop, rank: Rank) -> None:
        self._rank = rank
        super().__init__(loop, AdviceWanted, self._advise, "adviser")

    def _advise(self, wanted: AdviceWanted) -> None:
        try:
            ranking = self._rank(wanted.position)
        except Exception:  # no advice is no reason to stop a game
            logger.exception("no advice for %s", wanted.position)
            self._loop.report("adviser", "The adviser failed at this position; choose by yourself.")
            return
        self._loop.report("adviser", None)
        self._loop.insist(answer(wanted, ranking))


def answer(wanted: AdviceWanted, ranking: Ranking) -> AdviceGiven:
    """The event that tells the table a ranking of what it asked about."""
    return AdviceGiven(
        answers=0,
        decision=wanted.decision,
        ranked=ranking.ranked,
        complete=ranking.complete,
        depth=ranking.depth,
        source="adviser",
    )
