"""The compiled twin of the rules from Python: many games of one kind side by side, a turn of each at a time.

It is compiled with the system's C compiler when it is first used.  It knows the games without their stall option
(Würfelspiel) and without unknown spaces or chips.
"""

from __future__ import annotations

import ctypes
import os
import subprocess
import tempfile
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.advice.keep_tables import keep_tables
from engine.dice import OR_DICE, WUERFELSPIEL_DICE, DiceKind, in_order
from engine.games.keltis_or_chips import FITS, sums

SEATS, WIDTH = 4, 8
NEXT, AGAIN, OVER = range(3)
NOTHING_BACK = (
    "w_choose", "w_apply", "w_value", "w_points", "o_choose", "o_apply", "o_value", "o_points", "alone_layer",
)  # fmt: skip
SOURCES = [Path(__file__).with_name(name) for name in ("twin.c", "twin_net.c", "twin_points.c")]


@cache
def library() -> ctypes.CDLL:
    """The compiled twin; it is kept in the temporary folder under the digest of its source."""
    digest = sha256(b"".join(source.read_bytes() for source in SOURCES)).hexdigest()[:16]
    path = Path(tempfile.gettempdir()) / f"keltis-twin-{os.getuid()}-{digest}.so"
    if not path.exists():
        made = path.with_suffix(f".{os.getpid()}")
        command = ["cc", "-O3", "-march=native", "-shared", "-fPIC", "-o", str(made), str(SOURCES[0]), "-lm"]
        subprocess.run(command, check=True)
        made.replace(path)
    loaded = ctypes.CDLL(str(path))
    loaded.w_enumerate.restype = loaded.o_enumerate.restype = ctypes.c_int
    for name in NOTHING_BACK:
        getattr(loaded, name).restype = None
    return loaded


class _Structure(ctypes.Structure):
    """A C structure of pointers and ints that keeps its arrays alive."""

    def __init__(self, **values: object) -> None:
        self.alive = values
        kinds = dict(self._fields_)
        super().__init__(
            **{
                name: value.ctypes.data if kinds[name] is ctypes.c_void_p else value  # type: ignore[attr-defined]
                for name, value in values.items()
            }
        )


def structure(name: str, fields: str) -> type[_Structure]:
    """A structure; fields that begin with "#" are ints, with "." numbers of double precision, the others pointers."""
    kinds = {"#": ctypes.c_int, ".": ctypes.c_double}
    found = [(word.lstrip("#."), kinds.get(word[0], ctypes.c_void_p)) for word in fields.split()]
    return type(name, (_Structure,), {"_fields_": found})


CDice = structure(
    "CDice", "#count #rolls #keeps child roll_of_keep size first_option option chance counts keep_of_roll"
)
CW = structure("CW", "at stones turn seats over icons board values #tiles #clamps #endless")
CWLeaves = structure("CWLeaves", "at stones kind game final list #capacity #list_capacity #leaves #lists")
CO = structure(
    "CO",
    "columns centre stones goblins coins supply passes turn seats over gifts set fits sums"
    " #colour_ends #at_once #ties_count #stalls",
)
COLeaves = structure("COLeaves", "part places figures kind game final #capacity #leaves #parts")


@cache
def dice_structure(kind: DiceKind) -> _Structure:
    """The tables of a kind of dice for the twin; keeps run from few dice to many, the one of no dice first."""
    tables = keep_tables(kind)
    keeps = sorted(tables.keeps, key=len)
    place = {faces: number for number, faces in enumerate(keeps)}
    child = np.zeros((len(keeps), 6), np.int32)
    for faces, number in place.items():
        if len(faces) < kind.count:
            child[number] = [place[in_order(faces + face)] for face in kind.faces]
    options, first = [], [0]
    for roll in tables.rolls:
        options += [place[tables.keeps[other]] for other in tables.keeps_of(roll)]
        first.append(len(options))
    return CDice(
        count=kind.count,
        rolls=len(tables.rolls),
        keeps=len(keeps),
        child=child,
        roll_of_keep=np.array([tables.place_of_roll.get(faces, -1) for faces in keeps], np.int32),
        size=np.array([len(faces) for faces in keeps], np.int32),
        first_option=np.array(first, np.int32),
        option=np.array(options, np.int32),
        chance=tables.first.copy(),
        counts=np.array([[roll.count(face) for face in kind.faces] for roll in tables.rolls], np.int8),
        keep_of_roll=np.array([place[roll] for roll in tables.rolls], np.int32),
    )


@dataclass
class Ends:
    """The different ends of the turns of some games.

    Attributes:
        count: how many.
        kind: (count,) `NEXT`, `AGAIN` (the same seat rolls) or `OVER`.
        game: (count,) whose.
        final: (count, 8) share of the win and points by seat, where the game is over.
        first: (games + 1,) first end of each game.
    """

    count: int
    kind: NDArray[np.uint8]
    game: NDArray[np.int32]
    final: NDArray[np.float32]
    first: NDArray[np.int32]
    classes: NDArray[np.int32]


