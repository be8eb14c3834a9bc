"""What the adviser says of a position, in the table's own words; the only file of the rig that knows both."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.advice import Advice, Choice, advise
from engine.advice.refine import refined
from engine.position import Position
from rig.adviser import Ranking
from rig.state import Ranked


def rank(position: Position) -> Ranking:
    """What can be said at once."""
    return _ranking(advise(position))


def refine(position: Position, rest: Callable[[], None]) -> Iterator[Ranking]:
    """What can be said after more thought, better each time.

    Args:
        rest: called between pieces of the thought; may take its time, or throw to end it.
    """
    yield from map(_ranking, refined(position, rest=rest))


def _ranking(advice: Advice) -> Ranking:
    ranked = tuple(_ranked(place, choice) for place, choice in enumerate(advice.choices))
    return Ranking(ranked, not advice.incomplete, advice.depth)


def _ranked(place: int, choice: Choice) -> Ranked:
    why = "; ".join(str(reason) for reason in choice.why)
    win = None if choice.win is None else round(choice.win, 4)
    error = None if choice.error is None else round(choice.error, 4)
    return Ranked(str(choice.move), round(choice.value, 3), round(choice.cost, 3), why, win, place, error)
