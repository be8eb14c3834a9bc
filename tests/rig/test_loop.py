"""The loop: acknowledged after the journal has it, refused with a reason, the same state after a restart."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from rig.effects import AdviceWanted, Effect
from rig.errors import JournalError
from rig.events import AdviceGiven, Button, DiceRead, Event, NewGame, Pressed, RollEntered, SetupChanged, Undone
from rig.journal import Journal
from rig.loop import Loop
from rig.state import Phase, Ranked, Setup
from tests.rig.table_driver import row


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1.0
        return self.now


@pytest.fixture
def loop(tmp_path: Path) -> Iterator[Loop]:
    running = Loop(Journal(tmp_path / "games.db"), Clock())
    running.start()
    yield running
    running.stop()


def confirm(loop: Loop) -> Pressed:
    return Pressed(answers=loop.state.revision, button=Button.CONFIRM)


def start_game(loop: Loop) -> None:
    assert loop.post(SetupChanged(answers=0, setup=Setup("or", ("Anna", "Ben")))).result(5).accepted
    assert loop.post(confirm(loop)).result(5).accepted


def test_an_event_is_acknowledged_with_the_new_revision(loop: Loop) -> None:
    start_game(loop)
    answer = loop.post(RollEntered(answers=2, faces=("1", "1", "5"))).result(5)
    assert (answer.accepted, answer.revision) == (True, 3)
    assert loop.state.phase is Phase.KEEP


def test_the_same_event_twice_is_acknowledged_twice_and_applied_once(loop: Loop) -> None:
    start_game(loop)
    event = RollEntered(answers=2, faces=("1", "1", "5"))
    first, second = loop.post(event), loop.post(event)
    assert first.result(5).accepted
    assert second.result(5).accepted
    assert loop.state.revision == 3
    assert len(loop.state.match.moves) == 1


def test_a_refusal_says_why_and_leaves_no_trace(loop: Loop, tmp_path: Path) -> None:
    start_game(loop)
    answer = loop.post(RollEntered(answers=1, faces=("1", "1", "5"))).result(5)
    assert (answer.accepted, answer.reason, answer.revision) == (False, "stale", 2)
    loop.stop()
    assert Journal(tmp_path / "games.db").count() == 2


def test_listeners_hear_of_every_accepted_event(loop: Loop) -> None:
    heard: list[int] = []
    end = loop.subscribe(lambda state: heard.append(state.revision))
    start_game(loop)
    loop.stop()
    assert heard == [1, 2]
    end()


def test_a_listener_that_fails_does_not_stop_the_table(loop: Loop) -> None:
    def fail(_: object) -> None:
        raise RuntimeError("a stalled page")

    loop.subscribe(fail)
    start_game(loop)
    assert loop.state.phase is Phase.ROLL


def test_after_a_restart_the_table_is_the_same(loop: Loop, tmp_path: Path) -> None:
    start_game(loop)
    loop.post(DiceRead(answers=2, dice=row("4s4"), source="camera")).result(5)
    loop.post(AdviceGiven(answers=0, decision=3, ranked=(Ranked("=44", 2.0, 0.0),), source="adviser")).result(5)
    loop.post(Pressed(answers=4, button=Button.REROLL)).result(5)
    before = loop.state
    loop.stop()
    again = Loop(Journal(tmp_path / "games.db"))
    assert again.state == before
    assert again.state.phase is Phase.ROLL
    again.stop()


def test_advice_that_was_cut_off_is_wanted_again_after_a_restart(loop: Loop, tmp_path: Path) -> None:
    start_game(loop)
    loop.post(RollEntered(answers=2, faces=("1", "1", "5"))).result(5)
    loop.stop()
    again = Loop(Journal(tmp_path / "games.db"))
    wanted: list[Effect] = []
    asked = threading.Event()
    again.handle_effects(lambda effect: (wanted.append(effect), asked.set()))  # type: ignore[func-returns-value]
    again.start()
    assert asked.wait(5)
    assert wanted == [AdviceWanted(again.state.decision, again.state.position)]
    again.stop()


def test_a_full_disk_refuses_the_event_says_so_and_the_game_goes_on(
    loop: Loop, monkeypatch: pytest.MonkeyPatch
) -> None:
    start_game(loop)
    with monkeypatch.context() as full:

        def fail(*_: object) -> None:
            raise JournalError("Cannot write the games' file (database or disk is full); check free space.")

        full.setattr(Journal, "append", fail)
        answer = loop.post(RollEntered(answers=2, faces=("1", "1", "5"))).result(5)
        assert not answer.accepted
        assert "disk is full" in answer.reason
        assert "disk is full" in loop.reports["journal"]
    assert loop.state.revision == 2
    assert loop.post(RollEntered(answers=2, faces=("1", "1", "5"))).result(5).accepted
    assert "journal" not in loop.reports


def test_a_fault_in_the_table_is_an_answer_and_no_end(loop: Loop, monkeypatch: pytest.MonkeyPatch) -> None:
    start_game(loop)
    with monkeypatch.context() as broken:
        broken.setattr("rig.loop.step", lambda *_: 1 / 0)
        assert loop.post(confirm(loop)).result(5).reason == "fault"
    assert loop.post(RollEntered(answers=2, faces=("1", "1", "5"))).result(5).accepted


def test_a_damaged_journal_is_told_on_the_page(tmp_path: Path) -> None:
    (tmp_path / "games.db").write_bytes(b"x" * 9000)
    loop = Loop(Journal(tmp_path / "games.db"))
    assert "was damaged" in loop.reports["old-journal"]
    loop.stop()


def test_a_games_file_that_leads_nowhere_is_given_back(tmp_path: Path) -> None:
    journal = journal_of_before(tmp_path, Pressed(answers=1, at=1.0, button=Button.CONFIRM))
    journal.append(RollEntered(answers=99, at=2.0, faces=("1",)))
    with pytest.raises(JournalError, match="refused now"):
        Loop(journal)
    with pytest.raises(JournalError, match="closed"):
        journal.count()


def journal_of_before(folder: Path, *events: Event) -> Journal:
    """A games' file as a version with other rows on its setup screen left it: all of this was accepted there."""
    journal = Journal(folder / "games.db")
    for event in events:
        journal.append(event)
    return journal


