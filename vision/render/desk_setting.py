"""What the desk tray looks like: its lamp, camera, wood, felt and dice."""

from __future__ import annotations

import numpy as np

from vision.render.camera_model import Camera, looking_down
from vision.render.designs import Body, DieDesign, die_design
from vision.render.families import Families
from vision.render.light import Lamp, Light, white_of
from vision.render.tray import Sheet, Tray, make_tray

LAMPS: dict[str, tuple[tuple[float, float, float], float, float, float]] = {
    "evening": ((-330.0, 260.0, 620.0), 70.0, 3200.0, 0.62),
    "day": ((700.0, 500.0, 900.0), 260.0, 5600.0, 0.5),
    "ceiling": ((120.0, 200.0, 1500.0), 160.0, 4000.0, 0.55),
    "low": ((-420.0, -120.0, 320.0), 30.0, 2800.0, 0.65),
}
"""Place in mm, radius, warmth in kelvin and share of the light of each lamp that the desk tray knows."""


def desk_camera(size: tuple[int, int]) -> Camera:
    """The camera above the desk tray, for frames of that size."""
    return looking_down((1280, 960), 268.0, 430.0, 3.0, 268.0, 0.0, bend=0.02).scaled(size)


def desk_design(dice_set: str, seed: int, families: Families) -> DieDesign:
    """The dice of the desk tray: pleasant colours, art by the seed."""
    rng = np.random.default_rng([seed, 7])
    colours = {"or": (58, 118, 40), "wuerfelspiel": (196, 226, 238), "pips": (225, 236, 240)}
    colour = colours.get(dice_set, (200, 220, 230))
    body = Body(colour, tuple(min(255, c + 18) for c in colour), 0.1, 16.0, 0.13, 1.0, 0.55, 0.13, 0.0)  # type: ignore[arg-type]
    return die_design(dice_set, rng, families, body)


def desk_tray(dice_set: str, seed: int) -> Tray:
    """An eight-sided tray with a rim of light wood, lined with felt of a colour for each dice set."""
    lining = {"or": "felt_blue", "wuerfelspiel": "felt_green", "pips": "felt_red"}.get(dice_set, "felt_grey")
    sheets = (
        Sheet(lining, seed % 4),
        Sheet(lining, seed % 4),
        Sheet("rim_oak", 2, 0.9),
        Sheet("desk_walnut", 1, 1.3, 2.0),
    )
    return make_tray("octagon", 190.0, 176.0, 24.0, sheets, rim_mm=10.0)


def desk_light(lamp: str) -> Light:
    """The light of one of LAMPS."""
    place, radius, kelvin, share = LAMPS[lamp]
    colour = white_of(0.5 * kelvin + 0.5 * 5200)
    strength = tuple(float(c) * share for c in colour / colour.mean())
    around = tuple(float(c) * (0.92 - share) for c in (1.0, 1.0, 1.0))
    return Light((Lamp(place, radius, (strength[0], strength[1], strength[2])),), (around[0], around[1], around[2]))
