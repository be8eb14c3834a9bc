"""Whole games of the two card-driven games for tests: every option, several ways of playing, states for the oracles."""

from collections.abc import Iterator
from itertools import product
from random import Random

from engine import catalogue
from engine.card_moves import Lay
from engine.chance import supply
from engine.position import CHANCE, Move, Position

GAMES = ("kartenspiel", "weg-der-steine")
STYLES = {
    "random": {},
    "layer": {"lay": 12, "start": 3, "step": 6, "stay": 0.3, "done": 0.2},
    "collector": {"stone": 30, "lay": 3},
    "swapper": {"lay": 0.05, "stone": 0.05, "draw pile": 0.02},
    "hurrier": {"lay": 6, "draw pile": 30, "step": 9, "start": 0.5},
    "racer": {"lay": 4, "draw pile": 0.5, "step": 30},
}
"""How much likelier than others a move is chosen, by the verb it begins with."""


def option_sets(game: str) -> list[dict[str, str]]:
    """Every combination of the options of a game."""
    options = catalogue.game(game).options
    names = [option.name for option in options]
    return [dict(zip(names, values, strict=True)) for values in product(*(option.values for option in options))]


def chosen_move(position: Position, random: Random, style: str) -> Move:
    """A legal move in a style, or an outcome of chance."""
    if position.to_move is CHANCE:
        return supply(position, random)
    moves = tuple(position.legal_moves)
    weights = [1.0] * len(moves)
    for verb, weight in STYLES[style].items():
        weights = [weight if str(move).startswith(verb) else w for move, w in zip(moves, weights, strict=True)]
    if style == "racer" and position.stage == "play":
        weights = [w / (1 + 9 * _skipped(position, move)) for move, w in zip(moves, weights, strict=True)]
    return random.choices(moves, weights)[0]


def _skipped(position: Position, move: Move) -> int:
    """How many numbers of the row a move makes useless: who lays without gaps comes far."""
    if not isinstance(move, Lay) or not move.card[1:].isdigit():
        return 0
    table = position.table  # type: ignore[attr-defined]
    row = table.rows[position.turn_of][table.deck.letters.index(move.row)]
    numbers = [int(card[1:]) for card in row if card[1:].isdigit()]
    number = int(move.card[1:])
    return abs(number - numbers[-1]) if numbers else min(number, 10 - number)


def game_of(game: str, seed: int) -> Iterator[tuple[Position, Move | None]]:
    """The positions of one game with the move made in each, None at the end; the seed says all."""
    random = Random(f"{game} {seed}")
    seats = random.choice(catalogue.game(game).seats)
    position: Position = catalogue.game(game).start(seats, random.choice(option_sets(game)))
    style = random.choice(tuple(STYLES))
    while position.to_move is not None:
        move = chosen_move(position, random, style)
        yield position, move
        position = position.play(move)
    yield position, None


def last_of(game: str, seed: int) -> Position:
    """The position at the end of a game."""
    *_, (position, _) = game_of(game, seed)
    return position
