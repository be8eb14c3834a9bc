"""Draws a reading over its frame, for people to check."""

from __future__ import annotations

import cv2
import numpy as np

from vision.reading import Frame, Reading

SURE = (80, 220, 80)
ASKS = (40, 160, 255)


def draw_reading(frame: Frame, reading: Reading) -> Frame:
    """A copy of the frame with each top face outlined (green: sure, orange: asks), its face, confidence and reason."""
    picture = frame.copy()
    weight = max(1, round(max(frame.shape[:2]) / 640))
    for die in reading.dice:
        colour = SURE if die.is_sure else ASKS
        cv2.polylines(picture, [np.asarray(die.quad).round().astype(np.int32)], True, colour, weight, cv2.LINE_AA)
        words = f"{die.face or '?'} {die.confidence:.2f}" + (f" {die.reason.value}" if die.reason else "")
        _write(picture, words, (min(x for x, _ in die.quad), max(y for _, y in die.quad) + 14 * weight), colour, weight)
    for line, sentence in enumerate(reading.reasons):
        _write(picture, sentence, (8, 20 * weight * (line + 1)), ASKS, weight)
    return picture


def _write(picture: Frame, words: str, place: tuple[float, float], colour: tuple[int, int, int], weight: int) -> None:
    at = (int(place[0]), int(place[1]))
    for shade, width in (((0, 0, 0), 3 * weight), (colour, weight)):
        cv2.putText(picture, words, at, cv2.FONT_HERSHEY_SIMPLEX, 0.42 * weight, shade, width, cv2.LINE_AA)
