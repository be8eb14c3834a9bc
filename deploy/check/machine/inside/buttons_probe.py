"""Inside a machine whose kernel simulates pins: the rig's own buttons on the real lgpio and gpiozero.

Run with the rig's Python.  Prints one line a finding, as probe.py does.  A press is a line pulled down.
"""

import os
import sys
import time
from pathlib import Path

import lgpio
from gpiozero.pins.lgpio import LGPIOFactory

from rig.buttons import Buttons
from rig.errors import ButtonsError
from rig.events import Button, NewGame, Pressed, Undone
from rig.settings import ButtonSettings

SETTINGS = ButtonSettings(use="gpio", undo_hold_s=0.4, menu_hold_s=0.6)
BANK = Path("/sys/kernel/config/gpio-sim/rig/bank0")


class SimulatedPi(LGPIOFactory):
    """The pins of a Pi 4 on the simulated chip."""

    def _get_revision(self):
        return 0xA03111


def tell(is_ok, sentence):
    print(("ok: " if is_ok else "NOT ok: ") + sentence, flush=True)


def make_chip():
    BANK.mkdir(parents=True)
    (BANK / "num_lines").write_text("54")
    (BANK.parent / "live").write_text("1")
    time.sleep(0.5)
    return next(Path("/sys/devices/platform").glob("gpio-sim.*/gpiochip*"))


def main():
    chip = make_chip()

    def pull(pin, way):
        (chip / f"sim_gpio{pin}" / "pull").write_text(f"pull-{way}")

    def press(pin, *steps):
        for number, seconds in enumerate(steps):
            pull(pin, "up" if number % 2 else "down")
            time.sleep(seconds)
        pull(pin, "up")
        time.sleep(0.2)

    heard = []
    buttons = Buttons(SETTINGS, heard.append, lambda: 3, SimulatedPi(chip=0))

    def pressed():
        return [event.button for event in heard if isinstance(event, Pressed)]

    press(17, 0.1)
    tell(pressed() == [Button.CONFIRM], f"a clean press is heard once ({len(heard)})")
    heard.clear()
    press(17, 0.001, 0.001, 0.001, 0.001, 0.15, 0.001, 0.001)
    tell(pressed() == [Button.CONFIRM], f"a bouncing contact is one press ({len(heard)})")
    heard.clear()
    press(22, 0.02)
    tell(pressed() == [Button.UP], f"a short tap is heard ({len(heard)})")
    heard.clear()
    press(27, 0.7)
    tell([type(event) for event in heard] == [Undone], f"re-roll held takes a step back ({heard})")
    heard.clear()
    press(27, 0.1)
    tell(pressed() == [Button.REROLL], "re-roll tapped rolls again")
    heard.clear()
    press(23, 0.9)
    tell([type(event) for event in heard] == [Pressed, NewGame], "down held opens the menu")

    try:
        Buttons(SETTINGS, heard.append, lambda: 3, SimulatedPi(chip=0))
        tell(False, "a line that is taken is refused")
    except ButtonsError as error:
        tell("Pin 17" in str(error), f"a line that is taken is refused: {error}")

    def throws(event):
        raise RuntimeError("a fault of the table")

    buttons._post = throws
    press(17, 0.1)
    buttons._post = heard.append
    heard.clear()
    press(17, 0.1)
    tell(pressed() == [Button.CONFIRM], "after an exception the buttons are still heard")
    tell(buttons.trouble() is None, "and nothing is reported wrong")
    lgpio._notify_thread.stop()
    press(17, 0.1)
    time.sleep(0.5)
    tell("no longer heard" in (buttons.trouble() or ""), f"a dead thread is noticed ({buttons.trouble()})")


if not BANK.parents[1].is_dir():
    tell(False, "there are no simulated pins: buttons not tried")
    sys.exit(0)
os.chdir("/tmp")
try:
    main()
except Exception as error:
    tell(False, f"the buttons could not be tried: {type(error).__name__}: {error}")
