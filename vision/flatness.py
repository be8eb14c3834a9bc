"""Whether dice lie flat: on one floor, seen by one camera, their upright edges all point to the same place.

Seen from above, the middle of a die's bottom is shifted against the middle of its top face.  In edges of that face
the shift of a flat die is `drift - slope * place`, `place` being where it lies in widths of the picture from its
middle: the slope is that of the lens, the drift how far the camera is tilted.  Two dice give both; more outvote one
that leans.  With the drift the size of a face changes over the picture, by 1 + slope * (drift . place): a die that is
larger than that lies higher, on another die or on the rim.
"""

from __future__ import annotations

import itertools
import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]

MANY = 9
"""Number of dice from which no longer every pair is tried."""

ALIKE = 0.8
"""Ratio of the sizes of two dice beyond which they are no copies, wherever they lie."""

DOUBTED = 0.5
"""Part of the spread of a shift that a die is given the benefit of."""

ASLANT = 2.0
"""How much less a lean counts the farther the camera is tilted: a drift of 0.5 halves it."""

FAR = 3.0
"""Deviations from which a die no longer has a say about the floor."""

ENOUGH, NEWEST = 10, 40
"""How many flat dice must have been seen to know a rig's view, and how many of them count: the newest."""

RIG_SLOPE_WIDTH, RIG_DRIFT_WIDTH = 0.1, 0.05
"""How far the view of a rig may be wrong: a camera is bumped now and then."""


@dataclass(frozen=True, slots=True)
class View:
    """How a camera sees a floor.

    Attributes:
        slope: shift of a flat die's bottom, in edges, for each picture width from the middle.
        drift: shift in the middle of the picture, right and down.
        slope_width, drift_width: how far the two may be wrong.
        floor: corners of the part of the picture, in picture widths from its middle, in which dice have lain in the
            tray; none if that is not known.
    """

    slope: float
    drift: tuple[float, float]
    slope_width: float
    drift_width: float
    floor: tuple[tuple[float, float], ...] = ()

    def outside(self, places: Numbers) -> Numbers:
        """By how many picture widths places (n, 2) lie beyond that part, below 0 within it; far if it is not known."""
        if len(self.floor) < 3:
            return np.full(len(places), np.inf)
        hull = np.array(self.floor, np.float32)
        return np.array([-cv2.pointPolygonTest(hull, (float(x), float(y)), True) for x, y in places])

    def shift_at(self, places: Numbers) -> Numbers:
        """Shifts (n, 2) of flat dice at places (n, 2)."""
        return np.array(self.drift) - self.slope * places

    def size_at(self, places: Numbers) -> Numbers:
        """Sizes (n,) of equal dice at places (n, 2), 1 in the middle."""
        return np.asarray(np.maximum(0.2, 1 + self.slope * places @ np.array(self.drift)))


ANY_VIEW = View(1.0, (0.0, 0.0), 0.3, 0.14)
"""Lenses from 35 to 65 degrees wide, looking down but for some degrees."""


@dataclass(frozen=True, slots=True)
class Stand:
    """How a die stands in the picture.

    Attributes:
        place: of its top face, in picture widths from the middle of the picture, right and down.
        shift: of its bottom against its top, in edges.
        spread: by which the shift may be wrong.
    """

    place: tuple[float, float]
    shift: tuple[float, float]
    spread: float


@dataclass(frozen=True, slots=True)
class Lying:
    """How a die lies.

    Attributes:
        lean: distance of its bottom from where a flat die has it, in edges, less what may be an error: about the sine
            of its tilt.
        larger: by which part it is larger than the others, 0 if it is the only one.
        outside: by how many picture widths it lies beyond where dice have lain in the tray; infinite if nobody knows.
    """

    lean: float
    larger: float
    outside: float = math.inf


def how_they_lie(
    places: Numbers, shifts: Numbers, edges: Numbers, spreads: Numbers, view: View = ANY_VIEW, voters: int = 0
) -> tuple[Lying, ...]:
    """How each die lies by what all of them show.

    Args:
        places: (n, 2) of the top faces in picture widths from the middle of the picture.
        shifts: (n, 2) of the bottom against the top, in edges.
        edges: (n,) of the top faces in pixels.
        spreads: (n,) by which the shifts may be wrong.
        view: what is known of the camera before.
        voters: the first so many have a say, 0 for all.
    """
    if not len(places):
        return ()
    say = slice(0, voters or len(places))
    found = common_view(places[say], shifts[say], spreads[say], view)
    if view is not ANY_VIEW and _is_another_camera(found, places[say], shifts[say], spreads[say]):
        found = common_view(places[say], shifts[say], spreads[say], ANY_VIEW)
    beyond = np.linalg.norm(shifts - found.shift_at(places), axis=1) - DOUBTED * spreads
    leans = np.maximum(beyond, 0) / (1 + ASLANT * float(np.hypot(*found.drift)))
    sizes = edges / found.size_at(places)
    fit = np.array([(found.slope, *found.drift)])
    stayed = view is not ANY_VIEW and float(_strangeness(fit, view)[0]) < FAR**2
    outside = view.outside(places) if stayed else np.full(len(places), np.inf)
    return tuple(Lying(float(lean), _larger(sizes, i, say), float(outside[i])) for i, lean in enumerate(leans))


