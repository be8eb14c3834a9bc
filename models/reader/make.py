"""Makes the networks from nothing: data, training, export, calibration, evaluation; an interrupted run goes on.

python -m models.reader.make [--smoke]    The smoke run takes a minute, in a folder of its own, and ships nothing.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from pathlib import Path


def start(stage: str, *words: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-m", f"models.reader.{stage}", *words])


def run(stage: str, *words: str) -> None:
    began = time.time()
    if start(stage, *words).wait() != 0:
        raise SystemExit(f"{stage} failed; look at the lines above and start again: finished parts are kept.")
    print(f"== {stage}: {time.time() - began:.0f} s", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, default=Path("models/work"))
    parser.add_argument("--smoke", action="store_true")
    options = parser.parse_args()
    work = options.work / "smoke" if options.smoke else options.work
    pool = str(work / "pool")
    scenes, artworks, steps = (12, 5, 3) if options.smoke else (3000, 1500, 3000)
    if options.smoke:
        run("render_patches", "--pool", pool, "--count", str(artworks), "--views", "3")
        run("render_scenes", "--pool", pool, "--count", str(scenes))
        renderers = []
    else:  # fresh pictures are made while the networks already learn
        run("render_patches", "--pool", pool, "--count", str(artworks // 5))
        run("render_scenes", "--pool", pool, "--count", str(scenes // 5))
        renderers = [start("render_patches", "--pool", pool, "--count", str(artworks))]
    run("train_faces", "--pool", pool, "--out", str(work / "faces.pt"), "--steps", str(steps))
    if not options.smoke:
        renderers.append(start("render_scenes", "--pool", pool, "--count", str(scenes)))
    run("train_finder", "--pool", pool, "--out", str(work / "finder.pt"), "--steps", str(steps))
    run("train_states", "--pool", pool, "--out", str(work / "states.pt"), "--steps", "3" if options.smoke else "900")
    for renderer in renderers:
        renderer.wait()
    place = ("--place", str(work)) if options.smoke else ()
    run("export", "--work", str(work), *place)
    if not options.smoke:
        run("calibrate", "--work", str(work))
        run("evaluate")


if __name__ == "__main__":
    main()
