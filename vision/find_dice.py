"""Finds the top faces of the dice in a frame with the finder network.

The network maps the whole frame at a quarter of its input's resolution.  Where the middle of a top face lies the
heat is high, and the other channels there give the face's edge, its exact middle and its half diagonals as complex
numbers: the sum and the product of their squares, which do not jump when a die turns (`models/reader/geometry.py`).
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

import cv2
import numpy as np

from vision.die_corners import DieInspector
from vision.flatness import ANY_VIEW, Stand, View
from vision.model_file import Floats, ModelFile
from vision.reading import Frame
from vision.rectify import Quad, centre_of, clockwise, edge_of
from vision.upright import halves

LINEAR_FROM = 0.7
"""Scale from which a picture is made smaller by mixing four pixels for one: a fifth of the time of mixing all."""

SAME = 0.4
"""Distance in edges below which two top faces are one."""

PART = 0.6
"""Size and distance in edges of a die below which a find upon it is a pip or some other part of it."""


@dataclass(frozen=True, slots=True)
class FoundDie:
    """A top face that was found.

    Attributes:
        quad: its corners, clockwise.
        score: how sure it is that a die lies here, 0 to 1.
        states: what may be wrong with it, by name; see `vision.die_corners`.
        stand: how it stands in the picture, None if that is not known.
    """

    quad: Quad
    score: float
    states: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    stand: Stand | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """What lies in a frame.

    Attributes:
        dice: in reading order.
        doubtful: what may be a die or nothing, surest first.
        hand: probability that the likeliest hundredth of the picture belongs to a hand or a sleeve, 0 to 1.
    """

    dice: tuple[FoundDie, ...]
    doubtful: tuple[FoundDie, ...] = ()
    hand: float = 0.0


class DiceFinder:
    """Finds dice with the finder network, and looks at each once more with the corner network."""

    def __init__(self, model: ModelFile, corners: ModelFile, limits: Mapping[str, float] | None = None) -> None:
        self._model = model
        self._inspector = DieInspector(corners)
        self._height, self._width = model.contract["input"]["shape"][:2]
        self._stride = int(model.contract["stride"])
        self._edge = float(model.contract["reference_edge"])
        self._channels = {name: index for index, name in enumerate(model.contract["channels"])}
        limits = model.thresholds if limits is None else limits
        self._sure = limits.get("die", 0.4)
        self._perhaps = limits.get("glimpse", 0.2)

    def find(self, frame: Frame, view: View = ANY_VIEW) -> Found:
        """The dice of one frame (height, width, 3) uint8, BGR; `view` is what is known of the camera before."""
        portrait = frame.shape[0] > frame.shape[1]
        frames = halves(frame)
        picture, scale = self._fit([np.ascontiguousarray(np.rot90(one)) for one in frames] if portrait else frames)
        maps = self._model.run(picture[None])["map"][0]
        places = [(score, self._quad(maps[:, row, column], row, column)) for row, column, score in self._peaks(maps)]

        quads = [_enlarged(quad, scale, frame.shape[1] if portrait else None) for _, quad in places]
        scores = [score for score, _ in places]
        looked = self._inspector.inspect(
            frame, quads, view, voters=sum(score >= self._sure for score in scores), frames=frames
        )
        kept = _once(
            [FoundDie(one.quad, score, one.states, one.stand) for score, one in zip(scores, looked, strict=True)]
        )
        dice = [die for die in kept if die.score >= self._sure]
        hand = _sigmoid(maps[self._channels["hand"]])
        return Found(in_reading_order(dice), tuple(kept[len(dice) :]), float(np.quantile(hand, 0.99)))

    def _fit(self, frames: Sequence[Frame]) -> tuple[Frame, float]:
        """The frame, given with its halves, at the network's size, grey where it has another shape, and the scale."""
        height, width = frames[0].shape[:2]
        scale = min(self._width / width, self._height / height)
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        level = 0  # what was made smaller by whole twos is made smaller twice as fast
        while level + 1 < len(frames) and min(frames[level].shape[1] / size[0], frames[level].shape[0] / size[1]) > 2:
            level += 1
        small = frames[level]
        left = size[0] / small.shape[1]
        method = cv2.INTER_AREA if left < LINEAR_FROM else cv2.INTER_LINEAR
        small = np.asarray(cv2.resize(small, size, interpolation=method), np.uint8)
        if size == (self._width, self._height):
            return np.asarray(small, np.uint8), scale
        whole = np.full((self._height, self._width, 3), 128, np.uint8)
        whole[: size[1], : size[0]] = small
        return whole, scale

    def _peaks(self, maps: Floats) -> list[tuple[int, int, float]]:
        """(row, column, score) of the local maxima, best first, one for each die."""
        heat = _sigmoid(maps[self._channels["heat"]])
        peaks = (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat >= self._perhaps)
        places = sorted(((float(heat[r, c]), int(r), int(c)) for r, c in np.argwhere(peaks)), reverse=True)
        kept: list[tuple[int, int, float]] = []
        for score, row, column in places:
            edge = self._edge * math.exp(float(maps[self._channels["log_edge"], row, column])) / self._stride
            if all(math.hypot(row - r, column - c) > 0.55 * edge for r, c, _ in kept):
                kept.append((row, column, score))
        return kept

    def _quad(self, values: Floats, row: int, column: int) -> Quad:
        """The four corners in pixels of the network's input."""
        of = {name: float(values[index]) for name, index in self._channels.items()}
        middle = complex(column + 0.5 + of["dx"], row + 0.5 + of["dy"]) * self._stride
        edge = self._edge * math.exp(of["log_edge"])
        total = complex(of["sum_re"], of["sum_im"])
        product = complex(of["product_re"], of["product_im"])
        root = cmath.sqrt(total * total / 4 - product)
        first, second = (cmath.sqrt(total / 2 + root) * edge, cmath.sqrt(total / 2 - root) * edge)
        corners = [middle + first, middle + second, middle - first, middle - second]
        # the middle of the first pixel is at 0.5 for the network and at 0 for a picture
        return clockwise([(z.real - 0.5, z.imag - 0.5) for z in corners])


