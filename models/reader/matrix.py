"""The condition matrix: one factor changed at a time on a rig that is otherwise as usual."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from vision.render.camera_model import Camera, looking_down
from vision.render.clutter import random_thing
from vision.render.designs import DieDesign, die_design
from vision.render.families import Families
from vision.render.hand import random_hand
from vision.render.light import Lamp, Light, random_light, scaled, white_of
from vision.render.placing import Placer, SceneDie
from vision.render.polyhedron import random_odd_die
from vision.render.scene import Scene, random_scene
from vision.render.sensor import random_sensor
from vision.render.tray import random_tray

Random = np.random.Generator
Wanted = Literal["read", "ask", "either"]
Change = Callable[["Rig", Random, Scene], Scene]

EV_NAMES = (-2.0, -1.0, 1.0, 2.0)
NOT_RENDERED = (
    "shadow of a hand that is itself out of the picture",
    "playing cards and coins as photographs (drawn outlines only)",
    "dice pushed while the shutter is open by a hand",
)
"""What the matrix of the plan names and the renderer cannot draw."""


@dataclass(frozen=True, slots=True, eq=False)
class Rig:
    """One tray, camera, lamp and copy of the dice.

    Attributes:
        dice_set: of the dice.
        design: of all its dice.
        count: how many there are.
        scene: a roll of it.
        families: everything is drawn from.
    """

    dice_set: str
    design: DieDesign
    count: int
    scene: Scene
    families: Families

    @property
    def view_mm(self) -> float:
        """Width of the floor that the picture shows."""
        camera = self.scene.camera
        return camera.size[0] * camera.depth(np.zeros(3)) / camera.focal_px


@dataclass(frozen=True, slots=True)
class Cell:
    """One level of one factor.

    Attributes:
        factor, level: as they stand in the table.
        wanted: what a good reader does; "either" where reading right and asking are both fine.
        change: makes the usual roll one of this cell.
    """

    factor: str
    level: str
    wanted: Wanted
    change: Change


def draw_rig(rng: Random, dice_set: str, count: int, families: Families) -> Rig:
    """A rig of those families."""
    design = die_design(dice_set, rng, families)
    scene = random_scene(rng, dice_set, "normal", families, design, count)
    return Rig(dice_set, design, count, replace(scene, things=()), families)


def usual_roll(rig: Rig, rng: Random, faces: tuple[int, ...] | None = None) -> Scene:
    """A roll that lies scattered, as most do."""
    chosen = faces if faces is not None else tuple(int(face) for face in rng.integers(0, 6, rig.count))
    return lay(rig, rng, rig.scene, [("scattered", face) for face in chosen])


def lay(rig: Rig, rng: Random, scene: Scene, wanted: list[tuple[str, int]], tilt_rad: float = 0.0) -> Scene:
    """The scene with dice laid as wanted: (how, face) each."""
    for _ in range(30):
        placer = Placer(rng, scene.tray, (rig.view_mm * 0.4, rig.view_mm * 0.29))
        dice = tuple(_put(placer, rig.design, how, face, tilt_rad) for how, face in wanted)
        corners = scene.camera.project(np.concatenate([die.placed.corners() for die in dice]))
        if (corners > 2).all() and (corners < np.array(scene.camera.size) - 3).all():
            break
    return replace(scene, dice=dice, seed=int(rng.integers(1 << 31)))


def _put(placer: Placer, design: DieDesign, how: str, face: int, tilt_rad: float) -> SceneDie:
    match how:
        case "touching":
            return SceneDie(placer.touching(design, face))
        case "rim":
            return SceneDie(placer.at_rim(design, face))
        case "tilted":
            return SceneDie(placer.at_rim(design, face, tilt_rad), "tilted")
        case "leaning":
            return SceneDie(placer.leaning(design, face, tilt_rad), "tilted")
        case "stacked":
            return SceneDie(placer.stacked(design, face), "stacked")
        case "outside":
            return SceneDie(placer.outside(design, face), "flat", False)
    return SceneDie(placer.scattered(design, face))


def _faces(rig: Rig, rng: Random) -> list[int]:
    return [int(face) for face in rng.integers(0, 6, rig.count)]


def _last(how: str, many: Callable[[int], int], tilt: tuple[float, float] = (0, 0)) -> Change:
    """The last so many dice lie otherwise than the rest."""

    def change(rig: Rig, rng: Random, scene: Scene) -> Scene:
        odd = many(rig.count)
        put = [how if place >= rig.count - odd else "scattered" for place in range(rig.count)]
        angle = math.radians(float(rng.uniform(*tilt)))
        return lay(rig, rng, scene, list(zip(put, _faces(rig, rng), strict=True)), angle)

    return change


def _tinted(light: Light, kelvin: float, share: float) -> Light:
    factor = (white_of(kelvin) / white_of(4500.0)) ** share
    return scaled(light, (float(factor[0]), float(factor[1]), float(factor[2])))


def _kelvin(kelvin: float) -> Change:
    return lambda rig, rng, scene: replace(scene, light=_tinted(scene.light, kelvin, 0.5))


def _mixed_light(rig: Rig, rng: Random, scene: Scene) -> Scene:
    warm = tuple(_tinted(Light((lamp,), (0, 0, 0)), 2700.0, 0.6).lamps[0] for lamp in scene.light.lamps)
    return replace(scene, light=Light(warm, _tinted(Light((), scene.light.ambient), 6500.0, 0.6).ambient))


def _cast(strength: float) -> Change:
    return lambda rig, rng, scene: replace(scene, light=scaled(scene.light, (1 - strength, 1.0, 1 + strength)))


def _exposed(stops: float) -> Change:
    def change(rig: Rig, rng: Random, scene: Scene) -> Scene:
        noise = scene.sensor.noise * 2 ** max(0.0, -stops / 2)
        light = scaled(scene.light, (2.0**stops,) * 3)
        return replace(scene, light=light, sensor=replace(scene.sensor, noise=noise))

    return change


def _lux(lux: float) -> Change:
    """Exposure and gain follow the light: what is left of little light is noise, below 50 lx darkness too."""

    def change(rig: Rig, rng: Random, scene: Scene) -> Scene:
        noise = scene.sensor.noise * math.sqrt(300 / lux)
        dark = -1.0 if lux < 50 else 0.0
        return replace(scene, light=scaled(scene.light, (2.0**dark,) * 3), sensor=replace(scene.sensor, noise=noise))

    return change


def _sensed(**what: float) -> Change:
    return lambda rig, rng, scene: replace(scene, sensor=replace(scene.sensor, **what))


def _lamps(change: Callable[[Lamp], Lamp]) -> Change:
    return lambda rig, rng, scene: replace(
        scene, light=Light(tuple(change(lamp) for lamp in scene.light.lamps), scene.light.ambient)
    )


def _low(lamp: Lamp) -> Lamp:
    x, y, _ = lamp.position
    far = max(1.0, math.hypot(x, y))
    return replace(lamp, position=(500 * x / far, 500 * y / far, 500 * math.tan(math.radians(20))))


def _glare(stops: float) -> Change:
    """The lamp stands beside the lens, so that flat gloss mirrors it."""

    def change(rig: Rig, rng: Random, scene: Scene) -> Scene:
        x, y, z = scene.camera.position
        lamp = Lamp((float(x + rng.uniform(-60, 60)), float(y + rng.uniform(-60, 60)), float(z)), 30.0, (0.7, 0.7, 0.7))
        light = scaled(Light((lamp,), (0.3, 0.3, 0.3)), (2.0**stops,) * 3)
        return replace(scene, light=light)

    return change


def _blurred(sigma: float) -> Change:
    """Blur of that standard deviation on a face of 96 pixels."""

    def change(rig: Rig, rng: Random, scene: Scene) -> Scene:
        face_px = rig.design.body.edge_mm * scene.camera.focal_px / scene.camera.depth(np.zeros(3))
        return replace(scene, sensor=replace(scene.sensor, blur_px=max(0.3, sigma * face_px / 96)))

    return change


def _seen_from(tilt_deg: float, height: float) -> Change:
    """The camera tilted by so much, or at so much of its usual height."""

    def change(rig: Rig, rng: Random, scene: Scene) -> Scene:
        old = scene.camera
        high = old.depth(np.zeros(3)) * height
        view = rig.view_mm * 1.05
        camera = looking_down(old.size, view, high, tilt_deg, float(rng.uniform(0, 360)), 0.0, bend=old.bend)
        return lay(rig, rng, replace(scene, camera=camera), [("scattered", face) for face in _faces(rig, rng)])

    return change


def _bumped(mm: float, degrees: float) -> Change:
    def change(rig: Rig, rng: Random, scene: Scene) -> Scene:
        way, old = float(rng.uniform(0, 6.3)), scene.camera
        shift = mm * old.focal_px / old.depth(np.zeros(3))
        middle = (old.middle[0] + shift * math.cos(way), old.middle[1] + shift * math.sin(way))
        return replace(scene, camera=_rolled(replace(old, middle=middle), math.radians(degrees)))

    return change


def _rolled(camera: Camera, angle: float) -> Camera:
    right, down, ahead = camera.turn
    c, s = math.cos(angle), math.sin(angle)
    return replace(camera, turn=np.stack([right * c + down * s, down * c - right * s, ahead]))


def _other_camera(rig: Rig, rng: Random, scene: Scene) -> Scene:
    changed = _seen_from(abs(float(rng.normal(0, 5))), float(rng.uniform(0.7, 1.4)))(rig, rng, scene)
    camera = replace(changed.camera, bend=float(rng.uniform(-0.05, 0.12)))
    return replace(changed, camera=camera, sensor=random_sensor(rng))


def _other_lamp(rig: Rig, rng: Random, scene: Scene) -> Scene:
    light = random_light(rng, rig.families)
    level = float(scene.light.total().mean() / max(0.05, light.total().mean()))
    balance = (scene.light.total() / np.maximum(light.total(), 0.05) / level) ** 0.8 * level
    return replace(scene, light=scaled(light, (float(balance[0]), float(balance[1]), float(balance[2]))))


def _other_tray(rig: Rig, rng: Random, scene: Scene) -> Scene:
    floor = np.abs(scene.tray.outer).max(axis=0) * 2 if not scene.tray.is_bare else np.array([200.0, 150.0])
    tray = random_tray(rng, rig.families, float(floor[0]), float(floor[1]), False)
    return lay(rig, rng, replace(scene, tray=tray), [("scattered", face) for face in _faces(rig, rng)])


def _as_condition(condition: str) -> Change:
    """A roll of the renderer's own condition with this rig's dice, lamp and sensor."""

    def change(rig: Rig, rng: Random, scene: Scene) -> Scene:
        drawn = random_scene(rng, rig.dice_set, condition, rig.families, rig.design, rig.count)
        return replace(drawn, light=scene.light, sensor=scene.sensor)

    return change


def _hand(beyond: tuple[float, float], height: tuple[float, float]) -> Change:
    """A hand whose fingertips end so far before a die."""

    def change(rig: Rig, rng: Random, scene: Scene) -> Scene:
        die = scene.dice[int(rng.integers(len(scene.dice)))].placed
        hand = random_hand(rng, float(die.position[0]), float(die.position[1]), float(rng.uniform(*height)))
        away = float(rng.uniform(*beyond))
        x, y = (-math.cos(hand.turn_rad) * away, -math.sin(hand.turn_rad) * away)
        return replace(scene, hand=replace(hand, x=hand.x + x, y=hand.y + y))

    return change


def _moving(rig: Rig, rng: Random, scene: Scene) -> Scene:
    dice = list(scene.dice[:-1])
    placer = Placer(rng, scene.tray, (rig.view_mm * 0.4, rig.view_mm * 0.29))
    placer.dice.extend(die.placed for die in dice)
    path = float(rng.uniform(10, 60)), float(rng.uniform(0, 180))
    return replace(scene, dice=(*dice, SceneDie(placer.rolling(rig.design), "rolling", True, *path)))


def _with_stranger(name: str) -> Change:
    """One die of another kind lies among the dice; among pip dice, where any pip die belongs, it is one of Ór."""

    def change(rig: Rig, rng: Random, scene: Scene) -> Scene:
        design = die_design("or" if name == rig.dice_set else name, rng, rig.families)
        size = rig.design.body.edge_mm * float(rng.uniform(0.8, 1.2))
        design = replace(design, body=replace(design.body, edge_mm=size))
        placer = Placer(rng, scene.tray, (rig.view_mm * 0.4, rig.view_mm * 0.29))
        kept = scene.dice[:-1]  # it takes the place of one of ours, so that the count is right
        placer.dice.extend(die.placed for die in kept)
        return replace(scene, dice=(*kept, SceneDie(placer.scattered(design, int(rng.integers(6))), foreign=True)))

    return change


def _free_spot(rig: Rig, rng: Random, scene: Scene) -> tuple[float, float]:
    reach = (70.0, 50.0) if scene.tray.is_bare else tuple(0.7 * np.abs(scene.tray.floor).max(axis=0))
    for _ in range(60):
        x, y = (float(rng.uniform(-limit, limit)) for limit in reach)
        if all(math.dist((x, y), die.placed.position[:2]) > 1.8 * die.placed.edge_mm for die in scene.dice):
            break
    return x, y


def _with_odd_die(rig: Rig, rng: Random, scene: Scene) -> Scene:
    scene = replace(scene, dice=scene.dice[:-1])
    x, y = _free_spot(rig, rng, scene)
    return replace(scene, odd_dice=(random_odd_die(rng, x, y, rig.design.body.edge_mm),))


def _with_thing(rig: Rig, rng: Random, scene: Scene) -> Scene:
    x, y = _free_spot(rig, rng, scene)
    return replace(scene, things=(random_thing(rng, x, y, 0.0, small=True),))


def _counted(more: int) -> Change:
    def change(rig: Rig, rng: Random, scene: Scene) -> Scene:
        faces = [int(face) for face in rng.integers(0, 6, rig.count + more)]
        return lay(rig, rng, scene, [("scattered", face) for face in faces])

    return change


def _same(rig: Rig, rng: Random, scene: Scene) -> Scene:
    return scene


def _cells() -> tuple[Cell, ...]:
    def row(factor: str, *levels: tuple[str, Wanted, Change]) -> list[Cell]:
        return [Cell(factor, level, wanted, change) for level, wanted, change in levels]

    one, two = (lambda count: 1), (lambda count: 2)
    return (
        *row("usual", ("same light, scattered", "read", _same)),
        *row(
            "colour of the light",
            *((f"{kelvin} K", "read", _kelvin(kelvin)) for kelvin in (2700, 4000, 5500, 6500)),
            ("2700 and 6500 K mixed", "read", _mixed_light),
            ("white balance 20 % to red", "read", _cast(0.2)),
            ("white balance 20 % to blue", "read", _cast(-0.2)),
        ),
        *row(
            "brightness",
            ("30 lx", "either", _lux(30)),
            *((f"{lux} lx", "read", _lux(lux)) for lux in (100, 300, 1000)),
            *((f"{ev:+.0f} EV", "either" if abs(ev) > 1 else "read", _exposed(ev)) for ev in EV_NAMES),
        ),
        *row(
            "flicker", ("bands of 5 %", "read", _sensed(banding=0.05)), ("bands of 12 %", "read", _sensed(banding=0.12))
        ),
        *row(
            "shadows",
            ("soft", "read", _lamps(lambda lamp: replace(lamp, radius_mm=lamp.radius_mm * 3))),
            ("hard", "read", _lamps(lambda lamp: replace(lamp, radius_mm=lamp.radius_mm * 0.25))),
            ("lamp 20° above the table", "read", _lamps(_low)),
        ),
        *row(
            "glare", ("lamp beside the lens", "either", _glare(0.0)), ("the same, one stop over", "either", _glare(1.0))
        ),
        *row(
            "blur of a 96-pixel face",
            *((f"σ {sigma:g}", "read", _blurred(sigma)) for sigma in (0.5, 1.0, 1.5)),
            ("σ 2", "either", _blurred(2.0)),
            *((f"σ {sigma:g}", "either", _blurred(sigma)) for sigma in (3.0, 4.0, 6.0)),
            ("shaken by 12 pixels", "either", _sensed(shake=(12.0, 35.0))),  # type: ignore[arg-type]
        ),
        *row(
            "camera's place",
            *((f"tilted by {tilt}°", "read", _seen_from(tilt, 1.0)) for tilt in (5, 10, 15)),
            ("0.65 of the height", "read", _seen_from(0, 0.65)),
            ("1.5 of the height", "read", _seen_from(0, 1.5)),
        ),
        *row(
            "touching",
            ("two", "read", _last("touching", one)),
            ("three", "read", _last("touching", two)),
            ("all", "read", _last("touching", lambda count: count - 1)),
            ("against the rim", "read", _last("rim", lambda count: count)),
        ),
        *row("low contrast", ("lining of the dice's colour", "read", _as_condition("low_contrast"))),
        *row(
            "cocked",
            ("on the rim, 3 to 6°", "either", _last("tilted", one, (3, 6))),
            ("on the rim, 12 to 25°", "ask", _last("tilted", one, (12, 25))),
            ("on the rim, 25 to 42°", "ask", _last("tilted", one, (25, 42))),
            ("on a die, 12 to 42°", "ask", _last("leaning", one, (12, 42))),
        ),
        *row("stacked", ("one on another", "ask", _last("stacked", one))),
        *row(
            "hand",
            ("enters", "either", _hand((20, 70), (20, 60))),
            ("over the dice", "ask", _hand((-40, 0), (20, 70))),
        ),
        *row("moving", ("one die rolls", "ask", _moving)),
        *row("off the tray", ("on the desk or the rim", "ask", _last("outside", one))),
        *row(
            "what does not belong",
            ("a pip die for one of ours", "ask", _with_stranger("pips")),
            ("a blank die", "ask", _with_stranger("blank")),
            ("a die of invented artwork", "ask", _with_stranger("invented")),
            ("a die of 4 to 20 sides", "ask", _with_odd_die),
            ("a coin, cap or piece beside the dice", "either", _with_thing),
        ),
        *row("count", ("one too few", "ask", _counted(-1)), ("one too many", "ask", _counted(1))),
        *row(
            "camera bumped",
            ("5 mm", "read", _bumped(5, 0)),
            ("15 mm and 4°", "read", _bumped(15, 4)),
        ),
        *row(
            "another session",
            ("other camera", "read", _other_camera),
            ("other lamp", "read", _other_lamp),
            ("other tray", "read", _other_tray),
        ),
    )


CELLS = _cells()
"""All cells, in the order of the table."""
