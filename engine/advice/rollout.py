"""Deeper by playing on: truncated games from each choice, with luck taken out, until the figures are sure enough.

Each turn is played by the exact one-turn choice.  The luck of its dice (value reached less exact expectation, mean
zero) is subtracted, which leaves an unbiased estimate with little noise: after one turn it is the two-turn value
itself, whatever was rolled (Veness, Lanctot and Bowling, "Variance Reduction in Monte-Carlo Tree Search", 2011; GNU
Backgammon does the same).  All choices meet the same dice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from engine.advice.adviser import prospects, rest_of_turn
from engine.advice.backup import Backup
from engine.advice.turn import Best, Leaf, Node, Rolls
from engine.advice.value import Value, ended, utility
from engine.dice import in_order
from engine.position import Move, Position

TURNS = 6
"""Turns that are played before the value function has the last word."""


@dataclass(frozen=True, slots=True)
class Rolled:
    """What rollouts say of one choice.

    Attributes:
        move: the choice.
        win: mean chance of winning, luck taken out.
        points: mean points at the end, by seat, luck taken out.
        error: standard error of `win` (of the points ahead where chances of winning are not known).
        games: how many were played.
    """

    move: Move
    win: float
    points: tuple[float, ...]
    error: float
    games: int


def roll_out(
    position: Position,
    moves: Sequence[Move],
    value: Value,
    seed: int,
    turns: int = TURNS,
    until: float = 0.004,
    games: int = 400,
    cancelled: Callable[[], bool] = lambda: False,
) -> Iterator[tuple[Rolled, ...]]:
    """Play on from some choices, all with the same dice, game after game.

    Args:
        position: where the seat is to move.
        moves: the choices.
        seed: of the dice.
        turns: played before the value function has the last word.
        until: stop once every standard error is below this (after 8 games at least).
        games: stop after so many in any case.
        cancelled: asked before every game of every choice; True stops at once.

    Yields:
        What is known after each game, in the order of `moves`.
    """
    seat = position.turn_of
    found: list[list[NDArray[np.float64]]] = [[] for _ in moves]
    for game in range(games):
        for place, move in enumerate(moves):
            if cancelled():
                return
            found[place].append(one_game(position.play(move), value, Random(f"{seed} {game}"), turns))
        told = tuple(_summed(move, rows, seat, value.knows_win) for move, rows in zip(moves, found, strict=True))
        yield told
        if game >= 7 and max(entry.error for entry in told) < until:
            return


def one_game(position: Position, value: Value, random: Random, turns: int) -> NDArray[np.float64]:
    """(seats, 2): prospects at the end of one truncated game, less the luck that led there."""
    luck = np.zeros((position.seats, 2))
    for _ in range(turns):
        if position.outcome is not None:
            break
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


def _summed(move: Move, rows: Sequence[NDArray[np.float64]], seat: int, knows_win: bool) -> Rolled:
    stacked = np.array(rows)
    decided = utility(stacked, seat, knows_win)
    error = float(decided.std(ddof=1) / len(rows) ** 0.5) if len(rows) > 1 else 1.0
    mean = stacked.mean(axis=0)
    return Rolled(move, float(mean[seat, 0]), tuple(mean[:, 1].tolist()), error, len(rows))
