"""Games that were played, as their pages show them: the list, a game step by step, its turning points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from engine import record
from engine.catalogue import game as game_by_name
from engine.dice import Keep, Roll
from engine.errors import EngineError
from engine.match import Amended, Edited, Event, Match, Played, Undone
from engine.position import Position
from rig.page.boards import drawing
from rig.page.past_view_model import BestView, ChartView, ConductView, GameLineView, PointView, ResultView, StepView
from rig.page.sentences import face_art, faces_line, happened, move_text
from rig.page.view import PIECES, view_of
from rig.page.view_model import TableView
from rig.page.words import N_, Words
from rig.past_game import PastGame, TurningPoint
from rig.state import Happening, Setup, TableState
from rig.table_ask import ask

GRADES = {
    "flawless": N_("flawless"),
    "master": N_("master"),
    "expert": N_("expert"),
    "strong": N_("strong"),
    "casual": N_("casual"),
    "beginner": N_("beginner"),
}
"""Classes of play by the adviser's error rate, best first."""


def when(text: str, words: Words) -> str:
    """A time of the journal in the rig's own time zone, as the language writes it."""
    try:
        there = datetime.fromisoformat(text).astimezone()
    except ValueError:
        return text
    return there.strftime("%d.%m.%Y, %H:%M" if words.language == "de" else "%d %b %Y, %H:%M")


def title_of(name: str) -> str:
    """The name on the box."""
    try:
        return game_by_name(name).title
    except EngineError:
        return name


def game_line(game: PastGame, words: Words) -> GameLineView:
    """A line of the list."""
    results = tuple(
        ResultView(
            name,
            PIECES[seat % len(PIECES)],
            words.number(game.totals[seat]) if seat < len(game.totals) else "–",
            seat in game.winners,
        )
        for seat, name in enumerate(game.players)
    )
    state = "" if game.is_over else words.say("not finished")
    if not game.record:
        state = words.say("This version cannot play it again.")
    return GameLineView(game.number, title_of(game.game), when(game.began, words), results, state, may_be_seen(game))


def may_be_seen(game: PastGame) -> bool:
    """Games with hidden cards are shown once they are over."""
    return bool(game.record) and (game.is_over or bool(game.dice))


def best_games(games: Sequence[PastGame], words: Words) -> tuple[BestView, ...]:
    """The highest score of each game, the closest finish, the greatest comeback, the best play."""
    over = [game for game in games if game.is_over]
    found = []
    for name in dict.fromkeys(game.game for game in over):
        best = max((game for game in over if game.game == name), key=lambda game: max(game.totals))
        text = words.say(
            "%(name)s, %(points)s points", name=_winners(best, words), points=words.number(max(best.totals))
        )
        found.append(BestView(words.say("Highest score, %(game)s", game=title_of(name)), text, best.number))
    apart = [(sorted(game.totals)[-1] - sorted(game.totals)[-2], game) for game in over if len(game.totals) > 1]
    if len(apart) > 1:
        gap, closest = min(apart, key=lambda pair: pair[0])
        text = words.count("%(number)s point apart", "%(number)s points apart", gap)
        found.append(BestView(words.say("Closest finish"), text, closest.number))
    found += _by_analysis(over, words)
    return tuple(found)


def _by_analysis(over: Sequence[PastGame], words: Words) -> list[BestView]:
    lows = [
        (min(chances[game.winners[0]] for chances in game.analysis.chances), game)
        for game in over
        if game.analysis is not None and game.analysis.chances
    ]
    found = []
    if len(lows) > 1:
        low, game = min(lows, key=lambda pair: pair[0])
        text = words.say("%(name)s won from %(chance)s", name=_winners(game, words), chance=percent(low, words))
        found.append(BestView(words.say("Greatest comeback"), text, game.number))
    rates = [
        (player.given_away / player.decisions, game.players[seat], game)
        for game in over
        if game.analysis is not None
        for seat, player in enumerate(game.analysis.players)
        if player.decisions >= 8
    ]
    if len(rates) > 1:
        rate, name, game = min(rates, key=lambda entry: entry[0])
        text = words.say("%(name)s gave away %(rate)s a decision", name=name, rate=percent(rate, words, 2))
        found.append(BestView(words.say("Best play"), text, game.number))
    return found


def _winners(game: PastGame, words: Words) -> str:
    return words.both([game.players[seat] for seat in game.winners])


def percent(share: float, words: Words, decimals: int = 0) -> str:
    """A share as a percentage."""
    return f"{words.number(100 * share, decimals)} %"


def signed_percent(share: float, words: Words) -> str:
    """A change as a percentage with its sign."""
    return f"{words.signed(100 * share, 0)} %"


def steps_of(match: Match) -> tuple[Match, ...]:
    """The match before its first event and after each of them."""
    states = [Match.at(match.first, match.players, match.board)]
    for event in match.events:
        states.append(record.after(states[-1], event))
    return tuple(states)


