"""Games in the journal: listed, played again, judged, exported, deleted for good."""

import shutil
import sqlite3
import time
from pathlib import Path

import pytest

from engine import record
from rig.__main__ import main
from rig.chapters import NO_SUCH_GAME, ON_THE_TABLE, Chapters
from rig.errors import UsageError
from rig.journal import Journal
from rig.look_back import MEMORY_FOLDER, look_back, outdated
from rig.loop import Loop, replay
from rig.memory import Memory
from rig.past_game import file_of, load
from rig.settings import GAMES_FILE
from tests.rig.played_games import play

GAMES = (
    ("or", ("Anna", "Ben"), 500, 9),
    ("wuerfelspiel", ("Oma Grete", "Jonas", "Lea"), 7, 3),
    ("or", ("Anna", "Zoë"), 4, 19),
)


@pytest.fixture(scope="module")
def played(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("played")
    play(folder, *GAMES)
    assert look_back(folder) == 3
    return folder


@pytest.fixture
def folder(played, tmp_path) -> Path:
    """A copy that may be changed."""
    return Path(shutil.copytree(played, tmp_path / "data"))


def test_every_game_is_listed_with_its_players_and_its_end(played):
    games = Memory(played).games()
    assert [(game.game, game.players) for game in games] == [(name, names) for name, names, _, _ in reversed(GAMES)]
    assert [game.is_over for game in games] == [False, False, True]
    finished = games[-1]
    match = record.parse(finished.record)
    assert match.position.outcome is not None
    assert finished.totals == match.position.outcome.totals
    assert finished.winners == match.position.outcome.winners
    assert finished.began <= finished.ended


def test_a_finished_game_is_judged_and_its_luck_sums_to_nothing(played):
    analysis = Memory(played).games()[-1].analysis
    assert analysis is not None
    assert sum(player.luck for player in analysis.players) == pytest.approx(0, abs=0.02)
    losses = [point.change for point in analysis.costly]
    assert losses == sorted(losses)
    assert all(loss <= -0.02 for loss in losses)
    assert all(sum(chances) == pytest.approx(1, abs=0.01) for chances in analysis.chances)


def test_the_faces_thrown_are_those_of_the_record(played):
    game = Memory(played).games()[-1]
    rolls = "".join(str(move) for move in record.parse(game.record).moves if type(move).__name__ == "Roll")
    assert dict(game.thrown) == {face: rolls.count(face) for face in sorted(set(rolls))}


def test_looking_back_again_finds_nothing_to_do_until_the_game_goes_on(folder):
    assert outdated(folder) == ()
    loop = Loop(Journal(folder / GAMES_FILE))
    loop.start()
    from rig.events import RollEntered

    assert loop.state.phase.value == "roll"
    event = RollEntered(answers=loop.state.revision, faces=("1", "2", "s"), at=1e7)
    assert loop.post(event).result(timeout=10).accepted
    loop.stop()
    assert [chapter.is_last for chapter in outdated(folder)] == [True]


def test_a_damaged_memory_is_drawn_again_from_the_journal(folder):
    number = Memory(folder).games()[0].number
    before = load(file_of(folder / MEMORY_FOLDER, number))
    file_of(folder / MEMORY_FOLDER, number).write_text("{", encoding="utf-8")
    assert len(Memory(folder).games()) == 2
    assert look_back(folder) == 1
    assert load(file_of(folder / MEMORY_FOLDER, number)) == before


def test_a_deleted_game_is_gone_for_good_and_the_others_stand(folder):
    memory = Memory(folder)
    newest, middle, oldest = memory.games()
    saved = folder / "records" / "wuerfelspiel-000123.txt"
    saved.parent.mkdir()
    saved.write_text(middle.record, encoding="utf-8")
    state = replay(Journal(folder / GAMES_FILE))[0]
    memory.forget(middle.number)
    assert [game.number for game in memory.games()] == [newest.number, oldest.number]
    assert not saved.exists()
    assert replay(Journal(folder / GAMES_FILE))[0] == state
    shutil.rmtree(folder / MEMORY_FOLDER)
    look_back(folder)
    assert [(game.number, game.record) for game in Memory(folder).games()] == [
        (game.number, game.record) for game in (newest, oldest)
    ]
    written = b"".join(path.read_bytes() for path in folder.glob("games.db*"))
    assert b"Oma Grete" not in written
    assert "Zoë".encode() in written


def test_after_a_game_was_deleted_events_can_again_be_neither_changed_nor_deleted(folder):
    Memory(folder).forget(Memory(folder).games()[-1].number)
    database = sqlite3.connect(folder / GAMES_FILE)
    for change in ("DELETE FROM events", "UPDATE events SET event = ''"):
        with pytest.raises(sqlite3.IntegrityError, match="append only"):
            database.execute(change)
    database.close()


def test_the_game_on_the_table_and_one_that_never_was_cannot_be_deleted(folder):
    memory = Memory(folder)
    with pytest.raises(UsageError, match=ON_THE_TABLE):
        memory.forget(memory.games()[0].number)
    with pytest.raises(UsageError, match=NO_SUCH_GAME):
        memory.forget(77)


def test_looking_back_happens_in_another_process_while_the_table_goes_on(folder):
    shutil.rmtree(folder / MEMORY_FOLDER)
    memory = Memory(folder)
    assert memory.look_back()
    until = time.monotonic() + 100
    while memory.is_looking and time.monotonic() < until:
        time.sleep(0.2)
    assert len(memory.games()) == 3
    assert not memory.look_back()


def test_the_command_lists_the_games(played, capsys):
    assert main(["games", "--data", str(played)]) == 0
    told = capsys.readouterr().out
    assert "Oma Grete" in told
    assert told.count("(not finished)") == 2
    assert main(["games", "--data", str(played / "none")]) == 2
    assert "There is no folder" in capsys.readouterr().err
    (played / "none").mkdir()
    assert main(["games", "--data", str(played / "none")]) == 0
    assert capsys.readouterr().out == "No game has been played yet.\n"


def test_a_chapter_is_the_game_as_the_table_held_it(played):
    chapters = Chapters(played / GAMES_FILE)
    match, _ = chapters.played(chapters.all()[-1])
    assert match == replay(Journal(played / GAMES_FILE))[0].match
