"""Makes the networks from nothing: data, training, export, calibration, evaluation; an interrupted run goes on.

python -m models.reader.make [--smoke]    The smoke run takes a minute, in a folder of its own, and ships nothing.

One core teaches the face network, which is the longest work, while the other draws and teaches the rest.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from pathlib import Path
from threading import Thread

FACE_STEPS = (4200, 4500)
"""Steps of the face network: from nothing, then once more from where that ended, on fresh artwork."""


def run(stage: str, *words: str) -> None:
    began = time.time()
    if subprocess.run([sys.executable, "-m", f"models.reader.{stage}", *words], check=False).returncode != 0:
        raise SystemExit(f"{stage} failed; look at the lines above and start again: finished parts are kept.")
    print(f"== {stage}: {time.time() - began:.0f} s", flush=True)


def teach_faces(work: Path, steps: tuple[int, int]) -> None:
    """The face network, in two rounds with a rate of their own."""
    pool, first = str(work / "pool"), str(work / "faces_a.pt")
    if not Path(first).exists():
        run("train_faces", "--pool", pool, "--out", first, "--steps", str(steps[0]), "--rate", "2.5e-3")
    words = ("--start", first, "--rate", "1.6e-3", "--seed", "2")
    run("train_faces", "--pool", pool, "--out", str(work / "faces.pt"), "--steps", str(steps[1]), *words)


def teach_the_rest(work: Path, scenes: int, artworks: int, steps: int, looks: int) -> None:
    """More artwork for the face network, then whatever finds dice and tells what is wrong with them.

    Args:
        scenes: to be drawn for either.
        artworks: likewise.
        steps, looks: of the finder and of the corner network.
    """
    pool = str(work / "pool")
    run("render_patches", "--pool", pool, "--count", str(artworks))
    run("render_scenes", "--pool", pool, "--count", str(scenes))
    run("train_finder", "--pool", pool, "--out", str(work / "finder.pt"), "--steps", str(steps))
    corners = ("--pool", str(work / "corners"))
    run("render_corners", *corners, "--count", str(scenes))
    run("train_corners", *corners, "--out", str(work / "corners.pt"), "--steps", str(looks))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, default=Path("models/work"))
    parser.add_argument("--smoke", action="store_true")
    options = parser.parse_args()
    work = options.work / "smoke" if options.smoke else options.work
    pool = str(work / "pool")
    if options.smoke:
        run("render_patches", "--pool", pool, "--count", "5", "--views", "3")
        teach_the_rest(work, 12, 5, 3, 3)
        teach_faces(work, (3, 3))
        run("export", "--work", str(work), "--place", str(work))
        return
    run("render_patches", "--pool", pool, "--count", "300")
    failed: list[BaseException] = []

    def beside() -> None:
        try:
            teach_the_rest(work, 3000, 2600, 3000, 5000)
        except BaseException as error:
            failed.append(error)

    other = Thread(target=beside)
    other.start()
    teach_faces(work, FACE_STEPS)
    other.join()
    if failed:
        raise failed[0]
    run("export", "--work", str(work))
    run("calibrate", "--work", str(work))
    run("evaluate")


if __name__ == "__main__":
    main()
