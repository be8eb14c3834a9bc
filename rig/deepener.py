"""The adviser's second thoughts: betters the advice on the screen in the background, until somebody answers."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable, Iterator

from engine.position import Position
from rig.adviser import Ranking, answer
from rig.effects import AdviceWanted
from rig.loop import Loop
from rig.rests import Rests, Unwanted
from rig.thinker import Thinker

logger = logging.getLogger(__name__)

AFTER_S = 0.4
"""Seconds before it begins: the page has drawn the first advice by then, and who answers at once costs nothing."""

NICE = 10
"""By how much its thread stands behind the others where processors are short."""

Refine = Callable[[Position, Callable[[], None]], Iterator[Ranking]]
"""Position, and what to call between pieces of the thought, to rankings that are better each time."""


class Deepener(Thinker[AdviceWanted]):
    """Answers `AdviceWanted` again and again, after the adviser's first answer.

    Args:
        loop: where advice is wanted and posted.
        refine: what the advice is; may take its time.
        share: of one processor that it may use, over 0 to 1.
        after_s: seconds before it begins.
    """

    def __init__(self, loop: Loop, refine: Refine, share: float, after_s: float = AFTER_S) -> None:
        self._refine = refine
        self._share = share
        self._after_s = after_s
        super().__init__(loop, AdviceWanted, self._deepen, "second thoughts")

    def _deepen(self, wanted: AdviceWanted) -> None:
        _stand_behind()

        def is_wanted() -> bool:
            state = self._loop.state
            return state.decision == wanted.decision and state.is_advised and not self.is_called

        rests = Rests(self._share, is_wanted, self._loop.is_busy)
        try:
            rests.rest(self._after_s)
            for ranking in self._refine(wanted.position, rests):
                while not self._loop.state.choices or self._loop.state.choices[0].advice is None:
                    rests.rest(0.05)  # the first answer comes first
                self._loop.post(answer(wanted, ranking))
        except Unwanted:
            return
        except Exception:  # what was said at once stands
            logger.exception("no better advice for %s", wanted.position)


def _stand_behind() -> None:
    """Let the system prefer every other thread to this one; only Linux counts threads one by one."""
    try:
        thread = threading.get_native_id()
        if os.getpriority(os.PRIO_PROCESS, thread) == os.getpriority(os.PRIO_PROCESS, os.getpid()):
            os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + NICE)
    except (AttributeError, OSError):
        logger.debug("the priority of a thread cannot be lowered here")
