"""The desk's body of tray and players: rendered dice are thrown, nudged and thrown again as the table asks for it.

It does with the dice what people do with theirs and nothing else: the reader sees frames only.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from engine import catalogue
from engine.dice import Roll
from rig.loop import Loop
from rig.state import Phase, TableDie, TableState
from rig.teaching import Wish
from rig.translate import labels_of, letters
from vision.reading import Frame
from vision.render.desk_tray import DeskTray

NUDGES = 3
"""A die that is still in doubt after so many nudges is thrown again."""

IMPATIENT_S = 6.0
"""When nothing was read for so long people do it again: a die that fell off the tray, for example."""

THROW_AFTER_S = 0.8
"""How long people take before they throw."""


class DeskClock:
    """A clock that goes on with the frames, so that a desk may play faster than dice fall."""

    def __init__(self, step_s: float) -> None:
        self._step_s = step_s
        self._now = 0.0

    def __call__(self) -> float:
        """The desk's time in seconds."""
        return self._now

    def tick(self) -> None:
        """One frame later."""
        self._now += self._step_s


class DeskTable:
    """Looks like a tray to the desk camera.

    Args:
        loop: the table whose wishes are followed.
        tray_for: gives the tray with dice of a set.
        tick: called before each frame, None for a clock that goes by itself.
        throw_after_s: how long people take before they throw.
        wish: what somebody who teaches the dice wants to be laid down, None while nobody does.
        lesson_tray_for: gives a tray with the same dice to teach them in, so that a game's own stay as they lie.
    """

    def __init__(
        self,
        loop: Loop,
        tray_for: Callable[[str], DeskTray],
        tick: Callable[[], None] | None = None,
        throw_after_s: float = THROW_AFTER_S,
        wish: Callable[[], Wish | None] = lambda: None,
        lesson_tray_for: Callable[[str], DeskTray] | None = None,
    ) -> None:
        self._loop = loop
        self._tray_for = tray_for
        self._tick = tick
        self._throw_after_s = throw_after_s
        self._wish = wish
        self._wished: Wish | None = None
        self._lesson_tray_for = lesson_tray_for or tray_for
        self._labels = ""
        self._asked: tuple[int, bool] = (-1, False)
        self._due_s = self._lay_s = math.inf
        self._looks = 0
        self._tray: DeskTray | None = None

    def frame(self, at_s: float) -> Frame:
        """The tray at a time of the loop's clock."""
        if self._tick is not None:
            self._tick()
        now = self._loop.clock()
        state = self._loop.state
        wish = self._wish()
        if wish is not None:
            return self._lesson(wish, now)
        labels = labels_of(state.setup) or "or"
        if self._tray is None or labels != self._labels:
            self._tray, self._labels = self._tray_for(labels), labels
        self._act(self._tray, state, now)
        return self._tray.frame(now)

    def _lesson(self, wish: Wish, now: float) -> Frame:
        """Lay all dice with the face that is asked for, each turned another way, as an owner does who teaches them."""
        tray = self._lesson_tray_for(wish.dice_set)
        if wish != self._wished:
            self._wished, self._lay_s = wish, now + self._throw_after_s
        if now >= self._lay_s and wish.face:
            self._lay_s = math.inf
            tray.place([wish.face] * tray.count, now)
        return tray.frame(now)

    def true_faces(self) -> tuple[str, ...]:
        """What the dice show, as letters of the rules, sorted; for comparison afterwards, never for reading."""
        state, tray = self._loop.state, self._tray
        if tray is None or state.match is None:
            return ()
        table = self._faces(state)
        # Before the first throw none lies there.
        return tuple(sorted(table[die.face] for die in tray.truth if die.face))

    def _faces(self, state: TableState) -> Mapping[str, str]:
        """Label of the dice on the desk to letter of the rules."""
        return letters(self._labels, catalogue.game(state.setup.game).dice_set or self._labels)

    def _act(self, tray: DeskTray, state: TableState, now: float) -> None:
        """Throw or nudge what the table asks for, once for each time it asks."""
        asked = (state.decision, state.looking)
        if asked != self._asked:
            self._asked, self._due_s = asked, now + (0.0 if state.looking else self._throw_after_s)
        if now < self._due_s or state.match is None:
            return
        self._due_s = now + IMPATIENT_S
        if state.looking:
            self._help(tray, state, now)
        elif state.phase is Phase.ROLL:
            self._looks = 0
            tray.throw(self._loose(tray, state, now), now)
        elif state.phase in (Phase.KEEP, Phase.CHOOSE):
            self._lay_as_entered(tray, state, now)

    def _lay_as_entered(self, tray: DeskTray, state: TableState, now: float) -> None:
        """Whoever enters a roll by hand has it before him, so it comes to lie here; else none of what is kept would."""
        faces = [die.face for die in state.dice if die.seen is None and die.face is not None]
        if len(faces) != tray.count or self.true_faces() == tuple(sorted(faces)):
            return
        labels = {letter: label for label, letter in self._faces(state).items()}
        tray.place([labels[face] for face in faces], now)

    def _help(self, tray: DeskTray, state: TableState, now: float) -> None:
        """Somebody looks at the dice in doubt: pushes them a little, and throws them again when that does not help."""
        self._looks += 1
        doubtful = [
            number for die in state.dice if die.doubt for number in _numbers(tray, [die], self._faces(state), now)
        ]
        away = [number for number, die in enumerate(tray.truth) if not die.in_tray or die.rest != "flat"]
        chosen = sorted({*doubtful, *away}) or self._loose(tray, state, now)
        if self._looks > NUDGES:
            tray.throw(set(chosen) & set(self._loose(tray, state, now)), now)
        else:
            for number in chosen:
                tray.nudge(number, now)

    def _loose(self, tray: DeskTray, state: TableState, now: float) -> list[int]:
        """Numbers of the dice that are to be rolled: all but the kept ones."""
        kept = _numbers(tray, [die for die in state.dice if die.fixed], self._faces(state), now)
        return [number for number in range(tray.count) if number not in kept]


