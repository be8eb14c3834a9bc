"""Colours of dice bodies and inks, chosen so that the ink can be told from what it is on."""

from __future__ import annotations

import colorsys
from typing import TypeAlias

import numpy as np

Random = np.random.Generator

Colour: TypeAlias = tuple[int, int, int]
"""(blue, green, red), 0 to 255, as seen under white light."""


def hsv(hue_deg: float, saturation: float, value: float) -> Colour:
    """The colour of that hue in degrees; saturation and value are cut to 0 to 1."""
    red, green, blue = colorsys.hsv_to_rgb(hue_deg % 360 / 360, min(1, max(0, saturation)), min(1, max(0, value)))
    return round(blue * 255), round(green * 255), round(red * 255)


def near(rng: Random, colour: Colour, spread: float) -> Colour:
    """A colour not far from that one; `spread` is the largest step of a channel."""
    blue, green, red = (int(min(255, max(0, c + rng.uniform(-spread, spread)))) for c in colour)
    return blue, green, red


def _brightness(colour: Colour) -> float:
    return 0.11 * colour[0] + 0.59 * colour[1] + 0.3 * colour[2]


def _distance(one: Colour, other: Colour) -> float:
    chroma = sum(abs(a - b) for a, b in zip(one, other, strict=True))
    return chroma + 2 * abs(_brightness(one) - _brightness(other))


_BODY_HUES = (0, 8, 28, 48, 90, 140, 170, 200, 220, 260, 290, 330)


def pick_body(rng: Random, dice_set: str = "any") -> Colour:
    """A body colour as dice of that set may have."""
    roll = rng.random()
    if dice_set == "or" and roll < 0.8:
        return hsv(rng.uniform(110, 175), rng.uniform(0.45, 0.95), rng.uniform(0.25, 0.75))
    if dice_set == "wuerfelspiel" and roll < 0.85:
        return hsv(rng.uniform(20, 60), rng.uniform(0.0, 0.4), rng.uniform(0.75, 0.98))
    if dice_set == "pips" and roll < 0.5:
        return hsv(rng.uniform(20, 60), rng.uniform(0.0, 0.25), rng.uniform(0.8, 0.98))
    return _any_colour(rng)


def _any_colour(rng: Random) -> Colour:
    roll = rng.random()
    if roll < 0.2:
        return hsv(rng.uniform(0, 360), rng.uniform(0, 0.12), rng.uniform(0.82, 0.98))
    if roll < 0.35:
        return hsv(rng.uniform(0, 360), rng.uniform(0, 0.3), rng.uniform(0.06, 0.2))
    hue = _BODY_HUES[int(rng.integers(len(_BODY_HUES)))] + rng.uniform(-12, 12)
    return hsv(hue, rng.uniform(0.35, 0.95), rng.uniform(0.3, 0.95))


def contrasting(rng: Random, *grounds: Colour) -> Colour:
    """An ink (or a body) that can be told from all those colours: the best of a few random ones."""
    candidates = [_any_colour(rng) for _ in range(5)]
    candidates += [hsv(45, rng.uniform(0, 0.2), 0.95), hsv(40, 0.6, rng.uniform(0.65, 0.85)), hsv(0, 0, 0.08)]
    worst = [min(_distance(c, ground) for ground in grounds) for c in candidates]
    good = [c for c, w in zip(candidates, worst, strict=True) if w > 260]
    return good[int(rng.integers(len(good)))] if good else candidates[int(np.argmax(worst))]


def leaf_of_metal(rng: Random, ground: Colour) -> Colour:
    """Gold, silver or copper: the one that is told best from the ground, now and then any."""
    metals = [hsv(rng.uniform(40, 50), 0.6, 0.85), hsv(30, 0.05, 0.85), hsv(22, 0.6, 0.75)]
    if rng.random() < 0.5:
        return max(metals, key=lambda metal: _distance(metal, ground))
    good = [metal for metal in metals if _distance(metal, ground) > 200]
    return good[int(rng.integers(len(good)))] if good else contrasting(rng, ground)


def ink_for_symbol(rng: Random, name: str) -> Colour:
    """An ink of the colour that the face is named after; "stone" is grey or silver, "stone_green" green."""
    hue, saturation, value = {
        "redbrown": (rng.uniform(4, 18), rng.uniform(0.65, 0.9), rng.uniform(0.4, 0.62)),
        "yellow": (rng.uniform(42, 56), rng.uniform(0.65, 0.95), rng.uniform(0.7, 0.95)),
        "pink": (rng.uniform(325, 348), rng.uniform(0.4, 0.8), rng.uniform(0.75, 0.95)),
        "green": (rng.uniform(95, 150), rng.uniform(0.5, 0.9), rng.uniform(0.3, 0.65)),
        "blue": (rng.uniform(205, 230), rng.uniform(0.55, 0.9), rng.uniform(0.4, 0.8)),
        "stone": (rng.uniform(0, 360), rng.uniform(0.0, 0.15), rng.uniform(0.35, 0.8)),
        "stone_green": (rng.uniform(80, 160), rng.uniform(0.25, 0.8), rng.uniform(0.3, 0.7)),
    }[name]
    return hsv(hue, saturation, value)
