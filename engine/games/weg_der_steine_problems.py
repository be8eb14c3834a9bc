"""Why a position of Keltis: Der Weg der Steine cannot be reached by play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.cards import HAND_SIZE, SEATS, number_of, runs_one_way
from engine.games.weg_der_steine_parts import (
    FACE_DOWN,
    GOAL,
    GOAL_FIGURES,
    PATHS,
    PERHAPS,
    QUIET_ROUNDS,
    SMALL_FIGURES,
    TILE_NAMES,
    TILES,
)
from engine.position import Seat

if TYPE_CHECKING:
    from engine.games.weg_der_steine import WegDerSteine


def problems_of(position: WegDerSteine) -> Iterator[str]:
    """Every reason why the position cannot be reached by play."""
    yield from position.table.problems()
    yield from _begin_problems(position)
    yield from _tile_problems(position)
    yield from _hand_problems(position)
    for seat, rows in enumerate(position.table.rows):
        for letter, row in zip(PATHS, rows, strict=True):
            if any(card[0] != letter for card in row) or not runs_one_way(tuple(map(number_of, row))):
                yield f"The row {letter} of seat {SEATS[seat]} could not be laid like this (S7, S8)."
        yield from _figure_problems(position, seat)
    yield from _end_problems(position)


def _begin_problems(position: WegDerSteine) -> Iterator[str]:
    """What cannot lie on the table yet, or not at this moment of a turn (S4, S18)."""
    stage, fresh = position.stage, position.table.fresh
    begun = any(map(any, position.figures)) or any(position.stones) or any(position.track)
    if stage in ("tiles", "deal") and (begun or not position.table.is_bare):
        yield "Before all cards are dealt nothing can have been laid, discarded, moved or taken (S4)."
    if fresh and (stage not in ("draw", "reveal") or len(fresh) > 1):
        yield "A card discarded in this turn is told of only while one is drawn in it, and there is only one (S18)."
    if stage == "step" and len(position.legal_moves) < 2:
        yield "Where a laid card leaves no choice its step is made at once (S9)."


def _tile_problems(position: WegDerSteine) -> Iterator[str]:
    """More or fewer tiles than the game has (S3)."""
    shown = "".join(position.tiles)
    if position.stage == "tiles":
        face_down, perhaps = shown.count(FACE_DOWN), shown.count(PERHAPS)
        left = sum(TILES.values()) - sum(shown.count(tile) for tile in TILES)
        if not face_down <= left <= face_down + perhaps or not face_down + perhaps:
            yield f"There are {left} tiles left for {face_down + perhaps} spaces (S3)."
    for tile, count in TILES.items():
        here = shown.count(tile) + (sum(position.stones) if tile == "s" else 0)
        if here > count or (here < count and position.stage != "tiles"):
            yield f"There are {here} tiles {TILE_NAMES[tile]}, but the game has {count} (S3)."


def _hand_problems(position: WegDerSteine) -> Iterator[str]:
    """Hands that have another number of cards than the stage leaves them (S4, S5)."""
    stage, turn_of = position.stage, position.turn_of
    short = stage in ("step", "clover", "draw", "reveal") or position.ended == "goal"
    for seat, hand in enumerate(position.table.hands):
        wanted = HAND_SIZE - (short and seat == turn_of)
        if stage == "tiles":
            wanted = 0
        elif stage == "deal" and seat >= turn_of:
            wanted = min(len(hand), HAND_SIZE - 1) if seat == turn_of else 0
        if len(hand) != wanted:
            yield f"Seat {SEATS[seat]} holds {len(hand)} cards instead of {wanted} (S5)."


def _figure_problems(position: WegDerSteine, seat: Seat) -> Iterator[str]:
    """Figures that went further, or got more on their way, than cards and clovers allow (S9-S16)."""
    figures, name = position.figures[seat], SEATS[seat]
    if len(figures) - figures.count(0) > SMALL_FIGURES and not position.large[seat]:
        yield f"Seat {name} has five small figures on the paths (S10)."
    passed = "".join(tiles[:space] for tiles, space in zip(position.tiles, figures, strict=True))
    cards = sum(map(len, position.table.rows[seat]))
    if sum(figures) > cards + passed.count("c"):
        yield f"The figures of seat {name} made {sum(figures)} steps, more than cards and clovers allow (S9, S15)."
    void = seat == position.turn_of and position.ended == "goal"  # the tile that the last step met does not count (S19)
    points = sum(int(tile) for tile in passed if tile in "123")
    if position.track[seat] != points and not (void and points - 3 <= position.track[seat] < points):
        yield f"The marker of seat {name} stands on {position.track[seat]}, its tiles gave {points} (S14)."
    if passed.count("s") > void:
        yield f"A figure of seat {name} passed a wish stone without taking it (S16)."


def _end_problems(position: WegDerSteine) -> Iterator[str]:
    """Positions that should have ended earlier, or for another reason (S19-S21)."""
    in_goal, left, ended = position.figures_in_goal, position.table.pile_size, position.ended
    if in_goal > GOAL_FIGURES or (in_goal == GOAL_FIGURES) != (ended == "goal"):
        yield f"The game ends with five figures in the goal and only then for this reason; here are {in_goal} (S19)."
    if ended == "goal" and GOAL not in position.figures[position.turn_of]:
        yield "The last figure to enter the goal stands on its first space and is the seat's whose turn it is (S19)."
    if (left <= 0) != (ended == "pile"):
        yield "The game ends with the last card of the face-down pile and only then for this reason (S20)."
    limit = QUIET_ROUNDS * position.seats if position.choices.stall == "on" else 9999
    if ended == "stalled" and position.choices.stall == "off":
        yield "With this option the game does not end by swapped discards (S21)."
    elif ended == "stalled" and position.quiet != limit:
        yield f"Swapped discards end the game after {limit} turns; here were {position.quiet} (S21)."
    elif ended != "stalled" and position.quiet >= limit + (position.stage != "play"):  # counted before the draw
        yield "So many turns of swapped discards end the game (S21)."
    elif position.quiet and position.stage in ("tiles", "deal", "step", "clover"):
        yield "Turns of swapped discards are counted only while nothing is laid (S21)."
    if position.stage == "step" and not position.table.rows[position.turn_of][PATHS.index(position.laid)]:
        yield "A step is asked for, but no card of its path was laid (S9)."
    own = zip(position.tiles, position.figures[position.turn_of], strict=True)
    if position.stage == "clover" and not any(space and tiles[space - 1] == "c" for tiles, space in own):
        yield "A clover is used, but no figure of the seat stands on one (S15)."
