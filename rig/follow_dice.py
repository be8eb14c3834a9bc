"""Which dice lie where they lay: kept dice are told from rolled ones by their place, never by guessing.

Distances are measured in edges of a die, so that the size of the picture does not matter.  All functions are pure.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from rig.state import SeenDie, TableDie

SAME_PLACE = 0.35
"""A die whose centre moved less than this share of its edge was not moved by hand or by another die."""


@dataclass(frozen=True, slots=True)
class Sorted:
    """The dice of a turn after a reading.

    Attributes:
        dice: the fixed dice in their old order, then the rolled ones in reading order.
        doubt: what is wrong with the whole: "", "too-few", "too-many", "kept-unclear".
    """

    dice: tuple[TableDie, ...]
    doubt: str = ""

    @property
    def is_sure(self) -> bool:
        """True if nobody need be asked."""
        return not self.doubt and all(not die.doubt and die.face is not None for die in self.dice)


def edge(die: SeenDie) -> float:
    """Mean edge of the top face in pixels, at least 1."""
    corners = die.quad
    return max(1.0, sum(math.dist(corners[i], corners[i - 1]) for i in range(4)) / 4)


def places(known: tuple[TableDie, ...], seen: tuple[SeenDie, ...]) -> tuple[int | None, ...]:
    """For each known die the seen one that lies at its place, None where there is none."""
    pairs = sorted(
        (math.dist(die.seen.centre, other.centre) / edge(die.seen), index, place)
        for index, die in enumerate(known)
        if die.seen is not None
        for place, other in enumerate(seen)
    )
    found: dict[int, int] = {}
    for distance, index, place in pairs:
        if distance < SAME_PLACE and index not in found and place not in found.values():
            found[index] = place
    return tuple(found.get(index) for index in range(len(known)))


def as_table_die(seen: SeenDie) -> TableDie:
    """A rolled die; doubtful if the camera is not sure of it."""
    return TableDie(seen.face, seen, "camera", seen.reason or ("" if seen.face is not None else "unsure"))


def sort_out(
    fixed: tuple[TableDie, ...], seen: tuple[SeenDie, ...], rolled: int, before: tuple[SeenDie, ...] | None = None
) -> Sorted:
    """Tell the dice kept from the dice rolled just now.

    Args:
        fixed: the dice kept, empty for a first roll.
        seen: what lies in the tray.
        rolled: how many dice were to be rolled.
        before: what lay there in the last quiet moment before the throw, if there was one.
    """
    at = places(fixed, seen)
    kept = tuple(_kept_die(die, None if place is None else seen[place]) for die, place in zip(fixed, at, strict=True))
    fresh = [other for place, other in enumerate(seen) if place not in at]
    gone = [index for index, place in enumerate(at) if place is None]
    if len(fresh) == rolled + len(gone) and gone:
        return _pushed(kept, gone, fresh)
    dice = (*kept, *(as_table_die(other) for other in fresh))
    if len(fresh) < rolled:
        missing = tuple(TableDie(None, doubt="missing") for _ in range(rolled - len(fresh)))
        return Sorted((*dice, *missing), "too-few")
    if len(fresh) > rolled:
        return Sorted(dice, "too-many")
    if gone and not _were_set_aside([fixed[index] for index in gone], before):
        return Sorted(dice, "kept-unclear")
    return Sorted(dice)


def _kept_die(die: TableDie, now: SeenDie | None) -> TableDie:
    if now is None:
        return replace(die, doubt="")
    turned = now.face is not None and not _agrees(die, now)
    return replace(die, seen=_sight(die, now), doubt="turned" if turned else "")


def _agrees(die: TableDie, now: SeenDie) -> bool:
    """True if the die at this place still is what it was: a person's answer outranks the camera that errs as before."""
    answered = die.source == "asked" and die.seen is not None
    return now.face == die.face or (answered and die.seen is not None and now.face == die.seen.face)


def _sight(die: TableDie, now: SeenDie) -> SeenDie:
    """What is seen of the die now; of one that a person named, still what the camera took it for then."""
    if die.source != "asked" or die.seen is None or not _agrees(die, now):
        return now
    return replace(die.seen, centre=now.centre, quad=now.quad, picture=now.picture or die.seen.picture)


def _were_set_aside(gone: list[TableDie], before: tuple[SeenDie, ...] | None) -> bool:
    """True if the tray was seen without these dice before the throw."""
    if before is None or any(die.seen is None for die in gone):
        return False
    return all(place is None for place in places(tuple(gone), before))


def _pushed(kept: tuple[TableDie, ...], gone: list[int], fresh: list[SeenDie]) -> Sorted:
    """All dice are in the tray, some kept ones were pushed: take those of the same face, and let a person confirm."""
    dice = list(kept)
    for index in gone:
        same = next((other for other in fresh if other.face == kept[index].face and not other.reason), None)
        if same is None:
            dice[index] = replace(kept[index], doubt="turned")
            same = fresh[-1]
        else:
            dice[index] = replace(kept[index], seen=same)
        fresh = [other for other in fresh if other is not same]
    return Sorted((*dice, *(as_table_die(other) for other in fresh)), "kept-unclear")


def watch(known: tuple[TableDie, ...], seen: tuple[SeenDie, ...]) -> tuple[tuple[TableDie, ...], tuple[SeenDie, ...]]:
    """The dice of a turn as they lie now, those missing marked as lifted or turned, and the dice that nobody knows.

    All dice back with the same faces, wherever they lie, count as put back.  Of dice that the camera never saw (entered
    by hand) nothing can be said until all faces in the tray are theirs.
    """
    at = places(known, seen)
    back = _put_back(known, seen, at)
    if back is not None:
        return back, ()
    if any(die.seen is None for die in known):
        return known, ()
    dice = []
    for die, place in zip(known, at, strict=True):
        now = None if place is None else seen[place]
        other_face = now is not None and not now.reason and not _agrees(die, now)
        dice.append(replace(die, lifted=now is None, doubt="turned" if other_face else ""))
    return tuple(dice), tuple(other for place, other in enumerate(seen) if place not in at)


def _put_back(
    known: tuple[TableDie, ...], seen: tuple[SeenDie, ...], at: tuple[int | None, ...]
) -> tuple[TableDie, ...] | None:
    """The dice as they lie if all are there: those in place that agree, the others by their faces; None if not so."""
    stays = [place is not None and _agrees(die, seen[place]) for die, place in zip(known, at, strict=True)]
    taken = {place for place, stay in zip(at, stays, strict=True) if stay}
    left = [other for place, other in enumerate(seen) if place not in taken]
    certain = not any(other.reason for other in left)
    moved = sorted(str(die.face) for die, stay in zip(known, stays, strict=True) if not stay)
    if not certain or sorted(str(other.face) for other in left) != moved:
        return None
    dice = []
    for die, place, stay in zip(known, at, stays, strict=True):
        now = seen[place] if stay and place is not None else next(other for other in left if other.face == die.face)
        if not stay:
            left.remove(now)
        dice.append(replace(die, seen=_sight(die, now) if stay else now, lifted=False, doubt=""))
    return tuple(dice)
