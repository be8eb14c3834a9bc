"""Decides for one die which face it shows and whether that is sure; a reason is given whenever it is not.

All limits were frozen on calibration renders (`models/dice_faces.toml`, `models/dice_finder.toml`); a profile may only
tighten them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.classify import Look
from vision.colour import colour_distance
from vision.dice_sets import DiceSet
from vision.model_file import Floats
from vision.profile import Profile
from vision.reading import Frame, Reason
from vision.rectify import MARGIN

UNTAUGHT_SHARE = 0.05
"""Probability of faces that were not taught, or whose art nobody knows, above which a die is asked about."""

ENOUGH_FACES = 3
"""How many faces must have been taught before what they have in common can be told from what they differ in."""

UNTAUGHT = "untaught_"
"""What the names of limits begin with that hold instead of the others where nothing was taught."""

FINDER_REASONS = (
    ("moving", Reason.MOVING),
    ("off_tray", Reason.OFF_TRAY),
    ("covered", Reason.COVERED),
    ("cocked", Reason.COCKED),
    ("lean", Reason.COCKED),
    ("stacked", Reason.STACKED),
    ("larger", Reason.STACKED),
    ("unclear", Reason.UNSURE),
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
    if sum(p for face, p in ranked if face in dice_set.unknown_art) > UNTAUGHT_SHARE:
        return Guess(ranked, Reason.NOT_TAUGHT)
    sure = max(faces) >= limits.get("face", 0.99)
    return Guess(ranked, None if sure else Reason.UNSURE)


def taught_guess(profile: Profile, dice_set: DiceSet, look: Look, limits: Mapping[str, float]) -> Guess:
    """The face by the nearest pictures the owner taught, and by what the network knows of a set with known signs."""
    closeness = face_closeness(profile, look.embedding)
    likeness = face_likeness(profile, look.embedding)
    ranked = _ranked(tuple(likeness), taught_probabilities(likeness, dice_set, look, limits))
    if closeness[ranked[0][0]] < max(profile.closeness, limits.get("closeness", 0.6)):
        return Guess(ranked, Reason.UNKNOWN_DIE)
    if _may_be_untaught(profile, dice_set, look, ranked[0][0]):
        return Guess(ranked, Reason.NOT_TAUGHT)
    face, probability = ranked[0]
    sure = probability >= limits.get("taught_face", 0.98)
    if sure and _colour_contradicts(profile, dice_set, face, look, limits):
        sure = False
    return Guess(ranked, None if sure else Reason.UNSURE)


def _colour_contradicts(
    profile: Profile, dice_set: DiceSet, face: str, look: Look, limits: Mapping[str, float]
) -> bool:
    """True if the ink has the hue of another taught face rather than of this one, where faces differ in colour."""
    if look.ink is None or not dice_set.must_be_taught or len(profile.faces) < 2:
        return False
    return colour_contradiction(face_colours(profile, look.ink), face) > limits.get("colour", 1.0)


def face_colours(profile: Profile, ink: Floats) -> dict[str, float]:
    """For each taught face how far the hue of an ink is from its nearest picture."""
    return {face: colour_distance(ink, (s for s in profile.shots if s.face == face)) for face in profile.faces}


def colour_contradiction(colours: Mapping[str, float], face: str) -> float:
    """By how much the hue lies farther from that face than from the nearest other one; below 0 if it is the nearest."""
    return colours[face] - min(far for other, far in colours.items() if other != face)


def _may_be_untaught(profile: Profile, dice_set: DiceSet, look: Look, nearest: str) -> bool:
    """True if the die may show a face that was not taught yet: then the nearest taught one proves nothing.

    Art that nobody knows beforehand may look like any face that was not shown, a stone like a single large pip.
    """
    missing = [index for index, face in enumerate(dice_set.faces) if face not in profile.faces]
    if not missing or dice_set.must_be_taught or nearest in dice_set.unknown_art:
        return bool(missing)
    return float(look.faces[dice_set.name][missing].sum()) > UNTAUGHT_SHARE


def taught_probabilities(
    likeness: Mapping[str, float], dice_set: DiceSet, look: Look, limits: Mapping[str, float]
) -> list[float]:
    """Probability of each taught face, in the order of `likeness`.

    Where the signs of a set are known (numerals, pips) both witnesses count; where every owner's dice differ, what was
    taught counts alone.
    """
    values = np.array(list(likeness.values()), np.float64) * limits.get("taught_warmth", 20.0)
    if not dice_set.must_be_taught:
        known = dict(zip(dice_set.faces, look.faces[dice_set.name], strict=False))
        values += limits.get("known_weight", 0.5) * np.log([max(1e-4, float(known[face])) for face in likeness])
    powers = np.exp(values - values.max())
    return [float(p) for p in powers / powers.sum()]


def face_closeness(profile: Profile, embedding: Floats) -> dict[str, float]:
    """For each taught face the mean similarity, -1 to 1, of its two nearest pictures."""
    return _nearest_two(profile, np.stack([shot.embedding for shot in profile.shots]) @ embedding)


def face_likeness(profile: Profile, embedding: Floats) -> dict[str, float]:
    """The same, -1 to 1, as seen from the middle of all taught faces.

    What the faces of a die have in common, its body above all, says nothing of which of them is up: dice whose faces
    look much alike are told apart by what is left.  As `face_closeness` before ENOUGH_FACES are taught.
    """
    middle, places = _seen_from_their_middle(profile)
    return _nearest_two(profile, places @ _unit(embedding - middle))


@lru_cache(maxsize=8)
def _seen_from_their_middle(profile: Profile) -> tuple[Floats, Floats]:
    """The middle of all taught faces, and the places of the pictures as unit vectors from there."""
    places = np.stack([shot.embedding for shot in profile.shots])
    names = np.array([shot.face for shot in profile.shots])
    faces = profile.faces
    if len(faces) < ENOUGH_FACES:
        return np.zeros(places.shape[1], np.float32), places
    middle = np.asarray(np.mean([places[names == face].mean(axis=0) for face in faces], axis=0), np.float32)
    return middle, _unit(places - middle)


def _nearest_two(profile: Profile, alike: Floats) -> dict[str, float]:
    """For each taught face the mean of the two largest numbers of its pictures."""
    names = np.array([shot.face for shot in profile.shots])
    return {face: float(np.sort(alike[names == face])[-2:].mean()) for face in profile.faces}


def _unit(places: Floats) -> Floats:
    return np.asarray(places / np.maximum(1e-6, np.linalg.norm(places, axis=-1, keepdims=True)), np.float32)


def is_like_a_taught_face(profile: Profile, look: Look, limits: Mapping[str, float]) -> bool:
    """True if what was looked at is as like a taught face as the dice of the owner are."""
    return max(face_closeness(profile, look.embedding).values()) >= limits.get("closeness", 0.6)


def limits_untaught(limits: Mapping[str, float]) -> dict[str, float]:
    """The limits that hold where nothing was taught."""
    stricter = {name.removeprefix(UNTAUGHT): value for name, value in limits.items() if name.startswith(UNTAUGHT)}
    return {**limits, **stricter}


def limits_in_use(limits: Mapping[str, float], is_taught: bool, is_rig_known: bool) -> Mapping[str, float]:
    """The limits of dice that were taught or not.

    Where teaching has shown the rig's view a lean is told by it: they are stricter about a lean, and less so about a
    face that merely looks as if seen aslant, or hard to read: it must be like a taught one anyhow.
    """
    if not is_taught:
        return limits_untaught(limits)
    if not is_rig_known:
        return limits
    upright = max(limits.get("not_upright", 0.5), limits.get("rig_not_upright", 0.0))
    unreadable = max(limits.get("unreadable", 0.5), limits.get("rig_unreadable", 0.0))
    lean = min(limits.get("lean", 0.5), limits.get("rig_lean", 0.5))
    return {**limits, "lean": lean, "not_upright": upright, "unreadable": unreadable}


def limits_of_teaching(limits: Mapping[str, float]) -> Mapping[str, float]:
    """The limits of dice laid down to be learnt: that a face merely looks aslant is no ground to refuse it."""
    return {**limits, "not_upright": max(limits.get("not_upright", 0.5), limits.get("rig_not_upright", 0.0))}


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
