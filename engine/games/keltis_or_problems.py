"""Why a position of Keltis Ór cannot be reached by play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.dice import OR_DICE as DICE
from engine.dice_text import SEATS
from engine.games.keltis_or_chips import ALL_CHIPS, COLOURS, STALL, TAKES, VALUES, Gifts, chips_in_order
from engine.games.keltis_or_words import why_not_taken
from engine.position import Seat

if TYPE_CHECKING:
    from engine.games.keltis_or import OrPosition


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
    yield from _gift_problems(position)
    if position.supply < 0:
        yield f"There are {-position.supply} more wish stones with the players than exist (O3)."
    if position.supply == 0 and position.stage != "over":
        yield "The last wish stone is taken, so the game is over (O17)."
    yield from _stage_problems(position)


def _gift_problems(position: OrPosition) -> Iterator[str]:
    """Stones that the chips of a seat did not bring, or did and are not there (O11, O12, O14)."""
    setup = position.setup
    for seat in range(setup.seats):
        brought, name = 0, SEATS[seat]
        for colour, column in enumerate(position.columns[seat * 5 : seat * 5 + 5]):
            gifts = [setup.gifts[colour * VALUES + value] for value in chips_in_order(column)]
            if None in gifts:
                yield f"Player {name} holds a {COLOURS[colour]} chip, and nobody said what it carries (O26)."
            brought += sum(gift.stones for gift in gifts if gift)
            laid, clovers = column >> 13, sum(gift.clovers for gift in gifts if gift)
            if laid > clovers or (laid < clovers and not (laid == clovers - 1 and _is_short(position, seat, gifts))):
                yield (
                    f"The clovers laid into player {name}'s {COLOURS[colour]} column ({laid}) "
                    f"are not those that its chips carry ({clovers}) (O12)."
                )
        if position.stones[seat] < brought:
            yield f"Player {name}'s chips brought {brought} wish stones, and it has {position.stones[seat]} (O11)."


def _is_short(position: OrPosition, seat: Seat, gifts: list[Gifts | None]) -> bool:
    """Whether the last chip of a column may have got no stone for its clover: its own stone was the last one (O14)."""
    ended = position.reason == "stones-gone" and not position.supply and seat == position.turn_of
    last = gifts[-1]
    return ended and last is not None and last.stones > 0 and last.clovers > 0


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
        reason = why_not_taken(position, TAKES[(position.pending - 1) // VALUES][(position.pending - 1) % VALUES])
        if reason:
            yield reason
    if position.passes and not setup.stalls:
        yield "Passes are counted only where the option stall is on (O20)."
    if position.void and (stage != "over" or setup.ending != "at-once"):
        yield "A chip is void only after the game ended at once (O19)."
    elif position.void:
        colour, value = divmod(position.void - 1, VALUES)
        if chips_in_order(position.columns[position.turn_of * 5 + colour])[-1:] != (value,):
            yield f"Only the chip that player {SEATS[position.turn_of]} took last can be void (O19)."
    if stage == "over":
        if not _ends(position):
            yield f"The game cannot be over for the reason {position.reason} (O17, O18, O20)."
    elif position.passes >= STALL:
        yield "So many passes in a row end the game (O20)."


def _ends(position: OrPosition) -> bool:
    """Whether the reason holds, and nothing had ended the game before the turn of the seat that ended it."""
    setup, base = position.setup, position.turn_of * 5
    own = position.columns[base : base + 5]
    gone = [colour for colour in range(5) if not position.centre[colour]] if setup.colour_ends else []
    by_seat = all(own[colour] & ALL_CHIPS for colour in gone)
    if position.reason == "stones-gone":
        took = position.stones[position.turn_of] + sum(column >> 13 for column in own)
        return position.supply == 0 and took > 0 and len(gone) < 2 and by_seat
    if position.reason == "colour-gone":
        return position.supply > 0 and len(gone) == 1 and by_seat
    return position.passes == STALL and position.supply > 0 and not gone
