"""A game in play: players, every event so far, undo and amended rolls; a value like the positions it holds.

What was played is a list of events that only grows: undo, a misread roll put right and a table put right are events
too.  The moves that count now are the line; `engine.record` writes and reads all of it as text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from engine import catalogue
from engine.errors import IllegalMoveError, NotationError, OptionError
from engine.position import CHANCE, Move, Position

SEAT_LETTERS = "ABCD"


@dataclass(frozen=True, slots=True)
class Played:
    """A move was made.

    Attributes:
        move: the move.
        source: where a roll comes from, for example "camera", "hand" or "seed 7"; "" for none.
        confidence: of the reading, 0 to 1, None if nobody measured it.
        comment: what a person noted.
    """

    move: Move
    source: str = ""
    confidence: float | None = None
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Undone:
    """The last move of the line was taken back."""

    move: Move


@dataclass(frozen=True, slots=True)
class Amended:
    """A move of chance was something else, for example a misread roll.

    Attributes:
        place: its place in the line, from 0.
        move: what it was.
        kept: how many moves of the line still stand.
        former: what it had been taken for, None where later moves went with it.
    """

    place: int
    move: Move
    kept: int
    former: Move | None = None


@dataclass(frozen=True, slots=True)
class Edited:
    """The table was put right: the line begins afresh at this position."""

    position: Position


Event: TypeAlias = Played | Undone | Amended | Edited


@dataclass(frozen=True, slots=True)
class Match:
    """A game in play.

    Attributes:
        game: catalogue name.
        players: name of each seat.
        first: the position before the first event.
        board: how the components are called, "" for a game without.
        events: all that happened, oldest first.
        line: the moves that count, as they were made.
        positions: the position before the line and after each of its moves.
    """

    game: str
    players: tuple[str, ...]
    first: Position
    board: str
    events: tuple[Event, ...]
    line: tuple[Played, ...]
    positions: tuple[Position, ...]

    @classmethod
    def start(
        cls,
        game: str,
        players: tuple[str, ...],
        options: Mapping[str, str] | None = None,
        components: str | None = None,
    ) -> Match:
        """A match before its first move.

        Args:
            game: catalogue name.
            players: names, the one who begins first.
            options: values by option name; what is missing takes its default.
            components: text of a component file; None takes our own layout.

        Raises:
            OptionError: no such game, option, value or number of players.
            ComponentsError: the component text cannot be used.
        """
        position = catalogue.game(game).start(len(players), options, components)
        return cls.at(position, players)

    @classmethod
    def at(cls, position: Position, players: tuple[str, ...], board: str | None = None) -> Match:
        """A match that begins at a position.

        Args:
            position: where it begins.
            players: names, the one who begins first.
            board: how the components are called, None to ask them.

        Raises:
            OptionError: a name is empty, too long, used twice or one too many or few.
        """
        names = tuple(" ".join(name.split()) for name in players)
        unfit = any(not name or len(name) > 40 or set(name) & set(',"<>{}[]') for name in names)
        if unfit or len(set(names)) != len(names) or len(names) != position.seats:
            raise OptionError(
                f"{', '.join(names)[:80]!r} cannot be the players; give {position.seats} different names "
                "of at most 40 letters without commas, quotes or brackets."
            )
        called = str(getattr(getattr(position, "components", None), "name", "")) if board is None else board
        return cls(position.game, names, position, called, (), (), (position,))

    @property
    def position(self) -> Position:
        """The position now."""
        return self.positions[-1]

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that count, oldest first."""
        return tuple(played.move for played in self.line)

    def play(self, move: Move, source: str = "", confidence: float | None = None, comment: str = "") -> Match:
        """The match after a move.

        Raises:
            IllegalMoveError: the move is not legal now.
        """
        after = self.position.play(move)
        played = Played(move, source, confidence, comment)
        return replace(
            self,
            events=(*self.events, played),
            line=(*self.line, played),
            positions=(*self.positions, after),
        )

    def undo(self) -> Match:
        """The match without its last move; a roll that is taken back has to be rolled again.

        Raises:
            IllegalMoveError: there is nothing to undo.
        """
        if not self.line:
            raise IllegalMoveError("There is no move to undo.")
        return replace(
            self,
            events=(*self.events, Undone(self.line[-1].move)),
            line=self.line[:-1],
            positions=self.positions[:-1],
        )

    @property
    def correction(self) -> Amended | None:
        """The roll put right just now, which can be taken back without losing anything; None if that was not the last
        event, or took one back itself."""
        last, before = (None, None, *self.events)[-1:-3:-1]
        if not isinstance(last, Amended) or last.former is None:
            return None
        was_taken_back = isinstance(before, Amended) and (before.place, before.former) == (last.place, last.move)
        return None if was_taken_back else last

    def upto(self, place: int) -> Match:
        """The match as it would stand after the first moves of its line; what came later is forgotten.

        Args:
            place: how many moves to keep.
        """
        begun = () if self.positions[0] == self.first else (Edited(self.positions[0]),)
        line = self.line[:place]
        return replace(self, events=(*begun, *line), line=line, positions=self.positions[: place + 1])

    def amend(self, place: int, move: Move, *, drop_rest: bool = False) -> Match:
        """The match as if chance had decided otherwise: a misread roll is put right and all later moves replayed.

        Args:
            place: place of the roll in `moves`, from 0.
            move: what it was.
            drop_rest: from the first later move on that became illegal, forget all moves instead of refusing.

        Raises:
            IllegalMoveError: there is no move of chance at that place, it cannot be that, or a later move became
                illegal; the sentence names the first one.
        """
        if not 0 <= place < len(self.line) or self.positions[place].to_move is not CHANCE:
            raise IllegalMoveError(f"Move {place + 1} is no roll or draw; only those can be amended.")
        positions = [*self.positions[: place + 1], self.positions[place].play(move)]
        line = [*self.line[:place], replace(self.line[place], move=move)]
        for number, later in enumerate(self.line[place + 1 :], place + 2):
            reason = positions[-1].why_not(later.move)
            if reason is not None and not drop_rest:
                raise IllegalMoveError(
                    f"With {move} as move {place + 1}, move {number} ({later.move}) became illegal: {reason} "
                    "Undo back to it first, or keep only the moves before it."
                )
            if reason is not None:
                break
            line.append(later)
            positions.append(positions[-1].play(later.move))
        former = self.line[place].move if len(line) == len(self.line) else None
        event = Amended(place, move, len(line), former)
        return replace(self, events=(*self.events, event), line=tuple(line), positions=tuple(positions))

    def edit(self, position: Position) -> Match:
        """The match after the table was put right; earlier moves can no longer be undone.

        Raises:
            NotationError: it is another game, has other seats, or cannot be reached by play; all reasons are named.
        """
        now = self.position
        if (position.game, position.seats) != (now.game, now.seats):
            raise NotationError(f"The position is no {now.game} for {now.seats} players.")
        problems = position.problems()
        if problems:
            raise NotationError("The position cannot be: " + " ".join(problems))
        return replace(self, events=(*self.events, Edited(position)), line=(), positions=(position,))
