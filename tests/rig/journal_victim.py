"""A rig that plays a scripted game and is killed: logs what was acknowledged, one line each, once it is safe.

Run as: python journal_victim.py FOLDER LOG SEED.  It goes on where the journal stands.  A line is the id of an event
and its kind, or `taught` and a number: the profile that was taught then.
"""

from __future__ import annotations

import random
import sys
from importlib.resources import files
from pathlib import Path

import numpy as np

from engine.errors import EngineError
from rig.dealer import dealt
from rig.events import (
    AdviceGiven,
    Button,
    ChanceGiven,
    ComponentsRead,
    DieMarked,
    Event,
    FaceChosen,
    NewGame,
    Pressed,
    Revealed,
    RollEntered,
    SetupChanged,
    Undone,
)
from rig.journal import Journal
from rig.loop import Loop
from rig.settings import GAMES_FILE
from rig.state import Phase, Ranked, Setup, TableState
from tests.rig.any_event import FACES, some_event
from vision.profile import Profile, Shot
from vision.rectify import PICTURE_SIDE

PROFILE = "taught.keltis"
CARDS = ("kartenspiel", "weg-der-steine")
LIVES_A_GAME = 4
WITH_ASKED_ADVICE = (("A", "ask"), ("B", "off"))
SETUPS = (
    Setup("or", ("Anna", "Ben"), dice="pips"),
    Setup("kartenspiel", ("Anna", "Ben", "Clara")),
    Setup("wuerfelspiel", ("A", "B", "C"), dice="pips", rig_seats=1, advice=WITH_ASKED_ADVICE),
    Setup("weg-der-steine", ("Anna", "Ben")),
    Setup("or", ("A", "B", "C"), dice="pips", rig_seats=1, advice=WITH_ASKED_ADVICE),
)
"""What is played in turn: so many lives of the rig each."""
ODD, TEACH = 0.4, 0.02
"""How often anything at all is tried instead of a sensible step, and how often dice are taught."""


def next_event(state: TableState, chance: random.Random) -> Event:
    """Something that the present question allows: mostly forward, sometimes back."""
    at = state.revision
    faces = FACES.get(state.setup.game, "12345s")
    if state.phase is Phase.SETUP:
        return _while_setting_up(state, chance)
    if state.phase is Phase.OVER:
        return NewGame(answers=at)
    if state.phase is Phase.DEAL and state.position is not None:
        return ChanceGiven(answers=0, decision=state.decision, moves=dealt(state.position, chance))
    if state.past and chance.random() < 0.1:
        return Undone(answers=at)
    if state.phase is Phase.ROLL and state.position is not None:
        rolled = tuple(chance.choices(faces, k=state.position.to_roll))  # type: ignore[attr-defined]
        return RollEntered(answers=at, faces=rolled)
    if state.phase is Phase.DOUBT:
        return FaceChosen(answers=at, die=state.asked_die, face=chance.choice(faces))
    if state.phase is Phase.REVEAL and state.choices and chance.random() < 0.7:
        return Revealed(answers=at, what=chance.choice(state.choices).key)
    if state.phase is Phase.KEEP and chance.random() < 0.5:
        return DieMarked(answers=at, die=0)
    if state.phase is Phase.KEEP and chance.random() < 0.5:
        return Pressed(answers=at, button=Button.REROLL)
    if state.choices and chance.random() < 0.2:
        ranked = tuple(Ranked(choice.key, -float(place), float(place)) for place, choice in enumerate(state.choices))
        return AdviceGiven(answers=0, decision=state.decision, ranked=ranked)
    return Pressed(answers=at, button=chance.choice((Button.CONFIRM, Button.DOWN)))


def _while_setting_up(state: TableState, chance: random.Random) -> Event:
    at = state.revision
    if state.setup.board == "owner" and not state.setup.components:
        return ComponentsRead(answers=0, game=state.setup.game, text=_board(state.setup.game), source="rig")
    if chance.random() < 0.5:
        game = chance.choice(("or", "or-happy-meeple", "wuerfelspiel", *CARDS))
        board = "ours" if game in CARDS else chance.choice(("ours", "ours", "owner"))
        return SetupChanged(answers=at, setup=Setup(game, ("Anna", "Ben", "Clara"), board=board, dice="pips"))
    return Pressed(answers=at, button=Button.CONFIRM)


def _board(game: str) -> str:
    """What is known of an owner's board before anything was entered."""
    name = "or" if game.startswith("or") else "wuerfelspiel"
    return (files("engine") / "components" / f"{name}-owner.toml").read_text(encoding="utf-8")


def teach(folder: Path, number: int) -> None:
    """Write a profile as teaching does; the name of its model is that number."""
    chance = np.random.default_rng(number)
    shots = tuple(
        Shot(
            face, chance.integers(0, 256, (PICTURE_SIDE, PICTURE_SIDE, 3), np.uint8), np.eye(6, dtype=np.float32)[place]
        )
        for place, face in enumerate("123456")
    )
    Profile("pips", shots, str(number)).save(folder / PROFILE)


def main(folder: str, log: str, seed: str) -> None:
    """Play until killed."""
    ticks = iter(range(10**9))
    loop = Loop(Journal(Path(folder) / GAMES_FILE), clock=lambda: float(next(ticks)))
    loop.start()
    chance = random.Random(int(seed))
    taught = int(seed) * 1000
    with Path(log).open("ab", buffering=0) as acknowledged:

        def hand_in(event: Event) -> None:
            if loop.post(event).result().accepted:
                acknowledged.write(f"{event.id} {type(event).__name__}\n".encode())

        if int(seed) % LIVES_A_GAME == 0:
            hand_in(NewGame(answers=loop.state.revision))
            setup = SETUPS[int(seed) // LIVES_A_GAME % len(SETUPS)]
            hand_in(SetupChanged(answers=loop.state.revision, setup=setup))
            hand_in(Pressed(answers=loop.state.revision, button=Button.CONFIRM))
        while True:
            if chance.random() < TEACH:
                taught += 1
                teach(Path(folder), taught)
                acknowledged.write(f"taught {taught}\n".encode())
            try:
                event = (some_event if chance.random() < ODD else next_event)(loop.state, chance)
            except EngineError:
                continue
            hand_in(event)


if __name__ == "__main__":
    main(*sys.argv[1:])
