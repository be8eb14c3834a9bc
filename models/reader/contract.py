"""What goes into the three networks and what comes out; plain numbers and names, no torch."""

from __future__ import annotations

FINDER_SIZE = (384, 512)
"""Height and width of the finder's input in pixels."""

STRIDE = 4
FACE_SIDE = 64
EMBEDDING = 64

STATES = ("cocked", "moving", "off_tray", "covered")
"""What may be wrong with a die, as the finder sees it."""

CUT_SIDE = 96
"""Edge in pixels of the two pictures of a die that the corner network sees."""

NEAR_FACES, WIDE_FACES = 2.7, 7.0
"""Edges of those pictures in edges of the die's face: the die itself, and where it lies."""

DIE_STATES = ("cocked", "moving", "off_tray", "covered", "stacked")
"""What may be wrong with a die, as the corner network sees it."""

FINDER_CHANNELS = ("heat", "log_edge", "dx", "dy", "sum_re", "sum_im", "product_re", "product_im", *STATES, "hand")

FACES = ("1", "2", "3", "4", "5", "6", "stone", "other", "redbrown", "yellow", "pink", "green", "blue", "pebble")
"""What the classifier can name.  `other` is artwork of no known kind or a blank face; `pebble` is the stone among the
coloured symbols."""

SIGNS = FACES[:8]
"""Faces with a meaning of their own: one softmax."""

COLOURS = FACES[8:]
"""Faces of the Würfelspiel by the colour of their ink: another softmax, a guess only."""

SETS = {
    "or": ("1", "2", "3", "4", "5", "stone", "other"),
    "pips": ("1", "2", "3", "4", "5", "6", "other"),
    "wuerfelspiel": COLOURS,
}
"""The logits that a dice set may use, in the order of its faces; then `other` where an untaught die may be sure."""

FACE_STATES = ("unreadable", "not_upright")
"""Probabilities: too blurred, dark, glaring or covered to be read; no flat top face inside the quadrilateral."""

REFERENCE_EDGE = 24.0
"""Edge in pixels of the finder's input at which `log_edge` is zero."""
