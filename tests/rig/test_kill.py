"""`kill -9` in mid play and teaching: nothing acknowledged is lost, nothing counts twice, it always starts again."""

import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import get_args

import pytest

from engine import record
from rig.events import Event
from rig.journal import Journal
from rig.loop import Loop
from rig.settings import GAMES_FILE
from tests.rig.journal_victim import PROFILE
from vision.profile import load_profile

VICTIM = Path(__file__).with_name("journal_victim.py")
ROOT = Path(__file__).parents[2]


def play_and_kill(folder: Path, log: Path, seed: int, events: int, moment: float) -> None:
    """Start a rig, let it play until its log has grown by so many lines, and kill it a moment later."""
    wanted = lines_in(log) + events
    rig = subprocess.Popen(
        [sys.executable, str(VICTIM), str(folder), str(log), str(seed)], cwd=ROOT, env={"PYTHONPATH": str(ROOT)}
    )
    try:
        deadline = time.monotonic() + 60
        while lines_in(log) < wanted:
            assert rig.poll() is None, "the rig ended by itself"
            assert time.monotonic() < deadline, "the rig does not play"
            time.sleep(0.005)
        time.sleep(moment)
    finally:
        rig.send_signal(signal.SIGKILL)
        rig.wait()


def lines_in(log: Path) -> int:
    return log.read_bytes().count(b"\n") if log.exists() else 0


@pytest.mark.parametrize("kills", [20, *(pytest.param(many, marks=pytest.mark.prove) for many in (50, 200))])
def test_kills_lose_nothing_and_apply_nothing_twice(kills: int, tmp_path: Path) -> None:
    chance, log = random.Random(20), tmp_path / "acknowledged"
    for seed in range(kills):
        # Counted in events, so that a busy machine has as much played between two kills as a quiet one.
        play_and_kill(tmp_path, log, seed, chance.randint(1, 10 if kills < 100 else 40), chance.uniform(0, 0.05))
    # The last line may have been cut off together with the rig; it was then no acknowledgement.
    lines = [line.split() for line in log.read_text().split("\n")[:-1]]
    acknowledged = [line[0] for line in lines if line[0] != "taught"]
    journal = Journal(tmp_path / GAMES_FILE)
    assert journal.set_aside is None
    written = [event.id for event in journal.events_after()]
    assert len(written) == len(set(written))
    assert set(acknowledged) <= set(written)
    assert len(acknowledged) == len(set(acknowledged))
    # At each kill at most the one event was written that could no longer be acknowledged.
    assert len(written) - len(acknowledged) <= kills
    loop = Loop(journal)
    if loop.state.match is not None:
        assert record.parse(record.write(loop.state.match)).position == loop.state.position
    loop.stop()
    taught = [int(line[1]) for line in lines if line[0] == "taught"]
    if taught:
        assert int(load_profile(tmp_path / PROFILE).model) >= taught[-1]
    kinds = Counter(line[1] for line in lines if line[0] != "taught")
    assert set(kinds) == {kind.__name__ for kind in get_args(Event)} or kills < 100
    print(
        f"{kills} kills: {len(acknowledged)} events acknowledged, {len(written)} written, 0 lost; {len(taught)} taught"
    )
    print(", ".join(f"{kind} {count}" for kind, count in kinds.most_common()))
