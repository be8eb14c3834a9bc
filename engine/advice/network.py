"""The value networks: opened and asked through onnxruntime, here and nowhere else in the engine."""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from engine.advice import or_arrays, wuerfelspiel_arrays
from engine.advice.network_inputs import OR_SHAPE, SLOTS, WUERFELSPIEL_SHAPE, Inputs, or_inputs, wuerfelspiel_inputs
from engine.advice.wuerfelspiel_arrays import seats_in_order
from engine.errors import EngineError
from engine.position import Position
from engine.value_files import FILES, own_file, shipped_file

logger = logging.getLogger(__name__)

POINTS = 10.0
"""Points that one unit of the network's output stands for."""

SHAPES = {"wuerfelspiel": WUERFELSPIEL_SHAPE, "or": OR_SHAPE}
GOOD_FOR = {"wuerfelspiel": (2, 3, 4), "or": (2,)}
"""How many may sit at the table where the file does not say it: with more the linear value is better in Ór."""


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
        seats: with how many at the table it is better than the linear value.
        components: digest of the board or chips that it was made for, "" for any.
    """

    session: Any
    game: str
    name: str = "full"
    knows_win: bool = True
    seats: tuple[int, ...] = (2, 3, 4)
    components: str = ""

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
    options.enable_mem_pattern = False  # it keeps a plan for each number of inputs that ever came: memory that grows
    try:
        onnxruntime.disable_telemetry_events()  # nothing leaves the rig, nor is an id of it kept
        session = onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])
        contract = json.loads(session.get_modelmeta().custom_metadata_map["keltis"])
        game, shape = contract["game"], tuple(contract["shape"])
    except Exception as error:  # onnxruntime's own errors share no base class
        raise ValueFileError(f"{name} is no value network of this program; install it again.") from error
    if SHAPES.get(game) != shape:
        raise ValueFileError(f"{name} was made for other inputs than this version's; install both of one version.")
    seats = tuple(contract.get("seats", GOOD_FOR[game]))
    return Network(session, game, seats=seats, components=contract.get("components", ""))


@cache
def shipped(game: str) -> Network | None:
    """The network that comes with the package for a game of the catalogue, None where there is none.

    Raises:
        ValueFileError: it is there and cannot be used.
    """
    path = shipped_file(game)
    return None if path is None else opened(path.read_bytes(), path.name)


@cache
def own(game: str, digest: str) -> Network | None:
    """The network that an owner had made for components with this digest; one that cannot be used counts as none."""
    path = own_file(game, digest)
    if path is None:
        return None
    try:
        network = opened(path.read_bytes(), path.name)
    except (OSError, ValueFileError):
        logger.exception("%s is left alone", path)
        return None
    if network.components != digest:
        logger.error("%s was made for other components; it is left alone", path)
        return None
    return network


def network_for(position: Position) -> Network | None:
    """The best network for the game of a position: an owner's for its very components, or else the one that is shipped.

    None where there is none, or where it is worse than the linear value with so many at the table.

    Raises:
        ValueFileError: the shipped one cannot be used.
    """
    if position.game not in FILES:
        return None
    digest = str(getattr(getattr(position, "components", None), "digest", ""))
    for network in (own(position.game, digest), shipped(position.game)):
        if network is not None and position.seats in network.seats:
            return network
    return None
