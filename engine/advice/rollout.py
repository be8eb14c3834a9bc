"""Deeper by playing on: truncated games from each choice, with luck taken out, until the figures are sure enough.

Each turn is played by the exact one-turn choice.  The luck of its dice (value reached less exact expectation, mean
zero) is subtracted, which leaves an unbiased estimate with little noise: after one turn it is the two-turn value
itself, whatever was rolled (Veness, Lanctot and Bowling, "Variance Reduction in Monte-Carlo Tree Search", 2011; GNU
Backgammon does the same).  All choices meet the same dice, so they are compared game by game; weak ones are dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

import numpy as np
from numpy.typing import NDArray

from engine.advice.adviser import prospects, rest_of_turn
from engine.advice.backup import Backup, Row
from engine.advice.turn import Best, Leaf, Node, Rolls
from engine.advice.two_turns import at_once
from engine.advice.value import Value, ended, utility
from engine.dice import in_order
from engine.position import Move, Position

TURNS = 6
"""Turns that are played before the value function has the last word."""

LEAST = 12
"""Games of each choice before anything is concluded from them."""

BEHIND = 3.0
"""Standard errors of the difference by which a choice must be behind the best to be dropped."""


class Rollouts:
    """Games that were played on from some choices, with luck taken out.

    Args:
        position: where the seat is to move.
        moves: the choices.
        value: by which both sides play, and which has the last word.
        seed: of the dice; game n of every choice meets the same ones.
        turns: played before the value function has the last word.
        rest: called before every turn; may take its time, or throw to end the thought.

    Attributes:
        live: places of the choices that are still played on.
    """

    def __init__(
        self,
        position: Position,
        moves: Sequence[Move],
        value: Value,
        seed: int,
        turns: int = TURNS,
        rest: Callable[[], None] = at_once,
    ) -> None:
        self._seat, self._knows_win = position.turn_of, value.knows_win
        self._beginnings = [position.play(move) for move in moves]
        self._value, self._seed, self._turns, self._rest = value, seed, turns, rest
        self._rows: list[list[Row]] = [[] for _ in moves]
        self.live = list(range(len(moves)))

    @property
    def games(self) -> int:
        """How many games the choices that are still played on have."""
        return len(self._rows[self.live[0]])

    @property
    def best(self) -> int:
        """Place of the choice that is worth most to the seat, of those that are still played on."""
        return max(self.live, key=lambda place: float(self.mean(place)[0]))

    def play_one_more(self) -> None:
        """One more game of each choice that is still played on; then drop those that are clearly behind."""
        number = self.games
        for place in self.live:
            random = Random(f"{self._seed} {number}")
            found = one_game(self._beginnings[place], self._value, random, self._turns, self._rest)
            decided = utility(found[None], self._seat, self._knows_win)
            self._rows[place].append(np.concatenate([decided, found.ravel()]))
        if self.games >= LEAST:
            best = self.best
            self.live = [place for place in self.live if not self._is_behind(place, best)]

    def mean(self, place: int) -> Row:
        """(columns,) the value of a choice: see `engine.advice.backup.Row`."""
        return np.asarray(np.mean(self._rows[place], axis=0))

    def behind(self, place: int, other: int, column: int = 0) -> tuple[float, float]:
        """By how much a choice is worth less than another in the games both have, and the standard error of that."""
        both = min(len(self._rows[place]), len(self._rows[other]))
        away = np.array([row[column] for row in self._rows[other][:both]])
        away -= [row[column] for row in self._rows[place][:both]]
        return float(away.mean()), _error(away)

    def error(self, place: int, column: int = 0) -> float:
        """Standard error of a choice's value."""
        return _error(np.array([row[column] for row in self._rows[place]]))

    def worst_error(self) -> float:
        """Greatest standard error of the best value and of the others' losses against it."""
        best = self.best
        losses = [self.behind(place, best)[1] for place in self.live if place != best]
        return max([self.error(best), *losses])

    def _is_behind(self, place: int, best: int) -> bool:
        away, error = self.behind(place, best)
        return place != best and away > BEHIND * error


def roll_out(rollouts: Rollouts, until: float, games: int) -> Iterator[None]:
    """Play on, one game of every choice after the other, until the figures are sure.

    Args:
        until: standard error below which they are.
        games: stop after so many of a choice in any case.
    """
    while rollouts.games < games:
        rollouts.play_one_more()
        yield
        if rollouts.games >= LEAST and rollouts.worst_error() < until:
            return


def _error(samples: NDArray[np.float64]) -> float:
    return float(samples.std(ddof=1)) / len(samples) ** 0.5 if len(samples) > 1 else 1.0


def one_game(
    position: Position, value: Value, random: Random, turns: int, rest: Callable[[], None] = at_once
) -> NDArray[np.float64]:
    """(seats, 2): prospects at the end of one truncated game, less the luck that led there."""
    luck = np.zeros((position.seats, 2))
    for _ in range(turns):
        if position.outcome is not None:
            break
        rest()
        turn, backup = rest_of_turn(position, value, extra_turns=0)
        leaf, seats = drawn_leaf(backup, turn.root, random), position.seats
        luck += prospects(backup.rows[leaf.place], seats) - prospects(backup.row(turn.root), seats)
        position = turn.leaves[leaf.place]
    last = ended(position) if position.outcome is not None else value([position])[0]
    return np.asarray(last - luck)


def drawn_leaf(backup: Backup, node: Node, random: Random) -> Leaf:
    """The end of the turn that comes about when dice fall at random and the best is chosen."""
    while not isinstance(node, Leaf):
        if isinstance(node, Best):
            node = node.nodes[backup.choice(node)]
        elif isinstance(node, Rolls):
            node = _after_rolls(backup, node, random)
        else:
            (node,) = random.choices(node.nodes, node.weights)
    return node


def _after_rolls(backup: Backup, node: Rolls, random: Random) -> Node:
    tables = backup.turn.tables
    kind, kept = tables.kind, node.faces
    if node.stage != "reroll":
        first = kept or in_order("".join(random.choices(kind.faces, k=kind.count)))
        kept = tables.keeps[backup.best_keep(node, first)]
    final = in_order(kept + "".join(random.choices(kind.faces, k=kind.count - len(kept))))
    place = int(np.searchsorted(node.rolls, tables.place_of_roll[final]))
    following: Node = node.nodes[int(backup.chosen(node)[place])]
    return following
