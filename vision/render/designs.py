"""Dice designs: of the three sets, of invented art by seed, and blank ones.

All art is our own.  The real Keltis dice are unknown; these designs cover what they might look like.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np

from vision.dice_sets import dice_set as dice_set_named
from vision.render.die_body import Body, DieDesign, FaceDesign, die_of, random_body
from vision.render.families import Families, members
from vision.render.glyphs import glyph
from vision.render.palette import contrasting, pick_body
from vision.render.set_art import coloured_field, no_ink, or_die, pips_die, random_relief, wuerfelspiel_die

__all__ = [
    "Body", "DieDesign", "FaceDesign", "die_design", "die_of", "invented_design", "invented_die", "random_body",
]  # fmt: skip

Random = np.random.Generator


@lru_cache(maxsize=4096)
def invented_design(seed: int, families: Families = "train") -> FaceDesign:
    """An invented face, always the same for a seed and families; the seed stands for a class of its own.

    The ink colour is part of it, the body is not: `die_of` puts it on any body.
    """
    rng = np.random.default_rng([seed, 4711])
    names = members("glyphs", families)
    ink = glyph(names[int(rng.integers(len(names)))], rng)
    if rng.random() < 0.25:
        ink = np.asarray(cv2.rotate(ink, int(rng.integers(3))), dtype=np.uint8)
    field = coloured_field(rng) if rng.random() < 0.25 else no_ink()
    ink_colour = pick_body(rng)
    return FaceDesign(
        name=f"invented-{seed}",
        ink=ink,
        field=field,
        ink_colour=ink_colour,
        field_colour=contrasting(rng, ink_colour),
        relief=random_relief(rng),
        gloss=float(rng.uniform(0, 1)),
    )


def invented_die(rng: Random, seeds: Sequence[int], families: Families = "train") -> DieDesign:
    """A die that carries the invented designs of six seeds on a body on which each can be seen."""
    faces = [invented_design(seed, families) for seed in seeds]
    grounds = [face.field_colour if face.field.any() else face.ink_colour for face in faces]
    return die_of("invented", faces, random_body(rng, contrasting(rng, *grounds)), rng)


def die_design(dice_set: str, rng: Random, families: Families = "train", body: Body | None = None) -> DieDesign:
    """A die of the set `or`, `pips` or `wuerfelspiel`, of "invented" art or "blank", from those asset families.

    Its body is invented too if none is given (invented art always gets one on which it can be seen).

    Raises:
        ProfileError: there is no such set.
    """
    if dice_set == "invented":
        return invented_die(rng, [int(seed) for seed in rng.integers(0, 1 << 30, 6)], families)
    if dice_set == "blank":
        empty = FaceDesign("blank", no_ink(), no_ink(), (0, 0, 0), (0, 0, 0), 0.0, 0.5)
        return die_of("blank", [empty] * 6, body or random_body(rng, pick_body(rng)), rng)
    names = dice_set_named(dice_set).faces
    make = {"or": or_die, "pips": pips_die, "wuerfelspiel": wuerfelspiel_die}[dice_set]
    return make(rng, names, families, body or random_body(rng, pick_body(rng, dice_set)))
