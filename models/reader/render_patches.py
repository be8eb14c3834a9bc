"""Fills the pool with single faces, several views of each artwork: python -m models.reader.render_patches."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.reader.contract import COLOURS, SIGNS
from models.reader.fill_pool import Entry, fill, pool_options
from models.reader.pool import STORED_SIDE
from vision.rectify import Quad, edge_of, rectify
from vision.render.designs import DieDesign, die_design, invented_die
from vision.render.families import Families, members
from vision.render.patch import PatchFlags, render_patch
from vision.render.picture import TrueDie, render
from vision.render.scene import random_scene

SCENES = ("normal", "normal", "touching", "rim", "glare", "hard_shadow", "cocked", "bright", "dim", "blur")

LIKENESS = {"pips", "numeral", "pebble", "roman", "tally", "letter"}
"""Invented glyphs that a numeral, pips or a stone may look like: neither one nor the other for the signs."""


KINDS = ("or", "pips", "wuerfelspiel", "or", "invented", "or", "pips", "or", "wuerfelspiel", "invented")
"""Dice sets in turn; numerals and pips must be read untaught, so that they need the most art."""


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


def use_of(tilt_deg: float, hidden: bool, covered: float, glare: float, blur: float) -> str:
    """What a picture teaches: a good face, one that nobody can read, one that is not upright, or nothing.

    Args:
        hidden: True if it moves or lies in the dark.
        covered, glare: shares of the face.
        blur: standard deviation in edges of the face.
    """
    if tilt_deg > 11:
        return "not_upright"
    if hidden or glare > 0.45 or covered > 0.3 or blur > 0.042:
        return "unreadable"
    good = tilt_deg < 6 and glare < 0.25 and covered < 0.1 and blur < 0.027
    return "good" if good else "neither"


def use_of_patch(flags: PatchFlags, edge: float) -> str:
    return use_of(flags.tilt_deg, flags.moving or flags.dark, flags.covered, flags.glare, flags.blur_px / edge)


def use_of_die(die: TrueDie, blur_px: float) -> str:
    if die.rest in ("tilted", "stacked"):
        return "not_upright" if die.rest == "tilted" else "neither"
    lost = die.visible > 0.9 and not die.readable and die.in_tray  # burnt out or drowned in the dark
    return use_of(0, die.moving or die.rest == "rolling" or lost, 1 - die.visible, 0, blur_px / die.size)


def design_for(number: int, rng: np.random.Generator, families: Families) -> tuple[str, DieDesign]:
    kind = KINDS[number % len(KINDS)]
    if number % 40 == 4:
        return "blank", die_design("blank", rng, families)
    if kind == "invented":
        return kind, invented_die(rng, [int(seed) for seed in rng.integers(0, 1 << 30, 6)], families)
    return kind, die_design(kind, rng, families)


def render_artwork(number: int, seed: int, views: int, families: Families) -> tuple[NDArray, list[dict]]:
    """The strip of rectified pictures and what each shows: each face by itself, then whole scenes."""
    rng = np.random.default_rng([seed, number, 77])
    kind, design = design_for(number, rng, families)
    strip, dice = [], []

    def keep(frame: NDArray, quad: Quad, face: str, use: str) -> None:
        sign, colour = labels_of(kind, face, families)
        strip.append(rectify(frame, quad, STORED_SIDE, 2.0))
        dice.append({"artwork": f"{kind}-{seed}-{number}", "face": face, "sign": sign, "colour": colour, "use": use})

    for face in dict.fromkeys(design.faces):
        for _ in range(views):
            frame, quad, flags = render_patch(rng, design, face, px=int(rng.integers(64, 160)), families=families)
            keep(frame, quad, face, use_of_patch(flags, edge_of(quad)))
    for _ in range(1 if kind == "pips" or number % 3 == 0 else 0):
        name = kind if kind in ("or", "pips", "wuerfelspiel") else "invented"
        condition = "oblique" if kind == "pips" or rng.random() < 0.1 else str(rng.choice(SCENES))
        scene = random_scene(rng, name, condition, families, design, 5)
        width = int(rng.choice((1024, 1280)))
        frame, truth = render(scene, (width, width * 3 // 4))
        blur_px = (scene.sensor.blur_px + scene.sensor.shake[0] / 3) * width / 1280
        for die in truth:
            if die.visible > 0.2:
                keep(frame, die.quad, die.face, use_of_die(die, blur_px))
    return np.hstack(strip), dice


def main() -> None:
    options = pool_options(__doc__, "pool", 1200, lambda parser: parser.add_argument("--views", type=int, default=3))

    def entry(number: int) -> Entry:
        strip, dice = render_artwork(number, options.seed, options.views, options.families)
        return {".faces.jpg": strip}, dice

    fill(options, "patch", entry)


if __name__ == "__main__":
    main()
