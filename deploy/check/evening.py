"""Measures an evening: phones that look along, the reader beside them, memory over many rolls, bytes written.

usage: python deploy/check/evening.py phones [--phones 20] [--minutes 10] [--times 6]
       python deploy/check/evening.py rolls [--rolls 1500] [--warm-up 500] [--pace 180]
       python deploy/check/evening.py wear [--minutes 10] [--deeper-share 0.25]

`wear` plays at a family's pace, with second thoughts, and tells what went to the disk.  `phones` first runs a minute
without phones, as something to compare with; its figures are ratios to that.  All play by script on the real table,
journal, adviser and page, with the real reader; nothing here knows a threshold but the last line, which says what was
wanted.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import random
import re
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from engine.errors import EngineError
from rig.evening import Evening
from rig.events import AdviceGiven, Button, Event, NewGame, Pressed, RollEntered, SetupChanged
from rig.page.server import PageServer
from rig.settings import GAMES_FILE, AdviceSettings
from rig.state import Phase, Setup, TableState
from tests.rig.journal_victim import CARDS, next_event
from vision.picture_file import read_picture
from vision.reader import Reader

FRAMES = sorted((Path(__file__).parents[2] / "tests" / "rig" / "tray_frames").glob("*.jpg"))
USUAL_EVENTS_AN_HOUR = 1200
"""A roll every 20 seconds, with what is pressed for it and the advice that follows."""
USUAL_ROLLS_AN_HOUR = 180
PEOPLES_PART = 0.6
"""Of the usual events; the others are the adviser's."""
EVERY = 10
"""Memory is looked at after so many rolls."""
GAMES = tuple((game, board) for game in ("or", "or-happy-meeple", "wuerfelspiel") for board in ("ours", "owner"))
GAMES += tuple((game, "ours") for game in CARDS)
"""Each is met before memory is looked at: its networks and tables are loaded once, which is no growth."""
EVENTS_A_GAME = 100
TOO_SOON_S = 0.3
"""What comes sooner after a change is refused; so long is waited before it is asked for again."""


class Rig:
    """An evening that plays by itself, with its page."""

    def __init__(self, folder: Path, deeper_share: float = 0.0) -> None:
        self.evening = Evening(folder, deeper_share=deeper_share)
        self.server = PageServer(0)
        self.server.start()
        self.evening.start()
        self.server.open(self.evening.loop, self.evening.pictures.get)  # type: ignore[arg-type]
        self._chance = random.Random(1)
        self._reader = Reader("pips")
        self._frames = [read_picture(place) for place in FRAMES]
        self.rolls = 0

    def play(self) -> tuple[int, float] | None:
        """Do one sensible thing; revision and time at which it was posted, None if it was not accepted."""
        try:
            event = next_event(self.evening.loop.state, self._chance)
        except EngineError:
            return None
        if isinstance(event, AdviceGiven):  # here the adviser speaks for itself
            return None
        posted = time.monotonic()
        answer = self.evening.loop.post(event).result(60)
        self.rolls += answer.accepted and isinstance(event, RollEntered)
        return (answer.revision, posted) if answer.accepted else None

    def meet_all_games(self) -> None:
        """Play the beginning of each."""
        for game, board in GAMES:
            while self._state.phase is not Phase.SETUP:
                self._ask_for(NewGame(answers=self._state.revision))
            while self._state.phase is Phase.SETUP:
                self._ask_for(self._towards(game, board))
            played = 0
            while played < EVENTS_A_GAME and self._state.phase is not Phase.OVER:
                played += self.play() is not None

    def _ask_for(self, event: Event) -> None:
        if not self.evening.loop.post(event).result(60).accepted:
            time.sleep(TOO_SOON_S)

    @property
    def _state(self) -> TableState:
        return self.evening.loop.state

    def _towards(self, game: str, board: str) -> Event:
        setup = self._state.setup
        if (setup.game, setup.board) != (game, board):
            wanted = Setup(game, ("Anna", "Ben"), board=board, dice="" if game in CARDS else "pips")
            return SetupChanged(answers=self._state.revision, setup=wanted)
        if board == "owner" and not setup.components:
            return next_event(self._state, self._chance)
        return Pressed(answers=self._state.revision, button=Button.CONFIRM)

    def read(self) -> float:
        """Read one picture; how many seconds it took."""
        began = time.monotonic()
        self._reader.read(self._frames[self._chance.randrange(len(self._frames))])
        return time.monotonic() - began

    def stop(self) -> None:
        """End."""
        self.server.stop()
        self.evening.stop()


