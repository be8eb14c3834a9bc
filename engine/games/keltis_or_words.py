"""Keltis Ór in words: the form of a position, reading moves, why a move is not legal, what it does.

The rules stand in `engine/rules/or.md`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.components import canonical_items
from engine.dice import OR_DICE as DICE
from engine.dice import STONE, Keep, Roll, parse_keep, parse_roll, why_not_kept, why_not_rolled
from engine.dice_text import Form
from engine.errors import NotationError
from engine.games.keltis_or_chips import (
    CLOVER,
    COLOURS,
    FITS,
    ITEMS,
    LETTERS,
    PASS,
    STONES,
    TAKES,
    VALUES,
    OrMove,
    Pass,
    Reveal,
    Take,
    TakeStones,
    chips_in_order,
    length,
    reveals,
    sums,
    with_chip,
)
from engine.position import Effect, Move

if TYPE_CHECKING:
    from engine.games.keltis_or import OrPosition

RULE_OF_REASON = {"stones-gone": "O17", "colour-gone": "O18", "passes": "O20"}

_COLUMN = r"(?:-|[0-9t]{1,11}\*{0,11})"
_CHIP = (r"[rypgb](?:10|[0-9])", "a colour and a value, as g9")
FORM = Form(
    example="or chips=ours -,-,-,-,-.0/26*,-,83,19,t0.4 A roll",
    components="chips",
    seat=(
        rf"{_COLUMN}(?:,{_COLUMN}){{4}}\.[0-9]{{1,2}}",
        "five columns divided by commas, their chips as laid (t is 10, * a clover's stone, - for none), "
        "a point and the wish stones",
    ),
    stages=("roll", "keep", "reroll", "move", "reveal", "over"),
    more={
        "dice": ("[1-5s]{0,3}", "at most three of 1 2 3 4 5 s"),
        "chip": _CHIP,
        "passes": ("[0-9]{1,2}", "how many turns in a row were passed"),
        "void": _CHIP,
    },
    reasons=tuple(RULE_OF_REASON),
)


def read_move(text: str, to_roll: int) -> OrMove:
    """The move that a text names, legal or not.

    Raises:
        NotationError: the text is no move of this game.
    """
    words = text.strip().lower()
    if words in ("-", "stones"):
        return PASS if words == "-" else STONES
    if words.startswith("="):
        return parse_keep(words, DICE)
    if words.startswith("?"):
        shows = canonical_items(words[1:80].replace("coins", "coins "), ITEMS, several=True)
        if shows is not None:
            return Reveal(shows)
    elif re.fullmatch(r"[rypgb](10|[0-9])", words):
        return TAKES[LETTERS.index(words[0])][int(words[1:])]
    elif re.fullmatch(r"[1-5s]{1,3}", words):
        return parse_roll(words, DICE, to_roll or len(words))
    raise NotationError(
        f"{text[:40]!r} is no move; type a roll (14s), a keep (=4s), a chip (g9), stones, "
        "what a chip carries (?clover, ?goblin+coins2) or - to pass."
    )


def why_not(position: OrPosition, move: Move) -> str | None:
    """One sentence why a move is not legal here, naming the rule; None if it is legal."""
    if position.stage == "over":
        return "The game is over (O17, O18)."
    asked = {"roll": Roll, "reroll": Roll, "keep": Keep, "move": Take | TakeStones | Pass, "reveal": Reveal}
    if not isinstance(move, asked[position.stage]):
        return f"{move} is not what is asked for now: {_asked(position)}."
    if isinstance(move, Roll):
        return why_not_rolled(move.faces, DICE, position.to_roll, "O5")
    if isinstance(move, Keep):
        return why_not_kept(move.faces, position.faces, "O5")
    if isinstance(move, Reveal):
        known = any(move == outcome for outcome, _ in reveals())
        return None if known else f"No chip carries {move.shows[:40]!r}; it has at most five coins (O26)."
    if isinstance(move, TakeStones):
        return None if STONE in position.faces else "No die shows a stone, so none can be taken (O15)."
    return None if isinstance(move, Pass) else why_not_taken(position, move)


def _asked(position: OrPosition) -> str:
    return {
        "roll": "a roll of all three dice (O5)",
        "keep": "which dice to keep (O5)",
        "reroll": f"a roll of {position.to_roll} dice (O5)",
        "move": "a chip, stones, or - to pass (O6)",
        "reveal": "what the chip carries (O26)",
    }[position.stage]


def why_not_taken(position: OrPosition, move: Take) -> str | None:
    """Why the dice do not take a chip, or it does not fit (O7-O10); None if all is well."""
    if not (0 <= move.colour < 5 and 0 <= move.value < VALUES):
        return "The chips have five colours and the values 0 to 10 (O2)."
    colour, bit = COLOURS[move.colour], 1 << move.value
    if not position.centre[move.colour] & bit:
        return f"The {colour} {move.value} is no longer in the centre (O8)."
    if not sums(position.faces) & bit:
        needed = "; a 0 needs a stone" if not move.value else ""
        return f"No choice of the dice {position.faces} adds up to {move.value}{needed} (O7)."
    column = position.columns[position.turn_of * 5 + move.colour]
    if not FITS[column & 8191] & bit:
        laid = ", ".join(map(str, chips_in_order(column)))
        return f"{move.value} does not continue the {colour} column {laid} (O9, O10)."
    return None


def effects(position: OrPosition, move: Move) -> Iterator[Effect]:
    """What a legal move does, in order."""
    after = position.play(move)
    if isinstance(move, Take):
        yield from _taking(position, after, move.colour, move.value)
    elif isinstance(move, Reveal):
        yield from _taking(position, after, *divmod(position.pending - 1, VALUES))
    elif isinstance(move, TakeStones):
        yield Effect("stone", "", position.supply - after.supply)
    elif isinstance(move, Roll | Keep):
        yield Effect("keep" if isinstance(move, Keep) else "roll", move.faces, len(move.faces))
    else:
        yield Effect("pass")
    if after.stage == "over":
        yield Effect("ends", after.reason)


def _taking(position: OrPosition, after: OrPosition, colour: int, value: int) -> Iterator[Effect]:
    name, place = COLOURS[colour], position.turn_of * 5 + colour
    if after.stage == "reveal":
        yield Effect("take", name, value, length(position.columns[place]) + 1)
        yield Effect("unknown", name, value)
        return
    gift, chip = after.setup.gifts[colour * VALUES + value], colour * VALUES + value
    yield Effect("take", name, value, length(after.columns[place]))
    stones = after.stones[position.turn_of] - position.stones[position.turn_of]
    clovers = (after.columns[place] >> 13) - (position.columns[place] >> 13)
    counts = gift is not None and after.void != chip + 1
    amounts = (
        ("stone", stones),
        ("clover", clovers),
        ("goblin", gift.goblins if gift and counts else 0),
        ("coins", gift.coins if gift and counts else 0),
    )
    for kind, amount in amounts:
        if amount:
            yield Effect(kind, name, amount)


def written_column(column: int) -> str:
    """A column as text: its chips as they were laid ("t" is 10), a star for each stone of a clover, "-" for none."""
    laid = "".join("t" if value == 10 else str(value) for value in chips_in_order(column))
    return laid + "*" * (column >> 13) or "-"


def read_column(text: str) -> int:
    """The column that `written_column` wrote.

    Raises:
        NotationError: its chips go neither up nor down.
    """
    laid, column = text.rstrip("*").strip("-"), 0
    for letter in laid:
        value = 10 if letter == "t" else int(letter)
        if not FITS[column] >> value & 1:
            raise NotationError(f"The column {text} goes neither up nor down (O9).")
        column = with_chip(column, value)
    return column + CLOVER * text.count("*")


def written_chip(place: int) -> str:
    """The chip 1 + colour * 11 + value as text: "g9"."""
    return str(TAKES[(place - 1) // VALUES][(place - 1) % VALUES])


def read_chip(text: str | None) -> int:
    """The place that `written_chip` wrote, 0 for no text."""
    return 1 + LETTERS.index(text[0]) * VALUES + int(text[1:]) if text else 0
