"""`keltis`: one command, its work in `rig/commands/`, one file each."""

from __future__ import annotations

import argparse
import errno
import importlib
import io
import os
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
    "games": "the games played, and a look back at those not looked at yet",
    "simulate": "let players by name play many games",
    "doctor": "what was found here, and what to do about what is missing",
    "selftest": "try camera, buttons, storage and reading time; a report to paste",
}

READER_GONE = 141
"""Exit status where whoever read standard output left (`| head -1`), as a shell shows a process ended by SIGPIPE."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command.

    Returns:
        Exit status: 0, or 2 after one sentence on standard error that says what to do.
    """
    if isinstance(sys.stdout, io.TextIOWrapper):  # a picture's name need not be text, nor a terminal know Ó
        sys.stdout.reconfigure(errors="backslashreplace")
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
        status = int(options.run(options))
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        _leave_output()
        return READER_GONE
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        _leave_output()
        print(f"keltis {options.command}: No space is left on the disk; free some and try again.", file=sys.stderr)
        return 2
    except (EngineError, VisionError, RigError) as error:
        print(f"keltis {options.command}: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


def _leave_output() -> None:
    """Let what could not be written go, so that Python does not try again at its end."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, sys.stdout.fileno())
    os.close(nothing)


if __name__ == "__main__":
    raise SystemExit(main())
