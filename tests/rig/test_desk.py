"""The desk: rendered dice are thrown, nudged and thrown again as the table asks, and the truth is kept beside."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rig.auto import AutoPlayer
from rig.desk_evening import DeskEvening, DeskReaders
from rig.events import Button, DieMarked, Pressed, RollEntered, Undone
from rig.state import Phase
from tests.rig.truth_reader import TruthReader, swapped
from vision.reading import Die
from vision.render.desk_tray import DeskTray

SMALL = (320, 240)
Begin = Callable[..., DeskEvening]


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Begin]:
    running: list[DeskEvening] = []

    def make(spoil: Callable[[Die], Die] = lambda die: die, game: str = "or", **chances: float) -> DeskEvening:
        evening = DeskEvening(tmp_path, seed=5, is_fast=True)
        tray = DeskTray(game, seed=5, size=SMALL, **({"cocked": 0.0, "off_tray": 0.0} | chances))  # type: ignore[arg-type]
        evening._trays[game] = tray
        evening._eye._reader_for = _kept(lambda labels: TruthReader(game, tray, spoil))  # type: ignore[union-attr, assignment]
        running.append(evening)
        evening.start()
        evening.set_up(game, 2)
        return evening

    yield make
    for evening in running:
        evening.stop()


def _kept(make: Callable[[str], TruthReader]) -> Callable[[str], TruthReader]:
    readers: dict[str, TruthReader] = {}
    return lambda labels: readers.setdefault(labels, make(labels))


def play(evening: DeskEvening, rolls: int) -> None:
    AutoPlayer(evening.loop).play(100, stop=lambda: len(evening.verdicts.rolls) >= rolls)
    assert len(evening.verdicts.rolls) >= rolls, (evening.loop.reports, evening.loop.state)


def test_the_desk_throws_when_the_table_asks_and_only_the_dice_that_are_not_kept(begin: Begin) -> None:
    evening = begin()
    play(evening, 8)
    assert evening.verdicts.silent_errors == 0
    assert {source for source, _, _ in evening.verdicts.rolls} == {"camera"}
    kept = [str(move) for move in evening.loop.state.match.moves if str(move).startswith("=")]
    assert any(len(keep) < 4 for keep in kept)


def test_cocked_dice_are_nudged_until_they_can_be_read(begin: Begin) -> None:
    evening = begin(cocked=0.5)
    play(evening, 6)
    assert all(recorded == true for _, recorded, true in evening.verdicts.rolls)


def test_dice_that_fell_off_the_tray_are_missed_and_come_back(begin: Begin) -> None:
    evening = begin(off_tray=0.4)
    play(evening, 5)
    assert all(recorded == true for _, recorded, true in evening.verdicts.rolls)


def test_a_reader_that_is_sure_of_the_wrong_face_is_found_out(begin: Begin) -> None:
    evening = begin(swapped("1", "2"))
    AutoPlayer(evening.loop).play(100, stop=lambda: evening.verdicts.silent_errors > 0)
    assert evening.verdicts.silent_errors > 0
    assert "was" in evening.report().splitlines()[-1]


def test_the_report_ends_with_how_the_rolls_were_read(begin: Begin) -> None:
    evening = begin()
    play(evening, 3)
    evening.loop.stop()
    assert "rolls read, 0 asked about, 0 entered by hand." in evening.report()
    assert "3 rolls, 0 silent errors." in evening.report() or "4 rolls, 0 silent errors." in evening.report()


def test_after_a_roll_is_taken_back_the_kept_dice_stay_where_they_are(begin: Begin) -> None:
    evening = begin()
    player = AutoPlayer(evening.loop)
    player.play(100, stop=lambda: any(line.key == "rerolled" for line in evening.loop.state.happened))
    kept = evening.loop.state.match.moves[-2]
    time_passes(evening, 1.0)
    state = evening.loop.state
    while state.happened[-1].key != "roll-taken-back":
        evening.loop.post(Undone(answers=evening.loop.state.revision, source="auto")).result(10)
        state = evening.loop.state
    time_passes(evening, 5.0)
    faces = sorted(evening._trays["or"].truth[number].face.replace("stone", "s") for number in range(3))
    assert all(faces.count(face) >= str(kept)[1:].count(face) for face in str(kept)[1:])
    assert evening.loop.state.phase is Phase.CHOOSE
    assert evening.verdicts.rolls[-1][0] == "camera"


@pytest.mark.parametrize("seed", range(3))
def test_after_a_roll_entered_by_hand_the_next_throw_is_read_again(begin: Begin, seed: int) -> None:
    evening = begin()
    loop, desk = evening.loop, evening.verdicts._desk
    entered = ("125", "1s4", "335")[seed]
    usual, desk._throw_after_s = desk._throw_after_s, 1e9
    loop.post(Pressed(answers=loop.state.revision, button=Button.CONFIRM)).result(10)
    time_passes(evening, 0.5)
    desk._throw_after_s = usual
    assert loop.post(RollEntered(answers=loop.state.revision, faces=tuple(entered), source="hand")).result(10).accepted
    time_passes(evening, 3.0)
    assert "".join(desk.true_faces()) == "".join(sorted(entered))
    assert loop.state.phase is Phase.KEEP
    loop.post(DieMarked(answers=loop.state.revision, die=0)).result(10)
    while loop.state.phase is Phase.KEEP:
        time_passes(evening, 0.5)
        loop.post(Pressed(answers=loop.state.revision, button=Button.REROLL)).result(10)
    play(evening, 2)
    assert evening.verdicts.silent_errors == 0
    assert [source for source, _, _ in evening.verdicts.rolls[:2]] == ["hand", "camera"]


def time_passes(evening: DeskEvening, seconds: float) -> None:
    until = evening.loop.clock() + seconds
    while evening.loop.clock() < until:
        time.sleep(0.01)


def test_a_second_game_can_be_set_up_after_the_first(begin: Begin) -> None:
    evening = begin()
    play(evening, 2)
    evening.set_up("or", 3)
    assert evening.loop.state.phase is Phase.SETUP
    assert len(evening.loop.state.setup.names) == 3


def test_the_desk_teaches_itself_its_dice_once_and_then_reads_with_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    class Blank:
        profile, model = None, "0" * 64

        def with_profile(self, profile):
            known = Blank()
            known.profile = profile
            return known

    monkeypatch.setattr("rig.readers.Reader", lambda labels, profile, models: Blank())
    monkeypatch.setattr("rig.desk_evening.taught", lambda *told: asked.append(told) or "profile")
    readers = DeskReaders(tmp_path, None, teaches=True)
    assert readers("or").profile == "profile"
    assert readers("or").profile == "profile"
    assert len(asked) == 1
