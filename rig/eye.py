"""The rig's eye: one thread that takes frames, reads dice when the table wants it to, and posts what it saw.

What is wanted stands in the table's state (`eye_task`), so there is nothing to command and nothing to get out of step.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from engine import catalogue
from rig.camera import Camera
from rig.errors import CameraError, RigError
from rig.events import DiceRead
from rig.follow_dice import places, watch
from rig.loop import Loop
from rig.pictures import Pictures
from rig.state import EyeTask, SeenDie, TableDie, TableState
from rig.table_ask import to_roll
from rig.translate import as_vision_die, labels_of, seen_dice
from rig.tray_view import TrayView
from vision.errors import VisionError
from vision.reader import HAND_SENTENCE, Reader
from vision.reading import Frame, Reading, Reason
from vision.steady import Settled, Steady, Watching

logger = logging.getLogger(__name__)

TRIES = 5
"""How often a reading is offered again when somebody moved the highlight meanwhile."""
LOOK_S = 2.0
"""A tray without any die is reported after so long when the table asked to look again."""
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
        told: the table has been told what it asked for.
    """

    task: EyeTask
    decision: int
    labels: str
    dice: str
    since: float
    start: tuple[SeenDie, ...] = ()
    before: tuple[SeenDie, ...] | None = None
    odd: tuple[object, ...] = ()
    odd_since: float = 0.0
    told: bool = False


