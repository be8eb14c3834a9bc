"""A player who plays a whole game alone: presses the four buttons and goes by nothing but what the page shows."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from rig.events import Button, Pressed
from rig.loop import Loop
from rig.page.view import view_of
from rig.page.view_model import TableView
from rig.page.words import words_of
from rig.state import TableState
from rig.table import QUIET_S

logger = logging.getLogger(__name__)

STEP_S = 0.004
"""Real seconds between two looks at the screen."""
AGAIN_S = 0.2
"""Real seconds before the same screen is answered once more."""
LOOKS = 7
"""So often it looks again at a doubt before it takes the face that the camera thinks likeliest."""
ADVICE_S = 20.0
"""Real seconds after which a screen without advice is answered without it."""


class AutoPlayer:
    """Plays for everybody at the table until the game is over.

    Args:
        loop: the table; its clock is waited for, for the table ignores hasty presses.
        show: is told what the screen asks whenever that changes, None for nobody.
    """

    def __init__(self, loop: Loop, show: Callable[[TableView], None] | None = None) -> None:
        self._loop = loop
        self._show = show
        self._words = words_of("en")
        self._changed = threading.Event()
        self._seen: tuple[int, float] = (-1, 0.0)
        self._tried: tuple[int, float] = (-1, 0.0)
        self._looks = 0
        self._drawn: tuple[TableState, dict[str, str]] = (loop.state, {})
        self._view: TableView | None = None
        self._end = loop.subscribe(self._wake)

    def play(self, limit_s: float, stop: Callable[[], bool] = lambda: False) -> bool:
        """Play until the game is over.

        Args:
            limit_s: real seconds.
            stop: True to leave off before.

        Returns:
            False if it was left off or the time was up.
        """
        deadline = time.monotonic() + limit_s
        try:
            while time.monotonic() < deadline and not stop():
                view = self._look()
                if view.screen == "over":
                    if self._show is not None:
                        self._show(view)
                    return True
                self._answer(view)
                self._changed.wait(STEP_S)
                self._changed.clear()
        finally:
            self._end()
        return False

    def _look(self) -> TableView:
        """What the page shows; drawn anew only when there is something new to show."""
        state, reports = self._loop.state, dict(self._loop.reports)
        if self._view is None or state is not self._drawn[0] or reports != self._drawn[1]:
            self._view, self._drawn = view_of(state, self._words, reports), (state, reports)
        return self._view

    def _wake(self, state: TableState) -> None:
        self._changed.set()

    def _answer(self, view: TableView) -> None:
        """Press one button if the screen has been there long enough."""
        now = time.monotonic()
        if view.revision != self._seen[0]:
            self._seen = (view.revision, now)
            if self._show is not None:
                self._show(view)
        state = self._loop.state
        if self._loop.clock() - max(state.changed_at, state.moved_at) < QUIET_S:
            return
        self._looks = 0 if view.phase in ("keep", "choose") else self._looks
        button = choose_button(view, has_waited=now - self._seen[1] > ADVICE_S, looks=self._looks)
        if button is None or (view.revision == self._tried[0] and now - self._tried[1] < AGAIN_S):
            return
        self._tried = (view.revision, now)
        answer = self._loop.post(Pressed(answers=view.revision, button=button, source="auto")).result(timeout=60)
        self._looks += answer.accepted and view.phase == "doubt"
        if not answer.accepted and answer.reason not in ("stale", "too-soon"):
            logger.warning("%s was refused: %s", button.value, answer.reason)


def choose_button(view: TableView, has_waited: bool = False, looks: int = 0) -> Button | None:
    """The button that somebody would press who trusts the adviser and doubts where the camera doubts.

    Args:
        view: what is on the screen.
        has_waited: True if it has been there for so long that no advice will come.
        looks: how often it has looked again at this doubt.

    Returns:
        None to wait.
    """
    if view.phase == "doubt":  # look again; whoever sits at the tray nudges the dice; in the end believe the camera
        return Button.REROLL if looks < LOOKS else Button.CONFIRM
    if view.phase == "enter":
        return Button.REROLL  # back to the dice: it cannot see them to enter them
    if view.phase in ("setup", "reveal"):
        return Button.CONFIRM
    if view.phase not in ("keep", "choose"):
        return None
    best = next((choice.place for choice in view.choices if choice.best), None)
    if best is None:
        return Button.CONFIRM if has_waited else None
    chosen = next(choice.place for choice in view.choices if choice.chosen)
    if chosen != best:
        return Button.UP if chosen > best else Button.DOWN
    keeps_all = all(die.mark == "keep" for die in view.dice)
    return Button.REROLL if view.phase == "keep" and not keeps_all else Button.CONFIRM
