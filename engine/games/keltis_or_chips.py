"""The facts of Keltis Ór: colours, columns, options, moves, and what stays the same in a game.

The rules stand in `engine/rules/or.md`.  A column of one seat and colour is one whole number: eleven bits for the
chips it holds, two bits for its direction (none yet, up, down) and above them the stones that clovers laid into it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from typing import TypeAlias

from engine.components import UNKNOWN, Components, Schema, shipped, word
from engine.dice import Keep, Roll
from engine.position import Option
from engine.same_game import SameGame

COLOURS = ("redbrown", "yellow", "pink", "green", "blue")
LETTERS = "rypgb"
VALUES = 11
ALL_CHIPS = (1 << VALUES) - 1
UP, DOWN = 1, 2
CLOVER = 1 << 13
COLUMN_POINTS = (0, -4, -3, -2, 1, 2, 3, 6, 7, 10)
STONE_POINTS = (-7, -4, -3, -2, 1, 2, 3, 6, 7, 10)
GOBLIN_POINTS = 3
STONES_PUT_BACK = 3
STALL = 4
ITEMS = ("stone", "clover", "goblin", "coins")
REVEAL_CHANCES = {"stone": Fraction(2, 11), "clover": Fraction(2, 11), "goblin": Fraction(2, 11)}
COIN_CHANCES = {0: Fraction(9, 11), **{amount: Fraction(2, 55) for amount in range(1, 6)}}
"""How likely an unknown chip is to carry each item, as far as anybody can guess (O26)."""

SCHEMA = Schema(
    game="or",
    groups={"chips": COLOURS},
    length=VALUES,
    first=0,
    items={"chips": ITEMS},
    several=True,
    numbers={"stones": (1, 10, 99)},
)

OPTIONS = (
    Option("end", ("either", "stones"), "O18", "The last chip of a colour ends the game too, or only the last stone."),
    Option("ending", ("finish", "at-once"), "O19", "After the last stone the turn is finished, or nothing counts."),
    Option("goblin_ties", ("each", "none"), "O24", "Tied for most or fewest goblins: each gets the points, or nobody."),
    Option("stall", ("four-passes", "off"), "O20", "House rule: four passes in a row end the game."),
)

OPTIONS_OF = {"or": OPTIONS, "or-happy-meeple": OPTIONS[3:]}
"""What may be chosen, by catalogue name; the preset fixes the others."""


@dataclass(frozen=True, slots=True)
class Take:
    """Take a chip from the centre and lay it into the own column: "g9".

    Attributes:
        colour: 0 for red-brown to 4 for blue.
        value: 0 to 10.
    """

    colour: int
    value: int

    def __str__(self) -> str:
        return f"{LETTERS[self.colour]}{self.value}"


@dataclass(frozen=True, slots=True)
class TakeStones:
    """Take as many wish stones as the dice show: "stones"."""

    def __str__(self) -> str:
        return "stones"


@dataclass(frozen=True, slots=True)
class Pass:
    """Take nothing: "-"."""

    def __str__(self) -> str:
        return "-"


@dataclass(frozen=True, slots=True)
class Reveal:
    """What an unknown chip turns out to carry, a move of `CHANCE`: "?stone", "?goblin+coins2".

    Attributes:
        shows: as in a component file: "plain" or the items joined by " + ".
    """

    shows: str

    def __str__(self) -> str:
        return "?" + self.shows.replace(" + ", "+").replace("coins ", "coins")


OrMove: TypeAlias = Roll | Keep | Take | TakeStones | Pass | Reveal

STONES = TakeStones()
PASS = Pass()
TAKES = tuple(tuple(Take(colour, value) for value in range(VALUES)) for colour in range(5))


@dataclass(frozen=True, slots=True)
class Gifts:
    """What a chip carries."""

    stones: int
    clovers: int
    goblins: int
    coins: int


def gifts(shows: str) -> Gifts:
    """What an entry of a component file gives."""
    parts = shows.split(" + ")
    coins = next((int(part.removeprefix("coins ")) for part in parts if part.startswith("coins ")), 0)
    return Gifts(parts.count("stone"), parts.count("clover"), parts.count("goblin"), coins)


@dataclass(frozen=True, slots=True, eq=False)
class Setup(SameGame):
    """What stays the same in a game: seats, options, chips.

    Attributes:
        game: catalogue name: "or" or its preset "or-happy-meeple".
        seats: 2 to 4.
        end: value of the option of that name; so are the next three.
        chips: what the chips carry.
        gifts: what chip colour * 11 + value carries, None while nobody knows.
        carriers: colour to (bit of the chip, goblins, coins), of the chips that carry some.
        stones: wish stones in the supply before the first turn.
    """

    game: str
    seats: int
    end: str
    ending: str
    goblin_ties: str
    stall: str
    chips: Components
    gifts: tuple[Gifts | None, ...] = field(init=False)
    carriers: tuple[tuple[tuple[int, int, int], ...], ...] = field(init=False)
    stones: int = field(init=False)
    stalls: bool = field(init=False)
    colour_ends: bool = field(init=False)
    identity: tuple[object, ...] = field(init=False)
    key: int = field(init=False)

    def __post_init__(self) -> None:
        shown = [entry.shows for row in self.chips.rows for entry in row.entries]
        known = tuple(None if shows == UNKNOWN else gifts(shows) for shows in shown)
        identity = (self.game, self.seats, *self.options.values(), self.chips.digest)
        self._derive(
            gifts=known,
            carriers=tuple(_carriers(known[colour * VALUES : (colour + 1) * VALUES]) for colour in range(5)),
            stones=self.chips.numbers_of("stones")[0] - STONES_PUT_BACK * (4 - self.seats),
            stalls=self.stall == "four-passes",
            colour_ends=self.end == "either",
            identity=identity,
            key=hash(identity),
        )

    @property
    def options(self) -> dict[str, str]:
        """Value by option name."""
        return {"end": self.end, "ending": self.ending, "goblin_ties": self.goblin_ties, "stall": self.stall}

    @property
    def chips_word(self) -> str:
        """The chips in one word: "ours" for the screen's own."""
        return "ours" if self.chips.digest == own_chips().digest else word(self.chips)

    def revealed(self, chip: int, shows: str) -> Setup:
        """The setup once it is known what chip colour * 11 + value carries (O26)."""
        colour, value = divmod(chip, VALUES)
        chips = self.chips.with_entry("chips", COLOURS[colour], value, shows)
        return make_setup(self.game, self.seats, tuple(self.options.values()), chips)