def test_what_an_earlier_version_took_while_setting_up_stops_no_start(tmp_path: Path) -> None:
    down = Button.DOWN
    hasty = [Pressed(answers=revision, at=1.0 + revision / 10, button=down) for revision in range(5)]
    odd = SetupChanged(answers=5, at=2.0, setup=Setup("no-such-game", ("Anna", "Ben")))
    last = SetupChanged(answers=6, at=9.0, setup=Setup("wuerfelspiel", ("Eva", "Finn")))
    journal = journal_of_before(tmp_path, *hasty, odd, last)
    loop = Loop(journal, Clock())
    assert (loop.state.phase, loop.state.revision) == (Phase.SETUP, 7)
    assert (loop.state.setup.game, loop.state.setup.names) == ("wuerfelspiel", ("Eva", "Finn"))
    journal.close()


def test_a_game_that_was_left_and_taken_up_again_in_haste_is_still_on(loop: Loop, tmp_path: Path) -> None:
    start_game(loop)
    assert loop.post(RollEntered(answers=2, faces=("1", "1", "5"))).result(5).accepted
    before = loop.state.match
    loop.stop()
    left = NewGame(answers=3, at=50.0)
    turned = Pressed(answers=4, at=51.0, button=Button.DOWN)
    back = Undone(answers=5, at=51.01)
    again = Loop(journal_of_before(tmp_path, left, turned, back), Clock())
    assert (again.state.phase, again.state.match, again.state.revision) == (Phase.KEEP, before, 6)
    again.stop()
