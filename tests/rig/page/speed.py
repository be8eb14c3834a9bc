"""Measures the page: `python -m tests.rig.page.speed [--usual-priority]` (needs chromium; two minutes).

The browser runs four times slower than this machine (about a Raspberry Pi).  The table, the journal and the adviser are
the real ones, in the same process as the page's server, as on the rig; what they compute is not slowed, so the time the
server takes for an event is told too.  A press is timed from the key going down to the frame that shows what it did; a
roll from the moment it is handed in, while the adviser begins to think about it.  Each press waits until the table
takes one again (it refuses what comes too soon after a change, which is no matter of speed); one that is refused all
the same is made again and counts from then on.

The browser is slowed by a signal that lets its main thread spin: idle, it takes 77 % of a processor at a rate of four,
and 0.3 % unslowed.  To the scheduler it looks like one that calculates without end, and it seems to be put behind all
others, which an unslowed page is not.  Where the system allows it, browser and rig are therefore measured at real-time
priority; the report says at which, and `--usual-priority` measures without it.  Tell both.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from rig.evening import Evening
from rig.events import Button, Event, NewGame, Pressed, RollEntered, SetupChanged
from rig.page.rendering import render_page
from rig.page.server import PageServer
from rig.page.view import view_of
from rig.page.words import words_of
from rig.state import Phase, Setup
from tests.rig.page.main_thread import MainThread
from tests.rig.page.test_browser import CHROMIUM

SLOWER = 4
TURNS = 20
FIRST_VIEW_MS, PAINTED_MS, WEIGHT_BYTES = 1500, 100, 300_000
IDLE_S = 8.0
PRIORITY = 10
WATCH = """() => {
  globalThis.painted = new Map(); globalThis.pressed = 0;
  addEventListener("keydown", (event) => { globalThis.pressed = performance.timeOrigin + event.timeStamp; }, true);
  new MutationObserver(() => {
    const revision = Number(document.body.dataset.revision);
    requestAnimationFrame(() => {
      const after = new MessageChannel();
      after.port1.onmessage = () => {
        performance.mark(`painted ${revision}`);
        globalThis.painted.set(revision, performance.timeOrigin + performance.now());
      };
      after.port2.postMessage(0);
    });
  }).observe(document.body, { attributes: true, attributeFilter: ["data-revision"] });
}"""
WEIGHT = """() => [performance.getEntriesByType("navigation")[0], ...performance.getEntriesByType("resource")]
  .filter((one) => !one.name.endsWith("/live")).reduce((sum, one) => sum + one.encodedBodySize, 0)"""
FIRST = """() => [performance.getEntriesByName("first-contentful-paint")[0].startTime,
  performance.getEntriesByType("navigation")[0].loadEventEnd]"""


@dataclass(frozen=True, slots=True)
class Speed:
    """What was measured, in milliseconds and bytes; the page's figures are those of the slowed browser.

    Attributes:
        first_paint, loaded: by the clock, from the address being opened.
        first_worked: processor time of page and server until the table is live, the server's made slower too.
        presses, rolls: by the clock, from the press or the roll to the frame that shows it.
        page: processor time of the page's main thread from each press or roll to its frame, not slowed.
        server: processor time of the table's and the server's threads for the same, not slowed.
        idle_server, idle_page: share of a processor while nothing happens.
    """

    first_paint: float
    loaded: float
    first_worked: float
    weight: int
    presses: tuple[float, ...]
    rolls: tuple[float, ...]
    page: tuple[float, ...]
    server: tuple[float, ...]
    idle_server: float
    idle_page: float

    @property
    def events(self) -> tuple[float, ...]:
        """Presses and rolls alike."""
        return self.presses + self.rolls

    @property
    def worked(self) -> float:
        """Processor time of page and server for an event, 95th percentile, both so many times slower."""
        return SLOWER * percentile(tuple(map(sum, zip(self.page, self.server, strict=True))))

    @property
    def holds(self) -> bool:
        """True if every limit is kept.

        Where others keep the machine busy times by the clock are theirs, and processor time alone is judged.
        """
        first, painted = self.first_worked, self.worked
        if not is_busy():
            first, painted = self.loaded, percentile(self.events)
        return first < FIRST_VIEW_MS and painted < PAINTED_MS and self.weight < WEIGHT_BYTES


def hurry() -> bool:
    """Let this process, and what it starts from now on, go before all others; True if the system allows that."""
    try:
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(PRIORITY))
    except OSError:
        return False
    return True


def is_busy() -> bool:
    """True where others take much of this machine."""
    return os.getloadavg()[0] > 1 + (os.cpu_count() or 1) / 2


def percentile(times: tuple[float, ...], share: int = 95) -> float:
    """The time that so many percent stay below."""
    return statistics.quantiles(times, n=100)[share - 1]


class _Rig:
    """An evening without a camera, the page before it, and a browser that is slowed."""

    def __init__(self, folder: Path, page: Page) -> None:
        self.page = page
        self.line = page.context.new_cdp_session(page)
        self.slow_down(SLOWER)
        self.line.send("Performance.enable", {"timeDomain": "threadTicks"})
        self.evening = Evening(folder)
        self.loop = self.evening.loop
        self.server = PageServer(port=0)
        self.evening.start()
        self.server.start()
        self.server.open(self.loop, self.evening.pictures.get)  # type: ignore[arg-type]
        self.presses: list[float] = []
        self.rolls: list[float] = []
        self.thread = MainThread(page, self.line)
        self.events: list[tuple[float, int, float]] = []
        self.worked: list[float] = []
        self.served: list[float] = []

    def slow_down(self, rate: int) -> None:
        """Make the browser's main thread so many times slower."""
        self.rate = rate
        self.line.send("Emulation.setCPUThrottlingRate", {"rate": rate})

    def busy_ms(self) -> float:
        """Processor time of the page so far."""
        metrics = self.line.send("Performance.getMetrics")["metrics"]
        return 1000 * next(float(one["value"]) for one in metrics if one["name"] == "TaskDuration")

    def do(self, event: Event) -> float:
        """Hand in an event; when it was handed in."""
        time.sleep(0.35)
        at = time.time() * 1000
        assert self.loop.post(event).result(timeout=20).accepted, event
        return at

    def start(self, game: str, names: tuple[str, ...]) -> None:
        """Begin a game."""
        if self.loop.state.phase is not Phase.SETUP:
            self.do(NewGame(answers=self.loop.state.revision))
        self.do(SetupChanged(answers=self.loop.state.revision, setup=Setup(game=game, names=names)))
        self.do(Pressed(answers=self.loop.state.revision, button=Button.CONFIRM))

    def play(self, faces: tuple[str, ...]) -> None:
        """Some turns: a roll comes, another choice is looked at, dice are kept, a move is chosen and played."""
        for turn in range(TURNS):
            self.slow_down((SLOWER, 1)[turn % 2])  # the clock counts in slowed turns, processor time in the others
            if self.rate == 1:
                self.thread.start()
            self._turn(tuple(faces[turn % len(faces)]))
            if self.rate == 1:
                self.thread.stop()
                self._count()

    def _turn(self, faces: tuple[str, ...]) -> None:
        revision = self.loop.state.revision
        time.sleep(0.35)
        begun, served, at = time.monotonic(), served_ms(), time.time() * 1000
        assert self.loop.post(RollEntered(answers=revision, faces=faces)).result(timeout=20).accepted
        painted = self._painted(revision + 1)
        self._note(self.rolls, painted - at, begun, revision + 1, served_ms() - served)
        for key in ("ArrowDown", "ArrowUp", "Enter"):
            self._press(key)
        while self.loop.state.phase is Phase.CHOOSE:
            self._press("Enter")

    def _press(self, key: str) -> None:
        """Press a key, and note how long it took until the frame that shows what it did."""
        before = self.loop.state.revision
        for _ in range(5):
            self.page.wait_for_timeout(380)
            before = self.loop.state.revision
            begun, served = time.monotonic(), served_ms()
            self.page.keyboard.press(key)
            until = begun + 2
            while self.loop.state.revision == before and time.monotonic() < until:
                time.sleep(0.01)
            if self.loop.state.revision != before:
                break
        painted = self._painted(before + 1)
        took = painted - float(self.page.evaluate("globalThis.pressed"))
        self._note(self.presses, took, begun, before + 1, served_ms() - served)

    def _note(self, clock: list[float], took: float, begun: float, revision: int, served: float) -> None:
        if self.rate == 1:
            self.events.append((begun, revision, served))
        else:
            clock.append(took)

    def _count(self) -> None:
        """Take processor times of the last turn from its trace."""
        for begun, revision, served in self.events:
            if (worked := self.thread.worked_ms(begun, revision)) is not None:
                self.worked.append(worked)
                self.served.append(served)
        self.events.clear()

    def _painted(self, revision: int) -> float:
        """When the frame with this revision, or a newer one that came at once, was there."""
        found = self.page.wait_for_function(
            "(wanted) => [...globalThis.painted].filter(([one]) => one >= wanted).map(([, at]) => at)[0]",
            arg=revision,
            polling=100,
        )
        return float(found.json_value())

    def first_worked(self) -> float:
        """Processor time of page and server for a first view, both made slower by multiplying."""
        self.slow_down(1)
        self.page.goto("about:blank")
        before = self.busy_ms()
        self.page.goto(self.server.address, wait_until="load")
        self.page.locator("body[data-live=yes]").wait_for()
        page = self.busy_ms() - before
        view = view_of(self.loop.state, words_of("de"))
        return SLOWER * (page + server_ms(lambda: render_page(view, "auto")))

    def idle(self) -> tuple[float, float]:
        """Share of a processor that rig and page take while nothing happens."""
        self.slow_down(1)
        time.sleep(8)
        server, page = time.process_time(), self.busy_ms()
        time.sleep(IDLE_S)
        return (time.process_time() - server) / IDLE_S, (self.busy_ms() - page) / IDLE_S / 1000

    def stop(self) -> None:
        """Let go of everything."""
        self.server.stop()
        self.evening.stop()


