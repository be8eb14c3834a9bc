"""The value networks on the compiled twin: every end of every turn of many games valued in one call."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.advice.network import POINTS
from engine.advice.network_inputs import SLOTS, wuerfelspiel_parts
from engine.advice.value import WIN_POINTS
from models.values.lanes import Floats, Lanes, TwinGames
from models.values.twin import SEATS, Ends, WuerfelspielGames, data, library, structure
from models.values.twin_inputs import inputs_of

CNet = structure(
    "CNet",
    "codes parts parts_bias chips codes_of codes_bias first_of first_bias second_of second_bias out_of out_bias"
    " #code #encoder #first #second .win_points",
)
LAYERS = {"parts": "encoder.0", "codes": "encoder.2", "first": "head.1", "second": "head.3", "out": "head.5"}
"""Short names of the layers, and their names in the files."""

Weights = Mapping[str, NDArray[np.float32]]


class Compiled:
    """A value network on the twin.

    Args:
        weights: by name ("encoder.0.weight", (outputs, inputs), and so on).
        width: standard deviation of the error of the chance of winning: one of the levels.
        seed: of the errors.
    """

    knows_win = True

    def __init__(self, weights: Weights, width: float = 0.0, seed: int = 0) -> None:
        self.layers = {}
        for short, name in LAYERS.items():
            self.layers[short] = np.ascontiguousarray(weights[f"{name}.weight"].T, np.float32)
            self.layers[f"{short}_bias"] = np.ascontiguousarray(weights[f"{name}.bias"], np.float32)
        self.width = width
        self.random = np.random.default_rng(seed)
        self._settings: NDArray[np.uint8] | None = None
        self._net: ctypes.Structure | None = None

    def value_ends(
        self, twin: TwinGames, games: NDArray[np.int32], ends: Ends, mine: NDArray[np.bool_]
    ) -> tuple[NDArray[np.float32], Floats]:
        """(ends, 8) rows by seat and (ends,) worth to the mover, of the games that are `mine`; zero elsewhere."""
        net = self._on(twin)
        rows, worth = np.zeros((ends.count, 2 * SEATS), np.float32), np.zeros(ends.count)
        flags = np.ascontiguousarray(mine, np.uint8)
        common = (ctypes.byref(net), ctypes.byref(twin.c), ctypes.byref(twin.leaves), data(games), len(games),
                  data(ends.first), data(flags))  # fmt: skip
        if isinstance(twin, WuerfelspielGames):
            library().w_value(*common, len(twin.icons), data(rows), data(worth))
        else:
            library().o_value(*common, data(ends.classes), data(rows), data(worth))
        if self.width:
            self._blur(twin, ends, flags, rows, worth)
        return rows, worth

    def _blur(
        self, twin: TwinGames, ends: Ends, mine: NDArray[np.uint8], rows: NDArray[np.float32], worth: Floats
    ) -> None:
        errors = self.width * self.random.standard_normal(ends.count) * np.repeat(mine, np.diff(ends.first))
        mover, seats = twin.turn[ends.game].astype(np.int64), int(twin.seats[0])
        signs = np.full((ends.count, seats), -1.0 / (seats - 1))
        signs[np.arange(ends.count), mover] = 1.0
        errors[ends.kind == 2] = 0.0
        rows[:, :seats] += (errors[:, None] * signs).astype(np.float32)
        worth += errors

    def prospects(self, lanes: Lanes) -> Floats:
        """(positions, seats, 2) chance of winning and points, the seat to roll first."""
        inputs = inputs_of(lanes)
        codes = self._codes(inputs.parts)
        added = np.maximum(codes[inputs.places].sum(axis=2).reshape(len(inputs.rest), -1), 0)
        seen = np.concatenate([added, inputs.rest], axis=1)
        first = np.maximum(seen @ self.layers["first"] + self.layers["first_bias"], 0)
        second = np.maximum(first @ self.layers["second"] + self.layers["second_bias"], 0)
        out = second @ self.layers["out"] + self.layers["out_bias"]
        logits = out[:, : lanes.seats].astype(np.float64)
        win = np.exp(logits - logits.max(axis=1, keepdims=True))
        win /= win.sum(axis=1, keepdims=True)
        return np.stack([win, out[:, SLOTS : SLOTS + lanes.seats] * POINTS], axis=-1)

    def _codes(self, parts: NDArray[np.float32]) -> NDArray[np.float32]:
        layers = self.layers
        return np.maximum(parts @ layers["parts"] + layers["parts_bias"], 0) @ layers["codes"] + layers["codes_bias"]

    def _on(self, twin: TwinGames) -> ctypes.Structure:
        """The network as the twin takes it, for the boards or chips of these games."""
        settings = twin.icons if isinstance(twin, WuerfelspielGames) else twin.gifts
        if self._net is None or self._settings is not settings:
            self._net, self._settings = self._structure(twin), settings
        return self._net

    def _structure(self, twin: TwinGames) -> ctypes.Structure:
        layers = self.layers
        nothing = np.zeros(1, np.float32)
        codes, chips = nothing, nothing
        if isinstance(twin, WuerfelspielGames):
            codes = self._codes(wuerfelspiel_parts(twin.icons, twin.values.astype(np.float64)))
        else:
            gifts = twin.gifts.reshape(-1, 11, 4).astype(np.float32)
            carried = layers["parts"][163:207].reshape(11, 4, -1)
            chips = layers["parts"][152:163] + np.einsum("cvk,vke->cve", gifts, carried)
        out = np.zeros((len(layers["out"]), 16), np.float32)
        out[:, :8] = layers["out"]
        out_bias = np.zeros(16, np.float32)
        out_bias[:8] = layers["out_bias"]
        return CNet(
            codes=np.ascontiguousarray(codes, np.float32), parts=layers["parts"], parts_bias=layers["parts_bias"],
            chips=np.ascontiguousarray(chips, np.float32), codes_of=layers["codes"], codes_bias=layers["codes_bias"],
            first_of=layers["first"], first_bias=layers["first_bias"], second_of=layers["second"],
            second_bias=layers["second_bias"], out_of=out, out_bias=out_bias, code=layers["codes"].shape[1],
            encoder=layers["parts"].shape[1], first=layers["first"].shape[1], second=layers["second"].shape[1],
            win_points=WIN_POINTS,
        )  # fmt: skip


def weights_of(path: Path) -> dict[str, NDArray[np.float32]]:
    """The weights of an ONNX file written by `export_network`; needs the package onnx."""
    import onnx
    from onnx import numpy_helper

    found = {}
    for tensor in onnx.load(str(path)).graph.initializer:
        array = numpy_helper.to_array(tensor)
        if tensor.name.endswith((".weight", ".bias")):
            found[tensor.name] = array.T if tensor.name.endswith("weight") else array
    return found
