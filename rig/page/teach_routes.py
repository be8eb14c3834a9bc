"""The addresses of teaching the dice: the page, news of it, presses and taps, pictures of the tray."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future
from typing import TYPE_CHECKING, ClassVar

from rig.events import Button
from rig.page.teach_view import TeachView, teach_refusal, teach_view
from rig.page.tray_pages import TrayPages, small_number
from rig.page.words import Words
from rig.teaching_state import TeachingState

if TYPE_CHECKING:  # the page is served before anything heavy is loaded
    from rig.teaching import Teaching

BUTTONS = tuple(button.value for button in Button)
SOON_S = 4.0
"""So long a press is waited for; what takes longer shows on the page when it is done."""


class TeachPages(TrayPages):
    """The page over one lesson.

    Attributes:
        teaching: None until the rig is ready, or where dice cannot be taught.
    """

    path = "/teach"
    template = "teach.html"
    regions: ClassVar = {name: f"teach_{name}.html" for name in ("head", "side", "rings", "legend")}
    teaching: Teaching | None = None

    @property
    def is_ready(self) -> bool:
        """False until dice can be taught."""
        return self.teaching is not None

    @property
    def state(self) -> TeachingState:
        """How far the lesson is."""
        return TeachingState() if self.teaching is None else self.teaching.state

    def view(self, state: TeachingState, words: Words) -> TeachView:
        """The state in words."""
        return teach_view(state, words)

    def spoken(self, view: TeachView) -> str:
        """Headline, aside and what was refused."""
        return ". ".join(text.rstrip(".") for text in (view.headline, view.aside, *view.sentences) if text)

    def refusal(self, key: str, words: Words) -> str:
        """Why something was not done, in words."""
        return teach_refusal(key, words)

    async def visited(self, is_leaving: bool) -> None:
        """Whoever has the page open keeps the lesson open."""
        if self.teaching is not None and is_leaving:
            self.teaching.close()
        elif self.teaching is not None:
            self.teaching.touch()

    async def done(self, verb: str, rest: str, decision: int) -> str | None:
        """A press of a button, a tap on a die, or the way back."""
        teaching, place = self.teaching, small_number(rest)
        if teaching is None:
            return "not-ready"
        teaching.touch()
        if verb == "press" and rest in BUTTONS:
            return await _soon(teaching.press(Button(rest), decision))
        if verb == "point" and place is not None:
            return await _soon(teaching.point(place, decision))
        return await _soon(teaching.back(decision)) if verb == "back" else None

    def picture_of(self, number: int) -> bytes | None:
        """The tray as it was when a page was told of it."""
        return None if self.teaching is None else self.teaching.picture(number)


async def _soon(future: Future[str]) -> str:
    """What became of it; "" too while it is not done yet: the page will show it."""
    try:
        return await asyncio.wait_for(asyncio.shield(asyncio.wrap_future(future)), SOON_S)
    except TimeoutError:
        return ""
