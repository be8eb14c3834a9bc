"""Draws the pictures of the docs: `python -m tests.rig.page.make_screenshots` (needs chromium).

Every picture is the real page over a game that was really played, with the real adviser; the crops and the tray are
rendered dice of ours.
"""

import dataclasses
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from playwright.sync_api import Browser, sync_playwright

from rig.advice_source import rank
from rig.look_back import look_back
from rig.memory import Memory
from rig.page.server import PageServer
from rig.pictures import as_jpeg
from rig.state import SeenDie
from tests.rig.page import scenes
from tests.rig.page.scripted_table import ScriptedTable
from tests.rig.page.shown_teaching import ShownAiming, ShownLearning, ShownTeaching
from tests.rig.page.test_browser import CHROMIUM
from tests.rig.played_games import play
from tests.rig.test_aiming import Desk
from tests.rig.test_teaching import Owner
from vision import profile
from vision.rectify import rectify
from vision.render.desk_tray import DeskTray

FOLDER = Path(__file__).parents[3] / "docs" / "screenshots"
NAMES = {"r": "redbrown", "y": "yellow", "p": "pink", "g": "green", "b": "blue", "s": "stone"}
PANEL, LAPTOP, PHONE = (800, 480), (1024, 600), (390, 844)


class AdvisedTable(ScriptedTable):
    """A scripted table with the real adviser."""

    def ranked(self, best):
        return rank(self.state.position).ranked


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


def lesson() -> tuple[ScriptedTable, bytes]:
    """The first move of a first game."""
    table = AdvisedTable().start("wuerfelspiel", scenes.THREE, explain="everybody")
    dice, picture = lying("wuerfelspiel", "yyrsy")
    return table.read(*dice).press(scenes.Button.CONFIRM), picture


def turn() -> Iterator[tuple[ScriptedTable, bytes]]:
    """A turn: dice are thrown, some are kept, the rest is rolled again, a move is chosen, the next player rolls."""
    table, (dice, picture) = later("wuerfelspiel", scenes.THREE, 23, 3), lying("wuerfelspiel", "yyrsb")
    yield table, picture
    yield table.read(*dice), picture
    kept = [die for die, mark in zip(dice, table.state.dice, strict=True) if mark.kept]
    yield table.press(scenes.Button.REROLL), picture
    others = [die for die in dice if die not in kept]
    rolled = [dataclasses.replace(die, face="y", picture="yellow") for die in others]
    yield table.read(*kept, *rolled), picture
    yield table.press(scenes.Button.CONFIRM), picture


def cards() -> tuple[ScriptedTable, bytes]:
    return scenes.cards_play(), b""


def cover() -> tuple[ScriptedTable, bytes]:
    return scenes.cards_cover(), b""


def paths() -> tuple[ScriptedTable, bytes]:
    return scenes.paths_four(), b""


def start() -> tuple[ScriptedTable, bytes]:
    return scenes.cards_setup(), b""


def four() -> tuple[ScriptedTable, bytes]:
    return later("or", scenes.FOUR, 24, 8), b""


def roll() -> tuple[ScriptedTable, bytes]:
    return later("wuerfelspiel", scenes.THREE, 23, 3), b""


Shot = tuple[Callable[[], tuple[ScriptedTable, bytes]], tuple[int, int], str, str]
SHOTS: dict[str, Shot] = {
    "panel-keep": (keep, PANEL, "en", "light"),
    "panel-move-dark": (move, PANEL, "en", "dark"),
    "panel-doubt": (doubt, PANEL, "en", "light"),
    "panel-or": (chips, PANEL, "en", "light"),
    "panel-lesson": (lesson, PANEL, "de", "light"),
    "panel-end": (end, PANEL, "de", "light"),
    "panel-start": (start, PANEL, "en", "light"),
    "panel-cards": (cards, PANEL, "en", "light"),
    "panel-cover": (cover, PANEL, "en", "light"),
    "panel-paths-dark": (paths, PANEL, "de", "dark"),
    "laptop-cards": (cards, (1024, 600), "de", "light"),
    "wall-paths": (paths, (1920, 1080), "en", "light"),
    "phone-cards": (cards, PHONE, "en", "light"),
    "phone-keep": (keep, PHONE, "de", "light"),
    "phone-or-dark": (chips, PHONE, "en", "dark"),
    "panel-move-contrast": (move, PANEL, "de", "contrast"),
    "panel-or-contrast": (chips, PANEL, "en", "contrast"),
    "phone-keep-contrast": (keep, PHONE, "en", "contrast"),
}
SHEETS: dict[str, tuple[Shot, str]] = {
    "panel-menu": ((keep, PANEL, "en", "light"), "menu"),
    "panel-scoring": ((move, PANEL, "en", "light"), "scoring"),
    "panel-story": ((move, PANEL, "de", "light"), "story"),
    "panel-why-not": ((move, PANEL, "en", "light"), "why"),
    "panel-rules": ((lesson, PANEL, "en", "light"), "rules"),
    "panel-table-different": ((four, PANEL, "en", "light"), "edit"),
    "panel-tray": ((doubt, PANEL, "de", "light"), "tray"),
    "panel-entry-dark": ((roll, PANEL, "en", "dark"), "entry"),
    "panel-faces": ((keep, PANEL, "en", "light"), "faces-2"),
    "phone-phones": ((keep, PHONE, "en", "light"), "phones"),
}
"""Sheets over a table."""


