"""The rig's own screen while nobody plays: dimmed, then dark, and awake again with whatever happens at the table.

The rig may not touch the screen itself.  It writes the wanted brightness into a file, and whoever shows the page
(`deploy/screen.sh`) sets it; where no brightness can be set, the page on that screen goes black.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from pathlib import Path

from rig.events import Event
from rig.loop import Answer, Loop
from rig.settings import ScreenSettings
from rig.state import TableState

logger = logging.getLogger(__name__)

FILE_NAME = "screen"
LOOK_S = 1.0
WAKING = ("button", "key", "tap")
"""Whoever does these stands before the dark screen and cannot know what is on it: the first one only wakes it."""

RUNTIME_VARIABLE = "RUNTIME_DIRECTORY"
"""Environment variable by which systemd names the service's folder in memory."""

OWN_SCREENS = (Path("/etc/systemd/system/keltis-screen.service"), Path("/etc/xdg/autostart/keltis-rig.desktop"))
"""Either of them is there where the page is shown on a screen of the rig's own."""


class Screen:
    """The table as it is reached from before the screen: what is done in front of a dark one only wakes it.

    Args:
        loop: the table in motion.
        settings: when it dims and sleeps.
        place: file for the wanted brightness, in percent; 0 is dark.
        clock: steady seconds.
    """

    def __init__(
        self, loop: Loop, settings: ScreenSettings, place: Path, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._loop = loop
        self._settings = settings
        self._place = place
        self._clock = clock
        self._lock = threading.Lock()
        self._active_at = clock()
        self._revision = loop.state.revision
        self._shown = -1
        self._stopping = threading.Event()
        self._listeners: tuple[Callable[[TableState], None], ...] = ()
        self._end = loop.subscribe(self._notice)
        self.look()

    @property
    def state(self) -> TableState:
        """The table now."""
        return self._loop.state

    @property
    def reports(self) -> Mapping[str, str]:
        """What parts of the rig have to say."""
        return self._loop.reports

    def report(self, part: str, sentence: str | None) -> None:
        """Say what is wrong with a part of the rig (None: nothing any more), as the loop does."""
        self._loop.report(part, sentence)

    @property
    def is_asleep(self) -> bool:
        """True while it is dark."""
        return self._shown == 0

    def subscribe(self, listener: Callable[[TableState], None]) -> Callable[[], None]:
        """Call the listener after every change, also when the screen goes dark or wakes; returns what ends that."""
        end = self._loop.subscribe(listener)
        self._listeners = (*self._listeners, listener)

        def end_both() -> None:
            self._listeners = tuple(other for other in self._listeners if other is not listener)
            end()

        return end_both

    def post(self, event: Event) -> Future[Answer]:
        """Hand in an event; the first one that is made in front of a dark screen wakes it and does no more."""
        if not self.is_asleep or event.source not in WAKING:
            return self._loop.post(event)
        self.wake()
        answer: Future[Answer] = Future()
        answer.set_result(Answer(False, self.state.revision, "woken"))
        return answer

    def wake(self) -> None:
        """Somebody is there."""
        self._active_at = self._clock()
        self.look()

    def look(self) -> None:
        """Dim it, darken it or light it, as it is time."""
        with self._lock:
            wanted, was_asleep = self._wanted(), self.is_asleep
            if wanted != self._shown and self._write(wanted):
                self._shown = wanted
        if self.is_asleep != was_asleep:
            for listener in self._listeners:
                listener(self.state)

    def start(self) -> None:
        """Look once a second until it is closed."""
        threading.Thread(target=self._run, name="screen", daemon=True).start()

    def close(self) -> None:
        """Leave it lit."""
        self._stopping.set()
        self._end()
        self.wake()

    def _run(self) -> None:
        while not self._stopping.wait(LOOK_S):
            self.look()

    def _notice(self, state: TableState) -> None:
        if state.revision != self._revision:  # else a part of the rig said something
            self._revision = state.revision
            self.wake()

    def _wanted(self) -> int:
        idle_min = (self._clock() - self._active_at) / 60
        settings = self._settings
        if settings.sleep_after_min and idle_min >= settings.sleep_after_min:
            return 0
        if settings.dim_after_min and idle_min >= settings.dim_after_min:
            return min(settings.dim_brightness, settings.brightness)
        return settings.brightness

    def _write(self, percent: int) -> bool:
        part = self._place.with_name(f"{self._place.name}.part")
        try:
            part.write_text(f"{percent}\n", encoding="ascii")
            part.chmod(0o644)  # the screen's own user reads it
            part.replace(self._place)
        except OSError as error:
            logger.warning("%s cannot be written (%s); the screen stays as it is", self._place, error.strerror)
            return False
        return True


def open_screen(loop: Loop, settings: ScreenSettings) -> Screen | None:
    """The rig's own screen; None where there is none, or where this is no service."""
    folder = os.environ.get(RUNTIME_VARIABLE, "").partition(":")[0]
    if not folder or not any(place.exists() for place in OWN_SCREENS):
        return None
    return Screen(loop, settings, Path(folder) / FILE_NAME)
