"""`keltis selftest`: try camera, buttons, storage and reading time on this rig; one report to paste."""

from __future__ import annotations

import argparse
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from rig.commands.doctor import as_json, as_text
from rig.health import State
from rig.selftest import try_everything
from rig.settings import data_folder, load_settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may be said after `keltis selftest`."""
    parser.add_argument("--data", type=Path, help="the data folder")
    parser.add_argument("--settings", type=Path, help="the settings file (default: rig.toml in the data folder)")
    parser.add_argument(
        "--press", type=float, default=0, metavar="SECONDS", help="wait so long for each button's press"
    )
    parser.add_argument("--json", action="store_true", help="one object a line")


def run(options: argparse.Namespace) -> int:
    """Try everything and print what was found.

    Returns:
        0 if nothing is broken, 2 otherwise.
    """
    folder = data_folder(options.data)
    settings = load_settings(options.settings, folder)
    if not options.json:
        print(
            f"keltis-rig {_version()} selftest. Stop the rig first, it holds the camera: sudo systemctl stop keltis-rig"
        )
    is_sound = True
    for finding in try_everything(folder, settings, options.press):
        print(as_json(finding) if options.json else as_text(finding), flush=True)
        is_sound = is_sound and finding.state is not State.BAD
    return 0 if is_sound else 2


def _version() -> str:
    try:
        return version("keltis-rig")
    except PackageNotFoundError:
        return "from a checkout"
