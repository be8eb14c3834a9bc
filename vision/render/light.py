"""Lamps and daylight: how much light of which colour falls on a point, and how far a shadow reaches.

Light is linear; (1, 1, 1) in blue, green and red on a white sheet in the middle of the tray is just not overexposed.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.render.camera_model import cross
from vision.render.families import Families, members

Random = np.random.Generator
Array = NDArray[np.float32]
Matrix = NDArray[np.float64]
Strength = tuple[float, float, float]
"""Linear light in blue, green and red."""


@dataclass(frozen=True, slots=True)
class Lamp:
    """A round lamp.

    Attributes:
        position: in mm.
        radius_mm: of its shining disc; the larger, the softer the shadows and the larger its reflection.
        strength: light on the floor in the middle of the tray.
    """

    position: tuple[float, float, float]
    radius_mm: float
    strength: Strength

    def reach(self) -> float:
        """Factor that makes the light in the middle of the floor equal to `strength`."""
        distance = math.sqrt(sum(c * c for c in self.position))
        return distance**3 / self.position[2]

    def samples(self, count: int) -> Matrix:
        """Points (count, 3) spread over the disc, seen from the middle of the tray."""
        centre = np.array(self.position)
        to_tray = -centre / np.linalg.norm(centre)
        side = cross(to_tray, (0.0, 1.0, 0.2))
        side /= np.linalg.norm(side)
        other = cross(to_tray, side)
        i = np.arange(count)
        radius, angle = np.sqrt((i + 0.5) / count) * self.radius_mm, i * 2.399963
        spread: Matrix = centre + np.outer(radius * np.cos(angle), side) + np.outer(radius * np.sin(angle), other)
        return spread


@dataclass(frozen=True, slots=True)
class Light:
    """All lamps and the even light from everywhere else."""

    lamps: tuple[Lamp, ...]
    ambient: Strength

    def total(self) -> Array:
        """Light (3,) on the middle of the floor."""
        parts = (*(lamp.strength for lamp in self.lamps), self.ambient)
        return np.array([sum(part[k] for part in parts) for k in range(3)], np.float32)


def white_of(kelvin: float) -> Array:
    """Linear blue, green and red of a black body's light, green = 1 (a fit that holds from 2,000 to 10,000 K)."""
    t = (kelvin - 6500.0) / 6500.0
    red = 1.0 - 0.62 * t + 0.55 * t * t if t < 0 else 1.0 - 0.5 * t
    blue = 1.0 + 1.15 * t + 0.05 * t * t if t < 0 else 1.0 + 0.5 * t
    return np.array([max(0.12, blue), 1.0, red], np.float32)


@dataclass(frozen=True, slots=True)
class LampKind:
    """Ranges that a family of lamps is drawn from: height and sideways distance in mm, disc, warmth, share of lamp."""

    height: tuple[float, float]
    aside: tuple[float, float]
    radius: tuple[float, float]
    kelvin: tuple[float, float]
    share: tuple[float, float]
    count: int = 1


LAMP_KINDS: dict[str, LampKind] = {
    "bulb": LampKind((450, 1300), (100, 800), (15, 45), (2600, 3300), (0.55, 0.85)),
    "window": LampKind((500, 1200), (900, 1800), (250, 500), (5200, 6800), (0.4, 0.7)),
    "ceiling": LampKind((1300, 2100), (0, 900), (60, 220), (2700, 4200), (0.5, 0.8)),
    "panel": LampKind((600, 1300), (0, 500), (150, 320), (3800, 6000), (0.45, 0.75)),
    "two_lamps": LampKind((450, 1200), (200, 900), (25, 120), (2700, 5200), (0.55, 0.85), 2),
    "strip": LampKind((350, 700), (150, 450), (60, 160), (4000, 6500), (0.5, 0.8)),
    "desk_lamp": LampKind((320, 600), (150, 450), (25, 60), (2700, 4200), (0.6, 0.88)),
    "cloudy": LampKind((1000, 2000), (200, 1500), (500, 900), (5500, 6500), (0.25, 0.5)),
    "low_lamp": LampKind((250, 420), (350, 800), (20, 70), (2700, 4000), (0.5, 0.8)),
    "softbox": LampKind((500, 1000), (200, 700), (120, 280), (4800, 5800), (0.5, 0.8)),
    "mixed": LampKind((500, 1500), (300, 1100), (40, 250), (2700, 6500), (0.5, 0.8), 2),
}


def random_light(rng: Random, families: Families = "train", direct: float = 1.0) -> Light:
    """Light of one of the lamp families; `direct` scales the lamps' share (above 1 for glare, hard shadows)."""
    names = members("lamps", families)
    kind = LAMP_KINDS[names[int(rng.integers(len(names)))]]
    share = min(0.95, float(rng.uniform(*kind.share)) * direct)
    parts = np.array([1.0]) if kind.count == 1 else np.array([0.65, 0.35])
    azimuth = float(rng.uniform(0, 2 * math.pi))
    lamps = []
    for i, part in enumerate(parts):
        angle = azimuth + i * float(rng.uniform(1.2, 4.5))
        aside = float(rng.uniform(*kind.aside))
        position = (aside * math.cos(angle), aside * math.sin(angle), float(rng.uniform(*kind.height)))
        colour = white_of(float(rng.uniform(*kind.kelvin))) * np.float32(share * part)
        lamps.append(Lamp(position, float(rng.uniform(*kind.radius)), _strength(colour)))
    around = white_of(float(rng.uniform(3000, 7000)) if rng.random() < 0.4 else float(rng.uniform(*kind.kelvin)))
    return Light(tuple(lamps), _strength(around * np.float32(1 - share)))


def _strength(colour: Array) -> Strength:
    return float(colour[0]), float(colour[1]), float(colour[2])


def scaled(light: Light, factor: Strength) -> Light:
    """The light with each colour multiplied: exposure and white balance of the camera."""

    def times(strength: Strength) -> Strength:
        return strength[0] * factor[0], strength[1] * factor[1], strength[2] * factor[2]

    lamps = tuple(Lamp(lamp.position, lamp.radius_mm, times(lamp.strength)) for lamp in light.lamps)
    return Light(lamps, times(light.ambient))
