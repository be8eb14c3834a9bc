"""One die on a small picture, fast: what the classifier is trained on."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Frame, Point
from vision.render.arrays import Array
from vision.render.camera_model import Camera, looking_down
from vision.render.designs import DieDesign, FaceDesign, die_of, random_body
from vision.render.die_shading import Surroundings, draw_die
from vision.render.families import Families, Kind, members
from vision.render.free_tiles import FREE, VARIANTS
from vision.render.layers import paint, smeared
from vision.render.light import Light, random_light, scaled
from vision.render.palette import contrasting, pick_body
from vision.render.placing import resting_turn, tilted
from vision.render.rounded_die import LINEAR, NORMALS, PlacedDie
from vision.render.sensor import Sensor, random_sensor, record
from vision.render.shadows import darken
from vision.render.textures import TILE_MM, TILE_PX, tile
from vision.render.tray import FREE_SHARE

Random = np.random.Generator
Quad = tuple[Point, Point, Point, Point]


@dataclass(frozen=True, slots=True)
class PatchFlags:
    """What is the matter with a patch; all False or 0 for a good one.

    Attributes:
        tilt_deg: of the die against the floor.
        moving: True if the die is blurred by its own motion.
        blur_px: standard deviation of the lens blur in pixels of the patch.
        glare: share of the top face that is overexposed, 0 to 1.
        dark: True if the top face is hardly brighter than black.
        covered: share of the top face that a neighbour or something else hides, 0 to 1.
    """

    tilt_deg: float = 0.0
    moving: bool = False
    blur_px: float = 0.0
    glare: float = 0.0
    dark: bool = False
    covered: float = 0.0

    @property
    def readable(self) -> bool:
        """True if a person could read the face and it should count."""
        ok = self.tilt_deg < 6 and not self.moving and not self.dark
        return ok and self.glare < 0.35 and self.covered < 0.15


def render_patch(
    rng: Random,
    design: DieDesign | FaceDesign,
    face: str,
    px: int = 96,
    families: Families = "train",
    condition: str = "any",
) -> tuple[Frame, Quad, PatchFlags]:
    """A die with that face up on a square picture of its own.

    Args:
        rng: decides everything that is not given.
        design: the die, or a single face to be put on a body of random colour.
        face: name of the face that is up.
        px: edge of the picture; the die's edge is 0.42 to 0.62 of it, and it lies off the middle by up to 0.08.
        families: of lining and lamp.
        condition: "any" mixes ordinary (0.8) and difficult pictures, "normal" gives ordinary ones only; "cocked",
            "moving", "blur", "glare", "dim" and "covered" ask for one difficulty.

    Returns:
        The picture, the corners of the top face clockwise from the upper left of its art, and what is the matter.
    """
    die_design = design if isinstance(design, DieDesign) else _on_any_body(rng, design)
    trouble = _trouble(rng, condition)
    die = _placed(rng, die_design, face, trouble)
    camera = _camera(rng, die, px)
    light = _exposed(rng, families, trouble)
    canvas, floor = _ground(rng, px, camera, light, families)
    neighbours = _neighbours(rng, die)
    darken(canvas, camera, [die, *neighbours], light)
    order = sorted([*neighbours, die], key=lambda d: -float(np.linalg.norm(d.position - camera.position)))
    hidden = _draw_all(rng, canvas, camera, order, die, Surroundings(light, floor), trouble)
    sensor = random_sensor(rng, scale=px / 140)
    blur = float(rng.uniform(1.8, 4.5)) * px / 96 if trouble == "blur" else sensor.blur_px
    sensor = replace(sensor, blur_px=blur, vignette=0.0, banding=0.0)
    frame, glare, dark = _recorded(rng, canvas, sensor, camera, die)
    corners = camera.project(die.face_corners(die_design.index_of(face)))
    quad = tuple((float(x), float(y)) for x, y in corners)
    tilt = math.degrees(math.acos(min(1.0, float((die.turn @ NORMALS[die_design.index_of(face)])[2]))))
    flags = PatchFlags(tilt, trouble == "moving", blur, glare, dark, hidden)
    return frame, (quad[0], quad[1], quad[2], quad[3]), flags


def _trouble(rng: Random, condition: str) -> str:
    if condition == "any":
        kinds = ("cocked", "moving", "blur", "glare", "dim", "covered")
        return kinds[int(rng.integers(6))] if rng.random() < 0.2 else "normal"
    return condition


def _on_any_body(rng: Random, face: FaceDesign) -> DieDesign:
    ground = face.field_colour if face.field.any() else face.ink_colour
    return die_of("invented", [face] * 6, random_body(rng, contrasting(rng, ground)), rng)


def _placed(rng: Random, design: DieDesign, face: str, trouble: str) -> PlacedDie:
    turn = resting_turn(design.index_of(face), float(rng.uniform(0, 2 * math.pi)))
    angle = math.radians(float(rng.uniform(9, 32))) if trouble == "cocked" else abs(float(rng.normal(0, 0.006)))
    turn = tilted(turn, angle, float(rng.uniform(0, 2 * math.pi)))
    die = PlacedDie(design, np.zeros(3), turn)
    return PlacedDie(design, np.array([0.0, 0.0, -die.lowest_mm()]), turn)


def _camera(rng: Random, die: PlacedDie, px: int) -> Camera:
    """The camera stands off as for a die anywhere in a tray, so that side faces come into view."""
    height = float(rng.uniform(250, 600))
    off = float(rng.beta(1.2, 2.2)) * 26 if rng.random() < 0.9 else float(rng.uniform(20, 45))
    size = px * float(rng.uniform(0.42, 0.62))
    view = px * die.edge_mm / size * height / (height - die.edge_mm)
    camera = looking_down((px, px), view, height, off, float(rng.uniform(0, 360)), float(rng.uniform(0, 360)))
    seen = camera.project(die.face_corners(die.top).mean(axis=0)[None])[0]
    aim = np.array([px / 2, px / 2]) + rng.uniform(-0.08, 0.08, 2) * px
    return camera.window((px, px), seen[0] - aim[0], seen[1] - aim[1])


def _exposed(rng: Random, families: Families, trouble: str) -> Light:
    light = random_light(rng, families, 1.3 if trouble == "glare" else 1.0)
    stops = float(rng.normal(-0.35, 0.4))
    if trouble == "dim":
        stops = float(rng.uniform(-4.5, -2.5))
    if trouble == "glare":
        stops = float(rng.uniform(0.8, 2.2))
    balance = 2.0 ** (rng.normal(0, 0.1, 3) + stops) / np.clip(light.total(), 0.2, 3) ** float(rng.uniform(0.5, 1))
    return scaled(light, (float(balance[0]), float(balance[1]), float(balance[2])))


def _ground(rng: Random, px: int, camera: Camera, light: Light, families: Families) -> tuple[Array, Array]:
    """The lit floor below the die and its mean colour."""
    mm_per_px = camera.depth(np.zeros(3)) / camera.focal_px
    first = _sheet(rng, px, mm_per_px, "linings", families)
    if rng.random() < 0.22:
        second = _sheet(rng, px, mm_per_px, "rims" if rng.random() < 0.6 else "desks", families)
        _split(rng, first, second)
    level = LINEAR[first]
    floor = np.array(cv2.mean(level)[:3], np.float32)
    slope = rng.normal(0, 0.12, 2)
    ramp = np.linspace(-1, 1, px, dtype=np.float32)
    gradient = 1 + np.float32(slope[0]) * ramp[None, :] + np.float32(slope[1]) * ramp[:, None]
    return level * (light.total() * gradient[:, :, None]), floor


def _sheet(rng: Random, px: int, mm_per_px: float, kind: Kind, families: Families) -> NDArray[np.uint8]:
    names = members(kind, families)
    name, variant = names[int(rng.integers(len(names)))], int(rng.integers(3))
    if families == "train" and rng.random() < FREE_SHARE:
        name, variant = FREE, int(rng.integers(VARIANTS))
    texture = tile(name, variant)
    scale, angle = mm_per_px * TILE_PX / TILE_MM * float(rng.uniform(0.7, 1.3)), float(rng.uniform(0, 2 * math.pi))
    c, s = math.cos(angle) * scale, math.sin(angle) * scale
    x, y = rng.uniform(0, TILE_PX, 2)
    turn = np.array([[c, -s, x], [s, c, y]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(texture, turn, (px, px), flags=flags, borderMode=cv2.BORDER_WRAP), dtype=np.uint8)


def _split(rng: Random, first: NDArray[np.uint8], second: NDArray[np.uint8]) -> None:
    """A rim, wall or sheet that begins beside the die."""
    px = first.shape[0]
    angle, away = float(rng.uniform(0, 2 * math.pi)), float(rng.uniform(0.22, 0.45)) * px
    normal = np.array([math.cos(angle), math.sin(angle)])
    along = np.array([-normal[1], normal[0]])
    start = np.array([px / 2, px / 2]) + normal * away
    corners = [start - along * 2 * px, start + along * 2 * px, start + (along + normal) * 2 * px]
    corners.append(start + (normal - along) * 2 * px)
    mask = np.zeros((px, px), np.uint8)
    cv2.fillConvexPoly(mask, np.rint(np.array(corners) * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    dull = (second * float(rng.uniform(0.4, 1.0))).astype(np.uint8)
    cv2.copyTo(dull, mask, first)


def _neighbours(rng: Random, die: PlacedDie) -> list[PlacedDie]:
    """None, one or two dice beside it, often touching; mostly of the same kind."""
    found = []
    for _ in range(int(rng.choice([0, 1, 2], p=[0.6, 0.3, 0.1]))):
        turn = resting_turn(int(rng.integers(6)), float(rng.uniform(0, 2 * math.pi)))
        side = float(rng.integers(4)) * math.pi / 2 + math.atan2(die.turn[1, 0], die.turn[0, 0])
        gap = 1.0 + float(rng.exponential(0.12)) if rng.random() < 0.5 else float(rng.uniform(1.42, 1.7))
        if gap < 1.4:
            turn = resting_turn(int(rng.integers(6)), side)
        slide = float(rng.uniform(-0.5, 0.5))
        out = np.array([math.cos(side), math.sin(side), 0.0])
        along = np.array([-out[1], out[0], 0.0])
        place = die.position * np.array([1, 1, 0]) + (out * gap + along * slide) * die.edge_mm
        place[2] = die.edge_mm / 2
        found.append(PlacedDie(die.design, place, turn))
    return (
        found[:1] if len(found) == 2 and np.linalg.norm(found[0].position - found[1].position) < die.edge_mm else found
    )


def _draw_all(
    rng: Random,
    canvas: Array,
    camera: Camera,
    order: list[PlacedDie],
    die: PlacedDie,
    around: Surroundings,
    trouble: str,
) -> float:
    """Draw the dice from far to near; returns the share of the die's top face that ends up hidden."""
    top: NDArray[np.bool_] | None = None
    whole = 0
    for one in order:
        others = tuple(other for other in order if other is not one)
        layer = draw_die(camera, one, Surroundings(around.light, around.floor, neighbours=others))
        if layer is None:
            continue
        if one is die and trouble == "moving":
            layer = smeared(layer, float(rng.uniform(0.12, 0.6)) * canvas.shape[0], float(rng.uniform(0, 180)), camera)
        paint(canvas, layer)
        left, up, width, height = layer.window
        if one is die:
            top = np.zeros(canvas.shape[:2], np.bool_)
            top[up : up + height, left : left + width] = layer.top
            whole = int(top.sum())
        elif top is not None:
            top[up : up + height, left : left + width] &= layer.coverage < 0.5
    if top is None:
        return 1.0
    if trouble == "covered":
        _cover(rng, canvas, top)
    return 1.0 - float(top.sum()) / max(1, whole)