class Games:
    """Many games side by side; subclasses know one game each."""

    classes_per_game: int
    turn: NDArray[np.uint8]
    seats: NDArray[np.uint8]
    over: NDArray[np.uint8]

    def __init__(self, count: int, seed: int, capacity: int) -> None:
        self.count = count
        self.random = np.random.SeedSequence(seed).generate_state(count, np.uint64)
        self.turn = np.zeros(count, np.uint8)
        self.over = np.zeros(count, np.uint8)
        self.kind = np.zeros(capacity, np.uint8)
        self.game = np.zeros(capacity, np.int32)
        self.final = np.zeros((capacity, WIDTH), np.float32)

    @property
    def going(self) -> NDArray[np.int32]:
        """The games that go on."""
        return np.flatnonzero(self.over == 0).astype(np.int32)

    def _ends(
        self, leaves: int, games: NDArray[np.int32], first: NDArray[np.int32], classes: NDArray[np.int32]
    ) -> Ends:
        return Ends(leaves, self.kind[:leaves], self.game[:leaves], self.final[:leaves], first, classes)


def data(array: NDArray[np.generic]) -> ctypes.c_void_p:
    assert array.flags.c_contiguous
    return ctypes.c_void_p(array.ctypes.data)


class WuerfelspielGames(Games):
    """Games of the Würfelspiel.

    Args:
        icons: (boards, 5, 10) as in `engine.advice.wuerfelspiel_arrays.ICONS`.
        board: (games,) which board each game is played on.
        seats: (games,) 2 to 4.
        endless: nothing ends a game.
    """

    def __init__(
        self,
        icons: NDArray[np.integer],
        board: NDArray[np.integer],
        seats: NDArray[np.integer],
        seed: int,
        values: NDArray[np.integer] | None = None,
        tiles: int = 40,
        clamps: bool = True,
        endless: bool = False,
    ) -> None:
        count = len(seats)
        capacity = max(count * 160, 4096)
        super().__init__(count, seed, capacity)
        self.icons = np.ascontiguousarray(icons, np.uint8)
        self.board = np.ascontiguousarray(board, np.int32)
        self.seats = np.ascontiguousarray(seats, np.uint8)
        points = np.array([0, -4, -3, -2, 1, 2, 3, 6, 7, 10]) if values is None else values
        self.values = np.ascontiguousarray(points, np.int8)
        self.tiles = tiles
        self.clamps = clamps
        self.at = np.zeros((count, SEATS, 5), np.uint8)
        self.stones = np.zeros((count, SEATS), np.uint8)
        self.end_at = np.zeros((capacity, SEATS, 5), np.uint8)
        self.end_stones = np.zeros((capacity, SEATS), np.uint8)
        self.c = CW(
            at=self.at, stones=self.stones, turn=self.turn, seats=self.seats, over=self.over, icons=self.icons,
            board=self.board, values=self.values, tiles=tiles, clamps=int(clamps), endless=int(endless),
        )  # fmt: skip
        list_capacity = count * 1200 + 20000
        self.leaves = CWLeaves(
            at=self.end_at, stones=self.end_stones, kind=self.kind, game=self.game, final=self.final,
            list=np.zeros(list_capacity, np.int32), capacity=capacity, list_capacity=list_capacity, leaves=0, lists=0,
        )  # fmt: skip

    def enumerate(self, games: NDArray[np.int32]) -> Ends:
        """Every different end of the turns of these games, to be valued by the caller."""
        first = np.zeros(len(games) + 1, np.int32)
        classes = np.zeros((len(games), 53), np.int32)
        arguments = ctypes.byref(self.c), data(games), len(games), ctypes.byref(self.leaves)
        if library().w_enumerate(*arguments, data(first), data(classes)):
            raise MemoryError("the twin's room for ends of turns is too small")
        return self._ends(self.leaves.leaves, games, first, classes)

    def choose(
        self,
        games: NDArray[np.int32],
        ends: Ends,
        worth: NDArray[np.float64],
        rows: NDArray[np.float32],
        explore: NDArray[np.float64],
    ) -> tuple[NDArray[np.float32], NDArray[np.float64], NDArray[np.int32]]:
        """The exact expectation of each turn, by row and by worth, and the end that is reached when it is played."""
        count = len(games)
        expected, worths = np.zeros((count, WIDTH), np.float32), np.zeros(count)
        chosen = np.zeros(count, np.int32)
        dice = dice_structure(WUERFELSPIEL_DICE)
        library().w_choose(
            ctypes.byref(dice), ctypes.byref(self.leaves), count, data(ends.first), data(ends.classes), data(worth),
            data(rows), data(explore), data(self.random), data(games), data(expected), data(worths),
            data(chosen),
        )  # fmt: skip
        return expected, worths, chosen

    def apply(self, chosen: NDArray[np.int32]) -> None:
        """Go on to these ends, one a game."""
        library().w_apply(ctypes.byref(self.c), ctypes.byref(self.leaves), data(chosen), len(chosen))


