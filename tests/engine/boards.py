"""Component files for tests: plain but for what a test names."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

from engine import components
from engine.games import keltis_or_chips, wuerfelspiel_board


def board(entries: Mapping[str, str], tiles: int = 40) -> str:
    """A board of the Würfelspiel: {"green 4": "clover"} shows it on both sides ("crossed" on the crossed side)."""
    built = wuerfelspiel_board.own_board()
    for row in built.rows:
        for space in range(1, 10):
            shows = entries.get(f"{row.name} {space}", "plain")
            here = "plain" if shows == "crossed" and row.group == "simple" else shows
            built = built.with_entry(row.group, row.name, space, here)
    return components.write(built).replace("tiles = [40]", f"tiles = [{tiles}]").replace('"ours"', '"test"', 1)


def chips(entries: Mapping[str, str], stones: int = 30) -> str:
    """Chips of Ór: {"green 9": "stone"}, all others plain."""
    built = keltis_or_chips.own_chips()
    for row in built.rows:
        for value in range(11):
            built = built.with_entry("chips", row.name, value, entries.get(f"{row.name} {value}", "plain"))
    return components.write(built).replace("stones = [30]", f"stones = [{stones}]").replace('"ours"', '"test"', 1)


def shipped_text(name: str) -> str:
    """The text of a component file that comes with the package."""
    return (files("engine") / "components" / f"{name}.toml").read_text(encoding="utf-8")
