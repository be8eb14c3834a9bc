"""An evening at the table: journal, loop, adviser, files, eye and buttons put together, started and stopped."""

from __future__ import annotations

import gc
import logging
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from engine.position import Position
from engine.value_files import look_in
from rig.adviser import Adviser, Ranking
from rig.aiming import Aiming
from rig.buttons import open_buttons
from rig.camera import Camera
from rig.component_files import ComponentFiles
from rig.dealer import Dealer
from rig.deepener import Deepener
from rig.errors import ButtonsError
from rig.events import Event
from rig.eye import Eye, ReaderFor
from rig.journal import Journal
from rig.kept_focus import KeptFocus
from rig.learning import Learning
from rig.loop import Loop
from rig.memory_pool import give_back, share_memory
from rig.notify import Watchdog, tell_systemd
from rig.own_components import OwnComponents
from rig.pictures import Pictures
from rig.readers import Readers
from rig.records import Records
from rig.rig_player import RigPlayer
from rig.settings import GAMES_FILE, VALUES_FOLDER, ButtonSettings
from rig.teaching import Teaching
from rig.translate import labels_of
from vision.reading import Frame

logger = logging.getLogger(__name__)

RECORDS_FOLDER = "records"
BOARDS_FOLDER = "boards"
LOOK_AROUND_S = 1.0
TIDY_S = 30.0
"""So often free memory is given back to the system."""
SILENT_S = 8.0
"""An eye or a table that gave no sign of life for so long hangs; with what systemd waits then, 20 s at most."""
TURNS_OF_THREADS_S = 0.001
"""So often a thread that thinks lets others have the interpreter, not every 5 ms: a press is shown between thoughts."""