def served_ms() -> float:
    """Processor time so far of the threads that take an event, draw it and send it."""
    ours = [thread for thread in threading.enumerate() if thread.name in ("page", "table")]
    return 1000 * sum(time.clock_gettime(time.pthread_getcpuclockid(thread.ident or 0)) for thread in ours)


def server_ms(work: Callable[[], object]) -> float:
    """Processor time of what the server does, in this thread."""
    before = time.thread_time()
    work()
    return 1000 * (time.thread_time() - before)


def measure(folder: Path) -> Speed:
    """Open the page once, play some turns of both games with dice, and look at it idle."""
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        rig = _Rig(folder, browser.new_page(viewport={"width": 800, "height": 480}, locale="de"))
        try:
            rig.start("wuerfelspiel", ("Oma Grete", "Jonas", "Lea"))
            rig.page.goto(rig.server.address, wait_until="load")
            rig.page.locator("body[data-live=yes]").wait_for()
            first_paint, loaded = rig.page.evaluate(FIRST)
            first_worked = rig.first_worked()
            weight = int(rig.page.evaluate(WEIGHT))
            rig.page.evaluate(WATCH)
            rig.play(("rryyb", "ggsbp", "ssyyr", "pppgb"))
            rig.start("or", ("Anna", "Ben"))
            rig.play(("125", "1s4", "335"))
            idle = rig.idle()
        finally:
            rig.stop()
            browser.close()
    times = (tuple(one) for one in (rig.presses, rig.rolls, rig.worked, rig.served))
    return Speed(first_paint, loaded, first_worked, weight, *times, *idle)


