"""The engine and a second, simple reading of the rules agree on every move and its result (`*_oracle.py`)."""

from random import Random

import pytest

from engine.games.kartenspiel import Kartenspiel
from engine.games.weg_der_steine import WegDerSteine
from engine.position import CHANCE, Position
from tests.engine import kartenspiel_oracle, weg_der_steine_oracle
from tests.engine.card_play import GAMES, game_of

pytestmark = pytest.mark.no_cover  # long, and no line is reached by these tests alone: they are not slowed down

ORACLES = {"kartenspiel": kartenspiel_oracle, "weg-der-steine": weg_der_steine_oracle}
TILE_WORDS = {"s": "stone", "c": "clover", "1": "1", "2": "2", "3": "3", ".": "plain", "?": "face down", "~": "perhaps"}


def cards_of(position: Kartenspiel | WegDerSteine) -> dict:
    table = position.table
    letters = table.deck.letters
    return {
        "hands": [list(hand) for hand in table.hands],
        "rows": [dict(zip(letters, map(list, rows), strict=True)) for rows in table.rows],
        "piles": dict(zip(letters, map(list, table.piles), strict=True)),
        "seen_taken": [list(cards) for cards in table.open],
        "discarded_onto": list(table.fresh),
        "turn": position.turn_of,
        "stage": position.stage,
        "quiet": position.quiet,
        "ended": position.ended,
        "options": dict(position.options),
    }


def figures_of(position: WegDerSteine, seat: int) -> list[dict]:
    on = [(path, space) for path, space in zip("rypgb", position.figures[seat], strict=True) if space]
    large = [(path, space) for path, space in on if path == position.large[seat]]
    small = [(path, space) for path, space in on if path != position.large[seat]]
    figures = [{"size": "small", "path": path, "space": space} for path, space in small]
    figures += [{"size": "small", "path": None, "space": 0} for _ in range(4 - len(small))]
    return figures + [{"size": "large", "path": path, "space": space} for path, space in large or [(None, 0)]]


def state_of(position: Position) -> dict:
    """A position as the oracles write it; an oracle with a `read` of its own is given the position's text."""
    oracle = ORACLES[position.game]
    if hasattr(oracle, "read"):
        return oracle.read(str(position))
    if isinstance(position, Kartenspiel):
        own = {"stones": list(map(list, position.stones)), "left": position.cards_left}
        return {**cards_of(position), **own, "last": position.last if position.ended else 0}
    assert isinstance(position, WegDerSteine)
    board = {
        f"{path}{space}": TILE_WORDS[shows]
        for path, spaces in zip("rypgb", position.tiles, strict=True)
        for space, shows in enumerate(spaces, 1)
    }
    return {
        **cards_of(position),
        "board": board,
        "figures": [figures_of(position, seat) for seat in range(position.seats)],
        "stones": list(position.stones),
        "track": list(position.track),
        "laid": position.laid,
    }


def comparable(state: dict) -> dict:
    """A state without the order of what has none."""
    if "hands" not in state:
        return state
    same = {key: value for key, value in state.items() if key != "rest"}
    for key in ("hands", "seen_taken"):
        same[key] = [sorted(cards) for cards in state[key]]
    same["discarded_onto"] = sorted(state["discarded_onto"])
    if "figures" in state:
        same["figures"] = [sorted(map(str, figures)) for figures in state["figures"]]
    if not state["ended"]:
        same.pop("last", None)
    return same


def check(position: Position, random: Random, results: int) -> int:
    """All moves agree, and the results of some; returns how many results were compared."""
    oracle = ORACLES[position.game]
    expected = oracle.successors(state_of(position))
    chance = position.to_move is CHANCE
    moves = {str(m): m for m in ([m for m, _ in position.chance_outcomes()] if chance else position.legal_moves)}
    assert set(moves) == set(expected), str(position)
    compared = random.sample(sorted(moves), min(results, len(moves)))
    for text in compared:
        after = position.play(moves[text])
        assert comparable(state_of(after)) == comparable(expected[text]), f"{position}: {text}"
        totals = [sheet.total for sheet in after.scores()]
        assert totals == oracle.totals(expected[text]), f"{after}"
    return len(compared)


def check_positions(game: str, seed: int, enough: int, every: int, results: int) -> int:
    """Compare in so many positions, one of `every` in random games from a seed on; returns how many results agreed."""
    positions = compared = 0
    while positions < enough:
        random = Random(seed)
        for position, move in game_of(game, seed):
            if move is not None and random.randrange(every) == 0:
                compared += check(position, random, results)
                positions += 1
        seed += 1
    return compared


@pytest.mark.parametrize("game", ORACLES)
def test_the_oracle_agrees_in_positions_of_many_games(game):
    assert check_positions(game, seed=0, enough=120, every=40, results=4) > 240


@pytest.mark.prove
@pytest.mark.timeout(0)
@pytest.mark.parametrize("seed", [1000, 2000])
@pytest.mark.parametrize("game", ORACLES)
def test_the_oracle_agrees_in_thousands_of_positions(game, seed):
    """All moves of each position agree, and thirty of what they lead to where there are more (cards dealt, say)."""
    compared = check_positions(game, seed, enough=2_000, every=6, results=30)
    print(f"{game}: {compared} results of 2000 positions agree")
    assert compared > 12_000


def test_the_oracles_know_the_boundary_of_a_row():
    """K7 to K13 once more, on rows that play seldom reaches."""
    options = {"opening": "any", "points": "stop"}
    for row, allowed in (
        (["g3", "g3", "g6", "g7", "g7"], True),
        (["g9", "g8", "g8", "g5", "g3"], True),
        (["g3", "g6", "g5"], False),
        (["gx", "gx"], True),
        (["g3", "gx", "g4"], False),
        (["g3", "w3", "gx"], True),
        (["g3", "gx", "w3"], False),
    ):
        assert kartenspiel_oracle.row_is_allowed("g", row, options) is allowed, row


@pytest.mark.parametrize("game", GAMES)
def test_games_of_the_tests_reach_every_end_and_every_kind_of_move(game):
    """What the oracle is asked about is all that can happen."""
    verbs, reasons = set(), set()
    ends = {"closed", "pile", "stalled"} if game == "kartenspiel" else {"goal", "pile", "stalled"}
    own = {"stone", "done"} if game == "kartenspiel" else {"tile", "step", "start", "stay"}
    for seed in range(60):
        for position, move in game_of(game, seed):
            verbs.add(str(move).split()[0])
            if position.outcome:
                reasons.add(position.outcome.reason)
        if reasons == ends:
            break
    assert reasons == ends
    assert verbs == {"card", "discard", "lay", "draw", "None", *own}
