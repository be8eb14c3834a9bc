"""A player who never does anything, for tests."""


def passes(position, random):
    """Roll all dice again, then pass."""
    return next(move for move in position.legal_moves if str(move) == ("-" if position.stage == "move" else "="))
