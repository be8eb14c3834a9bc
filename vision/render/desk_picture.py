"""Frames of the desk tray: what does not move is drawn once and kept, what moves is drawn over it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.reading import Frame
from vision.render.arrays import Array
from vision.render.backdrop import draw_backdrop
from vision.render.camera_model import Camera, Window, bounds
from vision.render.die_shading import Surroundings, draw_die
from vision.render.layers import paint, smeared
from vision.render.light import Light
from vision.render.picture import TrueDie, dice_over, true_die
from vision.render.placing import SceneDie
from vision.render.rounded_die import PlacedDie
from vision.render.scene import Scene
from vision.render.sensor import Sensor, add_noise, record
from vision.render.shadows import darken, thrown
from vision.render.tray import Tray

_SENSOR = Sensor(blur_px=0.55, noise=0.0, vignette=0.0, sharpen=0.25)
_NOISE = 1.3


class DeskPicture:
    """Draws the frames of one tray under one lamp with one camera."""

    def __init__(self, camera: Camera, tray: Tray, light: Light, seed: int) -> None:
        self._camera, self._tray, self._light, self._seed = camera, tray, light, seed
        self._empty = draw_backdrop(camera, tray, light, np.random.default_rng([seed, 3]))
        self._shown: tuple[bytes, ...] | None = None
        self._linear = self._empty.light
        self._finished = record(self._linear, _SENSOR, np.random.default_rng(0))

    def frame(self, still: Sequence[SceneDie], moving: Sequence[tuple[PlacedDie, PlacedDie]], at_s: float) -> Frame:
        """The frame with these dice; of the moving ones also how they were 8 ms before."""
        self._show(still)
        picture = self._finished
        if moving:
            picture = picture.copy()
            for window in _merged([w for die, _ in moving if (w := self._reach(die)) is not None]):
                self._redraw(picture, window, still, moving)
        rng = np.random.default_rng([self._seed, round(max(0.0, at_s) * 10000)])
        return add_noise(picture, _NOISE, rng)

    def true_dice(self, still: Sequence[SceneDie], at_s: float) -> tuple[TrueDie, ...]:
        """The truth about dice that lie still."""
        frame = self.frame(still, (), at_s)
        return tuple(true_die(frame, self._camera, die, 1.0, _SENSOR.blur_px) for die in still)

    def _show(self, still: Sequence[SceneDie]) -> None:
        """Draw the dice that lie still, unless they are the same as before."""
        key = tuple(die.placed.position.tobytes() + die.placed.turn.tobytes() for die in still)
        if key == self._shown:
            return
        scene = self._scene(still)
        copy = replace(self._empty, light=self._empty.light.copy())
        dice_over(copy, self._camera, scene, 1.0, np.random.default_rng(self._seed))
        self._shown, self._linear = key, copy.light
        self._finished = record(copy.light, _SENSOR, np.random.default_rng(0))

    def _scene(self, dice: Sequence[SceneDie]) -> Scene:
        return Scene(self._camera, self._tray, self._light, _SENSOR, tuple(dice), (), None, self._seed, "desk")

    def _reach(self, die: PlacedDie) -> Window | None:
        """The part of the picture that a die or its shadow touches, with sides that are multiples of 4."""
        hull = die.hull()
        points = [hull] + [thrown(hull, np.array(lamp.position), 0.0) for lamp in self._light.lamps]
        window = bounds(self._camera.project(np.concatenate(points)), self._camera.size, 26)
        if window is None:
            return None
        left, top = window[0] // 4 * 4, window[1] // 4 * 4
        right = min(self._camera.size[0], -(-(window[0] + window[2]) // 4) * 4)
        bottom = min(self._camera.size[1], -(-(window[1] + window[3]) // 4) * 4)
        return left, top, right - left, bottom - top

    def _redraw(
        self, picture: Frame, window: Window, still: Sequence[SceneDie], moving: Sequence[tuple[PlacedDie, PlacedDie]]
    ) -> None:
        left, top, width, height = window
        part = (slice(top, top + height), slice(left, left + width))
        canvas: Array = self._linear[part].copy()
        camera = self._camera.window((width, height), left, top)
        shares = tuple(
            s[top // 4 : -(-(top + height) // 4), left // 4 : -(-(left + width) // 4)] for s in self._empty.shares
        )
        dice = [die for die, _ in moving]
        darken(canvas, camera, dice, self._light, 0.0, shares)
        order = sorted(moving, key=lambda pair: -float(np.linalg.norm(pair[0].position - self._camera.position)))
        resting = tuple(die.placed for die in still)
        for die, before in order:
            around = Surroundings(self._light, self._empty.floor_colour, 0.0, (), 1.0, None)
            layer = draw_die(camera, die, around)
            if layer is None:
                continue
            path = camera.project(np.array([before.position, die.position]))
            shift = (path[1] - path[0]) * 1.5
            length = float(np.hypot(*shift))
            if length > 1.5:
                layer = smeared(layer, length, float(np.degrees(np.arctan2(shift[1], shift[0]))), camera)
            paint(canvas, layer)
        _ = resting
        picture[part] = record(canvas, _SENSOR, np.random.default_rng(0))


def _merged(windows: list[Window]) -> list[Window]:
    """Windows that overlap joined to one."""
    found: list[Window] = []
    for window in windows:
        left, top, right, bottom = window[0], window[1], window[0] + window[2], window[1] + window[3]
        again = True
        while again:
            again = False
            for other in found:
                if other[0] < right and left < other[0] + other[2] and other[1] < bottom and top < other[1] + other[3]:
                    left, top = min(left, other[0]), min(top, other[1])
                    right, bottom = max(right, other[0] + other[2]), max(bottom, other[1] + other[3])
                    found.remove(other)
                    again = True
                    break
        found.append((left, top, right - left, bottom - top))
    return found
