"""From a scene to its picture and to the truth about its dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Frame, Point
from vision.render.arrays import floats
from vision.render.backdrop import Backdrop, draw_backdrop
from vision.render.camera_model import Camera, Matrix
from vision.render.clutter import draw_things
from vision.render.die_shading import Surroundings, draw_die
from vision.render.hand import draw_hand
from vision.render.layers import paint, smeared
from vision.render.placing import Rest, SceneDie
from vision.render.polyhedron import draw_odd_die
from vision.render.rounded_die import NORMALS, Layer, PlacedDie
from vision.render.scene import Scene
from vision.render.sensor import record
from vision.render.shadows import darken
from vision.render.tray import Tray


@dataclass(frozen=True, slots=True)
class TrueDie:
    """What is true of a die in a picture; the same words and meanings as in a truth file of labelled frames.

    Attributes:
        face: name of the face that looks up the most.
        centre: middle of the top face in pixels.
        quad: its corners, clockwise as seen in the picture, from the upper left of its art.
        size: mean length of its edges in pixels.
        readable: True if a person could read it and it should count.
        rest: "flat", "tilted", "stacked" or "rolling".
        in_tray: False if it lies on the desk or on the rim.
        moving: True if it was moving.
        visible: share of the top face that can be seen, 0 to 1.
    """

    face: str
    centre: Point
    quad: tuple[Point, Point, Point, Point]
    size: float
    readable: bool
    rest: Rest
    in_tray: bool
    moving: bool
    visible: float


def render(scene: Scene, size: tuple[int, int] = (1280, 960)) -> tuple[Frame, tuple[TrueDie, ...]]:
    """The picture of a scene and the truth about the dice of its set (foreign dice and things are left out).

    Args:
        scene: what to draw.
        size: width and height of the picture in pixels.

    Returns:
        The frame and one `TrueDie` for each die, in the order of the scene.
    """
    camera, scale = scene.camera.scaled(size), size[0] / 1280
    frame, seen = dice_seen(scene, size)
    blur_px = (scene.sensor.blur_px + scene.sensor.shake[0] / 3) * scale
    return frame, tuple(
        true_die(frame, camera, die, seen[number], blur_px) for number, die in enumerate(scene.dice) if not die.foreign
    )


def dice_seen(scene: Scene, size: tuple[int, int] = (1280, 960)) -> tuple[Frame, list[float]]:
    """The picture of a scene and the share of each die's top face that can be seen, foreign dice included."""
    camera = scene.camera.scaled(size)
    rng = np.random.default_rng(scene.seed)
    backdrop = draw_backdrop(camera, scene.tray, scene.light, rng)
    scale = size[0] / 1280
    seen = dice_over(backdrop, camera, scene, scale, rng)
    sensor = replace(scene.sensor, blur_px=scene.sensor.blur_px * scale)
    sensor = replace(sensor, shake=(scene.sensor.shake[0] * scale, scene.sensor.shake[1]))
    return record(backdrop.light, sensor, rng, camera.middle), seen


def dice_over(backdrop: Backdrop, camera: Camera, scene: Scene, scale: float, rng: np.random.Generator) -> list[float]:
    """Draw things, dice and hand over the backdrop; returns how much of each die's top face can be seen."""
    canvas, light = backdrop.light, scene.light
    before = canvas.copy() if backdrop.front is not None else None
    placed = [die.placed for die in scene.dice]
    inside = [d.placed for d in scene.dice if d.in_tray or scene.tray.is_bare]
    outside = [d.placed for d in scene.dice if not (d.in_tray or scene.tray.is_bare)]
    darken(canvas, camera, inside, light, 0.0, backdrop.shares)
    if outside:
        darken(canvas, camera, outside, light, scene.tray.desk_mm, backdrop.desk_shares)
    draw_things(canvas, camera, scene.things, light)
    darken(canvas, camera, scene.odd_dice, light, 0.0, backdrop.shares)
    for odd in scene.odd_dice:
        layer = draw_odd_die(camera, odd, light)
        if layer is not None:
            paint(canvas, layer)
    owner = np.zeros(canvas.shape[:2], np.uint8)
    whole = [0.0] * len(placed)
    far_first = sorted(range(len(placed)), key=lambda i: -float(np.linalg.norm(placed[i].position - camera.position)))
    for i in far_first:
        layer = draw_die(camera, placed[i], _around(scene, i, backdrop))
        if layer is None:
            continue
        whole[i] = _top_area(camera, placed[i], layer)
        die = scene.dice[i]
        if die.motion_px * scale > 1:
            layer = smeared(layer, die.motion_px * scale, die.motion_deg, camera)
        paint(canvas, layer)
        _own(owner, layer, i + 1)
    if backdrop.front is not None and before is not None:
        within = cv2.bitwise_and(backdrop.front, _near_dice(owner.shape, camera, inside))
        cv2.copyTo(before, within, canvas)
        owner[within > 0] = 0
    if scene.hand is not None:
        owner[draw_hand(canvas, camera, scene.hand, light, rng) > 0] = 0
    counts = np.bincount(owner.ravel(), minlength=len(placed) + 1)
    return [min(1.0, float(counts[i + 1]) / whole[i]) if whole[i] else 0.0 for i in range(len(placed))]


