"""The addresses of the owner's board and chips: looked at, entered at leisure, saved as a file, filled in from one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from engine.components import MAX_FILE_CHARACTERS, Components
from engine.errors import EngineError
from rig.component_files import schema_of
from rig.errors import RigError
from rig.own_components import OwnComponents
from rig.page.own_board_view import entry_names, next_unknown, own_board
from rig.page.rendering import render_leaf
from rig.page.report_sentences import told_report
from rig.page.sentences import refusal
from rig.page.words import N_, Words

GAMES = ("wuerfelspiel", "or")
"""Games with a board or chips that an owner can enter; Happy Meeple's Ór is played with the same chips."""
NO_FILE = N_("No file was chosen. Choose one that another rig has saved.")


class OwnBoardPages:
    """The pages over one owner's files.

    Args:
        words, theme: of whoever asks.

    Attributes:
        components: None until the rig is ready.
    """

    def __init__(self, words: Callable[[Request], Words], theme: Callable[[Request], str]) -> None:
        self.components: OwnComponents | None = None
        self._words = words
        self._theme = theme

    def routes(self) -> list[Route]:
        """Their addresses."""
        return [
            Route("/boards/{game}", self.show),
            Route("/boards/{game}", self.enter, methods=["POST"]),
            Route("/boards/{game}/file.toml", self.save),
            Route("/boards/{game}/file", self.take_over, methods=["POST"]),
        ]

    async def show(self, request: Request) -> Response:
        """The board, with the choices for one space or chip."""
        return await self._answer(request)

    async def enter(self, request: Request) -> Response:
        """What one space or chip shows; the next unknown one is asked then."""
        form = await _form(request)
        components, game = self._found(request)
        group, at = str(form.get("group", "")), str(form.get("at", ""))
        row, _, number = at.rpartition(".")
        try:
            place = int(number) if number.isascii() and number[:3].isdigit() and len(number) < 4 else -1
            await run_in_threadpool(components.enter, game, group, row, place, _shown(form))
            known = await run_in_threadpool(components.files.known, game)
        except (EngineError, RigError, OSError) as error:
            return await self._answer(request, self._told(request, error), status=409)
        return RedirectResponse(f"/boards/{game}?group={group}&at={next_unknown(known, group, at)}", status_code=303)

    async def save(self, request: Request) -> Response:
        """The component file, to be kept or given away."""
        components, game = self._found(request)
        try:
            text = await run_in_threadpool(components.files.text, game)
        except (EngineError, OSError) as error:
            return PlainTextResponse(self._told(request, error), status_code=409)
        headers = {"Content-Disposition": f'attachment; filename="keltis-{game}.toml"'}
        return PlainTextResponse(text, headers=headers, media_type="application/toml")

    async def take_over(self, request: Request) -> Response:
        """Fill in what another owner has entered."""
        form, words = await _form(request), self._words(request)
        components, game = self._found(request)
        text = form.get("file", "")
        if not text.strip():
            return await self._answer(request, words.say(NO_FILE), status=409)
        try:
            taken = await run_in_threadpool(components.take_over, game, text)
            known = await run_in_threadpool(components.files.known, game)
        except (EngineError, RigError, OSError) as error:
            return await self._answer(request, self._told(request, error), status=409)
        told = words.count("%(number)s entry was filled in.", "%(number)s entries were filled in.", taken.filled)
        if taken.differing:
            names = entry_names(known, taken.differing, words)
            told += " " + words.say("Yours were kept where the file says otherwise: %(names)s.", names=names)
        return await self._answer(request, done=told)

    def _told(self, request: Request, error: Exception) -> str:
        """What went wrong, in the language of whoever asked; what only a file's author needs stays as it is."""
        return told_report(str(error), self._words(request))

    def _found(self, request: Request) -> tuple[OwnComponents, str]:
        game = request.path_params["game"]
        if game not in GAMES:
            raise HTTPException(404, refusal("no-such-game", self._words(request)))
        if self.components is None:
            raise HTTPException(503, refusal("busy", self._words(request)))
        return self.components, game

    async def _answer(self, request: Request, trouble: str = "", done: str = "", status: int = 200) -> Response:
        components, game = self._found(request)
        try:
            known: Components | None = await run_in_threadpool(components.files.known, game)
        except (EngineError, OSError) as error:
            known, trouble, status = None, self._told(request, error), 409
        return self._page(request, game, known, status, trouble=trouble, done=done)

    def _page(self, request: Request, game: str, known: Components | None, status: int, **values: Any) -> Response:
        words, asked = self._words(request), request.query_params
        view = None
        if known is not None:
            view = own_board(known, schema_of(game), asked.get("group", ""), asked.get("at", ""), words)
        page = render_leaf("own_board.html", words, self._theme(request), view=view, game=game, games=GAMES, **values)
        return HTMLResponse(page, status_code=status)


def _shown(form: dict[str, str]) -> str:
    """What the form says the entry shows: one thing, or several that were ticked."""
    if form.get("shows") != "several":
        return form.get("shows", "")
    ticked = [name.removeprefix("has-") for name in form if name.startswith("has-")]
    coins = form.get("coins", "0")
    return " + ".join([*ticked, *([f"coins {coins}"] if coins != "0" else [])]) or "plain"


async def _form(request: Request) -> dict[str, str]:
    """The fields of a form; of a file its text, as far as it can be one."""
    found = {}
    try:
        async with request.form(max_files=1, max_fields=20) as form:
            for name, value in form.items():
                if isinstance(value, str):
                    found[name] = value
                else:
                    found[name] = (await value.read(MAX_FILE_CHARACTERS)).decode("utf-8", errors="replace")
    except ClientDisconnect as error:
        raise HTTPException(400, "The form ended early.") from error
    return found
