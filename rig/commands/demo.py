"""`keltis demo`: the whole rig on rendered dice, without any hardware; with --auto it plays a game by itself."""

from __future__ import annotations

import argparse
import logging
import signal
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, cast

from engine import catalogue
from rig.errors import UsageError
from rig.memory import Memory
from rig.page.live import Table
from rig.page.server import PageServer
from rig.settings import data_folder

if TYPE_CHECKING:
    from engine.match import Match
    from rig.desk_evening import DeskEvening
    from rig.loop import Loop
    from rig.page.view_model import TableView

USUAL_GAME = "or"
LIMIT_S = 900.0
"""Real seconds after which a game that plays by itself is given up."""

DEMO_FOLDER = "demo"
"""Where the demo's own games are kept, so that rendered dice never count among the real ones."""

TERMINATED = 143
"""Exit status after SIGTERM, as a shell shows it."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may be said after `keltis demo`."""
    parser.add_argument("--auto", action="store_true", help="play a whole game, print its record and end")
    parser.add_argument("--game", help=f"{', '.join(catalogue.names())} (default: {USUAL_GAME})")
    parser.add_argument("--players", type=int, help="how many play")
    parser.add_argument("--seed", type=int, default=None, help="of the dice; the same seed throws the same dice")
    parser.add_argument("--port", type=int, default=None, help="port of the page (0: any free one)")
    parser.add_argument("--data", type=Path, help="the data folder; with --auto a new one is used and thrown away")
    parser.add_argument("--untaught", action="store_true", help="read the dice of Ór without teaching them first")
    parser.add_argument("--models", type=Path, help=argparse.SUPPRESS)


def run(options: argparse.Namespace) -> int:
    """Serve the page at once, then play."""
    players = _players(options)
    port = options.port if options.port is not None else (0 if options.auto else 8080)
    server = PageServer(port)
    server.start()
    print(f"The table is at {server.address}", file=sys.stderr if options.auto else sys.stdout, flush=True)
    try:
        if not options.auto:
            return _play_with_people(options, players, server)
        if options.data is not None:
            return _play_alone(options, options.data, players, server)
        with tempfile.TemporaryDirectory(prefix="keltis-") as folder:
            return _play_alone(options, Path(folder), players, server)
    finally:
        server.stop()


def _players(options: argparse.Namespace) -> int:
    game = catalogue.game(options.game or USUAL_GAME)
    if game.dice_set is None and options.auto:
        raise UsageError(f"{game.title} has no dice; with --auto choose or, or-happy-meeple or wuerfelspiel.")
    players = options.players if options.players is not None else game.seats.start
    if players not in game.seats:
        raise UsageError(f"{game.title} is for {game.seats.start} to {game.seats.stop - 1} players, not {players}.")
    return int(players)


def _play_with_people(options: argparse.Namespace, players: int, server: PageServer) -> int:
    from rig.desk_evening import DeskEvening

    folder = options.data or data_folder() / DEMO_FOLDER
    evening = DeskEvening(folder, options.seed, models=options.models, teaches=not options.untaught)
    server.page.dice_by = "desk"
    try:
        evening.start()
        if evening.is_new or options.game not in (None, evening.loop.state.setup.game):
            evening.set_up(options.game or USUAL_GAME, players)
        memory = Memory(folder)
        evening.loop.handle_effects(memory.take)
        _open(server, evening, memory)
        signal.signal(signal.SIGTERM, lambda *_: evening.end())
        evening.wait()
    finally:
        evening.stop()
    return 0


def _play_alone(options: argparse.Namespace, folder: Path, players: int, server: PageServer) -> int:
    from rig.auto import AutoPlayer
    from rig.desk_evening import DeskEvening

    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(TERMINATED))  # so that the folder of this game is removed
    seed = options.seed if options.seed is not None else 0
    evening = DeskEvening(folder, seed, is_fast=True, models=options.models, teaches=not options.untaught)
    try:
        evening.prepare(options.game or USUAL_GAME)
        evening.start()
        evening.set_up(options.game or USUAL_GAME, players)
        _open(server, evening)
        player = AutoPlayer(evening.loop, _TurnTeller(evening.loop))
        is_over = player.play(LIMIT_S, stop=lambda: evening.verdicts.silent_errors > 0)
        print(evening.report(), end="")
        if evening.verdicts.silent_errors:
            raise UsageError("A roll was read wrong without a doubt; this model or profile must not be used.")
        if not is_over:
            told = " ".join(evening.loop.reports.values())
            raise UsageError(
                f"The game was not over after {LIMIT_S:.0f} s; the record above is what was played. {told}"
            )
    finally:
        evening.stop()
    return 0


class _TurnTeller:
    """Says on standard error, in a line a turn, how far a game is that plays by itself."""

    def __init__(self, loop: Loop) -> None:
        self._loop = loop
        self._told: Match | None = None
        self._turns = 0

    def __call__(self, view: TableView) -> None:
        state = self._loop.state
        match, last = state.match, state.happened[-1] if state.happened else None
        if last is None or last.key != "played" or match is None or match is self._told:
            return
        self._told, self._turns = match, self._turns + 1
        totals = ", ".join(f"{player.name} {player.total}" for player in view.players)
        print(f"{self._turns:4}  {view.happened[0]:<32} {totals}", file=sys.stderr, flush=True)


def _open(server: PageServer, evening: DeskEvening, memory: Memory | None = None) -> None:
    table = cast(Table, evening.loop)  # a Future of a class is none of its protocol
    server.open(
        table, evening.pictures.get, memory, evening.components, evening.teaching, evening.aiming, evening.learning
    )