def report(found: Speed) -> list[str]:
    """The figures, a line each."""
    load, processors = os.getloadavg()[0], os.cpu_count()
    busy = "; it is busy, so the clock is shown and processor time is judged" if is_busy() else ""
    priority = "at usual priority" if os.sched_getscheduler(0) == os.SCHED_OTHER else "at real-time priority"
    lines = [f"The browser runs {SLOWER} times slower, {priority}."]
    lines.append(f"Load of this machine: {load:.1f} on {processors}{busy}.")
    first = f"{found.first_paint:.0f} ms to the first paint, {found.loaded:.0f} ms loaded"
    lines.append(f"first view  {first}; {found.first_worked:.0f} ms of processor time (limit {FIRST_VIEW_MS} ms)")
    for name, times in (("a press", found.presses), ("a roll", found.rolls), ("an event", found.events)):
        told = f"{statistics.median(times):.0f} ms median, {percentile(times):.0f} ms p95 of {len(times)}"
        lines.append(f"{name:<11} {told} by the clock (limit {PAINTED_MS} ms for events)")
    parts = f"page {percentile(found.page):.1f} ms, server {percentile(found.server):.1f} ms, {SLOWER} times their sum"
    lines.append(f"its work    {found.worked:.0f} ms p95 of processor time: {parts} (limit {PAINTED_MS} ms)")
    lines.append(f"weight      {found.weight / 1000:.0f} kB in all (limit {WEIGHT_BYTES // 1000} kB)")
    idle = (
        f"{100 * found.idle_server:.1f} % of a processor for rig and server, {100 * found.idle_page:.1f} % for the page"
    )
    lines.append(f"idle        {idle}")
    lines.append("All limits are kept." if found.holds else "A LIMIT IS NOT KEPT.")
    return lines


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, and judge."""
    parser = argparse.ArgumentParser(prog="python -m tests.rig.page.speed", description="Measure the page's speed.")
    parser.add_argument("--usual-priority", action="store_true", help="let others have the processors as always")
    if not parser.parse_args(arguments).usual_priority:
        hurry()
    with tempfile.TemporaryDirectory() as folder:
        found = measure(Path(folder))
    print("\n".join(report(found)))
    return 0 if found.holds else 1


if __name__ == "__main__":
    sys.exit(main())
