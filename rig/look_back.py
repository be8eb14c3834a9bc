"""Looks back at games: plays each chapter of the games' file again, judges finished games, writes down what was found.

This takes seconds a game; it runs in a process of its own, at the lowest priority, so that nobody at the table waits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from engine import catalogue
from engine.errors import EngineError
from engine.match import Match
from engine.value_files import look_in
from rig.chapters import Chapter, Chapters
from rig.errors import JournalError
from rig.past_game import Analysis, Conduct, PastGame, TurningPoint, file_of, load, save, told, unreadable
from rig.settings import GAMES_FILE, VALUES_FOLDER

MEMORY_FOLDER = "memory"
SHOWN = 8
"""So many turning points of each kind are kept."""


def outdated(folder: Path) -> tuple[Chapter, ...]:
    """The games that were not looked at since their last event, oldest first.

    Raises:
        JournalError: the games' file cannot be read.
    """
    chapters = Chapters(folder / GAMES_FILE).all()
    return tuple(chapter for chapter in chapters if not _is_known(folder / MEMORY_FOLDER, chapter))


def _is_known(memory: Path, chapter: Chapter) -> bool:
    game = load(file_of(memory, chapter.number))
    return game is not None and game.last == chapter.last


def look_back(folder: Path, tell: Callable[[PastGame], None] = lambda game: None) -> int:
    """Look at every game that was not looked at yet; first at all of them briefly, then closely.

    Args:
        folder: the data folder.
        tell: called with every game written down.

    Returns:
        How many were looked at.

    Raises:
        JournalError: a file cannot be read or written.
    """
    look_in(folder / VALUES_FOLDER)
    memory, chapters = folder / MEMORY_FOLDER, Chapters(folder / GAMES_FILE)
    fresh = outdated(folder)
    for chapter in fresh:
        for game in _seen(chapters, chapter):
            save(memory, game)
            tell(game)
    return len(fresh)


def _seen(chapters: Chapters, chapter: Chapter) -> Iterator[PastGame]:
    """The game without, then with its analysis."""
    try:
        match, ended = chapters.played(chapter)
    except (EngineError, JournalError):
        yield unreadable(chapter)
        return
    game = told(chapter, match, ended, catalogue.game(match.game).dice_set)
    yield game
    if game.is_over and game.dice:
        yield _judged(game, match)


def _judged(game: PastGame, match: Match) -> PastGame:
    from dataclasses import replace

    return replace(game, analysis=analysis_of(match))


def analysis_of(match: Match) -> Analysis:
    """The game graded by the adviser; loads it."""
    from engine.advice.grade import grade
    from engine.advice.values import by_name

    report = grade(match.positions, match.moves, by_name("full", match.first))
    return Analysis(
        chances=tuple(tuple(round(share, 4) for share in chances) for _, chances in report.chances),
        players=tuple(
            Conduct(player.decisions, round(player.given_away, 5), player.grade, round(player.luck, 4))
            for player in report.players
        ),
        costly=tuple(
            TurningPoint(
                place=decision.place,
                turn=decision.turn,
                seat=decision.seat,
                move=str(decision.played.move),
                better=str(decision.best.move),
                change=-round(decision.loss, 4),
                mark=decision.mark,
                dice="".join(decision.dice),
                points=round(decision.played.cost, 2),
            )
            for decision in report.costliest(SHOWN)
        ),
        lucky=tuple(
            TurningPoint(throw.place, throw.turn, throw.seat, str(throw.move), "", luck, "", "", 0.0)
            for throw in report.luckiest(SHOWN)
            if abs(luck := round(throw.luck[throw.seat], 4)) >= 0.02
        ),
        incomplete=report.incomplete,
    )
