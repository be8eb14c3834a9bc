"""Which assets belong to training, to calibration and to the test: artwork, trays, linings and lamps, by name.

The three families share no name, so a figure measured on `test` is measured on artwork, trays and lamps that no
network and no threshold has met.  `any` joins all three (for the desk camera, which only wants to look good).
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Literal

Families = Literal["train", "calibration", "test", "any"]
Kind = Literal["numerals", "pebbles", "glyphs", "symbol_families", "pips", "linings", "trays", "rims", "desks", "lamps"]

_SPLIT: dict[Kind, dict[str, tuple[str, ...]]] = {
    # how the digits of an `or` die are drawn
    "numerals": {
        "train": ("round", "broad_nib", "slab", "thin", "stencil", "slanted", "flat_top", "heavy_serif", "narrow",
                  "pips_plain", "pips_ring", "double_line", "calligraphic", "humanist", "brush", "grotesque",
                  "typewriter", "uncial", "pips_free", "pips_close"),
        "calibration": ("wide_nib", "open_outline", "pips_large", "old_style"),
        "test": ("book_serif", "poster", "pips_inlaid", "chiselled"),
    },
    "pebbles": {
        "train": ("oval", "egg", "lump", "flat_spiral", "two_tone", "rings_stone", "cracked"),
        "calibration": ("bean", "speckled"),
        "test": ("river", "spiral_stone"),
    },
    # what an invented die can carry
    "glyphs": {
        "train": ("torus_knot", "spiral", "cross", "flower", "rings", "leaf", "star", "letter", "pips", "wave",
                  "blot", "maze", "crest", "roman", "numeral", "pebble", "gear", "fish", "tally", "crossing"),
        "calibration": ("moon", "triskele", "arrow", "tree", "shell"),
        "test": ("loops", "rune", "heart", "lattice", "bird"),
    },
    # the five symbols of a Würfelspiel die
    "symbol_families": {
        "train": ("torus_knot", "spiral", "cross", "flower", "rings", "leaf", "star", "gear", "crossing", "maze"),
        "calibration": ("moon", "triskele", "tree", "arrow", "shell"),
        "test": ("loops", "rune", "lattice", "heart", "bird"),
    },
    "pips": {
        "train": ("plain", "ringed", "large", "small", "square", "free", "close"),
        "calibration": ("inlaid",),
        "test": ("drilled",),
    },
    "linings": {
        "train": ("felt_green", "felt_red", "felt_grey", "felt_brown", "leather_brown", "leather_tan", "wood_oak",
                  "wood_walnut", "paper_white", "cloth_blue", "felt_black", "rubber_grey"),
        "calibration": ("felt_teal", "leather_red", "wood_pine", "cork"),
        "test": ("felt_blue", "felt_purple", "leather_black", "wood_cherry", "linen"),
    },
    "trays": {
        "train": ("rectangle", "round", "octagon", "square", "none"),
        "calibration": ("hexagon", "rectangle_flared"),
        "test": ("hexagon_flared", "octagon_low", "oval", "rectangle_deep"),
    },
    "rims": {
        "train": ("rim_oak", "rim_walnut", "rim_black", "rim_leather"),
        "calibration": ("rim_pine",),
        "test": ("rim_cherry", "rim_stitched"),
    },
    "desks": {
        "train": ("desk_oak", "desk_walnut", "desk_white", "desk_cloth", "desk_concrete", "desk_green"),
        "calibration": ("desk_birch", "desk_weave"),
        "test": ("desk_pine", "desk_linen", "desk_slate"),
    },
    "lamps": {
        "train": ("bulb", "window", "ceiling", "panel", "two_lamps", "strip"),
        "calibration": ("desk_lamp", "cloudy"),
        "test": ("low_lamp", "softbox", "mixed"),
    },
}  # fmt: skip

FAMILIES = MappingProxyType(_SPLIT)


def members(kind: Kind, families: Families) -> tuple[str, ...]:
    """The names of that kind in those families, in a fixed order."""
    split = _SPLIT[kind]
    if families != "any":
        return split[families]
    return tuple(dict.fromkeys(name for names in split.values() for name in names))
