"""Why the table does not accept an event: thrown inside the table's rules, handed out as a value by `rig.table`."""

from __future__ import annotations


class Refused(Exception):
    """The event is not accepted; the state stays as it is.

    Attributes:
        key: which sentence of the catalogue says so ("stale", "too-soon", "no-such-choice", ...).
        values: what fills its gaps.
    """

    def __init__(self, key: str, *values: str) -> None:
        super().__init__(key, *values)
        self.key = key
        self.values = values
