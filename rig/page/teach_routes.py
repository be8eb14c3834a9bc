"""The addresses of teaching the dice: the page, news of it, presses and taps, pictures of the tray."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from rig.events import Button
from rig.page.home import Viewer
from rig.page.rendering import render_leaf
from rig.page.teach_view import TeachView, teach_refusal, teach_view
from rig.page.words import Words
from rig.teaching_state import TeachingState

if TYPE_CHECKING:  # the page is served before anything heavy is loaded
    from rig.teaching import Teaching

SOON_S = 4.0
"""So long a press is waited for; what takes longer shows on the page when it is done."""


class TeachPages:
    """The page over one lesson.

    Args:
        words, theme, viewer: of whoever asks.
        stir: somebody acts before the rig's screen, so that it stays lit.

    Attributes:
        teaching: None until the rig is ready, or where dice cannot be taught.
    """

    def __init__(
        self,
        words: Callable[[Request], Words],
        theme: Callable[[Request], str],
        viewer: Callable[[Request], Viewer],
        stir: Callable[[], None],
    ) -> None:
        self.teaching: Teaching | None = None
        self._words = words
        self._theme = theme
        self._viewer = viewer
        self._stir = stir

    def routes(self) -> list[Route]:
        """Their addresses."""
        return [
            Route("/teach", self.show),
            Route("/teach/now", self.now, methods=["POST"]),
            Route("/teach/act", self.act, methods=["POST"]),
            Route("/teach/picture/{number:int}", self.picture),
        ]

    async def show(self, request: Request) -> Response:
        """The page; looking at it changes nothing."""
        return self._page(request, "", 200)

    async def now(self, request: Request) -> Response:
        """News for a page that is open: what is on it now, nothing where that is known. Keeps the lesson open."""
        form, words, teaching = await small_form(request), self._words(request), self.teaching
        if teaching is None:
            return JSONResponse({"revision": -1})
        if form.get("away") == "yes":
            teaching.close()
        else:
            teaching.touch()
        state = teaching.state
        if form.get("known") == str(state.revision):
            return JSONResponse({"revision": state.revision})
        return JSONResponse(self._news(state, words, self._theme(request)))

    async def act(self, request: Request) -> Response:
        """A press or a tap."""
        form, words, teaching = await small_form(request), self._words(request), self.teaching
        if teaching is None:
            return self._answer(request, teach_refusal("not-ready", words), 503)
        acts = _meant(form, teaching)
        if acts is None:
            return self._answer(request, teach_refusal("fault", words), 400)
        self._stir()
        teaching.touch()
        refused = await _soon(acts())
        status = 503 if refused == "fault" else 409 if refused else 200
        return self._answer(request, teach_refusal(refused, words) if refused else "", status)

    async def picture(self, request: Request) -> Response:
        """The tray as it was when a page was told of it."""
        number, teaching = int(request.path_params["number"]), self.teaching
        found = await run_in_threadpool(teaching.picture, number) if teaching is not None else None
        if found is None:
            return PlainTextResponse("This picture is not kept any more.", status_code=404)
        return Response(found, media_type="image/jpeg", headers={"Cache-Control": "private, max-age=60"})

    def _news(self, state: TeachingState, words: Words, theme: str) -> dict[str, Any]:
        view = teach_view(state, words)
        regions = {
            name: render_leaf(f"teach_{name}.html", words, theme, view=view).strip()
            for name in ("head", "side", "rings", "legend")
        }
        return {
            "revision": state.revision,
            "decision": state.decision,
            "step": view.step,
            "picture": view.picture,
            "spoken": _spoken(view),
            "regions": regions,
        }

    def _page(self, request: Request, refused: str, status: int) -> Response:
        words, teaching = self._words(request), self.teaching
        state = TeachingState() if teaching is None else teaching.state
        view = teach_view(state, words)
        page = render_leaf(
            "teach.html",
            words,
            self._theme(request),
            place="/teach",
            view=view,
            decision=state.decision,
            refused=refused or ("" if teaching is not None else teach_refusal("not-ready", words)),
            may_act=self._viewer(request).kind != "guest",
            spoken=_spoken(view),
        )
        return HTMLResponse(page, status_code=status)

    def _answer(self, request: Request, sentence: str, status: int) -> Response:
        """JSON for the script, for which a refusal is an answer like any other; the page for browsers without it."""
        if "application/json" in request.headers.get("accept", ""):
            told = {"accepted": not sentence, "sentence": sentence}
            return JSONResponse(told, 200 if status == 409 else status)
        return self._page(request, sentence, status) if sentence else RedirectResponse("/teach", status_code=303)


def _meant(form: dict[str, str], teaching: Teaching) -> Callable[[], Future[str]] | None:
    """What a form asks for, None for what no page of ours sends."""
    verb, _, rest = form.get("act", "").partition(" ")
    decision = small_number(form.get("decision", ""))
    if decision is None:
        return None
    if verb == "press" and rest in [button.value for button in Button]:
        return lambda: teaching.press(Button(rest), decision)
    place = small_number(rest)
    if verb == "point" and place is not None:
        return lambda: teaching.point(place, decision)
    return (lambda: teaching.back(decision)) if verb == "back" else None


def small_number(text: str) -> int | None:
    """The number in a form's field, None for anything that is none of ours."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 9 else None


async def _soon(future: Future[str]) -> str:
    """What became of it; "" too while it is not done yet: the page will show it."""
    try:
        return await asyncio.wait_for(asyncio.shield(asyncio.wrap_future(future)), SOON_S)
    except TimeoutError:
        return ""


def _spoken(view: TeachView) -> str:
    return ". ".join(text.rstrip(".") for text in (view.headline, view.aside, *view.sentences) if text)


async def small_form(request: Request, most: int = 12) -> dict[str, str]:
    """The fields of a form that has few."""
    try:
        async with request.form(max_files=0, max_fields=most) as form:
            return {name: value for name, value in form.items() if isinstance(value, str)}
    except ClientDisconnect as error:  # nobody is left to answer
        raise HTTPException(400, "The form ended early.") from error
