"""The screen dims, sleeps and wakes; what is done in front of a dark one wakes it and plays nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rig import screen
from rig.events import Button, DiceRead, Pressed, SetupChanged
from rig.journal import Journal
from rig.loop import Loop
from rig.screen import Screen, open_screen
from rig.settings import ScreenSettings
from rig.state import Setup
from tests.rig.table_driver import row


class Room:
    """A table, its screen, and a clock that somebody turns."""

    def __init__(self, folder: Path, **settings: float) -> None:
        self.now = 100.0
        ticks = iter(range(10**6))
        self.loop = Loop(Journal(folder / "games.db"), clock=lambda: float(next(ticks)))
        self.loop.start()
        self.place = folder / "screen"
        wanted = ScreenSettings(**settings)  # type: ignore[arg-type]
        self.screen = Screen(self.loop, wanted, self.place, lambda: self.now)

    def after(self, minutes: float) -> str:
        self.now += 60 * minutes
        self.screen.look()
        return self.shown

    @property
    def shown(self) -> str:
        return self.place.read_text()

    def press(self, source: str, button: Button = Button.CONFIRM):
        event = Pressed(answers=self.loop.state.revision, button=button, source=source)
        answer = self.screen.post(event).result(20)
        assert self.loop.is_alive(20)  # whoever listens has been told by now
        return answer


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    room = Room(tmp_path)
    yield room
    room.loop.stop()


def test_it_is_lit_then_dimmed_then_dark(room: Room) -> None:
    assert room.shown == "100\n"
    assert room.after(9.9) == "100\n"
    assert room.after(0.2) == "25\n"
    assert room.after(19.8) == "25\n"
    assert room.after(0.2) == "0\n"
    assert room.screen.is_asleep


@pytest.mark.parametrize("source", ["button", "key", "tap"])
def test_the_first_press_before_a_dark_screen_wakes_it_and_plays_nothing(room: Room, source: str) -> None:
    room.after(31)
    before = room.loop.state
    answer = room.press(source)
    assert (answer.accepted, answer.reason) == (False, "woken")
    assert room.loop.state is before
    assert room.shown == "100\n"
    assert room.press(source).accepted


def test_a_dimmed_screen_can_be_read_so_the_first_press_counts(room: Room) -> None:
    assert room.after(11) == "25\n"
    assert room.press("button").accepted
    assert room.shown == "100\n"


def test_a_phone_has_a_screen_of_its_own_so_what_it_does_counts(room: Room) -> None:
    room.after(31)
    assert room.press("phone").accepted
    assert room.shown == "100\n"


def test_thrown_dice_wake_it_and_count(room: Room) -> None:
    room.loop.post(SetupChanged(answers=0, setup=Setup("or"))).result(20)
    room.press("tap")
    room.after(31)
    assert room.shown == "0\n"
    read = DiceRead(answers=room.loop.state.revision, dice=row("115"), source="camera")
    assert room.screen.post(read).result(20).accepted
    assert room.loop.is_alive(20)
    assert room.shown == "100\n"


def test_trouble_of_a_part_does_not_wake_it_for_a_loose_cable_would_light_it_all_night(room: Room) -> None:
    room.after(31)
    room.loop.report("camera", "The camera gives no pictures any more.")
    assert room.shown == "0\n"


def test_pages_are_told_when_it_goes_dark_and_when_it_wakes_for_some_screens_can_only_show_black(room: Room) -> None:
    told: list[bool] = []
    end = room.screen.subscribe(lambda state: told.append(room.screen.is_asleep))
    room.after(11)
    assert told == []
    room.after(20)
    room.press("key")
    assert told == [True, False]
    end()
    room.after(31)
    assert told == [True, False]


def test_it_is_left_lit_when_the_rig_ends(room: Room) -> None:
    room.after(31)
    room.screen.close()
    assert room.shown == "100\n"


def test_nothing_dims_that_should_not(tmp_path: Path) -> None:
    room = Room(tmp_path, dim_after_min=0, sleep_after_min=0, brightness=60)
    assert room.after(10_000) == "60\n"
    room.loop.stop()


def test_a_panel_that_is_darker_than_its_dimming_is_never_lit_up_by_it(tmp_path: Path) -> None:
    room = Room(tmp_path, brightness=20)
    assert room.after(11) == "20\n"
    room.loop.stop()


def test_the_file_can_be_read_by_the_screens_own_user(room: Room) -> None:
    assert room.place.stat().st_mode & 0o777 == 0o644


def test_a_wish_that_cannot_be_written_is_no_trouble(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    loop = Loop(Journal(tmp_path / "games.db"))
    waiting = Screen(loop, ScreenSettings(), tmp_path / "none" / "screen")
    assert "the screen stays as it is" in caplog.text
    assert not waiting.is_asleep


def test_only_a_service_with_a_screen_of_its_own_has_one_to_darken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop, unit = Loop(Journal(tmp_path / "games.db")), tmp_path / "keltis-screen.service"
    monkeypatch.setattr(screen, "OWN_SCREENS", (unit,))
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)
    assert open_screen(loop, ScreenSettings()) is None
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    assert open_screen(loop, ScreenSettings()) is None
    unit.touch()
    assert open_screen(loop, ScreenSettings()) is not None
    assert (tmp_path / "screen").read_text() == "100\n"
