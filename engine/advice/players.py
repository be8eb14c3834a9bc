"""Players that follow the adviser: each plays the first choice of one value function."""

from __future__ import annotations

from random import Random

from engine.advice.adviser import advise
from engine.advice.values import by_name
from engine.errors import OptionError
from engine.position import Move, Position


def chosen_move(name: str, position: Position) -> Move:
    """The move that the value function of that name ranks first.

    Raises:
        OptionError: the adviser does not know the game, or there is no such value function.
    """
    best = advise(position, by_name(name, position), extra_turns=0).best
    if best is None:
        raise OptionError(f"The player {name} plays the two dice games, not {position.game}; choose another player.")
    return best.move


def hand(position: Position, random: Random) -> Move:
    """The hand-made value."""
    return chosen_move("hand", position)


def linear(position: Position, random: Random) -> Move:
    """The readable value of about twenty features."""
    return chosen_move("linear", position)


def full(position: Position, random: Random) -> Move:
    """The value network, one turn deep."""
    return chosen_move("full", position)


def deeper(position: Position, random: Random) -> Move:
    """The value network, two turns deep."""
    return chosen_move("deeper", position)


def expert(position: Position, random: Random) -> Move:
    """The level below full strength."""
    return chosen_move("expert", position)


def skilled(position: Position, random: Random) -> Move:
    """The middle level."""
    return chosen_move("skilled", position)


def casual(position: Position, random: Random) -> Move:
    """The second level."""
    return chosen_move("casual", position)


def beginner(position: Position, random: Random) -> Move:
    """The lowest level."""
    return chosen_move("beginner", position)
