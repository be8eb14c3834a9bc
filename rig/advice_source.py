"""What the adviser says of a position, in the table's own words; the only file of the rig that knows both."""

from __future__ import annotations

from engine.advice import Choice, advise
from engine.position import Position
from rig.state import Ranked


def rank(position: Position) -> tuple[tuple[Ranked, ...], bool]:
    """The choices of a position, best first, and whether every component was known."""
    advice = advise(position)
    return tuple(_ranked(choice) for choice in advice.choices), not advice.incomplete


def _ranked(choice: Choice) -> Ranked:
    why = "; ".join(str(reason) for reason in choice.why)
    win = None if choice.win is None else round(choice.win, 4)
    return Ranked(str(choice.move), round(choice.value, 3), round(choice.cost, 3), why, win)
