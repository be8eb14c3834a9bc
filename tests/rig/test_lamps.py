"""The lamps show what the table waits for; a fault of theirs stops nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from rig import lamps
from rig.buttons import open_lamp
from rig.errors import ButtonsError
from rig.events import AdviceGiven, Button, HandEntryOpened, LookAgain, Pressed, RollEntered, SetupChanged
from rig.journal import Journal
from rig.lamps import Lamps, lit, open_lamps
from rig.loop import Loop
from rig.settings import LampSettings
from rig.state import Ranked, Setup, TableState
from tests.rig.table_driver import Driver, die, row

ALL = LampSettings(ready=5, thinking=6, problem=12, tray=13)


def shown(state: TableState, **reports: str) -> set[str]:
    return set(lit(state, reports)) - {"tray"}


def test_ready_is_lit_while_a_throw_or_a_button_is_awaited() -> None:
    table = Driver()
    assert shown(table.state) == {"ready"}
    assert shown(table.begin()) == {"ready"}


def test_thinking_is_lit_while_the_tray_is_looked_at() -> None:
    table = Driver()
    table.begin()
    assert shown(table.must(LookAgain(answers=0))) == {"thinking"}
    assert shown(table.see(*row("115"), asked=True)) == {"thinking"}  # and then while advice is worked out


def test_thinking_ends_when_the_advice_is_there() -> None:
    table = Driver()
    table.begin()
    assert shown(table.see(*row("115"))) == {"thinking"}
    ranked = tuple(Ranked(choice.key, 0.0, 0.0) for choice in table.state.choices)
    table.must(AdviceGiven(answers=0, decision=table.state.decision, ranked=ranked))
    assert shown(table.state) == {"ready"}


def test_problem_alone_is_lit_while_a_die_is_asked_about() -> None:
    table = Driver()
    table.begin()
    assert shown(table.see(*row("11"), die("5", 400, reason="unsure", others="5s"))) == {"problem"}


def test_problem_is_lit_beside_ready_while_a_part_reports_trouble_for_the_game_goes_on_by_hand() -> None:
    table = Driver()
    table.begin()
    table.must(HandEntryOpened(answers=0))
    assert shown(table.state, camera="The camera was lost.") == {"ready", "problem"}


def test_the_trays_light_is_always_on() -> None:
    assert "tray" in lit(TableState(), {})
    assert "tray" in lit(replace(Driver().begin(), looking=True), {"camera": "lost"})


class Bench:
    """A table in motion with four lamps on pretended pins."""

    def __init__(self, folder: Path) -> None:
        self.factory = MockFactory()
        ticks = iter(range(10**6))
        self.loop = Loop(Journal(folder / "games.db"), clock=lambda: float(next(ticks)))
        self.loop.start()
        self.lamps = Lamps(self.loop, ALL, lambda pin: open_lamp(pin, self.factory))

    def lit(self) -> set[str]:
        pins = {"ready": 5, "thinking": 6, "problem": 12, "tray": 13}
        return {name for name, pin in pins.items() if self.factory.pin(pin).state}

    def do(self, event) -> None:
        assert self.loop.post(event).result(20).accepted
        assert self.loop.is_alive(20)  # whoever listens has been told by now

    def play(self) -> None:
        self.do(SetupChanged(answers=self.loop.state.revision, setup=Setup("or")))
        self.do(Pressed(answers=self.loop.state.revision, button=Button.CONFIRM))


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = Bench(tmp_path)
    yield bench
    bench.loop.stop()
    bench.factory.reset()


def test_the_pins_follow_the_table(bench: Bench) -> None:
    assert bench.lit() == {"ready", "tray"}
    bench.play()
    bench.do(RollEntered(answers=bench.loop.state.revision, faces=("1", "1", "5")))
    assert bench.lit() == {"thinking", "tray"}


def test_trouble_is_shown_at_once_and_forgotten_at_once(bench: Bench) -> None:
    bench.loop.report("camera", "The camera gives no pictures any more.")
    assert bench.lit() == {"ready", "problem", "tray"}
    bench.loop.report("camera", None)
    assert bench.lit() == {"ready", "tray"}


def test_all_lamps_are_out_when_the_rig_ends(bench: Bench) -> None:
    bench.lamps.close()
    assert bench.lit() == set()
    bench.play()
    assert bench.lit() == set()


def test_lamps_that_are_not_wired_are_left_out(tmp_path: Path) -> None:
    opened: list[int] = []
    factory = MockFactory()
    loop = Loop(Journal(tmp_path / "games.db"))

    def open_one(pin: int):
        opened.append(pin)
        return open_lamp(pin, factory)

    Lamps(loop, LampSettings(problem=12), open_one).close()
    assert opened == [12]


def test_a_pin_in_use_is_named_and_the_others_are_given_back(tmp_path: Path) -> None:
    factory = MockFactory()
    taken = open_lamp(6, factory)
    loop = Loop(Journal(tmp_path / "games.db"))
    with pytest.raises(ButtonsError, match=r"Pin 6 cannot be used for a lamp .* under \[lamps\]"):
        Lamps(loop, ALL, lambda pin: open_lamp(pin, factory))
    taken.close()
    Lamps(loop, ALL, lambda pin: open_lamp(pin, factory)).close()


def test_trouble_with_a_lamp_is_reported_and_the_game_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> Lamps:
        raise ButtonsError("Pin 5 cannot be used for a lamp (busy).")

    monkeypatch.setattr(lamps, "is_raspberry_pi", lambda: True)
    monkeypatch.setattr(lamps, "Lamps", broken)
    loop = Loop(Journal(tmp_path / "games.db"))
    assert open_lamps(loop, ALL) is None
    assert loop.reports == {"lamps": "Pin 5 cannot be used for a lamp (busy)."}


def test_without_a_pi_or_without_lamps_nothing_is_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loop = Loop(Journal(tmp_path / "games.db"))
    monkeypatch.setattr(lamps, "is_raspberry_pi", lambda: False)
    assert open_lamps(loop, ALL) is None
    monkeypatch.setattr(lamps, "is_raspberry_pi", lambda: True)
    assert open_lamps(loop, LampSettings()) is None
    assert loop.reports == {}
