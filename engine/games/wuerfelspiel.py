"""Keltis: Das Würfelspiel, both sides of the board; its rules stand in `engine/rules/wuerfelspiel.md`.

A turn is a chain of small decisions: roll, keep, reroll, move, then clover after clover while pieces land on them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from engine.components import Components, Schema, from_word, parse
from engine.dice import WUERFELSPIEL_DICE as DICE
from engine.dice import Keep, Roll, in_order, keeps, kept_faces, known_rolls, roll_outcomes, together
from engine.dice_text import read_words, write_words
from engine.errors import EngineError, IllegalMoveError, NotationError
from engine.games.wuerfelspiel_board import (
    ADVANCES,
    DECLINE,
    GOAL,
    LETTERS,
    OPTIONS,
    PIECES,
    ROWS,
    SCHEMA,
    SPACES,
    STALL,
    STEPS,
    STONE_POINTS,
    Advance,
    Decline,
    Reveal,
    Setup,
    Step,
    WuerfelspielMove,
    counted,
    ended,
    make_setup,
    own_board,
    reveals,
)
from engine.games.wuerfelspiel_problems import problems
from engine.games.wuerfelspiel_words import FORM, RULE_OF_REASON, effects, read_move, why_not
from engine.options import check_seats, choose, written
from engine.position import (
    CHANCE,
    Chance,
    DicePosition,
    Effect,
    Game,
    Move,
    Option,
    Outcome,
    ScoreLine,
    ScoreSheet,
    Seat,
    only_legal,
)


class WuerfelspielPosition(NamedTuple):
    """A position of the Würfelspiel.

    Attributes:
        setup: seats, options, board.
        pieces: space of each piece, five rows a seat; 0 is off the board, 1 the first space, 9 the last.
        stones: wish stones of each seat.
        turn_of: whose turn it is.
        stage: "roll", "keep", "reroll", "move", "clover", "reveal" or "over".
        faces: the dice: rolled ("keep"), kept ("reroll") or final ("move"; "reveal" if a move led there).
        pending: row * 10 + space that is being revealed, else 0.
        idle: turns in a row without a move, counted under the option stall only.
        reason: why the game is over, else "".
    """

    setup: Setup
    pieces: tuple[int, ...]
    stones: tuple[int, ...]
    turn_of: Seat
    stage: str
    faces: str
    pending: int
    idle: int
    reason: str

    @property
    def game(self) -> str:
        """Name in the catalogue."""
        return "wuerfelspiel"

    @property
    def seats(self) -> int:
        """How many play."""
        return self.setup.seats

    @property
    def components(self) -> Components:
        """The board, with what has been revealed so far."""
        return self.setup.board

    @property
    def options(self) -> Mapping[str, str]:
        """Value by option name."""
        return {option.name: getattr(self.setup, option.name) for option in OPTIONS}

    @property
    def to_move(self) -> Seat | Chance | None:
        """Who must speak next."""
        if self.stage in ("roll", "reroll", "reveal"):
            return CHANCE
        return None if self.stage == "over" else self.turn_of

    @property
    def dice(self) -> tuple[str, ...]:
        """Faces rolled so far this turn; after a keep the kept ones."""
        return tuple(self.faces)

    @property
    def to_roll(self) -> int:
        """How many dice chance rolls now."""
        return DICE.count - len(self.faces) if self.stage in ("roll", "reroll") else 0

    @property
    def tiles_left(self) -> int:
        """Wish stone tiles in the supply."""
        return self.setup.board.numbers_of("tiles")[0] - sum(self.stones)

    def own(self, seat: Seat) -> tuple[int, ...]:
        """The spaces of a seat's pieces, one a row."""
        return self.pieces[seat * 5 : seat * 5 + 5]

    @property
    def legal_moves(self) -> tuple[WuerfelspielMove, ...]:
        """All legal moves of the seat; empty while chance speaks or the game is over."""
        stage = self.stage
        if stage == "move":
            return self._advances()
        if stage == "keep":
            return keeps(self.faces)
        if stage == "clover":
            return (*self.clover_steps(), DECLINE)
        return ()

    def _advances(self) -> tuple[WuerfelspielMove, ...]:
        """Advances by the dice, then declining (W10-W16, W28)."""
        setup, base = self.setup, self.turn_of * 5
        icons, own = setup.icons, self.pieces[base : base + 5]
        may_start = own.count(0) > 5 - PIECES
        moves: list[WuerfelspielMove] = []
        for row, steps in counted(self.faces):
            at = own[row]
            if at == SPACES or not (at or may_start):
                continue
            to = at + steps
            if to > SPACES:
                if not setup.clamps:
                    continue
                to = SPACES
            if icons[row * 10 + to] != "x":
                moves.append(ADVANCES[row][steps])
        moves.append(DECLINE)
        return tuple(moves)

    def clover_steps(self) -> list[WuerfelspielMove]:
        """Steps that a clover allows (W17, W18, W28)."""
        icons, base = self.setup.icons, self.turn_of * 5
        own = self.pieces[base : base + 5]
        may_start = own.count(0) > 5 - PIECES
        return [
            STEPS[row]
            for row, at in enumerate(own)
            if at != SPACES and (at or may_start) and icons[row * 10 + at + 1] != "x"
        ]

    def chance_outcomes(self) -> Iterator[tuple[WuerfelspielMove, Fraction]]:
        """Every outcome of chance with its probability."""
        if self.stage == "reveal":
            yield from reveals(self.setup.side)
        elif self.stage in ("roll", "reroll"):
            yield from roll_outcomes(DICE, DICE.count - len(self.faces))

    def play(self, move: Move) -> WuerfelspielPosition:
        """The position after a move.

        Raises:
            IllegalMoveError: the move is not legal here.
        """
        stage = self.stage
        if isinstance(move, Roll):
            if stage in ("roll", "reroll"):
                return self._rolled(move.faces)
        elif isinstance(move, Keep):
            if stage == "keep" and move.faces in kept_faces(self.faces):
                return self._kept(move.faces)
        elif isinstance(move, Advance):
            if stage == "move" and move in self._advances():
                return self._reach(move.row, min(self.pieces[self.turn_of * 5 + move.row] + move.steps, SPACES))
        elif isinstance(move, Step):
            if stage == "clover" and move in self.clover_steps():
                return self._reach(move.row, self.pieces[self.turn_of * 5 + move.row] + 1)
        elif isinstance(move, Decline):
            if stage in ("move", "clover"):
                return self._next_turn(self.pieces, self.stones, self.idle + 1 if stage == "move" else self.idle)
        elif isinstance(move, Reveal) and stage == "reveal" and self.why_not(move) is None:
            return self._revealed(move.shows)
        raise IllegalMoveError(self.why_not(move) or f"{move} is no move here.")

    def _rolled(self, faces: str) -> WuerfelspielPosition:
        if faces not in known_rolls(DICE, DICE.count - len(self.faces)):
            raise IllegalMoveError(self.why_not(Roll(faces)) or "")
        if self.stage == "reroll":
            return self._final(together(self.faces, faces))
        return _position(self.setup, self.pieces, self.stones, self.turn_of, "keep", faces, self.idle)

    def _kept(self, faces: str) -> WuerfelspielPosition:
        if faces == self.faces:
            return self._final(faces)
        return _position(self.setup, self.pieces, self.stones, self.turn_of, "reroll", faces, self.idle)

    def _final(self, faces: str) -> WuerfelspielPosition:
        """The dice are final: first the wish stone, whatever the move will be (W8, W9)."""
        stones = self._stone_taken() if faces.endswith("ss") else self.stones
        return _position(self.setup, self.pieces, stones, self.turn_of, "move", faces, self.idle)

    def _stone_taken(self) -> tuple[int, ...]:
        if self.tiles_left < 1:
            return self.stones
        seat = self.turn_of
        return (*self.stones[:seat], self.stones[seat] + 1, *self.stones[seat + 1 :])

    def _reach(self, row: int, to: int) -> WuerfelspielPosition:
        """The active player's piece reaches a space; what it shows happens at once (W17-W24)."""
        setup, seat = self.setup, self.turn_of
        icon = setup.icons[row * 10 + to]
        if icon == "?" and self._matters(row, to):
            return WuerfelspielPosition(
                setup, self.pieces, self.stones, seat, "reveal", self.faces, row * 10 + to, self.idle, ""
            )
        place = seat * 5 + row
        pieces = (*self.pieces[:place], to, *self.pieces[place + 1 :])
        if to >= GOAL:
            reason = ended(pieces, seat, setup.seats)
            if reason:
                return WuerfelspielPosition(setup, pieces, self.stones, seat, "over", "", 0, 0, reason)
        if icon == "." or icon == "?":
            return self._next_turn(pieces, self.stones, 0)
        if icon == "s":
            return self._next_turn(pieces, self._stone_taken(), 0)
        if icon == "l":
            return _position(setup, pieces, self.stones, seat, "roll", "", 0)
        after = _position(setup, pieces, self.stones, seat, "clover", "", 0)
        return after if after.clover_steps() else self._next_turn(pieces, self.stones, 0)

    def _matters(self, row: int, to: int) -> bool:
        """Whether it must be known what an unknown space shows: not if the game ends on it anyway (W24, W32)."""
        if self.setup.side == "crossed" or to < GOAL:
            return True
        place = self.turn_of * 5 + row
        pieces = (*self.pieces[:place], to, *self.pieces[place + 1 :])
        return not ended(pieces, self.turn_of, self.setup.seats)

    def _next_turn(self, pieces: tuple[int, ...], stones: tuple[int, ...], idle: int) -> WuerfelspielPosition:
        setup = self.setup
        if setup.stalls:
            if idle >= STALL:
                return WuerfelspielPosition(setup, pieces, stones, self.turn_of, "over", "", 0, idle, "stall")
        else:
            idle = 0
        return _position(setup, pieces, stones, (self.turn_of + 1) % setup.seats, "roll", "", idle)

    def _revealed(self, shows: str) -> WuerfelspielPosition:
        """The space is known now; a forbidden one sends the piece back and the player chooses again (W32)."""
        row, space = divmod(self.pending, 10)
        setup = self.setup.revealed(row, space, shows)
        back = _position(
            setup, self.pieces, self.stones, self.turn_of, "move" if self.faces else "clover", self.faces, self.idle
        )
        if shows != "crossed":
            return back._reach(row, space)
        return back if back.faces or back.clover_steps() else back._next_turn(self.pieces, self.stones, 0)

    def describe(self, move: Move) -> tuple[Effect, ...]:
        """What a legal move does, in order."""
        return tuple(effects(self, move))

    def parse_move(self, text: str) -> WuerfelspielMove:
        """The move that a person typed.

        Raises:
            NotationError: the text is no move of this game.
            IllegalMoveError: it is one, but not legal here.
        """
        return only_legal(self, read_move(text, self.to_roll))

    def why_not(self, move: Move) -> str | None:
        """One sentence why a move is not legal here, naming the rule; None if it is legal."""
        return why_not(self, move)

    def scores(self) -> tuple[ScoreSheet, ...]:
        """The score table as it stands (W25, W26)."""
        values = self.setup.values
        sheets = []
        for seat in range(self.setup.seats):
            own, stones = self.own(seat), self.stones[seat]
            lines = [ScoreLine(ROWS[row], at, values[at], "W25") for row, at in enumerate(own)]
            sheets.append(ScoreSheet(seat, (*lines, ScoreLine("stones", stones, STONE_POINTS[min(stones, 9)], "W26"))))
        return tuple(sheets)

    @property
    def totals(self) -> tuple[int, ...]:
        """Points per seat as they stand; the quick way to `scores`."""
        values, pieces = self.setup.values, self.pieces
        return tuple(
            sum(values[at] for at in pieces[seat * 5 : seat * 5 + 5]) + STONE_POINTS[min(stones, 9)]
            for seat, stones in enumerate(self.stones)
        )

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on (W22, W23, W27, W31)."""
        if self.stage != "over":
            return None
        return Outcome.by_points(self.reason, RULE_OF_REASON[self.reason], self.totals)

    def problems(self) -> tuple[str, ...]:
        """Every reason why this position cannot be reached by play; empty for a sound one."""
        return tuple(problems(self))

    def seen_by(self, seat: Seat | None) -> WuerfelspielPosition:
        """The position itself: nothing is hidden."""
        return self

    def __str__(self) -> str:
        setup = self.setup
        seats = "/".join("".join(map(str, self.own(seat))) + f".{self.stones[seat]}" for seat in range(setup.seats))
        words = ["wuerfelspiel", *written(self.options.items(), OPTIONS), f"board={setup.board_word}"]
        words += [seats, "ABCD"[self.turn_of], self.stage]
        if self.faces or self.stage == "reroll":
            words.append(f"dice={self.faces}")
        space = f"{LETTERS[self.pending // 10]}{self.pending % 10}" if self.pending else ""
        words += write_words({"space": space, "idle": self.idle})
        return " ".join((*words, self.reason)).rstrip()


def _position(
    setup: Setup, pieces: tuple[int, ...], stones: tuple[int, ...], seat: Seat, stage: str, faces: str, idle: int
) -> WuerfelspielPosition:
    """A position in which nothing is being revealed and the game goes on."""
    return tuple.__new__(WuerfelspielPosition, (setup, pieces, stones, seat, stage, faces, 0, idle, ""))


@dataclass(frozen=True, slots=True)
class Wuerfelspiel:
    """The game in the catalogue."""

    name: str = "wuerfelspiel"
    title: str = "Keltis: Das Würfelspiel"
    seats: range = range(2, 5)
    options: tuple[Option, ...] = OPTIONS
    dice_set: str | None = "wuerfelspiel"
    schema: Schema = SCHEMA

    def start(
        self, seats: int, options: Mapping[str, str] | None = None, components: str | None = None
    ) -> WuerfelspielPosition:
        """The position before the first roll.

        Raises:
            OptionError: no such option, value or number of players.
            ComponentsError: the component text cannot be used.
        """
        check_seats(self.title, self.seats, seats)
        choices = dict(choose(self.title, OPTIONS, options))
        board = own_board() if components is None else parse(components, SCHEMA)
        setup = make_setup(seats, **choices, board=board)
        return _position(setup, (0,) * (5 * seats), (0,) * seats, 0, "roll", "", 0)

    def position(self, text: str) -> WuerfelspielPosition:
        """The position that `str(position)` wrote.

        Raises:
            NotationError: the text is no position of this game.
        """
        try:
            return _read_position(text)
        except EngineError as error:
            raise NotationError(f"{text[:60]!r} is no position of the Würfelspiel: {error}") from error


def _read_position(text: str) -> WuerfelspielPosition:
    words = read_words(text, FORM)
    check_seats(GAME.title, GAME.seats, len(words.seats))
    board = own_board() if words.components == "ours" else from_word(words.components, SCHEMA)
    setup = make_setup(len(words.seats), **dict(choose(GAME.title, OPTIONS, words.options)), board=board)
    seats = [seat.split(".") for seat in words.seats]
    space = words.more.get("space", "")
    return WuerfelspielPosition(
        setup=setup,
        pieces=tuple(int(at) for pieces, _ in seats for at in pieces),
        stones=tuple(int(stones) for _, stones in seats),
        turn_of=words.turn_of,
        stage=words.stage,
        faces=in_order(words.more.get("dice", "")),
        pending=LETTERS.index(space[0]) * 10 + int(space[1]) if space else 0,
        idle=words.number("idle"),
        reason=words.reason,
    )


GAME = Wuerfelspiel()

if TYPE_CHECKING:  # both keep what every game promises
    _GAME: Game = GAME
    _POSITION_TYPE: type[DicePosition] = WuerfelspielPosition
