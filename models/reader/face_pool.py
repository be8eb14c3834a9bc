"""Rectified faces to train the face network on: grouped by artwork, turned, shifted, spoiled."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.reader.augment import develop, spoil, touch_up
from models.reader.contract import FACE_SIDE
from models.reader.pool import STORED_SIDE
from vision.rectify import MARGIN

NOT_NAMED = (-1, -1)

KINDS = ("or", "pips", "wuerfelspiel", "or", "invented", "")
"""Beginnings of the names of artworks that a batch takes in turn."""


class FacePool:
    """Stored faces; a batch holds some artworks, several faces of each, several views of each face."""

    def __init__(self, folder: Path, rng: np.random.Generator, name: str = "*") -> None:
        self._folder, self._rng, self._name = folder, rng, name
        self._seen: set[Path] = set()
        self._good: dict[str, dict[str, list[NDArray]]] = defaultdict(lambda: defaultdict(list))
        self._bad: dict[str, list[NDArray]] = {"unreadable": [], "not_upright": []}
        self._labels: dict[tuple[str, str], tuple[int, int]] = {}
        self._age = 0
        self.refresh()

    def __len__(self) -> int:
        return sum(len(views) for faces in self._good.values() for views in faces.values())

    @property
    def artworks(self) -> int:
        return len(self._good)

    def refresh(self) -> None:
        for path in sorted(self._folder.glob(f"{self._name}.json")):
            if path in self._seen:
                continue
            self._seen.add(path)
            pictures = cv2.imread(str(path.with_suffix(".faces.jpg")))
            for index, die in enumerate(json.loads(path.read_text())["dice"]):
                picture = pictures[:, index * STORED_SIDE : (index + 1) * STORED_SIDE].copy()
                if die["use"] == "good":
                    self._good[die["artwork"]][die["face"]].append(picture)
                    self._labels[die["artwork"], die["face"]] = (die["sign"], die["colour"])
                elif die["use"] in self._bad:
                    self._bad[die["use"]].append(picture)

    def batch(self, artworks: int = 10, faces: int = 6, views: int = 3) -> dict[str, NDArray]:
        """Pictures (n, 64, 64, 3); label, colour, group, die, unreadable, not_upright for each (-1: do not care)."""
        self._age += 1
        if self._age % 50 == 0:
            self.refresh()
        rng, rows = self._rng, []
        names = list(self._good)
        drawn = [self._drawn(names, kind) for kind in (KINDS * artworks)[:artworks]]
        group, group_of, die_of = 0, [], []
        for die, artwork in enumerate(drawn):
            known = list(self._good[names[artwork]])
            for face in rng.permutation(len(known))[:faces]:
                stored = self._good[names[artwork]][known[face]]
                labels = self._labels[names[artwork], known[face]]
                order = rng.permutation(max(views, len(stored))) % len(stored)
                for view in range(views):
                    spoiled = view == views - 1 and rng.random() < 0.35
                    rows.append(self._view(stored[order[view]], labels, spoiled))
                    group_of.append(-1 if spoiled else group)
                    die_of.append(die)
                group += 1
        rows += [self._no_face() for _ in range(len(rows) // 8)]
        nobody = [-1] * (len(rows) - len(group_of))
        pictures, labels, unreadable, tilted = zip(*rows, strict=True)
        wrong = {"unreadable": np.array(unreadable, np.float32), "not_upright": np.array(tilted, np.float32)}
        named = {"label": np.array(labels)[:, 0], "colour": np.array(labels)[:, 1]}
        places = {"group": np.array(group_of + nobody), "die": np.array(die_of + nobody)}
        return {"pictures": np.stack(pictures), **places, **named, **wrong}

    def _drawn(self, names: list[str], kind: str) -> int:
        """Any artwork of that kind, any at all where there is none."""
        some = [index for index, name in enumerate(names) if name.startswith(kind)] or range(len(names))
        return int(some[int(self._rng.integers(len(some)))])

    def _view(self, picture: NDArray, labels: tuple[int, int], spoiled: bool) -> tuple:
        rng = self._rng
        face = warp(picture, rng, 0.03)
        if spoiled:
            return develop(spoil(face, rng), rng, 0.7), NOT_NAMED, 1, -1
        return develop(touch_up(face, rng), rng), labels, 0, 0

    def _no_face(self) -> tuple:
        """A quadrilateral that holds no upright top face: beside the die, or a tilted one."""
        rng = self._rng
        kind = "unreadable" if rng.random() < 0.5 else "not_upright"
        if self._bad[kind] and rng.random() < 0.6:
            picture = self._bad[kind][rng.integers(len(self._bad[kind]))]
            wrong = (1, -1) if kind == "unreadable" else (-1, 1)
            return develop(warp(picture, rng, 0.03), rng, 0.6), NOT_NAMED, *wrong
        names = list(self._good)
        faces = self._good[names[rng.integers(len(names))]]
        views = faces[list(faces)[rng.integers(len(faces))]]
        picture = views[rng.integers(len(views))]
        if rng.random() < 0.6:
            angle = rng.uniform(0, 2 * np.pi)
            far = rng.uniform(0.42, 0.8)
            moved = warp(picture, rng, 0.03, (far * np.cos(angle), far * np.sin(angle)))
        else:
            zoom = rng.uniform(1.7, 2.2) if rng.random() < 0.5 else rng.uniform(0.42, 0.56)
            moved = warp(picture, rng, 0.03, zoom=zoom)
        return develop(moved, rng), NOT_NAMED, -1, 1


def warp(
    stored: NDArray, rng: np.random.Generator, jitter: float, shift: tuple[float, float] = (0, 0), zoom: float = 1.0
) -> NDArray:
    """The network's input cut from a stored picture as the reader would, any way round, its corners a little wrong.

    Most quadrilaterals are close; of the rest the finder errs in size and place, or takes a face seen askew for square.

    Args:
        jitter: standard deviation of each corner in edges of the face.
        shift: of the whole quadrilateral, in edges.
        zoom: of the whole quadrilateral.
    """
    corners = np.roll(_SQUARE, rng.integers(4), axis=0)
    far = 1.0
    if rng.random() < 0.4:
        far = 2.2
        turn = rng.uniform(-np.pi, np.pi) if rng.random() < 0.15 else rng.normal(0, 0.12)
        corners = corners @ _turn(turn)
    if rng.random() < 0.3:  # longer one way than the other
        lean = _turn(rng.uniform(0, np.pi))
        corners = corners @ lean * np.array([np.exp(abs(rng.normal(0, 0.09))), 1.0]) @ lean.T
    corners = corners * zoom * np.exp(rng.normal(0, 0.05 * far)) + rng.normal(0, jitter * 0.7, (4, 2)) * far**0.5
    corners = corners + rng.normal(0, jitter * far, 2) + np.array(shift)
    inset = FACE_SIDE * (1 - 1 / MARGIN) / 2
    end = FACE_SIDE - inset
    target = np.array([[inset, inset], [end, inset], [end, end], [inset, end]], np.float32)
    source = (corners * (STORED_SIDE / 2) + STORED_SIDE / 2).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(source, target)
    size = (FACE_SIDE, FACE_SIDE)
    return cv2.warpPerspective(stored, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


_SQUARE = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])


def _turn(angle: float) -> NDArray:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, s], [-s, c]])
