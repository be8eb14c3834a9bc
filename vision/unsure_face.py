"""Looks at a face that was not told surely some times more, each time cut out a little otherwise, and averages."""

from __future__ import annotations

import cmath
from collections.abc import Callable, Sequence

from vision.classify import Classifier, Look, averaged
from vision.reading import Frame
from vision.rectify import Quad, centre_of, rectify

SLIGHTLY_OTHER = ((1.0, 0.0), (0.93, 0.0), (1.07, 0.0), (1.0, 0.07), (1.0, -0.07), (0.97, 0.0), (1.03, 0.0))
"""How the face is cut out each time: times its size, and turned by (radians); a quarter turn more each time besides."""


def looked_again(
    frame: Frame,
    quads: Sequence[Quad],
    looks: Sequence[Look],
    is_unsure: Callable[[Look], bool],
    classifier: Classifier,
) -> tuple[Look, ...]:
    """The looks, those that are not sure replaced by the middle of several: each errs a little by chance.

    Args:
        frame: (height, width, 3) uint8, BGR.
        quads: corners of the faces that were looked at.
        looks: at each of them.
        is_unsure: whether a look leaves open which face it is.
        classifier: that looked.
    """
    again = list(looks)
    for place, (quad, look) in enumerate(zip(quads, looks, strict=True)):
        if is_unsure(look):
            again[place] = averaged(classifier.look([rectify(frame, other) for other in _others(quad)]), 0)
    return tuple(again)


def _others(quad: Quad) -> list[Quad]:
    """The face itself, then a little larger, smaller and turned."""
    middle = complex(*centre_of(quad))
    others: list[Quad] = []
    for place, (size, turn) in enumerate(SLIGHTLY_OTHER):
        moved = [middle + (complex(x, y) - middle) * cmath.rect(size, turn) for x, y in quad]
        a, b, c, d = ((z.real, z.imag) for z in moved[place % 4 :] + moved[: place % 4])
        others.append((a, b, c, d))
    return others