def _cover(rng: Random, canvas: Array, top: NDArray[np.bool_]) -> None:
    """A finger or a sleeve over part of the die; clears what it hides from `top`."""
    px = canvas.shape[0]
    mask = np.zeros((px, px), np.uint8)
    angle = float(rng.uniform(0, 2 * math.pi))
    tip = np.array([px / 2, px / 2]) + rng.uniform(-0.22, 0.22, 2) * px
    far = tip + np.array([math.cos(angle), math.sin(angle)]) * 2 * px
    width = int(px * float(rng.uniform(0.25, 0.5)))
    ends = np.rint(np.array([tip, far]) * 16).astype(int)
    cv2.line(mask, tuple(ends[0]), tuple(ends[1]), 255, width, cv2.LINE_AA, 4)
    soft = cv2.GaussianBlur(mask, (0, 0), 1.0).astype(np.float32)[:, :, None] / 255
    round_shade = cv2.GaussianBlur(mask, (0, 0), width / 3).astype(np.float32)[:, :, None] / 255
    skin = LINEAR[np.array(pick_body(rng) if rng.random() < 0.3 else (120, 150, 205), np.uint8)]
    canvas *= 1 - soft
    canvas += soft * skin * round_shade * float(rng.uniform(0.4, 1.0))
    top &= mask < 128


def _recorded(rng: Random, canvas: Array, sensor: Sensor, camera: Camera, die: PlacedDie) -> tuple[Frame, float, bool]:
    """The picture, the share of the top face that is overexposed, and whether it is too dark."""
    frame = record(canvas, sensor, rng)
    mask = np.zeros(frame.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.rint(camera.project(die.face_corners(die.top))).astype(np.int32), 255)
    face = frame[mask > 0]
    if not len(face):
        return frame, 0.0, True
    glare = float((face.min(axis=1) >= 250).mean())
    return frame, glare, bool(np.percentile(face.max(axis=1), 80) < 28)
