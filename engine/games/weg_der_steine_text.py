"""The text form of what lies on the board of Keltis: Der Weg der Steine, and of its own moves."""

from __future__ import annotations

from collections.abc import Mapping

from engine.card_text import NOTHING, number_in
from engine.errors import NotationError
from engine.games.weg_der_steine_parts import (
    FACE_DOWN,
    PATHS,
    PERHAPS,
    SPACES,
    TILE_NAMES,
    Start,
    Stay,
    Step,
    TurnTile,
)


def parse_figure_move(words: list[str]) -> TurnTile | Step | Start | Stay | None:
    """The move of a tile or a figure written in these words, or None."""
    match words:
        case ["tile", space, shows] if len(space) == 2 and space[0] in PATHS and space[1] in "123456789":
            letter = next((letter for letter, name in TILE_NAMES.items() if name == shows), None)
            return None if letter is None else TurnTile(space[0], int(space[1]), letter)
        case ["step", path] if path in tuple(PATHS):
            return Step(path)
        case ["start", path, ("small" | "large") as size] if path in tuple(PATHS):
            return Start(path, size == "large")
        case ["stay"]:
            return Stay()
    return None


def write_figures(figures: tuple[int, ...], large: str) -> str:
    """The figures of a seat on their paths, the large one with a capital: "r3.G7"."""
    shown = [
        f"{path.upper() if path == large else path}{space}" for path, space in zip(PATHS, figures, strict=True) if space
    ]
    return ".".join(shown) or NOTHING


def read_figures(words: Mapping[str, str], seats: int) -> tuple[tuple[tuple[int, ...], ...], tuple[str, ...]]:
    """Spaces of the figures per seat, and the path of each large one; all at the start where the word is missing.

    Raises:
        NotationError: the word figures= cannot be read.
    """
    groups = words.get("figures", "|".join([NOTHING] * seats)).split("|")
    parts = [[] if group == NOTHING else group.split(".") for group in groups]
    for group in parts:
        paths = [part[:1].lower() for part in group]
        known = all(path in tuple(PATHS) for path in paths) and all(part[1:] in tuple("123456789") for part in group)
        if not known or len(set(paths)) < len(paths) or sum(part[0].isupper() for part in group) > 1:
            raise NotationError("The word figures= names each path once per seat, the large figure's as G7: r3.G7|-.")
    if len(groups) != seats:
        raise NotationError(f"The word figures= shows the figures of {seats} seats, divided by |.")
    spaces = [{part[0].lower(): int(part[1]) for part in group} for group in parts]
    large = tuple("".join(part[0].lower() for part in group if part[0].isupper()) for group in parts)
    return tuple(tuple(on.get(path, 0) for path in PATHS) for on in spaces), large


def read_numbers(words: Mapping[str, str], key: str, seats: int) -> tuple[int, ...]:
    """A number a seat; 0 where the word is missing.

    Raises:
        NotationError: the word cannot be read.
    """
    numbers = words.get(key, "|".join(["0"] * seats)).split("|")
    if len(numbers) != seats:
        raise NotationError(f"The word {key}= gives each of the {seats} seats a number, as 1|0.")
    return tuple(number_in({key: number}, key, 0, 999) for number in numbers)


def read_tiles(words: Mapping[str, str], stage: str) -> tuple[str, ...]:
    """What the spaces show, one text a path; only at the stage "tiles" some may still be face down.

    Raises:
        NotationError: the word tiles= is missing or cannot be read.
    """
    tiles = tuple(words.get("tiles", "").split("/"))
    marks = {*TILE_NAMES, *((FACE_DOWN, PERHAPS) if stage == "tiles" else ())}
    if len(tiles) != len(PATHS) or any(len(path) != SPACES or set(path) - marks for path in tiles):
        raise NotationError(
            f"The word tiles= shows five paths of nine spaces divided by /, with {' '.join(sorted(marks))} as spaces."
        )
    return tiles
