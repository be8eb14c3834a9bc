"""The focus of the Pi's camera, kept from aiming on: an empty tray at the next start is hard to focus on."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

from rig.records import write_safely
from rig.settings import MOST_DIOPTRES

PLACE = Path("camera", "focus.json")
"""In the data folder."""


class KeptFocus:
    """What the lens is set to: what was kept when the camera was aimed, until somebody has it measured anew.

    Args:
        folder: the data folder; None: nothing outlives this run.

    Attributes:
        dioptres: what the open camera is set to, 1 / distance in metres; None if it is not known, or the lens is fixed.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._place = None if folder is None else folder / PLACE
        self.dioptres = self._read()

    def measure_again(self) -> None:
        """Let the camera focus by itself when it is opened the next time; the file stays until something is kept."""
        self.dioptres = None

    def keep(self) -> None:
        """Have what the lens is set to used at the next starts, too; nothing where that is not known.

        Raises:
            JournalError: the file cannot be written.
        """
        if self._place is not None and self.dioptres is not None and 0 <= self.dioptres <= MOST_DIOPTRES:
            write_safely(self._place, json.dumps({"dioptres": round(self.dioptres, 3)}) + "\n")

    def _read(self) -> float | None:
        """What was kept; None if nothing was, or the file is damaged: then the camera focuses as at a first start."""
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError, OverflowError, RecursionError):
            if self._place is not None:
                found = float(json.loads(self._place.read_text(encoding="utf-8"))["dioptres"])
                return found if 0 <= found <= MOST_DIOPTRES else None
        return None
