"""Cuts out a die with what lies around it: there one sees whether it is cocked, moves or is off the tray."""

from __future__ import annotations

import cv2
import numpy as np

from vision.reading import Frame
from vision.rectify import Quad, centre_of, edge_of


def around(frame: Frame, quad: Quad, faces: float, side: int) -> Frame:
    """A square picture (side, side, 3) whose edge is `faces` edges of the die long, upright as the frame is."""
    x, y = centre_of(quad)
    scale = side / (faces * edge_of(quad))
    middle = (side - 1) / 2
    into = np.array([[scale, 0, middle - scale * x], [0, scale, middle - scale * y]], np.float64)
    picture = cv2.warpAffine(frame, into, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(picture, np.uint8)
