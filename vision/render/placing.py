"""Where dice come to lie: scattered, touching, at the rim, cocked, stacked, on the desk, on the move."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np

from vision.render.camera_model import Matrix
from vision.render.designs import DieDesign
from vision.render.rounded_die import DOWNS, NORMALS, RIGHTS, PlacedDie
from vision.render.tray import Tray, inside

Random = np.random.Generator
Rest = Literal["flat", "tilted", "stacked", "rolling"]
"""flat on the floor, tilted (cocked) against something, stacked on another die, or still rolling."""


@dataclass(frozen=True, slots=True, eq=False)
class SceneDie:
    """A die as it lies.

    Attributes:
        placed: where.
        rest: how.
        in_tray: False if it lies on the desk or the rim.
        motion_px: how far it moves while the shutter is open, in pixels of a picture 1280 wide; 0 at rest.
        motion_deg: direction of that.
        foreign: True for a die that does not belong to the set.
    """

    placed: PlacedDie
    rest: Rest = "flat"
    in_tray: bool = True
    motion_px: float = 0.0
    motion_deg: float = 0.0
    foreign: bool = False


def resting_turn(face: int, yaw: float) -> Matrix:
    """The turn of a die that lies flat with that face (0 to 5) up; `yaw` in radians turns it anticlockwise."""
    base = np.stack([RIGHTS[face], -DOWNS[face], NORMALS[face]])
    c, s = math.cos(yaw), math.sin(yaw)
    turn: Matrix = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]]) @ base
    return turn


def tilted(turn: Matrix, angle: float, direction: float) -> Matrix:
    """The turn, tilted by an angle about a level axis in that direction; both in radians."""
    axis = np.array([math.cos(direction), math.sin(direction), 0.0])
    leaning: Matrix = np.asarray(cv2.Rodrigues(axis * angle)[0], dtype=np.float64) @ turn
    return leaning


def tilt_of(die: PlacedDie) -> float:
    """The angle in degrees between the face that looks up the most and the plumb line."""
    return math.degrees(math.acos(min(1.0, float((die.turn @ NORMALS[die.top])[2]))))


def random_turn(rng: Random) -> Matrix:
    """A turn drawn evenly from all turns."""
    w, x, y, z = (q := rng.standard_normal(4)) / np.linalg.norm(q)
    turn: Matrix = np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )
    return turn


def standing(design: DieDesign, x: float, y: float, turn: Matrix, floor_mm: float = 0.0) -> PlacedDie:
    """The die with that turn whose lowest point touches the floor."""
    lowest = PlacedDie(design, np.zeros(3), turn).lowest_mm()
    return PlacedDie(design, np.array([x, y, floor_mm - lowest]), turn)


def footprint(die: PlacedDie) -> Matrix:
    """The outline (k, 2) of a die seen from straight above, in mm."""
    flat = cv2.convexHull(die.hull()[:, :2].astype(np.float32))
    return np.asarray(flat, dtype=np.float64).reshape(-1, 2)


def overlap(one: PlacedDie, other: PlacedDie) -> float:
    """Area in mm^2 that two dice share seen from above."""
    reach = 0.87 * (one.edge_mm + other.edge_mm)
    if np.hypot(*(one.position - other.position)[:2]) > reach:
        return 0.0
    area, _ = cv2.intersectConvexConvex(footprint(one).astype(np.float32), footprint(other).astype(np.float32))
    return float(area)


def fits(die: PlacedDie, others: Sequence[PlacedDie], tray: Tray, reach_mm: tuple[float, float]) -> bool:
    """True if the die is within the walls (or the seen part of a bare desk) and meets no other."""
    points = footprint(die).astype(np.float32)
    if tray.is_bare:
        if (np.abs(points) > np.array(reach_mm, np.float32)).any():
            return False
    elif inside(tray.floor, points[:, 0], points[:, 1]).min() < -0.05:
        return False
    return all(overlap(die, other) < 0.02 * die.edge_mm**2 for other in others)


class Placer:
    """Puts dice of one design after the other into a tray."""

    def __init__(self, rng: Random, tray: Tray, reach_mm: tuple[float, float]) -> None:
        """Args: rng; tray; reach_mm: half width and depth that may be used on a bare desk."""
        self._rng, self._tray, self._reach = rng, tray, reach_mm
        self.dice: list[PlacedDie] = []

    def _span(self) -> Matrix:
        if self._tray.is_bare:
            return np.array([[-self._reach[0], -self._reach[1]], list(self._reach)])
        return np.stack([self._tray.floor.min(axis=0), self._tray.floor.max(axis=0)])

    def _turn(self, face: int, yaw: float | None = None) -> Matrix:
        angle = float(self._rng.uniform(0, 2 * math.pi)) if yaw is None else yaw
        return resting_turn(face, angle)

    def _keep(self, die: PlacedDie) -> PlacedDie:
        self.dice.append(die)
        return die

    def scattered(self, design: DieDesign, face: int) -> PlacedDie:
        """A die anywhere on the floor."""
        low, high = self._span()
        die = standing(design, 0, 0, self._turn(face))
        for _ in range(200):
            x, y = self._rng.uniform(low, high)
            die = standing(design, float(x), float(y), self._turn(face))
            if fits(die, self.dice, self._tray, self._reach):
                break
        return self._keep(die)

    def touching(self, design: DieDesign, face: int) -> PlacedDie:
        """A die against one that lies there already: side by side, or corner to side."""
        for _ in range(60):
            if not self.dice:
                break
            base = self.dice[int(self._rng.integers(len(self.dice)))]
            direction = float(self._rng.uniform(0, 2 * math.pi))
            yaw: float | None = None
            if self._rng.random() < 0.65:
                level = base.turn[:, int(np.argmin(np.abs(base.turn[2])))]
                yaw = math.atan2(level[1], level[0])
                direction = yaw + int(self._rng.integers(4)) * math.pi / 2
            slide = float(self._rng.uniform(-0.6, 0.6)) * base.edge_mm * (yaw is not None)
            die = self._pushed(base, design, self._turn(face, yaw), direction, slide)
            if fits(die, [d for d in self.dice if d is not base], self._tray, self._reach):
                return self._keep(die)
        return self.scattered(design, face)

    def _pushed(
        self, base: PlacedDie, design: DieDesign, turn: Matrix, direction: float, slide: float, floor_mm: float = 0.0
    ) -> PlacedDie:
        """The die pushed from outside against another until they touch."""
        out = np.array([math.cos(direction), math.sin(direction)])
        along = np.array([-out[1], out[0]]) * slide
        near, far = 0.3 * base.edge_mm, 1.0 * (base.edge_mm + design.body.edge_mm)
        for _ in range(12):
            middle = (near + far) / 2
            x, y = base.position[:2] + out * middle + along
            if overlap(standing(design, x, y, turn, floor_mm), base) > 0.01:
                near = middle
            else:
                far = middle
        x, y = base.position[:2] + out * (far + float(self._rng.exponential(0.06))) + along
        return standing(design, float(x), float(y), turn, floor_mm)

    def at_rim(self, design: DieDesign, face: int, tilt: float = 0.0) -> PlacedDie:
        """A die against the wall, leaning on it by `tilt` radians."""
        if self._tray.is_bare:
            return self.scattered(design, face)
        for _ in range(60):
            side = int(self._rng.integers(len(self._tray.floor)))
            a, b = self._tray.floor[side], self._tray.floor[(side + 1) % len(self._tray.floor)]
            along = math.atan2(*(b - a)[::-1])
            flush = self._rng.random() < 0.6 or tilt > 0
            turn = self._turn(face, along if flush else None)
            turn = tilted(turn, -tilt, along) if tilt else turn
            inward = np.array([-(b - a)[1], (b - a)[0]]) / np.linalg.norm(b - a)
            x, y = a + (b - a) * float(self._rng.uniform(0.08, 0.92))
            die = standing(design, float(x), float(y), turn)
            depth = float((footprint(die) - (x, y)).dot(inward).min())
            x, y = np.array([x, y]) - inward * (depth - float(self._rng.exponential(0.1)))
            die = standing(design, float(x), float(y), turn)
            if fits(die, self.dice, self._tray, self._reach):
                return self._keep(die)
        return self.scattered(design, face)

    def leaning(self, design: DieDesign, face: int, tilt: float) -> PlacedDie:
        """A die that leans on another one by `tilt` radians (on the wall if there is no other)."""
        for _ in range(40):
            if not self.dice:
                break
            base = self.dice[int(self._rng.integers(len(self.dice)))]
            direction = float(self._rng.uniform(0, 2 * math.pi))
            turn = tilted(self._turn(face, direction), -tilt, direction + math.pi / 2)
            die = self._pushed(base, design, turn, direction, float(self._rng.uniform(-0.3, 0.3)) * base.edge_mm)
            if fits(die, [d for d in self.dice if d is not base], self._tray, self._reach):
                return self._keep(die)
        return self.at_rim(design, face, tilt)

    def stacked(self, design: DieDesign, face: int) -> PlacedDie:
        """A die on top of another one."""
        if not self.dice:
            return self.scattered(design, face)
        base = self.dice[int(self._rng.integers(len(self.dice)))]
        x, y = base.position[:2] + self._rng.uniform(-0.4, 0.4, 2) * base.edge_mm
        top_mm = base.position[2] - base.lowest_mm()
        return self._keep(standing(design, float(x), float(y), self._turn(face), top_mm))

    def rolling(self, design: DieDesign) -> PlacedDie:
        """A die in the middle of its tumble, up to an edge above the floor."""
        die = self.scattered(design, 0)
        turn = random_turn(self._rng)
        lift = float(self._rng.exponential(0.3)) * design.body.edge_mm
        moved = standing(design, float(die.position[0]), float(die.position[1]), turn, lift)
        self.dice[-1] = moved
        return moved

    def outside(self, design: DieDesign, face: int) -> PlacedDie:
        """A die on the desk beside the tray, or across its rim."""
        tray = self._tray
        if tray.is_bare:
            return self.scattered(design, face)
        side = int(self._rng.integers(len(tray.outer)))
        a, b = tray.outer[side], tray.outer[(side + 1) % len(tray.outer)]
        outward = np.array([(b - a)[1], -(b - a)[0]]) / np.linalg.norm(b - a)
        spot = a + (b - a) * float(self._rng.uniform(0.1, 0.9))
        if self._rng.random() < 0.25:
            x, y = spot - outward * float(np.linalg.norm(tray.outer[side] - tray.inner[side])) * 0.5
            return self._keep(standing(design, float(x), float(y), self._turn(face), tray.height_mm))
        x, y = spot + outward * design.body.edge_mm * float(self._rng.uniform(0.75, 1.6))
        return self._keep(standing(design, float(x), float(y), self._turn(face), tray.desk_mm))