class Eye:
    """Looks at the tray.

    Args:
        loop: where readings are posted; its clock times the frames.
        camera: where frames come from.
        reader_for: gives the reader of a dice set; may take long the first time.
        pictures: where crops go.
        rests: True while somebody teaches the dice: what is laid into the tray then is no roll.
        aimed: the picture of the tray that was kept when the camera was aimed, None if there is none.

    Attributes:
        blinked_at: when it last turned to the camera, by `time.monotonic`; long ago if it hangs.
    """

    def __init__(
        self,
        loop: Loop,
        camera: Camera,
        reader_for: ReaderFor,
        pictures: Pictures,
        rests: Callable[[], bool] = lambda: False,
        aimed: Callable[[], Frame | None] = lambda: None,
    ) -> None:
        self._loop = loop
        self._view = TrayView(lambda sentence: loop.report("view", sentence), aimed)
        self._rests = rests
        self._measures_again = False
        self._camera = camera
        self._reader_for = reader_for
        self._pictures = pictures
        self._steady: Steady | None = None
        self._gaze: _Gaze | None = None
        self._lying: Reading | None = None
        self.blinked_at = time.monotonic()
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

    def measure_again(self) -> None:
        """Have the camera measure light and focus anew, as at the start; from any thread."""
        self._measures_again = True

    def _run(self) -> None:
        while not self._stopping.is_set():
            self.blinked_at = time.monotonic()
            try:
                if self._measures_again:
                    self._measures_again = False
                    self._camera.close()  # the next picture opens it again
                    self.blinked_at = time.monotonic()
                frame = self._camera.frame()
                self.blinked_at = time.monotonic()
                self._loop.report("camera", None)
                self._pictures.show_tray(frame)
                if self._rests():
                    self._steady, self._gaze, self._lying = None, None, None  # what lies there afterwards is old
                    self._view.forget()
                else:
                    self.look(frame, self._loop.clock())
                    self._loop.report("reader", None)
            except CameraError as error:
                self._loop.report("camera", str(error))
                self._gaze = None
                self._stopping.wait(0.5)
            except (RigError, VisionError) as error:
                self._loop.report("reader", str(error))
                self._stopping.wait(0.5)
            except Exception:  # a fault of ours must not blind the rig for good
                logger.exception("the eye failed")
                self._loop.report("reader", "Reading failed; enter the roll by hand, and look into the log.")
                self._stopping.wait(0.5)

    def look(self, frame: Frame, at_s: float) -> None:
        """Do with one frame what the table wants."""
        state = self._loop.state
        labels = labels_of(state.setup)
        if labels is None:
            return
        steady = self._steady_for(labels)
        gaze = self._gaze_for(state, labels, steady, at_s)
        if gaze.task is EyeTask.LOOK and at_s > gaze.since and not gaze.told and not steady.is_armed:
            self._arm(gaze, state, steady)  # only now: the first frame was taken before anybody asked to look again
        found = steady.update(frame, at_s)
        if isinstance(found, Settled):
            self._lying = found.reading
            reading = found.reading if gaze.task is EyeTask.LOOK else self._doubted_if_moved(found, frame)
            self._view.look(frame, found.reading.dice, at_s)
            self._post(gaze, state, reading, frame, found.crops, len(found.fresh))
        elif found.reading is not None and HAND_SENTENCE not in found.reading.reasons:
            self._lying = found.reading
            self._view.look(frame, found.reading.dice, at_s)
            self._consider(gaze, state, found, found.reading, frame, at_s)

    def _doubted_if_moved(self, found: Settled, frame: Frame) -> Reading:
        """The settled reading; no rolled die is sure if the camera was moved during the throw.

        What lay there before it cannot be held against what lies there now: a die may only seem to have been thrown.
        """
        if not self._view.was_moved(frame, found.reading.dice):
            return found.reading
        dice = tuple(
            replace(die, reason=die.reason or Reason.CAMERA_MOVED) if place in found.fresh else die
            for place, die in enumerate(found.reading.dice)
        )
        return replace(found.reading, dice=dice)

    def _steady_for(self, labels: str) -> Steady:
        reader = self._reader_for(labels)
        if self._steady is None or self._steady.reader is not reader:
            self._steady, self._gaze, self._lying = Steady(reader), None, None
        return self._steady

    def _gaze_for(self, state: TableState, labels: str, steady: Steady, at_s: float) -> _Gaze:
        """The running gaze, or a new one if another question is on the screen."""
        old = self._gaze
        if old is not None and (old.task, old.decision) == (state.eye_task, state.decision):
            return old
        dice = catalogue.game(state.setup.game).dice_set or labels
        gaze = _Gaze(state.eye_task, state.decision, labels, dice, at_s)
        gaze.start = seen_dice(self._lying, labels, dice) if self._lying is not None else ()
        self._gaze = gaze
        steady.disarm()
        if gaze.task is EyeTask.ROLL:
            self._arm(gaze, state, steady)
        return gaze

    def _arm(self, gaze: _Gaze, state: TableState, steady: Steady) -> None:
        if state.position is not None:
            fixed = [die.seen for die in state.dice if die.fixed and die.seen is not None]
            kept = [as_vision_die(seen, gaze.labels, gaze.dice) for seen in fixed]
            steady.arm(to_roll(state.position), kept, must_move=gaze.task is EyeTask.ROLL)

    def _consider(
        self, gaze: _Gaze, state: TableState, found: Watching, reading: Reading, frame: Frame, at_s: float
    ) -> None:
        """Draw what can be drawn from a still tray that holds no new roll."""
        seen = seen_dice(reading, gaze.labels, gaze.dice)
        if gaze.task is EyeTask.ROLL and _only_old(seen, gaze.start):
            gaze.before = seen
        elif gaze.task is EyeTask.LOOK and not reading.dice and at_s - gaze.since >= LOOK_S and not gaze.told:
            self._post(gaze, state, reading, frame)
        elif gaze.task is EyeTask.WATCH:
            self._watch(gaze, state, seen, reading, frame, at_s)

    def _watch(
        self, gaze: _Gaze, state: TableState, seen: tuple[SeenDie, ...], reading: Reading, frame: Frame, at_s: float
    ) -> None:
        """Report dice that were lifted or turned once that has lasted, and their return."""
        dice, unknown = watch(state.dice, seen)
        lies = tuple((die.lifted, die.doubt) for die in dice)
        waits = tuple(die.face for die in seen) if unknown else ()
        if lies == _lies(state) and waits == tuple(die.face for die in state.waiting):
            gaze.odd = ()
        elif (lies, waits) != gaze.odd:
            gaze.odd, gaze.odd_since, gaze.told = (lies, waits), at_s, False
        elif at_s - gaze.odd_since >= WATCH_S and not gaze.told:
            self._post(gaze, state, reading, frame)

    def _post(
        self,
        gaze: _Gaze,
        state: TableState,
        reading: Reading,
        frame: Frame,
        crops: tuple[Frame, ...] = (),
        fresh: int | None = None,
    ) -> None:
        shown = crops or tuple(self._reader_for(gaze.labels).picture(frame, die) for die in reading.dice)
        seen = seen_dice(reading, gaze.labels, gaze.dice, [self._pictures.add(crop) for crop in shown])
        for _ in range(TRIES):
            event = DiceRead(
                answers=state.revision,
                source="camera",
                dice=seen,
                reasons=_reasons(state, reading, fresh),
                asked=gaze.task is EyeTask.LOOK,
                before=gaze.before,
            )
            answer = self._loop.post(event).result(timeout=60)
            state = self._loop.state
            if answer.reason != "stale" or (state.eye_task, state.decision) != (gaze.task, gaze.decision):
                break
        gaze.told = True
        if not answer.accepted and answer.reason != "stale":
            logger.warning("the table did not take a reading: %s", answer.reason)
            self._gaze = None  # ask anew


def _only_old(seen: tuple[SeenDie, ...], old: tuple[SeenDie, ...]) -> bool:
    """True if no die lies where none lay before: dice were picked up, not thrown."""
    known = tuple(TableDie(die.face, die) for die in old)
    return len([place for place in set(places(known, seen)) if place is not None]) >= len(seen)


def _lies(state: TableState) -> tuple[tuple[bool, str], ...]:
    return tuple((die.lifted, die.doubt) for die in state.dice)


def _reasons(state: TableState, reading: Reading, fresh: int | None) -> tuple[str, ...]:
    """What is wrong with the picture; that dice are missing the table sees by itself and asks for each."""
    rolled = to_roll(state.position) if state.position is not None else 0
    counted = f"I see {fresh} of {rolled} dice."
    return tuple(reason for reason in reading.reasons if reason != counted and reading.dice)
