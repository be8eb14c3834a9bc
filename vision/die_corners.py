"""Looks at each found die once more in the full frame: its corners to a part of a pixel, and what is wrong with it."""

from __future__ import annotations

import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.flatness import ANY_VIEW, Lying, Stand, View, how_they_lie
from vision.lining import beside_the_tray, colours_elsewhere
from vision.model_file import ModelFile
from vision.reading import Frame
from vision.rectify import Quad, centre_of, clockwise, edge_of
from vision.upright import Pose, around, halves, pose_of

MOVED, RESIZED = 0.04, 0.05
"""By how many edges, and by which part, a face may differ from what was cut out before it is cut out once more."""

LOOKS = 4
"""How often a die is looked at, at most: one that was found too small is seen whole only by and by."""

FAR, TOO_SMALL, TOO_LARGE = 0.45, 0.55, 1.7
"""Shift in edges and sizes beyond which the corners belong to something else, and what was found is kept."""

WIDER = 1.2
"""Part by which a die is cut out larger at first: one that was found too small is seen whole; then once more."""

SMALLER, MOST_GROWN = 0.8, 1.5
"""Part of the usual edge below which a die was found too small, and how much larger it may be then."""

DOUBTED, MUCH_WIDER, CLEARER = 0.08, 1.45, 0.8
"""Spread in edges from which a die is cut out anew, by which part wider, and which part of that spread convinces."""

LOOK_AGAIN, SURELY_LEANS = 0.08, 0.45
"""Lean from which a die is looked at from all sides, and from which that is no longer needed."""

SLIGHTLY_OTHER = (
    (1.1, 0, 0),
    (0.92, 0, 0),
    (1.02, 0.09, 0.03),
    (1.02, -0.09, -0.03),
    (0.98, 0, 0.04),
    (1.05, 0, -0.04),
)
"""How such a die is cut out once more: times its edge, turned (radians), moved to both sides (edges)."""

COCKED_SAYS = 0.15
"""How much the network's own probability that a die is cocked adds to its lean."""

LEAST_SPREAD = 0.02
"""In edges: no corner is surer than that."""

LOST = 1.0
"""Spread in edges of a die whose corners were not found."""

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """What the network says of n dice.

    Attributes:
        corners: (n, 4, 2) of the top faces in pixels of the frame.
        shifts: (n, 2) of the bottoms against the tops, in pixels of the frame.
        spreads: (n, 2) by which corners and shift may be off, in edges.
        states: (n, s) probabilities.
    """

    corners: Numbers
    shifts: Numbers
    spreads: Numbers
    states: Numbers

    def of(self, places: list[int]) -> _Seen:
        return _Seen(self.corners[places], self.shifts[places], self.spreads[places], self.states[places])

    def replace(self, places: list[int], better: _Seen) -> None:
        for mine, theirs in (
            (self.corners, better.corners), (self.shifts, better.shifts),
            (self.spreads, better.spreads), (self.states, better.states),
        ):  # fmt: skip
            mine[places] = theirs


@dataclass(frozen=True, slots=True)
class Inspected:
    """A die looked at closely.

    Attributes:
        quad: corners of its top face, clockwise.
        states: by name the probability of what may be wrong with it, then "lean" (about the sine of its tilt
            against the floor, and a little of "cocked"), "larger" (by which part it is larger than the other dice) and
            "unclear" (how far its corners may be off, in edges).
        stand: how it stands in the picture.
    """

    quad: Quad
    states: Mapping[str, float]
    stand: Stand