def _around(scene: Scene, i: int, backdrop: Backdrop) -> Surroundings:
    die = scene.dice[i].placed
    near = [
        other.placed
        for k, other in enumerate(scene.dice)
        if k != i and np.linalg.norm(other.placed.position - die.position) < 3.5 * die.edge_mm
    ]
    in_tray = scene.dice[i].in_tray and not scene.tray.is_bare
    floor_mm = float(die.position[2] + die.lowest_mm()) if not in_tray else 0.0
    return Surroundings(
        scene.light,
        backdrop.floor_colour,
        floor_mm,
        near,
        _openness(scene.tray, die.position) if in_tray else 1.0,
        scene.tray.lit if in_tray else None,
    )


def _openness(tray: Tray, position: Matrix) -> float:
    gap = float(tray.wall_distance(floats(position[:1]), floats(position[1:2]))[0])
    return 0.72 + 0.28 * float(np.clip(gap / (1.5 * tray.height_mm), 0, 1))


def _own(owner: NDArray[np.uint8], layer: Layer, number: int) -> None:
    left, top, width, height = layer.window
    region = owner[top : top + height, left : left + width]
    region[layer.coverage > 0.5] = 0
    region[layer.top] = number


def _near_dice(shape: tuple[int, ...], camera: Camera, dice: Sequence[PlacedDie]) -> NDArray[np.uint8]:
    mask = np.zeros(shape, np.uint8)
    for die in dice:
        hull = cv2.convexHull(np.rint(camera.project(die.corners(0.75))).astype(np.int32))
        cv2.fillConvexPoly(mask, hull, 255)
    return mask


def _top_area(camera: Camera, die: PlacedDie, layer: Layer) -> float:
    """Pixels of the top face if nothing hid it, what lies outside the picture included."""
    corners = camera.project(die.face_corners(die.top)).astype(np.float32)
    width, height = camera.size
    picture = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    seen, _ = cv2.intersectConvexConvex(corners, picture)
    return float(layer.top.sum()) * abs(cv2.contourArea(corners)) / max(1.0, seen)


def true_die(frame: Frame, camera: Camera, die: SceneDie, visible: float, blur_px: float) -> TrueDie:
    """The truth about a die whose top face is visible to that share in a frame that is blurred so much."""
    placed = die.placed
    top = placed.top
    corners = camera.project(placed.face_corners(top))
    centre = camera.project((placed.position + placed.turn @ NORMALS[top] * placed.edge_mm / 2)[None])[0]
    edges = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    size = float(edges.mean())
    quad = [(float(x), float(y)) for x, y in corners]
    lying = die.rest == "flat" and die.in_tray and die.motion_px == 0 and visible > 0.8
    readable = lying and blur_px < 0.055 * size and _can_be_told(frame, corners)
    return TrueDie(
        face=placed.design.faces[top],
        centre=(float(centre[0]), float(centre[1])),
        quad=(quad[0], quad[1], quad[2], quad[3]),
        size=size,
        readable=readable,
        rest=die.rest,
        in_tray=die.in_tray,
        moving=die.motion_px > 0,
        visible=round(visible, 3),
    )


def _can_be_told(frame: Frame, corners: Matrix) -> bool:
    """False if the face is burnt out or drowned in the dark."""
    mask = np.zeros(frame.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.rint(corners).astype(np.int32), 255)
    x, y, width, height = cv2.boundingRect(np.rint(corners).astype(np.int32))
    x, y = max(0, x), max(0, y)
    part = frame[y : y + height, x : x + width][mask[y : y + height, x : x + width] > 0]
    if not len(part):
        return False
    burnt = float((part.min(axis=1) >= 250).mean())
    return burnt < 0.45 and float(np.percentile(part.max(axis=1), 85)) > 26
