"""A game that was played, as it is remembered beside the games' file: who, when, its end, its record, its analysis.

Everything here is drawn from the journal and can be drawn from it again; the files only save the time.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

from engine import record
from engine.dice import Roll
from engine.match import Match
from rig.chapters import Chapter
from rig.event_text import from_plain, to_plain
from rig.records import write_safely

VERSION = 1
"""Changed when what is remembered, or how a game is judged, changes: then all is looked at anew."""


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A decision that gave away much, or a throw that changed much.

    Attributes:
        place: of the move in the record's line, from 0.
        turn: number of the turn, from 1.
        seat: whose it was.
        move: text of the move.
        better: text of the adviser's choice, "" for a throw.
        change: of the seat's chance of winning: what a decision gave away (negative), what a throw brought or took.
        mark: "??", "?", "?!" or "" for a throw.
        dice: faces on the table.
        points: what the decision cost in points.
    """

    place: int
    turn: int
    seat: int
    move: str
    better: str
    change: float
    mark: str
    dice: str
    points: float


@dataclass(frozen=True, slots=True)
class Conduct:
    """How one player did; see `engine.advice.grade.Player`."""

    decisions: int
    given_away: float
    grade: str
    luck: float


@dataclass(frozen=True, slots=True)
class Analysis:
    """A graded game.

    Attributes:
        chances: before each turn, by seat.
        players: by seat.
        costly: the decisions that gave away most, worst first.
        lucky: the throws that changed most.
        incomplete: unknown spaces or chips were averaged over.
    """

    chances: tuple[tuple[float, ...], ...]
    players: tuple[Conduct, ...]
    costly: tuple[TurningPoint, ...]
    lucky: tuple[TurningPoint, ...]
    incomplete: bool


@dataclass(frozen=True, slots=True)
class PastGame:
    """A game that was played.

    Attributes:
        number, last: of its chapter in the games' file.
        began, ended: "2026-11-30T20:15:00Z".
        game: catalogue name.
        players: by seat.
        record: of the whole game, "" where this version cannot play it again.
        turns: how many were begun.
        totals: points by seat.
        winners: their seats, () while it was not over.
        reason: why it ended, "" while it was not over.
        dice: set that was thrown ("wuerfelspiel", "or", "pips"), "" for none.
        thrown: (face, how often), faces in the order of the rules.
        analysis: None where nobody looked yet or the game cannot be graded.
    """

    number: int
    last: int
    began: str
    ended: str
    game: str
    players: tuple[str, ...]
    record: str = ""
    turns: int = 0
    totals: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    reason: str = ""
    dice: str = ""
    thrown: tuple[tuple[str, int], ...] = ()
    analysis: Analysis | None = None

    @property
    def is_over(self) -> bool:
        """True if it was played to its end."""
        return bool(self.winners)


def unreadable(chapter: Chapter) -> PastGame:
    """What is left of a game that cannot be played again."""
    setup = chapter.start.setup
    return PastGame(chapter.number, chapter.last, chapter.began, chapter.began, setup.game, setup.players)


def told(chapter: Chapter, match: Match, ended: str, dice_set: str | None) -> PastGame:
    """The game of a chapter.

    Args:
        ended: when its last event was.
        dice_set: of the game, None for a game without dice.
    """
    outcome = match.position.outcome
    thrown = Counter("".join(move.faces for move in match.moves if isinstance(move, Roll)))
    turns = sum(position.stage == "roll" for position in match.positions[:-1]) if dice_set else len(match.moves)
    return replace(
        unreadable(chapter),
        ended=ended,
        players=match.players,
        record=record.write(match),
        turns=turns,
        totals=tuple(sheet.total for sheet in match.position.scores()),
        winners=outcome.winners if outcome is not None else (),
        reason=outcome.reason if outcome is not None else "",
        dice=(chapter.start.setup.dice or dice_set) if dice_set else "",
        thrown=tuple(sorted(thrown.items())),
    )


def file_of(folder: Path, number: int) -> Path:
    """Where a game is remembered."""
    return folder / f"game-{number:08d}.json"


def save(folder: Path, game: PastGame) -> None:
    """Write a game down.

    Raises:
        JournalError: it cannot be written.
    """
    told_plain = {"version": VERSION, "game": to_plain(game)}
    write_safely(file_of(folder, game.number), json.dumps(told_plain, ensure_ascii=False))


def load(path: Path) -> PastGame | None:
    """The game of a file, None if it is of another version or damaged: it is looked at anew."""
    try:
        plain = json.loads(path.read_text(encoding="utf-8"))
        if plain["version"] != VERSION:
            return None
        game: PastGame = from_plain(PastGame, plain["game"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return game