class DieInspector:
    """Looks at dice with the corner network, all of a frame at once."""

    def __init__(self, model: ModelFile) -> None:
        self._model = model
        self._side = int(model.contract["input"]["shape"][0])
        self._faces = tuple(float(faces) for faces in model.contract["faces_wide"])
        self._states = tuple(str(name) for name in model.contract["states"])

    def inspect(
        self,
        frame: Frame,
        quads: Sequence[Quad],
        view: View = ANY_VIEW,
        voters: int = 0,
        frames: tuple[Frame, ...] | None = None,
    ) -> tuple[Inspected, ...]:
        """What can be said of the dice that were found at `quads`.

        Args:
            frame: (height, width, 3) uint8, BGR.
            quads: corners of each.
            view: what is known of the camera before.
            voters: the first so many have a say about how large dice are and where the floor is, 0 for all.
            frames: the frame and its halves, None to make them.
        """
        if not quads:
            return ()
        voters = voters or len(quads)
        frames = halves(frame) if frames is None else frames
        poses = [_wider(pose) for pose in _not_too_small([pose_of(quad) for quad in quads], voters)]
        seen = self._settled(frames, poses)
        for i, pose in enumerate(poses):
            if not _belongs(pose, clockwise(seen.corners[i])):
                seen.spreads[i] = LOST
        doubted = [i for i in range(len(poses)) if seen.spreads[i, 0] > DOUBTED]
        if doubted:
            other = self._settled(frames, [_wider(poses[i], MUCH_WIDER) for i in doubted])
            better = [k for k, i in enumerate(doubted) if other.spreads[k, 0] < CLEARER * seen.spreads[i, 0]]
            seen.replace([doubted[k] for k in better], other.of(better))
        for i, pose in enumerate(poses):
            if not _belongs(pose, clockwise(seen.corners[i])):
                seen.corners[i], seen.spreads[i] = np.asarray(quads[i]), LOST
        seen = self._looked_again(frame, frames, seen, view, voters)
        return self._told(frame, seen, view, voters)

    def _looked_again(self, frame: Frame, frames: tuple[Frame, ...], seen: _Seen, view: View, voters: int) -> _Seen:
        """With the middle of what several looks say of dice that may lean: each is a little wrong by chance."""
        lying = self._lying(frame, seen, view, voters)[2]
        doubted = [i for i, lies in enumerate(lying) if LOOK_AGAIN < lies.lean < SURELY_LEANS]
        if not doubted:
            return seen
        poses = [pose_of(clockwise(seen.corners[i])) for i in doubted]
        other = self._look(frames, [_slightly_other(pose, *change) for change in SLIGHTLY_OTHER for pose in poses])
        shape = len(SLIGHTLY_OTHER), len(doubted), -1
        shifts, spreads, states = (
            np.concatenate([now[None, doubted], more.reshape(shape)])
            for now, more in ((seen.shifts, other.shifts), (seen.spreads, other.spreads), (seen.states, other.states))
        )
        odds = np.log(np.clip(states, 1e-6, 1 - 1e-6) / np.clip(1 - states, 1e-6, 1 - 1e-6))
        seen.shifts[doubted] = np.median(shifts, axis=0)
        seen.spreads[doubted, 1] = np.median(spreads, axis=0)[:, 1]
        seen.states[doubted] = 1 / (1 + np.exp(-odds.mean(axis=0)))
        return seen

    def _settled(self, frames: tuple[Frame, ...], poses: Sequence[Pose]) -> _Seen:
        """Look until each die was cut out as it is, LOOKS times at most."""
        cut = list(poses)
        seen = self._look(frames, cut)
        for _ in range(LOOKS - 1):
            again = [i for i, pose in enumerate(cut) if _is_off(pose, seen.corners[i])]
            if not again:
                break
            for i in again:
                cut[i] = pose_of(clockwise(seen.corners[i]))
            seen.replace(again, self._look(frames, [cut[i] for i in again]))
        return seen

    def _look(self, frames: tuple[Frame, ...], poses: Sequence[Pose]) -> _Seen:
        cuts = [cv2.merge([around(frames, pose, faces, self._side) for faces in self._faces]) for pose in poses]
        out = self._model.run(np.stack(cuts))
        corners, shifts = np.empty((len(poses), 4, 2)), np.empty((len(poses), 2))
        for i, pose in enumerate(poses):
            into = pose.into(self._faces[0], self._side)
            turn = into[:, :2] * (pose.edge * self._faces[0] / self._side) ** 2  # the way back, from the right
            corners[i] = (out["corners"][i] - into[:, 2]) @ turn
            shifts[i] = out["shift"][i] @ turn
        spreads = out["spread"].astype(np.float64) * self._faces[0] / self._side
        return _Seen(corners, shifts, spreads, out["states"].astype(np.float64))

    def _lying(
        self, frame: Frame, seen: _Seen, view: View, voters: int
    ) -> tuple[list[Quad], list[Stand], tuple[Lying, ...]]:
        """The top faces, how they stand and how they lie."""
        quads = [clockwise(corners) for corners in seen.corners]
        edges = np.array([max(1.0, edge_of(quad)) for quad in quads])
        height, width = frame.shape[:2]
        middle = np.array([(width - 1) / 2, (height - 1) / 2])
        places = (np.array([centre_of(quad) for quad in quads]) - middle) / max(width, height)
        shifts = seen.shifts / edges[:, None]
        spreads = np.maximum(seen.spreads[:, 1], LEAST_SPREAD)
        lying = how_they_lie(places, shifts, edges, spreads, view, voters)
        stands = [Stand((x, y), (right, down), spread) for (x, y), (right, down), spread
                  in zip(places.tolist(), shifts.tolist(), spreads.tolist(), strict=True)]  # fmt: skip
        return quads, stands, lying

    def _told(self, frame: Frame, seen: _Seen, view: View, voters: int) -> tuple[Inspected, ...]:
        quads, stands, lying = self._lying(frame, seen, view, voters)
        elsewhere = colours_elsewhere(frame, quads, voters)
        width = max(frame.shape[:2])
        told = []
        for quad, row, unclear, lies, colour, stand in zip(
            quads, seen.states, seen.spreads[:, 0].tolist(), lying, elsewhere, stands, strict=True
        ):
            named = dict(zip(self._states, (float(p) for p in row), strict=True))
            outside = lies.outside * width / max(1.0, edge_of(quad))
            named["off_tray"] = beside_the_tray(named.get("off_tray", 0.0), colour, outside)
            lean = lies.lean + COCKED_SAYS * named.get("cocked", 0.0)
            named |= {"lean": lean, "larger": lies.larger, "unclear": unclear}
            told.append(Inspected(quad, MappingProxyType(named), stand))
        return tuple(told)


