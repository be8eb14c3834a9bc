"""Cards, hands, rows and piles: what the two card-driven games share unchanged.

A card is a short text: its colour's letter and its value ("g7"), a closing card "gx", a point card "w7"; "?" is a
card that this table cannot see.  The face-down pile is not held: it is whatever lies nowhere else, and which card
is on top is an outcome of chance.  So no view of a table can give the pile away.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from itertools import chain
from typing import TypeAlias, TypeVar

from engine.position import Seat

T = TypeVar("T")

Card: TypeAlias = str
"""One card, for example "g7"."""

Hand: TypeAlias = tuple[Card, ...]
"""Cards in the deck's order, unseen ones last."""

Row: TypeAlias = tuple[Card, ...]
"""Cards in the order in which they were laid."""

HIDDEN = "?"
PILE = "pile"
SEATS = "ABCD"
HAND_SIZE = 8
ASIDE_FOR_TWO = 30
COLOUR_NAMES = {"r": "redbrown", "y": "yellow", "p": "pink", "g": "green", "b": "blue"}
"""Letter of a colour to its full name; the same letters as on the dice."""


@dataclass(frozen=True, slots=True)
class Deck:
    """All cards of a game.

    Attributes:
        name: the game's.
        letters: first letters of its cards, in the order of the rows and of the open discard piles.
        copies: how many there are of each card.
    """

    name: str
    letters: str = field(compare=False)
    copies: Mapping[Card, int] = field(compare=False)
    order: Mapping[Card, int] = field(init=False, compare=False, repr=False)
    size: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        places = {card: place for place, card in enumerate(self.copies)}
        object.__setattr__(self, "order", {**places, HIDDEN: len(places)})
        object.__setattr__(self, "size", sum(self.copies.values()))


def number_of(card: Card) -> int:
    """The number on a card; only for cards that have one."""
    return int(card[1:])


def fits(numbers: tuple[int, ...], number: int) -> bool:
    """Whether a number may follow the numbers of a row: never back once two different ones fixed the direction."""
    if not numbers:
        return True
    first, last = numbers[0], numbers[-1]
    if first == last:
        return True
    return number >= last if last > first else number <= last


def runs_one_way(numbers: tuple[int, ...]) -> bool:
    """Whether the numbers never fall or never rise."""
    return all(fits(numbers[:place], number) for place, number in enumerate(numbers))


