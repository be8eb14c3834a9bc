"""Why a position of Keltis: Das Kartenspiel cannot be reached by play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.cards import HAND_SIZE, SEATS, Row
from engine.games.kartenspiel_parts import DECK, FINAL_CARDS, POINTS, QUIET_ROUNDS, ROWS_TO_CLOSE

if TYPE_CHECKING:
    from engine.games.kartenspiel import Kartenspiel


def problems_of(position: Kartenspiel) -> Iterator[str]:
    """Every reason why the position cannot be reached by play."""
    yield from position.table.problems()
    yield from _hand_problems(position)
    for seat, rows in enumerate(position.table.rows):
        for letter, row in zip(DECK.letters, rows, strict=True):
            yield from _row_problems(position, f"row {letter} of seat {SEATS[seat]}", letter, row)
    yield from _discard_problems(position)
    counts = Counter(value for stones in position.stones for value in stones)
    for value, count in counts.items():
        if count > 1:
            yield f"The stone {value} was taken {count} times, but there is one (K1)."
    yield from _end_problems(position)


def _discard_problems(position: Kartenspiel) -> Iterator[str]:
    """Discards of this turn that nobody can have made, before the deal or for a stone (K2, K4, K6, K15)."""
    stage, table, fresh = position.stage, position.table, position.table.fresh
    if stage == "deal" and not (table.is_bare and not any(position.stones)):
        yield "While cards are dealt none can have been laid, discarded or taken, and no stone (K2)."
    if fresh and stage not in ("draw", "reveal"):
        yield "Cards discarded in this turn are told of only while cards are drawn in it (K15)."
    if len(fresh) > 2:
        yield f"In one turn cards cannot be discarded onto {len(fresh)} piles (K4)."
    if stage in ("draw", "reveal") and position.cards_left > 1:
        mine = position.stones[position.turn_of]
        piles = [table.piles[DECK.letters.index(letter)] for letter in fresh]
        tops = [card[1:] for pile in piles for card in pile[-3 + len(fresh) :]]
        if not mine:
            yield "Two cards are drawn only by a seat that has just taken a stone (K4)."
        elif len(tops) != 2 or tops[0] != tops[1] or tops[0] not in map(str, mine):
            yield "Who draws two cards has just discarded two of one number, that of a stone of the seat (K6)."


def _hand_problems(position: Kartenspiel) -> Iterator[str]:
    """Hands that have another number of cards than the stage leaves them (K2, K4)."""
    if position.stage in ("final", "over"):
        yield from _final_hand_problems(position)
        return
    for seat, hand in enumerate(position.table.hands):
        wanted = HAND_SIZE - position.cards_left if seat == position.turn_of else HAND_SIZE
        if position.stage == "deal" and seat >= position.turn_of:
            wanted = len(hand) if seat == position.turn_of and len(hand) < HAND_SIZE else 0
        if len(hand) != wanted:
            yield f"Seat {SEATS[seat]} holds {len(hand)} cards instead of {wanted} (K4)."


def _final_hand_problems(position: Kartenspiel) -> Iterator[str]:
    """Hands that have another number of cards than the final ones laid so far leave them (K17, K18, K20)."""
    seats = position.seats
    waiting = (position.last - position.turn_of) % seats if position.stage == "final" else -1
    one_less = 0  # whoever ended the game may have drawn one card less
    for seat, hand in enumerate(position.table.hands):
        place = (seat - position.turn_of) % seats
        fewest = most = FINAL_CARDS - position.cards_left if place == 0 else 0
        if place > waiting:
            fewest, most = 0, FINAL_CARDS
        if not HAND_SIZE - most - 1 <= len(hand) <= HAND_SIZE - fewest:
            yield f"Seat {SEATS[seat]} holds {len(hand)} cards; {fewest} to {most} were laid of {HAND_SIZE} (K2, K20)."
        one_less += len(hand) == HAND_SIZE - most - 1
    if one_less > (position.ended != "stalled"):
        yield f"In {one_less} hands a card is missing; only who ended the game may have drawn one less (K17, K18)."


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
    if position.ended in ("closed", "stalled") and left <= 0:
        yield "The game has ended by the last card before: the face-down pile is empty (K18)."
    finishing = position.stage == "draw" and position.cards_left == 1 and position.choices.exhaust == "finish"
    if left <= 0 and not (position.ended or finishing):
        yield "The face-down pile is empty, so the game is over (K18)."
    if position.ended == "stalled" and position.choices.stall == "off":
        yield "With this option the game does not end by swapped discards (K19)."
    if position.quiet and position.stage in ("deal", "final", "over"):
        yield "Turns of swapped discards are counted only while the game goes on (K19)."
    limit = QUIET_ROUNDS * position.seats if position.choices.stall == "on" else 9999
    if position.quiet >= limit + (position.stage != "play"):  # a discard counts before the card is drawn
        yield "So many turns of swapped discards end the game (K19)."
