"""Aiming the camera: what is wrong with the picture, now and since the tray's empty picture was kept."""

from __future__ import annotations

import contextlib
import logging
import os
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2

from rig.aiming_state import AimedDie, AimingState, AimStep
from rig.errors import RigError, TeachingError
from rig.events import Button
from rig.pictures import Pictures
from rig.readers import sync_folder
from rig.teaching_lesson import Readers
from rig.tray_watch import TrayWatch
from vision.camera_advice import die_problems, remarks
from vision.errors import VisionError
from vision.picture_file import read_picture
from vision.reading import Frame
from vision.tray_state import TrayState, look_at_tray, what_changed

logger = logging.getLogger(__name__)

LOOK_S = 0.6
"""The tray is looked at so often at most."""
OPEN_S = 6.0
"""The eye rests for so long after a page asked for news."""
IDLE_S = 600.0
"""A page on which nothing was pressed for so long keeps nothing open: somebody's phone was left lying with it."""
FRAMES = 4
"""Pictures that are compared with each other, for a lamp that flickers."""
FOLDER = "camera"
EMPTY_TRAY = "empty-tray.png"
"""The picture of the empty tray, in that folder of the data folder."""


class Aiming:
    """Looks at the tray when a page asks for it; may be asked from any thread.

    Args:
        folder: the data folder.
        readers: of this evening; they find the dice.
        pictures: where the eye puts the newest frame.
        camera_trouble: what is wrong with the camera, None when all is well.
        dice_set: of the dice that will be laid down.
        measure_again: has the camera measure light and focus anew.
        keep_focus: has the camera focused alike at the next starts.
        clock: steady seconds.
    """

    def __init__(
        self,
        folder: Path,
        readers: Readers,
        pictures: Pictures,
        camera_trouble: Callable[[], str | None] = lambda: None,
        dice_set: Callable[[], str | None] = lambda: None,
        measure_again: Callable[[], None] = lambda: None,
        keep_focus: Callable[[], None] = lambda: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._place = folder / FOLDER / EMPTY_TRAY
        self._readers = readers
        self._pictures = pictures
        self._camera_trouble = camera_trouble
        self._dice_set = dice_set
        self._measure_again = measure_again
        self._keep_focus = keep_focus
        self._clock = clock
        self._watch = TrayWatch()
        self._lock = threading.Lock()
        self._looked_at = self._open_until = self._asked_at = self._used_at = float("-inf")
        self._frames: tuple[Frame, ...] = ()
        self._before: TrayState | None = None
        self.state = AimingState(has_reference=self._place.is_file())

    @property
    def is_open(self) -> bool:
        """True while somebody aims."""
        now = self._clock()
        return now < self._open_until and now - self._used_at < IDLE_S

    @property
    def kept(self) -> Frame | None:
        """The picture of the empty tray, None if there is none or it cannot be read."""
        with contextlib.suppress(VisionError):
            return read_picture(self._place) if self._place.is_file() else None
        return None

    def close(self) -> None:
        """Nobody looks any more."""
        self._open_until = self._asked_at = float("-inf")

    def look(self) -> AimingState:
        """What is on the screen; the tray is looked at if that was not done a moment ago."""
        with self._lock:
            now = self._clock()
            if now >= self._open_until:
                self._open()
            if now - self._asked_at > OPEN_S:  # not one that was open all the time
                self._used_at = now
            self._asked_at, self._open_until = now, now + OPEN_S
            if self._clock() - self._looked_at >= LOOK_S:
                self._looked_at = self._clock()
                self._safely(self._look)
            return self.state

    def press(self, button: Button, decision: int) -> str:
        """One of the four buttons; the key of a refusal, "" if it counts."""
        with self._lock:
            if decision != self.state.decision:
                return "stale"
            self._used_at = self._clock()
            self._open_until = self._used_at + OPEN_S
            if button is Button.REROLL and self.state.step is not AimStep.DONE:
                self._measure_again()
                self._frames = ()
                self._set(note="measured")
                return ""
            return self._safely(self._go_on) if button is Button.CONFIRM else "nothing-here"

    def back(self, decision: int) -> str:
        """To the dice again."""
        with self._lock:
            if decision != self.state.decision:
                return "stale"
            self._set(asks=True, step=AimStep.DICE, note="")
            return ""

    def picture(self, number: int) -> bytes | None:
        """A picture of the tray as JPEG, None if it is kept no longer."""
        return self._watch.picture(number)

    def _open(self) -> None:
        self._watch.forget()
        self._frames, self._looked_at = (), float("-inf")
        with contextlib.suppress(VisionError):
            self._before = look_at_tray(read_picture(self._place)) if self._place.is_file() else None
        self._set(asks=True, step=AimStep.DICE, note="", has_reference=self._before is not None)

    def _safely(self, act: Callable[[], str | None]) -> str:
        try:
            return act() or ""
        except (VisionError, RigError) as error:
            self._set(trouble="other", told=str(error))
        except Exception:  # a fault of ours must not end the evening
            logger.exception("aiming failed")
            self._set(trouble="other", told="Looking failed; look into the log.")
        return "fault"

    def _set(self, asks: bool = False, **changes: Any) -> None:
        state = replace(self.state, **changes)
        if state != self.state:
            self.state = replace(state, revision=state.revision + 1, decision=state.decision + asks)

    def _look(self) -> None:
        frame, told = self._pictures.frame, self._camera_trouble()
        if frame is None or told is not None:
            self._set(trouble="no-camera" if told is None else "other", told=told or "", dice=(), remarks=())
            return
        is_still = self._watch.lies_still(frame, self._clock())
        self._frames = (*self._frames, frame)[-FRAMES:] if is_still else (frame,)
        found = self._readers.to_teach(self._dice_set() or "or").found(frame)
        quads = [die.quad for die in found.dice]
        self._set(
            trouble="",
            told="",
            is_moving=not is_still,
            picture=self._watch.show(frame),
            size=(frame.shape[1], frame.shape[0]),
            dice=tuple(AimedDie(quad, die_problems(frame, quad)) for quad in quads),
            remarks=remarks(self._frames, [quads] * len(self._frames)),
            changes=() if self._before is None else what_changed(self._before, look_at_tray(frame)),
        )

    def _go_on(self) -> str:
        """✔: all is well with the dice, or the tray is empty now."""
        if self.state.step is AimStep.DICE:
            self._set(asks=True, step=AimStep.EMPTY, note="")
            return ""
        if self.state.step is AimStep.DONE:
            return "nothing-here"
        frame = self._pictures.frame
        if frame is None or self.state.trouble:
            return "no-picture"
        if self.state.is_moving:
            return "still-moving"
        if self._readers.to_teach(self._dice_set() or "or").found(frame).dice:
            return "not-empty"
        self._keep_focus()
        self._keep(frame)  # it has the folder on the disk, with both files
        self._before = look_at_tray(frame)
        self._set(asks=True, step=AimStep.DONE, has_reference=True, changes=(), note="")
        return ""

    def _keep(self, frame: Frame) -> None:
        """Have the picture on the disk, whole or not at all."""
        part = self._place.with_suffix(".part")
        try:
            self._place.parent.mkdir(parents=True, exist_ok=True)
            with part.open("wb") as file:
                file.write(cv2.imencode(".png", frame)[1].tobytes())
                file.flush()
                os.fsync(file.fileno())
            part.replace(self._place)
        except OSError as error:
            raise TeachingError(f"The picture of the tray could not be kept: {error.strerror}.") from error
        sync_folder(self._place.parent)
