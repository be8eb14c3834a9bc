"""The rig's eye: one thread that takes frames, reads dice when the table wants it to, and posts what it saw.

What is wanted stands in the table's state (`eye_task`), so there is nothing to command and nothing to get out of step.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from engine import catalogue
from rig.camera import Camera
from rig.errors import CameraError
from rig.events import DiceRead
from rig.follow_dice import places, watch
from rig.loop import Loop
from rig.pictures import Pictures
from rig.state import EyeTask, SeenDie, TableDie, TableState
from rig.table_ask import to_roll
from rig.translate import as_vision_die, labels_of, seen_dice
from vision.errors import VisionError
from vision.reader import Reader
from vision.reading import Frame, Reading
from vision.steady import Settled, Steady, Watching

logger = logging.getLogger(__name__)

TRIES = 5
"""How often a reading is offered again when somebody moved the highlight meanwhile."""
PATIENCE_S = 2.0
"""Dice that lie still in a wrong number for so long are reported as they are."""
WATCH_S = 0.6
"""Dice that are gone (or turned) for so long were lifted (or turned)."""

ReaderFor = Callable[[str], Reader]


@dataclass(slots=True)
class _Gaze:
    """What the eye remembers while one question is on the screen.

    Attributes:
        start: what lay in the tray when the question came up; picking those up is no throw.
        before: what lay there in the last quiet moment since, if that were only such dice.
        odd, odd_since: a sight that does not fit, and since when it lasts.
        small: the picture when it was last looked at, small and grey.
        told: the table has been told what it asked for.
    """

    task: EyeTask
    decision: int
    labels: str
    dice: str
    steady: Steady | None = None
    start: tuple[SeenDie, ...] = ()
    before: tuple[SeenDie, ...] | None = None
    odd: tuple[str, ...] = ()
    odd_since: float = 0.0
    small: Frame | None = None
    told: bool = False


class Eye:
    """Looks at the tray.

    Args:
        loop: where readings are posted; its clock times the frames.
        camera: where frames come from.
        reader_for: gives the reader of a dice set; may take long the first time.
        pictures: where crops go.
    """

    def __init__(self, loop: Loop, camera: Camera, reader_for: ReaderFor, pictures: Pictures) -> None:
        self._loop = loop
        self._camera = camera
        self._reader_for = reader_for
        self._pictures = pictures
        self._gaze: _Gaze | None = None
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="eye", daemon=True)

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def stop(self) -> None:
        """Close the eye and let go of the camera."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(timeout=5)
        self._camera.close()

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                frame = self._camera.frame()
                self._loop.report("camera", None)
                self._pictures.show_tray(frame)
                self.look(frame, self._loop.clock())
                self._loop.report("reader", None)
            except CameraError as error:
                self._loop.report("camera", str(error))
                self._gaze = None
                self._stopping.wait(0.5)
            except VisionError as error:
                self._loop.report("reader", str(error))
                self._stopping.wait(0.5)
            except Exception:  # a fault of ours must not blind the rig for good
                logger.exception("the eye failed")
                self._loop.report("reader", "Reading failed; enter the roll by hand, and look into the log.")
                self._stopping.wait(0.5)

    def look(self, frame: Frame, at_s: float) -> None:
        """Do with one frame what the table wants."""
        state = self._loop.state
        if state.eye_task is EyeTask.REST or state.match is None:
            self._gaze = None
            return
        gaze = self._gaze_for(state, frame)
        if gaze is None:
            return
        if gaze.task is EyeTask.WATCH:
            self._watch(gaze, state, frame, at_s)
        elif gaze.steady is not None and not gaze.told:
            self._await_roll(gaze, state, gaze.steady.update(frame, at_s), frame, at_s)

    def _gaze_for(self, state: TableState, frame: Frame) -> _Gaze | None:
        """The running gaze, or a new one if another question is on the screen."""
        old = self._gaze
        if old is not None and (old.task, old.decision) == (state.eye_task, state.decision):
            return old
        labels, dice = labels_of(state.setup), catalogue.game(state.setup.game).dice_set
        if labels is None or dice is None:
            return None
        reader = self._reader_for(labels)
        self._gaze = gaze = _Gaze(state.eye_task, state.decision, labels, dice)
        if gaze.task is not EyeTask.WATCH and state.position is not None:
            gaze.start = seen_dice(reader.read(frame), labels, dice)
            gaze.steady = Steady(reader, None)
            kept = [as_vision_die(die.seen, labels, dice) for die in state.dice if die.fixed and die.seen is not None]
            gaze.steady.arm(to_roll(state.position), kept, must_move=gaze.task is EyeTask.ROLL)
        return gaze

    def _await_roll(self, gaze: _Gaze, state: TableState, found: Settled | Watching, frame: Frame, at_s: float) -> None:
        if isinstance(found, Settled):
            self._post(gaze, state, found.reading, frame, found.crops)
            return
        if found.reading is None:
            gaze.odd = ()
            return
        seen = seen_dice(found.reading, gaze.labels, gaze.dice)
        if gaze.task is EyeTask.LOOK:
            self._post(gaze, state, found.reading, frame)
        elif _only_old(seen, (*gaze.start, *_fixed(state))):
            gaze.before = seen
        elif self._lasts(gaze, tuple(str(die.face) for die in seen), at_s, PATIENCE_S):
            self._post(gaze, state, found.reading, frame)

    def _watch(self, gaze: _Gaze, state: TableState, frame: Frame, at_s: float) -> None:
        """Look for lifted dice, but only read when the picture changed since the last time it was read."""
        small = np.asarray(
            cv2.cvtColor(cv2.resize(frame, (160, 120), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
        )
        changed = gaze.small is None or float((cv2.absdiff(small, gaze.small) > 14).mean()) > 0.001
        gaze.small = np.asarray(small, np.uint8)
        if not changed and not gaze.odd:
            return
        reading = self._reader_for(gaze.labels).read(frame)
        seen = seen_dice(reading, gaze.labels, gaze.dice)
        dice, unknown = watch(state.dice, seen)
        odd = tuple(f"{die.lifted}{die.doubt}" for die in dice) + tuple(str(die.face) for die in unknown)
        as_known = all(not die.lifted and not die.doubt for die in dice) and not unknown
        if as_known and not any(die.lifted or die.doubt for die in state.dice):
            gaze.odd = ()
        elif self._lasts(gaze, odd, at_s, WATCH_S):
            gaze.odd = ()
            self._post(gaze, state, reading, frame)

    def _lasts(self, gaze: _Gaze, odd: tuple[str, ...], at_s: float, long_s: float) -> bool:
        """True once the same odd sight has lasted."""
        if odd != gaze.odd:
            gaze.odd, gaze.odd_since = odd, at_s
        return at_s - gaze.odd_since >= long_s

    def _post(
        self, gaze: _Gaze, state: TableState, reading: Reading, frame: Frame, crops: tuple[Frame, ...] = ()
    ) -> None:
        reader = self._reader_for(gaze.labels)
        shown = crops or tuple(reader.picture(frame, die) for die in reading.dice)
        seen = seen_dice(reading, gaze.labels, gaze.dice, [self._pictures.add(crop) for crop in shown])
        for _ in range(TRIES):
            event = DiceRead(
                answers=state.revision,
                source="camera",
                dice=seen,
                reasons=reading.reasons,
                asked=gaze.task is EyeTask.LOOK,
                before=gaze.before,
            )
            answer = self._loop.post(event).result(timeout=60)
            state = self._loop.state
            if answer.reason != "stale" or (state.eye_task, state.decision) != (gaze.task, gaze.decision):
                break
        if not answer.accepted:
            logger.info("the table did not take a reading: %s", answer.reason)
        gaze.told = gaze.task is not EyeTask.WATCH


def _only_old(seen: tuple[SeenDie, ...], old: tuple[SeenDie, ...]) -> bool:
    """True if no die lies where none lay before: dice were picked up, not thrown."""
    known = tuple(TableDie(die.face, die) for die in old)
    return len([place for place in set(places(known, seen)) if place is not None]) >= len(seen)


def _fixed(state: TableState) -> tuple[SeenDie, ...]:
    return tuple(die.seen for die in state.dice if die.fixed and die.seen is not None)
