"""`keltis play`: the rig with its camera, buttons and page."""

from __future__ import annotations

import argparse
import signal
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, cast

from rig.errors import JournalError, RigError, SettingsError
from rig.notify import is_service, tell_systemd
from rig.page.live import Table
from rig.page.server import PageServer
from rig.settings import PROFILES_FOLDER, Settings, data_folder, load_settings

if TYPE_CHECKING:
    from rig.evening import Evening

AGAIN_S = 5.0
"""A service that cannot lay the table says so on the page and tries again after so long."""

Found = TypeVar("Found")


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
    settings, trouble = _settings_or_trouble(options, folder)
    page = settings.page
    server = PageServer(
        page.port, page.language, phones_always=page.phones == "always" and trouble is None, code=page.phone_code
    )
    server.start()
    print(f"The table is at {server.address}", flush=True)
    try:
        if trouble is None:
            _play(options, folder, settings, server)
        else:  # systemd starts it again once they are mended, with all of them
            _when_mended("settings", lambda: _settings(options, folder), server, trouble)
    finally:
        server.stop()
    return 0


def _settings_or_trouble(options: argparse.Namespace, folder: Path) -> tuple[Settings, SettingsError | None]:
    """The settings; a service whose file cannot be used gets the usual ones, so that the page can say what is wrong."""
    try:
        return _settings(options, folder), None
    except SettingsError as error:
        if not is_service():
            raise
        return _with_options(options, Settings()), error


def _when_mended(part: str, get: Callable[[], Found], server: PageServer, trouble: RigError | None = None) -> Found:
    """What `get` returns; in a service, what is wrong stands on the page until it is put right.

    Systemd is told nothing meanwhile, so that an upgrade that cannot start is taken back.
    """
    while True:
        if trouble is not None:
            server.hub.tell(part, str(trouble))
            tell_systemd(f"STATUS={trouble}")
            time.sleep(AGAIN_S)
        try:
            return get()
        except (JournalError, SettingsError) as error:
            if not is_service():
                raise
            print(f"keltis: {error}", flush=True)
            trouble = error


def _settings(options: argparse.Namespace, folder: Path) -> Settings:
    return _with_options(options, load_settings(options.settings, folder))


def _with_options(options: argparse.Namespace, settings: Settings) -> Settings:
    if options.camera is not None:
        settings = replace(settings, camera=replace(settings.camera, choice=options.camera))
    if options.buttons is not None:
        settings = replace(settings, buttons=replace(settings.buttons, use=options.buttons))
    if options.port is not None:
        settings = replace(settings, page=replace(settings.page, port=options.port))
    return settings


def _play(options: argparse.Namespace, folder: Path, settings: Settings, server: PageServer) -> None:
    from rig.evening import Evening
    from rig.lamps import open_lamps
    from rig.memory import Memory
    from rig.screen import open_screen

    if settings.camera.choice == "none":
        server.page.dice_by = "hand"
    evening = _when_mended("journal", lambda: Evening(folder, deeper_share=settings.advice.deeper_share), server)
    lamps = open_lamps(evening.loop, settings.lamps)
    screen = open_screen(evening.loop, settings.screen)
    table = evening.loop if screen is None else screen
    try:
        _look(options, folder, settings, evening)
        evening.listen_to(settings.buttons, server.presses.before(cast(Table, table)), server.ask_phones)
        evening.start()
        if screen is not None:
            screen.start()
        signal.signal(signal.SIGTERM, lambda *_: evening.end())
        memory = Memory(folder)
        evening.loop.handle_effects(memory.take)
        shown = cast(Table, table)  # a Future of a class is none of its protocol
        server.open(
            shown, evening.pictures.get, memory, evening.components, evening.teaching, evening.aiming, evening.learning
        )
        evening.wait()
    finally:
        for part in (screen, lamps):
            if part is not None:
                part.close()
        evening.stop()


def _look(options: argparse.Namespace, folder: Path, settings: Settings, evening: Evening) -> None:
    """Read the dice with the camera of the settings, if it is not switched off."""
    from rig.camera import open_camera
    from rig.late_camera import LateCamera
    from rig.readers import Readers

    chosen = folder / settings.dice.profile if settings.dice.profile else None
    report = evening.loop.report
    readers = Readers(folder / PROFILES_FOLDER, chosen, options.models, lambda sentence: report("profile", sentence))
    evening.teach_with(folder, readers)
    if settings.camera.choice == "none":
        return
    camera = LateCamera(lambda: open_camera(settings.camera.choice, settings.camera, focus=evening.focus))
    evening.look_through(camera, readers)
