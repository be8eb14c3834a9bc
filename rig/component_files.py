"""The owner's component files, one a game: grown as boards are met, entered by hand, filled in from somebody else's."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import cast

from engine import catalogue, components
from engine.components import UNKNOWN, Components, Entry, Schema, canonical_items
from engine.errors import ComponentsError
from engine.position import Position
from rig.records import write_safely


@dataclass(frozen=True, slots=True)
class TakenOver:
    """What came of filling in from another file.

    Attributes:
        filled: how many entries were not known and are now.
        differing: entries that the owner has entered otherwise, as (group, row, number); the owner's were kept.
    """

    filled: int
    differing: tuple[tuple[str, str, int], ...]


class ComponentFiles:
    """Reads and writes the owner's component files; from any thread.

    Args:
        folder: where they lie.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()

    def text(self, game: str) -> str:
        """The component file for a game of the catalogue; where there is none yet, the facts that are known to all.

        Raises:
            ComponentsError: the file cannot be used; the sentence says what to mend.
        """
        path = self._path(game)
        if path.exists():
            try:
                text = path.read_text(encoding="utf-8-sig")  # editors of Windows begin a file with a mark
            except UnicodeDecodeError as error:
                raise ComponentsError(f"{path} is no text; put a saved board in its place, or move it away.") from error
        else:
            text = (files("engine") / "components" / f"{path.stem}-owner.toml").read_text(encoding="utf-8")
        read_components(game, text)
        return text

    def known(self, game: str) -> Components:
        """What is known of the owner's board or chips.

        Raises:
            ComponentsError: the file cannot be used; the sentence says what to mend.
        """
        return read_components(game, self.text(game))

    def learn(self, game: str, learned: Components, before: Components | None = None) -> None:
        """Keep what was met at the table.

        Args:
            game: of the catalogue.
            learned: what the game knows now.
            before: what it knew when it was learned of last; what was taken back since is forgotten again.

        Raises:
            ComponentsError: the file cannot be used.
            JournalError: it cannot be written.
        """
        with self._lock:
            known = self.known(game)
            self._write(game, known, merged(_without(known, learned, before), learned))

    def enter(self, game: str, group: str, row: str, number: int, shows: str) -> None:
        """The owner says what an entry shows, whatever was known of it.

        Raises:
            ComponentsError: there is no such entry, or it cannot show that.
            JournalError: the file cannot be written.
        """
        with self._lock:
            known = self.known(game)
            found = {(line.group, line.name): line for line in known.rows}.get((group, row))
            if found is None or not 0 <= number - known.first < len(found.entries):
                raise ComponentsError("There is no such space or chip; load the page again.")
            schema = schema_of(game)
            meant = canonical_items(shows, schema.items[group], schema.several)
            if meant is None:
                raise ComponentsError(f"A space or chip cannot show {shows[:40]!r}; load the page again.")
            self._write(game, known, known.with_entry(group, row, number, meant))

    def take_over(self, game: str, text: str) -> TakenOver:
        """Fill in from the text of another component file what is not known yet; what the owner entered stays.

        Raises:
            ComponentsError: one of both files cannot be used.
            JournalError: the file cannot be written.
        """
        theirs = read_components(game, text.removeprefix("\ufeff"))
        with self._lock:
            known = self.known(game)
            grown = merged(known, theirs)
            self._write(game, known, grown)
        filled = sum(
            one.shows != other.shows for (*_, one), (*_, other) in zip(_each(known), _each(grown), strict=True)
        )
        return TakenOver(filled, tuple(_differing(grown, theirs)))

    def _path(self, game: str) -> Path:
        return self._folder / f"{schema_of(game).game}.toml"

    def _write(self, game: str, known: Components, grown: Components) -> None:
        if grown != known:
            write_safely(self._path(game), components.write(grown))


def merged(known: Components, learned: Components) -> Components:
    """The known components with what is unknown in them filled in; what the owner entered is never overwritten."""
    shown = {(row.group, row.name): row.entries for row in learned.rows}
    for group, row, number in tuple(known.unknown()):
        entry = shown[group, row][number - known.first]
        if entry.shows != UNKNOWN:
            known = known.with_entry(group, row, number, entry.shows)
    return known


def _without(known: Components, learned: Components, before: Components | None) -> Components:
    """The known components without what was learned before and is said otherwise, or not at all, by now."""
    if before is None:
        return known
    for (group, row, number, mine), (*_, old), (*_, new) in zip(
        _each(known), _each(before), _each(learned), strict=True
    ):
        if UNKNOWN != mine.shows == old.shows != new.shows:
            known = known.with_entry(group, row, number, UNKNOWN)
    return known


def _each(known: Components) -> Iterator[tuple[str, str, int, Entry]]:
    for row in known.rows:
        for number, entry in enumerate(row.entries, known.first):
            yield row.group, row.name, number, entry


def _differing(mine: Components, theirs: Components) -> Iterator[tuple[str, str, int]]:
    for (group, row, number, one), (*_, other) in zip(_each(mine), _each(theirs), strict=True):
        if UNKNOWN not in (one.shows, other.shows) and one.shows != other.shows:
            yield group, row, number


def components_of(position: Position) -> Components:
    """The board or chips of a position, with what was revealed so far."""
    return cast(Components, position.components)  # type: ignore[attr-defined]


def read_components(game: str, text: str) -> Components:
    """The components in the text of a file.

    Raises:
        ComponentsError: it cannot be used.
    """
    found = catalogue.game(game)
    return components_of(found.start(found.seats.start, None, text))


def schema_of(game: str) -> Schema:
    """What the component file of a game must hold; both ways of playing Ór share one.

    Raises:
        OptionError: there is no such game.
    """
    return cast(Schema, catalogue.game(game).schema)  # type: ignore[attr-defined]
