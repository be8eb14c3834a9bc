"""Counts of whole turns, kept in a table and reached by two routes: the engine, and the oracles that share no code.

One way to resolve a final roll is one count; every one of the 252 (or 56) final rolls is tried on each turn.
"""

from collections.abc import Callable
from math import comb

import pytest

from engine import catalogue
from engine.dice import OR_DICE, WUERFELSPIEL_DICE, roll_outcomes
from engine.games.keltis_or_chips import own_chips
from engine.games.wuerfelspiel_board import own_board
from tests.engine import oracle_or, oracle_wuerfelspiel
from tests.engine.perft import DEEP, perft
from tests.engine.random_play import start
from tests.engine.test_dice_oracles import LETTERS, after_rolls, chains

TABLE = {
    "wuerfelspiel board=ours 00000.0/00000.0 A roll": (1_832, 3_384_349),
    "wuerfelspiel board=ours 00000.0/00000.0/00000.0/00000.0 A roll": (1_832, 3_384_349),
    "wuerfelspiel side=crossed board=ours 00000.0/00000.0 A roll": (1_627, 2_673_864),
    "wuerfelspiel board=ours 12340.2/23401.3 B roll": (1_344, 1_898_518),
    "wuerfelspiel board=ours 57880.7/60559.4/07071.9 C roll": (1_386, 1_605_596),
    "wuerfelspiel side=crossed overshoot=forbidden board=ours 56590.7/60559.4 A roll": (617, 348_729),
    "wuerfelspiel stall=on board=ours 56590.7/60559.4 A roll idle=11": (780, 425_118),
    "or chips=ours -,-,-,-,-.0/-,-,-,-,-.0 A roll": (1_247, 1_527_139),
    "or chips=ours -,-,-,-,-.0/-,-,-,-,-.0/-,-,-,-,-.0/-,-,-,-,-.0 A roll": (1_247, 1_527_139),
    "or chips=ours 26*,-,83,19,-.4/57*,3,-,-,t0*.6 A roll": (602, 422_848),
    "or end=stones ending=at-once goblin_ties=none chips=ours 26*,-,83,19,-.9/57*,3,-,-,t0*.11 A roll": (602, 288_170),
    "or chips=ours 026*,-,83,19,-.4/57*,3,-,-,t0*.6 B roll passes=2": (714, 422_848),
    "or-happy-meeple chips=ours 026*,-,83,19,-.9/57*,3,-,-,t0*.11 B roll passes=2": (714, 291_756),
}


def by_engine(text: str, turns: int, seen: dict[tuple[str, int], int]) -> int:
    """Count the ways to play so many turns, with the engine."""
    if (text, turns) in seen:
        return seen[text, turns]
    position = catalogue.position(text)
    assert position.problems() == ()
    kind = WUERFELSPIEL_DICE if position.game == "wuerfelspiel" else OR_DICE
    count = 0
    for _, final in after_rolls(position, kind, None, None):
        for last in chains(final).values():
            count += by_engine(str(last), turns - 1, seen) if turns > 1 and last.stage == "roll" else 1
    seen[text, turns] = count
    return count


def by_oracle(text: str, turns: int, seen: dict[tuple[str, int], int]) -> int:
    """Count the ways to play so many turns, with the oracle."""
    if (text, turns) in seen:
        return seen[text, turns]
    resolve: Callable[[str, str], list[str | None]]
    resolve, kind = (_resolve_or, OR_DICE) if text.startswith("or") else (_resolve_wuerfelspiel, WUERFELSPIEL_DICE)
    count = 0
    for roll, _ in roll_outcomes(kind, kind.count):
        for after in resolve(text, roll.faces):
            count += by_oracle(after, turns - 1, seen) if turns > 1 and after is not None else 1
    seen[text, turns] = count
    return count


