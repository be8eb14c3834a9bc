"""Arrays of 32-bit floats: made from anything, blurred and resized, with their type told to the checker."""

from __future__ import annotations

from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

Array: TypeAlias = NDArray[np.float32]
Bytes: TypeAlias = NDArray[np.uint8]


def floats(values: ArrayLike) -> Array:
    """The values as 32-bit floats."""
    return np.asarray(values, dtype=np.float32)


def whole(values: NDArray[np.floating] | Array) -> Bytes:
    """The values rounded and cut to 0 to 255."""
    return np.asarray(np.clip(values + 0.5, 0, 255), dtype=np.uint8)


def blurred(picture: Array | Bytes, sigma_px: float) -> Array:
    """The picture blurred, as floats."""
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma_px), dtype=np.float32)


def resized(picture: Array | Bytes, size: tuple[int, int], shrinking: bool = False) -> Array:
    """The picture at another width and height, as floats."""
    how = cv2.INTER_AREA if shrinking else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(picture, size, interpolation=how), dtype=np.float32)
