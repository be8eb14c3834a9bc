"""Perft: how many positions lie so many moves deep, chance's outcomes counted like moves; its speed beside chess.

`make bench` (`python -m tests.engine.perft`) prints the speed of both dice games beside python-chess in the same run,
one core, processor time; at least 0.3 of its speed is what we ask of both.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from engine import catalogue
from engine.position import CHANCE, Position

DEEP = {
    "wuerfelspiel": "wuerfelspiel board=ours 12340.2/23401.3 A keep dice=rrygb",
    "or": "or chips=ours 26*,-,83,19,-.4/57*,3,-,-,t0*.6 A keep dice=34s",
}
"""Positions in the middle of a game; three deep (keep, roll again, move) the last ones are all decisions of a seat."""


def perft(position: Position, depth: int) -> int:
    """Count the positions so many moves deep, each one generated and played."""
    if not depth:
        return 1
    if position.to_move is CHANCE:
        return sum(perft(position.play(outcome), depth - 1) for outcome, _ in position.chance_outcomes())
    return sum(perft(position.play(move), depth - 1) for move in position.legal_moves)


def per_second(count: Callable[[], int]) -> float:
    """Positions a second, the best of three runs."""
    best = 0.0
    for _ in range(3):
        begun = time.process_time()
        positions = count()
        best = max(best, positions / (time.process_time() - begun))
    return best


def chess_perft(board, depth: int) -> int:
    """python-chess: every move generated and played."""
    if not depth:
        return 1
    count = 0
    for move in board.legal_moves:
        board.push(move)
        count += chess_perft(board, depth - 1)
        board.pop()
    return count


def compare() -> dict[str, float]:
    """Positions a second of chess and both dice games."""
    import chess

    speeds = {"python-chess": per_second(lambda: sum(chess_perft(chess.Board(), 3) for _ in range(3)))}
    for game, text in DEEP.items():
        position = catalogue.position(text)
        speeds[game] = per_second(lambda position=position: sum(perft(position, 3) for _ in range(5)))
    return speeds


if __name__ == "__main__":
    speeds = compare()
    for name, speed in speeds.items():
        print(f"{name:<14} {speed:>10,.0f} positions a second, {speed / speeds['python-chess']:.2f} of python-chess")
