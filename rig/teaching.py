"""Teaching the dice at the rig: a thread of its own, which looks at the tray while somebody teaches.

It is open as long as a page that may act asks for news and is used; the eye rests meanwhile: what is laid is no roll.
Whatever was taken is a file before it is counted, so going on later begins where this one stopped.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path

from rig.errors import RigError
from rig.events import Button
from rig.pictures import Pictures
from rig.teaching_lesson import Lesson, Readers
from rig.teaching_state import Step, TeachingState, Trouble
from vision.errors import VisionError

logger = logging.getLogger(__name__)

LOOK_S = 0.25
"""The tray is looked at so often while teaching is open."""
OPEN_S = 6.0
"""Teaching is open for so long after a page asked for news."""
IDLE_S = 600.0
"""A page on which nothing was pressed for so long keeps nothing open: somebody's phone was left lying with it."""
FOLDER = "teaching"
"""Where pictures lie until they are a profile, in the data folder."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What teaching asks people to lay into the tray.

    Attributes:
        dice_set: of these dice.
        face: all are to show this one; "" for none.
        number: grows when they are to be laid anew.
    """

    dice_set: str
    face: str
    number: int


class Teaching:
    """The lesson in motion.

    Args:
        folder: the data folder.
        readers: of this evening.
        pictures: where the eye puts the newest frame.
        camera_trouble: what is wrong with the camera, None when all is well.
        preferred: the dice set of the game on the table.
        clock: steady seconds.
    """

    def __init__(
        self,
        folder: Path,
        readers: Readers,
        pictures: Pictures,
        camera_trouble: Callable[[], str | None] = lambda: None,
        preferred: Callable[[], str | None] = lambda: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._clock = clock
        self._lesson = Lesson(folder / FOLDER, readers, pictures, camera_trouble, preferred, clock)
        self._open_until = self._asked_at = self._used_at = float("-inf")
        self._queue: queue.SimpleQueue[tuple[Callable[[], str], Future[str]] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="teaching", daemon=True)

    @property
    def state(self) -> TeachingState:
        """What is on the screen; from any thread."""
        return self._lesson.state

    @property
    def is_open(self) -> bool:
        """True while somebody teaches."""
        now = self._clock()
        return now < self._open_until and now - self._used_at < IDLE_S

    @property
    def wish(self) -> Wish | None:
        """What people are to lay into the tray; None while nobody teaches."""
        state = self.state
        if not self.is_open or state.step is not Step.SHOW:
            return None
        return Wish(state.dice_set, state.face, self._lesson.laid)

    def start(self) -> None:
        """Begin to listen; nothing is looked at before somebody teaches."""
        self._thread.start()

    def stop(self) -> None:
        """End; what was taken lies on the disk."""
        self._queue.put(None)
        if self._thread.is_alive():
            self._thread.join(timeout=5)

    def touch(self) -> None:
        """Somebody who may act looks at it."""
        was_open, now = self.is_open, self._clock()
        if now - self._asked_at > OPEN_S:  # not one that was open all the time
            self._used_at = now
        self._asked_at, self._open_until = now, now + OPEN_S
        if self.is_open and not was_open:
            self._post(self._lesson.open)

    def close(self) -> None:
        """Nobody looks any more."""
        self._open_until = self._asked_at = float("-inf")

    def press(self, button: Button, decision: int) -> Future[str]:
        """One of the four buttons; the future is the key of a refusal, "" if it counts."""
        self._use()
        return self._post(lambda: self._answered(decision, lambda: self._lesson.press(button)))

    def point(self, cursor: int, decision: int) -> Future[str]:
        """A tap on an entry: it is highlighted, and chosen where nothing has to be laid first."""
        self._use()
        return self._post(lambda: self._answered(decision, lambda: self._lesson.point(cursor)))

    def back(self, decision: int) -> Future[str]:
        """One step back; what was taken stays."""
        self._use()
        return self._post(lambda: self._answered(decision, self._lesson.back))

    def picture(self, number: int) -> bytes | None:
        """A picture of the tray as JPEG, None if it is kept no longer."""
        return self._lesson.watch.picture(number)

    def _use(self) -> None:
        """Somebody pressed something; what was left lying is opened again."""
        was_idle = self._clock() < self._open_until and not self.is_open
        self._used_at = self._clock()
        if was_idle:
            self._post(self._lesson.open)

    def _post(self, act: Callable[[], str]) -> Future[str]:
        future: Future[str] = Future()
        self._queue.put((act, future))
        return future

    def _answered(self, decision: int, act: Callable[[], str]) -> str:
        return act() if decision == self.state.decision else "stale"

    def _run(self) -> None:
        while True:
            try:
                item = self._queue.get(timeout=LOOK_S)
            except queue.Empty:
                self._look()
                continue
            if item is None:
                return
            act, future = item
            future.set_result(self._safely(act))
            if self.state.step is Step.CHECK:
                self._safely(self._lesson.check)

    def _safely(self, act: Callable[[], str | None]) -> str:
        """Do it; what fails is said on the page."""
        try:
            return act() or ""
        except VisionError as error:
            self._troubled(Trouble.READER, str(error))
        except RigError as error:
            self._troubled(Trouble.DISK, str(error))
        except Exception:  # a fault of ours must not end the evening
            logger.exception("teaching failed")
            self._troubled(Trouble.READER, "Teaching failed; what was taken is kept. Look into the log.")
        return "fault"

    def _look(self) -> None:
        if self.is_open:
            self._safely(self._lesson.look)

    def _troubled(self, trouble: Trouble, told: str) -> None:
        logger.warning("%s", told)
        self._lesson.trouble(trouble, told)
