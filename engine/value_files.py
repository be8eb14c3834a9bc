"""Where value networks lie: the package's, and an owner's own, each made for one board or set of chips."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

FILES = {"wuerfelspiel": "wuerfelspiel_value.onnx", "or": "or_value.onnx", "or-happy-meeple": "or_value.onnx"}
"""Catalogue name to the file of its network, in `models/`."""

_folders: list[Path] = []


def look_in(folder: Path) -> None:
    """Look for an owner's networks in this folder from now on, too."""
    if folder not in _folders:
        _folders.append(folder)


def own_name(game: str, digest: str) -> str:
    """Name of the file of a network that was made for components with this digest."""
    return f"{FILES[game].removesuffix('.onnx')}-{digest}.onnx"


def own_file(game: str, digest: str) -> Path | None:
    """The file of an owner's network for components with this digest, None where there is none."""
    name = own_name(game, digest)
    return next((folder / name for folder in _folders if (folder / name).is_file()), None)


def shipped_file(game: str) -> Path | None:
    """The file of the network that comes with the package, None where there is none."""
    path = Path(str(files("models"))) / FILES[game] if game in FILES else None
    return path if path is not None and path.is_file() else None
