"""`keltis games`: the games played, and a look back at those nobody has looked at yet."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from rig.errors import UsageError
from rig.look_back import MEMORY_FOLDER, look_back
from rig.memory import Memory
from rig.past_game import PastGame
from rig.settings import data_folder


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may be said after `keltis games`."""
    parser.add_argument("--data", type=Path, help="the data folder")
    parser.add_argument("--quietly", action="store_true", help=argparse.SUPPRESS)


def run(options: argparse.Namespace) -> int:
    """Look back, then list."""
    folder = data_folder(options.data)
    if not folder.is_dir() and options.data is not None:
        raise UsageError(f"There is no folder {folder}; name the one that was given to play or demo, or none.")
    if options.quietly and hasattr(os, "nice"):
        os.nice(19)
    look_back(folder)
    if not options.quietly:
        games = Memory(folder).games()
        print("\n".join(_line(game) for game in games) or "No game has been played yet.")
        if games:
            print(f"Their records and what was found about them lie in {folder / MEMORY_FOLDER}.")
    return 0


def _line(game: PastGame) -> str:
    when = game.began.replace("T", " ").removesuffix(":00Z").removesuffix("Z")
    points = ", ".join(f"{name} {total}" for name, total in zip(game.players, game.totals, strict=False))
    state = "" if game.is_over else " (not finished)"
    return f"{game.number:6}  {when}  {game.game:<16} {points}{state}"
