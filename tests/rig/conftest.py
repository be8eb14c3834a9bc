"""Closes the games' files that a test opened and left open; a rig's own is closed with its loop.

Python 3.13 tells of a database that nobody closed, in whichever test the garbage happens to be collected.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from rig.journal import Journal


@pytest.fixture(autouse=True)
def _games_files_are_closed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    opened: list[Journal] = []
    open_one = Journal.__init__

    def open_and_remember(journal: Journal, path: Path) -> None:
        open_one(journal, path)
        opened.append(journal)

    monkeypatch.setattr(Journal, "__init__", open_and_remember)
    yield
    for journal in opened:
        journal.close()
