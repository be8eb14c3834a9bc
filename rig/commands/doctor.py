"""`keltis doctor`: what hardware, model, profile and settings were found, and what to do about what is missing.

With --camera it looks at the tray instead: light, focus, height and lining, and what would make reading better.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from rig.health import Finding, State, examine
from rig.look_at_camera import examine_camera
from rig.settings import data_folder, load_settings
from vision.dice_sets import DICE_SETS

MARKS = {State.GOOD: "✔", State.MISSING: "–", State.BAD: "✘"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may be said after `keltis doctor`."""
    parser.add_argument("--data", type=Path, help="the data folder")
    parser.add_argument("--settings", type=Path, help="the settings file (default: rig.toml in the data folder)")
    parser.add_argument(
        "--camera",
        nargs="*",
        metavar="PICTURE",
        help="look at the tray with some dice in it: the camera's, that of pictures or a folder, or `desk`",
    )
    parser.add_argument("--dice", default="or", metavar="SET", help=f"dice in the tray: {', '.join(DICE_SETS)}")
    parser.add_argument("--json", action="store_true", help="one object a line")


def run(options: argparse.Namespace) -> int:
    """Print the findings.

    Returns:
        0 if one can play here (advice about the camera costs nothing), 2 if something has to be mended first.
    """
    findings = _findings(options)
    for finding in findings:
        print(as_json(finding) if options.json else as_text(finding))
    return 2 if any(finding.state is State.BAD for finding in findings) else 0


def _findings(options: argparse.Namespace) -> tuple[Finding, ...]:
    folder = data_folder(options.data)
    if options.camera is None:
        return examine(folder, options.settings)
    return examine_camera(options.camera, load_settings(options.settings, folder).camera, options.dice)


def as_text(finding: Finding) -> str:
    """A finding for people, with its advice on a line of its own."""
    line = f"{MARKS[finding.state]} {finding.part:12} {finding.found}"
    return f"{line}\n  {'':12} → {finding.advice}" if finding.advice else line


def as_json(finding: Finding) -> str:
    """A finding for programs, one line."""
    page = {"part": finding.part, "state": finding.state.value, "found": finding.found, "advice": finding.advice}
    return json.dumps(page, ensure_ascii=False)
