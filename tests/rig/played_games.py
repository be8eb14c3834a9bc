"""A data folder with games that were really played: the real journal and loop, choices that like to advance."""

import dataclasses
import random
from pathlib import Path

from rig.events import Event, NewGame, Pointed
from rig.journal import Journal
from rig.loop import Answer, Loop
from rig.settings import GAMES_FILE
from rig.state import Phase
from tests.rig.page.scenes import sum_of
from tests.rig.page.scripted_table import ScriptedTable


class JournalledTable(ScriptedTable):
    """A scripted table over the real loop."""

    def __init__(self, loop: Loop) -> None:
        super().__init__(loop.state, advises=False)
        self._loop = loop
        self._now = 1000.0 + loop.state.revision

    def _take(self, event: Event) -> Answer:
        self._now += 1.0
        answer = self._loop.post(dataclasses.replace(event, at=self._now)).result(timeout=60)
        self.state = self._loop.state
        return answer


def play(folder: Path, *games: tuple[str, tuple[str, ...], int, int]) -> None:
    """Play games into the games' file of a folder.

    Args:
        games: catalogue name, players, turns at most, seed.
    """
    loop = Loop(Journal(folder / GAMES_FILE))
    loop.start()
    table = JournalledTable(loop)
    for game, names, turns, seed in games:
        if loop.state.phase is not Phase.SETUP:
            table.do(NewGame(answers=table.state.revision))
        _play_on(table.start(game, names), turns, random.Random(seed))
    loop.stop()


def _play_on(table: JournalledTable, turns: int, dice: random.Random) -> None:
    """Roll by the seed, keep all or what is there twice, and take what gives most points."""
    done = 0
    while done < turns and table.state.phase is not Phase.OVER:
        position, keys = table.state.position, [choice.key for choice in table.state.choices]
        if table.state.phase is Phase.ROLL:
            outcomes = list(position.chance_outcomes())
            table.roll(str(dice.choices([one for one, _ in outcomes], [float(share) for _, share in outcomes])[0]))
            continue
        best = 0
        if table.state.phase is Phase.KEEP:
            alike = [len(set(choice.kept)) == 1 and len(choice.kept) for choice in table.state.choices]
            best = max(range(len(keys)), key=lambda place: alike[place])
        elif table.state.phase is Phase.CHOOSE:
            best = max(range(len(keys)), key=lambda place: sum_of(position, keys[place]))
            done += 1
        if best != table.state.cursor:
            table.do(Pointed(answers=table.state.revision, choice=best))
        table.choose(keys[best])
