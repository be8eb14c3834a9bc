"""What one viewer sees of a game of cards, as plain values: a hand, piles, rows of cards, paths with their pieces.

Coordinates are in units of the drawing, x to the right, y down; x and y are the middle of what they place.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CardView:
    """A card.

    Attributes:
        colour: name of its colour, "points" for a point card, "back" for one that is not seen.
        text: its number, "" for a closing card and for a back.
        art: drawing below the number.
        name: in words.
        choice: the choice that a tap on it points at, None where nothing is chosen.
        is_chosen: the highlighted choice plays it.
        is_new: it was drawn just now.
    """

    colour: str
    text: str = ""
    art: str = ""
    name: str = ""
    choice: int | None = None
    is_chosen: bool = False
    is_new: bool = False


@dataclass(frozen=True, slots=True)
class HandView:
    """A hand: whose it is, in words, and its cards; backs alone while it is covered."""

    title: str
    cards: tuple[CardView, ...]
    is_covered: bool = False


@dataclass(frozen=True, slots=True)
class PileView:
    """A pile: its colour, its top card (None where empty or face down), how many cards; `mark` is "" | "target"."""

    colour: str
    x: float
    y: float
    width: float
    height: float
    top: CardView | None
    count: str
    mark: str = ""


@dataclass(frozen=True, slots=True)
class StoneView:
    """A wish stone in the middle; `mark` is "" | "gone" | "target"."""

    value: str
    x: float
    y: float
    mark: str = ""


@dataclass(frozen=True, slots=True)
class CellView:
    """One player's cards of one colour.

    Attributes:
        last: the card at its end, None while it is empty.
        arrow: which way it runs, "" while that is open.
        count: how many cards.
        worth: points of the row now, "" where the row itself does not count.
        text: all its cards, "" where there is no room.
    """

    colour: str
    x: float
    y: float
    width: float
    height: float
    last: CardView | None
    arrow: str
    count: str
    worth: str = ""
    text: str = ""
    is_target: bool = False


@dataclass(frozen=True, slots=True)
class RowsView:
    """All rows of one player."""

    seat: int
    initial: str
    piece: str
    name: str
    y: float
    on_turn: bool
    cells: tuple[CellView, ...]


@dataclass(frozen=True, slots=True)
class PathSpaceView:
    """A space of a path: its row, its value, what lies on it; `is_target` where the highlighted step leads."""

    x: float
    y: float
    row: str
    value: str
    icon: str = ""
    is_goal: bool = False
    is_target: bool = False


@dataclass(frozen=True, slots=True)
class FigureView:
    """A piece on a path; the large one counts double."""

    piece: str
    initial: str
    x: float
    y: float
    is_large: bool = False
    is_moving: bool = False


@dataclass(frozen=True, slots=True)
class CardTableView:
    """The table of a game of cards; stones, spaces and figures only where the game has them."""

    width: float
    height: float
    piles: tuple[PileView, ...]
    players: tuple[RowsView, ...]
    summary: str
    stones: tuple[StoneView, ...] = ()
    spaces: tuple[PathSpaceView, ...] = ()
    figures: tuple[FigureView, ...] = ()
    provenance: str = ""
