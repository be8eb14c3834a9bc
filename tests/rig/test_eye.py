"""The eye: what the camera sees becomes readings when the table wants them, and only then."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from rig.events import Button, Event, LookAgain, Pressed, SetupChanged
from rig.eye import Eye
from rig.journal import Journal
from rig.loop import Loop
from rig.pictures import Pictures
from rig.state import EyeTask, Phase, Setup
from vision.dice_sets import dice_set
from vision.reading import Die, Frame, Reading, Reason

EDGE = 40.0
BRIGHTNESS = {"1": 60, "2": 90, "3": 120, "4": 150, "5": 180, "stone": 220}


class Scene:
    """Dice that lie in the tray: (face, x, y); a face ending in "?" is not sure."""

    def __init__(self, *dice: tuple[str, float, float], reasons: tuple[str, ...] = ()) -> None:
        self.dice = tuple(sorted(dice, key=lambda one: one[1]))
        self.reasons = reasons

    @property
    def frame(self) -> Frame:
        picture = np.full((480, 640, 3), 20, np.uint8)
        for face, x, y in self.dice:
            left, top = int(x - EDGE / 2), int(y - EDGE / 2)
            picture[top : top + int(EDGE), left : left + int(EDGE)] = BRIGHTNESS[face.rstrip("?")]
        return picture


class SceneReader:
    """Stands in for the networks: knows what the scene holds."""

    def __init__(self) -> None:
        self.dice_set = dice_set("or")
        self.scene = Scene()

    def read(self, frame: Frame, count: int | None = None) -> Reading:
        half = EDGE / 2
        dice = tuple(
            Die(
                face.rstrip("?"),
                (x, y),
                ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)),
                0.5 if face.endswith("?") else 0.99,
                Reason.UNSURE if face.endswith("?") else None,
            )
            for face, x, y in self.scene.dice
        )
        return Reading(dice, self.scene.reasons, (640, 480))

    def picture(self, frame: Frame, die: Die) -> Frame:
        return frame[:64, :64]


class NoCamera:
    name = "none"

    def frame(self) -> Frame:
        raise AssertionError("the test hands in the frames")

    def close(self) -> None:
        pass


class Bench:
    """A table with an eye; time passes with the frames."""

    def __init__(self, folder: Path) -> None:
        self.now = 100.0
        self.loop = Loop(Journal(folder / "games.db"), lambda: self.now)
        self.loop.start()
        self.reader = SceneReader()
        self.pictures = Pictures()
        self.aimed: Frame | None = None
        self.rim: tuple[int, int] | None = None
        self.eye = Eye(self.loop, NoCamera(), lambda labels: self.reader, self.pictures, aimed=lambda: self.aimed)  # type: ignore[arg-type, return-value]
        self.do(SetupChanged(answers=0, setup=Setup("or", ("Anna", "Ben"))))
        self.press("confirm")
        self.show(seconds=1.5)

    @property
    def state(self):
        return self.loop.state

    def do(self, event: Event) -> None:
        self.now += 1.0
        answer = self.loop.post(dataclasses.replace(event, answers=self.state.revision)).result(5)
        assert answer.accepted, answer.reason

    def press(self, button: str) -> None:
        self.do(Pressed(answers=0, button=Button(button)))

    def show(self, *dice: tuple[str, float, float], seconds: float = 3.0, reasons: tuple[str, ...] = ()) -> None:
        self.reader.scene = Scene(*dice, reasons=reasons)
        frame = with_rim(self.reader.scene.frame, self.rim)
        for _ in range(round(seconds * 10)):
            self.now += 0.1
            self.eye.look(frame, self.now)

    def throw(self, *dice: tuple[str, float, float]) -> None:
        """Dice tumble past and come to rest."""
        for x in (100.0, 300.0, 500.0):
            self.show(("3", x, 400.0), seconds=0.1)
        self.show(*dice)


def with_rim(frame: Frame, at: tuple[int, int] | None) -> Frame:
    """The frame with a tray's rim and the grain of a table; `at` is where the camera sees it, None for no rim."""
    if at is None:
        return frame
    grain = np.random.default_rng(1).integers(10, 30, (620, 780, 3)).astype(np.uint8)
    grain = np.repeat(np.repeat(grain[::10, ::10], 10, 0), 10, 1)
    grain[120:560, 90:690] = 20
    grain[125:555, 95:685] = grain[125:555, 95:685] + 60
    grain[140:540, 110:670] = 20
    x, y = at
    behind = grain[y : y + 480, x : x + 640]
    return np.where(frame == 20, behind, frame).astype(np.uint8)


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    made = Bench(tmp_path)
    yield made
    made.loop.stop()


def test_a_throw_that_comes_to_rest_is_posted_with_its_crops(bench: Bench) -> None:
    bench.throw(("1", 100, 100), ("stone", 200, 200), ("4", 400, 150))
    assert bench.state.phase is Phase.KEEP
    assert [die.face for die in bench.state.dice] == ["1", "s", "4"]
    key = bench.state.dice[0].seen.picture
    assert bench.pictures.get(key)[:2] == b"\xff\xd8"


def test_dice_of_the_last_player_that_still_lie_there_are_no_roll(bench: Bench) -> None:
    dice = ("1", 100, 100), ("stone", 200, 200), ("4", 400, 150)
    bench.throw(*dice)
    bench.press("confirm")
    bench.press("confirm")
    assert bench.state.phase is Phase.ROLL
    bench.show(*dice, seconds=5)
    bench.show(*dice[:1], seconds=3)
    assert bench.state.phase is Phase.ROLL


def test_a_die_that_is_missing_is_asked_for_after_a_while(bench: Bench) -> None:
    bench.throw(("1", 100, 100), ("stone", 200, 200))
    assert bench.state.phase is Phase.DOUBT
    assert bench.state.doubt == "too-few"
    assert bench.state.reasons == ()


