"""The record of every finished game is saved as text that replays."""

import random
from pathlib import Path

import pytest

from engine import record
from engine.match import Match
from rig.effects import GameEnded
from rig.errors import JournalError
from rig.journal import Journal
from rig.loop import Loop
from rig.records import Records, write_safely


def finished() -> Match:
    dice = random.Random(3)
    match = Match.start("or-happy-meeple", ("Anna", "Ben"))
    while match.position.outcome is None:
        if match.position.legal_moves:
            match = match.play(next(iter(match.position.legal_moves)))
        else:
            roll = dice.choice([move for move, _ in match.position.chance_outcomes()])
            match = match.play(roll)
    return match


def test_a_finished_game_is_saved_and_saving_it_again_changes_nothing(tmp_path: Path) -> None:
    loop = Loop(Journal(tmp_path / "games.db"))
    records = Records(loop, tmp_path / "records")
    ended = GameEnded(finished(), 120)
    records.take(ended)
    records.take(ended)
    (saved,) = (tmp_path / "records").iterdir()
    assert saved.name == "or-happy-meeple-000120.txt"
    assert record.parse(saved.read_text(encoding="utf-8")).position == ended.match.position
    loop.stop()


def test_a_folder_that_cannot_be_written_is_told_and_the_game_goes_on(tmp_path: Path) -> None:
    (tmp_path / "records").write_text("in the way")
    loop = Loop(Journal(tmp_path / "games.db"))
    Records(loop, tmp_path / "records").take(GameEnded(finished(), 120))
    assert "Cannot write" in loop.reports["records"]
    loop.stop()


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "game.txt"
    write_safely(place, "old")

    def fail(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("rig.records.os.fsync", fail)
    with pytest.raises(JournalError, match="No space left"):
        write_safely(place, "new")
    assert place.read_text() == "old"
