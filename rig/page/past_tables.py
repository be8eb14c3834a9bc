"""Games that were played as tables for spreadsheets: one line a player and game, or one line an event of a game."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from engine.match import Amended, Edited, Match, Played, Undone
from rig.past_game import PastGame

FORMULAS = ("=", "+", "-", "@", "\t")
"""A text that begins so would be worked out by a spreadsheet."""


def games_table(games: Iterable[PastGame]) -> str:
    """All games: a line for every player."""
    lines: list[Sequence[object]] = [
        ("game", "began", "ended", "rules", "turns", "end", "seat", "player", "points", "won", "decisions",
         "given_away", "class", "luck")
    ]  # fmt: skip
    for game in games:
        for seat, name in enumerate(game.players):
            conduct = game.analysis.players[seat] if game.analysis is not None else None
            lines.append(
                (
                    game.number, game.began, game.ended, game.game, game.turns, game.reason, seat + 1, _text(name),
                    game.totals[seat] if seat < len(game.totals) else "", int(seat in game.winners),
                    *((conduct.decisions, conduct.given_away, conduct.grade, conduct.luck) if conduct else ("",) * 4),
                )
            )  # fmt: skip
    return _csv(lines)


def events_table(match: Match, steps: Sequence[Match]) -> str:
    """A game: a line for every event, with everybody's points after it.

    Args:
        steps: the match before its first event and after each of them.
    """
    names = [_text(name) for name in match.players]
    lines: list[Sequence[object]] = [("step", "player", "what", "move", "source", *names)]
    for number, after in enumerate(steps[1:], 1):
        event, before = after.events[-1], steps[number - 1].position
        player = names[before.turn_of] if isinstance(event, Played) else ""
        what = before.stage if isinstance(event, Played) else type(event).__name__.lower()
        source = event.source if isinstance(event, Played) else ""
        points = (sheet.total for sheet in after.position.scores())
        lines.append((number, player, what, f" {_move(event)}".rstrip(), _text(source), *points))
    return _csv(lines)


def _move(event: Played | Undone | Amended | Edited) -> str:
    return str(event.position) if isinstance(event, Edited) else str(event.move)


def _text(text: str) -> str:
    return f"'{text}" if text.startswith(FORMULAS) else text


def _csv(lines: Iterable[Sequence[object]]) -> str:
    file = io.StringIO()
    csv.writer(file, lineterminator="\r\n").writerows(lines)
    return file.getvalue()
