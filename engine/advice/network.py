"""The value networks: opened and asked through onnxruntime, here and nowhere else in the engine."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from engine.advice import or_arrays, wuerfelspiel_arrays
from engine.advice.network_inputs import OR_SHAPE, SLOTS, WUERFELSPIEL_SHAPE, Inputs, or_inputs, wuerfelspiel_inputs
from engine.advice.wuerfelspiel_arrays import seats_in_order
from engine.errors import EngineError
from engine.position import Position

POINTS = 10.0
"""Points that one unit of the network's output stands for."""

SHAPES = {"wuerfelspiel": WUERFELSPIEL_SHAPE, "or": OR_SHAPE}
FILES = {"wuerfelspiel": "wuerfelspiel_value.onnx", "or": "or_value.onnx", "or-happy-meeple": "or_value.onnx"}
"""Catalogue name to the file of its network, in `models/`."""


class ValueFileError(EngineError):
    """A value network cannot be used; the sentence says what to do."""


@dataclass(frozen=True, slots=True, eq=False)
class Network:
    """A value network; every call of it is one call of onnxruntime.

    Attributes:
        session: the opened file.
        game: "wuerfelspiel" or "or".
        name: what the report calls it.
        knows_win: always.
    """

    session: Any
    game: str
    name: str = "full"
    knows_win: bool = True

    def __call__(self, positions: Sequence[Position]) -> NDArray[np.float64]:
        """Prospects of each position; see `engine.advice.value.Value`."""
        if self.game == "wuerfelspiel":
            inputs = wuerfelspiel_inputs(wuerfelspiel_arrays.states_of(positions))
        else:
            inputs = or_inputs(or_arrays.states_of(positions))
        return seats_in_order(self.prospects(inputs, positions[0].seats), positions)

    def prospects(self, inputs: Inputs, seats: int) -> NDArray[np.float64]:
        """(positions, seats, 2) chances of winning and points, the seat to roll first."""
        feed = {"parts": inputs.parts, "places": inputs.places, "rest": inputs.rest}
        out: NDArray[np.float32] = self.session.run(None, feed)[0]
        logits = out[:, :seats].astype(np.float64)
        win = np.exp(logits - logits.max(axis=1, keepdims=True))
        win /= win.sum(axis=1, keepdims=True)
        return np.stack([win, out[:, SLOTS : SLOTS + seats] * POINTS], axis=-1)


def opened(content: bytes, name: str) -> Network:
    """The network of an ONNX file.

    Args:
        content: the file.
        name: of the file, for the sentence of an error.

    Raises:
        ValueFileError: it is none of ours, or made for other inputs.
    """
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    try:
        onnxruntime.disable_telemetry_events()  # nothing leaves the rig, nor is an id of it kept
        session = onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])
        contract = json.loads(session.get_modelmeta().custom_metadata_map["keltis"])
        game, shape = contract["game"], tuple(contract["shape"])
    except Exception as error:  # onnxruntime's own errors share no base class
        raise ValueFileError(f"{name} is no value network of this program; install it again.") from error
    if SHAPES.get(game) != shape:
        raise ValueFileError(f"{name} was made for other inputs than this version's; install both of one version.")
    return Network(session, game)


@cache
def shipped(game: str) -> Network | None:
    """The network that comes with the package for a game of the catalogue, None where there is none.

    Raises:
        ValueFileError: it is there and cannot be used.
    """
    if game not in FILES:
        return None
    path = files("models") / FILES[game]
    if not path.is_file():
        return None
    return opened(path.read_bytes(), FILES[game])
