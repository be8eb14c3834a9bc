"""One thread that takes events from a queue, steps the table, journals, acknowledges and publishes.

Buttons, page, camera and adviser only post; nobody else changes the state.  An event is acknowledged after the journal
has it, never before.  What fails here is said on the page and logged; the table itself goes on.
"""

from __future__ import annotations

import dataclasses
import logging
import queue
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from types import MappingProxyType

from engine.errors import EngineError
from rig.effects import Effect, GameStarted
from rig.errors import JournalError, RigError
from rig.events import AdviceGiven, ChanceGiven, Event, MoveGiven
from rig.journal import Journal
from rig.state import TableState
from rig.table import begin, blank, repeat, step, still_wanted

logger = logging.getLogger(__name__)

Listener = Callable[[TableState], None]
Handler = Callable[[Effect], None]

AGAIN_S = 2.0
"""An answer that could not be written down is posted again after so long."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of a posted event.

    Attributes:
        accepted: True once it is in the journal; also for an event that had been applied before.
        revision: the state's revision now.
        reason: why it was refused: a key of the catalogue ("stale", "too-soon", ...) or a sentence; "" if accepted.
        values: what fills the gaps of that sentence.
        is_unwritten: True if only the disk refused it; the same event may be posted again.
    """

    accepted: bool
    revision: int
    reason: str = ""
    values: tuple[str, ...] = ()
    is_unwritten: bool = False


class Loop:
    """The table in motion.

    Args:
        journal: opened; used by the loop's thread alone from `start` on.
        clock: steady seconds; times of events come from it.

    Attributes:
        state: the table now; a frozen value, safe to read from any thread.
        reports: what parts of the rig have to say ("camera" → "The camera was lost; ..."), empty when all is well.
    """

    def __init__(self, journal: Journal, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._journal = journal
        self._queue: queue.SimpleQueue[tuple[Event, Future[Answer]] | threading.Event | None] = queue.SimpleQueue()
        self._listeners: tuple[Listener, ...] = ()
        self._handlers: tuple[Handler, ...] = ()
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)
        self.reports: Mapping[str, str] = MappingProxyType({})
        try:
            self.state, self._unfinished = replay(journal)
        except Exception:  # a rig that cannot begin tries again and again: each try gives its file back
            journal.close()
            raise
        if journal.set_aside is not None:
            told = f"The games' file was damaged and lies beside it as {journal.set_aside.name}"
            what = "; it goes on from its copy. Compare the table and put it right" if journal.restored else ""
            self.report("old-journal", f"{told}{what}.")

    def start(self) -> None:
        """Begin to take events; what the last run left undone (advice, files) is asked for again."""
        self._thread.start()

    def stop(self) -> None:
        """Take no more events and close the journal; returns when the last event is through."""
        self._queue.put(None)
        if self._thread.is_alive():
            self._thread.join()
        self._journal.close()

    def post(self, event: Event) -> Future[Answer]:
        """Hand in an event from any thread; the future is set after it was journalled or refused."""
        future: Future[Answer] = Future()
        if event.at == 0.0:
            event = dataclasses.replace(event, at=self.clock())
        self._queue.put((event, future))
        return future

    def insist(self, event: AdviceGiven | ChanceGiven | MoveGiven) -> None:
        """Post the answer to a question that only the rig can answer; again while a full disk does not take it."""

        def look(done: Future[Answer]) -> None:
            if done.result().is_unwritten:
                later = threading.Timer(AGAIN_S, self.insist, (event,))
                later.daemon = True
                later.start()

        self.post(event).add_done_callback(look)

    def is_busy(self) -> bool:
        """True if events wait to be taken."""
        return not self._queue.empty()

    def is_alive(self, timeout_s: float) -> bool:
        """True if the loop's thread takes what is put into its queue."""
        heard = threading.Event()
        self._queue.put(heard)
        return heard.wait(timeout_s)

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call `listener(state)` after every change, on the loop's thread; it must return at once.

        Returns:
            A function that ends the subscription.
        """
        with self._lock:
            self._listeners = (*self._listeners, listener)

        def end() -> None:
            with self._lock:
                self._listeners = tuple(other for other in self._listeners if other is not listener)

        return end

    def handle_effects(self, handler: Handler) -> None:
        """Call `handler(effect)` for what the table asks of the world; it must only enqueue and may see one twice."""
        self._handlers = (*self._handlers, handler)

    def report(self, part: str, sentence: str | None) -> None:
        """Say what is wrong with a part of the rig (None: nothing any more); shown on the page, not journalled."""
        with self._lock:
            reports = {name: text for name, text in self.reports.items() if name != part}
            if sentence is not None:
                reports[part] = sentence
            changed = reports != dict(self.reports)
            self.reports = MappingProxyType(reports)
        if changed:
            self._publish()

    def _run(self) -> None:
        self._do(self._unfinished)
        while (item := self._queue.get()) is not None:
            if isinstance(item, threading.Event):
                item.set()
                continue
            event, future = item
            try:
                answer, effects = self._take(event)
            except Exception:  # a fault of ours must not end the evening
                logger.exception("event %s failed", event)
                answer, effects = Answer(False, self.state.revision, "fault"), ()
            future.set_result(answer)
            if answer.accepted:
                self._publish()
            self._do(effects)

    def _take(self, event: Event) -> tuple[Answer, tuple[Effect, ...]]:
        if self._journal.knows(event.id):
            return Answer(True, self.state.revision), ()
        try:
            done = step(self.state, event)
            if done.refused:
                return Answer(False, self.state.revision, done.refused, done.values), ()
            start = next((effect.start for effect in done.effects if isinstance(effect, GameStarted)), None)
            self._journal.append(event, start)
        except JournalError as error:
            logger.error("%s", error)
            self.report("journal", str(error))
            return Answer(False, self.state.revision, str(error), is_unwritten=True), ()
        except (EngineError, RigError) as error:
            return Answer(False, self.state.revision, str(error)), ()
        self.report("journal", None)
        self.state = done.state
        return Answer(True, self.state.revision), done.effects

    def _publish(self) -> None:
        for listener in self._listeners:
            try:
                listener(self.state)
            except Exception:
                logger.exception("a listener failed")

    def _do(self, effects: tuple[Effect, ...]) -> None:
        for effect in effects:
            for handler in self._handlers:
                try:
                    handler(effect)
                except Exception:
                    logger.exception("an effect failed: %s", type(effect).__name__)


def replay(journal: Journal) -> tuple[TableState, tuple[Effect, ...]]:
    """The state that the journal leads to, and the effects of the last game (to be done again where they were cut off).

    Raises:
        JournalError: the journal does not lead anywhere with these rules.
    """
    last = journal.last_start()
    number, state = (0, blank()) if last is None else (last[0], begin(last[1]))
    effects: list[Effect] = []
    for event in journal.events_after(number):
        try:
            done = repeat(state, event)
        except EngineError as error:
            raise JournalError(
                f"The games' file holds {type(event).__name__}, which is impossible now: {error}"
            ) from error
        if done.refused:
            raise JournalError(f"The games' file holds {type(event).__name__}, which is refused now: {done.refused}.")
        state = done.state
        effects += done.effects
    return state, still_wanted(state, effects)
