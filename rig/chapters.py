"""The games in the games' file, one chapter each: listed, played again, forgotten; by a connection of its own.

The journal is append only for the table.  A game that people want forgotten is the one exception: its events are taken
out whole, and the table's own replay, which begins at the last game, never misses them.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from engine.match import Match
from rig.errors import JournalError, UsageError
from rig.event_text import from_plain, read_event
from rig.journal import EVENTS_STAY, GameStart, said
from rig.state import Phase, Setup
from rig.table import begin, repeat

ON_THE_TABLE = "This game still lies on the table. Start the next one, then it can be deleted."
NO_SUCH_GAME = "There is no such game any more."
SETTING_UP = ("SetupChanged", "ComponentsRead", "NewGame", "Pressed")
NAMING = ("SetupChanged", "ComponentsRead")
"""Events of the setup screen that may hold names."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A game in the file.

    Attributes:
        number: of the event that started it; names the game for good.
        last: number of its newest event, the setting up of the next game included.
        began: when it was started, "2026-11-30T20:15:00Z".
        start: what its replay begins with.
        is_last: True for the game that lies on the table, or lay there last.
    """

    number: int
    last: int
    began: str
    start: GameStart
    is_last: bool


class Chapters:
    """The games of a file.

    Args:
        path: the games' file; it need not exist.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def all(self) -> tuple[Chapter, ...]:
        """Every game, oldest first.

        Raises:
            JournalError: the file cannot be read.
        """
        if not self._path.exists():
            return ()
        with said("read"), closing(self._connect()) as database:
            rows = database.execute(
                "SELECT first_event, (SELECT MAX(number) FROM events WHERE number < COALESCE(following, 1 << 62)), "
                "(SELECT written FROM events WHERE number = first_event), revision, at, rules, components, setup "
                "FROM (SELECT *, LEAD(first_event) OVER (ORDER BY first_event) AS following FROM games) ORDER BY 1"
            ).fetchall()
        return tuple(_chapter(row, is_last=row is rows[-1]) for row in rows)

    def played(self, chapter: Chapter) -> tuple[Match, str]:
        """The game as it stood at the end of its chapter, and when its last event was.

        Raises:
            JournalError: it cannot be played again with these rules.
        """
        with said("read"), closing(self._connect()) as database:
            rows = database.execute(
                "SELECT written, event FROM events WHERE number > ? AND number <= ? ORDER BY number",
                (chapter.number, chapter.last),
            ).fetchall()
        state, ended = begin(chapter.start), chapter.began
        for written, text in rows:
            done = repeat(state, read_event(text))
            if done.refused:
                raise JournalError(f"Game {chapter.number} cannot be played again by this version ({done.refused}).")
            if Phase.SETUP is not done.state.phase and Phase.OVER is not state.phase:
                ended = written
            state = done.state
        assert state.match is not None
        return state.match, ended

    def forget(self, number: int) -> None:
        """Take a game out of the file for good, with the setting up that led to it.

        Raises:
            JournalError: the file cannot be written.
            UsageError: there is no such game, or it lies on the table.
        """
        chapter = next((chapter for chapter in self.all() if chapter.number == number), None)
        if chapter is None:
            raise UsageError(NO_SUCH_GAME)
        if chapter.is_last:
            raise UsageError(ON_THE_TABLE)
        with said("write"), closing(self._connect()) as database:
            database.execute("PRAGMA secure_delete=ON")
            database.execute("BEGIN IMMEDIATE")
            try:
                _take_out(database, chapter)
                database.execute("COMMIT")
            except BaseException:
                if database.in_transaction:
                    database.execute("ROLLBACK")
                raise
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def _connect(self) -> sqlite3.Connection:
        return sqlite3.connect(self._path, isolation_level=None, timeout=10)


def _chapter(row: tuple[int, int, str, int, float, str, str, str], is_last: bool) -> Chapter:
    number, last, began, revision, at, rules, components, setup = row
    try:
        read = from_plain(Setup, json.loads(setup))
    except ValueError as error:
        raise JournalError(f"Game {number} of the games' file cannot be read; name another --data.") from error
    return Chapter(number, last, began, GameStart(read, revision, at, rules, components), is_last)


def _take_out(database: sqlite3.Connection, chapter: Chapter) -> None:
    """Delete a chapter's events; no other part of the program can."""
    first = _first_naming(database, chapter.number)
    database.execute("DROP TRIGGER events_stay")
    database.execute("DELETE FROM games WHERE first_event = ?", (chapter.number,))
    database.execute("DELETE FROM events WHERE number BETWEEN ? AND ?", (first, chapter.last))
    database.execute(EVENTS_STAY)


def _first_naming(database: sqlite3.Connection, number: int) -> int:
    """The first event of the setting up that led to the game of this number."""
    found = number
    for place, text in database.execute(
        "SELECT number, event FROM events WHERE number < ? ORDER BY number DESC", (number,)
    ):
        kind = json.loads(text)["kind"]
        if kind not in SETTING_UP:
            break
        found = place if kind in NAMING else found
    return found
