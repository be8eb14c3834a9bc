"""The owner's component files: entered by hand, filled in from somebody else's, never overwritten."""

from pathlib import Path

import pytest

from engine import components
from engine.errors import ComponentsError
from rig.component_files import ComponentFiles


@pytest.fixture
def mine(tmp_path: Path) -> ComponentFiles:
    return ComponentFiles(tmp_path / "boards")


def shown(files: ComponentFiles, row: str, number: int, game: str = "or") -> tuple[str, str]:
    known = files.known(game)
    entry = next(line for line in known.rows if line.name == row).entries[number - known.first]
    return entry.shows, entry.provenance


def test_what_the_owner_says_stands_in_the_file_as_the_owners(mine: ComponentFiles) -> None:
    mine.enter("or", "chips", "blue", 4, "coins 2 + stone")
    assert shown(mine, "blue", 4) == ("stone + coins 2", "owner")
    assert len(tuple(mine.known("or").unknown())) == 52


def test_an_entry_can_be_changed_and_taken_back(mine: ComponentFiles) -> None:
    mine.enter("wuerfelspiel", "simple", "green", 3, "clover")
    mine.enter("wuerfelspiel", "simple", "green", 3, "leprechaun")
    assert shown(mine, "green", 3, "wuerfelspiel")[0] == "leprechaun"
    mine.enter("wuerfelspiel", "simple", "green", 3, "unknown")
    assert shown(mine, "green", 3, "wuerfelspiel") == ("unknown", "unknown")


@pytest.mark.parametrize(
    ("group", "row", "number", "shows"),
    [
        ("chips", "blue", 11, "stone"),
        ("chips", "blue", -1, "stone"),
        ("chips", "violet", 1, "stone"),
        ("simple", "blue", 1, "stone"),
        ("chips", "blue", 1, "leprechaun"),
        ("chips", "blue", 1, "coins 10"),
        ("chips", "blue", 1, ""),
    ],
)
def test_nonsense_is_refused_and_nothing_is_written(mine, tmp_path, group, row, number, shows) -> None:
    with pytest.raises(ComponentsError, match="load the page again"):
        mine.enter("or", group, row, number, shows)
    assert not (tmp_path / "boards").exists()


def test_somebody_elses_entries_fill_the_gaps_and_differing_ones_are_named(mine, tmp_path) -> None:
    theirs = ComponentFiles(tmp_path / "theirs")
    theirs.enter("or", "chips", "blue", 1, "goblin")
    theirs.enter("or", "chips", "blue", 2, "plain")
    mine.enter("or", "chips", "blue", 1, "stone")
    taken = mine.take_over("or", theirs.text("or"))
    assert (taken.filled, taken.differing) == (1, (("chips", "blue", 1),))
    assert shown(mine, "blue", 1) == ("stone", "owner")
    assert shown(mine, "blue", 2) == ("plain", "owner")


def test_a_file_of_another_game_is_refused_with_every_reason(mine: ComponentFiles, tmp_path: Path) -> None:
    with pytest.raises(ComponentsError, match='write game = "or"'):
        mine.take_over("or", mine.text("wuerfelspiel"))
    assert not (tmp_path / "boards").exists()


def test_what_is_exported_reads_back_as_it_was(mine: ComponentFiles, tmp_path: Path) -> None:
    mine.enter("wuerfelspiel", "crossed", "pink", 9, "crossed")
    theirs = ComponentFiles(tmp_path / "theirs")
    theirs.take_over("wuerfelspiel", mine.text("wuerfelspiel"))
    assert components.word(theirs.known("wuerfelspiel")) == components.word(mine.known("wuerfelspiel"))


def test_a_file_that_an_editor_of_windows_has_saved_is_read(mine: ComponentFiles) -> None:
    text = "\ufeff" + mine.text("or")
    assert mine.take_over("or", text).filled == 0
    mine._path("or").parent.mkdir(parents=True, exist_ok=True)
    mine._path("or").write_text(text, encoding="utf-8")
    assert mine.text("or") == text[1:]
