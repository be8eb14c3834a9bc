"""A tiny endgame of Ór for two, solved exactly by two routes: a numeric oracle for advice.

Nearly all columns are finished. The first player may still lay green 9 (two coins) and green 10 (a wish stone), the
second one blue 1 (a goblin) and blue 0 (a clover); both may take pink 5, the last pink chip, which ends the game, as do
the last two wish stones and four passes in a row. Nothing can be undone and passes are counted, so no position comes
again: each is worth what its turn makes of later ones.
`python -m tests.engine.solved_or_endgame` solves it with the oracle and writes `solved_or_endgame.toml`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from engine import catalogue
from engine.dice import OR_DICE, Keep, roll_outcomes
from engine.games.keltis_or import OrPosition
from tests.engine import oracle_or
from tests.engine.boards import chips
from tests.engine.exact_turn import over_rolls, over_throws, share
from tests.engine.random_play import start

PATH = Path(__file__).parent / "solved_or_endgame.toml"
ENTRIES = {"green 9": "coins 2", "green 10": "stone", "blue 1": "goblin", "blue 0": "clover"}
CARRIES = {
    **{(row, value): ["plain"] for row in "rypgb" for value in range(11)},
    ("g", 9): ["coin", "coin"],
    ("g", 10): ["stone"],
    ("b", 1): ["goblin"],
    ("b", 0): ["clover"],
}
STONES = 11
OPTIONS = {"end": "either", "ending": "finish", "goblin_ties": "each", "stall": "four-passes"}
HEAD = str(start("or", 2, None, chips(ENTRIES, STONES))).partition(" -,")[0]
FIRST = f"{HEAD} 9t,9t,01234,78,9t.1/10,10,t9876,10,32.2 A roll"

After = Callable[[str], float]


def by_engine(text: str, after: After) -> float:
    """One exact turn with the engine: the first player's chance, later positions being worth what `after` says."""
    position = catalogue.position(text)
    assert isinstance(position, OrPosition)
    best = max if position.turn_of == 0 else min
    final = {}
    for roll, _ in roll_outcomes(OR_DICE, 3):
        stays = position.play(roll).play(Keep(roll.faces))
        found = [stays.play(move) for move in stays.legal_moves]
        final[roll.faces] = best(share(last.outcome.totals) if last.outcome else after(str(last)) for last in found)
    return over_rolls(OR_DICE, final, best)


def by_oracle(text: str, after: After) -> float:
    """The same with the oracle and every single throw of three dice, each kept or not."""
    table = oracle_or.read(text, CARRIES, STONES, OPTIONS)
    best = max if table.active == 0 else min

    @cache
    def final(dice: tuple[str, ...]) -> float:
        found = oracle_or.results(table, "".join(dice)).values()
        return best(share(result[5]) if isinstance(result[3], str) else after(_text(result)) for result in found)

    return over_throws("12345s", 3, final, best)


def _text(result: tuple) -> str:
    """The text of the position that the oracle describes."""
    columns, stones, _, turn, passes, _ = result
    seats = "/".join(
        ",".join("".join("t" if value == 10 else str(value) for value in laid) + "*" * below for laid, below in seat)
        + f".{count}"
        for seat, count in zip(columns, stones, strict=True)
    )
    return f"{HEAD} {seats} {'AB'[turn]} roll" + (f" passes={passes}" if passes else "")


def solve(turn: Callable[[str, After], float]) -> dict[str, float]:
    """The first player's chance in each position that can come from the first one, both playing best."""
    values: dict[str, float] = {}

    def worth(text: str) -> float:
        if text not in values:
            values[text] = turn(text, worth)
        return values[text]

    worth(FIRST)
    return values


if __name__ == "__main__":
    solved = solve(by_oracle)
    lines = [f'"{text}" = {value!r}' for text, value in sorted(solved.items())]
    PATH.write_text(
        "# The first player's chance to win (ties count half), both playing best.\n" + "\n".join(lines) + "\n"
    )
