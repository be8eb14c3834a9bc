"""Both dice games agree with their oracles on every legal way to resolve a roll, and on what it leads to."""

from functools import lru_cache
from random import Random

import pytest

from engine.dice import OR_DICE, WUERFELSPIEL_DICE, Keep, roll_outcomes
from engine.games.keltis_or_chips import chips_in_order
from engine.position import Position
from tests.engine import oracle_or, oracle_wuerfelspiel
from tests.engine.boards import board, chips
from tests.engine.random_play import play_on, start

pytestmark = pytest.mark.no_cover  # long, and no line is reached by these tests alone: they are not slowed down

ROWS = ("redbrown", "yellow", "pink", "green", "blue")
LETTERS = dict(zip(ROWS, "rypgb", strict=True))


def random_board(random: Random) -> dict[str, str]:
    icons = ["plain"] * 4 + ["clover"] * 3 + ["stone", "leprechaun", "crossed"]
    return {f"{row} {space}": random.choice(icons) for row in ROWS for space in range(1, 10)}


def random_chips(random: Random) -> dict[str, str]:
    shown = ["plain", "plain", "stone", "clover", "goblin", "coins 2", "stone + clover", "clover + goblin + coins 1"]
    return {f"{row} {value}": random.choice(shown) for row in ROWS for value in range(11)}


def chains(position: Position) -> dict[tuple[str, ...], Position]:
    """Every chain of moves of the active player from final dice on, with the position it leads to."""
    found = {}
    for move in position.legal_moves:
        after = position.play(move)
        if after.stage == "clover":
            found |= {(str(move), *chain): last for chain, last in chains(after).items()}
        else:
            found[(str(move),)] = after
    return found


@lru_cache(maxsize=20_000)
def shown_wuerfelspiel(position):
    """What the oracle would say of a position; many rolls lead to the same one."""
    after = "over" if position.to_move is None else position.turn_of
    pieces = tuple(position.own(seat) for seat in range(position.seats))
    return (pieces, position.stones, after, tuple(sheet.total for sheet in position.scores()))


@lru_cache(maxsize=20_000)
def shown_or(position):
    """What the oracle would say of a position; many rolls lead to the same one."""
    columns = tuple(
        tuple((chips_in_order(column), column >> 13) for column in position.columns[seat * 5 : seat * 5 + 5])
        for seat in range(position.seats)
    )
    after = position.outcome.reason if position.outcome else position.turn_of
    points = tuple(sheet.total for sheet in position.scores())
    return (columns, position.stones, position.supply, after, position.passes, points)


def after_rolls(position, kind, random, most):
    """The position at the stage of moving, for some or all final rolls."""
    rolls = [roll for roll, _ in roll_outcomes(kind, kind.count)]
    for roll in rolls if most is None else random.sample(rolls, most):
        yield roll.faces, position.play(roll).play(Keep(roll.faces))


def agree_wuerfelspiel(seed: int, positions: int, rolls: int | None) -> int:
    """Compare in so many positions of random games; how many ways to resolve a roll were compared."""
    random, compared = Random(seed), 0
    while positions > 0:
        shown = random_board(random)
        options = {"side": "crossed", "overshoot": random.choice(("last-space", "forbidden"))}
        tiles = random.choice((40, 40, 9))
        begun = start("wuerfelspiel", random.choice((2, 3, 4)), options, board(shown, tiles))
        icons = {(LETTERS[key.split()[0]], int(key.split()[1])): icon for key, icon in shown.items()}
        for position, _ in play_on(begun, random.randrange(1 << 30)):
            if position.stage != "roll" or random.random() > 0.2:
                continue
            positions -= 1
            table = oracle_wuerfelspiel.read(str(position), icons, tiles)
            for dice, final in after_rolls(position, WUERFELSPIEL_DICE, random, rolls):
                engine = {chain: shown_wuerfelspiel(last) for chain, last in chains(final).items()}
                assert engine == oracle_wuerfelspiel.results(table, dice), (str(position), dice)
                compared += len(engine)
    return compared


def agree_or(seed: int, positions: int, rolls: int | None) -> int:
    """Compare in so many positions of random games; how many ways to resolve a roll were compared."""
    random, compared = Random(seed), 0
    while positions > 0:
        shown = random_chips(random)
        choices = {"end": ("either", "stones"), "ending": ("finish", "at-once")}
        choices |= {"goblin_ties": ("each", "none"), "stall": ("four-passes", "off")}
        options = {name: random.choice(values) for name, values in choices.items()}
        begun = start("or", random.choice((2, 3, 4)), options, chips(shown))
        carries = {}
        for key, entry in shown.items():
            items = entry.replace("coins 2", "coin + coin").replace("coins 1", "coin").split(" + ")
            carries[LETTERS[key.split()[0]], int(key.split()[1])] = items
        for position, _ in play_on(begun, random.randrange(1 << 30)):
            if position.stage != "roll" or random.random() > 0.3:
                continue
            positions -= 1
            table = oracle_or.read(str(position), carries, 30, options)
            for dice, final in after_rolls(position, OR_DICE, random, rolls):
                engine = {str(move): shown_or(final.play(move)) for move in final.legal_moves}
                assert len(engine) == len(final.legal_moves)
                assert engine == oracle_or.results(table, dice), (str(position), dice)
                compared += len(engine)
    return compared


def test_the_wuerfelspiel_agrees_on_every_roll():
    assert agree_wuerfelspiel(seed=1, positions=8, rolls=None) > 8 * 252


@pytest.mark.parametrize("positions", [250, pytest.param(1000, marks=pytest.mark.prove)])
def test_the_wuerfelspiel_agrees_in_hundreds_of_positions(positions):
    assert agree_wuerfelspiel(seed=2, positions=positions, rolls=3) > 3 * positions


def test_or_agrees_on_every_roll():
    assert agree_or(seed=3, positions=20, rolls=None) > 20 * 56


@pytest.mark.parametrize("positions", [250, pytest.param(1000, marks=pytest.mark.prove)])
def test_or_agrees_in_hundreds_of_positions(positions):
    assert agree_or(seed=4, positions=positions, rolls=2) > 2 * positions


@pytest.mark.prove
@pytest.mark.timeout(0)
@pytest.mark.parametrize("seed", range(5))
def test_both_games_agree_on_every_roll_of_thousands_of_positions(seed):
    ways = agree_wuerfelspiel(seed=100 + seed, positions=400, rolls=None)
    print(f"wuerfelspiel: {ways} ways to resolve the rolls of 400 positions agree")
    assert ways > 400 * 252
    ways = agree_or(seed=200 + seed, positions=400, rolls=None)
    print(f"or: {ways} ways to resolve the rolls of 400 positions agree")
    assert ways > 400 * 56
