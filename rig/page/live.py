"""From the table's thread to open pages: each is woken after a change and sent the newest state, never a queue."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from concurrent.futures import Future
from typing import Any, Protocol

from rig.events import Event
from rig.state import TableState

CALM_S = 0.15
"""So long after a change nobody waits for it any more, and there is time for what is not in sight."""
ADVICE_S = 0.02
"""So long the news of a question wait for the advice on it: mostly it comes within that, and the page is drawn once."""


class Answer(Protocol):
    """What became of a posted event (see `rig.loop.Answer`)."""

    @property
    def accepted(self) -> bool:
        """True once it counts."""
        ...

    @property
    def revision(self) -> int:
        """Revision of the table now."""
        ...

    @property
    def reason(self) -> str:
        """Why not: a key of the catalogue or a sentence."""
        ...

    @property
    def values(self) -> tuple[str, ...]:
        """What goes with the reason."""
        ...


class Table(Protocol):
    """The table in motion, as the page needs it (see `rig.loop.Loop`)."""

    state: TableState
    reports: Mapping[str, str]

    def post(self, event: Event) -> Future[Any]:
        """Hand in an event; the future holds an `Answer`."""
        ...

    def report(self, part: str, sentence: str | None) -> None:
        """Say on the page what is wrong with a part of the rig; None: nothing any more."""
        ...

    def subscribe(self, listener: Callable[[TableState], None]) -> Callable[[], None]:
        """Call the listener after every change; returns what ends that."""
        ...


class Hub:
    """Wakes all open pages from any thread.

    Attributes:
        table: None until it is ready.
        trouble: why it is not ready yet, as a part of the rig and its sentence; None while all goes well.
    """

    def __init__(self) -> None:
        self.table: Table | None = None
        self.trouble: tuple[str, str] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._waiting: set[asyncio.Event] = set()
        self._closed = False
        self._end: Callable[[], None] = lambda: None

    def run_on(self, loop: asyncio.AbstractEventLoop) -> None:
        """The event loop of the page."""
        self._loop = loop

    def tell(self, part: str, sentence: str) -> None:
        """The table cannot be laid yet; open pages say why."""
        self.trouble = (part, sentence)
        self.wake()

    def open(self, table: Table) -> None:
        """The table is ready; open pages see it at once."""
        self.table = table
        self._end = table.subscribe(lambda state: self.wake())
        self.wake()

    def close(self) -> None:
        """Let all open pages go."""
        self._end()
        self._closed = True
        self.wake()

    def wake(self) -> None:
        """Something changed; may be called from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake_all)

    def _wake_all(self) -> None:
        for event in self._waiting:
            event.set()

    @property
    def _is_thinking(self) -> bool:
        state = self.table.state if self.table is not None else None
        return state is not None and state.is_thinking

    async def changes(self) -> AsyncIterator[bool]:
        """Yields True at once and after every change, and False once nothing happened for a while after it; changes
        that come quickly count as one, a question and the advice on it too."""
        event = asyncio.Event()
        self._waiting.add(event)
        try:
            while not self._closed:
                yield True
                if not await _comes(event, CALM_S):
                    yield False
                    await event.wait()
                event.clear()
                if self._is_thinking:
                    await _comes(event, ADVICE_S)
                    event.clear()
        finally:
            self._waiting.discard(event)


async def _comes(event: asyncio.Event, within_s: float) -> bool:
    try:
        await asyncio.wait_for(event.wait(), within_s)
    except TimeoutError:
        return False
    return True