def memory_mb() -> float:
    """What this process holds in memory."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def written_bytes() -> int:
    """What this process has sent to the disk."""
    found = re.search(r"^write_bytes: (\d+)", Path("/proc/self/io").read_text(), re.MULTILINE)
    return int(found.group(1)) if found else 0


def percentile(values: list[float], part: float) -> float:
    """The value below which that part lies."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def serve_and_play(
    seconds: float, times: float, phones: int, folder: Path, deeper_share: float = 0.0
) -> dict[str, object]:
    """Play at so many times the usual rate while phones look along; what was measured."""
    rig, stopping, reads = Rig(folder, deeper_share), threading.Event(), [0.0]
    watching = _phones(rig.server.port, phones) if phones else None
    posted: dict[int, float] = {}
    reads.clear()

    def read_on() -> None:
        while not stopping.wait(0.2):
            reads.append(rig.read())

    reader = threading.Thread(target=read_on, daemon=True)
    reader.start()
    began, events, before, cpu = time.monotonic(), 0, written_bytes(), time.process_time()
    while (gone := time.monotonic() - began) < seconds:
        if events < gone * times * USUAL_EVENTS_AN_HOUR / 3600:
            done = rig.play()
            if done is not None:
                posted[done[0]] = done[1]
            events += done is not None
        else:
            time.sleep(0.005)
    stopping.set()
    reader.join()
    used = time.process_time() - cpu
    heard = _heard(watching) if watching is not None else []
    rig.stop()
    late = [at - posted[revision] for revision, at in heard if revision in posted]
    return {
        "events": events,
        "rolls": rig.rolls,
        "late_s": late,
        "reads_s": reads,
        "written": written_bytes() - before,
        "cpu_part": used / seconds,
        "memory_mb": memory_mb(),
    }


