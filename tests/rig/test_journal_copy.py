"""The games' file is damaged: the games go on from its copy, and the page says so."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from rig.events import Button, Pressed, RollEntered, SetupChanged
from rig.journal import Journal
from rig.journal_copy import EVERY, JournalCopy
from rig.loop import Loop
from rig.state import Setup


def press(answers: int = 0) -> Pressed:
    return Pressed(answers=answers, button=Button.DOWN)


def damage(place: Path) -> None:
    place.write_bytes(place.read_bytes()[:100] + b"\xff" * 20_000)
    for ending in ("-wal", "-shm"):
        place.with_name(place.name + ending).unlink(missing_ok=True)


def events_in(place: Path) -> list[str]:
    database = sqlite3.connect(place)
    try:
        return [id for (id,) in database.execute("SELECT id FROM events ORDER BY number")]
    finally:
        database.close()


def test_the_copy_lacks_a_few_of_the_last_events_at_most(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "games.db")
    events = [press(n) for n in range(3 * EVERY + 7)]
    for event in events:
        journal.append(event)
    copied = events_in(tmp_path / "games.copy.db")
    assert copied == [event.id for event in events][: len(copied)]
    assert len(events) - len(copied) < EVERY


def test_the_copy_is_whole_after_every_start(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "games.db")
    events = [press(n) for n in range(5)]
    for event in events:
        journal.append(event)
    journal.close()
    Journal(tmp_path / "games.db").close()
    assert events_in(tmp_path / "games.copy.db") == [event.id for event in events]


def test_a_game_goes_on_from_the_copy_and_the_page_says_so(tmp_path: Path) -> None:
    ticks = iter(range(10**6))
    loop = Loop(Journal(tmp_path / "games.db"), clock=lambda: float(next(ticks)))
    loop.start()
    for make in (
        lambda at: SetupChanged(answers=at, setup=Setup("or", ("Anna", "Ben"))),
        lambda at: Pressed(answers=at, button=Button.CONFIRM),
        lambda at: RollEntered(answers=at, faces=("1", "1", "5")),
    ):
        assert loop.post(make(loop.state.revision)).result(20).accepted
    before = loop.state
    loop.stop()
    Journal(tmp_path / "games.db").close()  # a start brings the copy up to date
    damage(tmp_path / "games.db")
    journal = Journal(tmp_path / "games.db")
    assert journal.restored
    again = Loop(journal)
    assert again.state == before
    assert "goes on from its copy" in again.reports["old-journal"]
    assert journal.set_aside is not None
    assert journal.set_aside.exists()
    again.stop()


def test_file_and_copy_both_damaged_begin_a_new_file(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "games.db")
    journal.append(press())
    journal.close()
    for name in ("games.db", "games.copy.db"):
        damage(tmp_path / name)
    journal = Journal(tmp_path / "games.db")
    assert (journal.restored, journal.count()) == (False, 0)
    for number in range(EVERY):
        journal.append(press(number))
    assert len(events_in(tmp_path / "games.copy.db")) > 0  # the damaged copy was made anew


def test_a_forgotten_game_is_forgotten_in_the_copy_too(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "games.db")
    for number in range(4):
        journal.append(press(number))
    database = journal._database
    JournalCopy(tmp_path / "games.db").follow(database)
    database.execute("DROP TRIGGER events_stay")
    database.execute("DELETE FROM events WHERE number = 2")
    JournalCopy(tmp_path / "games.db").follow(database)
    assert len(events_in(tmp_path / "games.copy.db")) == 3


def test_a_copy_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "games.copy.db").mkdir()
    journal = Journal(tmp_path / "games.db")
    for number in range(2 * EVERY):
        journal.append(press(number))
    assert journal.count() == 2 * EVERY
