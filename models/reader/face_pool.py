"""Rectified faces to train the face network on: grouped by artwork, turned, shifted, spoiled."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.reader.augment import develop, spoil, touch_up
from models.reader.contract import FACE_SIDE, FACES
from models.reader.pool import STORED_SIDE
from vision.rectify import MARGIN, PICTURE_SIDE

ENCODED = (".jpg", 95)


class FacePool:
    """Stored faces; a batch holds some artworks, several faces of each, several views of each face."""

    def __init__(self, folder: Path, rng: np.random.Generator, name: str = "*") -> None:
        self._folder, self._rng, self._name = folder, rng, name
        self._seen: set[Path] = set()
        self._good: dict[str, dict[str, list[NDArray]]] = defaultdict(lambda: defaultdict(list))
        self._bad: list[NDArray] = []
        self._labels: dict[tuple[str, str], int] = {}
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
            strip = path.with_suffix(".faces.jpg")
            if not strip.exists():
                continue
            pictures = cv2.imread(str(strip))
            for index, die in enumerate(json.loads(path.read_text())["dice"]):
                picture = pictures[:, index * STORED_SIDE : (index + 1) * STORED_SIDE].copy()
                if die["ignore"] or any(die["states"][:2]) or die["states"][3]:
                    if die["states"][0] and not die["ignore"]:
                        self._bad.append(picture)
                    continue
                self._good[die["artwork"]][die["face"]].append(picture)
                self._labels[die["artwork"], die["face"]] = FACES.index(die["label"])

    def batch(self, artworks: int = 16, faces: int = 3, views: int = 4) -> dict[str, NDArray]:
        """Pictures (n, 64, 64, 3); label, group, unreadable, not_upright for each (-1: do not care)."""
        self._age += 1
        if self._age % 50 == 0:
            self.refresh()
        rng, rows = self._rng, []
        names = list(self._good)
        group = 0
        for artwork in rng.choice(len(names), artworks):
            known = list(self._good[names[artwork]])
            for face in rng.permutation(len(known))[:faces]:
                stored = self._good[names[artwork]][known[face]]
                label = self._labels[names[artwork], known[face]]
                for view in range(views):
                    picture = stored[rng.integers(len(stored))]
                    rows.append(self._view(picture, label, group, spoiled=view == views - 1 and rng.random() < 0.35))
                group += 1
        rows += [self._no_face() for _ in range(len(rows) // 12)]
        pictures, label, group_of, unreadable, tilted = zip(*rows, strict=True)
        wrong = {"unreadable": np.array(unreadable, np.float32), "not_upright": np.array(tilted, np.float32)}
        return {"pictures": np.stack(pictures), "label": np.array(label), "group": np.array(group_of), **wrong}

    def _view(self, picture: NDArray, label: int, group: int, spoiled: bool) -> tuple:
        rng = self._rng
        turned = np.ascontiguousarray(np.rot90(picture, rng.integers(4)))
        face = warp(turned, rng, 0.03)
        if spoiled:
            return shrink(develop(spoil(face, rng), rng, 0.7)), -1, -1, 1, -1
        return shrink(develop(touch_up(face, rng), rng)), label, group, 0, 0

    def _no_face(self) -> tuple:
        """A quadrilateral that holds no upright top face: beside the die, or a tilted one."""
        rng = self._rng
        if self._bad and rng.random() < 0.5:
            picture = self._bad[rng.integers(len(self._bad))]
            turned = np.ascontiguousarray(np.rot90(picture, rng.integers(4)))
            return shrink(develop(warp(turned, rng, 0.03), rng)), -1, -1, -1, 1
        names = list(self._good)
        faces = self._good[names[rng.integers(len(names))]]
        views = faces[list(faces)[rng.integers(len(faces))]]
        picture = np.ascontiguousarray(np.rot90(views[rng.integers(len(views))], rng.integers(4)))
        if rng.random() < 0.6:
            angle = rng.uniform(0, 2 * np.pi)
            far = rng.uniform(0.3, 0.75)
            moved = warp(picture, rng, 0.03, (far * np.cos(angle), far * np.sin(angle)))
        else:
            moved = warp(
                picture, rng, 0.03, zoom=rng.uniform(1.45, 2.0) if rng.random() < 0.5 else rng.uniform(0.5, 0.68)
            )
        return shrink(develop(moved, rng)), -1, -1, -1, 1


def warp(
    stored: NDArray, rng: np.random.Generator, jitter: float, shift: tuple[float, float] = (0, 0), zoom: float = 1.0
) -> NDArray:
    """A PICTURE_SIDE picture cut from a stored one as the reader would, with corners that are a little wrong.

    Args:
        jitter: standard deviation of each corner in edges of the face.
        shift: of the whole quadrilateral, in edges.
        zoom: of the whole quadrilateral.
    """
    edge = STORED_SIDE / 2
    corners = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
    corners = corners * zoom * np.exp(rng.normal(0, 0.035)) + rng.normal(0, jitter * 0.7, (4, 2))
    corners = corners + rng.normal(0, jitter, 2) + np.array(shift)
    inset = PICTURE_SIDE * (1 - 1 / MARGIN) / 2
    far = PICTURE_SIDE - inset
    target = np.array([[inset, inset], [far, inset], [far, far], [inset, far]], np.float32)
    matrix = cv2.getPerspectiveTransform((corners * edge + STORED_SIDE / 2).astype(np.float32), target)
    return cv2.warpPerspective(stored, matrix, (PICTURE_SIDE, PICTURE_SIDE), flags=cv2.INTER_LINEAR,
                               borderMode=cv2.BORDER_REPLICATE)  # fmt: skip


def shrink(picture: NDArray) -> NDArray:
    """The picture at the size of the network's input, as the reader does it."""
    return cv2.resize(picture, (FACE_SIDE, FACE_SIDE), interpolation=cv2.INTER_AREA)
