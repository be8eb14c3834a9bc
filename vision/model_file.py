"""Opens an ONNX file and makes sure it is the one its TOML file describes; the only place that knows onnxruntime."""

from __future__ import annotations

import hashlib
import json
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from vision.errors import ModelError

Floats: TypeAlias = NDArray[np.float32]

CONTRACT_KEY = "keltis"
"""Key of the metadata entry, inside the ONNX file, that holds labels and input contract as JSON."""


@dataclass(frozen=True, slots=True)
class ModelFile:
    """A network that was checked and is ready to run.

    Attributes:
        name: file name without its ending ("dice_faces").
        sha256: of the ONNX file, 64 hexadecimal digits.
        contract: what the file says of itself: "kind", "version", "input", "labels", ...
        thresholds: the limits frozen on the calibration renders, from the TOML file.
    """

    name: str
    sha256: str
    contract: Mapping[str, Any]
    thresholds: Mapping[str, float]
    _session: onnxruntime.InferenceSession

    def run(self, batch: NDArray[Any]) -> dict[str, Floats]:
        """All outputs by name for one batch.

        Raises:
            ModelError: the batch has not the shape or type that the contract names.
        """
        wanted = self.contract["input"]
        if batch.dtype != np.dtype(wanted["dtype"]) or list(batch.shape[1:]) != wanted["shape"]:
            raise ModelError(
                f"{self.name}.onnx wants {wanted['dtype']} of shape (n, {wanted['shape']}), "
                f"not {batch.dtype} {batch.shape}."
            )
        names = [output.name for output in self._session.get_outputs()]
        return dict(zip(names, self._session.run(names, {wanted["name"]: batch}), strict=True))


def open_model(name: str, folder: str | Path | None = None, threads: int | None = None) -> ModelFile:
    """The network `name`.onnx of the folder (the package's own one when none is given), checked against `name`.toml.

    Args:
        name: file name without ending.
        folder: where both files lie.
        threads: threads for one run; by default one less than the cores, at most three, so that the camera keeps one.

    Raises:
        ModelError: a file is missing, damaged, altered or of another kind.
    """
    place = Path(str(resources.files("models"))) if folder is None else Path(folder)
    card = _read_card(place / f"{name}.toml")
    data = _read_checked(place / f"{name}.onnx", str(card["sha256"]))
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads or max(1, min(3, (os.cpu_count() or 2) - 1))
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    options.enable_mem_pattern = False  # it keeps a plan for each number of inputs that ever came: memory that grows
    try:
        onnxruntime.disable_telemetry_events()  # nothing leaves the rig, nor is an id of it kept
        session = onnxruntime.InferenceSession(data, options, providers=["CPUExecutionProvider"])
        contract = json.loads(session.get_modelmeta().custom_metadata_map[CONTRACT_KEY])
    except KeyError:
        raise ModelError(f"{name}.onnx does not say what it reads; use the file that came with keltis-rig.") from None
    except Exception as error:  # onnxruntime raises its own family without a common base
        raise ModelError(
            f"{place / name}.onnx cannot be opened ({error}); reinstall keltis-rig or run `make models`."
        ) from error
    if contract.get("kind") != name:
        raise ModelError(
            f"{place / name}.onnx is a {contract.get('kind')!r} network, not {name!r}; put the right file there."
        )
    return ModelFile(name, str(card["sha256"]), contract, dict(card.get("thresholds", {})), session)


def _read_card(path: Path) -> dict[str, Any]:
    try:
        card = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ModelError(f"The model's card {path} is missing; reinstall keltis-rig or run `make models`.") from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ModelError(f"The model's card {path} cannot be read ({error}); reinstall keltis-rig.") from error
    if not isinstance(card.get("sha256"), str):
        raise ModelError(f"The model's card {path} names no sha256; reinstall keltis-rig or run `make models`.")
    return card


def _read_checked(path: Path, sha256: str) -> bytes:
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise ModelError(f"The model {path} is missing; reinstall keltis-rig or run `make models`.") from None
    except OSError as error:
        raise ModelError(f"The model {path} cannot be read ({error}); check its rights.") from error
    found = hashlib.sha256(data).hexdigest()
    if found != sha256:
        raise ModelError(
            f"The model {path} was altered (sha256 {found[:12]}…, its card says {sha256[:12]}…); "
            "reinstall keltis-rig or run `make models`."
        )
    return data
