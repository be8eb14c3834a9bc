"""Thinking off the event path: one thread that answers the newest question of a kind; older ones are dropped.

A question that is no longer asked is not thought about; the table refuses answers that come too late all the same.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from rig.effects import AdviceWanted, Effect, MoveWanted
from rig.loop import Loop

Wanted = TypeVar("Wanted", AdviceWanted, MoveWanted)


class Thinker(Generic[Wanted]):
    """Answers questions of one kind.

    Args:
        loop: where they are asked.
        kind: of the questions.
        answer: thinks about one and posts what it found; may take its time, must not throw.
        name: of the thread.
    """

    def __init__(self, loop: Loop, kind: type[Wanted], answer: Callable[[Wanted], None], name: str) -> None:
        self._loop = loop
        self._kind: type[Wanted] = kind
        self._answer: Callable[[Wanted], None] = answer
        self._wanted: Wanted | None = None
        self._changed = threading.Condition()
        self._is_stopping = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        loop.handle_effects(self.take)

    @property
    def is_called(self) -> bool:
        """True if a newer question waits, or thinking is to stop: the present thought had better end."""
        return self._wanted is not None or self._is_stopping

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
        if isinstance(effect, self._kind):
            with self._changed:
                self._wanted = effect
                self._changed.notify()

    def _run(self) -> None:
        while (wanted := self._next()) is not None:
            if wanted.decision == self._loop.state.decision:
                self._answer(wanted)

    def _next(self) -> Wanted | None:
        with self._changed:
            self._changed.wait_for(lambda: self._wanted is not None or self._is_stopping)
            wanted, self._wanted = self._wanted, None
            return None if self._is_stopping else wanted
