"""The four buttons on the Raspberry Pi's pins, and a lamp on one, through gpiozero; keys and taps need none of this.

gpiozero calls back on a thread of lgpio's, the only one it has: an exception there would leave every button dead until
the next start.  So a callback does nothing but hand an event on, and whatever that throws stays here.  Which pin
library is used is decided here too, for gpiozero's own search ends in one that only pretends.
"""

from __future__ import annotations

import logging
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol, cast

from rig.errors import ButtonsError
from rig.events import Button, Event, NewGame, Pressed, Undone
from rig.settings import ButtonSettings

log = logging.getLogger(__name__)

MODEL_FILE = Path("/proc/device-tree/model")

DEAF_S = 1.0
"""A pin that is down for so long without a callback means that callbacks no longer come."""

STUCK_S = 30.0
"""A button held for so long is stuck."""

NAMES = {Button.CONFIRM: "✔", Button.REROLL: "↻", Button.UP: "▲", Button.DOWN: "▼"}


def is_raspberry_pi(model_file: Path = MODEL_FILE) -> bool:
    """True on a Raspberry Pi."""
    try:
        return "Raspberry Pi" in model_file.read_text(errors="replace")
    except OSError:
        return False


def open_buttons(
    settings: ButtonSettings,
    post: Callable[[Event], object],
    revision: Callable[[], int],
    factory: Any = None,
    ask_phones: Callable[[], object] | None = None,
) -> Buttons | None:
    """The buttons, or None where the settings or the machine have none.

    Args:
        settings: pins, bounce and hold times.
        post: takes an event; called on gpiozero's threads, so it must only enqueue.
        revision: of the state that is on the screen.
        factory: of gpiozero's pins; None takes the Pi's.
        ask_phones: opens the page to phones or closes it; must only enqueue. None where there is no page.

    Raises:
        ButtonsError: the pins cannot be used; the sentence says what to do.
    """
    if settings.use == "none" or (settings.use == "auto" and factory is None and not is_raspberry_pi()):
        return None
    return Buttons(settings, post, revision, factory or _pi_pins(), ask_phones=ask_phones)


class Lamp(Protocol):
    """A lamp on a pin."""

    def on(self) -> None:
        """Light it."""
        ...

    def off(self) -> None:
        """Put it out."""
        ...

    def close(self) -> None:
        """Put it out and let go of the pin."""
        ...


def open_lamp(pin: int, factory: Any = None) -> Lamp:
    """The lamp on a pin, which is lit while the pin is high.

    Args:
        pin: BCM number.
        factory: of gpiozero's pins; None takes the Pi's.

    Raises:
        ButtonsError: the pin cannot be used; the sentence says what to do.
    """
    pins = factory or _pi_pins()
    try:
        from gpiozero import LED

        return cast(Lamp, LED(pin, pin_factory=pins))
    except Exception as error:  # gpiozero's, lgpio's and the system's, all with other bases
        raise ButtonsError(
            f"Pin {pin} cannot be used for a lamp ({error}). Another program or an overlay may hold it: stop that, or "
            "choose another pin in rig.toml under [lamps]."
        ) from error


