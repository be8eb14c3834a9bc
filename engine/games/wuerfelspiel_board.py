"""The Würfelspiel's facts: rows, values, options, moves, and what stays the same in a game.

The rules stand in `engine/rules/wuerfelspiel.md`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, lru_cache
from typing import TypeAlias

from engine.components import UNKNOWN, Components, Schema, letters, shipped, word
from engine.dice import WUERFELSPIEL_DICE as DICE
from engine.dice import Keep, Roll
from engine.position import Option, Seat
from engine.same_game import SameGame

ROWS = ("redbrown", "yellow", "pink", "green", "blue")
LETTERS = "rypgb"
SPACES = 9
PIECES = 4
GOAL = 7
GOAL_PIECES = {2: 5, 3: 7, 4: 8}
STONE_POINTS = (-10, -4, -3, -2, 1, 2, 3, 6, 7, 10)
STALL = 12
NAMES_OF_ICONS = {"c": "clover", "s": "stone", "l": "leprechaun", "x": "crossed", "?": UNKNOWN}
REVEAL_WEIGHTS = {"plain": 5, "clover": 2, "stone": 1, "leprechaun": 1, "crossed": 2}
"""How likely an unknown space is to show each icon, as far as anybody can guess (W32)."""

SCHEMA = Schema(
    game="wuerfelspiel",
    groups={"simple": ROWS, "crossed": ROWS},
    length=SPACES,
    first=1,
    items={"simple": ("clover", "stone", "leprechaun"), "crossed": ("clover", "stone", "leprechaun", "crossed")},
    several=False,
    numbers={"values": (SPACES, -99, 99), "tiles": (1, 1, 999)},
)

OPTIONS = (
    Option("side", ("simple", "crossed"), "W28", "Side of the board: simple, or with crossed branches (forbidden)."),
    Option(
        "overshoot", ("last-space", "forbidden"), "W14", "More symbols than spaces left: stop on the last, or no move."
    ),
    Option("stall", ("off", "on"), "W31", "House rule: twelve turns in a row without a move end the game."),
)


@dataclass(frozen=True, slots=True)
class Advance:
    """Move the own piece of a row by the dice, or start the row: "g3".

    Attributes:
        row: 0 for red-brown to 4 for blue.
        steps: how many dice show the row's symbol.
    """

    row: int
    steps: int

    def __str__(self) -> str:
        return f"{LETTERS[self.row]}{self.steps}"


@dataclass(frozen=True, slots=True)
class Step:
    """Use a clover: move the own piece of a row one space, or start the row: "+g"."""

    row: int

    def __str__(self) -> str:
        return f"+{LETTERS[self.row]}"


@dataclass(frozen=True, slots=True)
class Decline:
    """Make no move, or leave a clover unused: "-"."""

    def __str__(self) -> str:
        return "-"


@dataclass(frozen=True, slots=True)
class Reveal:
    """What an unknown space turns out to show, a move of `CHANCE`: "?clover"."""

    shows: str

    def __str__(self) -> str:
        return f"?{self.shows}"


WuerfelspielMove: TypeAlias = Roll | Keep | Advance | Step | Decline | Reveal

DECLINE = Decline()
ADVANCES = tuple(tuple(Advance(row, steps) for steps in range(DICE.count + 1)) for row in range(5))
STEPS = tuple(Step(row) for row in range(5))


@dataclass(frozen=True, slots=True, eq=False)
class Setup(SameGame):
    """What stays the same in a game: seats, options, board.

    Attributes:
        seats: 2 to 4.
        side: value of the option of that name; so are the next two.
        board: both sides of the board.
        icons: icon letter of row * 10 + space.
        values: points of each space, 0 for a piece off the board.
    """

    seats: int
    side: str
    overshoot: str
    stall: str
    board: Components
    icons: str = field(init=False)
    values: tuple[int, ...] = field(init=False)
    clamps: bool = field(init=False)
    stalls: bool = field(init=False)
    identity: tuple[object, ...] = field(init=False)
    key: int = field(init=False)

    def __post_init__(self) -> None:
        rows = self.board.group(self.side)
        identity = (self.seats, self.side, self.overshoot, self.stall, self.board.digest)
        self._derive(
            icons="".join("." + "".join(letters(entry.shows) for entry in row.entries) for row in rows),
            values=(0, *self.board.numbers_of("values")),
            clamps=self.overshoot == "last-space",
            stalls=self.stall == "on",
            identity=identity,
            key=hash(identity),
        )

    @property
    def board_word(self) -> str:
        """The board in one word: "ours" for the screen's own."""
        return "ours" if self.board.digest == own_board().digest else word(self.board)

    def revealed(self, row: int, space: int, shows: str) -> Setup:
        """The setup once it is known what a space shows (W32)."""
        board = self.board.with_entry(self.side, ROWS[row], space, shows)
        return make_setup(self.seats, self.side, self.overshoot, self.stall, board)


@lru_cache(maxsize=512)  # a decision about unknown ones looks at some 200; more would only fill memory all evening
def make_setup(seats: int, side: str, overshoot: str, stall: str, board: Components) -> Setup:
    """The setup of these choices, one object for equal ones."""
    return Setup(seats, side, overshoot, stall, board)


def own_board() -> Components:
    """The screen's own board."""
    return shipped("wuerfelspiel-ours", SCHEMA)


@cache
def counted(faces: str) -> tuple[tuple[int, int], ...]:
    """Row and number of dice of each symbol shown, stones left out."""
    return tuple((row, faces.count(letter)) for row, letter in enumerate(LETTERS) if letter in faces)


def ended(pieces: tuple[int, ...], seat: Seat, seats: int) -> str:
    """Why the game is over now that a piece of the seat is in the goal, or "" (W22, W23)."""
    if sum(at >= GOAL for at in pieces) >= GOAL_PIECES[seats]:
        return "goal"
    return "all-four" if sum(at >= GOAL for at in pieces[seat * 5 : seat * 5 + 5]) == PIECES else ""


@cache
def reveals(side: str) -> tuple[tuple[Reveal, Fraction], ...]:
    """What an unknown space of a side may show, with our guess of the chances (W32)."""
    weights = {name: weight for name, weight in REVEAL_WEIGHTS.items() if side == "crossed" or name != "crossed"}
    total = sum(weights.values())
    return tuple((Reveal(name), Fraction(weight, total)) for name, weight in weights.items())
