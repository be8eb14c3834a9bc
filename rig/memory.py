"""What the rig remembers of the games played, for the page: read from files, brought up to date by another process."""

from __future__ import annotations

import logging
import subprocess
import sys
import threading
from pathlib import Path

from rig.chapters import NO_SUCH_GAME, Chapters
from rig.effects import Effect, GameEnded, GameStarted
from rig.errors import JournalError, UsageError
from rig.look_back import MEMORY_FOLDER, outdated
from rig.past_game import PastGame, file_of, load
from rig.settings import GAMES_FILE

logger = logging.getLogger(__name__)

BREATH_S = 1.5
"""So long after a game's end looking back begins: the screen comes first."""


class Memory:
    """The games of a data folder.

    Args:
        folder: the data folder.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._known: dict[int, tuple[float, PastGame]] = {}
        self._lock = threading.Lock()
        self._running: subprocess.Popen[bytes] | None = None

    def take(self, effect: Effect) -> None:
        """A game ended or another began: look back, soon and elsewhere."""
        if isinstance(effect, GameEnded | GameStarted):
            later = threading.Timer(BREATH_S, self.look_back)
            later.daemon = True
            later.start()

    def games(self) -> tuple[PastGame, ...]:
        """All games with at least one turn, newest first; none that is not looked at yet."""
        memory, found = self._folder / MEMORY_FOLDER, []
        for path in sorted(memory.glob("game-*.json"), reverse=True):
            game = self._loaded(path)
            if game is not None and game.turns:
                found.append(game)
        return tuple(found)

    def game(self, number: int) -> PastGame | None:
        """One of them."""
        return self._loaded(file_of(self._folder / MEMORY_FOLDER, number))

    def _loaded(self, path: Path) -> PastGame | None:
        try:
            changed = path.stat().st_mtime_ns
        except OSError:
            return None
        number = int(path.stem.partition("-")[2]) if path.stem.partition("-")[2].isdecimal() else -1
        with self._lock:
            known = self._known.get(number)
        if known is not None and known[0] == changed:
            return known[1]
        game = load(path)
        if game is not None:
            with self._lock:
                self._known[number] = (changed, game)
        return game

    @property
    def is_looking(self) -> bool:
        """True while games are being looked at."""
        with self._lock:
            return self._running is not None and self._running.poll() is None

    def look_back(self) -> bool:
        """Start to look at games that changed since, if there are any and nobody does; True if somebody looks now."""
        try:
            if not self.is_looking and outdated(self._folder):
                with self._lock:
                    words = [sys.executable, "-m", "rig", "games", "--quietly", "--data", str(self._folder)]
                    self._running = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        except (OSError, JournalError) as error:
            logger.warning("the games played cannot be looked at: %s", error)
        return self.is_looking

    def is_on_table(self, number: int) -> bool:
        """True if the game is the one in play, which cannot be deleted."""
        return any(one.is_last and one.number == number for one in Chapters(self._folder / GAMES_FILE).all())

    def forget(self, number: int) -> None:
        """Delete a game everywhere: from the games' file, from what is remembered, and its saved record.

        Raises:
            JournalError: the files cannot be changed.
            UsageError: there is no such game, or it lies on the table.
        """
        game = self.game(number)
        Chapters(self._folder / GAMES_FILE).forget(number)
        if game is None:
            raise UsageError(NO_SUCH_GAME)
        file_of(self._folder / MEMORY_FOLDER, number).unlink(missing_ok=True)
        for path in (self._folder / "records").glob("*.txt"):
            if path.read_text(encoding="utf-8", errors="replace") == game.record:
                path.unlink(missing_ok=True)

    def close(self) -> None:
        """Leave what is being looked at for the next time."""
        with self._lock:
            if self._running is not None and self._running.poll() is None:
                self._running.terminate()