class Evening:
    """Everything but the page.

    Args:
        folder: the data folder.
        clock: steady seconds.
        seed: of cards and tiles, None for one that nobody can know.
        deeper_share: of one processor, that the adviser may use to better its advice in the background; 0: none.

    Attributes:
        loop: the table in motion.
        pictures: crops and the tray, for the page.
        focus: of the Pi's camera.
        teaching, aiming, learning: where dice are taught, the camera is aimed, named dice are learnt; None where not.
        components: the owner's boards and chips, for the page.

    Raises:
        JournalError: the games' file cannot be used.
    """

    def __init__(
        self,
        folder: Path,
        clock: Callable[[], float] = time.monotonic,
        seed: int | None = None,
        deeper_share: float = 0.0,
    ) -> None:
        share_memory()
        look_in(folder / VALUES_FOLDER)
        self.loop = Loop(Journal(folder / GAMES_FILE), clock)
        self.pictures = Pictures()
        self.focus = KeptFocus(folder)
        Dealer(self.loop, seed)
        Records(self.loop, folder / RECORDS_FOLDER)
        self.components = OwnComponents(self.loop, ComponentFiles(folder / BOARDS_FOLDER))
        self._adviser = Adviser(self.loop, _rank)
        self._deepener = Deepener(self.loop, _refine, deeper_share) if deeper_share else None
        self._rig_player = RigPlayer(self.loop)
        self.teaching: Teaching | None = None
        self.aiming: Aiming | None = None
        self.learning: Learning | None = None
        self._eye: Eye | None = None
        self._buttons: threading.Thread | None = None
        self._stopping = threading.Event()

    def teach_with(self, folder: Path, readers: Readers) -> Teaching:
        """Let the dice be taught and the camera aimed on the page; what is kept of it goes into the data folder."""
        self.teaching = Teaching(
            folder,
            readers,
            self.pictures,
            lambda: self.loop.reports.get("camera"),
            lambda: labels_of(self.loop.state.setup),
        )
        self.aiming = Aiming(
            folder,
            readers,
            self.pictures,
            lambda: self.loop.reports.get("camera"),
            lambda: labels_of(self.loop.state.setup),
            self._measure_again,
            self.focus.keep,
        )
        self.learning = Learning(folder, self.loop, readers, self.pictures)
        return self.teaching

    def _measure_again(self) -> None:
        self.focus.measure_again()
        if self._eye is not None:
            self._eye.measure_again()

    def look_through(self, camera: Camera, reader_for: ReaderFor) -> None:
        """Read the dice with this camera; not while they are taught, or the camera is aimed."""

        def rests() -> bool:
            return any(part is not None and part.is_open for part in (self.teaching, self.aiming))

        def aimed() -> Frame | None:
            return None if self.aiming is None else self.aiming.kept

        self._eye = Eye(self.loop, camera, reader_for, self.pictures, rests, aimed)

    def listen_to(
        self,
        settings: ButtonSettings,
        post: Callable[[Event], object] | None = None,
        ask_phones: Callable[[], object] | None = None,
    ) -> None:
        """Take presses from the buttons, where there are any; what is wrong with them is reported.

        Args:
            settings: their pins and times.
            post: takes what they say; None hands it to the table.
            ask_phones: opens the page to phones or closes it.
        """
        given = (settings, post or self.loop.post, ask_phones)
        self._buttons = threading.Thread(target=self._watch_buttons, args=given, name="buttons", daemon=True)

    def start(self) -> None:
        """Begin."""
        sys.setswitchinterval(TURNS_OF_THREADS_S)
        self.loop.start()
        self._adviser.start()
        self._rig_player.start()
        for part in (self._deepener, self._eye, self._buttons, self.teaching, self.learning):
            if part is not None:
                part.start()
        threading.Thread(target=self._tidy_up, name="tidy", daemon=True).start()
        gc.freeze()  # what was loaded stays all evening; not looked through for garbage, that is found soon and quickly
        tell_systemd("READY=1")

    def stop(self) -> None:
        """End; everything acknowledged is in the journal."""
        tell_systemd("STOPPING=1")
        self._stopping.set()
        for part in (self.teaching, self.learning):
            if part is not None:
                part.stop()
        if self._eye is not None:
            self._eye.stop()
        for thinker in (self._deepener, self._adviser, self._rig_player):
            if thinker is not None:
                thinker.stop()
        if self._buttons is not None and self._buttons.is_alive():
            self._buttons.join(timeout=5)
        self.loop.stop()

    def end(self) -> None:
        """Let `wait` return; may be called from a signal's handler."""
        self._stopping.set()

    def wait(self) -> None:
        """Sleep until `end` or an interrupt, feeding the watchdog as long as the eye and the table are alive."""
        watchdog = Watchdog(("table", *(("eye",) if self._eye is not None else ())), SILENT_S)
        while not self._stopping.wait(LOOK_AROUND_S):
            if self.loop.is_alive(timeout_s=LOOK_AROUND_S):
                watchdog.beat("table")
            if self._eye is not None:
                watchdog.beat("eye", self._eye.blinked_at)

    def _tidy_up(self) -> None:
        while not self._stopping.wait(TIDY_S):
            give_back()

    def _watch_buttons(
        self, settings: ButtonSettings, post: Callable[[Event], object], ask_phones: Callable[[], object] | None
    ) -> None:
        try:
            buttons = open_buttons(settings, post, lambda: self.loop.state.revision, ask_phones=ask_phones)
        except ButtonsError as error:
            self.loop.report("buttons", str(error))
            return
        if buttons is None:
            return
        while not self._stopping.wait(LOOK_AROUND_S):
            self.loop.report("buttons", buttons.trouble())
        buttons.close()


def _rank(position: Position) -> Ranking:
    """Rank with the adviser; loaded when it is first needed, for the page must answer before."""
    from rig.advice_source import rank

    return rank(position)


def _refine(position: Position, rest: Callable[[], None]) -> Iterator[Ranking]:
    """Better advice, loaded as late."""
    from rig.advice_source import refine

    return refine(position, rest)
