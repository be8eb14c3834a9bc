"""`keltis`: one command, its work in `rig/commands/`, one file each."""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence

from engine.errors import EngineError
from rig.errors import RigError
from vision.errors import VisionError

COMMANDS = {
    "demo": "play on rendered dice, with the page, without any hardware",
    "play": "the rig: camera, buttons and page",
    "read": "read the dice in pictures",
    "teach": "make a profile of your own dice from labelled pictures",
    "moves": "list the legal moves of a position",
    "replay": "play a record again and show the scores",
    "analyse": "what each decision of a recorded game gave away, and what the dice gave",
    "simulate": "let players by name play many games",
    "doctor": "what was found here, and what to do about what is missing",
    "selftest": "try camera, buttons, storage and reading time; a report to paste",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command.

    Returns:
        Exit status: 0, or 2 after one sentence on standard error that says what to do.
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    parser = argparse.ArgumentParser(prog="keltis", description="Reads Keltis dice, knows the rules, advises.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    wanted = next((word for word in words if not word.startswith("-")), None)
    for name, summary in COMMANDS.items():
        sub = commands.add_parser(name, help=summary, description=summary[0].upper() + summary[1:] + ".")
        if name == wanted:  # import only what is run: the page must answer before heavy parts are loaded
            module = importlib.import_module(f"rig.commands.{name}")
            module.add_arguments(sub)
            sub.set_defaults(run=module.run)
    options = parser.parse_args(words)
    try:
        return int(options.run(options))
    except (EngineError, VisionError, RigError) as error:
        print(f"keltis {options.command}: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    raise SystemExit(main())
