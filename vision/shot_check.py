"""Whether one picture of a die may be learnt from: why it is refused, as a reason and in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.camera_advice import blur_of
from vision.classify import Look
from vision.doubt import face_closeness, reason_of_die
from vision.model_file import Floats
from vision.profile import Profile, Shot
from vision.reading import Frame, Reason

SAME_ARTWORK = 0.93
"""Similarity from which a face that was not taught yet is taken for another face that was."""

LEAD = 0.15
"""By how much a shot must lie nearer to another face than to its own name to be taken for mislabelled."""

BLURRED = 4.0
"""Blur in pixels on a face of 96 from which a picture is not learnt from."""

SOFTER, SOFTEST, ENOUGH_SHOTS = 1.35, 4.7, 6
"""Where a camera is soft by itself: how many times as soft as the sharper quarter of the shots before a picture may be,
the most that is borne, and how many shots that takes.  Thin or pale art looks softer than the rest of a die."""

SAME_SHOT = 2.0
"""Grey levels by which a die that was moved looks different at least, noise apart."""

STRANGER = 0.5
"""Similarity to dice that lie beside it and are said to show the same face below which a die shows another one."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a picture is not learnt from.

    Attributes:
        reason: "no-die", "no-face", "unclear" (with `what`), "blurred", "taken-already", "looks-like" (with `what`) or
            "unlike-the-others".
        sentence: in words, with what to do.
        what: a value of `Reason`, or the name of the face it looks like.
    """

    reason: str
    sentence: str
    what: str = ""


NO_DIE = Refusal("no-die", "I see no die there; lay it free.")
TOO_BLURRED = Refusal("blurred", "The picture is blurred; set the focus, hold the camera still and show the die again.")
TAKEN_ALREADY = Refusal("taken-already", "This picture was taken already; move the die and show it again.")
UNLIKE = Refusal("unlike-the-others", "This one looks unlike the others that were called the same; check its face.")


def why_not_looked_at(
    states: Mapping[str, float], look: Look, picture: Frame, limits: Mapping[str, float], shots: Sequence[Shot] = ()
) -> Refusal | None:
    """What is wrong with the die or its picture, whatever it is called, beside the shots that were taken before."""
    reason = reason_of_die(states, look, picture, limits)
    if reason is not None:
        return unclear(reason)
    blur = blur_of(picture)
    return TOO_BLURRED if blur > BLURRED and blur > _softest(shots) else None


def _softest(shots: Sequence[Shot]) -> float:
    """The blur that is borne beside these shots."""
    if len(shots) < ENOUGH_SHOTS:
        return BLURRED
    usual = float(np.quantile([blur_of(shot.picture) for shot in shots], 0.25))
    return min(SOFTEST, max(BLURRED, SOFTER * usual))


def unclear(reason: Reason) -> Refusal:
    """The refusal of a die that does not lie as it must."""
    sentence = f"The die looks {reason.value}; lay it flat in good light and show it again."
    return Refusal("unclear", sentence, reason.value)


def is_duplicate(picture: Frame, shots: Sequence[Shot]) -> bool:
    """True if the same picture, noise apart, is among the shots."""
    small = _without_noise(picture)
    return any(float(np.abs(_without_noise(shot.picture) - small).mean()) < SAME_SHOT for shot in shots)


def looks_like_another(face: str, look: Look, taught: Profile, limits: Mapping[str, float]) -> Refusal | None:
    """A refusal if the picture lies clearly with another taught face and not with those of its own name."""
    closeness = face_closeness(taught, look.embedding)
    own = closeness.pop(face, None)
    rival = max(closeness, key=lambda name: closeness[name], default=None)
    if rival is None or closeness[rival] < (SAME_ARTWORK if own is None else limits.get("closeness", 0.6)):
        return None
    if own is not None and own > closeness[rival] - LEAD:
        return None
    return Refusal("looks-like", f"This looks like {rival}, not {face}; check what you called it.", rival)


def is_unlike_its_own(face: str, look: Look, taught: Profile) -> bool:
    """True if the picture is unlike those that were taught of the face it is called."""
    own = face_closeness(taught, look.embedding).get(face)
    return own is not None and own < STRANGER


def odd_ones(embeddings: Sequence[Floats]) -> frozenset[int]:
    """Which of the dice that are said to show one face are unlike most of the others; none where there is no majority.

    Args:
        embeddings: unit vectors, one a die.
    """
    if len(embeddings) < 3:
        return frozenset()
    places = np.stack(embeddings)
    strangers = (places @ places.T < STRANGER).sum(axis=1)
    return frozenset(int(index) for index in np.flatnonzero(strangers * 2 > len(embeddings) - 1))


def _without_noise(picture: Frame) -> Floats:
    return cv2.resize(picture, (24, 24), interpolation=cv2.INTER_AREA).astype(np.float32)
