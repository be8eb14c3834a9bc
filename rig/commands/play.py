"""`keltis play`: the rig with its camera, buttons and page."""

from __future__ import annotations

import argparse
import signal
from dataclasses import replace
from pathlib import Path
from typing import cast

from rig.page.live import Table
from rig.page.server import PageServer
from rig.settings import PROFILES_FOLDER, Settings, data_folder, load_settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may be said after `keltis play`."""
    parser.add_argument("--data", type=Path, help="the data folder: games, boards, profiles, settings")
    parser.add_argument("--settings", type=Path, help="the settings file (default: rig.toml in the data folder)")
    parser.add_argument("--camera", help="auto, pi, usb, usb:1, none, or a picture, folder or film")
    parser.add_argument("--buttons", choices=("auto", "gpio", "none"), help="the buttons on the Pi's pins")
    parser.add_argument("--port", type=int, help="port of the page")
    parser.add_argument("--models", type=Path, help=argparse.SUPPRESS)


def run(options: argparse.Namespace) -> int:
    """Serve the page at once, load the rest, and play until stopped."""
    folder = data_folder(options.data)
    settings = _settings(options, folder)
    server = PageServer(settings.page.port, settings.page.language)
    server.start()
    print(f"The table is at {server.address}", flush=True)
    try:
        _play(options, folder, settings, server)
    finally:
        server.stop()
    return 0


def _settings(options: argparse.Namespace, folder: Path) -> Settings:
    settings = load_settings(options.settings, folder)
    if options.camera is not None:
        settings = replace(settings, camera=replace(settings.camera, choice=options.camera))
    if options.buttons is not None:
        settings = replace(settings, buttons=replace(settings.buttons, use=options.buttons))
    if options.port is not None:
        settings = replace(settings, page=replace(settings.page, port=options.port))
    return settings


def _play(options: argparse.Namespace, folder: Path, settings: Settings, server: PageServer) -> None:
    from rig.camera import open_camera
    from rig.evening import Evening
    from rig.late_camera import LateCamera
    from rig.readers import Readers

    evening = Evening(folder)
    try:
        if settings.camera.choice != "none":
            chosen = folder / settings.dice.profile if settings.dice.profile else None
            camera = LateCamera(lambda: open_camera(settings.camera.choice, settings.camera))
            evening.look_through(camera, Readers(folder / PROFILES_FOLDER, chosen, options.models))
        evening.listen_to(settings.buttons)
        evening.start()
        signal.signal(signal.SIGTERM, lambda *_: evening.end())
        server.open(cast(Table, evening.loop), evening.pictures.get)  # a Future of a class is none of its protocol
        evening.wait()
    finally:
        evening.stop()
