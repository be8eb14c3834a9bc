"""Reads the record of a game from a file or from standard input."""

from __future__ import annotations

import sys
from pathlib import Path

from rig.errors import UsageError

MAX_BYTES = 2_000_000


def read_record(name: str) -> str:
    """The text of a record; "-" reads standard input.

    Raises:
        UsageError: there is no such file, it is no text, or it is far too long.
    """
    try:
        if name == "-":
            content = sys.stdin.buffer.read(MAX_BYTES + 1)
        else:
            with Path(name).open("rb") as file:
                content = file.read(MAX_BYTES + 1)
        text = content.decode("utf-8")
    except OSError as error:
        raise UsageError(f"{name} cannot be read ({error.strerror}); give the text file of a game.") from error
    except ValueError as error:
        raise UsageError(f"{name} is no text, so no record; give the text file of a game.") from error
    if len(content) > MAX_BYTES:
        raise UsageError(f"{name} is larger than {MAX_BYTES} bytes; no record is.")
    return text
