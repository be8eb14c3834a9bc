"""What about light, focus, height or tray would make reading better, in plain sentences, from a few pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Frame
from vision.rectify import MARGIN, Quad, centre_of, edge_of, rectify
from vision.tray_state import DARK, TrayState, look_at_tray, what_changed

SMALL_SHARE, LARGE_SHARE = 1 / 32, 1 / 10
"""Edge of a die in widths of the picture between which dice are read best: 40 to 128 pixels of 1280."""

SOFT = 3.0
"""Standard deviation of the blur, in pixels on a face of 96, from which a picture is soft."""

SOFT_DIE = 4.0
"""The same of a single die, whose art may have few edges to judge by."""

BURNT = 0.06
"""Share of a face that may be burnt out by gloss."""

UNEVEN = 2.2
"""Ratio of the light on the brightest and the darkest ninth of the picture that needs another lamp."""

GRAINY = 7.0
"""Standard deviation of the noise in grey levels from which more light is wanted."""

CAST = 2.2
"""Ratio of red to blue, either way, from which the white balance is off."""

ALIKE = 24.0
"""Grey levels by which a die and the ground around it must differ in at least one colour."""

FLICKERING = 0.04
"""Change of brightness from picture to picture of a tray in which nothing moves."""


@dataclass(frozen=True, slots=True)
class Remark:
    """One thing that was looked at.

    Attributes:
        topic: "light", "colour", "focus", "height", "tray" or "steadiness".
        found: how it is, in words with the figure.
        advice: what would make reading better; empty where nothing needs to be done.
        key: names the advice ("dark", "soft" ...), for whoever says it in another language.
    """

    topic: str
    found: str
    advice: str = ""
    key: str = ""


def remarks(frames: Sequence[Frame], dice: Sequence[Sequence[Quad]]) -> tuple[Remark, ...]:
    """What there is to say.

    Args:
        frames: pictures of one camera in the order in which they were taken, at least one.
        dice: for each picture the top faces that were found.

    Raises:
        FrameError: an array is no picture.
    """
    states = [look_at_tray(frame) for frame in frames]
    faces = [(frame, quad) for frame, quads in zip(frames, dice, strict=True) for quad in quads]
    return (
        _light(states[-1], frames[-1]),
        _evenness(frames[-1]),
        _gloss(faces),
        _colour(states[-1]),
        _focus(faces),
        _height(faces),
        _tray(faces),
        _steadiness(states),
    )


def die_problems(frame: Frame, quad: Quad) -> tuple[str, ...]:
    """What makes this one die hard to read, as keys of remarks: "border", "gloss", "soft", "small", "large", "pale"."""
    share = edge_of(quad) / frame.shape[1]
    problems = {
        "border": _is_at_border(frame, quad),
        "gloss": float((rectify(frame, quad, 48, 1.0).min(axis=2) >= 250).mean()) > BURNT,
        "soft": blur_of(rectify(frame, quad)) > SOFT_DIE,
        "small": share < SMALL_SHARE,
        "large": share > LARGE_SHARE,
        "pale": _contrast(frame, quad) < ALIKE,
    }
    return tuple(key for key, is_so in problems.items() if is_so)


def _light(state: TrayState, frame: Frame) -> Remark:
    noise = _noise(frame)
    found = f"middle brightness {state.brightness:.0f} of 255, noise {noise:.1f}"
    if state.brightness < DARK:
        return Remark("light", found, "Too dark: add a lamp, or let the exposure be longer.", "dark")
    if state.blown > 0.05:
        return Remark(
            "light", found, f"{state.blown:.0%} of the picture is burnt out: less light or a shorter exposure.", "burnt"
        )
    if noise > GRAINY:
        advice = "The picture is grainy: add light, so that the camera need not amplify."
        return Remark("light", found, advice, "grainy")
    return Remark("light", found)


def _evenness(frame: Frame) -> Remark:
    grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
    height, width = grey.shape
    middle = grey[height // 6 : height - height // 6, width // 6 : width - width // 6]
    ninths = cv2.resize(cv2.medianBlur(middle, 5), (3, 3), interpolation=cv2.INTER_AREA).astype(np.float64) + 8
    ratio = float(ninths.max() / ninths.min())
    found = f"the brightest part of the tray is {ratio:.1f} times the darkest"
    advice = "Light comes from one side: put a second lamp opposite, or a diffuser before it." if ratio > UNEVEN else ""
    return Remark("light", found, advice, "uneven" if advice else "")


def _gloss(faces: Sequence[tuple[Frame, Quad]]) -> Remark:
    if not faces:
        return Remark("light", "no die to see gloss on")
    burnt = [float((rectify(frame, quad, 48, 1.0).min(axis=2) >= 250).mean()) for frame, quad in faces]
    many = sum(share > BURNT for share in burnt)
    advice = "Gloss hides faces: move the lamp aside until the dice no longer mirror it, or soften it." if many else ""
    return Remark("light", f"{many} of {len(faces)} dice mirror a lamp", advice, "gloss" if advice else "")


def _colour(state: TrayState) -> Remark:
    ratio = state.red / state.blue
    found = f"red to blue {ratio:.2f}"
    if ratio > CAST or ratio < 1 / CAST:
        side = "warm" if ratio > 1 else "cold"
        advice = f"The picture is very {side}; if the tray is not, set the white balance under this lamp and lock it."
        return Remark("colour", found, advice, side)
    return Remark("colour", found)


def _focus(faces: Sequence[tuple[Frame, Quad]]) -> Remark:
    if not faces:
        return Remark("focus", "no die to judge it by", "Lay a few dice into the tray and look again.", "no-dice")
    blur = float(np.median([blur_of(rectify(frame, quad)) for frame, quad in faces]))
    found = f"blur of {blur:.1f} pixels on a face of 96"
    if blur > SOFT:
        advice = "Soft: set the focus on the dice by hand and lock it, and clean the lens."
        return Remark("focus", found, advice, "soft")
    return Remark("focus", found)


def blur_of(picture: Frame) -> float:
    """Standard deviation of the blur of a rectified die in pixels of a face of 96, from its edges at two scales.

    An edge blurred by b has a slope that falls with the square root of b² + s² when it is blurred by s once more.
    """
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32)
    fine, coarse = 0.7, 2.5
    slopes = []
    for scale in (fine, coarse):
        soft = cv2.GaussianBlur(grey, (0, 0), scale)
        slope = cv2.magnitude(cv2.Sobel(soft, cv2.CV_32F, 1, 0), cv2.Sobel(soft, cv2.CV_32F, 0, 1))
        slopes.append(float(np.percentile(slope, 97)) + 1e-3)
    square = max(1.02, (slopes[0] / slopes[1]) ** 2)
    return float(np.sqrt(max(0.0, (coarse**2 - fine**2 * square) / (square - 1)))) * MARGIN


def _height(faces: Sequence[tuple[Frame, Quad]]) -> Remark:
    if not faces:
        return Remark("height", "no die to judge it by")
    share = float(np.median([edge_of(quad) / frame.shape[1] for frame, quad in faces]))
    found = f"a die is {share * 1280:.0f} pixels of 1280 wide"
    if share < SMALL_SHARE:
        advice = "Small: bring the camera nearer, or a longer lens, until the tray fills the picture."
        return Remark("height", found, advice, "small")
    if share > LARGE_SHARE:
        advice = "Large: raise the camera until the whole tray with its rim is in the picture."
        return Remark("height", found, advice, "large")
    return Remark("height", found)


def _tray(faces: Sequence[tuple[Frame, Quad]]) -> Remark:
    if not faces:
        return Remark("tray", "no die to compare it with")
    pale = sum(_contrast(frame, quad) < ALIKE for frame, quad in faces)
    near = sum(_is_at_border(frame, quad) for frame, quad in faces)
    if near:
        found = f"{near} of {len(faces)} dice lie at the border of the picture"
        return Remark("tray", found, "Aim the camera at the middle.", "border")
    advice = "The lining is of the dice's colour: lay another one in, darker or lighter than they are." if pale else ""
    found = f"{pale} of {len(faces)} dice hardly differ from what they lie on"
    return Remark("tray", found, advice, "pale" if advice else "")


def _contrast(frame: Frame, quad: Quad) -> float:
    """Largest difference of the middle colours of the die's margin and of the ground around it."""
    picture = rectify(frame, quad, 96, 2.4)
    place = np.abs(np.arange(96) - 47.5)
    far = np.maximum(place[:, None], place[None])
    die: NDArray[np.uint8] = picture[(far < 19) & (far > 14)]
    ground: NDArray[np.uint8] = picture[far > 40]
    return float(np.abs(np.median(die, axis=0) - np.median(ground, axis=0)).max())


