"""Makes the film that libcamera's virtual camera plays: three ordinary dice are thrown, lie, and are thrown again.

Run as: python virtual_film.py FOLDER      writes 0.jpg, 1.jpg, ... and rolls.json (the faces of each throw)
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import cv2

from vision.render.desk_tray import DeskTray

FRAMES_A_SECOND = 15
"""The pace at which `virtual_picamera2` plays them."""
MOTION_S = 2.5
REST_S = 5.0
"""Long enough for a busy machine to read three dice twice."""
THROWS = 2


def main(folder: str) -> None:
    """Throw, watch, rest; each frame a file, those at rest links to one."""
    place = Path(folder)
    tray = DeskTray("pips", 3, seed=5, size=(640, 480), cocked=0.0, off_tray=0.0)
    number, now_s, rolls = 0, 0.0, []
    for _ in range(THROWS):
        tray.throw(at_s=now_s)
        for _ in range(int(MOTION_S * FRAMES_A_SECOND)):
            now_s += 1 / FRAMES_A_SECOND
            cv2.imwrite(str(place / f"{number}.jpg"), tray.frame(now_s), [cv2.IMWRITE_JPEG_QUALITY, 92])
            number += 1
        for _ in range(int(REST_S * FRAMES_A_SECOND)):
            os.link(place / f"{number - 1}.jpg", place / f"{number}.jpg")
            number += 1
        rolls.append(sorted(die.face for die in tray.truth))
    (place.parent / f"{place.name}.json").write_text(json.dumps(rolls))


if __name__ == "__main__":
    main(sys.argv[1])