def _resolve_wuerfelspiel(text: str, dice: str) -> list[str | None]:
    side = "crossed" if "side=crossed" in text else "simple"
    icons = {
        (LETTERS[row.name], space): entry.shows
        for row in own_board().group(side)
        for space, entry in enumerate(row.entries, 1)
    }
    head, _, _ = text.partition("board=ours")
    idle = int(text.partition("idle=")[2] or 0)
    found: list[str | None] = []
    for chain, (pieces, stones, after, _) in oracle_wuerfelspiel.results(
        oracle_wuerfelspiel.read(text, icons, 40), dice
    ).items():
        seats = "/".join("".join(map(str, own)) + f".{count}" for own, count in zip(pieces, stones, strict=True))
        now = idle + 1 if "stall=on" in text and chain == ("-",) else 0
        over = after == "over" or now == 12
        counted = f" idle={now}" if now else ""
        found.append(None if over else f"{head}board=ours {seats} {'ABCD'[after]} roll{counted}")
    return found


def _resolve_or(text: str, dice: str) -> list[str | None]:
    options = {"end": "either", "ending": "finish", "goblin_ties": "each", "stall": "four-passes"}
    if text.startswith("or-happy-meeple"):
        options |= {"end": "stones", "ending": "at-once", "goblin_ties": "none"}
    head, _, _ = text.partition("chips=ours")
    options |= dict(word.split("=") for word in head.split()[1:])
    carries = {}
    for row in own_chips().rows:
        for value, entry in enumerate(row.entries):
            shown = entry.shows.replace("coins 2", "coin + coin").replace("coins 1", "coin")
            carries[LETTERS[row.name], value] = shown.split(" + ")
    found: list[str | None] = []
    for columns, stones, _, after, passes, _ in oracle_or.results(
        oracle_or.read(text, carries, 30, options), dice
    ).values():
        seats = "/".join(
            ",".join(_column(laid, below) for laid, below in seat) + f".{count}"
            for seat, count in zip(columns, stones, strict=True)
        )
        counted = f" passes={passes}" if passes else ""
        found.append(f"{head}chips=ours {seats} {'ABCD'[after]} roll{counted}" if isinstance(after, int) else None)
    return found


def _column(laid: tuple[int, ...], below: int) -> str:
    return "".join("t" if value == 10 else str(value) for value in laid) + "*" * below or "-"


@pytest.mark.parametrize("text", TABLE)
def test_one_turn_counts_as_in_the_table_by_both_routes(text):
    counts = (by_engine(text, 1, {}), by_oracle(text, 1, {}))
    assert counts == (TABLE[text][0], TABLE[text][0])


@pytest.mark.prove
@pytest.mark.timeout(0)
@pytest.mark.parametrize("text", TABLE)
def test_two_turns_count_as_in_the_table_by_both_routes(text):
    counts = (by_engine(text, 2, {}), by_oracle(text, 2, {}))
    assert counts == (TABLE[text][1], TABLE[text][1])


def test_rolls_keeps_and_rolls_again_count_as_combinatorics_say():
    def multisets(faces: int, dice: int) -> int:
        return comb(faces + dice - 1, dice)

    for game, dice, keeps in (("wuerfelspiel", 5, 4368), ("or", 3, 364)):
        position = start(game, 2)
        assert perft(position, 1) == multisets(6, dice)
        # A roll with one of its keeps is a multiset kept beside a multiset not kept.
        both = sum(multisets(6, kept) * multisets(6, dice - kept) for kept in range(dice + 1))
        assert perft(position, 2) == both == keeps


@pytest.mark.parametrize(("game", "counts"), [("wuerfelspiel", [24, 1_323, 5_319]), ("or", [8, 146, 1_952])])
def test_the_speed_is_measured_on_positions_of_which_the_count_is_known(game, counts):
    position = catalogue.position(DEEP[game])
    assert position.problems() == ()
    assert [perft(position, depth) for depth in (1, 2, 3)] == counts
