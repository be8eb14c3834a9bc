"""Why a position of the Würfelspiel cannot be reached by play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.dice_text import SEATS
from engine.games.wuerfelspiel_board import GOAL, GOAL_PIECES, LETTERS, PIECES, ROWS, SPACES, STALL

if TYPE_CHECKING:
    from engine.games.wuerfelspiel import WuerfelspielPosition


def problems(position: WuerfelspielPosition) -> Iterator[str]:
    """Every reason why a position cannot be reached by play."""
    setup, tiles = position.setup, position.tiles_left
    in_goal = 0
    for seat in range(setup.seats):
        own, name = position.own(seat), SEATS[seat]
        in_goal += sum(at >= GOAL for at in own)
        if own.count(0) < 5 - PIECES:
            yield f"Player {name} has more than four pieces on the board (W12)."
        if position.stage != "over" and sum(at >= GOAL for at in own) == PIECES:
            yield f"Player {name} has all four pieces in the goal, so the game is over (W23)."
        for row, at in enumerate(own):
            if at and setup.icons[row * 10 + at] == "x":
                yield f"Player {name}'s piece in {ROWS[row]} stands on crossed branches (W28)."
    if tiles < 0:
        yield f"There are {-tiles} more wish stones with the players than exist (W4)."
    most = GOAL_PIECES[setup.seats]
    if in_goal > most or (in_goal == most and position.stage != "over"):
        yield f"With {setup.seats} players the game ends at {most} pieces in the goal; here are {in_goal} (W22)."
    yield from _stage_problems(position, in_goal)


def _stage_problems(position: WuerfelspielPosition, in_goal: int) -> Iterator[str]:
    stage, count, setup = position.stage, len(position.faces), position.setup
    wanted = {"keep": (5,), "reroll": (0, 1, 2, 3, 4), "move": (5,), "reveal": (0, 5)}.get(stage, (0,))
    if count not in wanted:
        yield f"At the stage {stage} there cannot be {count} dice (W6, W7)."
    if (stage == "reveal") != bool(position.pending):
        yield "A space is being revealed exactly at the stage reveal (W32)."
    if position.pending and setup.icons[position.pending] != "?":
        yield "The space that is being revealed is known already (W32)."
    two_stones = stage in ("move", "reveal") and position.faces.endswith("ss")
    if two_stones and not position.stones[position.turn_of] and position.tiles_left > 0:
        yield f"The dice show two wish stones, so player {SEATS[position.turn_of]} has a tile (W8)."
    if position.idle and setup.stalls and stage in ("clover", "reveal") and not position.faces:
        yield "A piece has moved in this turn, so no turns without a move are counted (W31)."
    if position.idle and not setup.stalls:
        yield "Turns without a move are counted only where the option stall is on (W31)."
    if stage == "clover" and not position.clover_steps():
        yield "There is no step a clover could be used for (W18)."
    yield from _way_problems(position)
    if stage == "over":
        mine, most = sum(at >= GOAL for at in position.own(position.turn_of)), GOAL_PIECES[setup.seats]
        holds = {
            "goal": in_goal == most and mine > 0,
            "all-four": in_goal < most and mine == PIECES,
            "stall": in_goal < most and position.idle == STALL,
        }
        if not holds[position.reason]:
            yield f"The game cannot be over for the reason {position.reason} (W22, W23, W31)."
    elif position.idle >= STALL:
        yield "So many turns without a move end the game (W31)."


def _way_problems(position: WuerfelspielPosition) -> Iterator[str]:
    """A clover nobody reached, or a space being revealed to which nothing led (W10, W14, W17)."""
    own, icons, name = position.own(position.turn_of), position.setup.icons, SEATS[position.turn_of]
    by_clover = position.stage == "clover" or (position.stage == "reveal" and not position.faces)
    if by_clover and not any(at and icons[row * 10 + at] == "c" for row, at in enumerate(own)):
        yield f"A clover is used, but no piece of player {name} stands on one (W17)."
    if position.stage == "reveal" and position.pending:
        row, space = divmod(position.pending, 10)
        steps = position.faces.count(LETTERS[row]) if position.faces else 1
        to, may_start = own[row] + steps, own.count(0) > 5 - PIECES
        reached = to == space or (to > space == SPACES > own[row] and position.setup.clamps)
        if not steps or not reached or not (own[row] or may_start):
            yield f"Nothing leads a piece of player {name} to space {space} of {ROWS[row]} (W10, W12, W14, W17)."