def _numbers(tray: DeskTray, dice: list[TableDie], faces: Mapping[str, str], now: float) -> list[int]:
    """Which dice of the tray these are: by their places, or by their faces where nobody knows the place.

    Args:
        tray: with the dice.
        dice: as the table knows them.
        faces: label of the dice set to letter of the rules.
        now: time of the desk.
    """
    lying = tray.true_dice(now)
    free = [number for number, die in enumerate(tray.truth) if not die.lifted]
    found: list[int] = []
    for die in dice:
        left = [(place, number) for place, number in enumerate(free) if number not in found]
        if die.seen is not None:
            seen = die.seen.centre
            ranked = sorted((math.dist(seen, lying[place].centre), number) for place, number in left)
        else:
            ranked = [(0.0, number) for _, number in left if faces[tray.truth[number].face] == die.face]
        found += [number for _, number in ranked[:1]]
    return found


class Verdicts:
    """Compares every recorded roll with what the dice really showed.

    Attributes:
        rolls: (source, recorded faces, true faces) of each roll that was recorded, in the order of the game.
    """

    def __init__(self, loop: Loop, desk: DeskTable) -> None:
        self.rolls: list[tuple[str, str, str]] = []
        self._desk = desk
        self._counted = 0
        loop.subscribe(self._compare)

    def _compare(self, state: TableState) -> None:
        line = () if state.match is None else state.match.line
        if len(line) > self._counted and isinstance(line[-1].move, Roll) and state.position is not None:
            recorded = "".join(sorted(getattr(state.position, "dice", ())))
            self.rolls.append((line[-1].source, recorded, "".join(self._desk.true_faces())))
        self._counted = len(line)

    @property
    def silent_errors(self) -> int:
        """Rolls that the camera gave out as sure and that were something else."""
        return sum(source == "camera" and recorded != true for source, recorded, true in self.rolls)
