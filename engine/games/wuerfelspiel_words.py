"""The Würfelspiel in words: the form of a position, reading moves, why a move is not legal, what it does.

The rules stand in `engine/rules/wuerfelspiel.md`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.dice import WUERFELSPIEL_DICE as DICE
from engine.dice import Keep, Roll, parse_keep, parse_roll, why_not_kept, why_not_rolled
from engine.dice_text import Form
from engine.errors import NotationError
from engine.games.wuerfelspiel_board import (
    ADVANCES,
    DECLINE,
    GOAL,
    LETTERS,
    NAMES_OF_ICONS,
    PIECES,
    REVEAL_WEIGHTS,
    ROWS,
    SPACES,
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

RULE_OF_REASON = {"goal": "W22", "all-four": "W23", "stall": "W31"}

FORM = Form(
    example="wuerfelspiel board=ours 00000.0/00000.0 A roll",
    components="board",
    seat=(r"[0-9]{5}\.[0-9]{1,3}", "the spaces of the five pieces, 0 for none, a point and the wish stones"),
    stages=("roll", "keep", "reroll", "move", "clover", "reveal", "over"),
    more={
        "dice": ("[rypgbs]{0,5}", "at most five of the letters r y p g b s"),
        "space": ("[rypgb][1-9]", "the row and number of the space that is being revealed, as g4"),
        "idle": ("[0-9]{1,3}", "how many turns in a row nobody moved"),
    },
    reasons=tuple(RULE_OF_REASON),
)


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
