"""The value functions by name, and which one speaks for a position when nobody chooses."""

from __future__ import annotations

from functools import cache

from engine.advice.hand import HandMade
from engine.advice.value import Value
from engine.position import Position


@cache
def hand() -> Value:
    """The hand-made value."""
    return HandMade()


def standard(position: Position) -> Value:
    """The best value function there is for the game of a position."""
    return hand()
