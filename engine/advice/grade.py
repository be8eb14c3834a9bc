"""A game looked at afterwards: what each decision gave away, what the dice gave, and what that makes of the players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.advice.advice import Choice
from engine.advice.adviser import advise, expected, prospects
from engine.advice.value import POINTS_A_WIN, Value, ended
from engine.position import CHANCE, Move, Position, Seat

MARKS = ((0.10, "??"), (0.05, "?"), (0.02, "?!"))
"""Chance of winning given away by one decision, and the mark for it: very bad, bad, doubtful."""

CLASSES = (
    (0.002, "flawless"),
    (0.005, "master"),
    (0.010, "expert"),
    (0.020, "strong"),
    (0.040, "casual"),
    (1.000, "beginner"),
)
"""Error rates up to this much, and the name of the class."""

DEFINITION = (
    "The error rate is the chance of winning that a player gave away a decision, on average over all decisions with "
    "more than one legal move, measured against the adviser's first choice with the same dice: up to "
    + ", ".join(f"{100 * limit:.1f} % {name}" for limit, name in CLASSES[:-1])
    + f", above {CLASSES[-1][1]}. Marks: ?! from {100 * MARKS[2][0]:.0f} %, ? from {100 * MARKS[1][0]:.0f} %, "
    f"?? from {100 * MARKS[0][0]:.0f} %."
)
"""What the figures of a report mean, in one paragraph."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision with more than one legal move.

    Attributes:
        place: of the move in the match, from 0.
        turn: number of the turn, from 1.
        seat: whose it was.
        stage: "keep", "move" or "clover".
        dice: faces on the table.
        played: the choice taken.
        best: the adviser's first choice.
        loss: chance of winning given away, 0 or more.
        mark: "??", "?", "?!" or "".
    """

    place: int
    turn: int
    seat: Seat
    stage: str
    dice: tuple[str, ...]
    played: Choice
    best: Choice
    loss: float
    mark: str


@dataclass(frozen=True, slots=True)
class Throw:
    """An event of chance.

    Attributes:
        place: of the move in the match, from 0.
        turn: number of the turn, from 1.
        seat: whose turn it was.
        move: what chance decided.
        luck: change of each seat's chance of winning, by seat.
        before: each seat's chance of winning before it.
    """

    place: int
    turn: int
    seat: Seat
    move: Move
    luck: tuple[float, ...]
    before: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Player:
    """One seat of a graded game.

    Attributes:
        decisions: how many had more than one legal move.
        given_away: sum of their losses.
        error_rate: mean of their losses.
        grade: name of the class.
        luck: sum of the changes that all dice made to this seat's chance of winning.
        result: share of the win, None while the game goes on.
        without_luck: the result less the luck; near the fair share if all played alike.
    """

    decisions: int
    given_away: float
    error_rate: float
    grade: str
    luck: float
    result: float | None
    without_luck: float | None


@dataclass(frozen=True, slots=True)
class Report:
    """A graded game.

    Attributes:
        decisions: in order.
        throws: in order.
        chances: (turn, chance of winning by seat) before each turn.
        players: by seat.
        by: name of the value function.
        knows_win: whether it knows chances of winning; if not they are guessed from points.
        incomplete: unknown spaces or chips were averaged over somewhere.
    """

    decisions: tuple[Decision, ...]
    throws: tuple[Throw, ...]
    chances: tuple[tuple[int, tuple[float, ...]], ...]
    players: tuple[Player, ...]
    by: str
    knows_win: bool
    incomplete: bool

    def costliest(self, count: int) -> tuple[Decision, ...]:
        """The decisions that gave away most, those with a mark only."""
        marked = [decision for decision in self.decisions if decision.mark]
        return tuple(sorted(marked, key=lambda decision: -decision.loss)[:count])

    def luckiest(self, count: int) -> tuple[Throw, ...]:
        """The throws that changed most for the seat whose turn it was."""
        return tuple(sorted(self.throws, key=lambda throw: -abs(throw.luck[throw.seat]))[:count])


def grade(
    positions: Sequence[Position],
    moves: Sequence[Move],
    value: Value,
    progress: Callable[[int, int], None] | None = None,
) -> Report:
    """Grade a game.

    Args:
        positions: before each move, and after the last.
        moves: those that count.
        value: what positions at the beginning of a turn are worth.
        progress: called with the moves done and to do.
    """
    decisions, throws, chances = [], [], []
    turn, incomplete = 0, False
    before = _wins(positions[0], value)
    for place, move in enumerate(moves):
        position, after = positions[place], positions[place + 1]
        if position.stage == "roll":
            turn += 1
            chances.append((turn, tuple(before.tolist())))
        now = _wins(after, value)
        if position.to_move is CHANCE:
            change, chance = tuple((now - before).tolist()), tuple(before.tolist())
            throws.append(Throw(place, turn, position.turn_of, move, change, chance))
        elif len(position.legal_moves) > 1:
            advice = advise(position, value, extra_turns=0)
            incomplete |= advice.incomplete
            played, best = advice.of(move), advice.best
            assert played is not None
            assert best is not None
            decisions.append(_decision(place, turn, position, played, best))
        before = now
        if progress is not None:
            progress(place + 1, len(moves))
    players = tuple(_player(seat, positions[-1], decisions, throws) for seat in range(positions[0].seats))
    return Report(tuple(decisions), tuple(throws), tuple(chances), players, value.name, value.knows_win, incomplete)


def _wins(position: Position, value: Value) -> NDArray[np.float64]:
    """(seats,) chances of winning at any stage."""
    if position.outcome is not None:
        return np.asarray(ended(position)[:, 0])
    found = prospects(expected(position, value, extra_turns=0), position.seats)
    if value.knows_win:
        return np.asarray(found[:, 0])
    points = found[:, 1]
    return np.asarray(1 / len(points) + (points - points.mean()) / POINTS_A_WIN)


def _decision(place: int, turn: int, position: Position, played: Choice, best: Choice) -> Decision:
    loss = played.cost / POINTS_A_WIN if played.win_cost is None else played.win_cost
    mark = next((mark for limit, mark in MARKS if loss >= limit), "")
    dice = tuple(getattr(position, "dice", ()))
    return Decision(place, turn, position.turn_of, position.stage, dice, played, best, loss, mark)


def _player(seat: Seat, last: Position, decisions: Sequence[Decision], throws: Sequence[Throw]) -> Player:
    losses = [decision.loss for decision in decisions if decision.seat == seat]
    rate = sum(losses) / len(losses) if losses else 0.0
    luck = sum(throw.luck[seat] for throw in throws)
    result = None if last.outcome is None else float(ended(last)[seat, 0])
    return Player(
        decisions=len(losses),
        given_away=sum(losses),
        error_rate=rate,
        grade=class_of(rate),
        luck=luck,
        result=result,
        without_luck=None if result is None else result - luck,
    )


def class_of(error_rate: float) -> str:
    """Name of the class of an error rate."""
    return next((name for limit, name in CLASSES if error_rate <= limit), CLASSES[-1][1])
