"""The addresses of what is remembered: games played, a game step by step, players, dice; exports; deleting."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from engine import record
from engine.match import Match
from rig.errors import RigError, UsageError
from rig.memory import Memory
from rig.page.guard import is_rig
from rig.page.past_tables import events_table, games_table
from rig.page.past_view import (
    best_games,
    chances_chart,
    conduct_views,
    game_line,
    may_be_seen,
    point_views,
    step_view,
    steps_of,
)
from rig.page.people_view import dice, method, needed, people
from rig.page.rendering import render_leaf
from rig.page.report_sentences import told_report
from rig.page.words import N_, Words
from rig.past_game import PastGame

LARGEST_NUMBER = 10**9
GONE = N_("There is no such game any more.")
ON_THE_TABLE = N_("This game still lies on the table. Start the next one, then it can be deleted.")
"""What `rig.chapters` says, for the catalogues."""


class PastPages:
    """The pages over one memory.

    Args:
        words, theme: of whoever asks.

    Attributes:
        memory: None until the rig is ready, or where nothing is remembered.
    """

    def __init__(self, words: Callable[[Request], Words], theme: Callable[[Request], str]) -> None:
        self.memory: Memory | None = None
        self._words = words
        self._theme = theme
        self._steps = lru_cache(maxsize=4)(_steps)

    def routes(self) -> list[Route]:
        """Their addresses."""
        return [
            Route("/games", self.games),
            Route("/games.csv", self.games_csv),
            Route("/games/newest", self.newest),
            Route("/games/{number:int}", self.game),
            Route("/games/{number:int}/at/{step:int}", self.step),
            Route("/games/{number:int}/record.txt", self.record),
            Route("/games/{number:int}/moves.csv", self.moves_csv),
            Route("/games/{number:int}/delete", self.ask_to_delete),
            Route("/games/{number:int}/delete", self.delete, methods=["POST"]),
            Route("/people", self.people),
            Route("/dice", self.dice),
        ]

    async def games(self, request: Request) -> Response:
        """The list."""
        words, memory = self._words(request), self.memory
        games = await run_in_threadpool(memory.games) if memory is not None else ()
        looking = await run_in_threadpool(memory.look_back) if memory is not None else False
        lines = [game_line(game, words) for game in games]
        return self._page(request, "games.html", lines=lines, best=best_games(games, words), looking=looking)

    async def newest(self, request: Request) -> Response:
        """The last game of all, step by step; the list where there is none, or while the newest is being looked at."""
        looking = await run_in_threadpool(self.memory.look_back) if self.memory is not None else True
        games = await run_in_threadpool(self.memory.games) if self.memory is not None and not looking else ()
        newest = next(iter(games), None)
        return RedirectResponse("/games" if newest is None else f"/games/{newest.number}", status_code=303)

    async def game(self, request: Request) -> Response:
        """A game step by step, its turning points below."""
        game = await self._found(request)
        if game is None:
            return self._gone(request)
        words = self._words(request)
        return await run_in_threadpool(self._game, request, game, words)

    def _game(self, request: Request, game: PastGame, words: Words) -> Response:
        _, steps = self._steps(game.record)
        asked = request.query_params.get("at", "")
        last = len(steps) - 1
        at = min(int(asked), last) if asked.isascii() and asked.isdecimal() and len(asked) < 7 else last
        step = step_view(game, steps, at, words)
        end = step if at == last else step_view(game, steps, last, words)
        more: dict[str, Any] = {"costly": (), "lucky": ()}
        if game.analysis is not None:
            more = {
                "costly": point_views(game, steps, words, costly=True),
                "lucky": point_views(game, steps, words, costly=False),
            }
        return self._page(
            request,
            "past_game.html",
            game=game,
            line=game_line(game, words),
            step=step,
            view=step.table,
            end=end.table,
            players=conduct_views(game, end.table, words),
            chart=chances_chart(game, end.table, words),
            incomplete=game.analysis is not None and game.analysis.incomplete,
            waiting=game.analysis is None and game.is_over and bool(game.dice),
            **more,
        )

    async def step(self, request: Request) -> Response:
        """One step of a replay, as the page's script swaps it in."""
        game = await self._found(request)
        if game is None:
            return JSONResponse({"html": ""}, status_code=404)
        words = self._words(request)

        def rendered() -> dict[str, Any]:
            _, steps = self._steps(game.record)
            at = min(int(request.path_params["step"]), len(steps) - 1)
            step = step_view(game, steps, at, words)
            html = render_leaf("past_step.html", words, self._theme(request), step=step, view=step.table)
            return {"html": html, "at": at, "sentence": f"{step.turn} {step.sentence}".strip()}

        return JSONResponse(await run_in_threadpool(rendered))

    async def people(self, request: Request) -> Response:
        """Players over all games."""
        words, games = self._words(request), await self._games()
        return self._page(request, "people.html", people=people(games, words))

    async def dice(self, request: Request) -> Response:
        """Dice over all games."""
        words, games = self._words(request), await self._games()
        return self._page(
            request, "dice_stats.html", kinds=dice(games, words), needed=needed(words), method=method(words)
        )

    async def games_csv(self, request: Request) -> Response:
        """All games for a spreadsheet."""
        return _file(games_table(await self._games()), "keltis-games.csv", "text/csv")

    async def record(self, request: Request) -> Response:
        """The record of a game."""
        game = await self._found(request)
        if game is None:
            return self._gone(request)
        return _file(game.record, f"keltis-{game.game}-{game.number}.txt", "text/plain")

    async def moves_csv(self, request: Request) -> Response:
        """Every event of a game for a spreadsheet."""
        game = await self._found(request)
        if game is None:
            return self._gone(request)
        table = await run_in_threadpool(lambda: events_table(*self._steps(game.record)))
        return _file(table, f"keltis-{game.game}-{game.number}.csv", "text/csv")

    async def ask_to_delete(self, request: Request) -> Response:
        """The question before a game is deleted."""
        game = await self._found(request, is_shown=False)
        if game is None:
            return self._gone(request)
        words, memory = self._words(request), self.memory
        is_on_table = memory is not None and await run_in_threadpool(memory.is_on_table, game.number)
        refusal = words.say(ON_THE_TABLE) if is_on_table else ""
        return self._page(request, "past_delete.html", line=game_line(game, words), refusal=refusal)

    async def delete(self, request: Request) -> Response:
        """Delete a game for good."""
        words, number = self._words(request), int(request.path_params["number"])
        memory = self.memory
        game = await self._found(request, is_shown=False)
        if memory is None or game is None:
            return self._gone(request)
        if not is_rig(request.scope):
            return PlainTextResponse(words.say("Games are deleted at the rig itself."), status_code=403)
        try:
            await run_in_threadpool(memory.forget, number)
        except UsageError as error:
            line, refusal = game_line(game, words), words.say(str(error))
            return self._page(request, "past_delete.html", 409, line=line, refusal=refusal)
        except RigError as error:
            line, refusal = game_line(game, words), told_report(str(error), words)
            return self._page(request, "past_delete.html", 503, line=line, refusal=refusal)
        return RedirectResponse("/games", status_code=303)

    async def _games(self) -> tuple[PastGame, ...]:
        return await run_in_threadpool(self.memory.games) if self.memory is not None else ()

    async def _found(self, request: Request, is_shown: bool = True) -> PastGame | None:
        """The game asked for; where it is to be shown, one that may be."""
        number = int(request.path_params["number"])
        if self.memory is None or number > LARGEST_NUMBER:
            return None
        game = await run_in_threadpool(self.memory.game, number)
        return game if game is not None and (may_be_seen(game) or not is_shown) else None

    def _gone(self, request: Request) -> Response:
        return PlainTextResponse(self._words(request).say(GONE), status_code=404)

    def _page(self, request: Request, template: str, status: int = 200, **values: Any) -> Response:
        words = self._words(request)
        return HTMLResponse(render_leaf(template, words, self._theme(request), **values), status_code=status)


def _steps(text: str) -> tuple[Match, tuple[Match, ...]]:
    match = record.parse(text)
    return match, steps_of(match)


def _file(text: str, name: str, kind: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type=f"{kind}; charset=utf-8", headers=headers)
