"""Keltis: Der Weg der Steine in words: why a step is not legal, what a move does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.card_moves import Discard, Draw, Lay, TurnUp
from engine.cards import COLOUR_NAMES
from engine.games.weg_der_steine_parts import GOAL, PATHS, SPACES, TILES, Start, Stay, Step, TurnTile
from engine.position import Effect, Move, Seat

if TYPE_CHECKING:
    from engine.games.weg_der_steine import WegDerSteine


def why_not_step(position: WegDerSteine, move: Step | Start | Stay) -> str:
    """One sentence why a step that is not legal is not, naming the rule (S9-S11)."""
    if isinstance(move, Stay):
        return "The step of a laid card is made (S9)."
    if move.path not in tuple(PATHS):
        return f"There is no path {move.path!r} (S2)."
    figures, laid = position.figures[position.turn_of], position.laid
    space = figures[PATHS.index(move.path)]
    if laid and move.path != laid and figures[PATHS.index(laid)] < SPACES:
        return f"The card moves a figure on the {COLOUR_NAMES[laid]} path (S9)."
    if isinstance(move, Step):
        return "The figure stands on the end stone (S11)." if space else "No own figure is on that path (S10)."
    return "An own figure is on that path (S10)." if space else "No such figure is left at the start (S10)."


def effects(position: WegDerSteine, move: Move) -> tuple[Effect, ...]:
    """What a legal move does, in order."""
    after, seat = position.play(move), position.turn_of
    match move:
        case TurnTile(path, space, shows):
            return (Effect("tile", COLOUR_NAMES[path], TILES.get(shows, 0) and 1, space),)
        case TurnUp(card):
            said: tuple[Effect, ...] = (Effect("card", card),)
        case Discard(card):
            said = (Effect("discard", card),)
        case Lay(card, letter):
            row = after.table.rows[seat][PATHS.index(letter)]
            said = (Effect("lay", COLOUR_NAMES[letter], 1, len(row)),)
        case Draw(source):
            said = (Effect("draw", source),)
        case Stay():
            said = (Effect("decline", position.stage),)
        case _:
            said = ()
    said = (*said, *_steps_made(position, after, seat))
    return (*said, Effect("ends", after.ended)) if after.ended else said


def _steps_made(before: WegDerSteine, after: WegDerSteine, seat: Seat) -> Iterator[Effect]:
    """The step between two positions and what its space gave."""
    for path, was, now in zip(PATHS, before.figures[seat], after.figures[seat], strict=True):
        if now != was:
            kind = "advance" if was else "start-large" if after.large[seat] == path else "start"
            yield Effect(kind, COLOUR_NAMES[path], 1, now)
            if now == GOAL:
                yield Effect("goal", COLOUR_NAMES[path], 1, now)
    if after.stones[seat] > before.stones[seat]:
        yield Effect("stone", "", 1)
    if after.track[seat] > before.track[seat]:
        yield Effect("points", "", after.track[seat] - before.track[seat])
    if after.stage == "clover":
        yield Effect("clover")
