"""The colour of a face's ink against the die it is on: it may contradict what was read, never decide it.

Lamp and white balance change ink and body alike, so that the ratio of both stays nearly the same in any light.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import numpy as np

from vision.model_file import Floats
from vision.profile import Shot
from vision.reading import Frame
from vision.rectify import MARGIN

RIM = 0.16
"""Share of the face at each side where the body is looked for."""

LEAST_INK = 0.12
"""Difference from the body, as a logarithm, below which nothing counts as ink."""

_NOISE = 10.0
_BURNT = 250


def ink_of(picture: Frame) -> Floats:
    """Logarithm of ink by body in blue, green and red of a rectified face (3,); 0 where no ink is to be seen."""
    side = picture.shape[0]
    inset = round(side * (1 - 1 / MARGIN) / 2) + round(side * 0.05)
    face = picture[inset : side - inset, inset : side - inset].astype(np.float32)
    logs = np.log(face + _NOISE)
    lit = face.min(axis=2) < _BURNT
    rim = np.ones(lit.shape, np.bool_)
    edge = round(len(rim) * RIM)
    rim[edge:-edge, edge:-edge] = False
    if (rim & lit).sum() < 20 or (~rim & lit).sum() < 20:
        return np.zeros(3, np.float32)
    away = logs[~rim & lit] - np.median(logs[rim & lit], axis=0)
    far = np.abs(away).max(axis=1)
    limit = max(LEAST_INK, 0.6 * float(np.quantile(far, 0.97)))
    ink = away[far >= limit]
    return np.asarray(np.median(ink, axis=0) if len(ink) > 8 else np.zeros(3), np.float32)


@lru_cache(maxsize=4096)
def ink_of_shot(shot: Shot) -> Floats:
    """The ink of a taught picture."""
    return ink_of(shot.picture)


def colour_distance(ink: Floats, shots: Iterable[Shot]) -> float:
    """How far the hue of an ink is from that of the nearest of those pictures, brightness left out; 0 without any."""
    hues = [_hue(ink_of_shot(shot)) for shot in shots]
    return min((float(np.linalg.norm(hue - _hue(ink))) for hue in hues), default=0.0)


def _hue(ink: Floats) -> Floats:
    return np.asarray(ink - ink.mean(), np.float32)
