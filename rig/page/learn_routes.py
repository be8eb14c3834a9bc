"""The addresses of learning from a game: the dice that were named, with their pictures, and what to learn of them."""

from __future__ import annotations

import base64
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from rig.errors import RigError
from rig.page.home import Viewer
from rig.page.rendering import render_leaf
from rig.page.report_sentences import told_report
from rig.page.teach_words import SETS, face_label
from rig.page.tray_pages import small_form
from rig.page.words import N_, Words
from vision.errors import VisionError

if TYPE_CHECKING:  # the page is served before anything heavy is loaded
    from rig.learning import Learning

WISHES = {"ask": N_("ask after each game"), "yes": N_("yes, always"), "no": N_("no")}
"""What an owner may wish, as `rig.learning` calls it."""


@dataclass(frozen=True, slots=True)
class NamedView:
    """A die that was named: its picture as a data address, and the face in words."""

    place: int
    picture: str
    face: str
    name: str


class LearnPages:
    """The page over what was named.

    Args:
        words, theme, viewer: of whoever asks.

    Attributes:
        learning: None until the rig is ready.
    """

    def __init__(
        self,
        words: Callable[[Request], Words],
        theme: Callable[[Request], str],
        viewer: Callable[[Request], Viewer],
    ) -> None:
        self.learning: Learning | None = None
        self._words = words
        self._theme = theme
        self._viewer = viewer

    def routes(self) -> list[Route]:
        """Their addresses."""
        return [Route("/learn", self.show), Route("/learn", self.act, methods=["POST"])]

    async def show(self, request: Request) -> Response:
        """The dice that wait to be learnt, and how it went with the last ones."""
        words, told = self._words(request), ""
        taken, refused = (request.query_params.get(name, "") for name in ("taken", "refused"))
        if taken.isascii() and taken.isdecimal() and refused.isascii() and refused.isdecimal():
            told = _told(int(taken[:3]), int(refused[:3]), words)
        return await self._page(request, words, told)

    async def act(self, request: Request) -> Response:
        """Learn what is ticked, drop all, or say what is wished from now on."""
        form, words, learning = await small_form(request, 60), self._words(request), self.learning
        if learning is None:
            return PlainTextResponse(words.say("The rig is still starting. One moment, please."), status_code=503)
        wish = next((known for known in WISHES if known == form.get("wish")), None)
        dice_set = form.get("dice", "")
        try:
            if wish is not None:
                await run_in_threadpool(learning.want, wish)  # type: ignore[arg-type]
            elif dice_set not in SETS or form.get("act") not in ("learn", "drop"):
                return await self._page(request, words, words.say("That does nothing here."), 400)
            elif form["act"] == "drop":
                await run_in_threadpool(learning.drop, dice_set)
            else:
                waiting = await run_in_threadpool(learning.waiting, dice_set)
                if form.get("number") != str(len(waiting)):
                    told = words.say("The page had moved on. Please look again, then press.")
                    return await self._page(request, words, told, 409)
                left_out = [place for place in range(len(waiting)) if f"die{place}" not in form]
                done = await run_in_threadpool(learning.learn, dice_set, left_out)
                return RedirectResponse(f"/learn?taken={done.taken}&refused={done.refused}", status_code=303)
        except (VisionError, RigError, OSError) as error:
            return await self._page(request, words, told_report(str(error), words), 503)
        return RedirectResponse("/learn", status_code=303)

    async def _page(self, request: Request, words: Words, told: str, status: int = 200) -> Response:
        learning = self.learning
        found = await run_in_threadpool(_waiting, learning, words) if learning is not None else ()
        page = render_leaf(
            "learn.html",
            words,
            self._theme(request),
            sets=found,
            told=told,
            wish="ask" if learning is None else learning.wish,
            wishes=[(key, words.say(name)) for key, name in WISHES.items()],
            may_act=self._viewer(request).kind != "guest",
        )
        return HTMLResponse(page, status_code=status)


def _waiting(learning: Learning, words: Words) -> tuple[tuple[str, str, tuple[NamedView, ...]], ...]:
    """For each set with named dice its key, its name and the dice."""
    from rig.pictures import as_jpeg

    found = []
    for dice_set in learning.sets():
        if dice_set in SETS:
            dice = tuple(
                NamedView(place, _data(as_jpeg(shot.picture)), shot.face, face_label(shot.face, words))
                for place, shot in enumerate(learning.waiting(dice_set))
            )
            found.append((dice_set, words.say(SETS[dice_set][0]), dice))
    return tuple(found)


def _data(jpeg: bytes) -> str:
    return f"data:image/jpeg;base64,{base64.b64encode(jpeg).decode()}"


def _told(taken: int, refused: int, words: Words) -> str:
    told = words.count("%(number)s picture was learnt.", "%(number)s pictures were learnt.", taken)
    if not refused:
        return told
    others = words.count(
        "%(number)s was left: it is not clear, or fits another face better.",
        "%(number)s were left: they are not clear, or fit another face better.",
        refused,
    )
    return f"{told} {others}"
