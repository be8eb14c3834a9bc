"""The games' file: every accepted event, append only, one transaction each; the table is its replay.

SQLite with a write-ahead log and `synchronous=FULL`: once `append` returns, the event survives a kill and a power cut.
A game's replay begins at its own first event, so that starting takes as long after years as on the first evening.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from rig.errors import JournalError
from rig.event_text import from_plain, read_event, to_plain, write_event
from rig.events import Event
from rig.journal_copy import JournalCopy
from rig.state import Setup

SCHEMA = 1
"""Changed when the tables below change."""

EVENTS_STAY = (
    "CREATE TRIGGER IF NOT EXISTS events_stay BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'append only'); END;"
)
"""Nothing deletes an event, but for a whole game that people want forgotten (`rig.chapters`)."""
_TABLES = """
CREATE TABLE IF NOT EXISTS about (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS events (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, written TEXT NOT NULL, event TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS games (
    first_event INTEGER PRIMARY KEY REFERENCES events, revision INTEGER NOT NULL, at REAL NOT NULL,
    rules TEXT NOT NULL, components TEXT NOT NULL, setup TEXT NOT NULL);
CREATE TRIGGER IF NOT EXISTS events_keep BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'append only'); END;
"""


@dataclass(frozen=True, slots=True)
class GameStart:
    """What the replay of a game begins with.

    Attributes:
        setup: who plays what, with the components as they were frozen.
        revision: revision of the state right after the start.
        at: steady-clock time of the start.
        rules: game and version of its rules.
        components: hash of the component text.
    """

    setup: Setup
    revision: int
    at: float
    rules: str
    components: str


class Journal:
    """The file, opened; use it from one thread.

    Attributes:
        path: where it lies.
        set_aside: where a damaged file was put when this one was opened, None if none was.
        restored: True if the games were then taken from the copy.

    Raises:
        JournalError: the file cannot be opened, or was written by a newer version.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.set_aside: Path | None = None
        self.restored = False
        self._copy = JournalCopy(path)
        with said("open"):
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.exists() and not _is_sound(path):
                self.set_aside = _put_aside(path)
                self.restored = self._copy.restore()
            self._database = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            try:
                self._database.execute("PRAGMA journal_mode=WAL")
                self._database.execute("PRAGMA synchronous=FULL")
                self._database.executescript(_TABLES + EVENTS_STAY)
                self._check_schema()
                self._copy.follow(self._database)
            except Exception:  # a rig that cannot begin tries again and again: each try gives its file back
                self._database.close()
                raise

    def _check_schema(self) -> None:
        self._database.execute("INSERT OR IGNORE INTO about VALUES ('schema', ?)", (str(SCHEMA),))
        (found,) = self._database.execute("SELECT value FROM about WHERE name = 'schema'").fetchone()
        if found != str(SCHEMA):
            self.close()
            raise JournalError(
                f"{self.path} was written by a newer version of keltis-rig, or altered; update, or name another --data."
            )

    def append(self, event: Event, start: GameStart | None = None) -> None:
        """Write an event so that it survives a kill; when this returns it may be acknowledged.

        Args:
            event: what was accepted.
            start: given when this event starts a game.

        Raises:
            JournalError: it could not be written (full disk, read-only card); nothing was changed.
        """
        written = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        with said("write"):
            self._database.execute("BEGIN IMMEDIATE")
            try:
                number = self._database.execute(
                    "INSERT INTO events (id, written, event) VALUES (?, ?, ?)", (event.id, written, write_event(event))
                ).lastrowid
                if start is not None:
                    self._database.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?)", (number, *_row(start)))
                self._database.execute("COMMIT")
            except BaseException:
                if self._database.in_transaction:
                    self._database.execute("ROLLBACK")
                raise
        self._copy.event_was_written(self._database)

    def knows(self, event_id: str) -> bool:
        """True if an event of that id was written before."""
        with said("read"):
            found = self._database.execute("SELECT 1 FROM events WHERE id = ?", (event_id,)).fetchone()
        return found is not None

    def last_start(self) -> tuple[int, GameStart] | None:
        """Number of the event that started the last game and how it started, None before the first game."""
        with said("read"):
            row = self._database.execute("SELECT * FROM games ORDER BY first_event DESC LIMIT 1").fetchone()
        if row is None:
            return None
        number, revision, at, rules, components, setup = row
        try:
            return number, GameStart(from_plain(Setup, json.loads(setup)), revision, at, rules, components)
        except ValueError as error:
            raise JournalError(f"{self.path} holds a game that cannot be read; name another --data.") from error

    def events_after(self, number: int = 0) -> Iterator[Event]:
        """The events after that number, oldest first.

        Raises:
            JournalError: an event cannot be read.
        """
        with said("read"):
            rows = self._database.execute(
                "SELECT event FROM events WHERE number > ? ORDER BY number", (number,)
            ).fetchall()
        for (text,) in rows:
            yield read_event(text)

    def count(self) -> int:
        """How many events were ever written."""
        with said("read"):
            (count,) = self._database.execute("SELECT COUNT(*) FROM events").fetchone()
        return int(count)

    def close(self) -> None:
        """Close the file; everything acknowledged is in it anyway."""
        self._database.close()


def _row(start: GameStart) -> tuple[int, float, str, str, str]:
    setup = json.dumps(to_plain(start.setup), ensure_ascii=False)
    return start.revision, start.at, start.rules, start.components, setup


def _is_sound(path: Path) -> bool:
    try:
        database = sqlite3.connect(path)
        try:
            return bool(database.execute("PRAGMA quick_check(1)").fetchone() == ("ok",))
        finally:
            database.close()
    except sqlite3.DatabaseError as error:
        if isinstance(error, sqlite3.OperationalError):  # no access, no space: the file itself may be sound
            raise
        return False


def _put_aside(path: Path) -> Path:
    """Rename a damaged file and its log, so that somebody may still look into them."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    aside = path.with_name(f"{path.stem}.damaged-{stamp}{path.suffix}")
    path.rename(aside)
    for ending in ("-wal", "-shm"):
        beside = path.with_name(path.name + ending)
        if beside.exists():
            beside.rename(aside.with_name(aside.name + ending))
    return aside


@contextmanager
def said(what: str) -> Iterator[None]:
    """Turn whatever goes wrong with the file into one sentence; `what` is "open", "read" or "write"."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        where = f"{name}: " if (name := getattr(error, "filename", None)) else ""
        raise JournalError(
            f"Cannot {what} the games' file ({where}{reason}); check free space and access of its folder, "
            "or name another one with --data."
        ) from error
