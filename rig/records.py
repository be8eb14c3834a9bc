"""Finished games as files that people can read: the record of each is saved the moment the game ends."""

from __future__ import annotations

import os
from pathlib import Path

from engine import record
from rig.effects import Effect, GameEnded
from rig.errors import JournalError
from rig.loop import Loop


class Records:
    """Saves records.

    Args:
        loop: whose games are saved.
        folder: where; made when the first game ends.
    """

    def __init__(self, loop: Loop, folder: Path) -> None:
        self._loop = loop
        self._folder = folder
        loop.handle_effects(self.take)

    def take(self, effect: Effect) -> None:
        """Save a finished game; saving it again changes nothing."""
        if not isinstance(effect, GameEnded):
            return
        game = effect.match.position.game
        try:
            write_safely(self._folder / f"{game}-{effect.revision:06d}.txt", record.write(effect.match))
            self._loop.report("records", None)
        except JournalError as error:
            self._loop.report("records", str(error))


def write_safely(path: Path, text: str) -> None:
    """Write a text so that after a power cut either the old or the new file is there, whole.

    Raises:
        JournalError: it cannot be written.
    """
    part = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with part.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        raise JournalError(f"Cannot write {path} ({error.strerror}); check free space and access.") from error
