"""Events survive being written: every kind comes back equal."""

import typing

import pytest

from rig import events
from rig.errors import JournalError
from rig.event_text import KINDS, read_event, write_event
from rig.events import Button, DiceRead, Pressed, Revealed
from rig.state import Ranked, Setup
from tests.rig.table_driver import die

SAMPLES: dict[str, dict[str, object]] = {
    "Pressed": {"button": Button.REROLL},
    "Pointed": {"choice": 3},
    "SetupChanged": {
        "setup": Setup(
            "or",
            ("Änne", "Bo"),
            1,
            "owner",
            (("end", "both"),),
            "pips",
            'game = "or"\n',
            "",
            1,
            "full",
            (("Bo", "ask"),),
        )
    },
    "DiceRead": {
        "dice": (die("r", 1.5), die(None, 70, reason="cocked", others="gb")),
        "reasons": ("dark",),
        "before": (),
    },
    "LookAgain": {},
    "FaceChosen": {"die": 2, "face": "s"},
    "DieMarked": {"die": 0},
    "HandEntryOpened": {},
    "RollEntered": {"faces": ("1", "s", "5")},
    "Revealed": {"what": "?clover"},
    "Undone": {},
    "RollAmended": {"move": 4, "faces": ("1",), "drop_rest": True},
    "PositionEdited": {"position": "or ..."},
    "NewGame": {},
    "AdviceGiven": {"decision": 7, "ranked": (Ranked("=44", 3.25, 0.0, "series", 0.5), Ranked("=", 1.0, 2.25))},
    "ChanceGiven": {"decision": 8, "moves": ("tile r1 clover", "card gx")},
    "MoveGiven": {"decision": 9, "move": "=44"},
    "HintAsked": {},
    "AdviceChosen": {"player": "Änne", "level": "ask"},
    "ComponentsRead": {"game": "or", "text": "x"},
}


def test_there_is_a_sample_of_every_kind() -> None:
    assert set(SAMPLES) == set(KINDS) == {kind.__name__ for kind in typing.get_args(events.Event)}


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_an_event_reads_back_as_it_was_written(kind: str) -> None:
    event = KINDS[kind](answers=12, at=3.5, source="button", **SAMPLES[kind])
    assert read_event(write_event(event)) == event


def test_ids_differ() -> None:
    assert Pressed(answers=0, button=Button.UP).id != Pressed(answers=0, button=Button.UP).id


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[1]",
        '{"kind":"Exploded"}',
        '{"kind":"Revealed","answers":1}',
        write_event(Revealed(answers=1, what="x")).replace('"x"', "7"),
        write_event(Pressed(answers=1, button=Button.UP)).replace('"up"', '"sideways"'),
        write_event(DiceRead(answers=1, dice=())).replace('"dice":[]', '"dice":5'),
        write_event(Revealed(answers=1, what="x")).replace('"what"', '"colour":1,"what"'),
    ],
)
def test_what_is_no_event_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(JournalError, match="no event of this version"):
        read_event(text)
