"""Films of rolls in motion, drawn at random: hands, cups, lamps, corner-spinners, dice that are pushed or taken up.

A film is small and cheap: dice are flat shaded cubes on the desk tray, or drawn as for the desk tray itself where the
networks look at them; hand and cup are laid over it.  Beside each frame
stands what a reader would say that believes every picture, also one of a die that spins, so that only the watching of
the frames keeps a roll from being reported too soon.  One thing it must see: that a die leans, for one that leans and
does not move looks at rest.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reader import HAND_SENTENCE
from vision.reading import Die, Frame, Reading, Reason
from vision.rectify import clockwise
from vision.render.camera_model import Camera, Matrix, outline
from vision.render.designs import DieDesign
from vision.render.desk_picture import DeskPicture
from vision.render.desk_setting import LAMPS, desk_camera, desk_light, desk_tray
from vision.render.hand import draw_hand, random_hand
from vision.render.placing import Placer, SceneDie, tilt_of, tilted
from vision.render.rounded_die import NORMALS, PlacedDie
from vision.render.sensor import add_noise
from vision.render.tray import Tray
from vision.render.tumble import Motion

Random = np.random.Generator
Array = NDArray[np.float32]

SIZE = (320, 240)
EXPOSURE_S = 0.016
LEAN_SEEN_DEG = 12.0
"""From here on it is seen that a die is cocked."""

HAND_SEEN = 0.04
"""Share of the picture from which a hand is seen by the reader that believes every picture."""


@dataclass(frozen=True, slots=True, eq=False)
class Spin(Motion):
    """A die that spins on one of its corners and falls onto its face in the end.

    Attributes:
        turns: radians that it turns in all.
    """

    turns: float = 60.0

    def at(self, now_s: float) -> PlacedDie | None:
        end = self.end
        share = (now_s - self.start_s) / self.length_s
        if end is None or share < 0:
            return None
        if share >= 1:
            return end
        fall = min(1.0, max(0.0, (now_s - self.end_s + 0.18) / 0.18))
        lean = math.radians(54.7) * (1 - fall * fall)
        yaw = self.turns * (1 - share) ** 1.4
        turn = _about_z(yaw) @ tilted(end.turn, lean, math.pi / 4)
        floor_mm = float(end.position[2] + end.lowest_mm())
        lowest = PlacedDie(end.design, np.zeros(3), turn).lowest_mm()
        wander = 4.0 * (1 - share) * np.array([math.cos(3 * share), math.sin(4 * share)])
        xy = end.position[:2] + wander
        return PlacedDie(end.design, np.array([xy[0], xy[1], floor_mm - lowest]), turn)


@dataclass(frozen=True, slots=True, eq=False)
class Teeter(Motion):
    """A die that leans, all but still, and then falls flat.

    Attributes:
        lean_rad: how far it leans.
        wait_s: how long it stays so.
    """

    lean_rad: float = 0.6
    wait_s: float = 0.5

    def at(self, now_s: float) -> PlacedDie | None:
        end, since = self.end, now_s - self.start_s
        if end is None or since < 0:
            return None
        if since >= self.length_s:
            return end
        fallen = min(1.0, max(0.0, (since - self.wait_s) / (self.length_s - self.wait_s)))
        lean = (self.lean_rad + 0.02 * math.sin(9 * since)) * (1 - fallen * fallen)
        turn = tilted(end.turn, lean, math.pi / 4)
        floor_mm = float(end.position[2] + end.lowest_mm())
        lowest = PlacedDie(end.design, np.zeros(3), turn).lowest_mm()
        return PlacedDie(end.design, np.array([*end.position[:2], floor_mm - lowest]), turn)


def _about_z(angle: float) -> Matrix:
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])


@dataclass(frozen=True, slots=True, eq=False)
class Cover:
    """A hand or a cup on its way through the picture.

    Attributes:
        gain, light: what it lets through and adds, three times as large as the picture each way.
        keys: (time, x, y) in mm of where it is, away before the first and after the last.
        is_cup: True for a cup, which is not taken for a hand.
    """

    gain: Array
    light: Array
    keys: tuple[tuple[float, float, float], ...]
    is_cup: bool = False

    def place(self, now_s: float) -> tuple[float, float] | None:
        """Where it is, None while it is away."""
        times = [key[0] for key in self.keys]
        if not times[0] <= now_s <= times[-1]:
            return None
        return tuple(float(np.interp(now_s, times, [key[i] for key in self.keys])) for i in (1, 2))  # type: ignore[return-value]


@dataclass(frozen=True, slots=True)
class Ask:
    """The rules ask for a roll.

    Attributes:
        at_s: when.
        rolled: how many dice.
        kept: numbers of the dice that stay.
        rest_s: when the roll that answers it lies still and free, None if there is none.
    """

    at_s: float
    rolled: int
    kept: tuple[int, ...] = ()
    rest_s: float | None = None


@dataclass(slots=True)
class Film:
    """One evening's few seconds.

    Attributes:
        kind: what it was drawn for.
        motions: for each die what becomes of it, in the order of time.
        covers: hands and cups.
        lamps: (time, brightness) between which the light changes evenly; `slant` of it across the picture.
        knocks: (time, strength in pixels) of blows against the table.
        pushes: (time, pixels to the right, pixels down) by which camera or tray is moved for good, within 0.2 s.
        asks: when dice are asked for.
        end_s: when it ends.
        fps: frames a second; their times jitter.
    """

    kind: str
    dice_set: str
    camera: Camera
    tray: Tray
    lamp: str
    design: DieDesign
    seed: int
    motions: list[list[Motion]]
    covers: list[Cover] = field(default_factory=list)
    lamps: list[tuple[float, float]] = field(default_factory=list)
    slant: float = 0.0
    flicker: float = 0.0
    knocks: list[tuple[float, float]] = field(default_factory=list)
    pushes: list[tuple[float, float, float]] = field(default_factory=list)
    asks: list[Ask] = field(default_factory=list)
    end_s: float = 6.0
    fps: float = 20.0
    _picture: DeskPicture | None = None
    _still_key: bytes = b"-"
    _still_picture: Frame = field(default_factory=lambda: np.zeros((1, 1, 3), np.uint8))

    def times(self) -> list[float]:
        """When frames are taken."""
        rng = np.random.default_rng([self.seed, 5])
        steps = rng.uniform(0.85, 1.15, math.ceil(self.end_s * self.fps)) / self.fps
        return [float(t) for t in np.cumsum(steps)]

    def lying(self, now_s: float) -> list[PlacedDie | None]:
        """How each die lies, None if it is away."""
        return [motion.at(now_s) for motion in (_running(self.motions[i], now_s) for i in range(len(self.motions)))]

    def moves(self, number: int, now_s: float) -> bool:
        """True if that die moves."""
        motion = _running(self.motions[number], now_s)
        return motion.start_s <= now_s < motion.end_s

    def frame(self, now_s: float) -> Frame:
        """The picture at a time."""
        if self._picture is None:
            self._picture = _picture(self.dice_set, self.lamp, self.seed % 4, self.camera.size)
        spins = any(isinstance(_running(motions, now_s), Spin) and self.moves(i, now_s)
                    for i, motions in enumerate(self.motions))  # fmt: skip
        if self.camera.size[0] <= SIZE[0]:
            return self._over(self._cubes(now_s), now_s)
        parts = [self._dice(now_s - EXPOSURE_S * k / 3) for k in range(3 if spins else 1)]
        picture = parts[0] if len(parts) == 1 else np.mean(parts, axis=0).astype(np.uint8)
        return self._over(picture, now_s)

    def _cubes(self, now_s: float) -> Frame:
        """The dice as flat shaded cubes, smeared over the time of exposure, with fresh noise."""
        empty = _empty(self.dice_set, self.lamp, self.seed % 4, self.camera.size)
        dice = [(number, die) for number, die in enumerate(self.lying(now_s)) if die is not None]
        moving = [number for number, _ in dice if self.moves(number, now_s)]
        key = b"" if moving else b"".join(die.position.tobytes() + die.turn.tobytes() for _, die in dice)
        if not moving and key == self._still_key:
            picture = self._still_picture
        else:
            picture = empty.copy()
            for number, die in dice:
                if number not in moving:
                    _draw_cube(picture, self.camera, die)
            parts = []
            for k in range(3 if moving else 0):
                part = picture.copy()
                for number in moving:
                    die_then = self.lying(now_s - EXPOSURE_S * k / 3)[number]
                    if die_then is not None:
                        _draw_cube(part, self.camera, die_then)
                parts.append(part)
            if parts:
                picture = cv2.addWeighted(cv2.addWeighted(parts[0], 0.5, parts[1], 0.5, 0), 2 / 3, parts[2], 1 / 3, 0)
            else:
                self._still_key, self._still_picture = key, picture
        rng = np.random.default_rng([self.seed, round(max(0.0, now_s) * 10000)])
        return add_noise(np.asarray(picture, np.uint8), 2.0, rng)

    def reading(self, now_s: float) -> Reading:
        """What a reader says that believes every picture."""
        reasons = (HAND_SENTENCE,) if self.hand_share(now_s) > HAND_SEEN else ()
        dice = [
            replace(self._die(die, now_s), reason=Reason.COCKED if self._leans(number, die, now_s) else None)
            for number, die in enumerate(self.lying(now_s))
            if die is not None
        ]
        seen = [die for die in dice if not self.is_covered(die.centre, now_s)]
        return Reading(tuple(seen), reasons, self.camera.size)

    def hand_share(self, now_s: float) -> float:
        """How much of the picture a hand takes."""
        masks = [mask for cover, mask in self._masks(now_s) if not cover.is_cup]
        return max((float(mask.mean()) for mask in masks), default=0.0)

    def is_covered(self, centre: tuple[float, float], now_s: float) -> bool:
        """True if hand or cup lies over that pixel."""
        x, y = (round(v) for v in centre)
        inside = 0 <= x < self.camera.size[0] and 0 <= y < self.camera.size[1]
        return not inside or any(bool(mask[y, x]) for _, mask in self._masks(now_s))

    def _dice(self, now_s: float) -> Frame:
        assert self._picture is not None
        still, moving = [], []
        for number, die in enumerate(self.lying(now_s)):
            if die is None:
                continue
            if self.moves(number, now_s):
                before = _running(self.motions[number], now_s).at(now_s - 0.008)
                moving.append((die, before or die))
            else:
                still.append(SceneDie(die))
        return self._picture.frame(still, moving, now_s)

    def _leans(self, number: int, die: PlacedDie, now_s: float) -> bool:
        return isinstance(_running(self.motions[number], now_s), Teeter) and tilt_of(die) > LEAN_SEEN_DEG

    def _die(self, die: PlacedDie, now_s: float) -> Die:
        corners = self.camera.project(die.face_corners(die.top)) + self._shift(now_s)
        centre = self.camera.project((die.position + die.turn @ NORMALS[die.top] * die.edge_mm / 2)[None])[0]
        centre = centre + self._shift(now_s)
        return Die(die.design.faces[die.top], (float(centre[0]), float(centre[1])), clockwise(corners), 0.999)

    def _masks(self, now_s: float) -> list[tuple[Cover, NDArray[np.bool_]]]:
        return [(cover, gain[:, :, 0] < 0.3) for cover in self.covers
                if (gain := self._shown(cover, cover.gain, now_s, 1.0)) is not None]  # fmt: skip

    def _shown(self, cover: Cover, layer: Array, now_s: float, outside: float) -> Array | None:
        place = cover.place(now_s)
        if place is None:
            return None
        width, height = self.camera.size
        x, y = self.camera.project(np.array([[*place, 40.0]]))[0]
        left, top = round(layer.shape[1] / 2 - x), round(layer.shape[0] / 2 - y)
        if left <= -width or top <= -height or left >= layer.shape[1] or top >= layer.shape[0]:
            return None
        part = layer[max(0, top) : max(0, top + height), max(0, left) : max(0, left + width)]
        if part.shape[:2] == (height, width):
            return part
        whole = np.full((height, width, 3), outside, np.float32)
        down, right = max(0, -top), max(0, -left)
        whole[down : down + part.shape[0], right : right + part.shape[1]] = part
        return whole

    def _over(self, picture: Frame, now_s: float) -> Frame:
        shift = self._shift(now_s)
        covered = any(cover.place(now_s) is not None for cover in self.covers)
        if not (covered or self.flicker or self.lamps or shift.any()):
            return picture
        light = (picture.astype(np.float32) / 255) ** 2
        for cover in self.covers:
            gain = self._shown(cover, cover.gain, now_s, 1.0)
            added = self._shown(cover, cover.light, now_s, 0.0)
            if gain is not None and added is not None:
                light = light * gain + added
        light *= self._brightness(now_s)
        if np.abs(shift).max() > 0.01:
            move = np.array([[1, 0, shift[0]], [0, 1, shift[1]]])
            light = np.asarray(cv2.warpAffine(light, move, self.camera.size, borderMode=cv2.BORDER_REPLICATE))
        return np.clip(np.sqrt(np.maximum(light, 0)) * 255 + 0.5, 0, 255).astype(np.uint8)

    def _brightness(self, now_s: float) -> Array:
        level = float(np.interp(now_s, *zip(*self.lamps, strict=True))) if self.lamps else 1.0
        slope = np.linspace(-1, 1, self.camera.size[0], dtype=np.float32) * np.float32(self.slant * (1 - level))
        wave = 1 + self.flicker * math.sin(2 * math.pi * 7.3 * now_s)
        return np.asarray((level + slope)[None, :, None] * np.float32(wave), np.float32)

    def _shift(self, now_s: float) -> Matrix:
        shift = np.zeros(2)
        for at_s, strength in self.knocks:
            if now_s > at_s:
                fade = math.exp(-(now_s - at_s) / 0.08)
                shift += strength * fade * np.array([math.sin(70 * (now_s - at_s)), math.cos(53 * (now_s - at_s))])
        for at_s, x, y in self.pushes:
            share = min(1.0, max(0.0, (now_s - at_s) / 0.2))
            shift += np.array([x, y]) * share
        return np.where(np.abs(shift) < 0.02, 0, shift)


@lru_cache(maxsize=16)
def _picture(dice_set: str, lamp: str, seed: int, size: tuple[int, int]) -> DeskPicture:
    """The empty tray is drawn once for many films."""
    return DeskPicture(desk_camera(size), desk_tray(dice_set, seed), desk_light(lamp), seed)


@lru_cache(maxsize=32)
def _empty(dice_set: str, lamp: str, seed: int, size: tuple[int, int]) -> Frame:
    return _picture(dice_set, lamp, seed, size).frame((), (), 0.0)


def _draw_cube(picture: Frame, camera: Camera, die: PlacedDie) -> None:
    """Shadow, sides and top with a blot on each, a different one for every face."""
    corners = die.corners()
    ground = corners + np.array([9.0, -6.0, 0.0]) * (corners[:, 2:3] / 16.0)
    ground[:, 2] = 0
    shadow = outline(camera.project(np.concatenate([ground, corners * [1, 1, 0]])))
    left, top, width, height = cv2.boundingRect(shadow >> 4)
    window = picture[max(0, top) : max(0, top + height + 1), max(0, left) : max(0, left + width + 1)]
    if not window.size:
        return
    dark = window.copy()
    cv2.fillConvexPoly(dark, shadow - np.array([max(0, left), max(0, top)]) * 16, (0, 0, 0), cv2.LINE_AA, 4)
    cv2.addWeighted(window, 0.6, dark, 0.4, 0, dst=window)
    view = camera.position - die.position
    normals = NORMALS @ die.turn.T
    body = np.array(die.design.body.colour, np.float64)
    for face in np.argsort(normals @ view):
        if normals[face] @ view <= 0:
            continue
        light = 0.45 + 0.55 * max(0.0, float(normals[face] @ np.array([-0.35, 0.25, 0.9])))
        colour = tuple(float(c) for c in body * light)
        quad = camera.project(die.face_corners(int(face)))
        cv2.fillConvexPoly(picture, np.rint(quad * 16).astype(np.int32), colour, cv2.LINE_AA, 4)
        blot = quad.mean(axis=0) + (quad - quad.mean(axis=0)) * (0.35 + 0.06 * face)
        ink = tuple(float(c) for c in (255 - body) * light * (0.3 + 0.1 * face))
        cv2.fillConvexPoly(picture, np.rint(blot * 16).astype(np.int32), ink, cv2.LINE_AA, 4)


def _running(motions: Sequence[Motion], now_s: float) -> Motion:
    begun = [motion for motion in motions if motion.start_s <= now_s]
    return begun[-1] if begun else motions[0]


def hand_cover(camera: Camera, rng: Random, keys: Sequence[tuple[float, float, float]]) -> Cover:
    """A hand of random size, skin and sleeve that reaches in from where its path begins."""
    eighth = round(math.atan2(keys[0][2], keys[0][1]) / (math.pi / 4)) % 8
    return Cover(*_hand_layers(camera.size, eighth, int(rng.integers(2))), tuple(keys))


@lru_cache(maxsize=24)
def _hand_layers(size: tuple[int, int], eighth: int, pose: int) -> tuple[Array, Array]:
    """What a hand that comes from that eighth of the circle lets through and adds; it is drawn once for many films."""
    camera, rng = desk_camera(size), np.random.default_rng([pose, eighth, 17])
    hand = replace(random_hand(rng, 0.0, 0.0, 40.0), turn_rad=eighth * math.pi / 4 + math.pi)
    width, height = size
    x, y = camera.project(np.array([[0.0, 0.0, 40.0]]))[0]
    wide = camera.window((3 * width, 3 * height), x - 1.5 * width, y - 1.5 * height)
    layers = []
    for level in (0.0, 1.0):
        canvas = np.full((3 * height, 3 * width, 3), level, np.float32)
        draw_hand(canvas, wide, hand, desk_light("day"), np.random.default_rng(1))
        layers.append(canvas)
    return layers[1] - layers[0], layers[0]


def cup_cover(camera: Camera, rng: Random, keys: Sequence[tuple[float, float, float]]) -> Cover:
    """A round dice cup seen from above."""
    width, height = camera.size
    radius = float(rng.uniform(34, 44)) * camera.focal_px / camera.depth(np.zeros(3))
    gain = np.ones((3 * height, 3 * width, 3), np.float32)
    light = np.zeros_like(gain)
    middle = (round(1.5 * width), round(1.5 * height))
    shadow = (middle[0] + round(0.3 * radius), middle[1] + round(0.2 * radius))
    cv2.circle(gain, shadow, round(1.05 * radius), (0.55,) * 3, -1)
    gain = cv2.GaussianBlur(gain, (0, 0), 2.5)
    cv2.circle(gain, middle, round(radius), (0.0,) * 3, -1)
    colour = rng.uniform(0.02, 0.35, 3)
    cv2.circle(light, middle, round(radius), tuple(float(c) for c in colour), -1)
    cv2.circle(light, middle, round(0.86 * radius), tuple(float(c) * 0.6 for c in colour), -1)
    return Cover(np.asarray(gain, np.float32), np.asarray(light, np.float32), tuple(keys), is_cup=True)


def empty_film(
    kind: str, dice_set: str, seed: int, design: DieDesign, size: tuple[int, int] = SIZE
) -> tuple[Film, Random]:
    """A film of an empty tray, and the generator that draws what happens in it."""
    rng = np.random.default_rng([seed, 91, *kind.encode()])
    lamp = str(rng.choice(list(LAMPS)))
    film = Film(kind, dice_set, desk_camera(size), desk_tray(dice_set, seed % 4), lamp, design, seed, [])
    film.fps = float(rng.choice([10, 15, 15, 20, 30]))
    film.flicker = float(rng.choice([0.0, 0.0, 0.01, 0.03]))
    return film, rng


def free_place(film: Film, rng: Random, others: Sequence[PlacedDie], touching: float = 0.1) -> PlacedDie:
    """Where one more die may come to rest, with an even face."""
    placer = Placer(rng, film.tray, (100.0, 70.0))
    placer.dice.extend(others)
    face, kind = int(rng.integers(6)), float(rng.random())
    if kind < touching:
        return placer.touching(film.design, face)
    return placer.at_rim(film.design, face) if kind < 2 * touching else placer.scattered(film.design, face)
