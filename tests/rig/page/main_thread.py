"""Processor time of a page's main thread from an event until the frame that shows it, out of the browser's trace."""

from __future__ import annotations

import time
from typing import Any

CATEGORIES = ["toplevel", "blink.user_timing"]
TASKS = ("ThreadControllerImpl::RunTask", "RunTask")
DONE_S = 20.0


class MainThread:
    """A trace of what the main thread works on; the page marks each frame by `performance.mark("painted REVISION")`.

    Args:
        page: of playwright.
        line: its CDP session.
    """

    def __init__(self, page: Any, line: Any) -> None:
        self._page, self._line = page, line
        self._entries: list[dict[str, Any]] = []
        self._is_done = False
        line.on("Tracing.dataCollected", lambda told: self._entries.extend(told["value"]))
        line.on("Tracing.tracingComplete", lambda told: self._end())

    def _end(self) -> None:
        self._is_done = True

    def start(self) -> None:
        """Begin to write down."""
        self._entries, self._is_done = [], False
        config = {"includedCategories": CATEGORIES}
        self._line.send("Tracing.start", {"traceConfig": config, "transferMode": "ReportEvents"})

    def stop(self) -> None:
        """Write down no more; what was is there to be asked for."""
        self._line.send("Tracing.end")
        until = time.monotonic() + DONE_S
        while not self._is_done and time.monotonic() < until:
            self._page.wait_for_timeout(50)
        threads = [one for one in self._entries if one["name"] == "thread_name"]
        main = {(one["pid"], one["tid"]) for one in threads if one["args"]["name"] == "CrRendererMain"}
        ours = (one for one in self._entries if (one["pid"], one["tid"]) in main and "ts" in one)
        self._entries = sorted(ours, key=lambda one: float(one["ts"]))

    def worked_ms(self, begun_s: float, revision: int) -> float | None:
        """Processor time from then until the frame with this revision, or a newer one that came at once.

        Args:
            begun_s: on the clock of `time.monotonic`.

        Returns:
            None where the trace holds no such frame.
        """
        painted = [one for one in self._entries if _revision(one) >= revision and one["ts"] > begun_s * 1e6]
        if not painted:
            return None
        frame = painted[0]
        inside = [one for one in self._entries if begun_s * 1e6 <= one["ts"] <= frame["ts"] and one.get("ph") == "X"]
        tasks = [[one for one in inside if one["name"] == name] for name in TASKS]
        return sum(_until(frame, one) for one in tasks[0] or tasks[1]) / 1000


def _revision(entry: dict[str, Any]) -> int:
    name, _, number = entry["name"].partition(" ")
    return int(number) if name == "painted" and number.isdigit() else -1


def _until(frame: dict[str, Any], task: dict[str, Any]) -> float:
    """Processor time of a task, of that in which the frame is marked up to the mark, in microseconds."""
    if task["ts"] + task.get("dur", 0) > frame["ts"]:
        return float(frame["tts"] - task["tts"])
    return float(task.get("tdur", 0))
