"""The owner's boards and chips at the table: read when a game wants them, kept when it meets something new."""

from __future__ import annotations

import logging
import queue
import threading

from engine.errors import EngineError
from engine.position import Position
from rig.component_files import ComponentFiles, TakenOver, components_of
from rig.effects import ComponentLearned, ComponentsWanted, Effect
from rig.errors import RigError
from rig.events import ComponentsRead
from rig.loop import Loop
from rig.state import Phase

logger = logging.getLogger(__name__)


class OwnComponents:
    """Answers the table's questions for the owner's components and keeps what is learned of them.

    Args:
        loop: where they are wanted and learned.
        files: where they lie.
    """

    def __init__(self, loop: Loop, files: ComponentFiles) -> None:
        self._loop = loop
        self.files = files
        self._learned: queue.SimpleQueue[Position] = queue.SimpleQueue()
        self._before: Position | None = None
        threading.Thread(target=self._learn_in_turn, name="components", daemon=True).start()
        loop.handle_effects(self.take)

    def take(self, effect: Effect) -> None:
        """Answer a question for them, or write down what was learned; on threads of its own."""
        if isinstance(effect, ComponentsWanted):
            threading.Thread(target=self._answer, args=(effect.game,), name="components", daemon=True).start()
        elif isinstance(effect, ComponentLearned):
            self._learned.put(effect.position)

    def enter(self, game: str, group: str, row: str, number: int, shows: str) -> None:
        """Somebody says, at leisure, what a space or chip shows; the next game begins with it.

        Raises:
            ComponentsError: the file cannot be used, or there is no such entry.
            JournalError: the file cannot be written.
        """
        self.files.enter(game, group, row, number, shows)
        self._refresh()

    def take_over(self, game: str, text: str) -> TakenOver:
        """Fill in what somebody else has entered.

        Raises:
            ComponentsError: the text or the own file cannot be used.
            JournalError: the file cannot be written.
        """
        taken = self.files.take_over(game, text)
        self._refresh()
        return taken

    def _refresh(self) -> None:
        """The setup screen holds the text of the file: give it the new one."""
        state = self._loop.state
        if state.phase is Phase.SETUP and state.setup.board == "owner":
            self._answer(state.setup.game)

    def _answer(self, game: str) -> None:
        try:
            text = self.files.text(game)
        except (EngineError, OSError) as error:
            self._loop.report("components", f"The file of your own board cannot be read: {error}")
            return
        self._loop.report("components", None)
        self._loop.post(ComponentsRead(answers=0, game=game, text=text, source="rig"))

    def _learn_in_turn(self) -> None:
        """What was named, one after the other: the last word counts."""
        while True:
            self._learn(self._learned.get())

    def _learn(self, position: Position) -> None:
        before = self._before if self._before is not None and self._before.game == position.game else None
        try:
            self.files.learn(position.game, components_of(position), None if before is None else components_of(before))
            self._before = position
            self._loop.report("components", None)
        except (EngineError, RigError, OSError) as error:
            logger.warning("%s", error)
            self._loop.report("components", f"What was learned of your board could not be written: {error}")
