"""`python -m tests.engine.record_playthroughs GAME...` records a whole random game for all seats and options of a game.

Without a name it does so for every game; with the name of one file, as `or-2-stall-off`, for that alone.  The records
are looked at, then kept: `test_every_game.py` replays them line by line.  What was written is printed.
"""

from __future__ import annotations

import sys
from random import Random

from engine import catalogue, record
from engine.match import Match
from tests.engine.random_play import any_move
from tests.engine.test_every_game import CASES, NAMED, PLAYTHROUGHS


def playthrough(name: str, seats: int, options: dict[str, str]) -> str:
    """The record of one random game, with an undo in it where it is long enough."""
    match, random = Match.start(name, ("Anna", "Ben", "Cleo", "Dan")[:seats], options), Random(len(name) + seats)
    while match.position.to_move is not None:
        match = match.play(any_move(match.position, random))
        if len(match.events) == 60:
            match = match.undo()
    return record.write(match)


if __name__ == "__main__":
    PLAYTHROUGHS.mkdir(exist_ok=True)
    wanted = set(sys.argv[1:])
    unknown = sorted(wanted - {name for name, _, _ in CASES} - set(NAMED))
    if unknown:
        raise SystemExit(f"There is no game or record {unknown[0]!r}; choose one of {', '.join(catalogue.names())}.")
    for (name, seats, options), named in zip(CASES, NAMED, strict=True):
        if not wanted or {name, named} & wanted:
            path = PLAYTHROUGHS / f"{named}.txt"
            path.write_text(playthrough(name, seats, options), encoding="utf-8")
            print(path)