def _is_at_border(frame: Frame, quad: Quad) -> bool:
    (x, y), edge = centre_of(quad), edge_of(quad)
    return bool(min(x, y, frame.shape[1] - x, frame.shape[0] - y) < edge)


def _steadiness(states: Sequence[TrayState]) -> Remark:
    if len(states) < 2:
        return Remark("steadiness", "one picture only")
    changes = what_changed(states[0], states[-1])
    if changes:
        return Remark("steadiness", f"{len(states)} pictures, not alike", " ".join(changes), "changed")
    levels = np.array([state.brightness + 1 for state in states])
    wave = float(levels.std() / levels.mean())
    if wave > FLICKERING:
        advice = "The lamp flickers: make the exposure a multiple of 10 ms (8.3 ms where mains has 60 Hz)."
        return Remark("steadiness", f"brightness varies by {wave:.0%}", advice, "flicker")
    return Remark("steadiness", f"{len(states)} pictures, alike")


def _noise(frame: Frame) -> float:
    """Standard deviation of the noise, from the calmest fifth of the picture's blocks."""
    grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY).astype(np.float32)
    rest = grey - cv2.GaussianBlur(grey, (0, 0), 1.2)
    blocks = rest[: rest.shape[0] // 16 * 16, : rest.shape[1] // 16 * 16].reshape(rest.shape[0] // 16, 16, -1, 16)
    return float(np.quantile(blocks.std(axis=(1, 3)), 0.2)) * 1.2
