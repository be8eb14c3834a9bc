"""Draws the font of the page's signs: `python -m tests.rig.page.make_signs_font` (needs fonttools, for developers).

✔ ↻ ▲ ▼ and their like stand in sentences, where a Raspberry Pi with few fonts would show empty boxes.  Ours is 3 kB.
"""

import itertools
import math
from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

FILE = Path(__file__).parents[3] / "rig" / "page" / "static" / "fonts" / "signs.ttf"
EM, WIDTH = 1000, 860
MIDDLE = (WIDTH / 2, 330.0)
Outline = list[tuple[float, float]]


def stroke(points: Outline, width: float) -> list[Outline]:
    """A line through points as boxes with round ends."""
    shapes = []
    for (x, y), (x2, y2) in itertools.pairwise(points):
        along = math.hypot(x2 - x, y2 - y)
        dx, dy = (y2 - y) / along * width / 2, (x - x2) / along * width / 2
        shapes.append([(x + dx, y + dy), (x - dx, y - dy), (x2 - dx, y2 - dy), (x2 + dx, y2 + dy)])
    return shapes + [circle(point, width / 2) for point in points]


def circle(middle: tuple[float, float], radius: float) -> Outline:
    return [at(middle, radius, -30 * turn) for turn in range(12)]


def at(middle: tuple[float, float], radius: float, degrees: float) -> tuple[float, float]:
    angle = math.radians(degrees)
    return middle[0] + radius * math.cos(angle), middle[1] + radius * math.sin(angle)


def turning(is_clockwise: bool) -> list[Outline]:
    """An open ring with an arrow's head at its end."""
    begin, end = (-10, -285) if is_clockwise else (190, 465)
    arc = [at(MIDDLE, 270, begin + (end - begin) * part / 24) for part in range(25)]
    on = -1 if is_clockwise else 1
    head = [at(MIDDLE, 270 + 150, end - 2 * on), at(MIDDLE, 270 - 165, end - 2 * on), at(MIDDLE, 262, end + 62 * on)]
    return [*stroke(arc, 100), head]


def star() -> Outline:
    return [at(MIDDLE, 370 if turn % 2 == 0 else 160, 90 - 36 * turn) for turn in range(10)]


def polygon(*degrees: float, radius: float = 390) -> Outline:
    return [at(MIDDLE, radius, turn) for turn in degrees]


SIGNS: dict[str, list[Outline]] = {
    "✔": stroke([(140, 330), (340, 110), (720, 590)], 135),
    "✕": stroke([(180, 80), (680, 580)], 115) + stroke([(180, 580), (680, 80)], 115),
    "☰": [box for y in (110, 330, 550) for box in stroke([(120, y), (740, y)], 100)],
    "→": stroke([(110, 330), (700, 330)], 100) + stroke([(480, 560), (730, 330), (480, 100)], 100),
    "▲": [polygon(90, -30, -150)],
    "▼": [polygon(-90, 150, 30)],
    "▶": [polygon(0, -120, 120)],
    "◀": [polygon(180, 60, -60)],
    "★": [star()],
    "↻": turning(is_clockwise=True),
    "⟲": turning(is_clockwise=False),
}


def clockwise(outline: Outline) -> Outline:
    """The same the way fonts want their outlines."""
    area = sum(x * y2 - x2 * y for (x, y), (x2, y2) in zip(outline, outline[1:] + outline[:1], strict=True))
    return outline[::-1] if area > 0 else outline


def make(path: Path = FILE) -> None:
    """Write the font."""
    glyphs = {".notdef": TTGlyphPen(None).glyph()}
    for sign, outlines in SIGNS.items():
        pen = TTGlyphPen(None)
        for first, *rest in map(clockwise, outlines):
            pen.moveTo((round(first[0]), round(first[1])))
            for x, y in rest:
                pen.lineTo((round(x), round(y)))
            pen.closePath()
        glyphs[f"u{ord(sign):04X}"] = pen.glyph()
    font = FontBuilder(EM, isTTF=True)
    font.setupGlyphOrder(list(glyphs))
    font.setupCharacterMap({ord(sign): f"u{ord(sign):04X}" for sign in SIGNS})
    font.setupGlyf(glyphs)
    font.setupHorizontalMetrics(dict.fromkeys(glyphs, (WIDTH, 0)))
    font.setupHorizontalHeader(ascent=900, descent=-300)
    font.setupNameTable({"familyName": "Keltis Signs", "styleName": "Regular"})
    font.setupOS2(sTypoAscender=900, sTypoDescender=-300, usWinAscent=900, usWinDescent=300)
    font.setupPost(keepGlyphNames=False)
    font.font["head"].created = font.font["head"].modified = 0
    font.save(str(path))


if __name__ == "__main__":
    make()
