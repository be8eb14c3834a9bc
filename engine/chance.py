"""Chance from a random generator that is handed in: what a seed supplies where no camera and no person does."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from engine.errors import IllegalMoveError
from engine.position import CHANCE, Move, Position

if TYPE_CHECKING:
    from random import Random

    from engine.games.kartenspiel import Kartenspiel
    from engine.games.weg_der_steine import WegDerSteine

    CardPosition = TypeVar("CardPosition", Kartenspiel, WegDerSteine)


def supply(position: Position, random: Random) -> Move:
    """One outcome of chance, drawn with its probability: a roll, a card, what a space shows.

    Raises:
        IllegalMoveError: it is not for chance to speak.
    """
    if position.to_move is not CHANCE:
        raise IllegalMoveError("It is not for chance to speak now; ask the seat whose move it is.")
    moves, weights = [], []
    for move, probability in position.chance_outcomes():
        moves.append(move)
        weights.append(probability.numerator / probability.denominator)
    return random.choices(moves, weights)[0]


def settle(position: Position, random: Random) -> Position:
    """The position once a seat must decide or the game is over, with chance supplied all the way.

    A whole deal is one call, for example.
    """
    while position.to_move is CHANCE:
        position = position.play(supply(position, random))
    return position


def imagine(view: CardPosition, random: Random) -> CardPosition:
    """One of the complete positions that look like this view: the hidden hands are dealt from the unseen cards."""
    unseen = [card for card, count in view.table.unseen().items() for _ in range(count)]
    random.shuffle(unseen)
    return replace(view, table=view.table.filled(unseen))
