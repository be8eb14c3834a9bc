"""Flat pieces of tray and desk with their pattern and the light on them, drawn from far to near."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.arrays import Array, floats
from vision.render.camera_model import Camera, Matrix, Window, bounds
from vision.render.light import Light
from vision.render.rounded_die import LINEAR
from vision.render.shadows import thrown
from vision.render.textures import TILE_MM, TILE_PX, spread_tile
from vision.render.tray import Sheet, Tray

_TABLE = LINEAR.reshape(1, 256)


@dataclass(frozen=True, slots=True, eq=False)
class _Piece:
    """A flat piece: its outline (k, 3), where its pattern begins, how far that is shifted, its directions."""

    outline: Matrix
    origin: Matrix
    along: Matrix
    across: Matrix
    normal: Matrix
    sheet: Sheet
    kind: str
    shift: float


class SheetPainter:
    """Draws pieces of one tray into one canvas."""

    def __init__(self, camera: Camera, tray: Tray, light: Light, canvas: Array) -> None:
        self._camera, self._tray, self._light, self._canvas = camera, tray, light, canvas
        self._total = light.total()

    def desk(self) -> tuple[Array, ...]:
        """Draw the desk; returns the share of each lamp in the light on it, at a quarter of the size."""
        camera, tray = self._camera, self._tray
        window = (0, 0, *camera.size)
        x, y, _ = self._plane(window, np.array([0, 0, tray.desk_mm]), np.array([0, 0, 1.0]), 4)
        darkness = [self._tray_shadow(lamp_at, window) for lamp_at in range(len(self._light.lamps))]
        light, shares = self._level_light(
            x, y, tray.desk_mm, [np.pad(1 - dark, 1, mode="edge") for dark in darkness], None
        )
        c, s = math.cos(math.radians(tray.desk.turn_deg)), math.sin(math.radians(tray.desk.turn_deg))
        self._cover(
            window, x * np.float32(c) + y * np.float32(s), y * np.float32(c) - x * np.float32(s), tray.desk, light, None
        )
        return shares

    def floor(self) -> tuple[Array, ...]:
        """Draw the floor; returns the share of each lamp in the light on it, at a quarter of the size."""
        camera, tray = self._camera, self._tray
        corners = curved(np.pad(tray.floor, ((0, 0), (0, 1))))
        window = (0, 0, *camera.size)
        mask = self._mask(corners, window)
        x, y, _ = self._plane(window, np.zeros(3), np.array([0, 0, 1.0]), 4)
        ways = []
        for lamp in self._light.lamps:
            source = np.array(lamp.position)
            spread = lamp.radius_mm / float(np.linalg.norm(source))
            ways.append(tray.lit(source, x, y, np.zeros_like(x), spread))
        near = np.clip(tray.wall_distance(x, y) / np.float32(0.9 * tray.height_mm + 2), 0, 1)
        light, shares = self._level_light(x, y, 0.0, ways, np.float32(0.5) + np.float32(0.5) * np.sqrt(near))
        self._cover(window, x, y, tray.lining, light, mask)
        return shares

    def walls(self) -> NDArray[np.uint8] | None:
        """Draw inner walls, outer walls and rim; returns the pixels of those in front of the floor."""
        tray = self._tray
        front: NDArray[np.uint8] | None = None
        late: list[tuple[_Piece, bool]] = []
        for piece in _wall_pieces(tray):
            towards = self._camera.position - piece.outline.mean(axis=0)
            if piece.kind != "rim" and float(towards @ piece.normal) <= 0:
                continue
            if piece.kind == "inner":
                self._draw(piece)
            else:
                late.append((piece, self._hides(piece)))
        for piece, hides in sorted(late, key=lambda item: item[0].kind == "rim"):
            mask, window = self._draw(piece)
            if hides and mask is not None:
                if front is None:
                    front = np.zeros(self._canvas.shape[:2], np.uint8)
                left, top, width, height = window
                front[top : top + height, left : left + width] |= mask
        return front

    def _hides(self, piece: _Piece) -> bool:
        """True if the piece belongs to a wall that stands between the camera and the floor."""
        outward = piece.outline.mean(axis=0)[:2]
        return float(self._camera.position[:2] @ outward) > float(outward @ outward) * 1.02

    def _draw(self, piece: _Piece) -> tuple[NDArray[np.uint8] | None, Window]:
        pixels = self._camera.project(curved(piece.outline) if not self._tray.is_round else piece.outline)
        window = bounds(pixels, self._camera.size, 1)
        if window is None:
            return None, (0, 0, 0, 0)
        mask = np.zeros((window[3], window[2]), np.uint8)
        cv2.fillPoly(mask, [np.rint((pixels - window[:2]) * 16).astype(np.int32)], 255, cv2.LINE_8, 4)
        x, y, z = self._plane(window, piece.origin, piece.normal, 4)
        away = [axis - np.float32(c) for axis, c in zip((x, y, z), piece.origin, strict=True)]
        along = sum(np.float32(c) * axis for c, axis in zip(piece.along, away, strict=True))
        across = sum(np.float32(c) * axis for c, axis in zip(piece.across, away, strict=True))
        light = self._piece_light(piece, x, y, z, np.asarray(across))
        u, v = (
            floats(along) + np.float32(piece.shift),
            floats(across) + np.float32(piece.shift * (not self._tray.is_round)),
        )
        self._cover(window, u, v, piece.sheet, light, mask)
        return mask, window

    def _piece_light(self, piece: _Piece, x: Array, y: Array, z: Array, across: Array) -> Array:
        normal = piece.normal.astype(np.float32)
        tip = np.float32(0)
        if piece.kind == "rim":
            width = np.float32(max(1.0, float(np.ptp((piece.outline - piece.origin) @ piece.across))))
            tip = np.clip((across / width - np.float32(0.5)) * 2, -1, 1) ** 3 * np.float32(0.75)
        openness = {"rim": 1.0, "inner": 0.5, "outer": 0.55}[piece.kind]
        even = np.float32(openness)
        if piece.kind == "inner":
            even = even * (np.float32(0.55) + np.float32(0.9) * np.clip(z / np.float32(self._tray.height_mm), 0, 1))
        light = (
            np.zeros((*x.shape, 3), np.float32)
            + floats(self._light.ambient) * np.broadcast_to(even, x.shape)[:, :, None]
        )
        for lamp in self._light.lamps:
            source = np.array(lamp.position)
            to = [np.float32(source[i]) - axis for i, axis in enumerate((x, y, z))]
            square = to[0] * to[0] + to[1] * to[1] + to[2] * to[2]
            n = [normal[i] + tip * np.float32(piece.across[i]) for i in range(3)]
            facing = (to[0] * n[0] + to[1] * n[1] + to[2] * n[2]) / np.sqrt(square * (1 + tip * tip))
            lit = np.clip(facing, 0, None) * np.float32(lamp.reach()) / square
            if piece.kind == "inner":
                lit = lit * self._tray.lit(source, x, y, z, lamp.radius_mm / float(np.linalg.norm(source)))
            light += lit[:, :, None] * floats(lamp.strength)
        return floats(light)

    def _level_light(
        self, x: Array, y: Array, z: float, ways: list[Array], even: Array | None
    ) -> tuple[Array, tuple[Array, ...]]:
        """Light on a level sheet and the share of each lamp in it."""
        light = np.zeros((*x.shape, 3), np.float32) + floats(self._light.ambient)
        if even is not None:
            light *= even[:, :, None]
        parts = []
        for lamp, way in zip(self._light.lamps, ways, strict=True):
            source = floats(lamp.position)
            rise = source[2] - np.float32(z)
            square = (x - source[0]) ** 2 + (y - source[1]) ** 2 + rise * rise
            lit = way * rise * np.float32(lamp.reach()) / (square * np.sqrt(square))
            parts.append(lit[:, :, None] * floats(lamp.strength))
            light += parts[-1]
        within = (slice(1, -1), slice(1, -1))
        shares = [part[within] / np.maximum(light[within], 1e-6) for part in parts]
        return light, tuple(np.asarray(share, dtype=np.float32) for share in shares)

    def _tray_shadow(self, lamp_at: int, window: Window) -> Array:
        """How dark the tray makes the desk for one lamp, at a quarter of the size."""
        small = (-(-window[3] // 4), -(-window[2] // 4))
        dark = np.zeros(small, np.float32)
        tray = self._tray
        if tray.is_bare:
            return dark
        lamp = self._light.lamps[lamp_at]
        high = np.pad(tray.outer, ((0, 0), (0, 1)), constant_values=tray.height_mm)
        foot = np.pad(tray.foot, ((0, 0), (0, 1)), constant_values=tray.desk_mm)
        sources = lamp.samples(6)
        for source in sources:
            points = np.concatenate([thrown(high, source, tray.desk_mm), foot])
            pixels = (self._camera.project(points) - 1.5) / 4
            mask = np.zeros(small, np.uint8)
            hull = cv2.convexHull(np.rint(np.clip(pixels, -4000, 4000) * 16).astype(np.int32))
            cv2.fillConvexPoly(mask, hull, 255, cv2.LINE_AA, 4)
            dark += mask
        return np.asarray(cv2.GaussianBlur(dark * np.float32(1 / 255 / len(sources)), (0, 0), 1.2), dtype=np.float32)

    def _plane(self, window: Window, origin: Matrix, normal: Matrix, step: int) -> tuple[Array, Array, Array]:
        """World coordinates where the rays of a window, grown by a step on each side, meet a plane; one per step."""
        left, top, width, height = window
        grown = (left - step, top - step, width + 2 * step, height + 2 * step)
        x, y = self._camera.rays(grown, step)
        turn = self._camera.turn.astype(np.float32)
        ray = [turn[0, i] * x + turn[1, i] * y + turn[2, i] for i in range(3)]
        n = normal.astype(np.float32)
        slope = ray[0] * n[0] + ray[1] * n[1] + ray[2] * n[2]
        gap = np.float32((origin - self._camera.position) @ normal)
        t = gap / np.where(np.abs(slope) < 1e-4, np.float32(-1e-4), slope)
        p = [np.clip(np.float32(c) + t * r, -4e3, 4e3) for c, r in zip(self._camera.position, ray, strict=True)]
        return p[0], p[1], p[2]

    def _cover(
        self, window: Window, u: Array, v: Array, sheet: Sheet, light: Array, mask: NDArray[np.uint8] | None
    ) -> None:
        """Draw a sheet with its light; u, v (mm) and light are given per step of 4 with a step of margin."""
        left, top, width, height = window
        pixel_mm = self._camera.depth(np.zeros(3)) / self._camera.focal_px
        side = TILE_PX
        while pixel_mm * side / (TILE_MM * sheet.scale) > 1.6 and side > 64:
            side //= 2
        scale = np.float32(side / (TILE_MM * sheet.scale))
        size = (u.shape[1] * 4, u.shape[0] * 4)
        cut = (slice(4, 4 + height), slice(4, 4 + width))
        maps = []
        for coordinate in (u, v):
            texels = coordinate * scale
            texels += np.float32(1.5 * side - round(float(texels.min() + texels.max()) / 2 / side) * side)
            maps.append(cv2.resize(texels, size, interpolation=cv2.INTER_LINEAR)[cut])
        texture = spread_tile(sheet.name, sheet.variant, side)
        pattern = cv2.remap(texture, maps[0], maps[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP)
        drawn = cv2.LUT(pattern, _TABLE)
        drawn = cv2.multiply(drawn, cv2.resize(light, size, interpolation=cv2.INTER_LINEAR)[cut], dst=drawn)
        region = self._canvas[top : top + height, left : left + width]
        if mask is None:
            region[:] = drawn
        else:
            cv2.copyTo(drawn, mask, region)

    def _mask(self, outline3d: Matrix, window: Window) -> NDArray[np.uint8]:
        mask = np.zeros((window[3], window[2]), np.uint8)
        pixels = np.clip(self._camera.project(outline3d), -9000, 9000)
        cv2.fillPoly(mask, [np.rint(pixels * 16).astype(np.int32)], 255, cv2.LINE_8, 4)
        return mask


def curved(corners: Matrix, parts: int = 6) -> Matrix:
    """The closed outline with each edge split, so that it bends with the lens."""
    share = (np.arange(parts) / parts)[:, None]
    split = [a + (b - a) * share for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True)]
    return np.concatenate(split)


def _raised(flat: Matrix, z: float) -> Matrix:
    return np.concatenate([flat, [z]])


def _wall_pieces(tray: Tray) -> list[_Piece]:
    """Inner wall, outer wall and rim of every side."""
    count, pieces = len(tray.floor), []
    for i in range(count):
        k = (i + 1) % count
        rings = (
            ("inner", tray.floor, 0.0, tray.inner, tray.height_mm, tray.wall),
            ("outer", tray.foot, tray.desk_mm, tray.outer, tray.height_mm, tray.rim),
            ("rim", tray.inner, tray.height_mm, tray.outer, tray.height_mm, tray.rim),
        )
        for kind, low, low_z, high, high_z, sheet in rings:
            a, b = _raised(low[i], low_z), _raised(low[k], low_z)
            c, d = _raised(high[k], high_z), _raised(high[i], high_z)
            length = float(np.linalg.norm(b - a))
            along = (b - a) / length
            rise = (c + d - a - b) / 2
            across = rise - along * (rise @ along)
            across /= max(1e-6, float(np.linalg.norm(across)))
            normal = np.cross(along, across)
            inward = -np.array([*(a + b)[:2], 0.0])
            wanted = {"inner": inward, "outer": -inward, "rim": np.array([0.0, 0, 1])}[kind]
            normal = normal if normal @ wanted > 0 else -normal
            pieces.append(_Piece(np.array([a, b, c, d]), a, along, across, normal, sheet, kind, i * length))
    return pieces
