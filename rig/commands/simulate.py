"""`keltis simulate`: players by name play many games, seats alternating."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import accumulate
from random import Random

from engine import catalogue
from engine.dice import OR_DICE, WUERFELSPIEL_DICE, roll_outcomes
from engine.position import CHANCE, Move, Outcome, Position
from rig.errors import UsageError
from rig.players import PLAYERS, player

MAX_MOVES = 20_000


@dataclass(frozen=True, slots=True)
class Simulated:
    """One game that was played to its end.

    Attributes:
        outcome: how it ended.
        moves: how many moves it took, chance included.
        shift: player i sat on seat (i + shift) modulo the number of players.
    """

    outcome: Outcome
    moves: int
    shift: int

    def points(self, place: int) -> int:
        """Points of the player named at that place."""
        return self.outcome.totals[(place + self.shift) % len(self.outcome.totals)]

    def share(self, place: int) -> float:
        """1 for a win, a part of it where several win, else 0."""
        seat = (place + self.shift) % len(self.outcome.totals)
        return 1 / len(self.outcome.winners) if seat in self.outcome.winners else 0.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("--game", required=True, help=f"one of {', '.join(catalogue.names())}")
    parser.add_argument("--players", type=int, default=2, help="how many play (2)")
    parser.add_argument("--games", type=int, default=100, help="how many games (100)")
    parser.add_argument("--seed", type=int, default=0, help="the same seed plays the same games (0)")
    parser.add_argument("--seats", help=f"players by name, separated by commas: {', '.join(PLAYERS)} (all random)")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    parser.add_argument("--json", action="store_true", help="one object a line: each game, then the sum")


def run(options: argparse.Namespace) -> int:
    """Play, print each game and the sum."""
    names = options.seats.split(",") if options.seats else ["random"] * options.players
    if options.seats and len(names) != options.players:
        raise UsageError(f"--seats names {len(names)} players and --players is {options.players}; make them equal.")
    if options.games < 1:
        raise UsageError(f"--games is {options.games}; play at least one.")
    start = catalogue.game(options.game).start(options.players, _chosen(options.option))
    games = []
    for number, game in enumerate(simulate(start, names, options.games, options.seed), 1):
        games.append(game)
        if options.json:
            points = [game.points(place) for place in range(len(names))]
            print(json.dumps({"game": number, "points": points, "reason": game.outcome.reason, "moves": game.moves}))
    _print_sum(options, names, games)
    return 0


def _chosen(words: list[str]) -> dict[str, str]:
    pairs = [word.partition("=") for word in words]
    if not all(equals for _, equals, _ in pairs):
        raise UsageError("Write an option as --option NAME=VALUE.")
    return {name: value for name, _, value in pairs}


def _print_sum(options: argparse.Namespace, names: list[str], games: list[Simulated]) -> None:
    places = range(len(names))
    wins = [round(sum(game.share(place) for game in games) / len(games), 4) for place in places]
    scores = [round(sum(game.points(place) for game in games) / len(games), 3) for place in places]
    moves = round(sum(game.moves for game in games) / len(games), 1)
    if options.json:
        head = {"game": options.game, "seats": names, "games": len(games), "seed": options.seed}
        print(json.dumps({"wins": wins, "scores": scores, "moves": moves, **head}))
        return
    print(f"{options.game}: {len(games)} games, {moves} moves a game, seats alternating")
    for name, win, score in zip(names, wins, scores, strict=True):
        print(f"  {name}: wins {win:.1%}, {score:.1f} points a game")


def simulate(start: Position, names: list[str], games: int, seed: int) -> Iterator[Simulated]:
    """Play games from a position, the players moving on by one seat from game to game.

    Raises:
        UsageError: no such player, or a game does not end.
    """
    random = Random(seed)
    chosen = [player(name) for name in names]
    for number in range(games):
        shift = number % len(names)
        position, moves = start, 0
        while (turn := position.to_move) is not None:
            if moves == MAX_MOVES:
                raise UsageError(f"Game {number + 1} has not ended after {MAX_MOVES} moves; try the option stall.")
            if turn is CHANCE:
                outcomes, weights = _chances(position)
                move = random.choices(outcomes, cum_weights=weights)[0]
            else:
                move = chosen[(turn - shift) % len(names)](position.seen_by(turn), random)
            position, moves = position.play(move), moves + 1
        assert position.outcome is not None
        yield Simulated(position.outcome, moves, shift)


def _chances(position: Position) -> tuple[list[Move], list[float]]:
    """What chance may do now, with the chances summed up so far; rolls of as many dice are weighed once."""
    dice = getattr(position, "to_roll", 0)
    return _rolls(position.game, dice) if dice else _weighed(position.chance_outcomes())


def _weighed(found: Iterable[tuple[Move, Fraction]]) -> tuple[list[Move], list[float]]:
    outcomes = tuple(found)
    return [outcome for outcome, _ in outcomes], list(accumulate(float(chance) for _, chance in outcomes))


@cache
def _rolls(game: str, dice: int) -> tuple[list[Move], list[float]]:
    kind = {"wuerfelspiel": WUERFELSPIEL_DICE, "or": OR_DICE}[str(catalogue.game(game).dice_set)]
    return _weighed(roll_outcomes(kind, dice))
