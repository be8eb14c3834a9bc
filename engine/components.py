"""Boards and chips as data: component files, where each entry comes from, what nobody has entered yet.

A component file is TOML.  Its groups hold rows of entries (the spaces of a board's row, the chips of a colour); an
entry is a text such as "plain", "clover" or "goblin + coins 2".  `provenance` says where the entries come from that
the table `[provenance]` does not name; an entry "unknown" is always of unknown provenance.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from hashlib import sha256
from importlib.resources import files
from typing import TypeAlias

from engine.errors import ComponentsError, NotationError

PROVENANCES = ("real", "owner", "ours", "unknown")
UNKNOWN = "unknown"
PLAIN = "plain"
MAX_FILE_CHARACTERS = 100_000

Table: TypeAlias = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Entry:
    """What one space or chip shows.

    Attributes:
        shows: "plain", "unknown" or the items, joined by " + " in the order of the schema.
        provenance: "real", "owner", "ours" or "unknown".
        source: where a real entry was seen; "" otherwise.
    """

    shows: str
    provenance: str
    source: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """Entries that lie in a line: the spaces of a row, the chips of a colour.

    Attributes:
        group: part of the file, for example "simple" or "chips".
        name: the row or colour.
        entries: in order, the first one having the schema's first number.
    """

    group: str
    name: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Schema:
    """What a game's component file must hold.

    Attributes:
        game: catalogue name.
        groups: group to the names of its rows, in order.
        length: how many entries a row has.
        first: number of a row's first entry (1 for spaces, 0 for chips).
        items: group to what an entry may show besides "plain" and "unknown"; "coins" takes an amount.
        several: an entry may show several items.
        numbers: name of a list of whole numbers to how many it holds and the lowest and highest value.
    """

    game: str
    groups: Mapping[str, tuple[str, ...]]
    length: int
    first: int
    items: Mapping[str, tuple[str, ...]]
    several: bool
    numbers: Mapping[str, tuple[int, int, int]]


@dataclass(frozen=True, slots=True)
class Components:
    """The boards or chips of one game.

    Attributes:
        game: catalogue name.
        name: how the set is called in records.
        note: one sentence about it.
        numbers: lists of whole numbers by name, for example the values of the spaces.
        rows: all rows of all groups, in the order of the schema.
        first: number of a row's first entry.
    """

    game: str
    name: str
    note: str
    numbers: tuple[tuple[str, tuple[int, ...]], ...]
    rows: tuple[Row, ...]
    first: int

    def numbers_of(self, name: str) -> tuple[int, ...]:
        """The list of numbers of that name."""
        return dict(self.numbers)[name]

    def group(self, name: str) -> tuple[Row, ...]:
        """The rows of a group."""
        return tuple(row for row in self.rows if row.group == name)

    def unknown(self) -> Iterator[tuple[str, str, int]]:
        """Group, row and number of each entry that nobody has entered yet."""
        for row in self.rows:
            for number, entry in enumerate(row.entries, self.first):
                if entry.shows == UNKNOWN:
                    yield row.group, row.name, number

    def with_entry(self, group: str, row_name: str, number: int, shows: str) -> Components:
        """The components after the owner has said what one entry shows."""
        rows = []
        for row in self.rows:
            if (row.group, row.name) == (group, row_name):
                place = number - self.first
                entry = Entry(shows, UNKNOWN if shows == UNKNOWN else "owner")
                rows.append(replace(row, entries=(*row.entries[:place], entry, *row.entries[place + 1 :])))
            else:
                rows.append(row)
        return replace(self, rows=tuple(rows))

    @property
    def digest(self) -> str:
        """Twelve hexadecimal digits over everything that matters for play; names and sources do not."""
        return _digest(self)

    def __str__(self) -> str:
        return f"{self.name} {self.digest}"


@lru_cache(maxsize=256)
def _digest(components: Components) -> str:
    numbers = [(name, list(values)) for name, values in components.numbers]
    rows = [[row.group, row.name, [entry.shows for entry in row.entries]] for row in components.rows]
    return sha256(json.dumps([components.game, numbers, rows]).encode()).hexdigest()[:12]


ITEM_LETTERS = {"stone": "s", "clover": "c", "goblin": "g", "leprechaun": "l", "crossed": "x", "tile": "t"}
_LETTER_ITEMS = {letter: item for item, letter in ITEM_LETTERS.items()}


def letters(shows: str) -> str:
    """What an entry shows in letters: "." plain, "?" unknown, "s", "c2" for a clover and two coins, and so on."""
    if shows in (PLAIN, UNKNOWN):
        return "." if shows == PLAIN else "?"
    return "".join(ITEM_LETTERS.get(part) or part.removeprefix("coins ") for part in shows.split(" + "))


def word(components: Components) -> str:
    """All that matters for play in one word, for the text of a position; several items stand in parentheses."""
    shown = [letters(entry.shows) for row in components.rows for entry in row.entries]
    rows = "".join(text if len(text) == 1 else f"({text})" for text in shown)
    return "/".join([rows, *(",".join(map(str, values)) for _, values in components.numbers)])


def from_word(text: str, schema: Schema) -> Components:
    """The components that `word` wrote; their name is "typed" and their provenance unknown.

    Raises:
        NotationError: the word is no board of this game.
    """
    rows, *numbers = text.split("/")
    shown = re.findall(r"\(([a-z0-9]+)\)|([a-z0-9.?])", rows)
    names = [(group, name) for group, names in schema.groups.items() for name in names]
    complete = "".join(f"({several})" if several else one for several, one in shown) == rows
    if not complete or len(shown) != len(names) * schema.length or len(numbers) != len(schema.numbers):
        raise NotationError(f"{text[:40]!r} is no board of {schema.game}; write board=ours for the screen's own.")
    table: dict[str, dict[str, list[str]]] = {group: {} for group in schema.groups}
    for place, (group, name) in enumerate(names):
        cells = shown[place * schema.length : (place + 1) * schema.length]
        table[group][name] = [_spelled(several or one) for several, one in cells]
    lists = {
        key: [_whole(value) for value in values.split(",")] for key, values in zip(schema.numbers, numbers, strict=True)
    }
    head = {"game": schema.game, "name": "typed", "provenance": {"default": "unknown"}, "numbers": lists}
    reader = _Reader({**head, **table}, schema)
    components = reader.components()
    if reader.problems or word(components) != text:
        raise NotationError(f"{text[:40]!r} is no board of {schema.game}. {' '.join(reader.problems)}".strip())
    return components


def _spelled(shown: str) -> str:
    if shown in (".", "?"):
        return PLAIN if shown == "." else UNKNOWN
    return " + ".join(_LETTER_ITEMS.get(letter, f"coins {letter}") for letter in shown)


def _whole(text: str) -> int | str:
    return int(text) if re.fullmatch(r"-?[0-9]{1,4}", text) else text


def canonical_items(text: str, items: tuple[str, ...], several: bool) -> str | None:
    """What an entry shows, its items in the schema's order; None if it cannot be read.

    Args:
        text: for example "plain", "unknown", "clover", "coins 2 + goblin".
        items: what may be shown; "coins" takes an amount of 1 to 9.
        several: more than one item may be shown.
    """
    words = " ".join(text.lower().split())
    if words in (PLAIN, UNKNOWN):
        return words
    found: dict[str, str] = {}
    for part in words.split("+"):
        name, _, amount = part.strip().partition(" ")
        if name not in items or name in found or bool(amount) != (name == "coins"):
            return None
        if amount and not (amount.isascii() and amount.isdigit() and 1 <= int(amount[:4]) <= 9):
            return None
        found[name] = f"coins {int(amount)}" if amount else name
    if len(found) > 1 and not several:
        return None
    return " + ".join(found[name] for name in items if name in found)


def parse(text: str, schema: Schema) -> Components:
    """The components that a file describes.

    Raises:
        ComponentsError: it cannot be used; the sentence names every problem.
    """
    if len(text) > MAX_FILE_CHARACTERS:
        raise ComponentsError(f"The component file is longer than {MAX_FILE_CHARACTERS} characters; it is no board.")
    try:
        table = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ComponentsError(f"The component file is no TOML: {error}. Mend that line and try again.") from error
    reader = _Reader(table, schema)
    components = reader.components()
    if reader.problems:
        raise ComponentsError("The component file cannot be used: " + " ".join(reader.problems))
    return components


class _Reader:
    """Reads one table and notes all problems instead of stopping at the first."""

    def __init__(self, table: Table, schema: Schema) -> None:
        self.table = table
        self.schema = schema
        self.problems: list[str] = []
        self.sources = self._sources()

    def components(self) -> Components:
        """The components, of use only if no problem was noted."""
        schema = self.schema
        known = {"game", "name", "note", "provenance", "numbers", *schema.groups}
        for key in sorted(set(self.table) - known):
            self.problems.append(f"There is no part {key!r} in a board of {schema.game}.")
        game = self._text("game", "")
        if game != schema.game:
            self.problems.append(f'It is for the game {game[:40]!r}; write game = "{schema.game}".')
        name = self._text("name", "")
        if not name or not all(letter.isalnum() or letter in "-_." for letter in name) or len(name) > 40:
            self.problems.append('Give it a name of letters, digits and "-", for example name = "mine".')
        note = self._text("note", "")
        numbers = tuple((key, self._numbers(key, *limits)) for key, limits in schema.numbers.items())
        rows = tuple(self._row(group, row) for group, names in schema.groups.items() for row in names)
        for key in sorted(self.sources):
            self.problems.append(f"[provenance] names {key!r}, and there is no such entry.")
        return Components(game, name, note, numbers, rows, schema.first)

    def _sources(self) -> dict[str, tuple[str, str]]:
        provenance = self.table.get("provenance")
        self.default = "ours"
        if not isinstance(provenance, Mapping):
            self.problems.append('Write a table [provenance] with default = "owner".')
            return {}
        default = provenance.get("default")
        if default in PROVENANCES:
            self.default = str(default)
        else:
            self.problems.append(f"The default of [provenance] must be one of {', '.join(PROVENANCES)}.")
        sources = {}
        for key, value in provenance.items():
            if key != "default":
                word, _, source = str(value).partition(":")
                if word not in PROVENANCES:
                    self.problems.append(f"[provenance] {key!r} must begin with one of {', '.join(PROVENANCES)}.")
                sources[key] = (word, source.strip())
        return sources

    def _text(self, key: str, default: str) -> str:
        value = self.table.get(key, default)
        if not isinstance(value, str):
            self.problems.append(f"{key} must be a text in quotes.")
            return default
        return value

    def _numbers(self, key: str, count: int, lowest: int, highest: int) -> tuple[int, ...]:
        table = self.table.get("numbers")
        values = table.get(key) if isinstance(table, Mapping) else None
        if isinstance(values, list) and len(values) == count:
            whole = tuple(value for value in values if type(value) is int and lowest <= value <= highest)
            if len(whole) == count:
                return whole
        self.problems.append(f"[numbers] {key} must be a list of {count} whole numbers from {lowest} to {highest}.")
        return (0,) * count

    def _row(self, group: str, name: str) -> Row:
        schema, place = self.schema, f"{group} {name}"
        table = self.table.get(group)
        entries = table.get(name) if isinstance(table, Mapping) else None
        if not isinstance(entries, list) or len(entries) != schema.length:
            self.problems.append(f"{place} must be a list of {schema.length} entries.")
            entries = [PLAIN] * schema.length
        if isinstance(table, Mapping) and name == schema.groups[group][0]:
            for key in sorted(set(map(str, table)) - set(schema.groups[group])):
                self.problems.append(f"[{group}] has no row {key!r}.")
        return Row(group, name, tuple(self._entry(group, name, n, e) for n, e in enumerate(entries, schema.first)))

    def _entry(self, group: str, name: str, number: int, value: object) -> Entry:
        items = self.schema.items[group]
        shows = canonical_items(value, items, self.schema.several) if isinstance(value, str) else None
        provenance, source = self.sources.pop(f"{group} {name} {number}", (self.default, ""))
        if shows is None:
            allowed = ", ".join((PLAIN, UNKNOWN, *items))
            self.problems.append(f"{group} {name} {number} shows {str(value)[:40]!r}; known are {allowed}.")
            return Entry(PLAIN, provenance, source)
        return Entry(shows, UNKNOWN, source) if shows == UNKNOWN else Entry(shows, provenance, source)


def write(components: Components) -> str:
    """The text of a component file, for example to keep what the owner has answered."""
    said = [entry.provenance for row in components.rows for entry in row.entries if entry.provenance != UNKNOWN]
    default = max(PROVENANCES[:3], key=said.count)
    lines = [f"game = {json.dumps(components.game)}", f"name = {json.dumps(components.name)}"]
    lines += [f"note = {json.dumps(components.note)}", "", "[numbers]"]
    lines += [f"{name} = {list(values)}" for name, values in components.numbers]
    for group in dict.fromkeys(row.group for row in components.rows):
        lines += ["", f"[{group}]"]
        lines += [f"{row.name} = {json.dumps([e.shows for e in row.entries])}" for row in components.group(group)]
    lines += ["", "[provenance]", f"default = {json.dumps(default)}"]
    for row in components.rows:
        for number, entry in enumerate(row.entries, components.first):
            if entry.source or entry.provenance not in (default, UNKNOWN):
                said_here = f"{entry.provenance}: {entry.source}" if entry.source else entry.provenance
                lines.append(f"{json.dumps(f'{row.group} {row.name} {number}')} = {json.dumps(said_here)}")
    return "\n".join(lines) + "\n"


@cache
def shipped(name: str, schema: Schema) -> Components:
    """A layout that comes with the package, by the name of its file without ".toml".

    Raises:
        ComponentsError: there is none of that name.
    """
    path = files("engine") / "components" / f"{name}.toml"
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise ComponentsError(f"No component file {name!r} comes with this program.") from error
    return parse(text, schema)
