"""Finds taught pictures whose names contradict the others: each is held against all the rest, the worst goes first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from vision.profile import Shot

UNCLEAR = 0.03
"""A picture must be more alike to those of its own name than to those of any other by this much."""

CONTRADICTS = -0.1
"""From here on it does not merely lie between two faces: it is the other one, or one of the two was called wrongly."""

IS_IT = 0.7
"""How alike a picture must be to another face to be called that face: one that is like nothing was cut out badly."""

STRANGER = 0.75
"""What the only picture of a face counts as being alike to its own name."""


@dataclass(frozen=True, slots=True)
class Misfit:
    """A picture that lies with another face than its name.

    Attributes:
        place: of the shot.
        face: what it was called.
        looks_like: the face it lies with.
        contradicts: True if the name is likely wrong, False if the picture merely lies between the two.
    """

    place: int
    face: str
    looks_like: str
    contradicts: bool

    @property
    def sentence(self) -> str:
        """What is wrong with it, in words."""
        if self.contradicts:
            return f"called {self.face}, but it looks like {self.looks_like}"
        return f"called {self.face}, but it cannot be told from {self.looks_like}"


def misfits(shots: Sequence[Shot], doubts_name: Callable[[int, str], bool]) -> tuple[Misfit, ...]:
    """The pictures that do not fit, worst first; each is left out before the others are looked at again.

    Args:
        shots: with embeddings of one network.
        doubts_name: whether the network's own word for the shot at that place is rather that other face.
    """
    if not shots:
        return ()
    places = np.stack([shot.embedding for shot in shots]).astype(np.float64)
    alike = places @ places.T
    np.fill_diagonal(alike, np.nan)
    left = list(range(len(shots)))
    found: list[Misfit] = []
    while True:
        worst = min((_lead(place, left, shots, alike) for place in left), default=(1.0, -1, "", 0.0))
        lead, place, rival, near = worst
        if lead >= UNCLEAR:
            return tuple(found)
        contradicts = lead < CONTRADICTS and near >= IS_IT and doubts_name(place, rival)
        found.append(Misfit(place, shots[place].face, rival, contradicts))
        left.remove(place)


def _lead(place: int, left: Sequence[int], shots: Sequence[Shot], alike: np.ndarray) -> tuple[float, int, str, float]:
    """By how much the picture is more alike to its own name than to the next face, its place, that face, how alike."""
    near: dict[str, list[float]] = {}
    for other in left:
        if other != place:
            near.setdefault(shots[other].face, []).append(float(alike[place, other]))
    closeness = {face: float(np.mean(sorted(values)[-2:])) for face, values in near.items()}
    own = closeness.pop(shots[place].face, STRANGER)
    rival = max(closeness, key=lambda face: closeness[face], default=None)
    return (1.0, place, "", 0.0) if rival is None else (own - closeness[rival], place, rival, closeness[rival])
