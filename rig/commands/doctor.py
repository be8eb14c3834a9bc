"""`keltis doctor`: what hardware, model, profile and settings were found, and what to do about what is missing."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from rig.health import Finding, State, examine
from rig.settings import data_folder

MARKS = {State.GOOD: "✔", State.MISSING: "–", State.BAD: "✘"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may be said after `keltis doctor`."""
    parser.add_argument("--data", type=Path, help="the data folder")
    parser.add_argument("--settings", type=Path, help="the settings file (default: rig.toml in the data folder)")
    parser.add_argument("--json", action="store_true", help="one object a line")


def run(options: argparse.Namespace) -> int:
    """Print the findings.

    Returns:
        0 if one can play here, 2 if something has to be mended first.
    """
    findings = examine(data_folder(options.data), options.settings)
    for finding in findings:
        print(as_json(finding) if options.json else as_text(finding))
    return 2 if any(finding.state is State.BAD for finding in findings) else 0


def as_text(finding: Finding) -> str:
    """A finding for people, with its advice on a line of its own."""
    line = f"{MARKS[finding.state]} {finding.part:12} {finding.found}"
    return f"{line}\n  {'':12} → {finding.advice}" if finding.advice else line


def as_json(finding: Finding) -> str:
    """A finding for programs, one line."""
    page = {"part": finding.part, "state": finding.state.value, "found": finding.found, "advice": finding.advice}
    return json.dumps(page, ensure_ascii=False)
