"""The page's addresses: the page itself, its live stream, actions, pictures, the record."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast

from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from engine import catalogue
from engine.record import write
from rig.errors import UsageError
from rig.page.camera_routes import CameraPages
from rig.page.guard import Guard, is_rig
from rig.page.home import COOKIE, Home, Viewer
from rig.page.learn_routes import LearnPages
from rig.page.live import Answer, Hub, Table
from rig.page.own_board_routes import OwnBoardPages
from rig.page.past_routes import PastPages
from rig.page.posts import (
    BadPostError,
    MakeEvent,
    event_id,
    event_of_position,
    event_of_roll,
    event_of_setup,
    events_of_act,
    revision_of,
)
from rig.page.presses import Presses, wake
from rig.page.rendering import STATIC, THEMES, mark_of, render_leaf, render_page, render_regions, render_sheets
from rig.page.report_sentences import told_report
from rig.page.rule_book import rules_now, rules_of
from rig.page.seat_filter import hides_hands, may_act
from rig.page.sentences import refusal
from rig.page.teach_routes import TeachPages
from rig.page.view import starting_view, view_of
from rig.page.view_model import DiceBy, TableView
from rig.page.why_not import answer
from rig.page.words import LANGUAGES, Words, choose_language, words_of
from rig.state import Phase, TableState

Pictures = Callable[[str], bytes | None]
"""Key of a die's crop → JPEG, None once it is forgotten."""

Act = Callable[[], Awaitable[None]]

EVENING = 12 * 3600
ANSWER_SECONDS = 10
YEAR = 365 * 24 * 3600


