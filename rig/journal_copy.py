"""A copy of the games' file that grows with it: when the file is damaged, the games go on from the copy."""

from __future__ import annotations

import contextlib
import logging
import os
import shutil
import sqlite3
from pathlib import Path

logger = logging.getLogger(__name__)

EVERY = 20
"""So many events at most are missing in the copy."""

TABLES = ("about", "events", "games")

_TABLES = """
CREATE TABLE IF NOT EXISTS copy.about (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS copy.events (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, written TEXT NOT NULL, event TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS copy.games (
    first_event INTEGER PRIMARY KEY, revision INTEGER NOT NULL, at REAL NOT NULL,
    rules TEXT NOT NULL, components TEXT NOT NULL, setup TEXT NOT NULL);
"""


class JournalCopy:
    """The copy beside a games' file.

    Args:
        path: of the games' file.

    Attributes:
        path: where the copy lies.
    """

    def __init__(self, path: Path) -> None:
        self.path = path.with_name(f"{path.stem}.copy{path.suffix}")
        self._original = path
        self._missing = EVERY

    def event_was_written(self, database: sqlite3.Connection) -> None:
        """Now and then bring the copy up to date.

        Args:
            database: the games' file, outside any transaction.
        """
        self._missing += 1
        if self._missing >= EVERY:
            self.follow(database)

    def follow(self, database: sqlite3.Connection) -> None:
        """Bring the copy up to date; a copy that cannot be written costs nothing but itself."""
        self._missing = 0
        try:
            database.execute("ATTACH DATABASE ? AS copy", (str(self.path),))
            try:
                _append_what_is_missing(database)
            finally:
                database.execute("DETACH DATABASE copy")
        except sqlite3.OperationalError as error:
            logger.warning("%s cannot be written (%s)", self.path.name, error)
        except sqlite3.DatabaseError as error:  # it is no database any more; the next time it is made anew
            logger.warning("%s is damaged (%s) and is made anew", self.path.name, error)
            with contextlib.suppress(OSError):
                self.path.unlink(missing_ok=True)

    def restore(self) -> bool:
        """Put the copy in the place of the games' file, which is gone; False where there is no sound copy."""
        if not self.path.exists() or not _is_sound(self.path):
            return False
        part = self._original.with_name(f"{self._original.name}.part")
        shutil.copyfile(self.path, part)
        with part.open("rb") as file:
            os.fsync(file.fileno())
        part.replace(self._original)
        return True


def _append_what_is_missing(database: sqlite3.Connection) -> None:
    for statement in _TABLES.strip().split(";\n"):
        database.execute(statement)
    database.execute("BEGIN IMMEDIATE")
    try:
        for table, key in (("events", "number"), ("games", "first_event")):
            database.execute(
                f"INSERT INTO copy.{table} SELECT * FROM main.{table} "
                f"WHERE {key} > (SELECT COALESCE(MAX({key}), 0) FROM copy.{table})"
            )
            if _count(database, f"copy.{table}") != _count(database, f"main.{table}"):  # a game was forgotten
                database.execute(f"DELETE FROM copy.{table} WHERE {key} NOT IN (SELECT {key} FROM main.{table})")
        database.execute("INSERT OR REPLACE INTO copy.about SELECT * FROM main.about")
        database.execute("COMMIT")
    except BaseException:
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise


def _count(database: sqlite3.Connection, table: str) -> int:
    return int(database.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0])


def _is_sound(path: Path) -> bool:
    try:
        with contextlib.closing(sqlite3.connect(path)) as database:
            tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            return database.execute("PRAGMA quick_check(1)").fetchone() == ("ok",) and tables >= set(TABLES)
    except sqlite3.DatabaseError:
        return False
