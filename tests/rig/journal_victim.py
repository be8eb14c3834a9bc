"""A rig that plays a scripted game and is killed: logs each event that was acknowledged, one id a line.

Run as: python journal_victim.py FOLDER LOG SEED.  It goes on where the journal stands.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

from rig.events import Button, DieMarked, Event, NewGame, Pressed, RollEntered, SetupChanged, Undone
from rig.journal import Journal
from rig.loop import Loop
from rig.state import Phase, Setup, TableState


def next_event(state: TableState, dice: random.Random) -> Event:
    """Something that the present question allows: mostly forward, sometimes back."""
    at = state.revision
    if state.phase is Phase.SETUP:
        return Pressed(answers=at, button=Button.CONFIRM)
    if state.phase is Phase.OVER:
        return NewGame(answers=at)
    if state.past and dice.random() < 0.1:
        return Undone(answers=at)
    if state.phase is Phase.ROLL and state.position is not None:
        faces = tuple(dice.choices("12345s", k=state.position.to_roll))  # type: ignore[attr-defined]
        return RollEntered(answers=at, faces=faces)
    if state.phase is Phase.KEEP and dice.random() < 0.5:
        return DieMarked(answers=at, die=0)
    if state.phase is Phase.KEEP and dice.random() < 0.5:
        return Pressed(answers=at, button=Button.REROLL)
    return Pressed(answers=at, button=dice.choice((Button.CONFIRM, Button.DOWN)))


def main(folder: str, log: str, seed: str) -> None:
    """Play until killed."""
    ticks = iter(range(10**9))
    loop = Loop(Journal(Path(folder) / "games.db"), clock=lambda: float(next(ticks)))
    loop.start()
    dice = random.Random(int(seed))
    with Path(log).open("ab", buffering=0) as acknowledged:
        if loop.state.match is None and loop.state.setup == Setup():
            loop.post(SetupChanged(answers=loop.state.revision, setup=Setup("or-happy-meeple"))).result()
        while True:
            event = next_event(loop.state, dice)
            if loop.post(event).result().accepted:
                acknowledged.write(f"{event.id}\n".encode())


if __name__ == "__main__":
    main(*sys.argv[1:])
