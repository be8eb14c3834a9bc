"""The TOML file beside a network: its hash, its input and the thresholds frozen for it."""

from __future__ import annotations

import json
from pathlib import Path

PLACE = Path(__file__).resolve().parent.parent
"""Where the networks that are shipped lie."""


def write_card(path: Path, sha256: str, contract: dict, thresholds: dict[str, float]) -> None:
    lines = [
        "# Made by models/reader/export.py and models/reader/calibrate.py; see MODEL_CARD.md.",
        f'sha256 = "{sha256}"', "", "[input]",
        *(f"{key} = {json.dumps(value)}" for key, value in contract["input"].items()),
        "", "[thresholds]", *(f"{key} = {value!r}" for key, value in thresholds.items()), "",
    ]  # fmt: skip
    path.write_text("\n".join(lines))
