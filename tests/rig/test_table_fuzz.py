"""Whatever happens in whatever order: a refusal or a sound state, and the replay leads to the same one."""

import random

import pytest

from engine import record
from engine.errors import EngineError
from rig.event_text import read_event, write_event
from rig.state import Phase, TableState
from rig.table import blank, step
from rig.table_ask import to_roll
from tests.rig.any_event import some_event


def sound(state: TableState) -> None:
    """What must hold after every event."""
    assert 0 <= state.cursor < max(1, len(state.choices))
    if state.match is None or state.phase is Phase.SETUP:
        return
    assert len(state.past) == len(state.match.line)
    if state.phase in (Phase.KEEP, Phase.CHOOSE):
        assert sorted(str(one.face) for one in state.dice) == sorted(state.position.dice)
        assert state.choices
    if state.phase in (Phase.ROLL, Phase.DOUBT, Phase.ENTER):
        fixed = [one for one in state.dice if one.fixed]
        assert sorted(str(one.face) for one in fixed) == sorted(state.position.dice)
    if state.phase is Phase.ENTER:
        assert len(state.entered) < to_roll(state.position)


@pytest.mark.parametrize("seed", range(12))
def test_any_sequence_of_events_leaves_a_sound_table(seed: int) -> None:
    chance = random.Random(seed)
    state, now, accepted = blank(), 0.0, []
    for _ in range(400):
        event = some_event(state, chance)
        now += chance.choice((0.05, 0.5, 2.0))
        event = read_event(write_event(event).replace('"at":0.0', f'"at":{now}'))
        try:
            done = step(state, event)
        except EngineError:
            continue
        if done.refused:
            assert done.state == state
            continue
        assert done.state.revision == state.revision + 1
        state = done.state
        accepted.append(event)
        sound(state)
    replayed = blank()
    for event in accepted:
        replayed = step(replayed, event).state
    assert replayed == state
    if state.match is not None:
        assert record.parse(record.write(state.match)).position == state.match.position
    assert len(accepted) > 50