def view_of(stands: Sequence[Stand]) -> View | None:
    """The view of a rig by dice that lay flat in it, the oldest first; None where too few were seen."""
    if len(stands) < ENOUGH:
        return None
    newest = stands[-NEWEST:]
    places, shifts = (np.array([getattr(stand, name) for stand in newest]) for name in ("place", "shift"))
    found = common_view(places, shifts, np.array([stand.spread for stand in newest]), ANY_VIEW)
    hull = cv2.convexHull(places.astype(np.float32))[:, 0].tolist()
    floor = tuple((float(x), float(y)) for x, y in hull)
    return replace(found, slope_width=RIG_SLOPE_WIDTH, drift_width=RIG_DRIFT_WIDTH, floor=floor)


def _is_another_camera(view: View, places: Numbers, shifts: Numbers, spreads: Numbers) -> bool:
    """True if most dice, and two at least, lie otherwise than a view has them: then it is the view that is wrong."""
    fit = np.array([(view.slope, *view.drift)])
    away = int((_deviations(fit, places, shifts, spreads)[0] > FAR).sum())
    return away >= 2 and 2 * away > len(places)


def common_view(places: Numbers, shifts: Numbers, spreads: Numbers, view: View) -> View:
    """The view that most dice agree on, and that is likely."""
    chosen = _choices(len(places))
    fits = _fitted(chosen, places, shifts, spreads, view)
    for _ in range(2):
        fits = _fitted(_deviations(fits, places, shifts, spreads) < FAR, places, shifts, spreads, view)
    costs = np.minimum(_deviations(fits, places, shifts, spreads) ** 2, FAR**2).sum(axis=1) + _strangeness(fits, view)
    slope, right, down = (float(value) for value in fits[int(np.argmin(costs))])
    return View(slope, (right, down), view.slope_width, view.drift_width)


@lru_cache(maxsize=32)
def _choices(count: int) -> NDArray[np.bool_]:
    """The sets of dice (k, count) that a view is tried with: none, all, each, pairs."""
    pairs = (
        itertools.combinations(range(count), 2) if count < MANY else zip(range(count), range(1, count), strict=False)
    )
    sets = [[], list(range(count)), *([i] for i in range(count)), *(list(pair) for pair in pairs)]
    chosen = np.zeros((len(sets), count), np.bool_)
    for row, members in zip(chosen, sets, strict=True):
        row[members] = True
    return chosen


def _fitted(chosen: NDArray[np.bool_], places: Numbers, shifts: Numbers, spreads: Numbers, view: View) -> Numbers:
    """Slope and drift (k, 3) by least squares over each of k sets of dice (k, n), with what is known before."""
    weight = chosen / spreads**2
    before = np.array([view.slope_width, view.drift_width, view.drift_width]) ** -2.0
    pull, total = weight @ places, weight.sum(axis=1)
    matrix = np.zeros((len(chosen), 3, 3))
    matrix[:, range(3), range(3)] = before + np.stack([weight @ (places**2).sum(axis=1), total, total], 1)
    matrix[:, 0, 1:] = matrix[:, 1:, 0] = -pull
    right = np.tile(before * np.array([view.slope, *view.drift]), (len(chosen), 1))
    right[:, 0] -= weight @ (places * shifts).sum(axis=1)
    right[:, 1:] += weight @ shifts
    return np.asarray(np.linalg.solve(matrix, right[:, :, None])[:, :, 0])


def _deviations(fits: Numbers, places: Numbers, shifts: Numbers, spreads: Numbers) -> Numbers:
    """Of each die from where each view has it (k, n), in spreads."""
    x, y = ((shifts[:, i] - fits[:, 1 + i, None] + fits[:, :1] * places[:, i]) for i in range(2))
    return np.asarray(np.hypot(x, y) / spreads)


def _strangeness(fits: Numbers, before: View) -> Numbers:
    away = (fits[:, 1:] - np.array(before.drift)) / before.drift_width
    return np.asarray(((fits[:, 0] - before.slope) / before.slope_width) ** 2 + (away**2).sum(axis=1))


def _larger(sizes: Numbers, index: int, say: slice) -> float:
    """Against the middle one of the others that may be dice of the same kind."""
    own = float(sizes[index])
    others = [float(size) for i, size in enumerate(sizes[say]) if i != index and ALIKE * own < size < own / ALIKE]
    return own / statistics.median(others) - 1 if others else 0.0