class Page:
    """The addresses over one hub.

    Args:
        hub: the table, once it is ready.
        hosts: values of the Host header that are ours.
        language: setting of the rig, "auto" follows the browser.
        home: the page on the home network.
        open_home, close_home: open it to the home network, and close it again.
    """

    def __init__(
        self,
        hub: Hub,
        hosts: Iterable[str],
        language: str = "auto",
        home: Home | None = None,
        open_home: Act | None = None,
        close_home: Act | None = None,
    ) -> None:
        self.home = Home() if home is None else home
        self._home_acts = {"open": open_home, "close": close_home}
        self.hub = hub
        self.language = language
        self.pictures: Pictures = lambda key: None
        self.dice_by: DiceBy = "camera"
        self.past = PastPages(self.words, _theme)
        self.presses = Presses()
        self.teach = TeachPages(self.words, _theme, self.viewer, lambda: wake(self.hub.table))
        self.learn = LearnPages(self.words, _theme, self.viewer)
        self.camera = CameraPages(self.words, _theme, self.viewer, lambda: wake(self.hub.table))
        self.boards = OwnBoardPages(self.words, _theme)
        self._drawn = lru_cache(maxsize=16)(self._draw)
        self.app = Starlette(
            routes=[
                Route("/", self.show),
                Route("/live", self.live),
                Route("/presses", self.heard),
                Route("/state.json", self.state),
                Route("/act", self.act, methods=["POST"]),
                Route("/roll", self.roll, methods=["POST"]),
                Route("/setup", self.setup, methods=["POST"]),
                Route("/position", self.position, methods=["POST"]),
                Route("/home", self.open_or_close, methods=["POST"]),
                Route("/pair", self.pair, methods=["POST"]),
                Route("/seat", self.seat, methods=["POST"]),
                Route("/look", self.look, methods=["POST"]),
                Route("/picture/{key}", self.picture),
                Route("/record", self.record),
                Route("/why", self.why),
                Route("/rules/{game}", self.rules),
                *self.past.routes(),
                *self.teach.routes(),
                *self.camera.routes(),
                *self.learn.routes(),
                *self.boards.routes(),
                Mount("/static", StaticFiles(directory=STATIC)),
            ],
            middleware=[Middleware(Guard, hosts=tuple(hosts), home=self.home, language=language)],
        )

    def words(self, request: Request) -> Words:
        """The words of whoever asks."""
        accepted = request.headers.get("accept-language", "")
        return words_of(choose_language(request.cookies.get("language"), accepted, self.language))

    def viewer(self, request: Request) -> Viewer:
        """Who asks."""
        return self.home.viewer(is_rig(request.scope), request.cookies.get(COOKIE, ""))

    def view(self, words: Words, viewer: Viewer) -> TableView:
        """What is on this viewer's screen now."""
        table = self.hub.table
        if table is None:
            return starting_view(words, self.hub.trouble)
        return view_of(table.state, words, table.reports, viewer, self.dice_by)

    async def show(self, request: Request) -> Response:
        """The page."""
        viewer = self.viewer(request)
        return HTMLResponse(render_page(self.view(self.words(request), viewer), _theme(request), viewer=viewer))

    async def state(self, request: Request) -> Response:
        """The view model as JSON, for other kinds of screens."""
        return JSONResponse(self.view(self.words(request), self.viewer(request)).as_json())

    async def live(self, request: Request) -> Response:
        """The stream of changes."""
        words, theme = self.words(request), _theme(request)
        stream = self._stream(words, theme, lambda: self.viewer(request))
        return EventSourceResponse(stream, ping=15, headers={"Cache-Control": "no-store"})

    async def _stream(self, words: Words, theme: str, viewer: Callable[[], Viewer]) -> AsyncIterator[ServerSentEvent]:
        known: dict[str, str] = {}
        menus = self.presses.menus
        async for is_news in self.hub.changes():
            table, who = self.hub.table, viewer()
            if menus != self.presses.menus and who.kind == "rig":
                menus = self.presses.menus
                yield ServerSentEvent("", event="menu")
            if table is None:
                view = starting_view(words, self.hub.trouble)
                sent = render_regions(view, theme, who)
            else:
                reports = tuple(sorted(table.reports.items()))
                view, sent = self._drawn(_TheState(table.state), reports, words.language, theme, who)
            if is_news:
                asleep = who.kind == "rig" and getattr(table, "is_asleep", False)
                yield ServerSentEvent(_news({**sent, "asleep": asleep}, known), event="table", retry=1000)
            if not is_news or who.is_told:  # the sheets behind the table are drawn when nobody waits
                told: dict[str, Any] = {"revision": view.revision, "sheet": "phones" if who.is_told else ""}
                told["regions"] = {"sheets": render_sheets(view, theme, who)}
                yield ServerSentEvent(_news(told, known), event="sheets")

    async def heard(self, request: Request) -> Response:
        """What is pressed at the rig while a page beside the table is open there; nobody else hears it."""
        if not is_rig(request.scope):
            return Response(status_code=204)
        stream = (ServerSentEvent(name, event="press", retry=1000) async for name in self.presses.heard())
        return EventSourceResponse(stream, ping=15, headers={"Cache-Control": "no-store"})

    def _draw(
        self, the: _TheState, reports: tuple[tuple[str, str], ...], language: str, theme: str, viewer: Viewer
    ) -> tuple[TableView, dict[str, Any]]:
        view = view_of(the.state, words_of(language), dict(reports), viewer, self.dice_by)
        return view, render_regions(view, theme, viewer)

    async def act(self, request: Request) -> Response:
        """One action: a button, a tap, a mark, a face, undo."""
        form, source = await _form(request), _source(request)
        return await self._post(
            request, form, lambda table: events_of_act(form.get("act", ""), table.state, source(form))
        )

    async def roll(self, request: Request) -> Response:
        """A roll entered or corrected by hand."""
        form, source = await _form(request), _source(request)
        return await self._post(request, form, lambda table: (event_of_roll(form, source(form)),))

    async def setup(self, request: Request) -> Response:
        """The setup form."""
        form, source = await _form(request), _source(request)
        return await self._post(request, form, lambda table: (event_of_setup(form, table.state.setup, source(form)),))

    async def position(self, request: Request) -> Response:
        """The form that puts the table right."""
        form, source = await _form(request), _source(request)
        return await self._post(request, form, lambda table: (event_of_position(form, table.state, source(form)),))

    async def _post(
        self, request: Request, form: dict[str, str], events: Callable[[Table], tuple[MakeEvent, ...]]
    ) -> Response:
        words, table = self.words(request), self.hub.table
        if table is None:
            return self._answer(request, refusal("busy", words), words, 503)
        problem = may_act(table.state, self.viewer(request))
        if problem:
            return self._answer(request, refusal(problem, words), words, 409)
        try:
            revision, id = revision_of(form), event_id(form)
            for make in events(table):
                answer = await _await(table.post(make(revision, id)))
                if not answer.accepted:
                    players = table.state.setup.players
                    sentence = refusal(answer.reason, words, answer.values, players)
                    return self._answer(request, sentence, words, 409)
                revision, id = answer.revision, event_id({})
        except BadPostError as error:
            return self._answer(request, error.told(words), words, 400)
        except TimeoutError:
            return self._answer(request, refusal("fault", words), words, 503)
        return self._answer(request, "", words, 200)

    def _answer(self, request: Request, sentence: str, words: Words, status: int) -> Response:
        """JSON for the script, for which a refusal is an answer like any other; the page for browsers without it."""
        if "application/json" in request.headers.get("accept", ""):
            revision = self.hub.table.state.revision if self.hub.table is not None else -1
            told = {"accepted": not sentence, "sentence": sentence, "revision": revision}
            return JSONResponse(told, 200 if status == 409 else status)
        if not sentence:
            return RedirectResponse("/", status_code=303)
        viewer = self.viewer(request)
        page = render_page(self.view(words, viewer), _theme(request), sentence, viewer)
        return HTMLResponse(page, status_code=status)

    async def open_or_close(self, request: Request) -> Response:
        """Open the page to the home network or close it; the guard lets nobody but the rig itself ask that."""
        form, words = await _form(request), self.words(request)
        act = self._home_acts.get(form.get("home", ""))
        if act is None:
            return self._answer(request, refusal("fault", words), words, 400)
        try:
            await act()
        except UsageError as error:
            return self._answer(request, told_report(str(error), words), words, 409)
        return self._answer(request, "", words, 200)

    async def pair(self, request: Request) -> Response:
        """A phone shows that its owner can read the rig's screen, or knows the code of its settings."""
        form, words = await _form(request), self.words(request)
        try:
            token = self.home.pair(form.get("code", "").replace(" ", ""))
        except UsageError as error:
            return self._answer(request, words.say(str(error)), words, 409)
        self.hub.wake()
        if token is None:
            return self._answer(request, refusal("wrong-code", words), words, 409)
        response = self._answer(request, "", words, 200)
        response.set_cookie(COOKIE, token, max_age=EVENING, httponly=True, samesite="strict")
        return response

    async def seat(self, request: Request) -> Response:
        """A paired phone takes a seat or leaves it; the rig frees one."""
        form, words, table = await _form(request), self.words(request), self.hub.table
        players = table.state.setup.players if table is not None else ()
        place = form.get("seat", "")
        player = players[int(place)] if place in [str(seat) for seat in range(len(players))] else ""
        if player and table is not None and table.state.setup.is_rigs(int(place)):
            player = ""
        if is_rig(request.scope):
            self.home.free_seat(player)
            self.hub.wake()
            return self._answer(request, "", words, 200)
        mine = self.viewer(request).player
        if mine and mine != player and table is not None and hides_hands(table.state):
            return self._answer(request, refusal("seat-stays", words), words, 409)
        try:
            self.home.take_seat(request.cookies.get(COOKIE, ""), player)
        except UsageError as error:
            return self._answer(request, words.say(str(error)), words, 409)
        self.hub.wake()
        return self._answer(request, "", words, 200)

    async def look(self, request: Request) -> Response:
        """Language and theme of this viewer."""
        form = await _form(request)
        response = RedirectResponse("/", status_code=303)
        for name, known in (("language", [key for key, _ in LANGUAGES]), ("theme", list(THEMES))):
            if form.get(name) in known:
                response.set_cookie(name, form[name], max_age=YEAR, httponly=True, samesite="strict")
        return response

    async def picture(self, request: Request) -> Response:
        """The camera's crop of a die, or the tray."""
        found = await run_in_threadpool(self.pictures, request.path_params["key"])
        if found is None:
            return PlainTextResponse("This picture is not kept any more.", status_code=404)
        return Response(found, media_type="image/jpeg", headers={"Cache-Control": "private, max-age=3600"})

    async def why(self, request: Request) -> Response:
        """What a tap on the board means: the choice it stands for, or the rule that forbids it."""
        table, words = self.hub.table, self.words(request)
        if table is None or hides_hands(table.state):
            return JSONResponse({"choice": -1, "sentence": refusal("busy", words)})
        meant = answer(request.query_params.get("at", "")[:20], table.state, words)
        return JSONResponse({"choice": meant.choice, "sentence": meant.sentence, "revision": table.state.revision})

    async def rules(self, request: Request) -> Response:
        """The numbered rules of a game; those that matter to the present step are marked."""
        words, name, table = self.words(request), request.path_params["game"], self.hub.table
        rules = rules_of(name, words) if name in catalogue.names() else ()
        if not rules:
            return PlainTextResponse(refusal("no-such-game", words), status_code=404)
        position = table.state.position if table is not None else None
        is_played = position is not None and position.game == name and table is not None
        now = [rule.number for rule in rules_now(position, words)] if is_played else []
        titles = [(other, catalogue.game(other).title) for other in catalogue.names() if other != name]
        title = catalogue.game(name).title
        page = render_leaf("rules.html", words, _theme(request), rules=rules, now=now, title=title, games=titles)
        return HTMLResponse(page)

    async def record(self, request: Request) -> Response:
        """The record of the game as text."""
        table = self.hub.table
        match = table.state.match if table is not None else None
        if table is None or match is None:
            return PlainTextResponse("No game has been played yet; start one first.", status_code=404)
        if hides_hands(table.state) and table.state.phase is not Phase.OVER:
            return PlainTextResponse("The record holds all hands; it can be saved when the game is over.", 403)
        headers = {"Content-Disposition": 'attachment; filename="keltis.txt"'}
        return PlainTextResponse(write(match), headers=headers)


