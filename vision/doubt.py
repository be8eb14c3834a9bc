"""Decides for one die which face it shows and whether that is sure; a reason is given whenever it is not.

All limits were frozen on calibration renders (`models/dice_faces.toml`, `models/dice_finder.toml`); a profile may only
tighten them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from vision.classify import Look
from vision.dice_sets import DiceSet
from vision.model_file import Floats
from vision.profile import Profile
from vision.reading import Frame, Reason
from vision.rectify import MARGIN

FINDER_REASONS = (
    ("moving", Reason.MOVING),
    ("off_tray", Reason.OFF_TRAY),
    ("covered", Reason.COVERED),
    ("cocked", Reason.COCKED),
)


@dataclass(frozen=True, slots=True)
class Guess:
    """What a face is, before anything else about the die is asked.

    Attributes:
        ranked: faces with their probabilities, best first.
        reason: why the face is not sure, None when it is.
    """

    ranked: tuple[tuple[str, float], ...]
    reason: Reason | None = None


def untaught_guess(dice_set: DiceSet, look: Look, limits: Mapping[str, float]) -> Guess:
    """The face by what the network knows of the set; the last probability is that of artwork of no known kind."""
    faces = [float(p) for p in look.faces[dice_set.name][: len(dice_set.faces)]]
    other = 1 - sum(faces)
    known = max(1e-6, 1 - other)
    ranked = _ranked(dice_set.faces, [p / known for p in faces])
    if dice_set.must_be_taught:
        return Guess(ranked, Reason.NOT_TAUGHT)
    if other > limits.get("other", 0.3):
        return Guess(ranked, Reason.UNKNOWN_DIE)
    sure = max(faces) >= limits.get("face", 0.99)
    return Guess(ranked, None if sure else Reason.UNSURE)


def taught_guess(profile: Profile, dice_set: DiceSet, look: Look, limits: Mapping[str, float]) -> Guess:
    """The face by the nearest pictures the owner taught; what the network knows of the set can veto, not decide."""
    closeness = face_closeness(profile, look.embedding)
    faces = tuple(closeness)
    values = np.array([closeness[face] for face in faces], np.float32)
    powers = np.exp((values - values.max()) * limits.get("taught_warmth", 20.0))
    ranked = _ranked(faces, [float(p) for p in powers / powers.sum()])
    best = float(values.max())
    second = float(np.sort(values)[-2]) if len(values) > 1 else -1.0
    if best < max(profile.closeness, limits.get("closeness", 0.6)):
        return Guess(ranked, Reason.UNKNOWN_DIE)
    if best - second < limits.get("lead", 0.1):
        return Guess(ranked, Reason.UNSURE)
    if not dice_set.must_be_taught:
        known = dict(zip(dice_set.faces, look.faces[dice_set.name], strict=False))
        rival = max((p for face, p in known.items() if face != ranked[0][0]), default=0.0)
        if rival > limits.get("veto", 0.9):
            return Guess(ranked, Reason.UNSURE)
    return Guess(ranked)


def face_closeness(profile: Profile, embedding: Floats) -> dict[str, float]:
    """For each taught face the mean similarity, -1 to 1, of its two nearest pictures."""
    places = np.stack([shot.embedding for shot in profile.shots])
    alike = places @ embedding
    names = np.array([shot.face for shot in profile.shots])
    return {face: float(np.sort(alike[names == face])[-2:].mean()) for face in profile.faces}


def reason_of_die(
    states: Mapping[str, float], look: Look, picture: Frame, limits: Mapping[str, float]
) -> Reason | None:
    """What is wrong with the die itself, whatever its face."""
    for name, reason in FINDER_REASONS:
        if states.get(name, 0.0) > limits.get(name, 0.5):
            return reason
    if look.states.get("unreadable", 0.0) > limits.get("unreadable", 0.5):
        return _why_unreadable(picture)
    if look.states.get("not_upright", 0.0) > limits.get("not_upright", 0.5):
        return Reason.COCKED
    return None


def _why_unreadable(picture: Frame) -> Reason:
    """The likeliest cause, by brightness, blown highlights and sharpness of the face."""
    side = picture.shape[0]
    inset = round(side * (1 - 1 / MARGIN) / 2)
    face = cv2.cvtColor(picture[inset:-inset, inset:-inset], cv2.COLOR_BGR2GRAY)
    if float(np.percentile(face, 95)) < 45:
        return Reason.TOO_DARK
    if float((face > 248).mean()) > 0.2:
        return Reason.GLARE
    edges = float(cv2.Laplacian(cv2.GaussianBlur(face, (0, 0), 1.0), cv2.CV_32F).std())
    return Reason.COVERED if edges > 6 else Reason.BLURRED


def _ranked(faces: tuple[str, ...], probabilities: list[float]) -> tuple[tuple[str, float], ...]:
    return tuple(sorted(zip(faces, probabilities, strict=True), key=lambda pair: -pair[1]))
