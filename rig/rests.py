"""Rests between the pieces of a long thought: it keeps its share of a processor and ends once nobody wants it."""

from __future__ import annotations

import time
from collections.abc import Callable

PIECE_S = 0.02
"""Seconds of the processor that are used before a rest."""

LOOK_S = 0.02
"""Seconds between two looks at whether the thought is still wanted, while it rests."""


class Unwanted(Exception):
    """The thought is no longer wanted; whoever began it catches this."""


class Rests:
    """Called between the pieces of a thought, often.

    Args:
        share: of one processor, over 0 to 1, that the thought may use.
        is_wanted: whether it is to go on.
        is_busy: whether somebody has something more urgent to do, which is waited for.
        used: seconds of the processor that the calling thread has used.
        clock: steady seconds.
        sleep: sleeps for some seconds.
    """

    def __init__(
        self,
        share: float,
        is_wanted: Callable[[], bool],
        is_busy: Callable[[], bool] = lambda: False,
        used: Callable[[], float] = time.thread_time,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._share, self._is_wanted, self._is_busy = share, is_wanted, is_busy
        self._used, self._clock, self._sleep = used, clock, sleep
        self._since = used()

    def __call__(self) -> None:
        """Go on, after a rest if one is due.

        Raises:
            Unwanted: nobody wants the thought any more.
        """
        spent = self._used() - self._since
        self.rest(spent * (1 / self._share - 1) if spent >= PIECE_S else 0.0)

    def rest(self, seconds: float) -> None:
        """Rest for so long, and on while somebody is busy.

        Raises:
            Unwanted: nobody wants the thought any more.
        """
        end = self._clock() + seconds
        while True:
            if not self._is_wanted():
                raise Unwanted
            left = end - self._clock()
            if left <= 0 and not self._is_busy():
                break
            self._sleep(min(left, LOOK_S) if left > 0 else LOOK_S)
        if seconds:
            self._since = self._used()
