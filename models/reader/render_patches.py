"""Fills the pool with single faces, several views of each artwork: python -m models.reader.render_patches."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.reader.contract import COLOURS, SIGNS
from models.reader.pool import STORED_SIDE
from vision.rectify import rectify
from vision.render.designs import DieDesign, die_design, invented_die
from vision.render.families import Families, members
from vision.render.patch import PatchFlags, render_patch

LIKENESS = {"pips", "numeral", "pebble", "roman", "tally", "letter"}
"""Invented glyphs that a numeral, pips or a stone may look like: neither one nor the other for the signs."""


def labels_of(die_set: str, face: str, families: Families) -> tuple[int, int]:
    """(sign, colour) of a face as places in SIGNS and COLOURS, -1 where the loss shall not ask."""
    if die_set == "wuerfelspiel":
        if face == "stone":
            return SIGNS.index("stone"), COLOURS.index("pebble")
        return SIGNS.index("other"), COLOURS.index(face)
    if die_set in ("or", "pips"):
        return SIGNS.index(face), -1
    if face.startswith("invented-"):
        names = members("glyphs", families)
        kind = names[int(np.random.default_rng([int(face.split("-")[1]), 4711]).integers(len(names)))]
        return (-1, -1) if kind in LIKENESS else (SIGNS.index("other"), -1)
    return SIGNS.index("other"), -1


def use_of(flags: PatchFlags, edge: float) -> str:
    """What a picture teaches: a good face, one that nobody can read, one that is not upright, or nothing."""
    if flags.tilt_deg > 11:
        return "not_upright"
    if flags.moving or flags.dark or flags.glare > 0.4 or flags.covered > 0.3 or flags.blur_px / edge > 0.032:
        return "unreadable"
    good = flags.tilt_deg < 6 and flags.glare < 0.2 and flags.covered < 0.1 and flags.blur_px / edge < 0.018
    return "good" if good else "neither"


def design_for(number: int, rng: np.random.Generator, families: Families) -> tuple[str, DieDesign]:
    kind = ("or", "wuerfelspiel", "invented", "pips", "or", "wuerfelspiel", "invented", "invented")[number % 8]
    if number % 40 == 2:
        return "blank", die_design("blank", rng, families)
    if kind == "invented":
        return kind, invented_die(rng, [int(seed) for seed in rng.integers(0, 1 << 30, 6)], families)
    return kind, die_design(kind, rng, families)


def render_artwork(number: int, seed: int, views: int, families: Families) -> tuple[NDArray, list[dict]]:
    """The strip of rectified pictures and what each shows."""
    rng = np.random.default_rng([seed, number, 77])
    kind, design = design_for(number, rng, families)
    strip, dice = [], []
    for face in dict.fromkeys(design.faces):
        sign, colour = labels_of(kind, face, families)
        for _ in range(views):
            frame, quad, flags = render_patch(rng, design, face, px=int(rng.integers(72, 190)), families=families)
            edge = float(np.sqrt(cv2.contourArea(np.asarray(quad, np.float32))))
            strip.append(rectify(frame, quad, STORED_SIDE, 2.0))
            dice.append({"artwork": f"{kind}-{seed}-{number}", "face": face, "sign": sign, "colour": colour,
                         "use": use_of(flags, edge), "edge": round(edge, 1)})  # fmt: skip
    return np.hstack(strip), dice


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pool", type=Path, default=Path("models/work/pool"))
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=1200)
    parser.add_argument("--views", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--families", default="train", choices=["train", "calibration", "test"])
    options = parser.parse_args()
    cv2.setNumThreads(1)
    options.pool.mkdir(parents=True, exist_ok=True)
    for number in range(options.first, options.first + options.count):
        path = options.pool / f"patch_{options.seed}_{number:05d}.json"
        if path.exists():
            continue
        strip, dice = render_artwork(number, options.seed, options.views, options.families)
        cv2.imwrite(str(path.with_suffix(".faces.jpg")), strip, [cv2.IMWRITE_JPEG_QUALITY, 95])
        path.write_text(json.dumps({"dice": dice}))


if __name__ == "__main__":
    main()
