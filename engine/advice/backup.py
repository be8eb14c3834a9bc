"""From the values of a turn's ends back to its beginning: the exact expectation of every keep and every move."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.advice.turn import Best, Leaf, Node, Rolls, Turn
from engine.advice.value import Value, ended, utility
from engine.position import Position

Row = NDArray[np.float64]
"""(1 + 2 * seats,): the number the seat decides by, then each seat's chance of winning and expected points."""


class Backup:
    """The values of all nodes of a turn.

    Args:
        turn: the turn.
        prospects: (leaves, seats, 2) of its leaves; see `leaf_prospects`.
        knows_win: as of the value function they come from.
        is_exact: whether they are no guesses: the game ends with the turn in any case, or its endgame was solved.
    """

    def __init__(
        self, turn: Turn, prospects: NDArray[np.float64], knows_win: bool, is_exact: bool | None = None
    ) -> None:
        self.turn = turn
        ends = all(leaf.stage == "over" for leaf in turn.leaves) if is_exact is None else is_exact
        self.is_exact = ends and not turn.unknown
        decided_by = utility(prospects, turn.seat, knows_win)
        flat = prospects.reshape(len(prospects), -1)
        self.rows: NDArray[np.float64] = np.concatenate([decided_by[:, None], flat], axis=1)
        self._utility: list[float] = self.rows[:, 0].tolist()
        self._known: dict[int, Row] = {}
        self._kept: dict[int, NDArray[np.float64]] = {}
        self._chosen: dict[int, NDArray[np.intp]] = {}

    def row(self, node: Node) -> Row:
        """The value of a node."""
        if isinstance(node, Leaf):
            return np.asarray(self.rows[node.place])
        known = self._known.get(id(node))
        if known is None:
            known = self._known[id(node)] = self._computed(node)
        return known

    def choice(self, node: Best) -> int:
        """Place of the move that the seat plays."""
        best, chosen = -1e99, 0
        for place, child in enumerate(node.nodes):
            worth = self._utility[child.place] if isinstance(child, Leaf) else float(self.row(child)[0])
            if worth > best:
                best, chosen = worth, place
        return chosen

    def _computed(self, node: Node) -> Row:
        if isinstance(node, Best):
            return self.row(node.nodes[self.choice(node)])
        if isinstance(node, Rolls):
            return self._rolls(node)
        rows = np.array([self.row(child) for child in node.nodes])  # type: ignore[union-attr]
        return np.asarray(np.array(node.weights) @ rows)  # type: ignore[union-attr]

    def near(self, node: Node, margin: float) -> set[int]:
        """Places of the leaves that are chosen somewhere below a node, or would be if they were worth so much more."""
        if isinstance(node, Leaf):
            return {node.place}
        nodes: Sequence[Node] = node.nodes
        if isinstance(node, Rolls | Best):
            worth = np.array([float(self.row(child)[0]) for child in nodes])
            options = node.options if isinstance(node, Rolls) else np.arange(len(nodes))[None]
            offered = worth[options]
            good = options[offered >= offered.max(axis=1, keepdims=True) - margin]
            nodes = [nodes[place] for place in np.unique(good)]
        return set().union(*(self.near(child, margin) for child in nodes))

    def chosen(self, node: Rolls) -> NDArray[np.intp]:
        """(rolls,) place of the move that is played after each final roll that may come about."""
        known = self._chosen.get(id(node))
        if known is None:
            worth = np.array([self.row(child)[0] for child in node.nodes])
            best = worth[node.options].argmax(axis=1)
            known = self._chosen[id(node)] = node.options[np.arange(len(best)), best]
        return known

    def keep_rows(self, node: Rolls) -> NDArray[np.float64]:
        """(keeps, columns): the value of every keep; of meaning only for keeps that may still come about."""
        kept = self._kept.get(id(node))
        if kept is None:
            finals = np.array([self.row(child) for child in node.nodes])[self.chosen(node)]
            kept = self._kept[id(node)] = self.turn.tables.matrix[:, node.rolls] @ finals
        return kept

    def best_keep(self, node: Rolls, faces: str) -> int:
        """Place of the keep that the seat decides for after a first roll."""
        places = self.turn.tables.keeps_of(faces)
        return int(places[self.keep_rows(node)[places, 0].argmax()])

    def _rolls(self, node: Rolls) -> Row:
        kept, tables = self.keep_rows(node), self.turn.tables
        if node.stage == "reroll":
            return np.asarray(kept[tables.place_of_keep[node.faces]])
        if node.stage == "keep":
            return np.asarray(kept[self.best_keep(node, node.faces)])
        options = tables.options
        best = kept[options, 0].argmax(axis=1)
        return np.asarray(tables.first @ kept[options[np.arange(len(options)), best]])


def leaf_prospects(leaves: Sequence[Position], value: Value) -> NDArray[np.float64]:
    """(leaves, seats, 2): the prospects of ends of turns; those that go on are valued in one call."""
    going = [place for place, leaf in enumerate(leaves) if leaf.stage != "over"]
    prospects = np.empty((len(leaves), leaves[0].seats, 2))
    if going:
        prospects[going] = value([leaves[place] for place in going])
    for place, leaf in enumerate(leaves):
        if leaf.stage == "over":
            prospects[place] = ended(leaf)
    return prospects
