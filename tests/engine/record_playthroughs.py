"""`python -m tests.engine.record_playthroughs GAME...` records a whole random game for all seats and options of a game.

Without a name it does so for every game; with the name of one file, as `or-2-stall-off`, for that alone.  The records
are looked at, then kept: `test_every_game.py` replays them line by line.
"""

from __future__ import annotations

import sys
from random import Random

from engine import record
from engine.match import Match
from tests.engine.random_play import any_move
from tests.engine.test_every_game import CASES, NAMED, PLAYTHROUGHS


def playthrough(name: str, seats: int, options: dict[str, str]) -> str:
    """The record of one random game, with an undo in it."""
    match, random = Match.start(name, ("Anna", "Ben", "Cleo", "Dan")[:seats], options), Random(len(name) + seats)
    while match.position.to_move is not None:
        match = match.play(any_move(match.position, random))
        if len(match.events) == 60:
            match = match.undo()
    return record.write(match)


if __name__ == "__main__":
    PLAYTHROUGHS.mkdir(exist_ok=True)
    for (name, seats, options), named in zip(CASES, NAMED, strict=True):
        if len(sys.argv) == 1 or {name, named} & set(sys.argv[1:]):
            (PLAYTHROUGHS / f"{named}.txt").write_text(playthrough(name, seats, options), encoding="utf-8")
