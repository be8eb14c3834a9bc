"""What casinos print between the pips of a die: a number along the six, a sign in the two, rings and small writing."""

from __future__ import annotations

import math

import cv2
import numpy as np

from vision.render.fonts import KINDS, Font, draw_digit, invented_font
from vision.render.pen import FACE_PX, Mask, Pen, arc, path

Random = np.random.Generator

MARKED = 0.35
"""Share of ordinary dice with such marks among those that are learnt from: they are what is taken for a pip."""


def casino_mark(face: str, rng: Random) -> Mask:
    """The mark on a face, as strong as the pips or fainter; the same seed gives the marks of one die.

    Args:
        face: "1" to "6".
        rng: begun anew for each face of a die.
    """
    strength = float(rng.uniform(0.35, 1.0))
    number = [str(digit) for digit in rng.integers(1, 7, int(rng.integers(3, 6)))]
    font = invented_font(str(rng.choice(KINDS)), rng)
    drawing = int(rng.integers(1 << 30))
    again = np.random.default_rng(drawing)
    if face == "6":
        mark = _number_along(number, font, again)
    elif face in ("2", "3") and (face == "2" or again.random() < 0.1):
        mark = _sign(again)
    elif face == "4":
        mark = _ring(again) if again.random() < 0.7 else _sign(again)
    else:
        mark = np.zeros((FACE_PX, FACE_PX), np.uint8)
    return np.asarray(mark * strength, dtype=np.uint8)


def _number_along(number: list[str], font: Font, rng: Random) -> Mask:
    """Digits down the middle, between the two rows of three."""
    tall, step = float(rng.uniform(0.24, 0.5)), float(rng.uniform(0.26, 0.42))
    step = min(step, 1.5 / len(number))
    line = np.zeros((FACE_PX, FACE_PX), np.uint8)
    for place, digit in enumerate(number):
        along = (place - (len(number) - 1) / 2) * step
        line = np.maximum(line, _small(draw_digit(digit, font), tall, along, step))
    turned = np.rot90(line, 1 if rng.random() < 0.5 else 3)
    return np.ascontiguousarray(turned)


def _small(digit: Mask, tall: float, along: float, step: float) -> Mask:
    """The digit made smaller, `along` to the right of the middle; lengths over a face 2 wide."""
    wide = min(tall, step)
    middle = FACE_PX / 2
    turn = np.array([[wide, 0, middle * (1 - wide + along)], [0, tall, middle * (1 - tall)]])
    return np.asarray(cv2.warpAffine(digit, turn, (FACE_PX, FACE_PX), flags=cv2.INTER_AREA), dtype=np.uint8)


def _sign(rng: Random) -> Mask:
    """Two or three loops and strokes in the middle, bold, thin or as an outline."""
    pen = Pen()
    reach, width = float(rng.uniform(0.16, 0.36)), float(rng.uniform(0.05, 0.14))
    for k in range(int(rng.integers(1, 4))):
        centre = (float(rng.uniform(-0.6, 0.6)) * reach * (1 + k / 2), float(rng.uniform(-0.5, 0.5)) * reach)
        radius = (reach * float(rng.uniform(0.5, 0.9)), reach * float(rng.uniform(0.5, 0.9)))
        start = float(rng.uniform(0, 360))
        pen.stroke(arc(centre, radius, start, start + float(rng.uniform(140, 360))), width)
    if rng.random() < 0.6:
        lean = float(rng.uniform(0, math.pi))
        end = (reach * math.cos(lean), reach * math.sin(lean))
        pen.stroke(path([end, (-end[0], -end[1])]), width)
    if width > 0.1 and rng.random() < 0.6:
        pen.cut_outline(float(rng.uniform(0.03, 0.05)))
    return pen.mask()


def _ring(rng: Random) -> Mask:
    """A thin circle in the middle."""
    pen = Pen()
    pen.ring((0, 0), float(rng.uniform(0.12, 0.26)), float(rng.uniform(0.02, 0.05)))
    return pen.mask()
