"""How high the camera hangs, and the two drawings of the build guide.

usage: python deploy/drawings.py                  write camera.svg and wiring.svg beside this file, print the table
       python deploy/drawings.py --tray 220x160   heights for a tray of your own, in millimetres
"""

from __future__ import annotations

import argparse
import math
import sys
from dataclasses import dataclass
from pathlib import Path

MARGIN = 1.1
"""The picture shows a tenth more than the tray, so that its rim is seen and a nudge does no harm."""

STEEPNESS = 3.0
"""The camera hangs at least so many times half the tray's width up: from nearer by it sees more of the dice's sides
than the reader likes, and dice at the rim hide others."""

DIE_MM = 16.0
PICTURE = (1280, 960)


@dataclass(frozen=True, slots=True)
class Lens:
    """A camera as it is sold.

    Attributes:
        name: of the product.
        across: angle of view along the longer side of the sensor, in degrees.
        down: angle of view along the shorter side, in degrees.
        nearest_mm: nothing nearer can be in focus.
    """

    name: str
    across: float
    down: float
    nearest_mm: float

    def field_at(self, height_mm: float) -> tuple[float, float]:
        """Width and depth in millimetres of what a 4:3 picture shows at that height; the rest is cut off."""
        width = 2 * height_mm * math.tan(math.radians(self.across / 2))
        depth = 2 * height_mm * math.tan(math.radians(self.down / 2))
        return (min(width, depth * 4 / 3), min(depth, width * 3 / 4))

    def height_for(self, width_mm: float, depth_mm: float) -> float:
        """The height in millimetres from which the whole tray is seen with its margin, and steeply enough."""
        width, depth = self.field_at(1.0)
        fits = max(width_mm * MARGIN / width, depth_mm * MARGIN / depth)
        return max(fits, STEEPNESS * width_mm / 2, self.nearest_mm)

    def die_px(self, height_mm: float) -> float:
        """How many pixels the edge of a die has in the picture."""
        return PICTURE[0] / self.field_at(height_mm)[0] * DIE_MM


LENSES = (
    Lens("Camera Module 3", 66, 41, 100),
    Lens("Camera Module 3 Wide", 102, 67, 50),
    Lens("Camera Module 2", 62.2, 48.8, 100),
    Lens("USB camera of 60°", 53.1, 41.1, 100),
)
"""Angles as the makers give them; a USB camera's is usually given across the diagonal."""

TRAYS = ((150, 110), (200, 150), (240, 180), (300, 225))


