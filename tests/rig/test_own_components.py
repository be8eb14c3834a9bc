"""The owner's boards: what is met is remembered for good, what the owner entered is never overwritten."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine import catalogue, components
from rig.component_files import ComponentFiles, components_of, merged, read_components
from rig.effects import ComponentLearned
from rig.events import Button, ComponentsRead, Pressed, Revealed, RollEntered, SetupChanged, Undone
from rig.journal import Journal
from rig.loop import Loop
from rig.own_components import OwnComponents
from rig.state import Phase, Setup
from tests.rig.table_driver import Driver


@pytest.fixture
def loop(tmp_path: Path) -> Iterator[Loop]:
    ticks = iter(range(10**6))
    running = Loop(Journal(tmp_path / "games.db"), lambda: float(next(ticks)))
    yield running
    running.stop()


def wait_for(claim: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 5
    while not claim():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_without_a_file_the_known_facts_are_the_start(loop: Loop, tmp_path: Path) -> None:
    known = read_components("or", ComponentFiles(tmp_path / "boards").text("or"))
    chips = {row.name: row.entries for row in known.rows}
    assert chips["green"][9].shows == "stone"
    assert len(tuple(known.unknown())) == 53


def test_choosing_the_owners_board_reads_it_and_the_game_starts(loop: Loop, tmp_path: Path) -> None:
    OwnComponents(loop, ComponentFiles(tmp_path / "boards"))
    loop.start()
    loop.post(SetupChanged(answers=0, setup=Setup("or", ("Anna", "Ben"), board="owner"))).result(5)
    wait_for(lambda: loop.state.setup.components != "")
    loop.post(Pressed(answers=loop.state.revision, button=Button.CONFIRM)).result(5)
    assert loop.state.phase is Phase.ROLL
    assert components_of(loop.state.position).name == "owner"


def test_a_chip_that_was_named_stands_in_the_file(loop: Loop, tmp_path: Path) -> None:
    own = OwnComponents(loop, ComponentFiles(tmp_path / "boards"))
    start = catalogue.game("or").start(2, None, own.files.text("or"))
    position = start
    for text in ("155", "=155", "y5", "?clover"):
        position = position.play(position.parse_move(text))
    own.take(ComponentLearned(position))
    path = tmp_path / "boards" / "or.toml"
    wait_for(path.exists)
    written = {row.name: row.entries for row in read_components("or", path.read_text(encoding="utf-8")).rows}
    assert (written["yellow"][5].shows, written["yellow"][5].provenance) == ("clover", "owner")


def test_both_ways_of_playing_share_one_set_of_chips(loop: Loop, tmp_path: Path) -> None:
    own = OwnComponents(loop, ComponentFiles(tmp_path / "boards"))
    assert own.files._path("or") == own.files._path("or-happy-meeple")


def test_what_the_owner_entered_wins_over_what_was_learned(loop: Loop, tmp_path: Path) -> None:
    text = ComponentFiles(tmp_path / "boards").text("or")
    blank = read_components("or", text)
    entered = blank.with_entry("chips", "yellow", 5, "goblin")
    learned = blank.with_entry("chips", "yellow", 5, "clover").with_entry("chips", "blue", 0, "plain")
    grown = {row.name: row.entries for row in merged(entered, learned).rows}
    assert grown["yellow"][5].shows == "goblin"
    assert grown["blue"][0].shows == "plain"


def test_a_spoilt_file_is_told_and_nothing_is_started(loop: Loop, tmp_path: Path) -> None:
    (tmp_path / "boards").mkdir()
    (tmp_path / "boards" / "or.toml").write_text("game = ", encoding="utf-8")
    OwnComponents(loop, ComponentFiles(tmp_path / "boards"))
    loop.start()
    loop.post(SetupChanged(answers=0, setup=Setup("or", ("Anna", "Ben"), board="owner"))).result(5)
    wait_for(lambda: "components" in loop.reports)
    assert "no TOML" in loop.reports["components"]
    refused = loop.post(Pressed(answers=loop.state.revision, button=Button.CONFIRM)).result(5)
    assert refused.reason == "board-not-read-yet"


def test_the_text_of_components_reads_back(loop: Loop, tmp_path: Path) -> None:
    known = read_components("wuerfelspiel", ComponentFiles(tmp_path / "boards").text("wuerfelspiel"))
    assert read_components("wuerfelspiel", components.write(known)) == known


def test_a_chip_that_was_named_wrongly_and_taken_back_is_forgotten_or_named_anew(tmp_path: Path) -> None:
    table = Driver("or", board="owner")
    own = ComponentFiles(tmp_path / "boards")
    table.must(ComponentsRead(answers=0, game="or", text=own.text("or")))
    table.begin()
    table.must(RollEntered(answers=0, faces=("1", "5", "5")))
    table.press("confirm")
    table.point("y5")
    table.press("confirm")
    assert table.state.phase is Phase.REVEAL
    learned = []
    for event in (
        Revealed(answers=0, what="?clover"),
        Undone(answers=0),
        Revealed(answers=0, what="?stone"),
    ):
        table.must(event)
        learned += [effect.position for effect in table.last.effects if isinstance(effect, ComponentLearned)]
    assert len(learned) == 3
    shown = []
    for before, now in zip([None, *learned], learned, strict=False):
        own.learn("or", components_of(now), None if before is None else components_of(before))
        (yellow,) = (row for row in own.known("or").rows if row.name == "yellow")
        shown.append(yellow.entries[5].shows)
    assert shown == ["clover", "unknown", "stone"]


def test_what_the_owner_entered_since_stays_when_a_name_is_taken_back(tmp_path: Path) -> None:
    own = ComponentFiles(tmp_path / "boards")
    empty = own.known("or")
    named = empty.with_entry("chips", "yellow", 5, "clover")
    own.learn("or", named)
    own.enter("or", "chips", "yellow", 5, "stone")
    own.learn("or", empty, named)
    (yellow,) = (row for row in own.known("or").rows if row.name == "yellow")
    assert yellow.entries[5].shows == "stone"


def test_a_file_that_is_no_text_is_told_in_a_sentence(loop: Loop, tmp_path: Path) -> None:
    path = tmp_path / "boards" / "or.toml"
    path.parent.mkdir()
    path.write_bytes(b"\xff\xfe no text")
    OwnComponents(loop, ComponentFiles(path.parent))
    loop.start()
    loop.post(SetupChanged(answers=0, setup=Setup("or", ("Anna", "Ben"), board="owner"))).result(5)
    wait_for(lambda: "components" in loop.reports)
    assert "is no text" in loop.reports["components"]
    assert path.read_bytes() == b"\xff\xfe no text"