@dataclass(frozen=True, slots=True)
class Table:
    """Where the cards are.

    Attributes:
        deck: all cards of the game.
        hands: one a seat, in the deck's order.
        rows: per seat one row for each of the deck's letters.
        piles: the open discard piles, one for each of the deck's letters, bottom card first.
        open: of each hand the cards that everybody saw being taken from a discard pile.
        eyes: the seats whose hands are seen; all of them unless this is somebody's view.
        fresh: letters of the piles that were discarded onto in this turn.
    """

    deck: Deck
    hands: tuple[Hand, ...]
    rows: tuple[tuple[Row, ...], ...]
    piles: tuple[Row, ...]
    open: tuple[Hand, ...]
    eyes: tuple[Seat, ...]
    fresh: str = ""

    @classmethod
    def before_the_deal(cls, deck: Deck, seats: int) -> Table:
        """A table on which nothing lies yet."""
        nothing: tuple[Row, ...] = ((),) * len(deck.letters)
        none_each: tuple[Hand, ...] = ((),) * seats
        return cls(deck, none_each, (nothing,) * seats, nothing, none_each, tuple(range(seats)))

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.hands)

    @property
    def pile_size(self) -> int:
        """How many cards the face-down pile holds."""
        aside = ASIDE_FOR_TWO if len(self.hands) == 2 else 0
        gone = sum(map(len, chain(self.hands, self.piles, *self.rows)))
        return self.deck.size - aside - gone

    @property
    def is_bare(self) -> bool:
        """Whether no card was laid, discarded or taken openly yet."""
        return not any(chain(self.piles, self.open, *self.rows)) and not self.fresh

    def unseen(self) -> dict[Card, int]:
        """How many of each card lie where this table cannot see them: pile, cards set aside, hidden hands."""
        counts = {**self.deck.copies, HIDDEN: 0}
        for card in chain.from_iterable(chain(self.hands, self.piles, *self.rows)):
            counts[card] -= 1
        return {card: count for card, count in counts.items() if count > 0}

    def distinct(self, seat: Seat) -> tuple[Card, ...]:
        """Every card a hand holds, or may hold for all that can be seen, once and in order."""
        hand = self.hands[seat]
        cards = set(hand)
        if HIDDEN in cards:
            cards = (cards | self.unseen().keys()) - {HIDDEN}
        return tuple(sorted(cards, key=self.deck.order.__getitem__))

    def holds(self, seat: Seat, *cards: Card) -> bool:
        """Whether a hand holds these cards together, or may hold them for all that can be seen."""
        hand = self.hands[seat]
        missing = [card for place, card in enumerate(cards) if hand.count(card) <= cards[:place].count(card)]
        if not missing:
            return True
        if len(missing) > hand.count(HIDDEN):
            return False
        unseen = self.unseen()
        return all(unseen.get(card, 0) >= missing.count(card) for card in missing)

    def discard(self, seat: Seat, *cards: Card) -> Table:
        """Cards go from a hand onto the open piles of their letters, face up."""
        letters, piles, onto = self.deck.letters, list(self.piles), set(self.fresh)
        for card in cards:
            piles[letters.index(card[0])] += (card,)
            onto.add(card[0])
        fresh = "".join(letter for letter in letters if letter in onto)
        hands, opened = self._without(seat, cards)
        return replace(self, hands=hands, open=opened, piles=tuple(piles), fresh=fresh)

    def lay(self, seat: Seat, card: Card, letter: str) -> Table:
        """A card goes from a hand to the end of one of the seat's rows."""
        place = self.deck.letters.index(letter)
        rows = self.rows[seat]
        mine = (*rows[:place], (*rows[place], card), *rows[place + 1 :])
        hands, opened = self._without(seat, (card,))
        return replace(self, hands=hands, open=opened, rows=put(self.rows, seat, mine))

    def why_not_draw(self, source: str) -> str | None:
        """Why no card can be taken from there: "empty", "fresh" (discarded onto in this turn), or None."""
        if source == PILE:
            return None if self.pile_size > 0 else "empty"
        if not self.piles[self.deck.letters.index(source)]:
            return "empty"
        return "fresh" if source in self.fresh else None

    def sources(self) -> Iterator[str]:
        """Where a card can be drawn from now: the face-down pile, then open piles by their letters."""
        return (source for source in (PILE, *self.deck.letters) if self.why_not_draw(source) is None)

    def take(self, seat: Seat, letter: str) -> Table:
        """The top card of an open pile goes to a hand, seen by all."""
        place = self.deck.letters.index(letter)
        *rest, card = self.piles[place]
        hand = self._in_order((*self.hands[seat], card))
        opened = self._in_order((*self.open[seat], card))
        piles = put(self.piles, place, tuple(rest))
        return replace(self, hands=put(self.hands, seat, hand), open=put(self.open, seat, opened), piles=piles)

    def receive(self, seat: Seat, card: Card) -> Table:
        """A card goes to a hand."""
        return replace(self, hands=put(self.hands, seat, self._in_order((*self.hands[seat], card))))

    def next_to_deal(self, seat: Seat) -> Seat | None:
        """Who is dealt the next card after this seat was given one: hand after hand; None when all are full."""
        if len(self.hands[seat]) < HAND_SIZE:
            return seat
        return seat + 1 if seat + 1 < self.seats else None

    def next_turn(self) -> Table:
        """The table when the turn passes: every pile may be drawn from again."""
        return replace(self, fresh="") if self.fresh else self

    def top_cards(self, seat: Seat) -> Iterator[tuple[Card, Fraction]]:
        """Which card a seat may be given from the face-down pile, with its probability."""
        if self.pile_size <= 0:
            return
        if seat not in self.eyes:
            yield HIDDEN, Fraction(1)
            return
        unseen = self.unseen()
        total = sum(unseen.values())
        for card, count in unseen.items():
            yield card, _share(count, total)

    def can_receive(self, seat: Seat, card: Card) -> bool:
        """Whether a card may be given to a seat from the face-down pile."""
        if self.pile_size <= 0:
            return False
        return card in self.unseen() if seat in self.eyes else card == HIDDEN

    def seen_by(self, seat: Seat | None) -> Table:
        """The table with every other hand turned over, save the cards everybody saw being taken."""
        eyes = tuple(eye for eye in self.eyes if eye == seat)
        hands = tuple(
            hand if holder in eyes else self.open[holder] + (HIDDEN,) * (len(hand) - len(self.open[holder]))
            for holder, hand in enumerate(self.hands)
        )
        return replace(self, hands=hands, eyes=eyes)

    def filled(self, cards: Sequence[Card]) -> Table:
        """The table with all hands seen, their hidden cards being the first of these.

        Args:
            cards: unseen cards in any order, at least as many as are hidden in the hands.
        """
        rest = iter(cards)
        hands = tuple(
            self._in_order(tuple(next(rest) if card == HIDDEN else card for card in hand)) for hand in self.hands
        )
        return replace(self, hands=hands, eyes=tuple(range(self.seats)))

    def problems(self) -> Iterator[str]:
        """Every reason why the cards cannot lie like this in any of the games."""
        counts = Counter(card for hand in self.hands for card in hand)
        for group in (*self.piles, *(row for rows in self.rows for row in rows)):
            counts.update(group)
        for card, count in counts.items():
            if card != HIDDEN and count > self.deck.copies[card]:
                yield f"There are {count} cards {card} on the table, but the deck has {self.deck.copies[card]}."
        for seat, (hand, opened) in enumerate(zip(self.hands, self.open, strict=True)):
            if Counter(opened) - Counter(hand):
                yield f"Seat {SEATS[seat]} does not hold all the cards that it was seen to take."
            if HIDDEN in hand and seat in self.eyes:
                yield f"Seat {SEATS[seat]} is seen, but holds hidden cards."
        for letter, pile in zip(self.deck.letters, self.piles, strict=True):
            if any(card[0] != letter for card in pile):
                yield f"The discard pile {letter} holds a card of another colour."
            if letter in self.fresh and not pile:
                yield f"The discard pile {letter} is empty, though a card was discarded onto it in this turn."
        if self.pile_size < 0:
            yield f"There are {-self.pile_size} more cards on the table than the game is played with."

    def _without(self, seat: Seat, cards: tuple[Card, ...]) -> tuple[tuple[Hand, ...], tuple[Hand, ...]]:
        """The hands, and what is known of them to all, when cards have left one."""
        hand, opened = list(self.hands[seat]), list(self.open[seat])
        for card in cards:
            hand.remove(card if card in hand else HIDDEN)
            if card in opened:
                opened.remove(card)
        return put(self.hands, seat, tuple(hand)), put(self.open, seat, tuple(opened))

    def _in_order(self, cards: tuple[Card, ...]) -> Hand:
        return tuple(sorted(cards, key=self.deck.order.__getitem__))


@cache
def _share(count: int, total: int) -> Fraction:
    return Fraction(count, total)


def put(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """The tuple with another value at a place."""
    return (*values[:place], value, *values[place + 1 :])
