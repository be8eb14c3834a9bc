"""A tiny endgame of the Würfelspiel for two, solved exactly by two routes: a numeric oracle for advice.

Both have two pieces on their last spaces and two more on the fifth or sixth space, so the next piece in the goal ends
the game; no tile is left.  Thirty-two positions at the start of a turn, and declining may go on for ever.
`python -m tests.engine.solved_endgame` solves it with the oracle and writes `solved_endgame.toml`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from itertools import product
from pathlib import Path

from engine import catalogue
from engine.dice import WUERFELSPIEL_DICE, keeps, roll_outcomes
from engine.games.wuerfelspiel import WuerfelspielPosition
from tests.engine import oracle_wuerfelspiel
from tests.engine.boards import board
from tests.engine.exact_turn import over_rolls, over_throws, share
from tests.engine.random_play import start
from tests.engine.test_dice_oracles import chains

PATH = Path(__file__).parent / "solved_endgame.toml"
ENTRIES = {"pink 6": "clover", "green 6": "leprechaun", "pink 7": "stone", "blue 6": "clover", "yellow 6": "stone"}
ICONS = {("p", 6): "clover", ("g", 6): "leprechaun", ("p", 7): "stone", ("b", 6): "clover", ("y", 6): "stone"}
TILES = 8
HEAD = str(start("wuerfelspiel", 2, None, board(ENTRIES, TILES))).partition(" 00000")[0]

Values = Mapping[str, float]


def text_of(first: tuple[int, int], second: tuple[int, int], turn: str) -> str:
    """The position's text: pink and green pieces of the first player, yellow and blue ones of the second."""
    return f"{HEAD} 99{first[0]}{first[1]}0.5/9{second[0]}09{second[1]}.3 {turn} roll"


POSITIONS = tuple(
    text_of(first, second, turn)
    for first in product((5, 6), repeat=2)
    for second in product((5, 6), repeat=2)
    for turn in "AB"
)


def by_engine(text: str, values: Values) -> float:
    """One exact turn with the engine: the first player's chance, all later positions being worth `values`."""
    position = catalogue.position(text)
    assert isinstance(position, WuerfelspielPosition)
    best = max if position.turn_of == 0 else min
    final = {}
    for roll, _ in roll_outcomes(WUERFELSPIEL_DICE, 5):
        rolled = position.play(roll)
        moved = chains(rolled.play(keeps(roll.faces)[0])).values()
        final[roll.faces] = best(share(last.outcome.totals) if last.outcome else values[str(last)] for last in moved)
    return over_rolls(WUERFELSPIEL_DICE, final, best)


def by_oracle(text: str, values: Values) -> float:
    """The same with the oracle and every single throw of five dice, each kept or not."""
    table = oracle_wuerfelspiel.read(text, ICONS, TILES)
    best = max if table.active == 0 else min

    @cache
    def final(dice: tuple[str, ...]) -> float:
        found = oracle_wuerfelspiel.results(table, "".join(dice)).values()
        return best(
            share(points) if after == "over" else values[_next(pieces, after)] for pieces, _, after, points in found
        )

    return over_throws("rypgbs", 5, final, best)


def _next(pieces: tuple[tuple[int, ...], ...], after: int) -> str:
    return text_of(pieces[0][2:4], (pieces[1][1], pieces[1][4]), "AB"[after])


def solve(turn: Callable[[str, Values], float], enough: float = 1e-13) -> dict[str, float]:
    """The first player's chance in each of the positions, both playing best."""
    values = dict.fromkeys(POSITIONS, 0.5)
    while True:
        change = 0.0
        for text in POSITIONS:
            value = turn(text, values)
            change = max(change, abs(value - values[text]))
            values[text] = value
        if change < enough:
            return values


if __name__ == "__main__":
    solved = solve(by_oracle)
    lines = [f'"{text}" = {value!r}' for text, value in solved.items()]
    PATH.write_text(
        "# The first player's chance to win (ties count half), both playing best.\n" + "\n".join(lines) + "\n"
    )
