"""Better and better advice while nobody has answered yet: two turns deep, then games played on until they are sure.

The first choice changes only where another is better by more than the figures' error, so that nothing flickers; one
that seems better by less is shown as worth as much.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine.advice.advice import Advice, Depth
from engine.advice.adviser import can_advise, choices_of, rated, rest_of_turn
from engine.advice.backup import Backup
from engine.advice.rollout import Rollouts, roll_out
from engine.advice.two_turns import TwoTurns, at_once
from engine.advice.value import POINTS_A_WIN, Value
from engine.advice.values import standard
from engine.position import Move, Position

MARGIN = 0.005
"""What two turns deep must gain before it changes the first choice: a chance of winning."""

NEAR = 0.04
"""Choices that lose more than this are not played on."""

MOST = 4
"""Choices that are played on at most."""

ERRORS = (0.02, 0.006)
"""Standard errors at which the figures are told: soon, and when they are good enough."""

SURE = 2.0
"""Standard errors of the difference by which another choice must be better to become the first."""

GAMES = 240
"""Games of a choice at most."""

Rows = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class _Decision:
    """What is thought about, and what its choices are worth two turns deep.

    Attributes:
        backup: of the ends of the turn.
        value: that all figures stand on.
        moves: the choices.
        rows: (choices, 1 + 2 * seats) what the seat decides by, then chance of winning and points of every seat.
    """

    position: Position
    backup: Backup
    value: Value
    moves: Sequence[Move]
    rows: Rows

    @property
    def scale(self) -> float:
        """How much of what the seat decides by is one win."""
        return 1.0 if self.value.knows_win else POINTS_A_WIN


def refined(
    position: Position, value: Value | None = None, rest: Callable[[], None] = at_once, seed: int = 1
) -> Iterator[Advice]:
    """Advice that is better each time; nothing where there is nothing to choose or the first advice is exact.

    Args:
        position: where a seat is to move in a game with dice.
        value: what positions at the beginning of a turn are worth; None takes the best there is.
        rest: called before every turn that is looked at; may take its time, or throw to end the thought.
        seed: of the dice of games that are played on.
    """
    chosen = standard(position) if value is None else value
    if not can_advise(position) or len(tuple(position.legal_moves)) < 2:
        return
    turn, backup = rest_of_turn(position, chosen)
    if backup.is_exact:
        return
    _, rows = rated(turn, backup)
    first = int(np.argsort(-rows[:, 0], kind="stable")[0])
    turn, backup = rest_of_turn(position, TwoTurns(chosen, rest=rest))
    moves, rows = rated(turn, backup)
    decision = _Decision(position, backup, chosen, moves, rows)
    first = _held(rows, first, np.full(len(rows), 0.0 if backup.is_exact else MARGIN * decision.scale))
    yield _advice(decision, rows, "exact" if backup.is_exact else "two turns")
    if not backup.is_exact:
        yield from _played_out(decision, first, rest, seed)


def _played_out(decision: _Decision, first: int, rest: Callable[[], None], seed: int) -> Iterator[Advice]:
    """The advice of games that are played on, whenever the errors have reached the next of `ERRORS`."""
    rows, scale = decision.rows, decision.scale
    order = np.argsort(-rows[:, 0], kind="stable").tolist()[:MOST]
    places = [place for place in order if rows[order[0], 0] - rows[place, 0] < NEAR * scale]
    played_on = [decision.moves[place] for place in places]
    rollouts = Rollouts(decision.position, played_on, decision.value, seed, rest=rest)
    wanted = [error * scale for error in ERRORS]
    told = 0
    for _ in roll_out(rollouts, wanted[-1], GAMES):
        if len(wanted) > 1 and rollouts.worst_error() < wanted[0]:
            told = rollouts.games
            wanted.pop(0)
            first, advice = _of_rollouts(decision, first, places, rollouts)
            yield advice
    if rollouts.games > told:
        yield _of_rollouts(decision, first, places, rollouts)[1]


def _of_rollouts(decision: _Decision, first: int, places: list[int], rollouts: Rollouts) -> tuple[int, Advice]:
    """The first choice now, and the advice; choices that were not played on keep their distance from the first."""
    rows = decision.rows
    here = places.index(first) if first in places else 0
    found = rows + (rollouts.mean(here) - rows[places[here]])
    found[:, 1::2] = np.clip(found[:, 1::2], 0, 1)
    noise = np.full(len(rows), np.inf)
    for number, place in enumerate(places):
        found[place] = rollouts.mean(number)
        noise[place] = SURE * rollouts.behind(here, number)[1]
    first = _held(found, places[here], noise)
    column = 1 + 2 * decision.position.turn_of if decision.value.knows_win else 0
    best = places.index(first)
    errors = {place: rollouts.behind(number, best, column)[1] for number, place in enumerate(places)}
    errors[first] = rollouts.error(best, column)
    return first, _advice(decision, found, "played out", errors)


def _held(rows: Rows, first: int, noise: Rows) -> int:
    """The place of the first choice, which another takes only if it is better by more than the noise.

    Those that would stand before it all the same are given its value.
    """
    gains = rows[:, 0] - rows[first, 0]
    if (gains > noise).any():
        first = int(np.where(gains > noise, gains, -np.inf).argmax())
    before = rows[:, 0] >= rows[first, 0]
    before[first] = False
    rows[before] = rows[first]
    rows[before, 0] -= 1e-9
    return first


def _advice(decision: _Decision, rows: Rows, depth: Depth, errors: dict[int, float] | None = None) -> Advice:
    """The choices by what they are worth now."""
    choices = choices_of(decision.position, decision.backup, decision.value, decision.moves, rows)
    if errors:
        of = {decision.moves[place]: error for place, error in errors.items()}
        choices = tuple(replace(choice, error=of.get(choice.move)) for choice in choices)
    turn = decision.backup.turn
    return Advice(choices, turn.unknown, len(turn.leaves), decision.value.name, depth)
