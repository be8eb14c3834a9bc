"""What a picture of the tray tells about the camera: light, focus, colour, and whether it was bumped.

Measured on the empty tray at the start and compared between rolls; the device's own settings are no matter here.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Frame
from vision.rectify import check_frame

WIDTH = 320

DARK, BRIGHT = 30.0, 225.0
"""Grey levels between which the middle of the picture should lie."""

BLOWN_SHARE = 0.05
"""Share of the picture that may be burnt out."""

DRIFT = 0.12
"""Change of the ratio red to green or blue to green that is told."""

SOFTER = 0.6
"""Share of the first sharpness below which the focus is told to be lost."""

BUMPED_SHARE = 0.006
"""Shift in picture widths from which the camera counts as moved: 8 pixels of 1280."""


@dataclass(frozen=True, slots=True, eq=False)
class TrayState:
    """One look at the tray.

    Attributes:
        brightness: median grey level, 0 to 255.
        blown: share of pixels that are burnt out.
        sharpness: strength of the finest detail against that of coarse detail, above 0.
        red, blue: mean of red and of blue over that of green.
        outline: small grey picture of the edges, for finding shifts.
    """

    brightness: float
    blown: float
    sharpness: float
    red: float
    blue: float
    outline: NDArray[np.float32]


def look_at_tray(frame: Frame) -> TrayState:
    """Measure a frame (height, width, 3) uint8, BGR.

    Raises:
        FrameError: the array is no picture.
    """
    check_frame(frame)
    grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY).astype(np.float32)
    blue, green, red = (float(value) + 1 for value in frame.reshape(-1, 3).mean(axis=0))
    return TrayState(
        brightness=float(np.median(grey)),
        blown=float((frame.min(axis=2) >= 250).mean()),
        sharpness=_sharpness(grey),
        red=red / green,
        blue=blue / green,
        outline=_outline(grey),
    )


def camera_problems(state: TrayState) -> tuple[str, ...]:
    """Sentences about what would make reading better; empty when all is well."""
    problems = []
    if state.brightness < DARK:
        problems.append("The picture is too dark: add light or a longer exposure.")
    if state.brightness > BRIGHT or state.blown > BLOWN_SHARE:
        problems.append("The picture is burnt out: less light, or a shorter exposure.")
    return tuple(problems)


def what_changed(before: TrayState, now: TrayState) -> tuple[str, ...]:
    """Sentences about what is different from the first look; empty when nothing is."""
    changes = []
    shift_px, certain = shift_between(before, now)
    if certain and shift_px > BUMPED_SHARE * WIDTH:
        changes.append("The camera or the tray was moved: look at the empty tray again.")
    elif now.sharpness < SOFTER * before.sharpness:
        changes.append("The picture is less sharp than at the start: check the focus.")
    if abs(math.log(now.red / before.red)) > DRIFT or abs(math.log(now.blue / before.blue)) > DRIFT:
        changes.append("The colour of the light has changed: lock the white balance, or teach in this light too.")
    if abs(math.log2((now.brightness + 4) / (before.brightness + 4))) > 1:
        changes.append("The light is much brighter or darker than at the start.")
    return tuple(changes)


def shift_between(before: TrayState, now: TrayState) -> tuple[float, bool]:
    """By how many pixels of a picture 320 wide the edges are shifted, and whether that is certain."""
    if before.outline.shape != now.outline.shape:
        return math.inf, True
    window = cv2.createHanningWindow(before.outline.shape[::-1], cv2.CV_32F)
    (x, y), response = cv2.phaseCorrelate(before.outline, now.outline, window)
    return math.hypot(x, y), response > 0.15


def _sharpness(grey: NDArray[np.float32]) -> float:
    fine = cv2.Laplacian(grey, cv2.CV_32F, ksize=1)
    coarse = cv2.Laplacian(cv2.GaussianBlur(grey, (0, 0), 2.0), cv2.CV_32F, ksize=1)
    return float(np.percentile(np.abs(fine), 99) / (np.percentile(np.abs(coarse), 99) + 0.5))


def _outline(grey: NDArray[np.float32]) -> NDArray[np.float32]:
    height = max(8, round(grey.shape[0] * WIDTH / grey.shape[1]))
    small = cv2.GaussianBlur(cv2.resize(grey, (WIDTH, height), interpolation=cv2.INTER_AREA), (0, 0), 1.0)
    edges = cv2.magnitude(cv2.Sobel(small, cv2.CV_32F, 1, 0), cv2.Sobel(small, cv2.CV_32F, 0, 1))
    return np.asarray(edges / (edges.mean() + 1e-3), np.float32)
