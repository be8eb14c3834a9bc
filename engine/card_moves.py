"""Moves that the two card-driven games share: turn up, discard, lay, draw; and how they are typed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from engine.cards import HIDDEN, PILE, Card, Deck, Table
from engine.errors import NotationError


@dataclass(frozen=True, slots=True)
class TurnUp:
    """The card that comes from the face-down pile, when dealing or drawing: a move of `CHANCE`.

    Attributes:
        card: "?" in the view of somebody who does not see it.
    """

    card: Card

    def __str__(self) -> str:
        return f"card {self.card}"


@cache
def turn_up(card: Card) -> TurnUp:
    """The one `TurnUp` of a card; there are dozens to list at every draw."""
    return TurnUp(card)


@dataclass(frozen=True, slots=True)
class Discard:
    """One card goes unused onto the open pile of its colour."""

    card: Card

    def __str__(self) -> str:
        return f"discard {self.card}"


@dataclass(frozen=True, slots=True)
class Lay:
    """One card goes into a row of one's own.

    Attributes:
        card: which.
        row: letter of the row; the card's own unless a point card lengthens a colour row.
    """

    card: Card
    row: str

    def __str__(self) -> str:
        return f"lay {self.card}" if self.card[0] == self.row else f"lay {self.card} {self.row}"


@dataclass(frozen=True, slots=True)
class Draw:
    """A card is drawn.

    Attributes:
        source: "pile" for the face-down pile, or the letter of an open discard pile.
    """

    source: str

    def __str__(self) -> str:
        return f"draw {self.source}"


def why_not_draw(table: Table, source: str, where: str, fresh: str) -> str | None:
    """One sentence why no card can be drawn from there, or None.

    Args:
        table: where the cards are.
        source: as in `Draw`.
        where: number of the rule that says where cards are drawn from.
        fresh: number of the rule about cards discarded in this turn.
    """
    if source != PILE and source not in tuple(table.deck.letters):
        return f"There is no pile {source!r} ({where})."
    match table.why_not_draw(source):
        case "empty":
            return f"No card lies there ({where})."
        case "fresh":
            return f"A card discarded in this turn may not be taken ({fresh})."
        case _:
            return None


def parse_card(text: str, deck: Deck) -> Card:
    """The card that a person typed.

    Raises:
        NotationError: the deck has no such card.
    """
    card = text.lower()
    if card not in deck.copies:
        raise NotationError(f"{text[:40]!r} is no card of this game; type a colour {_listed(deck)} and a value, as g7.")
    return card


def parse_card_move(words: list[str], deck: Deck) -> TurnUp | Discard | Lay | Draw | None:
    """The move written in these words, or None if it begins with none of the verbs card, discard, lay, draw.

    Raises:
        NotationError: the verb is known, the rest cannot be read.
    """
    match words:
        case ["card", "?"]:
            return TurnUp(HIDDEN)
        case ["card", card]:
            return TurnUp(parse_card(card, deck))
        case ["discard", card]:
            return Discard(parse_card(card, deck))
        case ["lay", card]:
            laid = parse_card(card, deck)
            return Lay(laid, laid[0])
        case ["lay", card, row]:
            return Lay(parse_card(card, deck), _parse_letter(row, deck))
        case ["draw", "pile"]:
            return Draw(PILE)
        case ["draw", letter]:
            return Draw(_parse_letter(letter, deck))
        case ["card" | "discard" | "lay" | "draw", *_]:
            said = " ".join(words)[:40]
            raise NotationError(f"{said!r} is no move; type card g7, discard g7, lay g7, draw pile or draw g.")
    return None


def _parse_letter(text: str, deck: Deck) -> str:
    if len(text) != 1 or text.lower() not in deck.letters:
        raise NotationError(
            f"{text[:40]!r} names no row or pile of this game; type one of the letters {_listed(deck)}."
        )
    return text.lower()


def _listed(deck: Deck) -> str:
    return " ".join(deck.letters)