@dataclass(frozen=True, slots=True, eq=False)
class _TheState:
    """One state as a key: it is itself and no other, and needs no comparing of whole games."""

    state: TableState

    def __hash__(self) -> int:
        return id(self.state)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _TheState) and other.state is self.state


def _news(sent: Mapping[str, Any], known: dict[str, str]) -> str:
    """The message with those regions alone that differ from what this viewer has, each with its mark; `known` learns
    them."""
    fresh = {name: html for name, html in sent["regions"].items() if known.get(name) != html}
    known.update(fresh)
    regions = {name: (html, mark_of(html)) for name, html in fresh.items()}
    return json.dumps({**sent, "regions": regions}, ensure_ascii=False)


async def _form(request: Request) -> dict[str, str]:
    try:
        async with request.form(max_files=0, max_fields=60) as form:
            return {name: value for name, value in form.items() if isinstance(value, str)}
    except ClientDisconnect as error:  # nobody is left to answer, and the log is for faults of ours
        raise HTTPException(400, "The form ended early.") from error


def _theme(request: Request) -> str:
    theme = request.cookies.get("theme", "auto")
    return theme if theme in THEMES else "auto"


def _source(request: Request) -> Callable[[dict[str, str]], str]:
    """Who acts: a phone from elsewhere, or a key or tap at the rig itself."""
    if not is_rig(request.scope):
        return lambda form: "phone"
    return lambda form: "key" if form.get("source") == "key" else "tap"


async def _await(future: Future[Answer]) -> Answer:
    return cast(Answer, await asyncio.wait_for(asyncio.wrap_future(future), ANSWER_SECONDS))


__all__ = ["Page", "Pictures"]