def table(trays: tuple[tuple[int, int], ...] = TRAYS) -> str:
    """Heights as a table in Markdown: cameras down, trays across; with the focus in dioptres and a die's pixels."""
    head = "| camera | " + " | ".join(f"{width} x {depth} mm" for width, depth in trays) + " |"
    lines = [head, "|---" * (len(trays) + 1) + "|"]
    for lens in LENSES:
        cells = []
        for tray in trays:
            height = lens.height_for(*tray)
            cells.append(f"{height / 10:.0f} cm ({1000 / height:.1f} dpt, {lens.die_px(height):.0f} px)")
        lines.append(f"| {lens.name} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


STYLE = (
    "text{font-family:sans-serif;font-size:15px;fill:#222}.small{font-size:12px;fill:#444}"
    ".line{stroke:#222;stroke-width:2;fill:none}.thin{stroke:#777;stroke-width:1;stroke-dasharray:5 4;fill:none}"
    ".wire{stroke-width:3;fill:none}"
)


def svg(width: int, height: int, title: str, body: str) -> str:
    """A drawing on white."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" aria-label="{title}">'
        f"<title>{title}</title><style>{STYLE}</style>"
        f'<rect width="{width}" height="{height}" fill="#fff"/>{body}</svg>\n'
    )


def camera_drawing() -> str:
    """The tray from the side: camera, its field, the lamp's two strips."""
    lens, tray = LENSES[0], TRAYS[1]
    height_mm = lens.height_for(*tray)
    scale, floor, middle = 1.05, 390, 320
    top = floor - height_mm * scale
    half_field, half_tray = lens.field_at(height_mm)[0] / 2 * scale, tray[0] / 2 * scale
    left, right = middle - half_tray, middle + half_tray
    dice = "".join(
        f'<rect x="{middle + offset}" y="{floor - DIE_MM * scale}" width="{DIE_MM * scale}" height="{DIE_MM * scale}" '
        f'fill="#eee" class="line"/>'
        for offset in (-90, -20, 60)
    )
    lamps = "".join(
        f'<rect x="{x}" y="{top + 30}" width="70" height="9" fill="#ffe9a8" stroke="#b58900"/>'
        f'<path class="thin" style="stroke:#b58900" d="M{x + 35} {top + 39} L{middle + (x - middle) / 8} {floor}"/>'
        for x in (middle - 215, middle + 145)
    )
    body = (
        f'<path d="M{middle} {top} L{middle - half_field} {floor} L{middle + half_field} {floor} Z" fill="#dceaf7"/>'
        f'<path class="line" d="M{middle + 250} {floor + 14} V{top - 14} H{middle}"/>'
        f'<rect x="{middle - 17}" y="{top - 14}" width="34" height="14" fill="#2b6"/>'
        f'<path class="line" d="M{left} {floor - 34} V{floor + 6} H{right} V{floor - 34}"/>{dice}{lamps}'
        f'<path class="thin" d="M40 {top} H{middle}"/><path class="line" d="M50 {top} V{floor}"/>'
        f'<text x="58" y="{(top + floor) / 2}">height</text>'
        f'<text x="58" y="{(top + floor) / 2 + 18}">{height_mm / 10:.0f} cm</text>'
        f'<text x="{middle}" y="{top - 24}" text-anchor="middle">camera, looking straight down</text>'
        f'<text x="{middle - 180}" y="{top + 56}" text-anchor="middle" class="small">light strip behind paper</text>'
        f'<text x="{middle + 180}" y="{top + 56}" text-anchor="middle" class="small">light strip behind paper</text>'
        f'<text x="{middle}" y="{floor + 30}" text-anchor="middle">tray {tray[0]} x {tray[1]} mm, dark felt</text>'
        f'<text x="{middle}" y="{floor + 50}" text-anchor="middle" class="small">'
        f"{lens.name}: the picture (blue) shows more than the tray</text>"
    )
    return svg(640, 460, "Camera above the tray", body)


WIRES = (  # name on the button, BCM number, place on the header, colour
    ("✔ confirm", 17, 11, "#2a8"),
    ("↻ re-roll", 27, 13, "#c60"),
    ("▲ up", 22, 15, "#27b"),
    ("▼ down", 23, 16, "#939"),
)
GROUND_PLACE = 9


def wiring_drawing() -> str:
    """The header of the Pi with the wires of the four buttons."""
    x0, y0, step = 60, 60, 24

    def at(place: int) -> tuple[int, int]:
        return (x0 + (0 if place % 2 else step), y0 + (place - 1) // 2 * step)

    used = {place: colour for _, _, place, colour in WIRES} | {GROUND_PLACE: "#111"}
    pins = "".join(
        f'<circle cx="{at(place)[0]}" cy="{at(place)[1]}" r="8" fill="{used.get(place, "#fff")}" stroke="#555"/>'
        f'<text x="{at(place)[0] + (-16 if place % 2 else 16)}" y="{at(place)[1] + 4}" class="small" '
        f'text-anchor="{"end" if place % 2 else "start"}">{place}</text>'
        for place in range(1, 41)
    )
    parts = []
    for number, (name, bcm, place, colour) in enumerate(WIRES):
        y = 115 + number * 100
        px, py = at(place)
        aside = -12 if place % 2 else 12  # wires pass between the pins
        parts.append(
            f'<path d="M{px} {py} l12 {aside} H{150 + number * 18} V{y} H370" class="wire" style="stroke:{colour}"/>'
            f'<circle cx="400" cy="{y}" r="30" fill="#f4f4f4" class="line"/>'
            f'<text x="400" y="{y + 6}" text-anchor="middle">{name.split()[0]}</text>'
            f'<text x="450" y="{y - 4}">{name.split()[1]}</text>'
            f'<text x="450" y="{y + 14}" class="small">GPIO {bcm}, pin {place}</text>'
            f'<path d="M400 {y + 30} V{y + 46} H260" class="wire" style="stroke:#111"/>'
        )
    gx, gy = at(GROUND_PLACE)
    parts.append(
        f'<path d="M{gx} {gy} l-12 -12 H20 V546 H260 V161" class="wire" style="stroke:#111"/>'
        f'<text x="30" y="566">ground, pin {GROUND_PLACE}: one wire to the other leg of all four</text>'
        f'<text x="{x0 - 20}" y="32">Pin 1 is at the corner of the board; nothing goes to 3.3 V or 5 V.</text>'
    )
    return svg(600, 590, "Wiring of the four buttons", pins + "".join(parts))


def main(words: list[str]) -> int:
    """Write the drawings, or print the heights for one tray."""
    parser = argparse.ArgumentParser(description="Camera heights and the drawings of the build guide.")
    parser.add_argument("--tray", metavar="WIDTHxDEPTH", help="a tray of your own, in millimetres")
    options = parser.parse_args(words)
    if options.tray:
        try:
            width, depth = (int(part) for part in options.tray.split("x"))
        except ValueError:
            parser.error(f"{options.tray} is no size; write millimetres as 220x160")
        if not (30 <= min(width, depth) <= max(width, depth) <= 1000):
            parser.error(f"{options.tray} is no tray; its sides may be 30 to 1000 mm")
        print(table(((max(width, depth), min(width, depth)),)))
        return 0
    folder = Path(__file__).parent
    (folder / "camera.svg").write_text(camera_drawing(), encoding="utf-8")
    (folder / "wiring.svg").write_text(wiring_drawing(), encoding="utf-8")
    print(table())
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
