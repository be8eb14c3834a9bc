"""Keltis Ór, and Ór as it is played on Happy Meeple; the rules stand in `engine/rules/or.md`.

A turn is a chain of small decisions: roll, keep, reroll, move; a chip nobody has entered yet is revealed by chance.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from engine.components import Components, Schema, from_word, parse
from engine.dice import OR_DICE as DICE
from engine.dice import STONE, Keep, Roll, in_order, keeps, kept_faces, known_rolls, roll_outcomes, together
from engine.dice_text import read_words, write_words
from engine.errors import EngineError, IllegalMoveError, NotationError
from engine.games.keltis_or_chips import (
    ALL_CHIPS,
    CLOVER,
    FITS,
    OPTIONS,
    OPTIONS_OF,
    PASS,
    SCHEMA,
    STALL,
    STONES,
    VALUES,
    Gifts,
    OrMove,
    Pass,
    Reveal,
    Setup,
    Take,
    TakeStones,
    make_setup,
    own_chips,
    reveals,
    sums,
    takes,
    with_chip,
)
from engine.games.keltis_or_problems import problems
from engine.games.keltis_or_score import score_sheets, totals
from engine.games.keltis_or_words import (
    FORM,
    RULE_OF_REASON,
    effects,
    read_chip,
    read_column,
    read_move,
    why_not,
    written_chip,
    written_column,
)
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
    ScoreSheet,
    Seat,
    only_legal,
)


class OrPosition(NamedTuple):
    """A position of Ór.

    Attributes:
        setup: seats, options, chips.
        columns: five columns a seat, each one number (see `keltis_or_chips`).
        centre: chips in the centre, as bits, by colour.
        stones: wish stones before each seat, those in columns left out.
        supply: wish stones left.
        turn_of: whose turn it is.
        stage: "roll", "keep", "reroll", "move", "reveal" or "over".
        faces: the dice: rolled ("keep"), kept ("reroll") or final ("move", "reveal").
        pending: 1 + colour * 11 + value of the chip that is being revealed, else 0.
        passes: passes in a row, counted under the option stall only.
        void: 1 + colour * 11 + value of the chip whose goblin and coins do not count (O19), else 0.
        reason: why the game is over, else "".
    """

    setup: Setup
    columns: tuple[int, ...]
    centre: tuple[int, ...]
    stones: tuple[int, ...]
    supply: int
    turn_of: Seat
    stage: str
    faces: str
    pending: int
    passes: int
    void: int
    reason: str

    @property
    def game(self) -> str:
        """Name in the catalogue."""
        return self.setup.game

    @property
    def seats(self) -> int:
        """How many play."""
        return self.setup.seats

    @property
    def components(self) -> Components:
        """The chips, with what has been revealed so far."""
        return self.setup.chips

    @property
    def options(self) -> Mapping[str, str]:
        """Value by option name."""
        return self.setup.options

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
    def legal_moves(self) -> tuple[OrMove, ...]:
        """All legal moves of the seat; empty while chance speaks or the game is over."""
        stage = self.stage
        if stage == "move":
            return self._choices()
        return keeps(self.faces) if stage == "keep" else ()

    def _choices(self) -> tuple[OrMove, ...]:
        """Chips that can be taken, then stones, then passing (O6)."""
        base, faces = self.turn_of * 5, self.faces
        reached, columns, centre = sums(faces), self.columns, self.centre
        moves: list[OrMove] = []
        for colour in range(5):
            chips = reached & centre[colour] & FITS[columns[base + colour] & 8191]
            if chips:
                moves += takes(colour, chips)
        if STONE in faces:
            moves.append(STONES)
        moves.append(PASS)
        return tuple(moves)

    def chance_outcomes(self) -> Iterator[tuple[OrMove, Fraction]]:
        """Every outcome of chance with its probability."""
        if self.stage == "reveal":
            yield from reveals()
        elif self.stage in ("roll", "reroll"):
            yield from roll_outcomes(DICE, DICE.count - len(self.faces))

    def play(self, move: Move) -> OrPosition:
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
                after = "move" if move.faces == self.faces else "reroll"
                return self._with_dice(after, move.faces)
        elif isinstance(move, Take):
            if stage == "move" and self._can_take(move.colour, move.value):
                return self._take(move.colour, move.value)
        elif isinstance(move, TakeStones):
            if stage == "move" and STONE in self.faces:
                return self._take_stones()
        elif isinstance(move, Pass):
            if stage == "move":
                return self._next_turn(passes=self.passes + 1)
        elif isinstance(move, Reveal) and stage == "reveal" and self.why_not(move) is None:
            return self._revealed(move.shows)
        raise IllegalMoveError(self.why_not(move) or f"{move} is no move here.")

    def _can_take(self, colour: int, value: int) -> bool:
        if not (0 <= colour < 5 and 0 <= value < VALUES):
            return False
        fits = FITS[self.columns[self.turn_of * 5 + colour] & 8191]
        return bool(sums(self.faces) & self.centre[colour] & fits & 1 << value)

    def _rolled(self, faces: str) -> OrPosition:
        if faces not in known_rolls(DICE, DICE.count - len(self.faces)):
            raise IllegalMoveError(self.why_not(Roll(faces)) or "")
        return (
            self._with_dice("keep", faces)
            if self.stage == "roll"
            else self._with_dice("move", together(self.faces, faces))
        )

    def _with_dice(self, stage: str, faces: str) -> OrPosition:
        new = (self.setup, self.columns, self.centre, self.stones, self.supply, self.turn_of, stage, faces)
        return tuple.__new__(OrPosition, (*new, 0, self.passes, 0, ""))

    def _take(self, colour: int, value: int) -> OrPosition:
        """Lay a chip into the own column and collect what it carries (O9-O14)."""
        chip = colour * VALUES + value
        gift = self.setup.gifts[chip]
        if gift is None:
            return self._with_dice("reveal", self.faces)._replace(pending=chip + 1)
        seat, supply = self.turn_of, self.supply
        stones = min(gift.stones, supply)
        clovers = min(gift.clovers, supply - stones)
        supply -= stones + clovers
        place = seat * 5 + colour
        column = with_chip(self.columns[place], value) + CLOVER * clovers
        columns = (*self.columns[:place], column, *self.columns[place + 1 :])
        left = self.centre[colour] & ~(1 << value)
        centre = (*self.centre[:colour], left, *self.centre[colour + 1 :])
        owned = self._with_stones(stones) if stones else self.stones
        if not supply or not left:
            return self._taken_last(columns, centre, owned, supply, left, chip, gift)
        return self._next_turn(columns, centre, owned, supply)

    def _taken_last(
        self,
        columns: tuple[int, ...],
        centre: tuple[int, ...],
        stones: tuple[int, ...],
        supply: int,
        left: int,
        chip: int,
        gift: Gifts,
    ) -> OrPosition:
        """The last stone or the last chip of a colour is gone (O17-O19)."""
        setup = self.setup
        if supply and not setup.colour_ends:
            return self._next_turn(columns, centre, stones, supply)
        at_once = not supply and setup.ending == "at-once" and (gift.goblins or gift.coins)
        reason = "colour-gone" if supply else "stones-gone"
        return OrPosition(
            setup, columns, centre, stones, supply, self.turn_of, "over", "", 0, 0, chip + 1 if at_once else 0, reason
        )

    def _with_stones(self, taken: int) -> tuple[int, ...]:
        seat = self.turn_of
        return (*self.stones[:seat], self.stones[seat] + taken, *self.stones[seat + 1 :])

    def _take_stones(self) -> OrPosition:
        """As many as the dice show, or the rest (O15)."""
        taken = min(self.faces.count(STONE), self.supply)
        supply, stones = self.supply - taken, self._with_stones(taken)
        if supply:
            return self._next_turn(stones=stones, supply=supply)
        return OrPosition(
            self.setup, self.columns, self.centre, stones, 0, self.turn_of, "over", "", 0, 0, 0, "stones-gone"
        )

    def _next_turn(
        self,
        columns: tuple[int, ...] | None = None,
        centre: tuple[int, ...] | None = None,
        stones: tuple[int, ...] | None = None,
        supply: int | None = None,
        passes: int = 0,
    ) -> OrPosition:
        setup = self.setup
        new = (
            setup,
            self.columns if columns is None else columns,
            self.centre if centre is None else centre,
            self.stones if stones is None else stones,
            self.supply if supply is None else supply,
        )
        if not setup.stalls:
            passes = 0
        elif passes >= STALL:
            return OrPosition(*new, self.turn_of, "over", "", 0, passes, 0, "passes")
        seat = (self.turn_of + 1) % setup.seats
        return tuple.__new__(OrPosition, (*new, seat, "roll", "", 0, passes, 0, ""))

    def _revealed(self, shows: str) -> OrPosition:
        """It is known now what the chip carries; it is laid (O26)."""
        chip = self.pending - 1
        back = self._with_dice("move", self.faces)._replace(setup=self.setup.revealed(chip, shows))
        return back._take(*divmod(chip, VALUES))

    def describe(self, move: Move) -> tuple[Effect, ...]:
        """What a legal move does, in order."""
        return tuple(effects(self, move))

    def parse_move(self, text: str) -> OrMove:
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
        """The score table as it stands (O21-O24)."""
        return score_sheets(self)

    @property
    def totals(self) -> tuple[int, ...]:
        """Points per seat as they stand; the quick way to `scores`."""
        return totals(self)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on (O17-O20, O25)."""
        if self.stage != "over":
            return None
        return Outcome.by_points(self.reason, RULE_OF_REASON[self.reason], self.totals)

    def problems(self) -> tuple[str, ...]:
        """Every reason why this position cannot be reached by play; empty for a sound one."""
        return tuple(problems(self))

    def seen_by(self, seat: Seat | None) -> OrPosition:
        """The position itself: nothing is hidden."""
        return self

    def __str__(self) -> str:
        setup = self.setup
        seats = (
            ",".join(written_column(column) for column in self.columns[seat * 5 : seat * 5 + 5])
            + f".{self.stones[seat]}"
            for seat in range(setup.seats)
        )
        own = {option.name for option in OPTIONS_OF[setup.game]}
        options = written((pair for pair in setup.options.items() if pair[0] in own), OPTIONS)
        words = [setup.game, *options, f"chips={setup.chips_word}", "/".join(seats), "ABCD"[self.turn_of], self.stage]
        if self.faces or self.stage == "reroll":
            words.append(f"dice={self.faces}")
        chip, void = (written_chip(place) if place else "" for place in (self.pending, self.void))
        words += write_words({"chip": chip, "passes": self.passes, "void": void})
        return " ".join((*words, self.reason)).rstrip()


