"""How much one machine of the home network may ask of the page: more than a phone does, less than wears the rig out."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

AT_ONCE = 200
"""Requests that may come at once: a page with all its parts and pictures is about thirty."""
A_SECOND = 20.0
"""And so many a second in the long run; a page that watches the tray asks twice."""
KNOWN = 256
"""Machines that are remembered; whoever was silent for longest is forgotten first."""


class Throttle:
    """Counts what each machine asks.

    Args:
        clock: steady seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def lets(self, machine: str) -> bool:
        """True if this machine may ask one thing more now."""
        now = self._clock()
        left, since = self._left.pop(machine, (float(AT_ONCE), now))
        left = min(float(AT_ONCE), left + (now - since) * A_SECOND)
        may = left >= 1
        self._left[machine] = (left - 1 if may else left, now)
        while len(self._left) > KNOWN:
            self._left.popitem(last=False)
        return may
