"""The rig's buttons on pages beside the table: while one is open on the rig's own screen, what is pressed goes there.

The table is told nothing of such a press: whoever reads about an old game must not play the present one blindly.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Callable

from rig.events import Event, NewGame, Pressed, Undone
from rig.page.live import Table

MOST_WAITING = 8
"""Presses that wait for a page; what comes beyond is a stuck button."""

MENU_COMES_S = 1.5
"""The menu that a button asked for opens within so long; who presses meanwhile has seen it asked for, and means it."""


class Presses:
    """Hands presses to the newest page beside the table, or sheet before it, that is in sight.

    Args:
        clock: steady seconds.

    Attributes:
        menus: how often the menu was asked for by a button.
        show_menu: tells the rig's own page to look at that.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._menu_comes_until = clock()
        self._for_menu: tuple[str, ...] = ()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._pages: tuple[asyncio.Queue[str], ...] = ()
        self._closed = False
        self.menus = 0
        self.show_menu: Callable[[], None] = lambda: None

    def run_on(self, loop: asyncio.AbstractEventLoop) -> None:
        """The event loop of the page."""
        self._loop = loop

    def close(self) -> None:
        """Let all pages go."""
        self._closed = True
        for page in self._pages:
            self._give(page, "")

    def take(self, event: Event) -> bool:
        """Hand a press to a page; from any thread.

        Returns:
            False if no page is open, or the event is no press of a button: the table wants it then.
        """
        name = _name(event)
        if not name:
            return False
        with self._lock:
            if self._pages:
                self._give(self._pages[-1], name)
            elif self._clock() < self._menu_comes_until:
                self._for_menu = (*self._for_menu, name)[:MOST_WAITING]
            else:
                return False
        return True

    def before(self, table: Table) -> Callable[[Event], object]:
        """What buttons are to call: a page beside the table has the press, else the table has it.

        On a dark screen nobody can know what is open: there it goes to the table, which only wakes the screen.
        """

        def post(event: Event) -> object:
            if getattr(table, "is_asleep", False) or not self.take(event):
                if isinstance(event, NewGame) and event.source == "button" and not getattr(table, "is_asleep", False):
                    self._ask_menu(table)
                    return None
                return table.post(event)
            wake(table)
            return None

        return post

    def _ask_menu(self, table: Table) -> None:
        """The menu on the rig's own screen: nobody leaves a game by holding a button."""
        with self._lock:
            self.menus += 1
            self._menu_comes_until, self._for_menu = self._clock() + MENU_COMES_S, ()
        wake(table)
        self.show_menu()

    async def heard(self) -> AsyncIterator[str]:
        """The names of the buttons that are pressed while a page is open."""
        page: asyncio.Queue[str] = asyncio.Queue(MOST_WAITING)
        with self._lock:
            for name in self._for_menu if self._clock() < self._menu_comes_until else ():
                page.put_nowait(name)
            self._pages, self._for_menu, self._menu_comes_until = (*self._pages, page), (), self._clock()
        try:
            while not self._closed and (name := await page.get()):
                yield name
        finally:
            with self._lock:
                self._pages = tuple(other for other in self._pages if other is not page)

    def _give(self, page: asyncio.Queue[str], name: str) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(_put, page, name)


def wake(table: object) -> None:
    """Somebody is there: the rig's own screen, if the table stands behind one, stays lit."""
    getattr(table, "wake", lambda: None)()


def _put(page: asyncio.Queue[str], name: str) -> None:
    if not page.full():
        page.put_nowait(name)


def _name(event: Event) -> str:
    """What a page calls it: "confirm", "reroll", "up", "down", "undo", "menu"; "" for what is no press of a button."""
    if event.source != "button":
        return ""
    if isinstance(event, Pressed):
        return event.button.value
    return "undo" if isinstance(event, Undone) else "menu" if isinstance(event, NewGame) else ""
