"""The rest of one turn as a small graph: every way it may go, and the different positions in which it may end.

Enumerated through the public face of a position.  A final roll leads to few results, and most are shared with other
rolls, so each is made and valued once.  Two routes to the same pieces differ while one of them owes a clover step;
positions are told apart with their stage, so no option is lost.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.advice.keep_tables import KeepTables
from engine.dice import STONE, Keep, Roll
from engine.position import DicePosition, Move

LIKELY = 0.7
"""Of what an unknown space or chip may show, only the likeliest outcomes up to this chance are looked at."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """A position in which the turn is over.

    Attributes:
        place: its place among the turn's leaves.
    """

    place: int


@dataclass(frozen=True, slots=True, eq=False)
class Best:
    """The seat chooses."""

    moves: tuple[Move, ...]
    nodes: tuple[Node, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Mean:
    """Chance reveals something; the weights sum to one."""

    weights: tuple[float, ...]
    nodes: tuple[Node, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Rolls:
    """Dice are to be rolled, kept or rolled again.

    Attributes:
        stage: "roll", "keep" or "reroll".
        faces: the dice on the table: none, rolled or kept.
        rolls: places of the final rolls that may come about, in the order of the tables.
        moves: the different moves after a final roll; one text may stand there twice with different outcomes.
        nodes: what follows each of them.
        options: (rolls, most moves) places of each final roll's moves, filled up with the first of them.
    """

    stage: str
    faces: str
    rolls: NDArray[np.intp]
    moves: tuple[Move, ...]
    nodes: tuple[Node, ...]
    options: NDArray[np.intp]


Node: TypeAlias = Leaf | Best | Mean | Rolls


class Turn:
    """The rest of a turn.

    Attributes:
        root: where it begins.
        leaves: the different positions in which it may end, in order of discovery.
        unknown: something unknown was met, and averaged over.
    """

    def __init__(self, position: DicePosition, tables: KeepTables, extra_turns: int = 0) -> None:
        """Enumerate the rest of a turn.

        Args:
            position: not over.
            tables: of the game's dice.
            extra_turns: how many turns won by a leprechaun, one after the other, are looked into; a further one is a
                leaf, being nothing but the beginning of a turn.
        """
        self.tables = tables
        self.seat = position.turn_of
        self.leaves: list[DicePosition] = []
        self.unknown = False
        self._places: dict[DicePosition, Leaf] = {}
        self._nodes: dict[tuple[DicePosition, int], Node] = {}
        self.root = self._node(position, extra_turns + 1 if position.stage == "roll" else extra_turns, 0)

    def _node(self, position: DicePosition, turns: int, revealed: int) -> Node:
        stage = position.stage
        if stage == "over" or (stage == "roll" and (position.turn_of != self.seat or turns <= 0)):
            return self._leaf(position)
        known = self._nodes.get((position, turns))
        if known is not None:
            return known
        node: Node
        if stage in ("move", "clover"):
            node = self._best(position, turns, revealed)
        elif stage == "reveal":
            node = self._mean(position, turns, revealed)
        else:
            node = self._rolls(position, turns - 1 if stage == "roll" else turns)
        self._nodes[position, turns] = node
        return node

    def _leaf(self, position: DicePosition) -> Leaf:
        leaf = self._places.get(position)
        if leaf is None:
            leaf = self._places[position] = Leaf(len(self.leaves))
            self.leaves.append(position)
        return leaf

    def _best(self, position: DicePosition, turns: int, revealed: int) -> Best:
        moves = tuple(position.legal_moves)
        return Best(moves, tuple(self._node(position.play(move), turns, revealed) for move in moves))

    def _mean(self, position: DicePosition, turns: int, revealed: int) -> Mean:
        """Average over what may be revealed; after a first reveal the likeliest alone stands for a second one."""
        self.unknown = True
        weights: list[float] = []
        nodes = []
        for outcome, chance in position.chance_outcomes():
            after = position.play(outcome)
            if after.stage == "move":  # sent back to choose again: counted as declining, or it would not end
                after = after.play(tuple(after.legal_moves)[-1])
            weights.append(float(chance))
            nodes.append(self._node(after, turns if not revealed else 0, revealed + 1))
            if revealed or sum(weights) >= LIKELY:
                break
        total = sum(weights)
        return Mean(tuple(weight / total for weight in weights), tuple(nodes))

    def _rolls(self, position: DicePosition, turns: int) -> Rolls:
        shared: dict[tuple[object, Move], int] = {}
        nodes: list[Node] = []
        rolls, options = [], []
        for place, final in self._final_positions(position):
            given = _given(final)
            mine = []
            for move in final.legal_moves:
                key = given, move
                number = shared.get(key)
                if number is None:
                    number = shared[key] = len(nodes)
                    nodes.append(self._node(final.play(move), turns, 0))
                mine.append(number)
            rolls.append(place)
            options.append(mine)
        most = max(map(len, options))
        padded = np.array([mine + mine[:1] * (most - len(mine)) for mine in options], dtype=np.intp)
        moves = tuple(move for _, move in shared)
        faces = "".join(position.dice)
        return Rolls(position.stage, faces, np.array(rolls, dtype=np.intp), moves, tuple(nodes), padded)

    def _final_positions(self, position: DicePosition) -> list[tuple[int, DicePosition]]:
        """Every final roll that may come about, by its place, with the position in which a move is chosen."""
        place_of, stage = self.tables.place_of_roll, position.stage
        if stage == "roll":
            return [
                (place, position.play(Roll(faces)).play(Keep(faces))) for place, faces in enumerate(self.tables.rolls)
            ]
        start = position.play(Keep("")) if stage == "keep" else position
        finals = []
        for outcome, _ in start.chance_outcomes():
            final = start.play(outcome)
            finals.append((place_of["".join(final.dice)], final))
        return finals


def _given(final: DicePosition) -> object:
    """What the final dice mean beside the moves they allow: a wish stone already taken, or how many may be taken."""
    return getattr(final, "stones", ()) if final.game == "wuerfelspiel" else final.dice.count(STONE)