def _enlarged(quad: Quad, scale: float, turned_width: int | None) -> Quad:
    """Corners in pixels of the frame; `turned_width` is the frame's width if it was turned to lie on its side."""
    corners = [((x + 0.5) / scale - 0.5, (y + 0.5) / scale - 0.5) for x, y in quad]
    if turned_width is not None:
        corners = [(turned_width - 1 - y, x) for x, y in corners]
    return clockwise(corners)


def _once(dice: list[FoundDie]) -> list[FoundDie]:
    """Without the finds that are, or belong to, a die that is there already: its side face, or one of its pips."""
    kept: list[FoundDie] = []
    for die in sorted(dice, key=lambda die: -die.score):
        middle, edge = centre_of(die.quad), edge_of(die.quad)
        if all(math.dist(middle, centre_of(other.quad)) > SAME * max(edge, edge_of(other.quad)) for other in kept):
            kept.append(die)
    return [die for die in kept if not any(_is_part(die, other) for other in kept)]


def _is_part(die: FoundDie, other: FoundDie) -> bool:
    edge = edge_of(other.quad)
    return edge_of(die.quad) < PART * edge and math.dist(centre_of(die.quad), centre_of(other.quad)) < PART * edge


def in_reading_order(dice: Sequence[FoundDie]) -> tuple[FoundDie, ...]:
    """Top to bottom in bands of half a die's height, then left to right."""
    return tuple(sorted(dice, key=lambda die: (round(centre_of(die.quad)[1] / 24), centre_of(die.quad)[0])))


def _sigmoid(values: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-np.clip(values, -30, 30))), np.float32)
