"""Fills the pool with dice cut out of full frames, with all their corners: python -m models.reader.render_corners.

A scene is two files: `corners_N.jpg`, its dice side by side, each twice (near above, with its surroundings below),
and `corners_N.json`, what is true of them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.reader.contract import CUT_SIDE, NEAR_FACES, WIDE_FACES
from models.reader.fill_pool import Entry, fill, in_condition, pool_options
from vision.rectify import clockwise
from vision.render.camera_model import Camera
from vision.render.designs import DieDesign, die_design
from vision.render.families import Families
from vision.render.palette import contrasting
from vision.render.picture import dice_seen
from vision.render.placing import SceneDie, tilt_of
from vision.render.rounded_die import NORMALS
from vision.render.scene import CONDITIONS, Scene, random_scene
from vision.upright import around, halves, pose_of

SETS = ("or", "wuerfelspiel", "pips", "invented", "wuerfelspiel", "invented")
WIDTHS = (1280, 1280, 1024, 800)
STORED = 136
"""Edge of a stored picture; it shows more than the network sees, so that it can be turned and shifted."""

DICE = (3, 9)
"""From and below which there are dice in a scene, whatever the set: many, since the rest of the picture costs most."""

SHARES = {
    "normal": 4,
    "cocked": 6,
    "stacked": 3,
    "outside": 3,
    "moving": 2,
    "hand": 1.5,
    "touching": 3.5,
    "rim": 2,
    "low_contrast": 2,
    "dim": 1.5,
    "hard_shadow": 2,
}
"""How often a condition is drawn; once where nothing is said."""

LEAST_SEEN = 0.2
"""Below this share of its top face a die is left out."""


def varied(rng: np.random.Generator, design: DieDesign) -> DieDesign:
    """The die with very round edges, or with a frame around each face that looks like a smaller face, or with both."""
    which = rng.random()
    if which < 0.65:
        cut = float(rng.uniform(0.66, 0.78)) if rng.random() < 0.6 else 1.0
        design = replace(design, body=replace(design.body, rounding=float(rng.uniform(0.16, 0.3)), corner_cut=cut))
    if which > 0.45:
        colours = tuple(atlas.copy() for atlas in design.colours)
        tint, share = contrasting(rng, design.body.colour), float(rng.uniform(0.04, 0.16))
        for atlas in colours:
            side = atlas.shape[1]
            faces, wide = atlas.reshape(6, side, side, 3), max(1, round(share * side))
            for rim in (faces[:, :wide], faces[:, -wide:], faces[:, :, :wide], faces[:, :, -wide:]):
                rim[:] = tint
        design = replace(design, colours=colours)
    return design


def corners_of(camera: Camera, die: SceneDie) -> NDArray[np.float64]:
    """The corners (8, 2) of the top face, clockwise from the upper left of its art, then those below them."""
    placed = die.placed
    top = placed.face_corners(placed.top)
    down = placed.turn @ NORMALS[placed.top] * placed.edge_mm
    return np.concatenate([camera.project(top), camera.project(top - down)])


def entry_of(scene: Scene, camera: Camera, die: SceneDie, seen: float, blur: float) -> dict[str, Any]:
    """What is true of a die; `blur` in edges of its face.  A state is None where nobody could tell it."""
    moving: bool | None = die.motion_px > 0 or die.rest == "rolling" or blur > 0.055
    if not moving and blur > 0.03:
        moving = None
    return {
        "corners": corners_of(camera, die).round(2).tolist(),
        "tilt": round(tilt_of(die.placed), 2),
        "rest": die.rest,
        "foreign": die.foreign,
        "in_tray": die.in_tray,
        "moving": moving,
        "visible": round(seen, 3),
        "condition": scene.condition,
        "frame": [*camera.size, round(camera.focal_px, 1)],
    }


def render_entry(
    number: int, seed: int, families: Families, condition: str
) -> tuple[NDArray[np.uint8], list[dict[str, Any]]]:
    """The strip of cut-outs and what each shows."""
    rng = np.random.default_rng([seed, number, 81])
    dice_set = SETS[int(rng.integers(len(SETS)))]
    if condition == "any":
        shares = np.array([SHARES.get(name, 1.0) for name in CONDITIONS])
        condition = str(rng.choice(CONDITIONS, p=shares / shares.sum()))
    design = varied(rng, die_design(dice_set, rng, families)) if rng.random() < 0.6 else None
    scene = random_scene(rng, dice_set, condition, families, design, int(rng.integers(*DICE)))
    width = int(rng.choice(WIDTHS))
    size = (width, width * 3 // 4)
    frame, seen = dice_seen(scene, size)
    camera = scene.camera.scaled(size)
    blur_px = (scene.sensor.blur_px + scene.sensor.shake[0] / 3) * width / 1280
    frames = halves(frame)
    strip, dice = [], []
    for die, share in zip(scene.dice, seen, strict=True):
        if share < LEAST_SEEN:
            continue
        pose = pose_of(clockwise(corners_of(camera, die)[:4]))
        wider = STORED / CUT_SIDE
        cuts = [around(frames, pose, faces * wider, STORED) for faces in (NEAR_FACES, WIDE_FACES)]
        strip.append(np.vstack(cuts))
        dice.append(entry_of(scene, camera, die, share, blur_px / pose.edge))
    return np.hstack(strip) if strip else np.zeros((2 * STORED, STORED, 3), np.uint8), dice


def main() -> None:
    options = pool_options(__doc__, "corners", 4000, in_condition)

    def entry(number: int) -> Entry:
        strip, dice = render_entry(number, options.seed, options.families, options.condition)
        return {".jpg": strip}, dice

    fill(options, "corners", entry)


if __name__ == "__main__":
    main()
