"""Top faces as numbers a network can learn: continuous, and the same whichever corner comes first.

The half diagonals of a face are complex numbers u and v (and −u, −v).  u² and v² do not change with the sign, their sum
and product do not change with the order, so `sum` = (u² + v²) / edge² and `product` = u² v² / edge⁴ have no jump when
a die turns.  The way back is a quadratic equation; see `vision.find_dice`.
"""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from models.reader.contract import FINDER_CHANNELS, FINDER_SIZE, REFERENCE_EDGE, STATES, STRIDE


def describe(quad: NDArray[np.floating]) -> tuple[float, float, float, float, float, float, float]:
    """(x, y, log edge, sum, product as two parts each) of four corners in order."""
    z = quad[:, 0] + 1j * quad[:, 1]
    centre = z.mean()
    u, v = (z[0] - z[2]) / 2, (z[1] - z[3]) / 2
    edge = math.sqrt(2 * abs((u.conjugate() * v).imag)) + 1e-6
    total, product = (u * u + v * v) / edge**2, (u * u) * (v * v) / edge**4
    return centre.real, centre.imag, math.log(edge / REFERENCE_EDGE), total.real, total.imag, product.real, product.imag


def targets(dice: list[dict], hand: NDArray[np.uint8] | None = None) -> tuple[NDArray, NDArray, NDArray]:
    """Heat (rows, columns), values (channels, rows, columns) and weight (rows, columns) of the geometry.

    Args:
        dice: "quad" in pixels of the finder's input, "states" of 0 and 1 in the order of STATES, "ignore".
        hand: mask of the finder's input size, 255 where a hand or sleeve is.
    """
    rows, columns = FINDER_SIZE[0] // STRIDE, FINDER_SIZE[1] // STRIDE
    heat = np.zeros((rows, columns), np.float32)
    values = np.zeros((len(FINDER_CHANNELS), rows, columns), np.float32)
    weight = np.zeros((rows, columns), np.float32)
    yy, xx = np.mgrid[:rows, :columns].astype(np.float32)
    for die in dice:
        x, y, *shape = describe(np.asarray(die["quad"], np.float64))
        cx, cy = x / STRIDE - 0.5, y / STRIDE - 0.5
        if not (-1 < cx < columns and -1 < cy < rows):
            continue
        cells = math.exp(shape[0]) * REFERENCE_EDGE / STRIDE
        far = np.hypot(xx - cx, yy - cy)
        if die["ignore"]:
            heat = np.where(far < 0.6 * cells, -1, heat)  # neither a die nor none
            continue
        sigma = max(0.65, 0.11 * cells)
        bump = np.exp(-(far**2) / (2 * sigma**2))
        row, column = min(rows - 1, max(0, round(cy))), min(columns - 1, max(0, round(cx)))
        bump[row, column] = 1
        mine = (bump > 0.35) & (bump > heat)
        weight[mine] = 1
        values[1][mine] = shape[0]
        values[2][mine], values[3][mine] = (cx - xx)[mine], (cy - yy)[mine]
        for channel, number in enumerate(shape[1:], 4):
            values[channel][mine] = number
        for channel, state in enumerate(die["states"], 8):
            values[channel][mine] = state
        heat = np.where(heat < 0, heat, np.maximum(heat, bump))
    if hand is not None:
        values[8 + len(STATES)] = cv2.resize(hand, (columns, rows), interpolation=cv2.INTER_AREA) / 255.0
    return heat, values, weight
