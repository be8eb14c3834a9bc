"""Whatever may happen at the table, likely or not: every kind of event, made up by chance."""

from __future__ import annotations

import random

from rig.events import (
    AdviceChosen,
    AdviceGiven,
    Button,
    DiceRead,
    DieMarked,
    Event,
    FaceChosen,
    HandEntryOpened,
    HintAsked,
    LookAgain,
    MoveGiven,
    NewGame,
    Pointed,
    PositionEdited,
    Pressed,
    Revealed,
    RollAmended,
    RollEntered,
    SetupChanged,
    Undone,
)
from rig.state import Ranked, SeenDie, Setup, TableState
from rig.table_ask import to_roll
from tests.rig.table_driver import die

FACES = {"or": "12345s", "wuerfelspiel": "rypgbs"}


def some_dice(state: TableState, chance: random.Random) -> tuple[SeenDie, ...]:
    faces = FACES.get(state.setup.game, "12345s")
    wanted = to_roll(state.position) if state.position is not None else 3
    count = wanted if chance.random() < 0.8 else chance.randrange(7)
    kept = tuple(one.seen for one in state.dice if one.fixed and one.seen is not None and chance.random() < 0.8)
    reasons = ("unsure", "cocked", "", "", "", "", "", "")
    fresh = (
        die(chance.choice(faces), 60 * chance.randrange(10), 60 * chance.randrange(8), chance.choice(reasons))
        for _ in range(count)
    )
    return (*kept, *fresh)


def _some_setup(chance: random.Random) -> Setup:
    game = chance.choice(("or", "wuerfelspiel"))
    advice = chance.choice(((), (("A", "ask"), ("B", "off"))))
    return Setup(game, ("A", "B", "C"), rig_seats=chance.choice((0, 0, 1, 2)), advice=advice)


def some_event(state: TableState, chance: random.Random) -> Event:
    at = state.revision
    faces = FACES.get(state.setup.game, "12345s")
    keys = [choice.key for choice in state.choices] or ["-"]
    ranked = tuple(Ranked(key, float(-place), float(place)) for place, key in enumerate(chance.sample(keys, len(keys))))
    rolled = to_roll(state.position) if state.position is not None else 3
    dice = some_dice(state, chance)
    events: list[Event] = [
        Pressed(answers=at, button=chance.choice(tuple(Button))),
        Pressed(answers=at, button=Button.CONFIRM),
        Pointed(answers=at, choice=chance.randrange(-1, 8)),
        DiceRead(answers=at, dice=dice, before=chance.choice((None, (), dice[:1]))),
        DiceRead(answers=at, dice=dice, reasons=chance.choice(((), ("dark",)))),
        LookAgain(answers=at),
        FaceChosen(answers=at, die=chance.randrange(-1, 6), face=chance.choice(faces + "x")),
        DieMarked(answers=at, die=chance.randrange(-1, 6)),
        HandEntryOpened(answers=at),
        RollEntered(answers=at, faces=tuple(chance.choices(faces, k=rolled))),
        Revealed(answers=at, what=chance.choice(keys)),
        Undone(answers=at),
        RollAmended(
            answers=at,
            move=chance.randrange(9),
            faces=tuple(chance.choices(faces, k=3)),
            drop_rest=chance.random() < 0.5,
        ),
        AdviceGiven(answers=0, decision=state.decision, ranked=ranked),
        MoveGiven(answers=0, decision=state.decision, move=chance.choice(keys)),
        MoveGiven(answers=0, decision=state.decision, move=chance.choice(keys)),
        HintAsked(answers=at),
    ]
    if chance.random() < 0.03:
        events = [
            NewGame(answers=at),
            SetupChanged(answers=at, setup=_some_setup(chance)),
            AdviceChosen(answers=at, player="A", level=chance.choice(("full", "ask", "off", "loud"))),
            PositionEdited(answers=at, position=str(state.position)),
        ]
    return chance.choice(events)
