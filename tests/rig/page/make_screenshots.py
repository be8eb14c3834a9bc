"""Draws the pictures of the docs: `python -m tests.rig.page.make_screenshots` (needs chromium).

Every picture is the real page over a game that was really played, with the real adviser; the crops and the tray are
rendered dice of ours.
"""

import dataclasses
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import cv2
from playwright.sync_api import sync_playwright

from rig.advice_source import rank
from rig.page.server import PageServer
from rig.pictures import as_jpeg
from rig.state import SeenDie
from tests.rig.page import scenes
from tests.rig.page.scripted_table import ScriptedTable
from tests.rig.page.test_browser import CHROMIUM
from vision.rectify import rectify
from vision.render.desk_tray import DeskTray

FOLDER = Path(__file__).parents[3] / "docs" / "screenshots"
NAMES = {"r": "redbrown", "y": "yellow", "p": "pink", "g": "green", "b": "blue", "s": "stone"}
PANEL, PHONE = (800, 480), (390, 844)


class AdvisedTable(ScriptedTable):
    """A scripted table with the real adviser."""

    def ranked(self, best):
        return rank(self.state.position)[0]


@cache
def tray(dice_set: str) -> DeskTray:
    return DeskTray(dice_set, seed=1, size=(960, 720))


@cache
def crop(dice_set: str, face: str) -> bytes:
    """A rendered die that shows a face, as the camera would have cut it out."""
    one = DeskTray(dice_set, count=1, seed=1, size=(640, 480))
    one.place([face])
    return as_jpeg(rectify(one.frame(1.0), one.true_dice(1.0)[0].quad))


def lying(dice_set: str, faces: str) -> tuple[list[SeenDie], bytes]:
    """Rendered dice in the tray with these faces: what the camera says of them, and its picture."""
    all_dice = tray(dice_set)
    all_dice.place([NAMES.get(face, face) for face in faces])
    picture, letters = all_dice.frame(1.0), {name: letter for letter, name in NAMES.items()}
    dice = sorted(all_dice.true_dice(1.0), key=lambda die: (die.centre[1] // 80, die.centre[0]))
    seen = [
        SeenDie(letters.get(die.face, die.face), centre=die.centre, quad=die.quad, picture=f"{die.face}")
        for die in dice
    ]
    return seen, as_jpeg(picture)


def later(game: str, names: tuple[str, ...], turns: int, seed: int) -> ScriptedTable:
    played = scenes.fresh_turn(scenes.played(game, names, turns, seed))
    return AdvisedTable(played.state)


def keep() -> tuple[ScriptedTable, bytes]:
    table, (dice, picture) = later("wuerfelspiel", scenes.THREE, 23, 3), lying("wuerfelspiel", "yyrsy")
    return table.read(*dice), picture


def move() -> tuple[ScriptedTable, bytes]:
    table, picture = keep()
    return table.press(scenes.Button.CONFIRM), picture


def doubt() -> tuple[ScriptedTable, bytes]:
    table, (dice, picture) = later("wuerfelspiel", scenes.THREE, 23, 3), lying("wuerfelspiel", "yyrsg")
    doubtful = {"confidence": 0.58, "reason": "glare", "others": (("s", 0.31), ("b", 0.06))}
    dice[2] = dataclasses.replace(dice[2], **doubtful)
    return table.read(*dice), picture


def chips() -> tuple[ScriptedTable, bytes]:
    table, (dice, picture) = later("or", ("Anna", "Ben"), 15, 4), lying("or", "3s4")
    return table.read(*dice).press(scenes.Button.CONFIRM), picture


def end() -> tuple[ScriptedTable, bytes]:
    return scenes.rows_over(), b""


Shot = tuple[Callable[[], tuple[ScriptedTable, bytes]], tuple[int, int], str, str]
SHOTS: dict[str, Shot] = {
    "panel-keep": (keep, PANEL, "en", "light"),
    "panel-move-dark": (move, PANEL, "en", "dark"),
    "panel-doubt": (doubt, PANEL, "en", "light"),
    "panel-or": (chips, PANEL, "en", "light"),
    "panel-end": (end, PANEL, "de", "light"),
    "phone-keep": (keep, PHONE, "de", "light"),
    "phone-or-dark": (chips, PHONE, "en", "dark"),
}


def pictures(table: ScriptedTable, picture: bytes) -> Callable[[str], bytes | None]:
    dice_set = "wuerfelspiel" if table.state.setup.game == "wuerfelspiel" else "or"
    return lambda key: picture if key == "tray" else crop(dice_set, key)


def make(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        for name, (scene, (width, height), language, theme) in SHOTS.items():
            table, picture = scene()
            server = PageServer(port=0)
            server.start()
            server.open(table, pictures(table, picture))
            page = browser.new_page(
                viewport={"width": width, "height": height},
                locale=language,
                color_scheme=theme,
                reduced_motion="reduce",
            )
            page.goto(server.address, wait_until="load")
            page.locator("body[data-live=yes]").wait_for()
            page.wait_for_timeout(600)
            path = folder / f"{name}.png"
            page.screenshot(path=path)
            cv2.imwrite(str(path), cv2.imread(str(path)), [cv2.IMWRITE_PNG_COMPRESSION, 9])
            print(path.name, path.stat().st_size // 1000, "kB")
            page.close()
            server.stop()
        browser.close()


if __name__ == "__main__":
    make(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