def _phones(port: int, count: int) -> subprocess.Popen[str]:
    """Phones in a process of their own, so that they do not take the rig's time for Python."""
    watching = subprocess.Popen(
        [sys.executable, __file__, "watch", str(port), str(count)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert watching.stdout is not None
    watching.stdout.readline()  # all are connected
    return watching


def _heard(watching: subprocess.Popen[str]) -> list[tuple[int, float]]:
    said, _ = watching.communicate("end\n", timeout=60)
    return [(int(revision), float(at)) for revision, at in json.loads(said)]


def watch(port: int, count: int) -> None:
    """Be so many phones: note when each hears of each state of the table."""
    heard: list[tuple[int, float]] = []
    ready = threading.Barrier(count + 1)

    def listen() -> None:
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        line.request("GET", "/live", headers={"Accept": "text/event-stream"})
        answer = line.getresponse()
        answer.readline()
        ready.wait()
        while text := answer.readline():
            found = re.search(rb'^data:.*"revision": ?(\d+)', text)
            if found:
                heard.append((int(found.group(1)), time.monotonic()))

    for _ in range(count):
        threading.Thread(target=listen, daemon=True).start()
    ready.wait()
    print("ready", flush=True)
    sys.stdin.readline()
    print(json.dumps(heard))
    sys.stdout.flush()
    os._exit(0)


def phones(options: argparse.Namespace) -> bool:
    """Phones look along; True if all is as it should be."""
    with tempfile.TemporaryDirectory() as folder:
        idle = serve_and_play(60, 1, 0, Path(folder) / "idle")
        busy = serve_and_play(options.minutes * 60, options.times, options.phones, Path(folder) / "busy")
    late, was, now = _floats(busy["late_s"]), _floats(idle["reads_s"]), _floats(busy["reads_s"])
    p95, ratio = percentile(late, 0.95), statistics.median(now) / statistics.median(was)
    events = int(str(busy["events"]))
    each = int(str(busy["written"])) / max(1, events)
    print(
        f"{options.phones} phones, {options.minutes:g} minutes, {events} events ({options.times:g} times the usual "
        f"rate): heard after {percentile(late, 0.5) * 1000:.0f} ms (median), {p95 * 1000:.0f} ms (95 %), "
        f"{max(late) * 1000:.0f} ms (worst of {len(late)})"
    )
    print(
        f"reading a picture: {statistics.median(was) * 1000:.0f} ms alone, {statistics.median(now) * 1000:.0f} ms "
        f"beside them (ratio {ratio:.2f}); processor {float(str(busy['cpu_part'])):.0%} of one core, "
        f"memory {float(str(busy['memory_mb'])):.0f} MB"
    )
    print(
        f"written: {each / 1000:.1f} kB an event, {each * USUAL_EVENTS_AN_HOUR / 1e6:.1f} MB an hour of play; "
        f"load of this machine meanwhile {os.getloadavg()[1]:.1f} on {os.cpu_count()} cores"
    )
    print("wanted: 95 % within 200 ms")
    return p95 < 0.2


def _floats(values: object) -> list[float]:
    assert isinstance(values, list)
    return values


def rolls(options: argparse.Namespace) -> bool:
    """Rolls as fast as they go, or at a family's pace; True if memory stays as it is."""
    samples: list[tuple[int, float]] = []
    first = options.warm_up or options.rolls // 3
    with tempfile.TemporaryDirectory() as folder:
        rig = Rig(Path(folder))
        watching = _phones(rig.server.port, 1)
        rig.meet_all_games()
        _play(rig, first, 0, samples)
        at_first, before, began, warmed_up = samples[0][1], written_bytes(), time.monotonic(), rig.rolls
        samples.clear()
        _play(rig, options.rolls, options.pace, samples)
        took, written, played = time.monotonic() - began, written_bytes() - before, rig.rolls - warmed_up
        _heard(watching)
        rig.stop()
    a_roll = slope(samples)
    print(
        f"{played} rolls in {took:.0f} s, after {warmed_up} during which what is used for the first time is loaded; "
        f"memory {at_first:.0f} MB at first, {samples[0][1]:.0f} MB then, {samples[-1][1]:.0f} MB at last: "
        f"{a_roll * 1000:+.2f} MB in 1,000 rolls, {a_roll * USUAL_ROLLS_AN_HOUR:+.2f} MB an hour of play; "
        f"{written / played / 1000:.0f} kB written a roll"
    )
    print("wanted: less than 1 MB an hour")
    return a_roll * USUAL_ROLLS_AN_HOUR < 1


def wear(options: argparse.Namespace) -> bool:
    """What an hour of play at a family's pace sends to the disk, and which events it is; True if it was measured."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        done = serve_and_play(options.minutes * 60, PEOPLES_PART, 0, place, options.deeper_share)
        with closing(sqlite3.connect(place / GAMES_FILE)) as database:
            kinds = database.execute(
                "SELECT json_extract(event, '$.kind') AS kind, COUNT(*), SUM(LENGTH(event)) FROM events "
                "GROUP BY kind ORDER BY 3 DESC"
            ).fetchall()
    hours, rolls, written = options.minutes / 60, int(str(done["rolls"])), int(str(done["written"]))
    a_roll = written / max(1, rolls)
    print(
        f"{options.minutes:g} minutes, {rolls} rolls, {done['events']} events of people, "
        f"{sum(count for _, count, _ in kinds)} in all: {a_roll / 1000:.0f} kB to the disk for a roll, "
        f"{a_roll * USUAL_ROLLS_AN_HOUR / 1e6:.0f} MB in an hour of {USUAL_ROLLS_AN_HOUR} rolls"
    )
    for kind, count, size in kinds[:5]:
        print(f"  {kind}: {count / hours:.0f} an hour, {size / count:.0f} bytes each")
    return written > 0 and rolls > 0


def _play(rig: Rig, until: int, pace: float, samples: list[tuple[int, float]]) -> None:
    """Play up to so many rolls; at a pace of so many an hour, 0 for as fast as they go."""
    first, told, began = rig.rolls, rig.rolls, time.monotonic()
    while rig.rolls < until:
        rig.play()
        if rig.rolls > told and rig.rolls % EVERY == 0:
            told = rig.rolls
            rig.read()
            samples.append((rig.rolls, memory_mb()))
        ahead = (rig.rolls - first) * 3600 / pace - (time.monotonic() - began) if pace else 0.0
        if ahead > 0:
            time.sleep(ahead)


def slope(samples: list[tuple[int, float]]) -> float:
    """Of the straight line through them, by least squares."""
    return statistics.linear_regression([x for x, _ in samples], [y for _, y in samples]).slope


def main() -> int:
    """Measure; 0 if it is as it should be."""
    if sys.argv[1:2] == ["watch"]:
        watch(int(sys.argv[2]), int(sys.argv[3]))
    parser = argparse.ArgumentParser(description="Measures an evening.")
    parser.add_argument("what", choices=("phones", "rolls", "wear"))
    parser.add_argument("--phones", type=int, default=20)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--deeper-share", type=float, default=AdviceSettings().deeper_share)
    parser.add_argument("--times", type=float, default=6)
    parser.add_argument("--rolls", type=int, default=1500, help="the last roll, those of the warm-up included")
    parser.add_argument("--warm-up", type=int, default=0, help="so many rolls first; a third of all unless it is given")
    parser.add_argument("--pace", type=float, default=0, help="rolls an hour; as fast as they go unless it is given")
    options = parser.parse_args()
    measure: Callable[[argparse.Namespace], bool] = {"phones": phones, "rolls": rolls, "wear": wear}[options.what]
    return 0 if measure(options) else 1


if __name__ == "__main__":
    raise SystemExit(main())
