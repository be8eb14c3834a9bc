"""Asks the network what the rectified faces show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.colour import colours_of
from vision.model_file import Floats, ModelFile
from vision.reading import Frame
from vision.rectify import PICTURE_SIDE


@dataclass(frozen=True, slots=True)
class Look:
    """What the network says of one rectified face.

    Attributes:
        faces: for each dice set the calibrated probabilities of its faces, in the set's order.
        states: probability of what may be wrong with the face, by name.
        embedding: unit vector; looks at the same artwork lie close together.
        ink: colour of the art against the die (`vision.colour`), None if nobody looked.
        body: colour of the die, None if nobody looked.
    """

    faces: Mapping[str, Floats]
    states: Mapping[str, float]
    embedding: Floats
    ink: Floats | None = None
    body: Floats | None = None


class Classifier:
    """Reads rectified faces with the network of a model file."""

    def __init__(self, model: ModelFile) -> None:
        self.model = model
        self._side = int(model.contract["input"]["shape"][0])
        self._sets: dict[str, list[int]] = model.contract["sets"]
        self._states: list[str] = model.contract["states"]

    def look(self, pictures: Sequence[Frame]) -> tuple[Look, ...]:
        """One look for each picture of (PICTURE_SIDE, PICTURE_SIDE, 3), all in one run of the network."""
        if not pictures:
            return ()
        assert all(picture.shape == (PICTURE_SIDE, PICTURE_SIDE, 3) for picture in pictures)
        size = (self._side, self._side)
        out = self.model.run(np.stack([cv2.resize(p, size, interpolation=cv2.INTER_AREA) for p in pictures]))
        return tuple(self._one(out, index, picture) for index, picture in enumerate(pictures))

    def _one(self, out: dict[str, Floats], index: int, picture: Frame) -> Look:
        logits = out["faces"][index] / np.float32(self.model.thresholds.get("temperature", 1.0))
        faces = {name: _softmax(logits[chosen]) for name, chosen in self._sets.items()}
        states = dict(zip(self._states, (float(p) for p in out["states"][index]), strict=True))
        return Look(faces, states, out["embedding"][index], *colours_of(picture))


def averaged(looks: Sequence[Look], best: int) -> Look:
    """One look out of several at the same die, with the colours of the one that counts as best."""
    faces = {name: _mean([look.faces[name] for look in looks]) for name in looks[0].faces}
    states = {name: sum(look.states[name] for look in looks) / len(looks) for name in looks[0].states}
    place = _mean([look.embedding for look in looks])
    place /= max(1e-6, float(np.linalg.norm(place)))
    return Look(faces, states, place, looks[best].ink, looks[best].body)


def _mean(values: Sequence[Floats]) -> Floats:
    return np.asarray(np.mean(np.stack(values), axis=0), np.float32)


def _softmax(logits: Floats) -> Floats:
    powers = np.exp(logits - logits.max())
    return np.asarray(powers / powers.sum(), np.float32)
