"""Our own layouts favour no row and no colour: what each brings over many games of the simple player."""

from collections import Counter
from random import Random

import pytest

from engine.position import CHANCE
from rig.players import simple_move
from tests.engine.random_play import any_move, start

ROWS = ("redbrown", "yellow", "pink", "green", "blue")


def mean_points(game: str, options: dict[str, str], games: int) -> dict[str, float]:
    """Points of each row or colour a player and game."""
    random, points = Random(1), Counter()
    for _ in range(games):
        position = start(game, 2, options)
        while (turn := position.to_move) is not None:
            move = any_move(position, random) if turn is CHANCE else simple_move(position, random)
            position = position.play(move)
        for sheet in position.scores():
            points.update({line.item: line.points for line in sheet.lines})
    return {row: points[row] / games / 2 for row in ROWS}


@pytest.mark.prove
@pytest.mark.timeout(0)
@pytest.mark.parametrize(
    ("game", "options", "spread"),
    [("wuerfelspiel", {}, 1.8), ("wuerfelspiel", {"side": "crossed"}, 1.8), ("or", {}, 1.2)],
)
def test_no_row_of_our_layouts_brings_much_more_than_another(game, options, spread):
    points = mean_points(game, options, 600)
    assert max(points.values()) - min(points.values()) < spread, points
