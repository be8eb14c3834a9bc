"""Fills the pool with whole scenes for the finder: python -m models.reader.render_scenes."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from models.reader.contract import FINDER_SIZE
from models.reader.fill_pool import Entry, fill, in_condition, pool_options
from vision.render.families import Families
from vision.render.hand import draw_hand
from vision.render.picture import TrueDie, render
from vision.render.scene import Scene, random_scene

SETS = ("or", "wuerfelspiel", "pips", "invented", "or", "wuerfelspiel", "pips", "wuerfelspiel", "invented")
WIDTHS = (512, 640, 800)
"""Pictures are drawn this wide and brought to the finder's width, as the reader does with a camera's frames."""

OBLIQUE = {"pips": 0.4}
"""Ordinary dice are often read on a bare desk from aslant."""

HANDS = 0.08
"""Share of the frames with a hand, beside those that have one anyway, which are few."""

LEAST_SEEN = 0.35
"""Below this share of its top face a die is neither wanted nor forbidden."""


def entry_of(die: TrueDie, scale: float) -> dict:
    """A die as the finder shall see it; corners in pixels of its input, whole numbers at the pixels' edges."""
    quad = (np.asarray(die.quad) + 0.5) * scale
    states = [
        die.rest in ("tilted", "stacked"),
        die.moving or die.rest == "rolling",
        not die.in_tray,
        die.visible < 0.8,
    ]
    return {"quad": quad.round(2).tolist(), "states": [int(state) for state in states],
            "ignore": die.visible < LEAST_SEEN, "face": die.face}  # fmt: skip


def foreign_entries(scene: Scene, size: tuple[int, int], scale: float) -> list[dict]:
    """Dice that do not belong: they are to be found too, so that somebody asks about them."""
    camera = scene.camera.scaled(size)
    entries = []
    for die in scene.dice:
        if die.foreign:
            corners = (camera.project(die.placed.face_corners(die.placed.top)) + 0.5) * scale
            quad = corners.round(2).tolist()
            entries.append({"quad": quad, "states": [0, 0, 0, 0], "ignore": False, "face": "foreign"})
    return entries


def hand_mask(scene: Scene, size: tuple[int, int]) -> NDArray[np.uint8] | None:
    if scene.hand is None:
        return None
    canvas = np.full((size[1], size[0], 3), 0.2, np.float32)
    mask = draw_hand(canvas, scene.camera.scaled(size), scene.hand, scene.light, np.random.default_rng(scene.seed))
    return (mask > 0).astype(np.uint8) * 255


def render_entry(
    number: int, seed: int, families: Families, condition: str = "any"
) -> tuple[NDArray[np.uint8], list[dict], NDArray[np.uint8] | None]:
    """Frame at the finder's size, its dice, and where a hand is."""
    rng = np.random.default_rng([seed, number, 78])
    dice_set = SETS[number % len(SETS)]
    if condition == "any":
        condition = str(rng.choice(("hand", "any"), p=(HANDS, 1 - HANDS)))
    if condition == "any" and rng.random() < OBLIQUE.get(dice_set, 0.03):
        condition = "oblique"
    scene = random_scene(rng, dice_set, condition, families)
    width = int(rng.choice(WIDTHS))
    size = (width, width * 3 // 4)
    frame, truth = render(scene, size)
    scale = FINDER_SIZE[1] / width
    dice = [entry_of(die, scale) for die in truth] + foreign_entries(scene, size, scale)
    small = cv2.resize(frame, FINDER_SIZE[::-1], interpolation=cv2.INTER_AREA)
    mask = hand_mask(scene, size)
    return small, dice, None if mask is None else cv2.resize(mask, FINDER_SIZE[::-1], interpolation=cv2.INTER_AREA)


def main() -> None:
    options = pool_options(__doc__, "pool", 5000, in_condition)

    def entry(number: int) -> Entry:
        frame, dice, hand = render_entry(number, options.seed, options.families, options.condition)
        return {".jpg": frame} | ({} if hand is None else {".png": hand}), dice

    fill(options, "scene", entry)


if __name__ == "__main__":
    main()
