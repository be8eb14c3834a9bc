"""Playing at random, for tests of every game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import accumulate
from random import Random

from engine import catalogue
from engine.position import CHANCE, Move, Position


def any_move(position: Position, random: Random) -> Move:
    """A legal move, or an outcome of chance by its probability."""
    if position.to_move is not CHANCE:
        return random.choice(tuple(position.legal_moves))
    dice = getattr(position, "to_roll", 0)
    outcomes, weights = _rolls(position.game, dice, position) if dice else _weighed(position)
    return random.choices(outcomes, cum_weights=weights)[0]


def _weighed(position: Position) -> tuple[list[Move], list[float]]:
    outcomes = tuple(position.chance_outcomes())
    return [outcome for outcome, _ in outcomes], list(accumulate(float(chance) for _, chance in outcomes))


_ROLLS: dict[tuple[str, int], tuple[list[Move], list[float]]] = {}


def _rolls(game: str, dice: int, position: Position) -> tuple[list[Move], list[float]]:
    """The same for all rolls of so many dice, weighed once."""
    if (game, dice) not in _ROLLS:
        _ROLLS[game, dice] = _weighed(position)
    return _ROLLS[game, dice]


def play_on(position: Position, seed: int, most: int = 20_000) -> Iterator[tuple[Position, Move]]:
    """Each position with the move made in it, until the game is over."""
    random = Random(seed)
    for _ in range(most):
        if position.to_move is None:
            return
        move = any_move(position, random)
        yield position, move
        position = position.play(move)
    raise AssertionError(f"not over after {most} moves: {position}")


def last_position(position: Position, seed: int) -> Position:
    """The position at the end of a random game."""
    for before, move in play_on(position, seed):
        position = before.play(move)
    return position


def start(game: str, seats: int, options: Mapping[str, str] | None = None, components: str | None = None) -> Position:
    """The first position of a game."""
    return catalogue.game(game).start(seats, options, components)


def play_all(position: Position, *moves: str) -> Position:
    """The position after some moves, given as texts."""
    for text in moves:
        position = position.play(position.parse_move(text))
    return position


def texts(position: Position) -> set[str]:
    """The legal moves as texts."""
    return {str(move) for move in position.legal_moves}
