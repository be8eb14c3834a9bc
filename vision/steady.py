"""From frames over time to one settled roll: fired once, and only when the rules asked for dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from vision.follow import lie_as_before, moved_together, place_of
from vision.reader import HAND_SENTENCE, Reader
from vision.reading import Die, Frame, Reading, Reason
from vision.rectify import check_frame
from vision.stillness import Stillness
from vision.thrown import Ground, moved_kept

STILL_S = 0.4
"""How long nothing may move before a roll counts as settled."""

READ_AGAIN_S = 1.0
"""While a still tray holds no new dice it is read only so often, to spare the processor."""

ROLL = "roll the dice"

PATIENCE_S = 1.2
"""How long a still tray with the wrong number of dice is waited for before the roll is reported as it is."""


@dataclass(frozen=True, slots=True)
class Watching:
    """Nothing to report yet.

    Attributes:
        reason: what is waited for, in words for the page.
        reading: the last reading, if one was made.
        lifted: dice of the last settled roll that are gone although no roll was asked for.
    """

    reason: str
    reading: Reading | None = None
    lifted: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Settled:
    """A roll that lies still; reported once.

    Attributes:
        reading: what lies in the tray.
        frame: the frame it was read from.
        crops: the dice's top faces, rectified, in the order of the reading.
        fresh: places in `reading.dice` of the dice that were rolled now.
        stayed: for each kept die given to `arm` its place in `reading.dice`, or None if it was set aside.
        turned: places in the kept dice of those that lie where they were but show another face.
    """

    reading: Reading
    frame: Frame
    crops: tuple[Frame, ...]
    fresh: tuple[int, ...]
    stayed: tuple[int | None, ...] = ()
    turned: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _Request:
    rolled: int | None
    kept: tuple[Die, ...]
    ground: Ground | None  # what lay there when the roll was asked for; None if nobody looked


class Steady:
    """Watches frames until a roll that was asked for lies still."""

    def __init__(self, reader: Reader, count: int | None = None, still_s: float = STILL_S) -> None:
        self.reader = reader
        self._count = count
        self._still_s = still_s
        self._stillness = Stillness()
        self._request: _Request | None = None
        self._settled: tuple[Die, ...] = ()
        self._lying: tuple[Die, ...] | None = None  # the last still tray without a hand
        self._lying_blocks = self._stillness.blocks
        self._width = 1
        self._moved_at_s: float | None = None
        self._first: tuple[float, Reading] | None = None  # first reading since the last movement
        self._lifted = 0
        self._waiting: tuple[float, Watching] | None = None  # since when a still tray without new dice is waited at

    @property
    def is_armed(self) -> bool:
        """True while a roll is waited for."""
        return self._request is not None

    def arm(self, rolled: int | None = None, kept: Sequence[Die] = (), must_move: bool = True) -> None:
        """Ask for a roll.

        Args:
            rolled: how many dice are rolled; the count given at the start when None.
            kept: dice that are not rolled; they may stay where they are or be set aside.
            must_move: False if dice that lie there already count (a second look after "read again").
        """
        before = self._lying if must_move else ()
        ground = None if before is None else self._ground(before, tuple(kept))
        self._request = _Request(self._count if rolled is None else rolled, tuple(kept), ground)
        self._first = None
        self._lifted = 0
        self._waiting = None

    def disarm(self) -> None:
        """No roll is asked for: nothing fires."""
        self._request = None

    def update(self, frame: Frame, at_s: float) -> Settled | Watching:
        """Look at the next frame.

        Args:
            frame: (height, width, 3) uint8, BGR.
            at_s: when it was taken, in seconds of a clock that only goes forward.

        Raises:
            FrameError: the array is no picture.
        """
        check_frame(frame)
        moved = self._stillness.has_moved(frame, at_s)
        if self._request is not None and self._request.ground is not None:
            self._request.ground.glance(self._stillness.blocks)
        if self._moved_at_s is None or (moved and self._stillness.since_s >= at_s):
            self._moved_at_s, self._first, self._waiting = at_s, None, None
            return Watching("something moves", lifted=self._lifted)
        if moved:
            self._settle_anew(self._stillness.since_s)
        still_s = at_s - self._moved_at_s
        if self._first is None:
            if still_s < self._still_s / 2:
                return Watching("waiting until all dice lie still", lifted=self._lifted)
            self._first = (at_s, self.reader.read(frame))
            return Watching("waiting until all dice lie still", self._first[1], self._lifted)
        if still_s < self._still_s or self._first[0] == at_s:
            return Watching("waiting until all dice lie still", self._first[1], self._lifted)
        return self._still(frame, at_s, still_s)

    def _settle_anew(self, since_s: float) -> None:
        """Something moved slowly until a moment ago: what was read before that does not count."""
        self._moved_at_s = since_s
        if self._first is not None and self._first[0] < since_s:
            self._first = None
        self._waiting = None

    def _still(self, frame: Frame, at_s: float, still_s: float) -> Settled | Watching:
        assert self._first is not None
        if self._request is None:
            return self._watch_idle(self._first[1])
        if self._waiting is not None and at_s - self._waiting[0] < READ_AGAIN_S:
            return self._waiting[1]
        reading = self.reader.read(frame)
        if HAND_SENTENCE in reading.reasons:
            return Watching("a hand or something large is in the picture", reading)
        if not lie_as_before(reading.dice, self._first[1].dice):
            self._first = (at_s, reading)
            if still_s < self._still_s + PATIENCE_S:
                return Watching("a die still turns", reading)
            reading = _agreed(reading, self._first[1])
        answer = self._answer(frame, reading, still_s)
        self._waiting = (at_s, answer) if isinstance(answer, Watching) and answer.reason == ROLL else None
        return answer

    def _answer(self, frame: Frame, reading: Reading, still_s: float) -> Settled | Watching:
        request = self._request
        assert request is not None
        self._lie(reading)
        if request.ground is None:  # the first look after the start: this is what lay there
            request = self._asked_anew(request, reading, request.kept)
        ground = request.ground
        assert ground is not None
        ground.look(reading.dice)
        stayed = tuple(place_of(die, reading.dice) for die in request.kept)
        fresh = ground.fresh(reading.dice, stayed)
        if ground.dice and (not fresh or (len(fresh) < (request.rolled or 0) and ground.still_to_throw(reading.dice))):
            return Watching(ROLL, reading)
        if ground.were_pushed(reading.dice, fresh):
            together = moved_together(reading.dice, ground.dice)
            kept = moved_kept(request.kept, ground.dice, reading.dice) if together else request.kept
            self._asked_anew(request, reading, kept)
            return Watching(ROLL, reading)
        wanted = request.rolled is None or len(fresh) == request.rolled
        patient = still_s < self._still_s + PATIENCE_S and not (wanted and reading.is_sure)
        if patient or not reading.dice:
            return Watching(_waited_for(reading, len(fresh), request.rolled), reading)
        if not wanted:
            reading = reading.because(Reason.WRONG_COUNT, f"I see {len(fresh)} of {request.rolled} dice.")
        return self._fire(frame, reading, fresh, stayed, request.kept)

    def _fire(
        self,
        frame: Frame,
        reading: Reading,
        fresh: tuple[int, ...],
        stayed: tuple[int | None, ...],
        kept: tuple[Die, ...],
    ) -> Settled:
        turned = tuple(
            index
            for index, place in enumerate(stayed)
            if place is not None and reading.dice[place].face not in (None, kept[index].face)
        )
        self._settled = reading.dice
        self._lifted = 0
        self.disarm()
        crops = tuple(self.reader.picture(frame, die) for die in reading.dice)
        return Settled(reading, frame, crops, fresh, stayed, turned)

    def _lie(self, reading: Reading) -> None:
        """Keep what lies in a still tray without a hand."""
        self._lying, self._lying_blocks, self._width = reading.dice, self._stillness.blocks, reading.size[0]

    def _ground(self, dice: tuple[Die, ...], kept: tuple[Die, ...]) -> Ground:
        return Ground(dice, kept, self._lying_blocks, self._width)

    def _asked_anew(self, request: _Request, reading: Reading, kept: tuple[Die, ...]) -> _Request:
        """The same request, from what lies there now."""
        self._request = replace(request, kept=kept, ground=self._ground(reading.dice, kept))
        return self._request

    def _watch_idle(self, reading: Reading) -> Watching:
        """No roll is asked for: only look whether dice of the last roll were taken away."""
        if HAND_SENTENCE not in reading.reasons:
            self._lie(reading)
            gone = [die for die in self._settled if place_of(die, reading.dice, 0.5) is None]
            self._lifted = len(gone)
        return Watching("no roll is asked for", reading, self._lifted)


def _waited_for(reading: Reading, seen: int, rolled: int | None) -> str:
    if not reading.dice:
        return ROLL
    if rolled is not None and seen != rolled:
        return f"I see {seen} of {rolled} dice"
    return "looking again"


def _agreed(reading: Reading, before: Reading) -> Reading:
    """The reading with each die unsure that was not read so before too."""
    dice = []
    for die in reading.dice:
        index = place_of(die, before.dice)
        same = index is not None and before.dice[index].face == die.face
        dice.append(die if same or die.reason else replace(die, reason=Reason.MOVING))
    return replace(reading, dice=tuple(dice))
