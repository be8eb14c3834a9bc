"""An evening without hardware: rendered trays, the real reader, and a report of what was read."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from engine import catalogue, record
from engine.dice import Roll
from rig.desk_table import THROW_AFTER_S, DeskClock, DeskTable, Verdicts
from rig.desk_teaching import taught
from rig.errors import UsageError
from rig.evening import Evening
from rig.events import Event, NewGame, SetupChanged
from rig.readers import Readers
from rig.recorded_camera import DeskCamera
from rig.settings import PROFILES_FOLDER, AdviceSettings
from rig.state import Phase, Setup
from rig.table_setup import USUAL_NAMES
from vision.dice_sets import dice_set
from vision.reader import Reader
from vision.render.desk_tray import DeskTray

SIZE = (640, 480)
"""Of the rendered frames."""
FAST_STEP_S = 0.2
"""The desk's time from frame to frame when it plays by itself."""
DESK_FOLDER = "desk"
FRAMES_A_SECOND = 10.0
PATIENCE_S = 10.0
OWN_DICE = 1
"""Which of the renderer's designs the desk's dice have."""


class DeskEvening(Evening):
    """Everything but the page, on the desk.

    Args:
        folder: the data folder.
        seed: of dice and cards, None for other ones every time.
        is_fast: True to let the desk's time pass as fast as the frames are read.
        models: folder of the networks, None for the package's own.
        teaches: True to teach the desk's dice first; those of the Würfelspiel are taught in any case.
        tell: says what takes so long.
    """

    def __init__(
        self, folder: Path, seed: int | None, is_fast: bool = False, models: Path | None = None, teaches: bool = True
    ) -> None:
        clock = DeskClock(FAST_STEP_S) if is_fast else None
        deeper_share = 0.0 if is_fast else AdviceSettings().deeper_share
        super().__init__(folder, clock or time.monotonic, seed, deeper_share)
        self._folder = folder / DESK_FOLDER
        self._seed = seed
        self._trays: dict[str, DeskTray] = {}
        self._lesson_trays: dict[str, DeskTray] = {}
        self._readers = DeskReaders(
            self._folder, models, teaches, lambda sentence: self.loop.report("reader", sentence)
        )
        teaching = self.teach_with(self._folder, self._readers)
        desk = DeskTable(
            self.loop,
            self._tray_for,
            clock.tick if clock else None,
            FAST_STEP_S if is_fast else THROW_AFTER_S,
            lambda: teaching.wish,
            self._lesson_tray_for,
        )
        self.verdicts = Verdicts(self.loop, desk)
        camera = DeskCamera(desk, 1000.0 if is_fast else FRAMES_A_SECOND, self.loop.clock)
        self.look_through(camera, self._readers)

    @property
    def is_new(self) -> bool:
        """True if no game is in play."""
        return self.loop.state.phase is Phase.SETUP

    def set_up(self, game: str, players: int) -> None:
        """Fill in the setup screen; somebody has to press ✔.

        Raises:
            UsageError: the table refuses.
        """
        if not self.is_new:
            self._post(lambda revision: NewGame(answers=revision, source="auto"))
        setup = Setup(game, USUAL_NAMES[:players])
        self._post(lambda revision: SetupChanged(answers=revision, setup=setup, source="auto"))

    def prepare(self, game: str) -> None:
        """Load the networks and teach the dice of a game now, so that what is wrong with them is an error here.

        Raises:
            UsageError: the dice cannot be taught.
            VisionError: a network cannot be used.
        """
        self._readers(catalogue.game(game).dice_set or game)

    def report(self) -> str:
        """The record, then how the rolls were read, then how that compares with the truth."""
        match = self.loop.state.match
        if match is None:
            return "No game was begun.\n"
        sources = [played.source for played in match.line if isinstance(played.move, Roll)]
        counts = {source: sources.count(source) for source in ("camera", "asked", "hand")}
        compared = len(self.verdicts.rolls)
        lines = [
            record.write(match),
            f"# {counts['camera']} rolls read, {counts['asked']} asked about, {counts['hand']} entered by hand.",
            f"# Compared with the rendered dice: {compared} rolls, {self.verdicts.silent_errors} silent errors.",
        ]
        wrong = [f"# {source}: {told} was {true}" for source, told, true in self.verdicts.rolls if told != true]
        return "\n".join([*lines, *wrong]) + "\n"

    def _post(self, make: Callable[[int], Event]) -> None:
        """Post an event; while the table calls it hasty, wait a little and post it again."""
        deadline = time.monotonic() + PATIENCE_S
        while True:
            answer = self.loop.post(make(self.loop.state.revision)).result(timeout=60)
            if answer.accepted:
                return
            if answer.reason not in ("stale", "too-soon") or time.monotonic() > deadline:
                raise UsageError(f"The table refused the game: {answer.reason}.")
            time.sleep(0.05)

    def _tray_for(self, labels: str) -> DeskTray:
        """The tray with the dice of a set: always the same dice, thrown as the seed has it."""
        if labels not in self._trays:
            seed = self._seed if self._seed is not None else time.time_ns() % 2**31
            self._trays[labels] = DeskTray(labels, seed=seed, size=SIZE, design=_own_dice(labels).design)
        return self._trays[labels]

    def _lesson_tray_for(self, labels: str) -> DeskTray:
        """A tray with the same dice for teaching them."""
        if labels not in self._lesson_trays:
            design = _own_dice(labels).design
            self._lesson_trays[labels] = DeskTray(labels, seed=OWN_DICE + 1, size=SIZE, design=design)
        return self._lesson_trays[labels]


class DeskReaders(Readers):
    """Readers that know the desk's own dice: taught by whoever plays, else by the desk itself.

    Args:
        folder: of the desk, in the data folder.
        models: folder of the networks, None for the package's own.
        teaches: True to teach the desk's dice first; those of the Würfelspiel are taught in any case.
    """

    def __init__(
        self, folder: Path, models: Path | None, teaches: bool, tell: Callable[[str], None] = lambda sentence: None
    ) -> None:
        super().__init__(folder / PROFILES_FOLDER, None, models)
        self._own_folder = folder
        self._models = models
        self._teaches = teaches
        self._tell = tell

    def __call__(self, labels: str) -> Reader:
        """The reader of a dice set; very slow the first time."""
        reader = super().__call__(labels)
        if reader.profile is None and (self._teaches or dice_set(labels).must_be_taught):
            name = f"{labels}-{reader.model[:12]}"
            self._tell("The demo teaches itself its dice first; that takes a moment.")
            profile = taught(_own_dice(labels), reader, self._own_folder, name, self._models)
            reader = reader.with_profile(profile)
            with self._lock:  # not by `teach`, which would ask for this reader again
                self._readers[labels] = reader
        return reader


def _own_dice(labels: str) -> DeskTray:
    """A tray with the desk's own dice of a set, to be taught."""
    return DeskTray(labels, seed=OWN_DICE, size=SIZE)