def _carriers(known: tuple[Gifts | None, ...]) -> tuple[tuple[int, int, int], ...]:
    return tuple(
        (1 << value, gift.goblins, gift.coins)
        for value, gift in enumerate(known)
        if gift is not None and (gift.goblins or gift.coins)
    )


@lru_cache(maxsize=512)  # a decision about unknown ones looks at some 200; more would only fill memory all evening
def make_setup(game: str, seats: int, options: tuple[str, ...], chips: Components) -> Setup:
    """The setup of these choices, one object for equal ones; options in the order of `OPTIONS`."""
    end, ending, goblin_ties, stall = options
    return Setup(game, seats, end, ending, goblin_ties, stall, chips)


def own_chips() -> Components:
    """The screen's own chips."""
    return shipped("or-ours", SCHEMA)


@cache
def sums(faces: str) -> int:
    """The values that dice can form, as bits: sums of one, two or all three of them, a stone being 0 (O7)."""
    reached = 0
    for chosen in product((False, True), repeat=len(faces)):
        if any(chosen):
            total = sum(int(face) for face, is_chosen in zip(faces, chosen, strict=True) if is_chosen and face != "s")
            reached |= 1 << total
    return reached & ALL_CHIPS


@cache
def takes(colour: int, chips: int) -> tuple[Take, ...]:
    """The moves that take one of some chips, given as bits, of a colour."""
    return tuple(take for value, take in enumerate(TAKES[colour]) if chips >> value & 1)


def _fits(column: int) -> int:
    chips, direction = column & ALL_CHIPS, column >> VALUES
    if not chips:
        return ALL_CHIPS
    above, below = ALL_CHIPS & ~((1 << chips.bit_length()) - 1), (chips & -chips) - 1
    if direction == UP:
        return above
    return below if direction == DOWN else above | below


FITS = tuple(_fits(column) for column in range(1 << VALUES + 2))
"""Chips that fit a column, as bits, by its chips and direction: strictly up or strictly down (O9, O10)."""


def with_chip(column: int, value: int) -> int:
    """The column after a chip was laid; the second one sets the direction (O9)."""
    chips = column & ALL_CHIPS
    if chips and not column >> VALUES & 3:
        column |= (UP if 1 << value > chips else DOWN) << VALUES
    return column | 1 << value


def chips_in_order(column: int) -> tuple[int, ...]:
    """Values of a column's chips in the order they were laid."""
    values = tuple(value for value in range(VALUES) if column >> value & 1)
    return values[::-1] if column >> VALUES & 3 == DOWN else values


def length(column: int) -> int:
    """How many a column counts: its chips and the stones laid by clovers (O12, O21)."""
    return (column & ALL_CHIPS).bit_count() + (column >> 13)


@cache
def reveals() -> tuple[tuple[Reveal, Fraction], ...]:
    """What an unknown chip may carry, the likeliest first, with our guess of the chances (O26)."""
    outcomes = []
    for stone, clover, goblin, coins in product((0, 1), (0, 1), (0, 1), COIN_CHANCES):
        chance = COIN_CHANCES[coins]
        for item, carried in (("stone", stone), ("clover", clover), ("goblin", goblin)):
            chance *= REVEAL_CHANCES[item] if carried else 1 - REVEAL_CHANCES[item]
        items = [item for item, carried in zip(ITEMS, (stone, clover, goblin, 0), strict=True) if carried]
        items += [f"coins {coins}"] if coins else []
        outcomes.append((Reveal(" + ".join(items) or "plain"), chance))
    return tuple(sorted(outcomes, key=lambda outcome: (-outcome[1], len(str(outcome[0])), str(outcome[0]))))
