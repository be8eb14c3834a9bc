"""What a picture shows, as data, and scenes drawn at random for every condition that a reader must cope with."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from vision.dice_sets import dice_set as dice_set_named
from vision.render.camera_model import Camera, looking_down
from vision.render.clutter import Thing, random_litter, random_thing
from vision.render.designs import DieDesign, die_design
from vision.render.families import Families
from vision.render.hand import Hand, random_hand
from vision.render.light import Light, random_light, scaled
from vision.render.palette import near
from vision.render.placing import Placer, SceneDie, tilt_of
from vision.render.polyhedron import OddDie, random_odd_die
from vision.render.sensor import Sensor, random_sensor
from vision.render.tray import Tray, random_tray

Random = np.random.Generator
Condition = Literal[
    "normal", "touching", "rim", "cocked", "stacked", "dim", "bright", "glare", "hard_shadow", "hand", "moving", "blur",
    "outside", "foreign", "low_contrast", "oblique", "any",
]  # fmt: skip
CONDITIONS: tuple[Condition, ...] = (
    "normal", "touching", "rim", "cocked", "stacked", "dim", "bright", "glare", "hard_shadow", "hand", "moving", "blur",
    "outside", "foreign", "low_contrast", "oblique",
)  # fmt: skip


LITTERED = 0.35
"""Share of the trays with litter among the pictures that are learnt from."""


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """Everything that a picture shows.

    Attributes:
        camera: for a picture 1280 wide and 960 high; `render` scales it.
        tray: and desk.
        light: that falls on them, exposure and white balance of the camera included.
        sensor: how the camera records; lengths in pixels of a picture 1280 wide.
        dice: in the order in which they were put down, dice that do not belong included.
        things: that are no dice.
        hand: over the tray, or None.
        seed: of lint and noise.
        condition: what the scene was drawn for.
        odd_dice: dice with 4 to 20 sides that do not belong to the game.
    """

    camera: Camera
    tray: Tray
    light: Light
    sensor: Sensor
    dice: tuple[SceneDie, ...]
    things: tuple[Thing, ...]
    hand: Hand | None
    seed: int
    condition: str
    odd_dice: tuple[OddDie, ...] = ()


def random_scene(
    rng: Random,
    dice_set: str,
    condition: str = "normal",
    families: Families = "train",
    design: DieDesign | None = None,
    count: int | None = None,
) -> Scene:
    """A scene of that condition.

    Args:
        rng: decides everything that is not given.
        dice_set: `or`, `wuerfelspiel`, `pips`, or "invented" for unknown art.
        condition: one of CONDITIONS, or "any" for a mixture in which half are normal.
        families: of artwork, trays, linings and lamps.
        design: the die of which all are copies; drawn from the families by default.
        count: how many dice of the set; as many as belong to it by default (1 to 6 where any number does).
    """
    kind = _mixed(rng) if condition == "any" else condition
    die = design or die_design(dice_set, rng, families)
    designs = _copies(rng, dice_set, die, design is not None, count, families)
    camera, view_mm = _camera(rng, die.body.edge_mm, kind)
    tray = _tray(rng, families, view_mm, die, kind)
    dice = _dice(rng, tray, designs, kind, view_mm, families)
    for _ in range(10):
        if _all_in_view(camera, dice):
            break
        dice = _dice(rng, tray, designs, kind, view_mm, families)
    light = _light(rng, families, kind)
    sensor = _sensor(rng, kind)
    things = _things(rng, tray, view_mm, kind, dice)
    hand = _hand(rng, dice) if kind == "hand" else None
    if families == "train":
        things += _litter(rng, tray, dice)
        hand = _any_hand(rng, hand)
    odd = _odd_dice(rng, tray, dice) if kind == "foreign" else ()
    return Scene(camera, tray, light, sensor, dice, things, hand, int(rng.integers(1 << 31)), kind, odd)


def _all_in_view(camera: Camera, dice: tuple[SceneDie, ...]) -> bool:
    corners = camera.project(np.concatenate([die.placed.corners() for die in dice])) if dice else np.ones((1, 2))
    return bool((corners > 2).all() and (corners < np.array(camera.size) - 3).all())


def _mixed(rng: Random) -> str:
    return "normal" if rng.random() < 0.4 else CONDITIONS[int(rng.integers(len(CONDITIONS)))]


def _copies(
    rng: Random, dice_set: str, die: DieDesign, fixed: bool, count: int | None, families: Families
) -> list[DieDesign]:
    number = count
    if number is None:
        own = None if dice_set == "invented" else dice_set_named(dice_set).count
        number = own if own is not None else int(rng.integers(1, 7) if rng.random() < 0.85 else rng.integers(7, 15))
    copies = [die] * number
    if dice_set == "pips" and not fixed and rng.random() < 0.4:
        copies = [
            die if rng.random() < 0.5 else _same_size(die_design("pips", rng, families), die, rng) for _ in copies
        ]
    return copies


def _same_size(design: DieDesign, like: DieDesign, rng: Random) -> DieDesign:
    edge = like.body.edge_mm * float(rng.uniform(0.8, 1.2)) if rng.random() < 0.5 else like.body.edge_mm
    return replace(design, body=replace(design.body, edge_mm=edge))


def _camera(rng: Random, edge_mm: float, kind: str) -> tuple[Camera, float]:
    """A camera that shows a die 40 to 115 pixels wide, and the width in mm that it shows."""
    size_px = float(np.clip(rng.lognormal(math.log(72), 0.25), 40, 115))
    view = 1280 * edge_mm / size_px
    height = float(np.clip(view * rng.uniform(0.95, 1.7), 250, 620))
    tilt = float(rng.uniform(20, 45)) if kind == "oblique" else abs(float(rng.normal(0, 5)))
    camera = looking_down(
        (1280, 960),
        view,
        height,
        tilt if kind == "oblique" else min(tilt, 15),
        float(rng.uniform(0, 360)) if kind != "oblique" else float(rng.uniform(240, 300)),
        float(rng.normal(0, 6)) + float(rng.choice([0, 0, 0, 90, 180])),
        (float(rng.normal(0, 0.03)) * view, float(rng.normal(0, 0.03)) * view),
        float(rng.uniform(-0.05, 0.12)),
    )
    return camera, view


def _tray(rng: Random, families: Families, view_mm: float, die: DieDesign, kind: str) -> Tray:
    width = view_mm * float(rng.uniform(0.62, 1.05))
    depth = min(width, view_mm * 0.75 * float(rng.uniform(0.7, 1.02)))
    least = die.body.edge_mm * 5.5
    bare = None if rng.random() < 0.7 else False
    if kind in ("outside", "rim"):
        bare, width, depth = False, min(width, view_mm * 0.72), min(depth, view_mm * 0.5)
    tray = random_tray(rng, families, max(width, least), max(depth, least), bare)
    if kind != "low_contrast":
        return tray
    alike = [tray] + [random_tray(rng, families, max(width, least), max(depth, least), bare) for _ in range(7)]
    return min(alike, key=lambda t: _contrast(t, die))


def _contrast(tray: Tray, die: DieDesign) -> float:
    from vision.render.textures import tile

    ground = tile(tray.lining.name, tray.lining.variant)[::32, ::32].reshape(-1, 3).mean(axis=0)
    return float(np.abs(ground - np.array(die.body.colour)).sum())


def _dice(
    rng: Random, tray: Tray, designs: list[DieDesign], kind: str, view_mm: float, families: Families
) -> tuple[SceneDie, ...]:
    placer = Placer(rng, tray, (view_mm * 0.42, view_mm * 0.31))
    faces = [int(f) for f in rng.integers(0, 6, len(designs))]
    odd = int(rng.integers(1, len(designs) + 1)) if kind in ("cocked", "stacked", "moving", "outside") else 0
    dice = []
    for number, (design, face) in enumerate(zip(designs, faces, strict=True)):
        last = number >= len(designs) - odd
        dice.append(_put(rng, placer, design, face, kind, last, number))
    if kind == "foreign":
        dice.extend(_foreign(rng, placer, designs[0], families) for _ in range(int(rng.integers(1, 4))))
    return tuple(dice)


def _put(rng: Random, placer: Placer, design: DieDesign, face: int, kind: str, last: bool, number: int) -> SceneDie:
    """Put down one die as the condition wants it; `last` marks the dice that carry the difficulty."""
    if kind == "cocked" and last:
        tilt = math.radians(float(rng.uniform(9, 40)))
        on_die = number > 0 and rng.random() < 0.5
        put = placer.leaning(design, face, tilt) if on_die else placer.at_rim(design, face, tilt)
        return SceneDie(put, "tilted" if tilt_of(put) > 3 else "flat")  # where nothing is to lean on it lies flat
    if kind == "stacked" and last and number > 0:
        return SceneDie(placer.stacked(design, face), "stacked")
    if kind == "moving" and last:
        length, direction = float(rng.uniform(8, 70)), float(rng.uniform(0, 180))
        return SceneDie(placer.rolling(design), "rolling", True, length, direction)
    if kind == "outside" and last:
        return SceneDie(placer.outside(design, face), "flat", False)
    if kind == "touching" or (kind != "rim" and rng.random() < 0.12):
        return SceneDie(placer.touching(design, face))
    if kind == "rim" or rng.random() < 0.12:
        return SceneDie(placer.at_rim(design, face))
    return SceneDie(placer.scattered(design, face))


def _odd_dice(rng: Random, tray: Tray, dice: tuple[SceneDie, ...]) -> tuple[OddDie, ...]:
    """None to three dice with 4 to 20 sides, where there is room."""
    reach = (90.0, 60.0) if tray.is_bare else tuple(0.7 * np.abs(tray.floor).max(axis=0))
    found: list[OddDie] = []
    for _ in range(int(rng.integers(0, 4))):
        x, y = (float(rng.uniform(-limit, limit)) for limit in reach)
        edge = dice[0].placed.edge_mm
        lying = [d.placed.position for d in dice] + [d.position for d in found]
        if all(np.hypot(x - p[0], y - p[1]) > 1.9 * edge for p in lying):
            found.append(random_odd_die(rng, x, y, edge))
    return tuple(found)


def _foreign(rng: Random, placer: Placer, like: DieDesign, families: Families) -> SceneDie:
    name = str(rng.choice(["pips", "blank", "invented", "or"]))
    design = die_design(name, rng, families)
    edge = like.body.edge_mm * float(rng.uniform(0.55, 1.25))
    design = replace(design, body=replace(design.body, edge_mm=edge))
    return SceneDie(placer.scattered(design, int(rng.integers(6))), foreign=True)


def _light(rng: Random, families: Families, kind: str) -> Light:
    direct = {"glare": 1.35, "hard_shadow": 1.35}.get(kind, 1.0)
    light = random_light(rng, families, direct)
    if kind == "hard_shadow":
        light = Light(tuple(replace(lamp, radius_mm=lamp.radius_mm * 0.3) for lamp in light.lamps), light.ambient)
    stops = {"dim": rng.uniform(-4.0, -2.2), "bright": rng.uniform(0.2, 0.9), "glare": rng.uniform(0.3, 1.2)}.get(
        kind, rng.normal(-0.25, 0.25)
    )
    balance = 2.0 ** (rng.normal(0, 0.07, 3) + float(stops)) / np.maximum(light.total(), 0.05) ** rng.uniform(0.75, 1.0)
    return scaled(light, (float(balance[0]), float(balance[1]), float(balance[2])))


def _sensor(rng: Random, kind: str) -> Sensor:
    sensor = random_sensor(rng)
    if kind == "blur":
        if rng.random() < 0.5:
            return replace(sensor, shake=(float(rng.uniform(8, 40)), float(rng.uniform(0, 180))))
        return replace(sensor, blur_px=float(rng.uniform(3.5, 9)))
    if kind == "dim":
        return replace(sensor, noise=sensor.noise * 2 + 2)
    return sensor


def _things(rng: Random, tray: Tray, view_mm: float, kind: str, dice: tuple[SceneDie, ...]) -> tuple[Thing, ...]:
    things = []
    if kind == "foreign":
        reach = (60.0, 45.0) if tray.is_bare else tuple(0.6 * np.abs(tray.floor).max(axis=0))
        for _ in range(int(rng.integers(0, 3))):
            x, y = (float(rng.uniform(-limit, limit)) for limit in reach)
            thing = random_thing(rng, x, y, 0.0, small=True)
            room = 0.5 * thing.length_mm + 0.8 * dice[0].placed.edge_mm if dice else 0.0
            if all(np.hypot(x - d.placed.position[0], y - d.placed.position[1]) > room for d in dice):
                things.append(thing)
    for _ in range(int(rng.choice([0, 1, 2, 3], p=[0.5, 0.25, 0.15, 0.1]))):
        angle = float(rng.uniform(0, 2 * math.pi))
        thing = random_thing(rng, 0.0, 0.0, tray.desk_mm)
        edge = 0.25 * view_mm if tray.is_bare else float(np.hypot(*tray.outer.T).max())
        away = max(edge, 0.42 * view_mm) + thing.length_mm * float(rng.uniform(0.5, 0.8))
        things.append(replace(thing, x=math.cos(angle) * away, y=math.sin(angle) * away))
    return tuple(things)


def _litter(rng: Random, tray: Tray, dice: tuple[SceneDie, ...]) -> tuple[Thing, ...]:
    """Now and then a few threads, beads and pictures in the tray, where no die lies."""
    found: list[Thing] = []
    reach = (80.0, 55.0) if tray.is_bare else tuple(0.75 * np.abs(tray.floor).max(axis=0))
    for _ in range(int(rng.integers(1, 5)) if rng.random() < LITTERED else 0):
        thing = random_litter(rng, *(float(rng.uniform(-limit, limit)) for limit in reach))
        if all(np.hypot(*(die.placed.position[:2] - (thing.x, thing.y))) > thing.length_mm + 10 for die in dice):
            found.append(thing)
    return tuple(found)


def _any_hand(rng: Random, hand: Hand | None) -> Hand | None:
    """The hand with a skin of its own, every fourth with a bare arm."""
    if hand is None:
        return None
    skin = near(rng, hand.skin, 24)
    return replace(hand, skin=skin, sleeve=skin if rng.random() < 0.25 else hand.sleeve)


def _hand(rng: Random, dice: tuple[SceneDie, ...]) -> Hand:
    die = dice[int(rng.integers(len(dice)))].placed
    x, y = die.position[:2] + rng.normal(0, 18, 2)
    hand = random_hand(rng, float(x), float(y), float(rng.uniform(15, 70)))
    beyond = float(rng.uniform(0, 90))
    return replace(hand, x=hand.x + math.cos(hand.turn_rad) * beyond, y=hand.y + math.sin(hand.turn_rad) * beyond)
