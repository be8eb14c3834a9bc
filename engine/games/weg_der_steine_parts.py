"""What Keltis: Der Weg der Steine is made of: cards, tiles, figures of the score table, options and its own moves."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import COLOUR_NAMES, Deck
from engine.components import UNKNOWN, Components, Schema
from engine.errors import ComponentsError
from engine.position import Option

NAME = "weg-der-steine"
PATHS = "rypgb"
SPACES = 9
GOAL = 7
GOAL_FIGURES = 5
SMALL_FIGURES = 4
QUIET_ROUNDS = 10
SPACE_POINTS = (0, -4, -3, -2, 1, 2, 3, 6, 7, 10)
"""Points of a figure by its space, 0 being the start (S2, S22)."""
STONE_POINTS = (-4, -3, 2, 3, 6, 10)
"""Points by stones, five or more in the last place (S24)."""
TILES = {"s": 9, "c": 9, "1": 2, "2": 3, "3": 2}
"""How many there are of each tile, by its letter (S3)."""
TILE_NAMES = {"s": "stone", "c": "clover", "1": "1", "2": "2", "3": "3", ".": "plain"}
FACE_DOWN = "?"
PERHAPS = "~"
"""Letters of a space whose tile is not turned up yet, and of one that nobody knows to have a tile (S27)."""

OURS = "weg-der-steine-ours"
SCHEMA = Schema(
    game=NAME,
    groups={"paths": tuple(COLOUR_NAMES.values())},
    length=SPACES,
    first=1,
    items={"paths": ("tile",)},
    several=False,
    numbers={},
)
"""What a component file says: which spaces get a tile. Which tile it is, the shuffle decides."""

DECK = Deck(NAME, PATHS, {f"{colour}{number}": 2 for colour in PATHS for number in range(11)})

OPTIONS = (
    Option("step", ("must", "may"), "S9", "A laid card must move the figure of its path, or only may."),
    Option("stall", ("on", "off"), "S21", "House rule: ten rounds in which only discards are swapped end the game."),
    Option("ties", ("shared", "stones"), "S25", "A tie is shared, or goes to whoever of the tied has most stones."),
)


@dataclass(frozen=True, slots=True)
class Choices:
    """The value chosen for each option."""

    step: str = "must"
    stall: str = "on"
    ties: str = "shared"


USUAL = Choices()


@dataclass(frozen=True, slots=True)
class TurnTile:
    """What lies on a space before the game begins: a move of `CHANCE` (S3, S27).

    Attributes:
        path: letter of the path.
        space: 1 to 9.
        shows: letter of the tile, "." for none.
    """

    path: str
    space: int
    shows: str

    def __str__(self) -> str:
        return f"tile {self.path}{self.space} {TILE_NAMES[self.shows]}"


@dataclass(frozen=True, slots=True)
class Step:
    """The own figure of a path goes one space on."""

    path: str

    def __str__(self) -> str:
        return f"step {self.path}"


@dataclass(frozen=True, slots=True)
class Start:
    """A figure goes from the start to the first space of a path (S10)."""

    path: str
    is_large: bool

    def __str__(self) -> str:
        return f"start {self.path} {'large' if self.is_large else 'small'}"


@dataclass(frozen=True, slots=True)
class Stay:
    """A step that one may make is not made."""

    def __str__(self) -> str:
        return "stay"


STAGES = ("tiles", "deal", "play", "step", "clover", "draw", "reveal", "over")
REASONS = {"goal": "S19", "pile": "S20", "stalled": "S21"}
"""Why a game ended, and the rule that says so."""


def checked(board: Components) -> Components:
    """The board, if twenty-five spaces may have a tile and each end stone is one of them (S3).

    Raises:
        ComponentsError: the sentence names every problem.
    """
    shown = [entry.shows for row in board.rows for entry in row.entries]
    dark, unknown = shown.count("tile"), shown.count(UNKNOWN)
    problems = [
        f"The end stone of the {row.name} path must have a tile."
        for row in board.rows
        if row.entries[-1].shows != "tile"
    ]
    if not dark <= sum(TILES.values()) <= dark + unknown:
        problems.append(f"{sum(TILES.values())} spaces must have a tile; here {dark} do, and {unknown} are unknown.")
    if problems:
        raise ComponentsError("The component file cannot be used: " + " ".join(problems))
    return board


def face_down(board: Components) -> tuple[str, ...]:
    """Per path the nine spaces before any tile is turned up."""
    marks = {"plain": ".", "tile": FACE_DOWN, UNKNOWN: PERHAPS}
    return tuple("".join(marks[entry.shows] for entry in row.entries) for row in board.rows)