def _not_too_small(poses: list[Pose], voters: int) -> list[Pose]:
    """Dice of a roll are of much the same size: what is much smaller than the others is looked at as if it were not."""
    usual = statistics.median(pose.edge for pose in poses[:voters])
    return [
        replace(pose, edge=min(usual, MOST_GROWN * pose.edge)) if pose.edge < SMALLER * usual else pose
        for pose in poses
    ]


def _wider(pose: Pose, part: float = WIDER) -> Pose:
    return replace(pose, edge=pose.edge * part)


def _slightly_other(pose: Pose, larger: float, turned: float, moved: float) -> Pose:
    x, y = pose.centre
    away = moved * pose.edge
    return Pose((x + away, y + away), pose.edge * larger, pose.turn + turned)


def _is_off(pose: Pose, corners: Numbers) -> bool:
    """True if the die was not cut out as it is."""
    quad = clockwise(corners)
    shift = math.dist(centre_of(quad), pose.centre) / pose.edge
    resized = abs(math.log(max(1.0, edge_of(quad)) / pose.edge))
    return (shift > MOVED or resized > RESIZED) and _belongs(pose, quad)


def _belongs(pose: Pose, quad: Quad) -> bool:
    """True if the corners may be those of the die at that pose."""
    middle = sum(x for x, _ in quad) / 4, sum(y for _, y in quad) / 4
    near = math.dist(middle, pose.centre) < FAR * pose.edge
    return near and TOO_SMALL < edge_of(quad) / pose.edge < TOO_LARGE and _is_convex(quad)


def _is_convex(quad: Quad) -> bool:
    """True if each corner turns to the right; in plain numbers, as arrays take ten times as long for so few."""
    return all(
        (bx - ax) * (cy - by) > (by - ay) * (cx - bx)
        for (ax, ay), (bx, by), (cx, cy) in zip(quad, quad[1:] + quad[:1], quad[2:] + quad[:2], strict=True)
    )
