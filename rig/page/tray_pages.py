"""A page over the tray beside the table: what it shows, news of it, presses, the tray's picture: one base for all."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from rig.page.home import Viewer
from rig.page.rendering import render_leaf
from rig.page.words import Words

NOT_KEPT = "This picture is not kept any more."


class TrayPages(ABC):
    """A page whose state changes while it is open, and which presses lead through its steps.

    Args:
        words, theme, viewer: of whoever asks.
        stir: somebody acts before the rig's screen, so that it stays lit.

    Attributes:
        path: where the page is.
        template: of the whole page.
        regions: what of the page is renewed, with the template of each.
    """

    path: ClassVar[str]
    template: ClassVar[str]
    regions: ClassVar[Mapping[str, str]]

    def __init__(
        self,
        words: Callable[[Request], Words],
        theme: Callable[[Request], str],
        viewer: Callable[[Request], Viewer],
        stir: Callable[[], None],
    ) -> None:
        self._words = words
        self._theme = theme
        self._viewer = viewer
        self._stir = stir

    @property
    @abstractmethod
    def is_ready(self) -> bool:
        """False until the rig is, or where it cannot be done at all."""

    @property
    @abstractmethod
    def state(self) -> Any:
        """What there is to show: with its revision, and the decision that a press answers."""

    @abstractmethod
    def view(self, state: Any, words: Words) -> Any:
        """The state in words: with step, picture, headline and aside."""

    @abstractmethod
    def spoken(self, view: Any) -> str:
        """What a screen reader says of it."""

    @abstractmethod
    def refusal(self, key: str, words: Words) -> str:
        """Why something was not done, in words."""

    @abstractmethod
    async def visited(self, is_leaving: bool) -> None:
        """The page is open before somebody, or is being left."""

    @abstractmethod
    async def done(self, verb: str, rest: str, decision: int) -> str | None:
        """Do what was pressed.

        Returns:
            The key of a refusal, "" if it was done, None for what no page of ours sends.
        """

    @abstractmethod
    def picture_of(self, number: int) -> bytes | None:
        """The tray as it was when a page was told of it, as JPEG; None if it is not kept any more."""

    def routes(self) -> list[Route]:
        """Their addresses."""
        return [
            Route(self.path, self.show),
            Route(f"{self.path}/now", self.now, methods=["POST"]),
            Route(f"{self.path}/act", self.act, methods=["POST"]),
            Route(f"{self.path}/picture/{{number:int}}", self.picture),
        ]

    async def show(self, request: Request) -> Response:
        """The page; looking at it changes nothing."""
        return self._page(request, "", 200)

    async def now(self, request: Request) -> Response:
        """News for a page that is open: what is on it now, nothing where that is known."""
        form, words = await small_form(request), self._words(request)
        if not self.is_ready:
            return JSONResponse({"revision": -1})
        await self.visited(form.get("away") == "yes")
        state = self.state
        if form.get("away") == "yes" or form.get("known") == str(state.revision):
            return JSONResponse({"revision": state.revision})
        return JSONResponse(self._news(state, words, self._theme(request)))

    async def act(self, request: Request) -> Response:
        """A press or a tap."""
        form, words = await small_form(request), self._words(request)
        if not self.is_ready:
            return self._answer(request, self.refusal("not-ready", words), 503)
        verb, _, rest = form.get("act", "").partition(" ")
        decision = small_number(form.get("decision", ""))
        refused = await self.done(verb, rest, decision) if decision is not None else None
        if refused is None:
            return self._answer(request, self.refusal("fault", words), 400)
        self._stir()
        status = 503 if refused == "fault" else 409 if refused else 200
        return self._answer(request, self.refusal(refused, words) if refused else "", status)

    async def picture(self, request: Request) -> Response:
        """The tray as it was when a page was told of it."""
        number = int(request.path_params["number"])
        found = await run_in_threadpool(self.picture_of, number) if self.is_ready else None
        if found is None:
            return PlainTextResponse(NOT_KEPT, status_code=404)
        return Response(found, media_type="image/jpeg", headers={"Cache-Control": "private, max-age=60"})

    def _news(self, state: Any, words: Words, theme: str) -> dict[str, Any]:
        view = self.view(state, words)
        regions = {
            region: render_leaf(template, words, theme, view=view).strip() for region, template in self.regions.items()
        }
        return {
            "revision": state.revision,
            "decision": state.decision,
            "step": view.step,
            "picture": view.picture,
            "spoken": self.spoken(view),
            "regions": regions,
        }

    def _page(self, request: Request, refused: str, status: int) -> Response:
        words, state = self._words(request), self.state
        view = self.view(state, words)
        page = render_leaf(
            self.template,
            words,
            self._theme(request),
            place=self.path,
            view=view,
            decision=state.decision,
            refused=refused or ("" if self.is_ready else self.refusal("not-ready", words)),
            may_act=self._viewer(request).kind != "guest",
            spoken=self.spoken(view),
        )
        return HTMLResponse(page, status_code=status)

    def _answer(self, request: Request, sentence: str, status: int) -> Response:
        """JSON for the script, for which a refusal is an answer like any other; the page for browsers without it."""
        if "application/json" in request.headers.get("accept", ""):
            told = {"accepted": not sentence, "sentence": sentence}
            return JSONResponse(told, 200 if status == 409 else status)
        return self._page(request, sentence, status) if sentence else RedirectResponse(self.path, status_code=303)


def small_number(text: str) -> int | None:
    """The number in a form's field, None for anything that is none of ours."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 9 else None


async def small_form(request: Request, most: int = 12) -> dict[str, str]:
    """The fields of a form that has few."""
    try:
        async with request.form(max_files=0, max_fields=most) as form:
            return {name: value for name, value in form.items() if isinstance(value, str)}
    except ClientDisconnect as error:  # nobody is left to answer
        raise HTTPException(400, "The form ended early.") from error
