"""Compares two outputs of `keltis read --json`: same dice, same faces, all but the same places and confidences.

usage: same_readings.py ONE.json OTHER.json
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

FURTHEST_PX = 1.0
FURTHEST_CONFIDENCE = 0.01
"""The picture of a die is cut out along corners that differ by hundredths of a pixel between two processors."""


def differences(one: dict, other: dict) -> list[str]:
    """What differs between two readings of one picture, in words."""
    if len(one["dice"]) != len(other["dice"]):
        return [f"{len(one['dice'])} dice, {len(other['dice'])} dice"]
    found = []
    for number, (die, twin) in enumerate(zip(one["dice"], other["dice"], strict=True)):
        if (die["face"], die["sure"]) != (twin["face"], twin["sure"]):
            found.append(f"die {number} is {die['face']} ({die['sure']}), {twin['face']} ({twin['sure']})")
        if max(abs(a - b) for a, b in zip(die["centre"], twin["centre"], strict=True)) > FURTHEST_PX:
            found.append(f"die {number} lies at {die['centre']}, {twin['centre']}")
        if abs(die["confidence"] - twin["confidence"]) > FURTHEST_CONFIDENCE:
            found.append(f"die {number} with {die['confidence']}, {twin['confidence']}")
    return found


def main(one: str, other: str) -> int:
    """Print the differences; 0 if there are none and something was compared."""
    readings = [[json.loads(line) for line in Path(place).read_text().splitlines() if line] for place in (one, other)]
    names = [[reading["file"] for reading in side] for side in readings]
    if names[0] != names[1] or not names[0]:
        print(f"not the same pictures: {len(names[0])} and {len(names[1])}")
        return 1
    trouble, dice = 0, 0
    for here, there in zip(*readings, strict=True):
        dice += len(here["dice"])
        for difference in differences(here, there):
            trouble += 1
            print(f"{here['file']}: {difference}")
    print(f"{len(names[0])} pictures, {dice} dice, {trouble} differences")
    return 1 if trouble or not dice else 0


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
