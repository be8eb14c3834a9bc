"""Learning goes on: named dice wait on the disk and are learnt after the game if the owner agrees."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from starlette.testclient import TestClient

from rig.learning import TOLD, Learning, named_dice
from rig.page.server import PageServer
from rig.pictures import Pictures
from rig.readers import Readers
from rig.state import Phase, SeenDie, TableDie
from tests.rig.page.scenes import or_keep, rows_keep
from tests.rig.page.shown_teaching import ShownLearning
from vision.profile import Profile, Shot
from vision.render.desk_tray import DeskTray
from vision.teach import Teacher


@pytest.fixture(scope="module")
def pair() -> tuple[Profile, tuple[Shot, ...]]:
    """What the owner taught in the evening, and pictures of the same dice by day: three of each face."""
    found = []
    for lamp in ("evening", "day"):
        tray, teacher = DeskTray("or", seed=1, size=(640, 480), lamp=lamp), Teacher("or")
        for face in teacher.dice_set.faces:
            tray.place([face] * 3, 0.0)
            teacher.take(tray.frame(0.0), face)
        found.append(teacher.finish())
    return dataclasses.replace(found[0], closeness=0.5), found[1].shots


class Table:
    """A game of Ór at which dice are named."""

    def __init__(self, folder: Path, profile: Profile | None) -> None:
        self.table = or_keep()
        self.pictures = Pictures()
        self.readers = Readers(folder / "profiles")
        if profile is not None:
            self.readers.keep(profile)
        self.learning = Learning(folder, self.table, self.readers, self.pictures)  # type: ignore[arg-type]
        self.learning.start()

    def name(self, picture: np.ndarray, face: str, seen: str | None = "1", reason: str = "unsure", **more) -> None:
        """Somebody names the only die in question, and the next turn begins."""
        key = self.pictures.add(picture)
        die = TableDie(face, SeenDie(seen, reason=reason, picture=key), source="asked", **more)
        self.show(dice=(die,))
        self.show(dice=())

    def show(self, **changes) -> None:
        self.table.state = dataclasses.replace(self.table.state, **changes)
        self.table._publish()

    def waiting(self) -> list[str]:
        return [shot.face for shot in self.learning.waiting("or")]


def until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.fixture
def table(tmp_path: Path, pair) -> Iterator[Table]:
    table = Table(tmp_path, pair[0])
    yield table
    table.learning.stop()


def crop(pair, face: str) -> np.ndarray:
    return next(shot.picture for shot in pair[1] if shot.face == face)


def test_a_named_die_waits_on_the_disk_and_is_learnt_when_the_owner_agrees(table: Table, pair, tmp_path: Path) -> None:
    table.name(crop(pair, "3"), "3")
    until(lambda: table.waiting() == ["3"])
    table.show(phase=Phase.OVER)
    until(lambda: table.table.reports.get("learning") == TOLD)
    again = Learning(tmp_path, or_keep(), table.readers, Pictures())  # type: ignore[arg-type]  # after a power cut
    assert [shot.face for shot in again.waiting("or")] == ["3"]
    done = table.learning.learn("or")
    assert (done.taken, done.refused) == (1, 0)
    profile = Readers(tmp_path / "profiles")("or").profile
    assert len(profile.shots) == 19
    assert profile.closeness == 0.5
    assert len(table.readers("or").profile.shots) == 19
    assert table.waiting() == []
    assert "learning" not in table.table.reports


def test_a_die_that_was_named_wrongly_is_refused_as_in_teaching(table: Table, pair) -> None:
    table.name(crop(pair, "5"), "3")
    until(lambda: table.waiting() == ["3"])
    done = table.learning.learn("or")
    assert (done.taken, done.refused) == (0, 1)
    assert len(table.readers("or").profile.shots) == 18


def test_single_ones_can_be_left_out(table: Table, pair) -> None:
    table.name(crop(pair, "3"), "3")
    table.name(crop(pair, "2"), "2")
    until(lambda: table.waiting() == ["3", "2"])
    assert table.learning.learn("or", left_out=[0]).taken == 1
    assert [shot.face for shot in table.readers("or").profile.shots].count("2") == 4


def test_what_is_put_right_in_the_same_turn_counts_as_it_is_at_the_end(table: Table, pair) -> None:
    key = table.pictures.add(crop(pair, "3"))
    seen = SeenDie("1", reason="unsure", picture=key)
    table.show(dice=(TableDie("2", seen, source="asked"),))
    table.show(dice=(TableDie("3", seen, source="asked"),))
    table.show(dice=())
    until(lambda: table.waiting() == ["3"])


def test_what_was_named_in_a_roll_that_is_taken_back_counts_for_nothing(table: Table, pair) -> None:
    seen = SeenDie("1", reason="unsure", picture=table.pictures.add(crop(pair, "3")))
    past = table.table.state.past
    table.show(dice=(TableDie("2", seen, source="asked"),), past=(*past, ()))
    table.show(dice=(), past=past)
    table.name(crop(pair, "5"), "5")
    until(lambda: table.waiting() != [])
    assert table.waiting() == ["5"]


def test_of_dice_that_lay_badly_or_were_read_right_nothing_is_learnt() -> None:
    state = or_keep().state
    for reason, seen, face, more in (
        ("cocked", "1", "3", {}),
        ("glare", "3", "3", {}),
        ("", "3", "3", {}),
        ("unsure", "3", None, {"doubt": "unsure"}),
        ("unsure", "3", "3", {"fixed": True}),
    ):
        die = TableDie(face, SeenDie(seen, reason=reason, picture="key"), source="asked", **more)
        assert named_dice(dataclasses.replace(state, dice=(die,))) == {}
    die = TableDie("s", SeenDie("3", picture="key"), source="asked")
    assert named_dice(dataclasses.replace(state, dice=(die,))) == {"key": ("or", "stone")}
    camera = dataclasses.replace(die, source="camera")
    assert named_dice(dataclasses.replace(state, dice=(camera,))) == {}


def test_without_a_profile_nothing_is_collected(tmp_path: Path, pair) -> None:
    table = Table(tmp_path, None)
    table.name(crop(pair, "3"), "3")
    table.learning.stop()
    assert table.learning.sets() == ()


def test_an_owner_who_says_no_is_not_asked_and_nothing_is_kept(table: Table, pair) -> None:
    table.name(crop(pair, "3"), "3")
    until(lambda: table.waiting() == ["3"])
    table.learning.want("no")
    assert table.learning.sets() == ()
    table.name(crop(pair, "2"), "2")
    table.show(phase=Phase.OVER)
    table.learning.stop()
    assert table.learning.sets() == ()
    assert table.learning.wish == "no"


def test_an_owner_who_says_always_is_not_asked(table: Table, pair) -> None:
    table.learning.want("yes")
    table.name(crop(pair, "3"), "3")
    until(lambda: table.waiting() == ["3"])
    table.show(phase=Phase.OVER)
    until(lambda: len(table.readers("or").profile.shots) == 19)
    assert "learning" not in table.table.reports


# The page


@pytest.fixture
def server(pair) -> Iterator[PageServer]:
    server = PageServer(0)
    server.start()
    server.open(rows_keep(), lambda key: None)  # type: ignore[arg-type]
    server.page.learn.learning = ShownLearning(pair[1][:3])  # type: ignore[assignment]
    yield server
    server.stop()


def rig_of(server: PageServer) -> TestClient:
    base = f"http://127.0.0.1:{server.port}"
    return TestClient(server.page.app, base_url=base, follow_redirects=False, headers={"Accept-Language": "en"})


def test_the_page_shows_each_named_die_with_its_picture_ticked(server: PageServer, pair) -> None:
    told = rig_of(server).get("/learn").text
    assert told.count('type="checkbox"') == 3
    assert told.count("data:image/jpeg;base64,") == 3
    first = told.partition("base64,")[2].partition('"')[0]
    import base64

    picture = cv2.imdecode(np.frombuffer(base64.b64decode(first), np.uint8), cv2.IMREAD_COLOR)
    assert picture.shape == pair[1][0].picture.shape


def test_one_press_takes_all_and_what_is_not_ticked_is_left_out(server: PageServer) -> None:
    rig, form = rig_of(server), {"act": "learn", "dice": "or", "number": "3"}
    told = rig.post("/learn", data={**form, "die0": "on", "die2": "on"})
    assert told.headers["location"] == "/learn?taken=2&refused=0"
    assert rig.post("/learn", data={**form, "number": "2"}).status_code == 409
    assert rig.post("/learn", data={"act": "drop", "dice": "or"}).status_code == 303
    assert rig.post("/learn", data={"wish": "yes"}).status_code == 303
    for bad in ({}, {"wish": "never"}, {"act": "learn", "dice": "../etc"}, {"act": "eat", "dice": "or"}):
        assert rig.post("/learn", data=bad).status_code == 400
    assert server.page.learn.learning.asked == [("learn", "or", (1,)), ("drop", "or"), ("want", "yes")]


def test_how_it_went_is_said(server: PageServer) -> None:
    told = rig_of(server).get("/learn?taken=2&refused=1").text
    assert "2 pictures were learnt." in told
    assert "1 was left" in told
    assert "learnt." not in rig_of(server).get("/learn?taken=<b>&refused=1").text


def test_a_phone_that_is_not_paired_learns_nothing(server: PageServer) -> None:
    server.page.home.open("192.168.1.5:8080")
    phone = TestClient(server.page.app, base_url="http://192.168.1.5:8080", follow_redirects=False)
    origin = {"Origin": "http://192.168.1.5:8080"}
    assert phone.post("/learn", data={"wish": "yes"}, headers=origin).status_code == 403
    assert server.page.learn.learning.asked == []
