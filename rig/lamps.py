"""Lamps on pins: ready, thinking, problem, and the tray's light; what is lit follows from the table alone."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping

from rig.buttons import Lamp, is_raspberry_pi, open_lamp
from rig.errors import ButtonsError
from rig.loop import Loop
from rig.settings import LampSettings
from rig.state import Phase, TableState

NAMES = ("ready", "thinking", "problem", "tray")


def lit(state: TableState, reports: Mapping[str, str]) -> frozenset[str]:
    """Names of the lamps that are on.

    Args:
        state: the table now.
        reports: what parts of the rig have to say.
    """
    is_asking = state.phase is Phase.DOUBT
    is_thinking = state.looking or _waits_for_advice(state)
    shown = {"tray"}
    if is_thinking:
        shown.add("thinking")
    elif not is_asking:
        shown.add("ready")
    if reports or is_asking:
        shown.add("problem")
    return frozenset(shown)


def _waits_for_advice(state: TableState) -> bool:
    is_choosing = state.phase in (Phase.KEEP, Phase.CHOOSE) and len(state.choices) > 1
    return is_choosing and all(choice.advice is None for choice in state.choices)


class Lamps:
    """The lamps that the settings name.

    Args:
        loop: whose table they show.
        settings: which lamps there are, and their pins.
        open_one: opens the lamp on a pin.

    Raises:
        ButtonsError: a pin cannot be used.
    """

    def __init__(self, loop: Loop, settings: LampSettings, open_one: Callable[[int], Lamp] = open_lamp) -> None:
        self._loop = loop
        self._lamps: dict[str, Lamp] = {}
        self._lit: frozenset[str] = frozenset()
        self._lock = threading.Lock()
        try:
            for name in NAMES:
                pin: int | None = getattr(settings, name)
                if pin is not None:
                    self._lamps[name] = open_one(pin)
        except BaseException:
            self._let_go()
            raise
        self._end = loop.subscribe(self._show)
        self._show(loop.state)

    def close(self) -> None:
        """Put all out."""
        self._end()
        self._let_go()

    def _let_go(self) -> None:
        with self._lock:
            for lamp in self._lamps.values():
                lamp.off()
                lamp.close()
            self._lamps.clear()

    def _show(self, _: TableState) -> None:
        with self._lock:  # trouble is reported from other threads than the table's; the last one to come shows all
            wanted = lit(self._loop.state, self._loop.reports)
            for name, lamp in self._lamps.items():
                if (name in wanted) != (name in self._lit):
                    (lamp.on if name in wanted else lamp.off)()
            self._lit = wanted


def open_lamps(loop: Loop, settings: LampSettings) -> Lamps | None:
    """The lamps, or None where the settings name none or this is no Raspberry Pi; trouble with them is reported."""
    if settings == LampSettings() or not is_raspberry_pi():
        return None
    try:
        return Lamps(loop, settings)
    except ButtonsError as error:
        loop.report("lamps", str(error))
        return None