def pictures(table: ScriptedTable, picture: bytes) -> Callable[[str], bytes | None]:
    dice_set = "wuerfelspiel" if table.state.setup.game == "wuerfelspiel" else "or"
    return lambda key: picture if key == "tray" else crop(dice_set, key)


@dataclasses.dataclass(frozen=True, slots=True)
class Camera:
    """Takes pictures of pages into a folder."""

    browser: Browser
    folder: Path

    def look(
        self, server: PageServer, path: str, size: tuple[int, int], language: str, theme: str, sheet: str = ""
    ) -> np.ndarray:
        """A page as it looks when all is there, with a sheet open over it where one is named."""
        viewport, scheme = {"width": size[0], "height": size[1]}, "light" if theme == "contrast" else theme
        page = self.browser.new_page(viewport=viewport, locale=language, color_scheme=scheme, reduced_motion="reduce")
        if theme == "contrast":
            page.context.add_cookies([{"name": "theme", "value": theme, "url": server.address}])
        page.goto(server.address.rstrip("/") + path, wait_until="load")
        page.locator("body[data-live=yes], body.leaf").wait_for()
        if sheet:
            page.evaluate("(id) => document.getElementById(id).showPopover()", sheet)
        if sheet == "edit":
            page.locator("[name=seat2-pink]").click()
        page.wait_for_timeout(600)
        picture = cv2.imdecode(np.frombuffer(page.screenshot(), np.uint8), cv2.IMREAD_COLOR)
        page.close()
        return picture

    def keep(self, name: str, picture: np.ndarray) -> None:
        """Write a picture down as small as it goes."""
        path = self.folder / f"{name}.png"
        flat = [cv2.IMWRITE_PNG_FILTER, cv2.IMWRITE_PNG_FILTER_NONE]  # smaller where few rendered dice are in sight
        ways = [[cv2.IMWRITE_PNG_COMPRESSION, 9, *more] for more in ([], flat)]
        path.write_bytes(min((cv2.imencode(".png", picture, way)[1].tobytes() for way in ways), key=len))
        print(path.name, path.stat().st_size // 1000, "kB")


def of_table(
    camera: Camera, table: ScriptedTable, picture: bytes, look: tuple[tuple[int, int], str, str], sheet: str = ""
) -> np.ndarray:
    """The page of one table."""
    server = PageServer(port=0)
    server.start()
    server.open(table, pictures(table, picture))
    taken = camera.look(server, "/", *look, sheet)
    server.stop()
    return taken


def make_tables(camera: Camera) -> None:
    """The pictures of the table itself."""
    for name, (scene, *look) in SHOTS.items():
        camera.keep(name, of_table(camera, *scene(), tuple(look)))
    for name, ((scene, *look), sheet) in SHEETS.items():
        camera.keep(name, of_table(camera, *scene(), tuple(look), sheet))


def make_turn(camera: Camera) -> None:
    """The frames of a turn, one after the other in one file."""
    frames = [of_table(camera, table, picture, (PANEL, "en", "light")) for table, picture in turn()]
    animation = cv2.Animation(0)
    animation.frames, animation.durations = frames, [2600] * len(frames)
    path = camera.folder / "turn.webp"
    cv2.imwriteanimation(str(path), animation, [cv2.IMWRITE_WEBP_QUALITY, 70])
    print(path.name, path.stat().st_size // 1000, "kB")


def make_memory(camera: Camera) -> None:
    """The pictures of games played, made from games that were really played and looked back at."""
    with tempfile.TemporaryDirectory() as folder:
        names, three = ("Anna", "Ben"), scenes.THREE
        play(Path(folder), *(("wuerfelspiel", three, 500, seed) for seed in (3, 4, 6)), ("or", names, 500, 9))
        play(Path(folder), ("or", names, 500, 19), ("or", names, 3, 5))
        look_back(Path(folder))
        memory, server = Memory(Path(folder)), PageServer(port=0)
        server.start()
        server.open(scenes.setup(), None, memory)
        number = next(game.number for game in memory.games() if game.game == "wuerfelspiel")
        for name, path, *look in (
            ("laptop-replay", f"/games/{number}?at=77", LAPTOP, "en", "light"),
            ("laptop-games", "/games", LAPTOP, "en", "dark"),
            ("laptop-dice", "/dice", LAPTOP, "de", "light"),
        ):
            camera.keep(name, camera.look(server, path, *look))
        server.stop()


def make_teaching(camera: Camera) -> None:
    """Teaching the dice and aiming the camera, each in the middle of a lesson that was really held."""
    server = PageServer(port=0)
    server.start()
    server.open(scenes.setup(), None)
    for name, lesson, *look in (
        ("panel-teach", teaching_or, PANEL, "en", "light"),
        ("panel-teach-saved", teaching_over, PANEL, "de", "light"),
        ("phone-teach-dark", teaching_rows, PHONE, "de", "dark"),
    ):
        with tempfile.TemporaryDirectory() as folder:
            server.page.teach.teaching = lesson(Path(folder))
            camera.keep(name, camera.look(server, "/teach", *look))
    for name, blur, *look in (
        ("panel-camera", 3.2, PANEL, "en", "light"),
        ("panel-camera-good-dark", 0.0, PANEL, "de", "dark"),
    ):
        with tempfile.TemporaryDirectory() as folder:
            server.page.camera.aiming = aiming(Path(folder), blur)
            camera.keep(name, camera.look(server, "/camera", *look))
    server.page.learn.learning = named()
    camera.keep("panel-learn", camera.look(server, "/learn", PANEL, "de", "light"))
    server.stop()


def named() -> ShownLearning:
    """Dice that somebody named in a game."""
    shots = []
    for face in ("3", "stone", "5"):
        picture = cv2.imdecode(np.frombuffer(crop("or", face), np.uint8), cv2.IMREAD_COLOR)
        shots.append(profile.Shot(face, picture, np.zeros(1, np.float32)))
    return ShownLearning(shots)


def teaching_or(folder: Path) -> ShownTeaching:
    """Two faces of Ór were shown; of the third one die shows another face."""
    owner = Owner(folder, "or", (960, 720))
    owner.choose("or")
    owner.show("1")
    owner.show("2")
    owner.lay("3", "5", "3")
    owner.press()
    return shown(owner)


def teaching_rows(folder: Path) -> ShownTeaching:
    """Half of the Würfelspiel's faces were shown; the next dice lie there."""
    owner = Owner(folder, "wuerfelspiel", (960, 720))
    owner.choose("wuerfelspiel")
    for face in ("redbrown", "yellow", "pink"):
        owner.show(face, 5)
    owner.lay(*["green"] * 5)
    return shown(owner)


def teaching_over(folder: Path) -> ShownTeaching:
    """All faces of Ór were shown and are told apart."""
    owner = Owner(folder)
    owner.choose("or")
    owner.show_all()
    owner.press()
    return shown(owner)


def shown(owner: Owner) -> ShownTeaching:
    """A lesson as its page shows it now."""
    picture = owner.lesson.watch.picture(owner.state.picture)
    return ShownTeaching(dataclasses.replace(owner.state, picture=1 if picture else 0), picture)


def aiming(folder: Path, blur: float) -> ShownAiming:
    """The camera over rendered dice, out of focus by so many pixels."""
    desk = Desk(folder, (960, 720))
    desk.lay("1", "3", "5")
    frame = desk.frame if not blur else np.asarray(cv2.GaussianBlur(desk.frame, (0, 0), blur), np.uint8)
    state = desk.look(frame)
    return ShownAiming(dataclasses.replace(state, picture=1), desk.aiming.picture(state.picture))


def make(folder: Path, wanted: Sequence[str] = ()) -> None:
    """All pictures, or those of some parts: tables, turn, memory, teaching."""
    folder.mkdir(parents=True, exist_ok=True)
    parts = {"tables": make_tables, "turn": make_turn, "memory": make_memory, "teaching": make_teaching}
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        for name in wanted or parts:
            parts[name](Camera(browser, folder))
        browser.close()


if __name__ == "__main__":
    make(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER, sys.argv[2:])