class Buttons:
    """Four buttons, each between its pin and ground.

    ✔, ▲ and ▼ act when they go down; ▲ held opens the page to phones, ▼ held opens the menu.  ↻ acts when it is let
    go, for held it means something else: take the last step back.
    """

    def __init__(
        self,
        settings: ButtonSettings,
        post: Callable[[Event], object],
        revision: Callable[[], int],
        factory: Any,
        clock: Callable[[], float] = time.monotonic,
        ask_phones: Callable[[], object] | None = None,
    ) -> None:
        self._post = post
        self._ask_phones = ask_phones
        self._revision = revision
        self._factory = factory
        self._clock = clock
        self._seen_down: dict[Button, int] = {}  # by the callbacks: the revision that was on the screen
        self._held: set[Button] = set()
        self._odd_since: dict[Button, float] = {}
        self._down_since: dict[Button, float] = {}
        self._devices: dict[Button, Any] = {}
        pins = {
            Button.CONFIRM: (settings.confirm, 0.0),
            Button.REROLL: (settings.reroll, settings.undo_hold_s),
            Button.UP: (settings.up, settings.phones_hold_s if ask_phones is not None else 0.0),
            Button.DOWN: (settings.down, settings.menu_hold_s),
        }
        try:
            for button, (pin, hold_s) in pins.items():
                self._devices[button] = self._wired(button, pin, settings.bounce_ms / 1000, hold_s)
        except BaseException:
            self.close()
            raise

    def trouble(self) -> str | None:
        """What is wrong with the buttons now, or None.  To be asked about once a second."""
        for button, device in self._devices.items():
            is_down, now = bool(device.is_pressed), self._clock()
            if is_down == (button in self._seen_down):
                self._odd_since.pop(button, None)
            elif now - self._odd_since.setdefault(button, now) >= DEAF_S:
                return "The buttons are no longer heard; use the keys or the screen and start the rig again."
            if not is_down:
                self._down_since.pop(button, None)
            elif now - self._down_since.setdefault(button, now) >= STUCK_S:
                return f"Button {NAMES[button]} has been down for long: is it stuck, or its wire touching ground?"
        if not _lgpio_listens():
            return "The buttons are no longer heard; use the keys or the screen and start the rig again."
        return None

    def close(self) -> None:
        """Let go of the pins."""
        for device in self._devices.values():
            device.close()
        self._devices.clear()

    def _wired(self, button: Button, pin: int, bounce_s: float, hold_s: float) -> Any:
        from gpiozero import Button as PinButton

        try:
            device = PinButton(
                pin, pull_up=True, bounce_time=bounce_s, hold_time=hold_s or 1.0, pin_factory=self._factory
            )
        except Exception as error:  # gpiozero's, lgpio's and the system's, all with other bases
            raise ButtonsError(
                f"Pin {pin} for button {NAMES[button]} cannot be used ({error}). Another program or an overlay may "
                "hold it: stop that, or choose another pin in rig.toml under [buttons]."
            ) from error
        device.when_pressed = lambda: self._safely(self._went_down, button)
        device.when_released = lambda: self._safely(self._went_up, button)
        if hold_s:
            device.when_held = lambda: self._safely(self._was_held, button)
        return device

    def _safely(self, act: Callable[[Button], None], button: Button) -> None:
        try:
            act(button)
        except Exception:
            log.exception("Button %s could not be handed on", NAMES[button])

    def _went_down(self, button: Button) -> None:
        revision = self._revision()
        self._seen_down[button] = revision
        if button is not Button.REROLL:
            self._post(Pressed(answers=revision, button=button, source="button"))

    def _went_up(self, button: Button) -> None:
        revision = self._seen_down.pop(button, None)
        was_held = button in self._held
        self._held.discard(button)
        if button is Button.REROLL and revision is not None and not was_held:
            self._post(Pressed(answers=revision, button=button, source="button"))

    def _was_held(self, button: Button) -> None:
        self._held.add(button)
        if button is Button.REROLL:
            self._post(Undone(answers=self._seen_down.get(button, self._revision()), source="button"))
        elif button is Button.UP:
            if self._ask_phones is not None:
                self._ask_phones()
        else:
            self._post(NewGame(answers=self._revision(), source="button"))


def _pi_pins() -> Any:
    """gpiozero's pins through lgpio."""
    folder = os.getcwd()
    os.environ.setdefault("LG_WD", tempfile.gettempdir())  # lgpio makes a pipe there, else where one stands
    try:
        from gpiozero.pins.lgpio import LGPIOFactory

        return LGPIOFactory()
    except ImportError as error:
        raise ButtonsError(
            "The buttons need lgpio, which comes with the system: sudo apt install python3-lgpio, then make the "
            'environment again with deploy/make-venv.sh; or set use = "none" in rig.toml under [buttons].'
        ) from error
    except Exception as error:  # no chip, no right to it, no Pi
        raise ButtonsError(
            f"The Pi's pins cannot be opened ({error}). Add your user to the group gpio (sudo adduser $USER gpio) and "
            'log in again; or set use = "none" in rig.toml under [buttons].'
        ) from error
    finally:
        os.chdir(folder)  # lgpio walks off to the folder of its pipe


def _lgpio_listens() -> bool:
    """False if lgpio is in use and its only thread has ended."""
    lgpio = sys.modules.get("lgpio")
    thread = getattr(lgpio, "_notify_thread", None)
    return thread is None or bool(thread.is_alive())
