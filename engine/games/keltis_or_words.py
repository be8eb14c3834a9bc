"""Keltis Ór in words: reading moves, why a move is not legal, why a position cannot be.

The rules stand in `engine/rules/or.md`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.components import canonical_items
from engine.dice import OR_DICE as DICE
from engine.dice import STONE, Keep, Roll, parse_keep, parse_roll, why_not_kept, why_not_rolled
from engine.errors import NotationError
from engine.games.keltis_or_chips import (
    ALL_CHIPS,
    CLOVER,
    COLOURS,
    FITS,
    ITEMS,
    LETTERS,
    PASS,
    STALL,
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
    return None if isinstance(move, Pass) else _why_not_taken(position, move)


def _asked(position: OrPosition) -> str:
    return {
        "roll": "a roll of all three dice (O5)",
        "keep": "which dice to keep (O5)",
        "reroll": f"a roll of {position.to_roll} dice (O5)",
        "move": "a chip, stones, or - to pass (O6)",
        "reveal": "what the chip carries (O26)",
    }[position.stage]


def _why_not_taken(position: OrPosition, move: Take) -> str | None:
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


def problems(position: OrPosition) -> Iterator[str]:
    """Every reason why a position cannot be reached by play."""
    setup = position.setup
    for colour, name in enumerate(COLOURS):
        held = [position.columns[seat * 5 + colour] & ALL_CHIPS for seat in range(setup.seats)]
        for value in range(VALUES):
            there = sum(chips >> value & 1 for chips in (*held, position.centre[colour]))
            if there != 1:
                yield f"The {name} {value} exists once, not {there} times (O2)."
        if not position.centre[colour] and setup.colour_ends and position.stage != "over":
            yield f"The last {name} chip is taken, so the game is over (O18)."
    yield from _clover_problems(position)
    if position.supply < 0:
        yield f"There are {-position.supply} more wish stones with the players than exist (O3)."
    if position.supply == 0 and position.stage != "over":
        yield "The last wish stone is taken, so the game is over (O17)."
    yield from _stage_problems(position)


def _clover_problems(position: OrPosition) -> Iterator[str]:
    for place, column in enumerate(position.columns):
        seat, colour = divmod(place, 5)
        gifts = [position.setup.gifts[colour * VALUES + value] for value in chips_in_order(column)]
        if None in gifts:
            yield f"Player {'ABCD'[seat]} holds a {COLOURS[colour]} chip, and nobody said what it carries (O26)."
        clovers, short = sum(gift.clovers for gift in gifts if gift), position.stage == "over" and not position.supply
        if column >> 13 > clovers or (column >> 13 < clovers and not short):
            yield (
                f"Player {'ABCD'[seat]}'s {COLOURS[colour]} column holds {column >> 13} stones from clovers, "
                f"and its chips carry {clovers} (O12)."
            )


def _stage_problems(position: OrPosition) -> Iterator[str]:
    stage, count, setup = position.stage, len(position.faces), position.setup
    wanted = {"keep": (3,), "reroll": (0, 1, 2), "move": (3,), "reveal": (3,)}.get(stage, (0,))
    if count not in wanted:
        yield f"At the stage {stage} there cannot be {count} dice (O5)."
    if (stage == "reveal") != bool(position.pending):
        yield "A chip is being revealed exactly at the stage reveal (O26)."
    if position.pending and setup.gifts[position.pending - 1] is not None:
        yield "What the chip carries that is being revealed is known already (O26)."
    if stage == "reveal" and position.pending and count == DICE.count:
        reason = _why_not_taken(position, TAKES[(position.pending - 1) // VALUES][(position.pending - 1) % VALUES])
        if reason:
            yield reason
    if position.passes and not setup.stalls:
        yield "Passes are counted only where the option stall is on (O20)."
    if position.void and (stage != "over" or setup.ending != "at-once"):
        yield "A chip is void only after the game ended at once (O19)."
    elif position.void:
        colour, value = divmod(position.void - 1, VALUES)
        if chips_in_order(position.columns[position.turn_of * 5 + colour])[-1:] != (value,):
            yield f"Only the chip that player {'ABCD'[position.turn_of]} took last can be void (O19)."
    if stage == "over":
        gone = setup.colour_ends and 0 in position.centre
        holds = {"stones-gone": position.supply == 0, "colour-gone": gone, "passes": position.passes == STALL}
        if not holds[position.reason]:
            yield f"The game cannot be over for the reason {position.reason} (O17, O18, O20)."
    elif position.passes >= STALL:
        yield "So many passes in a row end the game (O20)."
