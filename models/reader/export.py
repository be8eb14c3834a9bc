"""Writes the networks as ONNX files that say what they read: python -m models.reader.export."""

from __future__ import annotations

import argparse
import hashlib
import json
import tomllib
from pathlib import Path

import onnx
import torch
from torch import nn

from models.reader.card import PLACE, write_card
from models.reader.contract import (
    CUT_SIDE,
    DIE_STATES,
    EMBEDDING,
    FACE_SIDE,
    FACE_STATES,
    FACES,
    FINDER_CHANNELS,
    FINDER_SIZE,
    NEAR_FACES,
    REFERENCE_EDGE,
    SETS,
    STATES,
    STRIDE,
    WIDE_FACES,
)  # fmt: skip
from models.reader.corner_network import CornerNet, CornerNetForUse
from models.reader.networks import FaceNet, FaceNetForUse, Finder
from vision.model_file import CONTRACT_KEY


def write(
    net: nn.Module, name: str, shape: tuple[int, int, int], outputs: list[str], contract: dict, place: Path
) -> None:
    """`name`.onnx with the contract in its metadata, and its hash in `name`.toml (thresholds there are kept)."""
    example = torch.zeros((2, *shape), dtype=torch.uint8)
    path = place / f"{name}.onnx"
    axes = {part: {0: "n"} for part in ("pixels", *outputs)}
    torch.onnx.export(net.eval(), (example,), str(path), dynamo=False, opset_version=17, input_names=["pixels"],
                      output_names=outputs, dynamic_axes=axes)  # fmt: skip
    model = onnx.load(str(path))
    for output in model.graph.output:
        output.type.tensor_type.shape.dim[0].dim_param = "n"
    entry = model.metadata_props.add()
    entry.key = CONTRACT_KEY
    pixels = {"name": "pixels", "dtype": "uint8", "shape": list(shape), "order": "height, width, BGR"}
    contract = {"kind": name, "version": 1, "input": pixels | {"range": [0, 255]}} | contract
    entry.value = json.dumps(contract)
    onnx.save(model, str(path))
    card = place / f"{name}.toml"
    kept = tomllib.loads(card.read_text()).get("thresholds", {}) if card.exists() else {}
    write_card(card, hashlib.sha256(path.read_bytes()).hexdigest(), contract, kept)
    print(f"{path}: {path.stat().st_size / 1e6:.2f} MB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, default=Path("models/work"))
    parser.add_argument("--ways", type=int, default=2, help="ways round over which a face is averaged")
    parser.add_argument("--place", type=Path, default=PLACE)
    parser.add_argument("--only", choices=["finder", "corners", "faces"])
    options = parser.parse_args()
    if options.only in (None, "finder"):
        finder = Finder()
        finder.load_state_dict(torch.load(options.work / "finder.pt")["net"])
        contract = {"stride": STRIDE, "channels": FINDER_CHANNELS, "states": STATES, "reference_edge": REFERENCE_EDGE}
        write(finder, "dice_finder", (*FINDER_SIZE, 3), ["map"], contract, options.place)
    if options.only in (None, "corners"):
        corners = CornerNet()
        corners.load_state_dict(torch.load(options.work / "corners.pt")["net"])
        contract = {"states": DIE_STATES, "faces_wide": [NEAR_FACES, WIDE_FACES]}
        shape = (CUT_SIDE, CUT_SIDE, 6)
        outputs = ["corners", "shift", "spread", "states"]
        write(CornerNetForUse(corners), "dice_corners", shape, outputs, contract, options.place)
    if options.only in (None, "faces"):
        faces = FaceNet()
        faces.load_state_dict(torch.load(options.work / "faces.pt")["net"])
        sets = {name: [FACES.index(face) for face in members] for name, members in SETS.items()}
        contract = {"labels": FACES, "sets": sets, "states": FACE_STATES, "embedding": EMBEDDING}
        outputs = ["faces", "states", "embedding"]
        write(
            FaceNetForUse(faces, options.ways),
            "dice_faces",
            (FACE_SIDE, FACE_SIDE, 3),
            outputs,
            contract,
            options.place,
        )


if __name__ == "__main__":
    main()
