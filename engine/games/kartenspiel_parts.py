"""What Keltis: Das Kartenspiel is made of: cards, figures of the score table, options and its own moves."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import Card, Deck
from engine.position import Option

NAME = "kartenspiel"
COLOURS = "rypgb"
POINTS = "w"
STONES = range(1, 10)
ROWS_TO_CLOSE = 5
FINAL_CARDS = 2
QUIET_ROUNDS = 10
ROW_POINTS = (0, -4, -3, -2, 1, 2, 3, 6, 7, 10)
"""Points of a row by its cards, nine or more in the last place (K22)."""
STONE_POINTS = (-4, -1, 0, 4, 6, 10)
"""Points by stones, five or more in the last place (K24)."""

DECK = Deck(
    NAME,
    COLOURS + POINTS,
    {
        **{
            f"{colour}{value}": 2 if value in ("3", "4", "5", "6", "7", "x") else 1
            for colour in COLOURS
            for value in (*map(str, range(11)), "x")
        },
        **{f"{POINTS}{number}": 1 for number in range(11)},
    },
)
"""The 101 cards that are shuffled (K1, K2)."""

OPTIONS = (
    Option("opening", ("any", "number"), "K9", "What may begin a row: any card of its colour, or only a number card."),
    Option("points", ("stop", "follow"), "K13", "After one closing card point cards stop too, or may still follow."),
    Option(
        "exhaust",
        ("at-once", "finish"),
        "K18",
        "The last card, drawn first of two, ends the game at once or not.",
    ),
    Option("stall", ("on", "off"), "K19", "House rule: ten rounds in which only discards are swapped end the game."),
    Option(
        "final", ("next", "ender", "first"), "K21", "Who lays final cards first: next to the ender, the ender, seat A."
    ),
)


@dataclass(frozen=True, slots=True)
class Choices:
    """The value chosen for each option."""

    opening: str = "any"
    points: str = "stop"
    exhaust: str = "at-once"
    stall: str = "on"
    final: str = "next"


USUAL = Choices()


@dataclass(frozen=True, slots=True)
class TakeStone:
    """Two cards of one number go onto the open piles, and the stone of that number is taken (K6).

    Attributes:
        cards: the two; any order is taken, the deck's is kept.
    """

    cards: tuple[Card, Card]

    def __post_init__(self) -> None:
        first, second = sorted(self.cards, key=lambda card: (COLOURS + POINTS).find(card[0]))
        object.__setattr__(self, "cards", (first, second))

    def __str__(self) -> str:
        return f"stone {self.cards[0]} {self.cards[1]}"


@dataclass(frozen=True, slots=True)
class Done:
    """No further final card is laid (K20)."""

    def __str__(self) -> str:
        return "done"


STAGES = ("deal", "play", "draw", "reveal", "final", "over")
REASONS = {"closed": "K17", "pile": "K18", "stalled": "K19"}
"""Why a game ended, and the rule that says so."""
