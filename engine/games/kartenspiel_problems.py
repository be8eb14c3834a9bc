"""Why a position of Keltis: Das Kartenspiel cannot be reached by play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.cards import HAND_SIZE, SEATS, Row
from engine.games.kartenspiel_parts import DECK, POINTS, QUIET_ROUNDS, ROWS_TO_CLOSE

if TYPE_CHECKING:
    from engine.games.kartenspiel import Kartenspiel


def problems_of(position: Kartenspiel) -> Iterator[str]:
    """Every reason why the position cannot be reached by play."""
    yield from position.table.problems()
    yield from _hand_problems(position)
    for seat, rows in enumerate(position.table.rows):
        for letter, row in zip(DECK.letters, rows, strict=True):
            yield from _row_problems(position, f"row {letter} of seat {SEATS[seat]}", letter, row)
    if position.stage in ("draw", "reveal") and position.cards_left > 1 and not position.stones[position.turn_of]:
        yield "Two cards are drawn only by a seat that has just taken a stone (K4)."
    counts = Counter(value for stones in position.stones for value in stones)
    for value, count in counts.items():
        if count > 1:
            yield f"The stone {value} was taken {count} times, but there is one (K1)."
    yield from _end_problems(position)


def _hand_problems(position: Kartenspiel) -> Iterator[str]:
    """Hands that have another number of cards than the stage leaves them (K2, K4)."""
    if position.stage in ("final", "over"):
        for seat, hand in enumerate(position.table.hands):
            if len(hand) > HAND_SIZE:
                yield f"Seat {SEATS[seat]} holds {len(hand)} cards, more than {HAND_SIZE} (K2)."
        return
    for seat, hand in enumerate(position.table.hands):
        wanted = HAND_SIZE - position.cards_left if seat == position.turn_of else HAND_SIZE
        if position.stage == "deal" and seat >= position.turn_of:
            wanted = len(hand) if seat == position.turn_of and len(hand) < HAND_SIZE else 0
        if len(hand) != wanted:
            yield f"Seat {SEATS[seat]} holds {len(hand)} cards instead of {wanted} (K4)."


def _row_problems(position: Kartenspiel, name: str, letter: str, row: Row) -> Iterator[str]:
    """Rows that could not have been laid like this (K7-K13)."""
    if letter == POINTS:
        if any(card[0] != POINTS for card in row):
            yield f"The {name} holds a card that is no point card (K11)."
        return
    for place, card in enumerate(row):
        refusal = position.why_not_follow(row[:place], card, letter)
        if refusal is not None:
            yield f"In {name} the card {card} cannot lie there: {refusal}"
            return


def _end_problems(position: Kartenspiel) -> Iterator[str]:
    """Positions that should have ended earlier, or for another reason (K17-K19)."""
    left, over = position.table.pile_size, position.stage in ("final", "over")
    if not over and position.closed_rows >= ROWS_TO_CLOSE:
        yield "Five rows hold closing cards, so the game is over (K17)."
    if position.ended == "closed" and position.closed_rows < ROWS_TO_CLOSE:
        yield "The game cannot have ended by closing cards in five rows (K17)."
    if position.ended == "pile" and left:
        yield "The game cannot have ended by the last card: the face-down pile is not empty (K18)."
    finishing = position.stage == "draw" and position.cards_left == 1 and position.choices.exhaust == "finish"
    if left <= 0 and not (position.ended or finishing):
        yield "The face-down pile is empty, so the game is over (K18)."
    if position.ended == "stalled" and position.choices.stall == "off":
        yield "With this option the game does not end by swapped discards (K19)."
    if position.quiet > QUIET_ROUNDS * position.seats and position.choices.stall == "on":
        yield "So many turns of swapped discards end the game (K19)."
