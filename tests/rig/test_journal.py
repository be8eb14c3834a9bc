"""The games' file: what was acknowledged is in it, once, whatever happens to the program or the file."""

import sqlite3
from pathlib import Path

import pytest

from rig.errors import JournalError
from rig.events import Button, Pressed, Undone
from rig.journal import SCHEMA, GameStart, Journal
from rig.state import Setup


def press(answers: int = 0) -> Pressed:
    return Pressed(answers=answers, button=Button.DOWN)


def test_events_come_back_in_the_order_they_were_written(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "games.db")
    written = [press(n) for n in range(5)]
    for event in written:
        journal.append(event)
    journal.close()
    assert list(Journal(tmp_path / "games.db").events_after()) == written


def test_an_event_written_twice_is_refused_and_known(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "games.db")
    event = press()
    journal.append(event)
    assert journal.knows(event.id)
    assert not journal.knows("another")
    with pytest.raises(JournalError, match="Cannot write"):
        journal.append(event)
    journal.append(press())
    assert journal.count() == 2


def test_the_last_game_begins_at_its_own_first_event(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "games.db")
    start = GameStart(Setup(names=("Anna", "Ben")), 4, 12.5, "or", "abc")
    journal.append(press())
    journal.append(press(), start)
    after = Undone(answers=4)
    journal.append(after)
    number, found = journal.last_start() or (0, None)
    assert found == start
    assert list(journal.events_after(number)) == [after]


def test_written_events_can_be_neither_changed_nor_deleted(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "games.db")
    journal.append(press())
    journal.close()
    database = sqlite3.connect(tmp_path / "games.db")
    for statement in ("DELETE FROM events", "UPDATE events SET event = ''"):
        with pytest.raises(sqlite3.IntegrityError, match="append only"):
            database.execute(statement)
    database.close()


def test_a_damaged_file_is_set_aside_and_a_new_one_begun(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    path.write_bytes(b"this is no database" * 500)
    journal = Journal(path)
    assert journal.set_aside is not None
    assert journal.set_aside.read_bytes().startswith(b"this is no database")
    journal.append(press())
    assert journal.count() == 1


def test_a_file_with_a_torn_page_is_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    journal = Journal(path)
    for _ in range(300):
        journal.append(press())
    journal.close()
    data = bytearray(path.read_bytes())
    data[8192:12288] = b"\xff" * 4096
    path.write_bytes(bytes(data))
    assert Journal(path).set_aside is not None


def test_a_file_of_a_newer_version_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    Journal(path).close()
    database = sqlite3.connect(path)
    database.execute("UPDATE about SET value = ?", (str(SCHEMA + 1),))
    database.commit()
    database.close()
    with pytest.raises(JournalError, match="newer version"):
        Journal(path)
    assert path.exists()


def test_a_folder_that_cannot_be_made_is_named_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(JournalError, match="Cannot open the games' file") as told:
        Journal(tmp_path / "file" / "games.db")
    assert "Errno" not in str(told.value)
    assert f"({tmp_path / 'file'}: File exists); check free space" in str(told.value)


def test_commits_reach_the_disk_before_they_return(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "games.db")
    assert journal._database.execute("PRAGMA synchronous").fetchone() == (2,)
    assert journal._database.execute("PRAGMA journal_mode").fetchone() == ("wal",)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE about SET value = 'x'",
        "INSERT INTO games VALUES (1, 1, 1.0, 'or', 'x', '{]')",
    ],
)
def test_a_file_altered_by_hand_is_refused_in_one_sentence(tmp_path: Path, change: str) -> None:
    Journal(tmp_path / "games.db").close()
    database = sqlite3.connect(tmp_path / "games.db")
    database.execute(change)
    database.commit()
    database.close()
    with pytest.raises(JournalError, match="name another --data"):
        Journal(tmp_path / "games.db").last_start()
