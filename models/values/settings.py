"""Batches of games for the twin: on our own boards and chips, or on others."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.components import Components, parse
from engine.errors import ComponentsError
from engine.games.keltis_or_chips import SCHEMA as OR_SCHEMA
from engine.games.wuerfelspiel_board import SCHEMA as WUERFELSPIEL_SCHEMA
from models.values import boards
from models.values.lanes import TwinGames
from models.values.twin import OrGames, OrRules, WuerfelspielGames


def wuerfelspiel_games(
    count: int, seats: int, seed: int, icons: NDArray[np.int64], owner: Components | None = None
) -> WuerfelspielGames:
    """Games of the Würfelspiel on (boards, 5, 10) icons, the boards in turn; with the numbers of an owner's board."""
    places = np.arange(count) % len(icons)
    if owner is None:
        return WuerfelspielGames(icons, places, np.full(count, seats), seed)
    values = np.array([0, *owner.numbers_of("values")])
    return WuerfelspielGames(icons, places, np.full(count, seats), seed, values, owner.numbers_of("tiles")[0])


def or_games(count: int, seats: int, seed: int, gifts: NDArray[np.int64], rules: OrRules | None = None) -> OrGames:
    """Games of Ór with (sets, 5, 11, 4) gifts, the sets in turn."""
    supply = np.full(count, 30 - 3 * (4 - seats))
    return OrGames(gifts, np.arange(count) % len(gifts), np.full(count, seats), supply, seed, rules or OrRules())


def own_games(game: str, count: int, seats: int, seed: int, side: str = "simple") -> TwinGames:
    """Games on our own board or with our own chips."""
    if game == "wuerfelspiel":
        return wuerfelspiel_games(count, seats, seed, boards.own_icons(side)[None])
    return or_games(count, seats, seed, boards.own_gifts()[None])


def components_in(path: Path) -> Components:
    """The board or chips in an owner's file, which must be complete.

    Raises:
        SystemExit: it cannot be used; the sentence says what to do.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
        game = str(tomllib.loads(text).get("game"))
        schema = {"wuerfelspiel": WUERFELSPIEL_SCHEMA, "or": OR_SCHEMA}.get(game)
        if schema is None:
            raise SystemExit(f"{path} is no board of the Würfelspiel and no chips of Ór; name the file of one of them.")
        found = parse(text, schema)
    except OSError as error:
        raise SystemExit(f"{path} cannot be read ({error.strerror}); name the file of a board or of chips.") from error
    except (ValueError, ComponentsError) as error:
        raise SystemExit(f"{path}: {error}") from error
    missing = [f"{group} {row} {number}" for group, row, number in found.unknown()]
    if missing:
        raise SystemExit(f"{path} does not say what {missing[0]} shows, and {len(missing) - 1} more; enter them first.")
    return found


def games_on(components: Components, count: int, seats: int, seed: int, side: str = "simple") -> TwinGames:
    """Games on the board or with the chips of a component file that is complete."""
    if components.game == "wuerfelspiel":
        return wuerfelspiel_games(count, seats, seed, boards.icons_of(components, side)[None], components)
    return or_games(count, seats, seed, boards.gifts_of(components)[None])


def games_of_kind(game: str, count: int, seats: int, seed: int, side: str, kind: str) -> TwinGames:
    """Games on boards or with chips told by a word.

    Args:
        kind: "ours", "balanced:N" for the N-th board or set of chips drawn by the balanced rule, or a component file.
    """
    if kind == "ours":
        return own_games(game, count, seats, seed, side)
    if not kind.startswith("balanced:"):
        return games_on(components_in(Path(kind)), count, seats, seed, side)
    random = np.random.default_rng([7, int(kind.removeprefix("balanced:"))])
    if game == "wuerfelspiel":
        return wuerfelspiel_games(count, seats, seed, boards.balanced_icons(random, side == "crossed")[None])
    return or_games(count, seats, seed, boards.balanced_chips(random)[0][None])


def mixed_icons(count: int, random: np.random.Generator, owner: Components | None = None) -> NDArray[np.int64]:
    """(count, 5, 10) boards for training: six in ten our own sides, or an owner's, three balanced ones, one wild."""
    found = []
    for place in range(count):
        crossed = bool(random.random() < 0.3)
        kind = place % 10
        if kind < 6:
            side = "crossed" if crossed else "simple"
            found.append(boards.own_icons(side) if owner is None else boards.icons_of(owner, side))
        elif kind < 9:
            found.append(boards.balanced_icons(random, crossed))
        else:
            found.append(boards.wild_icons(random, crossed))
    return np.array(found)


def mixed_gifts(count: int, random: np.random.Generator, owner: Components | None = None) -> NDArray[np.int64]:
    """(count, 5, 11, 4) sets of chips for training: three in ten our own, six balanced ones, one wild.

    Where they are for an owner's chips, seven in ten are those.
    """
    chips = boards.own_gifts() if owner is None else boards.gifts_of(owner)
    found = []
    for place in range(count):
        kind = place % 10
        if kind < (3 if owner is None else 7):
            found.append(chips)
        else:
            found.append((boards.balanced_chips if kind < 9 else boards.wild_chips)(random)[0])
    return np.array(found)
