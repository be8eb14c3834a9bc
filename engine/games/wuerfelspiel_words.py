"""The Würfelspiel in words: reading moves, why a move is not legal, why a position cannot be.

The rules stand in `engine/rules/wuerfelspiel.md`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.dice import WUERFELSPIEL_DICE as DICE
from engine.dice import Keep, Roll, parse_keep, parse_roll, why_not_kept, why_not_rolled
from engine.errors import NotationError
from engine.games.wuerfelspiel_board import (
    ADVANCES,
    DECLINE,
    GOAL,
    GOAL_PIECES,
    LETTERS,
    NAMES_OF_ICONS,
    PIECES,
    REVEAL_WEIGHTS,
    ROWS,
    SPACES,
    STALL,
    STEPS,
    Advance,
    Decline,
    Reveal,
    Step,
    WuerfelspielMove,
    reveals,
)
from engine.position import Effect, Move

if TYPE_CHECKING:
    from engine.games.wuerfelspiel import WuerfelspielPosition


def read_move(text: str, to_roll: int) -> WuerfelspielMove:
    """The move that a text names, legal or not.

    Raises:
        NotationError: the text is no move of this game.
    """
    words = text.strip().lower()
    if words == "-":
        return DECLINE
    if words.startswith("="):
        return parse_keep(words, DICE)
    if words.startswith("?") and words[1:] in REVEAL_WEIGHTS:
        return Reveal(words[1:])
    if re.fullmatch(r"\+[rypgb]", words):
        return STEPS[LETTERS.index(words[1])]
    if re.fullmatch(r"[rypgb][1-5]", words):
        return ADVANCES[LETTERS.index(words[0])][int(words[1])]
    if re.fullmatch(r"[rypgbs]{1,5}", words):
        return parse_roll(words, DICE, to_roll or len(words))
    raise NotationError(
        f"{text[:40]!r} is no move; type a roll (rrgys), a keep (=rr), a row and its dice (g3), "
        "a clover step (+g), what a space shows (?clover) or - for none."
    )


def why_not(position: WuerfelspielPosition, move: Move) -> str | None:
    """One sentence why a move is not legal here, naming the rule; None if it is legal."""
    if position.stage == "over":
        return "The game is over (W22)."
    asked = {
        "roll": Roll,
        "reroll": Roll,
        "keep": Keep,
        "move": Advance | Decline,
        "clover": Step | Decline,
        "reveal": Reveal,
    }
    if not isinstance(move, asked[position.stage]):
        return f"{move} is not what is asked for now: {_asked(position)}."
    if isinstance(move, Roll):
        return why_not_rolled(move.faces, DICE, position.to_roll, "W6, W7")
    if isinstance(move, Keep):
        return why_not_kept(move.faces, position.faces, "W7")
    if isinstance(move, Reveal):
        shown = [str(outcome) for outcome, _ in reveals(position.setup.side)]
        return None if str(move) in shown else f"A space of this side shows one of {' '.join(shown)} (W32)."
    return None if isinstance(move, Decline) else _why_not_there(position, move)


def _asked(position: WuerfelspielPosition) -> str:
    return {
        "roll": "a roll of all five dice (W6)",
        "keep": "which dice to keep (W7)",
        "reroll": f"a roll of {position.to_roll} dice (W7)",
        "move": "a move by the dice or - for none (W10, W16)",
        "clover": "a clover step or - for none (W17, W21)",
        "reveal": "what the space shows (W32)",
    }[position.stage]


def _why_not_there(position: WuerfelspielPosition, move: Advance | Step) -> str | None:
    if not 0 <= move.row < 5:
        return "There are five rows, 0 to 4 (W2)."
    own, name = position.own(position.turn_of), ROWS[move.row]
    at = own[move.row]
    steps = 1 if isinstance(move, Step) else move.steps
    if isinstance(move, Advance) and steps != position.faces.count(LETTERS[move.row]):
        return f"The dice show {name} {position.faces.count(LETTERS[move.row])} times; exactly so far it moves (W10)."
    if not steps:
        return f"No die shows {name} (W10)."
    if at == SPACES:
        return f"The piece in {name} stands on the last space and stays there (W15)."
    if not at and own.count(0) <= 5 - PIECES:
        return f"All four pieces are on the board; {name} cannot be started (W12)."
    if at + steps > SPACES and not position.setup.clamps:
        return f"Only {SPACES - at} spaces are left in {name}, and overshoot is forbidden here (W14)."
    if position.setup.icons[move.row * 10 + min(at + steps, SPACES)] == "x":
        return f"Space {min(at + steps, SPACES)} of {name} shows crossed branches; no piece may stop there (W28)."
    return None


def effects(position: WuerfelspielPosition, move: Move) -> Iterator[Effect]:
    """What a legal move does, in order."""
    after = position.play(move)
    if isinstance(move, Advance | Step):
        row, at = move.row, position.own(position.turn_of)[move.row]
        to = min(at + (1 if isinstance(move, Step) else move.steps), SPACES)
        yield Effect("advance" if at else "start", ROWS[row], to - at, to)
        yield from _landed(after, row, to)
    elif isinstance(move, Reveal):
        row, to = divmod(position.pending, 10)
        yield Effect("reveal", ROWS[row], 0, to)
        yield from _landed(after, row, to)
    elif isinstance(move, Roll | Keep):
        yield Effect("keep" if isinstance(move, Keep) else "roll", move.faces, len(move.faces))
        if after.stones != position.stones:
            yield Effect("stone", "", 1)
    else:
        yield Effect("decline", position.stage)
    if after.stage == "over":
        yield Effect("ends", after.reason)


def _landed(after: WuerfelspielPosition, row: int, to: int) -> Iterator[Effect]:
    """What the space reached gives, seen from the position after the move."""
    icon = after.setup.icons[row * 10 + to]
    if to >= GOAL and icon != "x":
        yield Effect("goal", ROWS[row], 1, to)
    if icon != "." and after.stage != "over":
        yield Effect(NAMES_OF_ICONS[icon], ROWS[row], 1, to)


def problems(position: WuerfelspielPosition) -> Iterator[str]:
    """Every reason why a position cannot be reached by play."""
    setup, tiles = position.setup, position.tiles_left
    in_goal = 0
    for seat in range(setup.seats):
        own, name = position.own(seat), "ABCD"[seat]
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
    own, icons, name = position.own(position.turn_of), position.setup.icons, "ABCD"[position.turn_of]
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
