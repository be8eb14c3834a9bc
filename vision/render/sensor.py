"""What lens and sensor make of the light: blur, vignetting, tone, noise, compression."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Frame
from vision.render.arrays import Array, floats, whole

Random = np.random.Generator

_NOISE_PX = 512
_NOISE_UNIT = 28.0


@dataclass(frozen=True, slots=True)
class Sensor:
    """How the camera records.

    Attributes:
        blur_px: standard deviation of the lens blur.
        shake: length in pixels and direction in degrees of the camera's own motion.
        noise: standard deviation of the noise in grey levels at middle grey.
        vignette: loss of light in the corners, 0 to 1.
        contrast: 1 is the standard tone curve, above 1 a steeper one.
        sharpen: strength of the camera's own sharpening, 0 for none.
        quality: of the JPEG, None for a picture that was not compressed.
        banding: strength of dark bands from flickering lamps, 0 to 1.
    """

    blur_px: float = 0.6
    shake: tuple[float, float] = (0.0, 0.0)
    noise: float = 2.0
    vignette: float = 0.1
    contrast: float = 1.0
    sharpen: float = 0.0
    quality: int | None = None
    banding: float = 0.0


def random_sensor(rng: Random, scale: float = 1.0) -> Sensor:
    """An ordinary camera; `scale` is the picture's size against 1280x960."""
    return Sensor(
        blur_px=max(0.35, float(rng.gamma(3.0, 0.3)) * scale),
        noise=float(rng.gamma(2.0, 1.6)) + 0.4,
        vignette=float(rng.uniform(0, 0.35)),
        contrast=float(rng.uniform(0.85, 1.2)),
        sharpen=float(rng.uniform(0, 0.8)) if rng.random() < 0.5 else 0.0,
        quality=int(rng.integers(60, 97)) if rng.random() < 0.7 else None,
        banding=float(rng.uniform(0.02, 0.12)) if rng.random() < 0.05 else 0.0,
    )


_WHITE = 1.25
"""Light that is recorded as 255 in all channels."""


@lru_cache(maxsize=64)
def _tone_table(contrast: float) -> NDArray[np.uint8]:
    """sRGB value of the square root of light in 256 steps up to that of _WHITE, with a soft shoulder."""
    light = np.linspace(0, 1, 256) ** 2 * _WHITE
    shoulder = np.where(light < 0.8, light, 0.8 + 0.2 * (1 - np.exp(-(light - 0.8) / 0.2)))
    value = np.where(shoulder < 0.0031308, shoulder * 12.92, 1.055 * np.maximum(shoulder, 1e-9) ** (1 / 2.4) - 0.055)
    value = value + (contrast - 1) * 0.5 * np.sin((value - 0.5) * np.pi) * value * (1 - value) * 2
    return whole(value / value.max() * 255)


@lru_cache(maxsize=1)
def _noise_tile() -> NDArray[np.int8]:
    """Noise of standard deviation _NOISE_UNIT that repeats after _NOISE_PX, wide enough for a whole picture."""
    rng = np.random.default_rng(20100)
    fine = rng.standard_normal((_NOISE_PX, _NOISE_PX, 3)).astype(np.float32)
    padded = np.pad(fine, ((4, 4), (4, 4), (0, 0)), mode="wrap")
    soft = cv2.GaussianBlur(padded, (0, 0), 0.65)[4:-4, 4:-4]
    tile = 0.8 * soft / soft.std() + 0.35 * soft.mean(axis=2, keepdims=True) / soft.mean(axis=2).std()
    whole = np.clip(np.rint(tile / tile.std() * _NOISE_UNIT), -127, 127).astype(np.int8)
    return np.tile(whole, (4, 4, 1))


