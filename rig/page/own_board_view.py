"""The owner's board or chips as a page shows them: each space or chip, what is known of it, and what it may show."""

from __future__ import annotations

from dataclasses import dataclass

from engine.components import PLAIN, UNKNOWN, Components, Entry, Schema
from rig.page.chip_board import ITEM_ART
from rig.page.sentences import item
from rig.page.words import N_, Words

MOST_COINS = 5
"""Amounts of coins that can be chosen with one tap."""
SIDES = {"simple": N_("Simple side"), "crossed": N_("Crossed side")}
PROVENANCES = {
    "real": N_("known from the rule book"),
    "owner": N_("entered by you"),
    "ours": N_("made up by us"),
    "unknown": N_("not known yet"),
}
ART = {**ITEM_ART, "crossed": "forbidden"}


@dataclass(frozen=True, slots=True)
class OwnCell:
    """One space or chip.

    Attributes:
        at: its address on the page, "green.3".
        value: what is printed beside it: its points, or the chip's number.
        icons: drawings of what it shows; after a coin how many there are.
        provenance: "real", "owner", "ours" or "unknown".
        name: all of it in words.
        is_asked: True for the one that the choices beside the board are of.
    """

    at: str
    value: str
    icons: tuple[str, ...]
    provenance: str
    name: str
    is_asked: bool


@dataclass(frozen=True, slots=True)
class OwnLine:
    """The spaces of a row, or the chips of a colour."""

    row: str
    name: str
    cells: tuple[OwnCell, ...]


@dataclass(frozen=True, slots=True)
class OwnChoice:
    """What a space or chip may show: as in a component file, its drawing, in words; `is_so` if it shows that now."""

    shows: str
    icons: tuple[str, ...]
    name: str
    is_so: bool


@dataclass(frozen=True, slots=True)
class OwnBoardView:
    """The page.

    Attributes:
        game: catalogue name.
        group: part of the component file that is shown: a side, or the chips.
        groups: (group, name) of all parts, where there are several.
        asked: address of the space or chip in question, "green.3".
        asked_name, asked_from: it in words, and who knows what it shows.
        choices: what it may show, one tap each.
        several: (item, name, is_so) of what it may carry at once; empty where it may show one thing only.
        coins: how many coins it carries now, where it may carry several things.
        known: how many are known, in words.
        is_whole: True if nothing is unknown.
    """

    game: str
    group: str
    groups: tuple[tuple[str, str], ...]
    lines: tuple[OwnLine, ...]
    asked: str
    asked_name: str
    asked_from: str
    choices: tuple[OwnChoice, ...]
    several: tuple[tuple[str, str, bool], ...]
    coins: int
    known: str
    is_whole: bool


def own_board(known: Components, schema: Schema, group: str, asked: str, words: Words) -> OwnBoardView:
    """One part of the components, and the choices for one entry.

    Args:
        group: part of the component file; the first one where there is no such part.
        asked: address of the entry in question; the first unknown one where there is no such entry.
    """
    group = group if group in schema.groups else next(iter(schema.groups))
    entries = {f"{row.name}.{number}": entry for row in known.group(group) for number, entry in _numbered(row, known)}
    at = asked if asked in entries else next_unknown(known, group, "")
    entry = entries[at]
    every = [entry for row in known.rows for entry in row.entries]
    shown = tuple(entry.shows.split(" + "))
    return OwnBoardView(
        game=known.game,
        group=group,
        groups=tuple((one, words.say(SIDES[one])) for one in schema.groups) if len(schema.groups) > 1 else (),
        lines=tuple(
            OwnLine(
                row.name,
                item(row.name, words),
                tuple(_cell(known, row.name, number, one, at, words) for number, one in _numbered(row, known)),
            )
            for row in known.group(group)
        ),
        asked=at,
        asked_name=_name(known, *_parts(at), words),
        asked_from=words.say(PROVENANCES[entry.provenance]),
        choices=_choices(schema, group, entry, words),
        several=tuple((one, item(one, words), one in shown) for one in schema.items[group] if one != "coins")
        if schema.several
        else (),
        coins=next((int(one.removeprefix("coins ")) for one in shown if one.startswith("coins ")), 0),
        known=words.say(
            "%(known)s of %(all)s are known",
            known=sum(one.shows != UNKNOWN for one in every),
            all=len(every),
        ),
        is_whole=all(one.shows != UNKNOWN for one in every),
    )


def next_unknown(known: Components, group: str, after: str) -> str:
    """Address of the next entry of a part that nobody has entered, from the one after `after` on and round; that of the
    entry after it where all are known."""
    every = [(f"{row.name}.{number}", one) for row in known.group(group) for number, one in _numbered(row, known)]
    place = next((place for place, (at, _) in enumerate(every) if at == after), -1)
    turned = [*every[place + 1 :], *every[: place + 1]]
    return next((at for at, one in turned if one.shows == UNKNOWN), turned[0][0])


def entry_names(known: Components, places: tuple[tuple[str, str, int], ...], words: Words) -> str:
    """Some entries in words, one after the other."""
    return ", ".join(_name(known, row, number, words) for _, row, number in places)


def shows_in_words(shows: str, words: Words) -> str:
    """What an entry shows, in words."""
    parts = []
    for part in shows.split(" + "):
        name, _, amount = part.partition(" ")
        coins = words.count("%(number)s gold coin", "%(number)s gold coins", int(amount)) if amount else ""
        parts.append(coins or item(name, words))
    return ", ".join(parts)


def _numbered(row: object, known: Components) -> list[tuple[int, Entry]]:
    return list(enumerate(row.entries, known.first))  # type: ignore[attr-defined]


def _parts(at: str) -> tuple[str, int]:
    row, _, number = at.rpartition(".")
    return row, int(number)


def _name(known: Components, row: str, number: int, words: Words) -> str:
    if known.game == "wuerfelspiel":
        return words.say("%(row)s space %(space)s", row=item(row, words), space=number)
    return f"{item(row, words)} {number}"


def _cell(known: Components, row: str, number: int, entry: Entry, asked: str, words: Words) -> OwnCell:
    at = f"{row}.{number}"
    values = dict(known.numbers).get("values")
    value = words.number(values[number - known.first]) if values else str(number)
    name, points = f"{_name(known, row, number, words)}: {shows_in_words(entry.shows, words)}", words.say("Points")
    return OwnCell(
        at=at,
        value=value,
        icons=_icons(entry.shows),
        provenance=entry.provenance,
        name=f"{name}; {points} {value}" if values else name,
        is_asked=at == asked,
    )


def _icons(shows: str) -> tuple[str, ...]:
    if shows == PLAIN:
        return ()
    parts = [part.partition(" ") for part in shows.split(" + ")]
    return tuple(icon for name, _, amount in parts for icon in (ART.get(name, name), amount) if icon)


def _choices(schema: Schema, group: str, entry: Entry, words: Words) -> tuple[OwnChoice, ...]:
    single = [one for one in schema.items[group] if one != "coins"]
    if "coins" in schema.items[group]:
        single += [f"coins {amount}" for amount in range(1, MOST_COINS + 1)]
    return tuple(
        OwnChoice(shows, _icons(shows)[:1], shows_in_words(shows, words), shows == entry.shows)
        for shows in (PLAIN, *single, UNKNOWN)
    )
