"""The expectation of a decision by the most stupid route: all ordered dice, the engine's own rules, nothing shared."""

from __future__ import annotations

from functools import cache
from itertools import product
from random import Random
from zlib import crc32

import numpy as np

from engine.catalogue import game
from engine.chance import supply
from engine.dice import Keep, Roll, in_order
from engine.position import CHANCE, Position


class Arbitrary:
    """An exact value function without any sense: every position has its own number."""

    name = "arbitrary"
    knows_win = True

    def __call__(self, positions):
        return np.array([[number(position, seat) for seat in range(position.seats)] for position in positions])


sorted_faces = cache(in_order)


def number(position: Position, seat: int) -> tuple[float, float]:
    drawn = crc32(bytes([seat]), fingerprint(position))
    return drawn % 9973 / 9973, drawn % 101 / 4 - 5


@cache
def fingerprint(position: Position) -> int:
    return crc32(str(position).encode())


@cache
def worth(position: Position, seat: int) -> float:
    """What the seat decides by: its win, and its points ahead of the average opponent as a tie-break."""
    if position.outcome is not None:
        outcome = position.outcome
        win = (seat in outcome.winners) / len(outcome.winners)
        points = list(outcome.totals)
    else:
        win = number(position, seat)[0]
        points = [number(position, other)[1] for other in range(position.seats)]
    others = [points[other] for other in range(position.seats) if other != seat]
    return win + 0.004 * (points[seat] - sum(others) / len(others))


def best_of(position: Position, seat: int, extra_turns: int) -> float:
    """The best the seat can do with the final dice or a clover."""
    if position.stage in ("move", "clover"):
        return max(best_of(position.play(move), seat, extra_turns) for move in position.legal_moves)
    if position.stage == "roll" and position.turn_of == seat and extra_turns > 0:
        return whole_turn(position, seat, extra_turns - 1)
    return worth(position, seat)


def of_keep(position: Position, kept: tuple[str, ...], seat: int, known: dict, extra_turns: int = 0) -> float:
    """Mean over every ordered roll of the dice not kept."""
    again = len(position.dice) - len(kept)
    sides = "rypgbs" if len(position.dice) == 5 else "12345s"
    total, kept = 0.0, "".join(kept)
    for rolled in product(sides, repeat=again):
        final = sorted_faces(kept + "".join(rolled))
        if final not in known:
            after = position.play(Keep(kept))
            known[final] = best_of(after.play(Roll("".join(rolled))) if again else after, seat, extra_turns)
        total += known[final]
    return total / len(sides) ** again


def whole_turn(position: Position, seat: int, extra_turns: int) -> float:
    """Mean over every ordered first roll of the best choice of dice, one die after the other added to those kept."""
    count = position.to_roll
    sides = "rypgbs" if count == 5 else "12345s"
    finals: dict[str, float] = {}
    for rolled in product(sides, repeat=count):
        faces = in_order("".join(rolled))
        if faces not in finals:
            finals[faces] = best_of(position.play(Roll(faces)).play(Keep(faces)), seat, extra_turns)
    kept_worth = dict(finals)

    def of(kept: str) -> float:
        if kept not in kept_worth:
            kept_worth[kept] = sum(of(in_order(kept + face)) for face in sides) / len(sides)
        return kept_worth[kept]

    total = 0.0
    for rolled in product(sides, repeat=count):
        subsets = product((False, True), repeat=count)
        total += max(of(in_order("".join(f for f, k in zip(rolled, kept, strict=True) if k))) for kept in subsets)
    return total / len(sides) ** count


def positions(name: str, seats: int, seed: int, count: int, options=None, stages=("keep", "move", "clover")):
    """Positions of random play, at most two a game so that they are spread over its length."""
    random, found = Random(seed), []
    while len(found) < count:
        position = game(name).start(seats, options)
        met = []
        while position.to_move is not None:
            if position.to_move is CHANCE:
                position = position.play(supply(position, random))
                continue
            if position.stage in stages:
                met.append(position)
            moves = tuple(position.legal_moves)
            position = position.play(moves[int(random.random() ** 2 * len(moves))])
        found += random.sample(met, 2)
    return found[:count]
