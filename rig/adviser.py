"""Advice off the event path: one thread ranks the choices of the present question and posts what it found.

A question that is no longer asked is dropped; the table refuses advice that comes too late all the same.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from engine.position import Position
from rig.effects import AdviceWanted, Effect
from rig.events import AdviceGiven
from rig.loop import Loop
from rig.state import Ranked

logger = logging.getLogger(__name__)

Rank = Callable[[Position], tuple[tuple[Ranked, ...], bool]]
"""Position to its choices, best first, and whether nothing had to be averaged over."""


class Adviser:
    """Answers `AdviceWanted`.

    Args:
        loop: where advice is wanted and posted.
        rank: what the advice is; may take its time.
    """

    def __init__(self, loop: Loop, rank: Rank) -> None:
        self._loop = loop
        self._rank = rank
        self._wanted: AdviceWanted | None = None
        self._changed = threading.Condition()
        self._is_stopping = False
        self._thread = threading.Thread(target=self._run, name="adviser", daemon=True)
        loop.handle_effects(self.take)

    def start(self) -> None:
        """Begin to think."""
        self._thread.start()

    def stop(self) -> None:
        """Stop thinking after the present thought."""
        with self._changed:
            self._is_stopping = True
            self._changed.notify()
        if self._thread.is_alive():
            self._thread.join(timeout=5)

    def take(self, effect: Effect) -> None:
        """Put a question in the place of the last one."""
        if isinstance(effect, AdviceWanted):
            with self._changed:
                self._wanted = effect
                self._changed.notify()

    def _run(self) -> None:
        while (wanted := self._next()) is not None:
            if wanted.decision != self._loop.state.decision:
                continue
            try:
                ranked, complete = self._rank(wanted.position)
            except Exception:  # no advice is no reason to stop a game
                logger.exception("no advice for %s", wanted.position)
                self._loop.report("adviser", "The adviser failed at this position; choose by yourself.")
                continue
            self._loop.report("adviser", None)
            given = AdviceGiven(answers=0, decision=wanted.decision, ranked=ranked, complete=complete, source="adviser")
            self._loop.post(given)

    def _next(self) -> AdviceWanted | None:
        with self._changed:
            self._changed.wait_for(lambda: self._wanted is not None or self._is_stopping)
            wanted, self._wanted = self._wanted, None
            return None if self._is_stopping else wanted
