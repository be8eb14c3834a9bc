"""The colour of a face's ink against the die it is on: it may contradict what was read, never decide it.

Lamp and white balance change ink and body alike, so that the ratio of both stays nearly the same in any light.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import cv2
import numpy as np

from vision.model_file import Floats
from vision.profile import Shot
from vision.reading import Frame
from vision.rectify import MARGIN

RIM = 0.16
"""Share of the face at each side where the body is looked for."""

LEAST_INK = 0.12
"""Difference from the body, as a logarithm, below which nothing counts as ink."""

SWAPPED = 0.1
"""How much farther a hue counts as being if it is the opposite one: on a face of two tones, such as pale lines on a
coloured panel in a pale frame, now the one and now the other is taken for the ink."""

_NOISE = 10.0
_BURNT = 250
_LOGS = np.log(np.arange(256, dtype=np.float32) + _NOISE)


def colours_of(picture: Frame) -> tuple[Floats, Floats]:
    """Ink and body of a rectified face, in blue, green and red.

    The ink (3,) is the logarithm of ink by body, 0 where none is to be seen; the body (3,) the logarithm of its own
    colour, 0 where too little of it is to be seen.
    """
    side = picture.shape[0]
    inset = round(side * (1 - 1 / MARGIN) / 2) + round(side * 0.05)
    face = picture[inset : side - inset, inset : side - inset]
    logs = np.asarray(cv2.LUT(face, _LOGS), np.float32)
    lit = cv2.min(cv2.min(face[:, :, 0], face[:, :, 1]), face[:, :, 2]) < _BURNT
    rim = np.ones(lit.shape, np.bool_)
    edge = round(len(rim) * RIM)
    rim[edge:-edge, edge:-edge] = False
    outer, inner = np.flatnonzero(rim & lit), np.flatnonzero(~rim & lit)
    none = np.zeros(3, np.float32)
    if len(outer) < 20 or len(inner) < 20:
        return none, none
    planes = logs.reshape(-1, 3)
    body = _middle(planes.take(outer, axis=0))
    away = planes.take(inner, axis=0) - body
    blue, green, red = np.abs(away).T
    far = np.maximum(np.maximum(blue, green), red)
    ink = away[far >= max(LEAST_INK, 0.6 * _quantile(far, 0.97))]
    return (_middle(ink) if len(ink) > 8 else none), body


def ink_of(picture: Frame) -> Floats:
    """Logarithm of ink by body in blue, green and red of a rectified face (3,); 0 where no ink is to be seen."""
    return colours_of(picture)[0]


def odd_bodies(bodies: Sequence[Floats | None]) -> tuple[float, ...]:
    """For each die how far the hue of its body is from that of the nearest other one of the frame, 0 if none is known.

    Copies of one die in one light differ little, whatever the light is.
    """
    hues = [None if body is None or not body.any() else _hue(body) for body in bodies]
    told = []
    for i, hue in enumerate(hues):
        others = [other for j, other in enumerate(hues) if j != i and other is not None]
        far = 0.0 if hue is None else min((float(np.linalg.norm(hue - other)) for other in others), default=0.0)
        told.append(far)
    return tuple(told)


def are_strangers(bodies: Sequence[Floats | None], limit: float, must_be_copies: bool) -> list[bool]:
    """For each die whether its body has another hue than all others.

    Args:
        bodies: as in `Look.body`.
        limit: distance of two hues up to which dice may be copies.
        must_be_copies: False where dice of any colours may lie together; then one is a stranger only where the others,
            or some of them, are copies of each other.
    """
    odd = [far > limit for far in odd_bodies(bodies)]
    alike = sum(body is not None and bool(body.any()) and not alone for body, alone in zip(bodies, odd, strict=True))
    return odd if must_be_copies or alike > 1 else [False] * len(odd)


def _middle(values: Floats) -> Floats:
    """The median (3,) of each of three channels (n, 3); numpy's own takes five times as long for so few."""
    low, high = (len(values) - 1) // 2, len(values) // 2
    parted = np.partition(np.ascontiguousarray(values.T), (low, high), axis=1)
    return np.asarray((parted[:, low] + parted[:, high]) / 2, np.float32)


def _quantile(values: Floats, share: float) -> float:
    place = share * (len(values) - 1)
    low = int(place)
    high = min(low + 1, len(values) - 1)
    parted = np.partition(values, (low, high))
    return float(parted[low] + (parted[high] - parted[low]) * (place - low))


def has_one_body(shots: Sequence[Shot], limit: float) -> bool:
    """True if the bodies in all taught pictures are of one hue: else dice or faces differ, and no colour is odd."""
    hues = [_hue(body) for body in (colours_of_shot(shot)[1] for shot in shots) if body.any()]
    if len(hues) < 2:
        return True
    away = np.linalg.norm(np.stack(hues)[:, None] - np.stack(hues)[None], axis=2)
    return float(away.max()) <= limit


@lru_cache(maxsize=4096)
def colours_of_shot(shot: Shot) -> tuple[Floats, Floats]:
    """Ink and body of a taught picture."""
    return colours_of(shot.picture)


def colour_distance(ink: Floats, shots: Iterable[Shot]) -> float:
    """How far the hue of an ink is from that of the nearest of those pictures, brightness left out; 0 without any."""
    mine, hues = _hue(ink), [_hue(colours_of_shot(shot)[0]) for shot in shots]
    far = [float(min(np.linalg.norm(hue - mine), np.linalg.norm(hue + mine) + SWAPPED)) for hue in hues]
    return min(far, default=0.0)


def _hue(ink: Floats) -> Floats:
    return np.asarray(ink - ink.mean(), np.float32)