@dataclass
class OrRules:
    """The options of Ór."""

    colour_ends: bool = True
    at_once: bool = False
    ties_count: bool = True
    stalls: bool = True


@cache
def _or_tables() -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    rolls = keep_tables(OR_DICE).rolls
    return np.array(FITS, np.int32), np.array([sums(roll) for roll in rolls], np.int32)


class OrGames(Games):
    """Games of Ór.

    Args:
        gifts: (sets, 5, 11, 4) stones, clovers, goblins and coins of each chip.
        chips: (games,) which set each game is played with.
        seats: (games,) 2 to 4.
        supply: (games,) wish stones at the beginning.
    """

    def __init__(
        self,
        gifts: NDArray[np.integer],
        chips: NDArray[np.integer],
        seats: NDArray[np.integer],
        supply: NDArray[np.integer],
        seed: int,
        rules: OrRules = OrRules(),
    ) -> None:
        count = len(seats)
        capacity = count * 60 + 64
        super().__init__(count, seed, capacity)
        self.rules = rules
        self.gifts = np.ascontiguousarray(gifts, np.uint8)
        self.set = np.ascontiguousarray(chips, np.int32)
        self.seats = np.ascontiguousarray(seats, np.uint8)
        self.supply = np.array(supply, np.int32)
        self.passes = np.zeros(count, np.int32)
        self.columns = np.zeros((count, SEATS, 5), np.int32)
        self.centre = np.full((count, 5), 2047, np.int32)
        self.stones = np.zeros((count, SEATS), np.int32)
        self.goblins = np.zeros((count, SEATS), np.int32)
        self.coins = np.zeros((count, SEATS), np.int32)
        self.part = np.zeros((count * 65 + 64, 6), np.int32)
        self.places = np.zeros((capacity, 5), np.int32)
        self.figures = np.zeros((capacity, 14), np.int32)
        fits, reach = _or_tables()
        self.c = CO(
            columns=self.columns, centre=self.centre, stones=self.stones, goblins=self.goblins, coins=self.coins,
            supply=self.supply, passes=self.passes, turn=self.turn, seats=self.seats, over=self.over, gifts=self.gifts,
            set=self.set, fits=fits, sums=reach, colour_ends=int(rules.colour_ends), at_once=int(rules.at_once),
            ties_count=int(rules.ties_count), stalls=int(rules.stalls),
        )  # fmt: skip
        self.leaves = COLeaves(
            part=self.part, places=self.places, figures=self.figures, kind=self.kind, game=self.game, final=self.final,
            capacity=capacity, leaves=0, parts=0,
        )  # fmt: skip

    def enumerate(self, games: NDArray[np.int32]) -> Ends:
        """Every different end of the turns of these games, to be valued by the caller."""
        first = np.zeros(len(games) + 1, np.int32)
        classes = np.zeros((len(games), 59), np.int32)
        arguments = ctypes.byref(self.c), data(games), len(games), ctypes.byref(self.leaves)
        if library().o_enumerate(*arguments, data(first), data(classes)):
            raise MemoryError("the twin's room for ends of turns is too small")
        return self._ends(self.leaves.leaves, games, first, classes)

    def choose(
        self,
        games: NDArray[np.int32],
        ends: Ends,
        worth: NDArray[np.float64],
        rows: NDArray[np.float32],
        explore: NDArray[np.float64],
    ) -> tuple[NDArray[np.float32], NDArray[np.float64], NDArray[np.int32]]:
        """The exact expectation of each turn, by row and by worth, and the end that is reached when it is played."""
        count = len(games)
        expected, worths = np.zeros((count, WIDTH), np.float32), np.zeros(count)
        chosen = np.zeros(count, np.int32)
        dice = dice_structure(OR_DICE)
        library().o_choose(
            ctypes.byref(dice), ctypes.byref(self.c), ctypes.byref(self.leaves), count, data(ends.classes),
            data(worth), data(rows), data(explore), data(self.random), data(games), data(expected),
            data(worths), data(chosen),
        )  # fmt: skip
        return expected, worths, chosen

    def apply(self, chosen: NDArray[np.int32]) -> None:
        """Go on to these ends, one a game."""
        library().o_apply(ctypes.byref(self.c), ctypes.byref(self.leaves), data(chosen), len(chosen))
