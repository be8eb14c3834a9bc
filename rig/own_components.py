"""The owner's own boards and chips: one component file a game in the data folder, which grows as they are met."""

from __future__ import annotations

import logging
import threading
from importlib.resources import files
from pathlib import Path
from typing import cast

from engine import catalogue, components
from engine.components import UNKNOWN, Components
from engine.errors import EngineError
from engine.position import Position
from rig.effects import ComponentLearned, ComponentsWanted, Effect
from rig.errors import RigError
from rig.events import ComponentsRead
from rig.loop import Loop
from rig.records import write_safely

logger = logging.getLogger(__name__)


class OwnComponents:
    """Reads and writes the owner's component files.

    Args:
        loop: where they are wanted and learned.
        folder: where they lie.
    """

    def __init__(self, loop: Loop, folder: Path) -> None:
        self._loop = loop
        self._folder = folder
        self._lock = threading.Lock()
        loop.handle_effects(self.take)

    def take(self, effect: Effect) -> None:
        """Answer a question for them, or write down what was learned; on a thread of its own."""
        if isinstance(effect, ComponentsWanted):
            threading.Thread(target=self._answer, args=(effect.game,), name="components", daemon=True).start()
        elif isinstance(effect, ComponentLearned):
            threading.Thread(target=self._learn, args=(effect.position,), name="components", daemon=True).start()

    def text(self, game: str) -> str:
        """The component file for a game of the catalogue; where there is none yet, the facts that are known to all.

        Raises:
            ComponentsError: the file cannot be used; the sentence says what to mend.
        """
        path = self._path(game)
        if path.exists():
            text = path.read_text(encoding="utf-8")
        else:
            text = (files("engine") / "components" / f"{path.stem}-owner.toml").read_text(encoding="utf-8")
        read_components(game, text)
        return text

    def _path(self, game: str) -> Path:
        return self._folder / f"{components_of(_start(game, None)).game}.toml"

    def _answer(self, game: str) -> None:
        try:
            text = self.text(game)
        except (EngineError, OSError) as error:
            self._loop.report("components", f"The file of your own board cannot be read: {error}")
            return
        self._loop.report("components", None)
        self._loop.post(ComponentsRead(answers=0, game=game, text=text, source="rig"))

    def _learn(self, position: Position) -> None:
        try:
            with self._lock:
                known = read_components(position.game, self.text(position.game))
                grown = merged(known, components_of(position))
                if grown != known:
                    write_safely(self._path(position.game), components.write(grown))
            self._loop.report("components", None)
        except (EngineError, RigError, OSError) as error:
            logger.warning("%s", error)
            self._loop.report("components", f"What was learned of your board could not be written: {error}")


def merged(known: Components, learned: Components) -> Components:
    """The known components with what is unknown in them filled in; what the owner entered is never overwritten."""
    shown = {(row.group, row.name): row.entries for row in learned.rows}
    for group, row, number in tuple(known.unknown()):
        entry = shown[group, row][number - known.first]
        if entry.shows != UNKNOWN:
            known = known.with_entry(group, row, number, entry.shows)
    return known


def components_of(position: Position) -> Components:
    """The board or chips of a position, with what was revealed so far."""
    return cast(Components, position.components)  # type: ignore[attr-defined]


def read_components(game: str, text: str) -> Components:
    """The components in the text of a file.

    Raises:
        ComponentsError: it cannot be used.
    """
    return components_of(_start(game, text))


def _start(game: str, text: str | None) -> Position:
    found = catalogue.game(game)
    return found.start(found.seats.start, None, text)