@dataclass(frozen=True, slots=True)
class KeltisOr:
    """The game in the catalogue, or a preset of its options."""

    name: str = "or"
    title: str = "Keltis Ór"
    seats: range = range(2, 5)
    options: tuple[Option, ...] = OPTIONS
    fixed: tuple[tuple[str, str], ...] = ()
    dice_set: str | None = "or"
    schema: Schema = SCHEMA

    def start(self, seats: int, options: Mapping[str, str] | None = None, components: str | None = None) -> OrPosition:
        """The position before the first roll.

        Raises:
            OptionError: no such option, value or number of players.
            ComponentsError: the component text cannot be used.
        """
        chips = own_chips() if components is None else parse(components, SCHEMA)
        setup = self.setup(seats, options, chips)
        nothing, all_chips = (0,) * seats, (ALL_CHIPS,) * 5
        return OrPosition(setup, nothing * 5, all_chips, nothing, setup.stones, 0, "roll", "", 0, 0, 0, "")

    def setup(self, seats: int, options: Mapping[str, str] | None, chips: Components) -> Setup:
        """Seats, options and chips together.

        Raises:
            OptionError: no such option, value or number of players.
        """
        check_seats(self.title, self.seats, seats)
        values = {**dict(choose(self.title, self.options, options)), **dict(self.fixed)}
        return make_setup(self.name, seats, tuple(values[option.name] for option in OPTIONS), chips)

    def position(self, text: str) -> OrPosition:
        """The position that `str(position)` wrote.

        Raises:
            NotationError: the text is no position of this game.
        """
        try:
            return self._read_position(text)
        except EngineError as error:
            raise NotationError(f"{text[:60]!r} is no position of {self.title}: {error}") from error

    def _read_position(self, text: str) -> OrPosition:
        words = read_words(text, FORM)
        if text.split()[0] != self.name:
            raise NotationError(f"it begins with the word {self.name}.")
        chips = own_chips() if words.components == "ours" else from_word(words.components, SCHEMA)
        setup = self.setup(len(words.seats), words.options, chips)
        seats = [seat.split(".") for seat in words.seats]
        columns = tuple(read_column(column) for held, _ in seats for column in held.split(","))
        stones = tuple(int(count) for _, count in seats)
        return OrPosition(
            setup=setup,
            columns=columns,
            centre=tuple(_left(columns[colour::5]) for colour in range(5)),
            stones=stones,
            supply=setup.stones - sum(stones) - sum(column >> 13 for column in columns),
            turn_of=words.turn_of,
            stage=words.stage,
            faces=in_order(words.more.get("dice", "")),
            pending=read_chip(words.more.get("chip")),
            passes=words.number("passes"),
            void=read_chip(words.more.get("void")),
            reason=words.reason,
        )


def _left(columns: tuple[int, ...]) -> int:
    """The chips of a colour that no column holds, as bits."""
    held = 0
    for column in columns:
        held |= column
    return ALL_CHIPS & ~held


GAME = KeltisOr()
HAPPY_MEEPLE = KeltisOr(
    name="or-happy-meeple",
    title="Keltis Ór on Happy Meeple",
    seats=range(2, 3),
    options=OPTIONS_OF["or-happy-meeple"],
    fixed=(("end", "stones"), ("ending", "at-once"), ("goblin_ties", "none")),
)

if TYPE_CHECKING:  # both keep what every game promises
    _GAME: Game = GAME
    _POSITION_TYPE: type[DicePosition] = OrPosition
