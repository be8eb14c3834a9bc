import cv2
import numpy as np
import pytest

from vision.camera_advice import Remark, blur_of, remarks
from vision.reading import Frame
from vision.rectify import Quad


def quad(x: float, y: float, edge: float) -> Quad:
    return (x, y), (x + edge, y), (x + edge, y + edge), (x, y + edge)


DICE = (quad(300, 200, 60), quad(700, 300, 60), quad(500, 500, 60))


def tray(body: int = 210, ground: int = 90, light: tuple[float, float] = (1.0, 1.0), noise: float = 2.0) -> Frame:
    """Three dice with a cross on each on an even ground; `light` at the left and at the right."""
    picture = np.full((768, 1024, 3), ground, np.float32)
    for (x, y), _, (right, low), _ in DICE:
        picture[int(y) : int(low), int(x) : int(right)] = body
        picture[int(y) + 25 : int(low) - 25, int(x) + 8 : int(right) - 8] = 30
    picture *= np.linspace(*light, 1024, dtype=np.float32)[None, :, None]
    picture = cv2.GaussianBlur(picture, (0, 0), 0.6)
    picture += np.random.default_rng(2).normal(0, noise, picture.shape)
    return np.clip(picture, 0, 255).astype(np.uint8)


def advice(*frames: Frame, dice: tuple[Quad, ...] = DICE) -> dict[str, str]:
    return {remark.topic: remark.advice for remark in remarks(frames, [dice] * len(frames)) if remark.advice}


def test_a_good_picture_needs_no_advice() -> None:
    assert advice(tray(), tray()) == {}


@pytest.mark.parametrize(
    ("frame", "topic", "words"),
    [
        (tray() // 6, "light", "Too dark"),
        (tray(ground=255), "light", "burnt out"),
        (tray(noise=16), "light", "grainy"),
        (tray(light=(1.5, 0.05)), "light", "one side"),
        (tray(body=255), "light", "Gloss"),
        (cv2.GaussianBlur(tray(), (0, 0), 3.5), "focus", "Soft"),
        (tray(body=104), "tray", "another one in"),
        ((tray() * np.array([0.3, 0.8, 1.0])).astype(np.uint8), "colour", "very warm"),
    ],
)
def test_what_is_wrong_is_said_with_what_to_do(frame: Frame, topic: str, words: str) -> None:
    assert words in advice(frame)[topic]


def test_dice_that_are_small_large_or_at_the_border_are_told() -> None:
    assert "nearer" in advice(tray(), dice=(quad(300, 200, 20),))["height"]
    assert "raise" in advice(tray(), dice=(quad(300, 200, 150),))["height"]
    assert "Aim" in advice(tray(), dice=(quad(5, 200, 60),))["tray"]


def test_without_dice_it_says_what_it_cannot_judge() -> None:
    found = remarks([tray()], [()])
    assert Remark("height", "no die to judge it by") in found
    assert "Lay a few dice" in advice(tray(), dice=())["focus"]


def test_a_lamp_that_flickers_and_a_camera_that_moves_are_told() -> None:
    bright, dim = tray(), (tray() * 0.85).astype(np.uint8)
    assert "flickers" in advice(bright, dim, bright, dim, bright)["steadiness"]
    shifted = np.roll(tray(), 30, axis=1)
    assert "moved" in advice(tray(), shifted)["steadiness"]


@pytest.mark.parametrize("sigma", [2.0, 3.0, 4.0])
def test_blur_is_measured_on_the_face(sigma: float) -> None:
    rng, face = np.random.default_rng(4), np.full((96, 96), 220, np.uint8)
    cv2.putText(face, "5", (26, 68), cv2.FONT_HERSHEY_DUPLEX, 1.8, 20, 5)
    soft = cv2.GaussianBlur(face.astype(np.float32), (0, 0), sigma / 1.5)
    picture = np.repeat(np.clip(soft + rng.normal(0, 1, soft.shape), 0, 255).astype(np.uint8)[:, :, None], 3, axis=2)
    assert blur_of(picture) == pytest.approx(sigma, rel=0.35, abs=0.5)
