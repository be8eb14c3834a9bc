"""What every game offers: seats, chance as a player, moves, positions, scores.

A position is a frozen value.  It says whose move it is, lists the legal moves and yields the next position.
It has no clock, no camera and no random numbers: what dice or a shuffled pile decide is a move of `CHANCE`,
handed in from outside (OpenSpiel's idea), so that camera, seed, replay and adviser use the same rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Protocol, Self, TypeAlias, TypeVar

from engine.components import Components
from engine.errors import IllegalMoveError

M = TypeVar("M", bound="Move")

Seat: TypeAlias = int
"""A player's place at the table, 0 for the one who begins."""


class Chance(Enum):
    """The player who owns dice, shuffled cards and components nobody has entered yet."""

    CHANCE = "chance"


CHANCE = Chance.CHANCE


class Move(Protocol):
    """A decision of a seat or an outcome of chance: hashable, comparable, and its text parses back."""

    def __str__(self) -> str: ...
    def __hash__(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Effect:
    """One thing a move does, for the page to say in the viewer's language.

    Attributes:
        kind: what happens, for example "advance", "start", "stone", "clover", "leprechaun", "goal", "ends".
        target: row, colour or component it happens to ("" for none).
        amount: how many steps, stones or points.
        to: the space reached, 1 for the first (0 where there is none).
    """

    kind: str
    target: str = ""
    amount: int = 0
    to: int = 0


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of the score table.

    Attributes:
        item: what is scored: a row or colour by name, "stones", "coins", "leprechauns", ...
        count: what was counted: the space of a piece, chips in a column, stones collected.
        points: what that is worth now.
        rule: number of the rule in `engine/rules/<game>.md`.
    """

    item: str
    count: int
    points: int
    rule: str


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """All lines of one seat, also before the end of the game: what each is worth now."""

    seat: Seat
    lines: tuple[ScoreLine, ...]

    @property
    def total(self) -> int:
        """Sum of the lines."""
        return sum(line.points for line in self.lines)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    Attributes:
        reason: key of the reason ("goal", "all-four", "stones-gone", "colour-gone", "passes", ...).
        rule: number of the rule that ended it.
        winners: the seats with most points, several on a tie.
        totals: points per seat.
    """

    reason: str
    rule: str
    winners: tuple[Seat, ...]
    totals: tuple[int, ...]

    @classmethod
    def by_points(cls, reason: str, rule: str, totals: tuple[int, ...]) -> Outcome:
        """The end of a game that whoever has most points wins."""
        best = max(totals)
        return cls(reason, rule, tuple(seat for seat, total in enumerate(totals) if total == best), totals)


class LegalMoves(Protocol):
    """A view of the legal moves: complete, distinct and in a fixed order; answers `in`, `len` and iteration."""

    def __iter__(self) -> Iterator[Move]: ...
    def __len__(self) -> int: ...
    def __contains__(self, move: object) -> bool: ...


class Position(Protocol):
    """A position of any game.

    `str(position)` is its text; `engine.catalogue.position(text)` reads it back to an equal position.
    """

    @property
    def game(self) -> str:
        """Name in the catalogue."""
        ...

    @property
    def seats(self) -> int:
        """How many play."""
        ...

    @property
    def to_move(self) -> Seat | Chance | None:
        """Who must speak next: a seat, `CHANCE`, or None once the game is over."""
        ...

    @property
    def turn_of(self) -> Seat:
        """Whose turn it is, also while `CHANCE` speaks."""
        ...

    @property
    def stage(self) -> str:
        """What is asked for now: "roll", "keep", "reroll", "move", "clover", "reveal", "play", "draw", ... "over"."""
        ...

    @property
    def legal_moves(self) -> LegalMoves:
        """All legal moves of a seat; empty while chance speaks or the game is over."""
        ...

    def chance_outcomes(self) -> Iterator[tuple[Move, Fraction]]:
        """Every outcome of chance with its probability; they sum to one. Empty unless `CHANCE` is to move."""
        ...

    def play(self, move: Move) -> Self:
        """The position after a move.

        Raises:
            IllegalMoveError: the move is not legal here.
        """
        ...

    def describe(self, move: Move) -> tuple[Effect, ...]:
        """What a legal move does, in order."""
        ...

    def parse_move(self, text: str) -> Move:
        """The move that a person typed.

        Raises:
            NotationError: the text is no move of this game.
            IllegalMoveError: it is one, but not legal here.
        """
        ...

    def why_not(self, move: Move) -> str | None:
        """One sentence why a move is not legal here, naming the rule; None if it is legal."""
        ...

    def scores(self) -> tuple[ScoreSheet, ...]:
        """The score table as it stands, one sheet a seat."""
        ...

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        ...

    def problems(self) -> tuple[str, ...]:
        """Every reason why this position cannot be reached by play; empty for a sound one."""
        ...

    def seen_by(self, seat: Seat | None) -> Self:
        """The position as a seat sees it (None: somebody who holds no cards); itself where nothing is hidden."""
        ...


def only_legal(position: Position, move: M) -> M:
    """The move, if it is legal in a position.

    Raises:
        IllegalMoveError: it is not; the sentence says why.
    """
    reason = position.why_not(move)
    if reason is not None:
        raise IllegalMoveError(reason)
    return move


class DicePosition(Position, Protocol):
    """A position of one of the two dice games; faces are the letters of `engine.dice`."""

    @property
    def dice(self) -> tuple[str, ...]:
        """Faces rolled so far this turn, sorted; empty before the first roll. After a keep: the kept ones."""
        ...

    @property
    def to_roll(self) -> int:
        """How many dice chance rolls now; 0 unless the stage is "roll" or "reroll"."""
        ...

    @property
    def options(self) -> Mapping[str, str]:
        """Value by option name."""
        ...

    @property
    def components(self) -> Components:
        """The board or chips, with what has been revealed so far; `engine.components.write` makes a file of them."""
        ...

    @property
    def totals(self) -> tuple[int, ...]:
        """Points per seat as they stand: the sums of `scores`, quicker."""
        ...


@dataclass(frozen=True, slots=True)
class Option:
    """A point on which editions or readings differ.

    Attributes:
        name: key in records and settings.
        values: what may be chosen; the first is the default.
        rule: number of the rule in `engine/rules/<game>.md`.
        sentence: one sentence for the players, in English, with its full stop.
    """

    name: str
    values: tuple[str, ...]
    rule: str
    sentence: str

    @property
    def default(self) -> str:
        """The value used when nobody chooses."""
        return self.values[0]


class Game(Protocol):
    """A game in the catalogue."""

    @property
    def name(self) -> str:
        """Catalogue name, for example "wuerfelspiel"."""
        ...

    @property
    def title(self) -> str:
        """The name on the box."""
        ...

    @property
    def seats(self) -> range:
        """How many may play, from 2 to 4."""
        ...

    @property
    def options(self) -> tuple[Option, ...]:
        """What may be chosen before a game."""
        ...

    @property
    def dice_set(self) -> str | None:
        """Name of the dice that the camera reads ("wuerfelspiel", "or"); None for a game without the rig's dice."""
        ...

    def start(self, seats: int, options: Mapping[str, str] | None = None, components: str | None = None) -> Position:
        """The position before the first move.

        Args:
            seats: number of players.
            options: values by option name; what is missing takes its default.
            components: text of a component file (TOML); None takes our own layout.

        Raises:
            OptionError: no such option, value or number of players.
            ComponentsError: the component text cannot be used; all problems are named.
        """
        ...

    def position(self, text: str) -> Position:
        """The position that `str(position)` wrote.

        A text that can be read is returned even if no play leads there: `problems()` says so.

        Raises:
            NotationError: the text is no position of this game.
        """
        ...
