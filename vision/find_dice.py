"""Finds the top faces of the dice in a frame."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

import cv2
import numpy as np

from vision.reading import Frame
from vision.rectify import Quad, clockwise


@dataclass(frozen=True, slots=True)
class FoundDie:
    """A top face that was found.

    Attributes:
        quad: its corners, clockwise.
        score: how sure it is that a die lies here, 0 to 1.
        states: probability of what may be wrong with it, by name ("cocked", "moving", "off_tray", "covered").
    """

    quad: Quad
    score: float
    states: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class Found:
    """What lies in a frame.

    Attributes:
        dice: in reading order.
        hand: probability that a hand, a sleeve or another large thing is in the picture.
    """

    dice: tuple[FoundDie, ...]
    hand: float = 0.0


class DiceFinder:
    """Finds dice by how they differ from the tray around them."""

    def find(self, frame: Frame) -> Found:
        """The dice of one frame."""
        scale = 512 / max(frame.shape[:2])
        small = cv2.resize(frame, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        lab = cv2.cvtColor(small, cv2.COLOR_BGR2LAB).astype(np.float32)
        away = np.linalg.norm(lab - np.median(lab.reshape(-1, 3), axis=0), axis=2)
        _, mask = cv2.threshold(np.clip(away, 0, 255).astype(np.uint8), 0, 255, cv2.THRESH_OTSU)
        contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        dice = []
        for contour in contours:
            box = cv2.minAreaRect(contour)
            short, long = sorted(box[1])
            if 10 < short < 80 and long < 1.35 * short and cv2.contourArea(contour) > 0.7 * short * long:
                dice.append(FoundDie(clockwise(cv2.boxPoints(box) / scale), 0.5))
        return Found(tuple(sorted(dice, key=lambda die: die.quad[0][1])))