def record(light: Array, sensor: Sensor, rng: Random, middle: tuple[float, float] | None = None) -> Frame:
    """The picture that the sensor makes of linear light (height, width, 3); changes `light`.

    Args:
        light: blue, green, red; 1 is white.
        sensor: how it records.
        rng: for the noise.
        middle: of the vignette in pixels, the middle of the picture by default.
    """
    height, width = light.shape[:2]
    if sensor.shake[0] >= 1:
        kernel = motion_kernel(*sensor.shake)
        light = floats(cv2.filter2D(light, -1, kernel, borderType=cv2.BORDER_REPLICATE))
    if sensor.blur_px > 1.5:
        light = floats(cv2.GaussianBlur(light, (0, 0), sensor.blur_px, borderType=cv2.BORDER_REPLICATE))
    if sensor.vignette or sensor.banding:
        light = light.reshape(height, -1) * np.repeat(_falloff(height, width, sensor, rng, middle), 3, axis=1)
        light = light.reshape(height, width, 3)
    root = cv2.convertScaleAbs(cv2.sqrt(light), alpha=255 / _WHITE**0.5)
    picture = cv2.LUT(root, _tone_table(round(sensor.contrast, 2)))
    if 0.3 < sensor.blur_px <= 1.5:
        picture = cv2.GaussianBlur(picture, (0, 0), sensor.blur_px, borderType=cv2.BORDER_REPLICATE)
    if sensor.sharpen:
        soft = cv2.GaussianBlur(picture, (0, 0), 1.2)
        picture = cv2.addWeighted(picture, 1 + sensor.sharpen, soft, -sensor.sharpen, 0)
    picture = add_noise(np.asarray(picture, dtype=np.uint8), sensor.noise, rng)
    if sensor.quality is not None:
        _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, sensor.quality])
        picture = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), dtype=np.uint8)
    return np.asarray(picture, dtype=np.uint8)


def add_noise(picture: Frame, strength: float, rng: Random) -> Frame:
    """The picture with fresh noise of that standard deviation in grey levels."""
    height, width = picture.shape[:2]
    top, left = int(rng.integers(_NOISE_PX)), int(rng.integers(_NOISE_PX))
    tile = _noise_tile()
    if height > 3 * _NOISE_PX or width > 3 * _NOISE_PX:
        tile = np.tile(tile, (1 + height // _NOISE_PX // 3, 1 + width // _NOISE_PX // 3, 1))
    noise = tile[top : top + height, left : left + width]
    noisy = cv2.addWeighted(picture, 1.0, noise, strength / _NOISE_UNIT, 0.0, dtype=cv2.CV_8U)
    return np.asarray(noisy, dtype=np.uint8)


def motion_kernel(length_px: float, direction_deg: float) -> Array:
    """A line of that length and direction to blur with, summing to 1."""
    size = 2 * int(np.ceil(length_px / 2)) + 3
    kernel = np.zeros((size, size), np.float32)
    reach = np.array([np.cos(np.radians(direction_deg)), np.sin(np.radians(direction_deg))]) * length_px / 2
    ends = np.rint((np.array([-reach, reach]) + size // 2) * 256).astype(int)
    cv2.line(kernel, tuple(ends[0]), tuple(ends[1]), 1.0, 1, cv2.LINE_AA, 8)
    return np.asarray(kernel / kernel.sum(), dtype=np.float32)


def _falloff(height: int, width: int, sensor: Sensor, rng: Random, middle: tuple[float, float] | None) -> Array:
    cx, cy = middle or (width / 2, height / 2)
    reach = np.float32((width / 2) ** 2 + (height / 2) ** 2) if middle is None else np.float32(cx * cx + cy * cy)
    x = (np.arange(width, dtype=np.float32) - np.float32(cx)) ** 2
    y = (np.arange(height, dtype=np.float32) - np.float32(cy)) ** 2
    falloff = 1 - np.float32(sensor.vignette) * (x + y[:, None]) / reach
    if sensor.banding:
        phase = float(rng.uniform(0, 6.3))
        bands = np.sin(
            np.arange(height, dtype=np.float32) * np.float32(6.3 * rng.uniform(1, 6) / height) + np.float32(phase)
        )
        falloff = falloff * (1 + np.float32(sensor.banding) * bands[:, None])
    return np.asarray(falloff, dtype=np.float32)
