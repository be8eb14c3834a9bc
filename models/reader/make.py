"""Makes the networks from nothing: data, training, export, calibration, evaluation; an interrupted run goes on.

python -m models.reader.make [--smoke]    The smoke run takes a minute, in a folder of its own, and ships nothing.

One core teaches the face network, which is the longest work, while the other draws and teaches the rest.  Each part
says how long it took by the clock and how much of a processor it needed.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is drawn and learnt.

    Attributes:
        first_artworks: dice drawn for the face network before it begins.
        artworks: drawn while it learns, those first ones included.
        views: pictures of each face of a die.
        scenes: frames for the finder.
        dice_scenes: frames whose dice are cut out for the corner network.
        finder_steps, corner_steps: of their trainings.
        face_steps: of the face network from nothing, then once more from where that ended, on fresh artwork.
    """

    first_artworks: int
    artworks: int
    views: int
    scenes: int
    dice_scenes: int
    finder_steps: int
    corner_steps: int
    face_steps: tuple[int, int]


WHOLE = Plan(300, 2600, 3, 3600, 3600, 5000, 6500, (4200, 4000))
SMALL = Plan(5, 5, 3, 12, 12, 3, 3, (3, 3))


class Workshop:
    """Runs the parts in a folder; where one fails, none that has not begun begins."""

    def __init__(self, work: Path, plan: Plan) -> None:
        self._work, self._plan = work, plan
        self._pool, self._dice = str(work / "pool"), str(work / "corners")
        self._scenes_drawn, self._dice_drawn = Event(), Event()
        self._failed = False

    def run(self, stage: str, *words: str) -> None:
        """One part, as a process of its own.

        Raises:
            SystemExit: it failed, or another one did.
        """
        if self._failed:
            raise SystemExit(1)
        began = time.time()
        process = subprocess.Popen([sys.executable, "-m", f"models.reader.{stage}", *words])
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            self._failed = True
            raise SystemExit(f"{stage} failed; look at the lines above and start again: finished parts are kept.")
        spent = used.ru_utime + used.ru_stime
        print(f"== {stage}: {time.time() - began:.0f} s, {spent:.0f} s of a processor", flush=True)

    def first_artworks(self) -> None:
        """What the face network begins with."""
        self._artworks(self._plan.first_artworks)

    def faces(self) -> None:
        """What the others wait for, since the faces want more artwork first; then the face network, in two rounds."""
        plan = self._plan
        self._draw("render_scenes", self._pool, plan.scenes, self._scenes_drawn)
        self._draw("render_corners", self._dice, plan.dice_scenes, self._dice_drawn)
        first, last = str(self._work / "faces_a.pt"), str(self._work / "faces.pt")
        for out, steps, words in (
            (first, plan.face_steps[0], ("--rate", "2.5e-3")),
            (last, plan.face_steps[1], ("--start", first, "--rate", "1.6e-3", "--seed", "2")),
        ):
            self.run("train_faces", "--pool", self._pool, "--out", out, "--steps", str(steps), *words)

    def the_rest(self) -> None:
        """More artwork for the face network, then what finds dice, and what says how they lie."""
        plan = self._plan
        self._artworks(plan.artworks)
        finder, corners = str(self._work / "finder.pt"), str(self._work / "corners.pt")
        self._scenes_drawn.wait()
        self.run("train_finder", "--pool", self._pool, "--out", finder, "--steps", str(plan.finder_steps))
        self._dice_drawn.wait()
        self.run("train_corners", "--pool", self._dice, "--out", corners, "--steps", str(plan.corner_steps))

    def _draw(self, stage: str, pool: str, count: int, drawn: Event) -> None:
        """Frames for others, who are told even if it failed, so that nobody waits for ever."""
        try:
            self.run(stage, "--pool", pool, "--count", str(count))
        finally:
            drawn.set()

    def _artworks(self, count: int) -> None:
        self.run("render_patches", "--pool", self._pool, "--count", str(count), "--views", str(self._plan.views))


def side_by_side(one: Callable[[], None], other: Callable[[], None]) -> None:
    """Both at once; what the second one raises is raised here."""
    raised: list[BaseException] = []

    def beside() -> None:
        try:
            other()
        except BaseException as error:
            raised.append(error)

    thread = Thread(target=beside)
    thread.start()
    try:
        one()
    finally:
        thread.join()
    if raised:
        raise raised[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, default=Path("models/work"))
    parser.add_argument("--smoke", action="store_true")
    options = parser.parse_args()
    work = options.work / "smoke" if options.smoke else options.work
    if options.smoke:
        shutil.rmtree(work, ignore_errors=True)
    workshop = Workshop(work, SMALL if options.smoke else WHOLE)
    workshop.first_artworks()
    side_by_side(workshop.faces, workshop.the_rest)
    if options.smoke:
        workshop.run("export", "--work", str(work), "--place", str(work))
        return
    workshop.run("export", "--work", str(work))
    workshop.run("calibrate", "--work", str(work))
    workshop.run("evaluate")


if __name__ == "__main__":
    main()
