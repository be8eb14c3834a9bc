"""`kill -9` in the middle of a game: nothing acknowledged is lost, nothing is applied twice, the game goes on."""

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from engine import record
from rig.journal import Journal
from rig.loop import Loop

KILLS = 50
VICTIM = Path(__file__).with_name("journal_victim.py")
ROOT = Path(__file__).parents[2]


def play_and_kill(folder: Path, log: Path, seed: int, moment: float) -> None:
    """Start a rig, let it play until its log grows, and kill it a moment later."""
    size = log.stat().st_size if log.exists() else 0
    rig = subprocess.Popen(
        [sys.executable, str(VICTIM), str(folder), str(log), str(seed)], cwd=ROOT, env={"PYTHONPATH": str(ROOT)}
    )
    try:
        deadline = time.monotonic() + 30
        while (log.stat().st_size if log.exists() else 0) <= size:
            assert rig.poll() is None, "the rig ended by itself"
            assert time.monotonic() < deadline, "the rig does not play"
            time.sleep(0.005)
        time.sleep(moment)
    finally:
        rig.send_signal(signal.SIGKILL)
        rig.wait()


def test_fifty_kills_lose_nothing_and_apply_nothing_twice(tmp_path: Path) -> None:
    chance, log = random.Random(20), tmp_path / "acknowledged"
    for seed in range(KILLS):
        play_and_kill(tmp_path, log, seed, chance.uniform(0, 0.05))
    acknowledged = log.read_text().split()
    journal = Journal(tmp_path / "games.db")
    assert journal.set_aside is None
    written = [event.id for event in journal.events_after()]
    assert len(written) == len(set(written))
    # The log starts again after each kill; between its lines at most the one event that was cut off was written.
    missing = [event for event in acknowledged if event not in set(written)]
    assert missing == []
    assert len(acknowledged) == len(set(acknowledged))
    assert len(written) - len(acknowledged) <= KILLS + 1
    loop = Loop(journal)
    assert loop.state.match is not None
    assert record.parse(record.write(loop.state.match)).position == loop.state.position
    loop.stop()