def step_view(game: PastGame, steps: Sequence[Match], at: int, words: Words) -> StepView:
    """One step of a replay.

    Args:
        steps: of `steps_of`.
        at: from 0 to the last.
    """
    setup = Setup(game=game.game, names=game.players)
    now, before = steps[at], steps[at - 1] if at else None
    state = ask(TableState(setup=setup, match=now, revision=at))
    table = view_of(state, words)
    event = now.events[-1] if now.events else None
    sentence = words.say("The game began")
    dice: tuple[str, ...] = ()
    if event is not None and before is not None:
        sentence = happened(_happening(event, before.position), state, words)
        shown = before.position if _moves_on(event, now.position) else now.position
        dice = tuple(face_art(face) for face in getattr(shown, "dice", ()))
    is_move = event is not None and before is not None and _moves_on(event, now.position)
    shown_from = before.position if is_move and before is not None else now.position
    board, chips = drawing(shown_from, now.position if is_move else None, table.players, words)
    table = replace(table, board=board, chips=chips)  # what was done, not what the next question previews
    number = sum(position.stage == "roll" for position in now.positions[:-1]) if game.dice else len(now.line)
    turn = words.say("Turn %(number)s", number=number) if number else ""
    notes = [point for step, point in placed_points(game, steps) if step == at]
    note = "; ".join(_note(point, words) for point in notes)
    return StepView(at, len(steps) - 1, sentence, turn, dice, table, note)


def _moves_on(event: Event, after: Position) -> bool:
    """True for a decision that the board shows: a move, not a roll or a keep."""
    return isinstance(event, Played) and not isinstance(event.move, Roll | Keep) and after.stage != "reveal"


def _happening(event: Event, before: Position) -> Happening:
    if isinstance(event, Played):
        text, seat = str(event.move), before.turn_of
        if isinstance(event.move, Roll):
            return Happening(seat, "rerolled" if before.stage == "reroll" else "rolled", text, event.source)
        if isinstance(event.move, Keep):
            keeps_all = len(event.move.faces) == len(getattr(before, "dice", ()))
            return Happening(seat, "kept" if keeps_all else "reroll", text, event.source)
        return Happening(seat, "revealed" if before.stage == "reveal" else "played", text, event.source)
    if isinstance(event, Undone):
        return Happening(None, "undone", str(event.move))
    if isinstance(event, Amended):
        return Happening(None, "amended", str(event.move))
    assert isinstance(event, Edited)
    return Happening(None, "edited")


def placed_points(game: PastGame, steps: Sequence[Match]) -> tuple[tuple[int, TurningPoint], ...]:
    """The turning points with their steps in the replay, in order."""
    if game.analysis is None:
        return ()
    line = steps[-1].line
    step_of: dict[int, int] = {}
    for place in range(len(line)):
        step_of[place] = next(
            step
            for step in range(1, len(steps))
            if len(steps[step].line) == place + 1 and steps[step].line[place] is line[place]
        )
    points = (*game.analysis.costly, *game.analysis.lucky)
    return tuple(sorted(((step_of[point.place], point) for point in points), key=lambda pair: pair[0]))


def _note(point: TurningPoint, words: Words) -> str:
    change = signed_percent(point.change, words)
    if not point.better:
        return words.say("%(change)s chance of winning", change=change)
    better = move_text(point.better, words)
    return words.say(
        "%(mark)s %(change)s chance of winning; better: %(move)s", mark=point.mark, change=change, move=better
    )


def point_views(game: PastGame, steps: Sequence[Match], words: Words, costly: bool) -> tuple[PointView, ...]:
    """The turning points, the greatest first: decisions, or throws."""
    placed = {id(point): step for step, point in placed_points(game, steps)}
    assert game.analysis is not None
    views = []
    for point in game.analysis.costly if costly else game.analysis.lucky:
        name, move = game.players[point.seat], move_text(point.move, words)
        if costly:
            sentence = f"{name}: {move}"
            better = words.say("better: %(move)s", move=move_text(point.better, words))
            dice = point.dice
        else:
            sentence, better, dice = words.say("%(name)s threw", name=name), "", point.move
        views.append(
            PointView(
                step=placed[id(point)],
                turn=words.say("Turn %(number)s", number=point.turn),
                dice=tuple(face_art(face) for face in dice),
                faces=faces_line("".join(dice), words),
                sentence=sentence,
                better=better,
                mark=point.mark,
                change=signed_percent(point.change, words),
                minus=point.change < 0,
            )
        )
    return tuple(views)


def conduct_views(game: PastGame, table: TableView, words: Words) -> tuple[ConductView, ...]:
    """How the players did."""
    if game.analysis is None:
        return ()
    return tuple(
        ConductView(
            name=player.name,
            piece=player.piece,
            initial=player.initial,
            decisions=str(conduct.decisions),
            given_away=percent(conduct.given_away / conduct.decisions, words, 1) if conduct.decisions else "–",
            grade=words.say(GRADES[conduct.grade]) if conduct.grade in GRADES else conduct.grade,
            luck=signed_percent(conduct.luck, words),
        )
        for player, conduct in zip(table.players, game.analysis.players, strict=True)
    )


def chances_chart(game: PastGame, table: TableView, words: Words) -> ChartView | None:
    """Chance of winning before each turn, one line a player."""
    if game.analysis is None or len(game.analysis.chances) < 2:
        return None
    rows = tuple(
        (
            str(turn),
            tuple(percent(share, words) for share in chances),
            tuple(round(100 * share, 1) for share in chances),
        )
        for turn, chances in enumerate(game.analysis.chances, 1)
    )
    if game.is_over:
        won = [1 / len(game.winners) if seat in game.winners else 0.0 for seat in range(len(game.players))]
        end = tuple(percent(share, words) for share in won)
        rows = (*rows, (words.say("End"), end, tuple(100 * share for share in won)))
    return ChartView(
        words.say("Chance of winning before each turn"),
        tuple(player.name for player in table.players),
        tuple(player.piece for player in table.players),
        rows,
    )
