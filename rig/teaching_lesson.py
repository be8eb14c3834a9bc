"""The lesson: asks for one face after the other, takes pictures, and checks them; one caller, no thread, no page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

from rig.errors import RigError
from rig.events import Button
from rig.pictures import Pictures
from rig.teaching_check import checked, mixed_up
from rig.teaching_draft import Draft
from rig.teaching_state import END, SETS, ShownDie, Step, TeachingState, Trouble
from rig.tray_watch import TrayWatch
from vision.dice_sets import WANTED_SHOTS
from vision.errors import ProfileError, VisionError
from vision.profile import Profile
from vision.reader import Reader
from vision.reading import Frame
from vision.teach import Teacher

HOLD_S = 2.5
"""What became of the dice stays on the screen for so long at least."""
PATIENCE_S = 12.0
"""A picture that was asked for is given up when something still moves."""


class Readers(Protocol):
    """The readers of this evening (see `rig.readers.Readers`)."""

    def to_teach(self, labels: str) -> Reader:
        """A reader of a dice set, with what was taught of it."""
        ...

    def keep(self, profile: Profile) -> Path:
        """Save a profile and read with it from now on."""
        ...


class Lesson:
    """Asks for one face after the other.

    Args:
        folder: where pictures lie until they are a profile.
        readers: of this evening.
        pictures: where the eye puts the newest frame.
        camera_trouble: what is wrong with the camera, None when all is well.
        preferred: the dice set of the game on the table.
        clock: steady seconds.

    Attributes:
        state: what is on the screen; may be read from any thread.
        laid: grows when the dice are to be laid anew.
        watch: has the pictures of the tray.
    """

    def __init__(
        self,
        folder: Path,
        readers: Readers,
        pictures: Pictures,
        camera_trouble: Callable[[], str | None],
        preferred: Callable[[], str | None],
        clock: Callable[[], float],
    ) -> None:
        self.state = TeachingState()
        self.laid = 0
        self.watch = TrayWatch()
        self._folder = folder
        self._readers = readers
        self._pictures = pictures
        self._camera_trouble = camera_trouble
        self._preferred = preferred
        self._clock = clock
        self._draft: Draft | None = None
        self._teacher: Teacher | None = None
        self._reader: Reader | None = None
        self._held_until = float("-inf")
        self._waiting_since = 0.0
        self._misfits: tuple[int, ...] = ()
        self._found_still = False

    def trouble(self, trouble: Trouble, told: str) -> None:
        """Say why nothing can be shown."""
        self._set(trouble=trouble, told=told, is_waiting=False)

    def _set(self, asks: bool = False, **changes: Any) -> None:
        """Change the state; `asks` if from now on something else is asked."""
        state = replace(self.state, **changes)
        if state != self.state:
            self.state = replace(state, revision=state.revision + 1, decision=state.decision + asks)

    # What people do

    def open(self) -> str:
        """Somebody comes: the dice of the game on the table are offered first."""
        self.watch.forget()
        self._found_still = False
        self._set(trouble=None, told="", is_waiting=False)
        state, preferred = self.state, self._preferred()
        if state.step is Step.SAVED:
            self._ask_for_set()
        elif state.step is Step.SETS and preferred in SETS:
            self._set(asks=True, cursor=SETS.index(preferred))
        return ""

    def press(self, button: Button) -> str:
        """One of the four buttons; the key of a refusal, "" if it counts."""
        state = self.state
        if state.step is Step.CHECK:
            return "busy"
        if button in (Button.UP, Button.DOWN):
            by = 1 if button is Button.DOWN else -1
            return self._highlight((state.cursor + by) % len(state.entries))
        if button is Button.REROLL:
            return self._take_back()
        return self._confirmed()

    def point(self, cursor: int) -> str:
        """A tap on an entry: a face is highlighted, anything else chosen."""
        state = self.state
        if state.step is Step.CHECK or not 0 <= cursor < len(state.entries):
            return "busy"
        if state.step is Step.SHOW:
            return self._highlight(cursor)
        self._highlight(cursor)
        return self._confirmed()

    def _highlight(self, cursor: int) -> str:
        self._set(asks=True, cursor=cursor, note="", is_waiting=False)
        self.laid += 1
        self._count()
        return ""

    def back(self) -> str:
        """One step back; what was taken stays."""
        if self.state.step is Step.MIXED:
            self._ask_for_face(self.state.face)
        else:
            self._ask_for_set()
        return ""

    def _confirmed(self) -> str:
        state = self.state
        if state.step is Step.SETS:
            self._choose_set(state.entry)
        elif state.step is Step.WAY:
            self._choose_way(state.entry)
        elif state.step is Step.SHOW:
            return self._ask_to_check() if state.entry == END else self._ask_to_take()
        elif state.step is Step.MIXED:
            self._choose_after_check(state.entry)
        elif state.entry == "more":
            self._ask_for_set()
        return ""

    # Which dice, and how

    def _ask_for_set(self) -> None:
        dice_set = self.state.dice_set
        cursor = SETS.index(dice_set) if dice_set in SETS else 0
        self._teacher = self._draft = self._reader = None
        self._set(
            asks=True, step=Step.SETS, entries=SETS, cursor=cursor, dice_set="", counts=(), dice=(), picture=0,
            taken=None, note="", test=None, mixed=(), is_waiting=False, trouble=None, told="",
        )  # fmt: skip

    def _choose_set(self, dice_set: str) -> None:
        self._reader = self._readers.to_teach(dice_set)
        self._draft = Draft(self._folder / dice_set, dice_set, self._reader.model)
        ways = [] if self._draft.is_empty else ["go-on"]
        ways += [] if self._reader.profile is None else ["add"]
        self._set(asks=True, dice_set=dice_set, trouble=None, told="")
        if ways:
            self._set(step=Step.WAY, entries=(*ways, "anew"), cursor=0)
        else:
            self._choose_way("anew")

    def _choose_way(self, way: str) -> None:
        assert self._draft is not None
        assert self._reader is not None
        if way != "go-on":
            self._draft.begin(self._reader.profile if way == "add" else None)
        self._teach_anew()
        self._ask_for_face(self._next_face())

    def _teach_anew(self) -> None:
        """A teacher that knows what the draft holds."""
        assert self._draft is not None
        assert self._reader is not None
        self._teacher = Teacher(self.state.dice_set, profile=self._draft.profile, reader=self._reader)
        self._count()

    def _ask_for_face(self, face: str) -> None:
        entries = (*self.state.faces, END)
        self.laid += 1
        self.watch.forget()
        self._found_still = False
        self._set(
            asks=True, step=Step.SHOW, entries=entries, cursor=entries.index(face or END), taken=None, note="",
            test=None, mixed=(), is_waiting=False,
        )  # fmt: skip
        self._count()

    def _count(self) -> None:
        if self._draft is not None and self._teacher is not None:
            named = [shot.face for shot in self._draft.shots]
            counts = tuple((face, named.count(face)) for face in self.state.faces)
            self._set(counts=counts, can_take_back=self._draft.can_take_back(self.state.face))

    def _next_face(self, after: str = "") -> str:
        """The next face of which too few pictures are there, "" when there are enough of each."""
        faces, counts = self.state.faces, dict(self.state.counts)
        first = faces.index(after) if after else 0
        around = (*faces[first:], *faces[:first])
        return next((face for face in around if counts.get(face, 0) < WANTED_SHOTS), "")

    # Pictures

    def _ask_to_take(self) -> str:
        self._waiting_since = self._clock()
        self._set(is_waiting=True, note="")
        self.look()
        return ""

    def _take_back(self) -> str:
        if self.state.step is not Step.SHOW or self._draft is None or not self.state.face:
            return "nothing-here"
        if not self._draft.take_back(self.state.face):
            return "nothing-taken"
        self._teach_anew()
        self._set(asks=True, note="taken-back", taken=None, is_waiting=False)
        self._held_until = float("-inf")
        self.laid += 1
        return ""

    def look(self) -> None:
        """One look at the tray."""
        teacher = self._teacher
        if teacher is None or self.state.step is not Step.SHOW:
            return
        frame, told, now = self._pictures.frame, self._camera_trouble(), self._clock()
        if frame is None or told is not None:
            self._set(trouble=Trouble.NO_CAMERA if told is None else Trouble.CAMERA, told=told or "", is_waiting=False)
            return
        is_still = self.watch.lies_still(frame, now)
        self._set(trouble=None, told="")
        if is_still and self.state.is_waiting:
            self._take(teacher, frame)
        elif self.state.is_waiting and now - self._waiting_since > PATIENCE_S:
            self._set(is_waiting=False, note="still-moving")
        elif not is_still:
            self._found_still = False
            if now >= self._held_until:
                self._show(frame, (), is_moving=True, is_hand=False)
        elif not self._found_still and now >= self._held_until:
            self._found_still = True
            found = teacher.see(frame)
            dice = tuple(ShownDie(die.quad) for die in found.dice)
            self._show(frame, dice, is_moving=False, is_hand=teacher.is_hand(found))

    def _show(self, frame: Frame, dice: tuple[ShownDie, ...], **changes: Any) -> None:
        size = (frame.shape[1], frame.shape[0])
        self._set(picture=self.watch.show(frame), size=size, dice=dice, taken=None, **changes)

    def _take(self, teacher: Teacher, frame: Frame) -> None:
        """Take the picture; it counts once it lies on the disk."""
        assert self._draft is not None
        found = teacher.see(frame)
        if teacher.is_hand(found):
            self._set(is_hand=True, note="hand", is_waiting=self._clock() - self._waiting_since < PATIENCE_S)
            return
        face, before = self.state.face, len(teacher.shots)
        verdicts = teacher.take(frame, face, found)
        try:
            self._draft.add(teacher.shots[before:])
        except RigError:
            self._teach_anew()
            raise
        taken = len(teacher.shots) - before
        dice = tuple(ShownDie(v.quad, True, v.refusal) for v in verdicts if v.quad is not None)
        self._show(frame, dice, is_moving=False, is_hand=False, is_waiting=False)
        self._set(asks=True, taken=taken, taken_face=face, note="" if verdicts else "no-dice")
        self._held_until, self._found_still = self._clock() + HOLD_S, True
        self.laid += 1
        self._count()
        if taken and dict(self.state.counts)[face] >= WANTED_SHOTS:
            self._set(cursor=self.state.entries.index(self._next_face(face) or END))
            self._count()

    # The end

    def _ask_to_check(self) -> str:
        if not self.state.is_enough:
            return "not-enough"
        self._set(asks=True, step=Step.CHECK, taken=None, dice=(), note="")
        return ""

    def check(self) -> None:
        """Hold the pictures against each other; save where all is well."""
        assert self._draft is not None
        assert self._teacher is not None
        try:
            result = checked(self._teacher)
        except (VisionError, RigError):
            self._ask_for_face("")
            raise
        self._misfits = result.places
        if result.is_good:
            self._save(result.places)
            return
        mixed = mixed_up(result, self._teacher.shots, self._pictures.add)
        entries = ("again", *(("leave-out",) if result.may_leave_out else ()), "back")
        self._set(asks=True, step=Step.MIXED, entries=entries, cursor=0, test=result.test, mixed=mixed)

    def _choose_after_check(self, entry: str) -> None:
        assert self._draft is not None
        if entry == "leave-out":
            self._save(self._misfits)
            return
        first = self.state.mixed[0].face if self.state.mixed else ""
        if entry == "again":
            try:
                self._draft.forget(self._misfits)
            except RigError:  # some may be gone: their places name other pictures now
                self._teach_anew()
                self._ask_for_face(first)
                raise
            self._teach_anew()
        self._ask_for_face(first)

    def _save(self, left_out: tuple[int, ...]) -> None:
        """Read with these pictures from now on; the draft is no longer needed."""
        assert self._draft is not None
        assert self._teacher is not None
        for place in sorted(left_out, reverse=True):
            self._teacher.forget(place)
        try:
            taught = self._teacher.finish()
            self._readers.keep(replace(taught, closeness=max(taught.closeness, self._closeness())))
        except ProfileError as error:
            self._teach_anew()
            self._ask_for_face("")
            self.trouble(Trouble.DISK, str(error))
            return
        self._draft.clear()
        self._set(
            asks=True, step=Step.SAVED, entries=("table", "more"), cursor=0, test=self._teacher.self_test(),
            left_out=len(left_out), mixed=(),
        )  # fmt: skip

    def _closeness(self) -> float:
        """As strict as what was taught before, never less."""
        profile = self._draft.profile if self._draft is not None else None
        return 0.0 if profile is None else profile.closeness
