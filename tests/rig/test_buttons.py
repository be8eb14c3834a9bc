from __future__ import annotations

import sys
import time
import types
from collections.abc import Iterator

import pytest
from gpiozero.pins.mock import MockFactory

from rig.buttons import Buttons, is_raspberry_pi, open_buttons
from rig.errors import ButtonsError
from rig.events import Button, Event, NewGame, Pressed, Undone
from rig.settings import ButtonSettings

SETTINGS = ButtonSettings(use="gpio", undo_hold_s=0.05, menu_hold_s=0.05)


class Bench:
    """Four buttons on pretended pins, and what came out of them."""

    def __init__(self) -> None:
        self.factory = MockFactory()
        self.events: list[Event] = []
        self.revision = 7
        self.now = 100.0
        self.buttons = Buttons(SETTINGS, self.events.append, lambda: self.revision, self.factory, lambda: self.now)

    def down(self, pin: int) -> None:
        self.factory.pin(pin).drive_low()

    def up(self, pin: int) -> None:
        self.factory.pin(pin).drive_high()

    def pressed(self) -> list[Button]:
        return [event.button for event in self.events if isinstance(event, Pressed)]


@pytest.fixture
def bench() -> Iterator[Bench]:
    bench = Bench()
    yield bench
    bench.buttons.close()
    bench.factory.reset()


def test_each_button_hands_on_its_own_event(bench):
    for pin in (17, 22, 23, 27):
        bench.down(pin)
        bench.up(pin)
    assert bench.pressed() == [Button.CONFIRM, Button.UP, Button.DOWN, Button.REROLL]
    assert {event.source for event in bench.events} == {"button"}


def test_confirm_acts_when_it_goes_down_and_answers_what_was_on_the_screen(bench):
    bench.down(17)
    assert [(type(event), event.answers) for event in bench.events] == [(Pressed, 7)]
    bench.revision = 8
    bench.up(17)
    assert len(bench.events) == 1


def test_reroll_acts_when_it_is_let_go_and_answers_what_was_on_the_screen_when_it_went_down(bench):
    bench.down(27)
    assert bench.events == []
    bench.revision = 8
    bench.up(27)
    assert [(event.button, event.answers) for event in bench.events] == [(Button.REROLL, 7)]


def test_reroll_held_takes_a_step_back_and_does_not_reroll(bench):
    bench.down(27)
    time.sleep(0.15)
    bench.up(27)
    assert [(type(event), event.answers) for event in bench.events] == [(Undone, 7)]


def test_up_held_asks_for_phones_and_says_nothing_else_to_the_table():
    asked, events, factory = [], [], MockFactory()
    settings = ButtonSettings(use="gpio", phones_hold_s=0.05)
    buttons = Buttons(settings, events.append, lambda: 3, factory, ask_phones=lambda: asked.append(True))
    factory.pin(22).drive_low()
    time.sleep(0.15)
    factory.pin(22).drive_high()
    buttons.close()
    factory.reset()
    assert asked == [True]
    assert [event.button for event in events] == [Button.UP]


def test_after_an_undo_the_next_press_rerolls_again(bench):
    bench.down(27)
    time.sleep(0.15)
    bench.up(27)
    bench.down(27)
    bench.up(27)
    assert bench.pressed() == [Button.REROLL]


def test_down_held_opens_the_menu_and_answers_the_screen_as_it_is_by_then(bench):
    bench.down(23)
    bench.revision = 8
    time.sleep(0.15)
    bench.up(23)
    assert [(type(event), event.answers) for event in bench.events] == [(Pressed, 7), (NewGame, 8)]


def test_confirm_held_confirms_once(bench):
    bench.down(17)
    time.sleep(0.12)
    bench.up(17)
    assert bench.pressed() == [Button.CONFIRM]
    assert len(bench.events) == 1


def test_what_a_full_queue_throws_does_not_reach_gpiozero(caplog):
    def full(event: Event) -> None:
        raise RuntimeError("the queue is full")

    factory = MockFactory()
    buttons = Buttons(SETTINGS, full, lambda: 1, factory)
    factory.pin(17).drive_low()
    factory.pin(17).drive_high()
    assert "could not be handed on" in caplog.text
    buttons.close()


def test_the_contacts_must_be_steady_for_the_bounce_time(bench):
    assert bench.factory.pin(17).bounce == pytest.approx(0.015)


def test_a_pin_in_use_is_named(bench):
    with pytest.raises(ButtonsError, match=r"Pin 17 for button ✔ cannot be used"):
        Buttons(SETTINGS, bench.events.append, lambda: 1, bench.factory)


def test_pins_are_given_back_when_one_of_them_is_refused():
    factory = MockFactory()
    first = Buttons(ButtonSettings(confirm=5, reroll=6, up=12, down=27), print, lambda: 1, factory)
    with pytest.raises(ButtonsError, match="Pin 27"):
        Buttons(ButtonSettings(), print, lambda: 1, factory)
    first.close()
    Buttons(ButtonSettings(), print, lambda: 1, factory).close()


def test_all_is_well_with_buttons_that_are_heard(bench):
    assert bench.buttons.trouble() is None
    bench.down(17)
    bench.now += 2
    assert bench.buttons.trouble() is None


def test_a_stuck_button_is_named(bench):
    bench.down(22)
    assert bench.buttons.trouble() is None
    bench.now += 31
    assert "Button ▲ has been down for long" in (bench.buttons.trouble() or "")
    bench.up(22)
    assert bench.buttons.trouble() is None


def test_pins_that_move_without_a_callback_are_noticed(bench):
    bench.buttons._devices[Button.CONFIRM].when_pressed = None
    bench.down(17)
    assert bench.buttons.trouble() is None
    bench.now += 1.5
    assert "no longer heard" in (bench.buttons.trouble() or "")


def test_a_dead_thread_of_lgpio_is_noticed(bench, monkeypatch):
    dead = types.SimpleNamespace(is_alive=lambda: False)
    monkeypatch.setitem(sys.modules, "lgpio", types.SimpleNamespace(_notify_thread=dead))
    assert "no longer heard" in (bench.buttons.trouble() or "")


def test_without_a_pi_auto_leaves_the_buttons_alone(monkeypatch):
    monkeypatch.setattr("rig.buttons.is_raspberry_pi", lambda: False)
    assert open_buttons(ButtonSettings(), print, lambda: 1) is None
    assert "gpiozero.pins.lgpio" not in sys.modules


def test_buttons_switched_off_are_left_alone():
    assert open_buttons(ButtonSettings(use="none"), print, lambda: 1, MockFactory()) is None


def test_gpio_without_lgpio_names_the_package(monkeypatch):
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", None)
    with pytest.raises(ButtonsError, match="sudo apt install python3-lgpio"):
        open_buttons(ButtonSettings(use="gpio"), print, lambda: 1)


def test_opening_the_pins_leaves_the_working_folder_as_it_was(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", None)
    with pytest.raises(ButtonsError):
        open_buttons(ButtonSettings(use="gpio"), print, lambda: 1)
    assert tmp_path.samefile(".")


def test_a_pi_is_known_by_its_model_file(tmp_path):
    model = tmp_path / "model"
    assert not is_raspberry_pi(model)
    model.write_bytes(b"Raspberry Pi 5 Model B Rev 1.0\x00")
    assert is_raspberry_pi(model)
