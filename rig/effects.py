"""What the table asks of the world; each may be done twice without harm, for a power cut may fall in between."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from engine.match import Match
from engine.position import Position
from rig.journal import GameStart


@dataclass(frozen=True, slots=True)
class GameStarted:
    """A game begins: the journal opens a chapter."""

    start: GameStart


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over: its record is saved.

    Attributes:
        match: with all moves.
        revision: names the file.
    """

    match: Match
    revision: int


@dataclass(frozen=True, slots=True)
class AdviceWanted:
    """Rank the choices of this position; the answer comes back as `AdviceGiven(decision=...)`."""

    decision: int
    position: Position


@dataclass(frozen=True, slots=True)
class ChanceWanted:
    """Chance is to speak in a game that is played on the screen: cards, tiles; the answer is `ChanceGiven`."""

    decision: int
    position: Position


@dataclass(frozen=True, slots=True)
class MoveWanted:
    """The rig is to keep or move for a seat of its own; the answer is `MoveGiven(decision=...)`.

    Attributes:
        strength: one of `rig.state.STRENGTHS`.
    """

    decision: int
    position: Position
    strength: str


@dataclass(frozen=True, slots=True)
class ComponentLearned:
    """A space or chip of the owner's board was named: remember it for good.

    Attributes:
        position: after it was named; its components hold the new entry.
    """

    position: Position


@dataclass(frozen=True, slots=True)
class ComponentsWanted:
    """The setup screen chose the owner's board: read what is known of it (answer: `ComponentsRead`)."""

    game: str


Effect: TypeAlias = (
    GameStarted | GameEnded | AdviceWanted | ChanceWanted | MoveWanted | ComponentLearned | ComponentsWanted
)
"""Any of them."""