def test_look_again_reads_what_lies_there_without_a_throw(bench: Bench) -> None:
    bench.throw(("1", 100, 100), ("stone?", 200, 200), ("4", 400, 150))
    assert bench.state.phase is Phase.DOUBT
    bench.do(LookAgain(answers=0))
    assert bench.state.eye_task is EyeTask.LOOK
    bench.show(("1", 100, 100), ("stone", 205, 200), ("4", 400, 150))
    assert bench.state.phase is Phase.KEEP


def test_look_again_at_an_empty_tray_is_answered(bench: Bench) -> None:
    bench.do(LookAgain(answers=0))
    bench.show(seconds=5)
    assert bench.state.phase is Phase.DOUBT
    assert {die.doubt for die in bench.state.dice} == {"missing"}


def test_kept_dice_left_in_the_tray_are_told_from_rolled_ones(bench: Bench) -> None:
    bench.throw(("4", 100, 100), ("4", 200, 200), ("1", 400, 150))
    while bench.state.choices[bench.state.cursor].key != "=44":
        bench.press("down")
    bench.press("reroll")
    bench.show(("4", 100, 100), ("4", 200, 200), seconds=1)
    bench.throw(("4", 100, 100), ("4", 200, 200), ("5", 300, 300))
    assert bench.state.phase is Phase.CHOOSE
    assert str(bench.state.match.moves[-1]) == "5"


def test_kept_dice_set_aside_before_the_throw_need_no_question(bench: Bench) -> None:
    bench.throw(("4", 100, 100), ("4", 200, 200), ("1", 400, 150))
    while bench.state.choices[bench.state.cursor].key != "=44":
        bench.press("down")
    bench.press("reroll")
    bench.show(seconds=1.5)
    bench.throw(("5", 300, 300))
    assert bench.state.phase is Phase.CHOOSE
    assert str(bench.state.match.moves[-1]) == "5"


def test_dice_lifted_without_reroll_raise_the_question(bench: Bench) -> None:
    bench.throw(("4", 100, 100), ("4", 200, 200), ("1", 400, 150))
    bench.show(("4", 100, 100), ("4", 200, 200), seconds=3)
    assert bench.state.phase is Phase.KEEP
    assert bench.state.notice.key == "lifted"
    assert [die.lifted for die in bench.state.dice] == [False, False, True]
    bench.show(("4", 100, 100), ("4", 200, 200), ("1", 300, 300), seconds=3)
    assert bench.state.notice is None


def test_a_hand_over_the_tray_lifts_nothing(bench: Bench) -> None:
    from vision.reader import HAND_SENTENCE

    bench.throw(("4", 100, 100), ("4", 200, 200), ("1", 400, 150))
    bench.show(("4", 100, 100), seconds=3, reasons=(HAND_SENTENCE,))
    assert bench.state.notice is None


def bench_with_rim(bench: Bench) -> Bench:
    bench.rim = (70, 70)
    bench.show(seconds=6)
    return bench


def test_a_camera_that_was_moved_between_rolls_is_told_and_after_a_while_not_any_more(bench: Bench) -> None:
    from rig.tray_view import CHANGED, TOLD_S

    bench_with_rim(bench).throw(("1", 100, 100), ("stone", 200, 200), ("4", 400, 150))
    assert "view" not in bench.loop.reports
    bench.rim = (110, 40)
    bench.show(("1", 60, 130), ("stone", 160, 230), ("4", 360, 180), seconds=8)
    assert bench.loop.reports["view"] == CHANGED
    for _ in range(round(TOLD_S / 10) + 2):
        bench.now += 10
        bench.show(("1", 60, 130), ("stone", 160, 230), ("4", 360, 180), seconds=3)
    assert "view" not in bench.loop.reports


def test_dice_thrown_while_the_camera_was_moved_are_not_sure(bench: Bench) -> None:
    bench_with_rim(bench)
    bench.rim = (130, 30)
    bench.throw(("1", 100, 100), ("stone", 200, 200), ("4", 400, 150))
    assert bench.state.phase is Phase.DOUBT
    assert [die.doubt for die in bench.state.dice] == ["camera moved"] * 3
    bench.do(LookAgain(answers=0))
    bench.show(("1", 100, 100), ("stone", 200, 200), ("4", 400, 150), seconds=6)
    assert bench.state.phase is Phase.KEEP


def test_thrown_dice_alone_do_not_look_like_a_moved_camera(bench: Bench) -> None:
    bench_with_rim(bench).throw(("1", 100, 100), ("stone", 200, 200), ("4", 400, 150))
    assert bench.state.phase is Phase.KEEP
    assert "view" not in bench.loop.reports


def test_a_tray_that_stands_otherwise_than_when_it_was_aimed_at_is_told_at_the_start(bench: Bench) -> None:
    from rig.tray_view import NOT_AS_AIMED

    bench.aimed = with_rim(Scene().frame, (130, 30))
    bench.eye._view.forget()
    bench_with_rim(bench)
    assert bench.loop.reports["view"] == NOT_AS_AIMED


def test_a_tray_that_stands_as_it_was_aimed_at_is_not_worth_a_word(bench: Bench) -> None:
    bench.aimed = with_rim(Scene().frame, (70, 70))
    bench.eye._view.forget()
    bench_with_rim(bench)
    assert "view" not in bench.loop.reports


def test_pips_stand_in_for_the_dice_of_the_game() -> None:
    from rig.translate import letters

    assert "".join(letters("pips", "wuerfelspiel")[pip] for pip in "123456") == "rypgbs"
    assert "".join(letters("pips", "or")[pip] for pip in "123456") == "12345s"
