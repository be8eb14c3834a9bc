"""Tells systemd how the rig is: ready, what it does, still alive.  Without systemd all of it does nothing.

The watchdog is fed by the parts that must never hang, not by a timer of its own: when one of them no longer beats, the
feeding stops and systemd starts the rig again.
"""

from __future__ import annotations

import math
import os
import socket
import threading
import time
from collections.abc import Callable, Iterable

SOCKET_VARIABLE = "NOTIFY_SOCKET"
WATCHDOG_VARIABLE = "WATCHDOG_USEC"


def is_service() -> bool:
    """True if systemd started this and waits to hear of it."""
    return bool(os.environ.get(SOCKET_VARIABLE))


def tell_systemd(message: str) -> bool:
    """Send one message ("READY=1", "STATUS=...", "WATCHDOG=1"); False where nobody listens."""
    address = os.environ.get(SOCKET_VARIABLE, "")
    if not address:
        return False
    if address.startswith("@"):  # a name without a file
        address = "\0" + address[1:]
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
            line.connect(address)
            line.sendall(message.encode())
    except OSError:
        return False
    return True


def watchdog_s() -> float | None:
    """After how many seconds without a sign of life systemd starts the rig again; None if it does not watch."""
    text = os.environ.get(WATCHDOG_VARIABLE, "")
    return int(text) / 1_000_000 if text.isdecimal() and int(text) > 0 else None


class Watchdog:
    """Feeds systemd's watchdog as long as every named part beats.

    Args:
        parts: names of the parts that must be alive ("eye", "table").
        limit_s: how old the last sign of life of a part may be.
        tell: sends a message.
        clock: steady seconds.
    """

    def __init__(
        self,
        parts: Iterable[str],
        limit_s: float,
        tell: Callable[[str], bool] = tell_systemd,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.limit_s = limit_s
        self._every_s = (watchdog_s() or limit_s) / 3
        self._tell = tell
        self._clock = clock
        self._lock = threading.Lock()
        self._beats = dict.fromkeys(parts, clock())
        self._fed_at = -math.inf

    def beat(self, part: str, at: float | None = None) -> None:
        """A part is alive now, or was at that time; cheap enough for every frame, and callable from any thread."""
        with self._lock:
            now = self._clock()
            self._beats[part] = now if at is None else at
            is_due = now - self._fed_at >= self._every_s
            if not is_due or now - min(self._beats.values()) > self.limit_s:
                return
            self._fed_at = now
        self._tell("WATCHDOG=1")

    def silent(self) -> tuple[str, ...]:
        """The parts that have not been heard for too long."""
        with self._lock:
            now = self._clock()
            return tuple(part for part, at in self._beats.items() if now - at > self.limit_s)
