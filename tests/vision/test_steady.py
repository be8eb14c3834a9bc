"""Settling, with a reader that is told what lies in the tray: the frames only have to move or not to move."""

from __future__ import annotations

import numpy as np
import pytest

from vision.reader import HAND_SENTENCE
from vision.reading import Die, Frame, Reading, Reason
from vision.steady import Settled, Steady, Watching

Lying = tuple[tuple[str, int, int], ...]


class Table:
    """A grey tray with squares for dice; the reader sees exactly what was laid there."""

    def __init__(self) -> None:
        self.lying: Lying = ()
        self.hand = False
        self.brightness = 60
        self.unsure: set[int] = set()
        rng = np.random.default_rng(3)
        self.grains = [rng.normal(0, 2, (240, 320, 3)).astype(np.int16) for _ in range(5)]
        self.shown = 0

    def frame(self) -> Frame:
        picture = np.full((240, 320, 3), self.brightness, np.int16)
        for _, x, y in self.lying:
            picture[y // 2 - 10 : y // 2 + 10, x // 2 - 10 : x // 2 + 10] = 200
        if self.hand:
            picture[:, :100] = 150
        self.shown += 1
        return np.clip(picture + self.grains[self.shown % 5], 0, 255).astype(np.uint8)

    def read(self, frame: Frame, count: int | None = None) -> Reading:
        dice = tuple(
            Die(
                face,
                (float(x), float(y)),
                ((x - 20.0, y - 20.0), (x + 20.0, y - 20.0), (x + 20.0, y + 20.0), (x - 20.0, y + 20.0)),
                1.0,
                Reason.COCKED if index in self.unsure else None,
            )
            for index, (face, x, y) in enumerate(self.lying)
        )
        return Reading(dice, (HAND_SENTENCE,) if self.hand else (), (640, 480))

    def picture(self, frame: Frame, die: Die) -> Frame:
        return np.zeros((96, 96, 3), np.uint8)


class Evening:
    """A table, a watcher and a clock that gives twenty frames a second."""

    def __init__(self, count: int = 3) -> None:
        self.table = Table()
        self.steady = Steady(self.table, count)  # type: ignore[arg-type]
        self.now = 0.0
        self.settled: list[Settled] = []
        self.last: Watching | None = None

    def look(self, seconds: float) -> list[Settled]:
        fired = []
        for _ in range(round(seconds * 20)):
            answer = self.steady.update(self.table.frame(), self.now)
            self.now += 0.05
            if isinstance(answer, Settled):
                fired.append(answer)
            else:
                self.last = answer
        self.settled += fired
        return fired

    def lay(self, *dice: tuple[str, int, int]) -> None:
        self.table.lying = dice

    def tumble(self, seconds: float = 0.6) -> None:
        for step in range(round(seconds * 20)):
            self.lay(("1", 100 + 7 * step, 100 + 9 * step))
            self.look(0.05)


THREE = (("1", 100, 100), ("2", 300, 200), ("stone", 500, 300))


@pytest.fixture
def evening() -> Evening:
    return Evening()


def test_a_roll_that_was_asked_for_fires_once(evening: Evening) -> None:
    evening.look(1)
    evening.steady.arm()
    evening.tumble()
    evening.lay(*THREE)
    (settled,) = evening.look(5)
    assert [die.face for die in settled.reading.dice] == ["1", "2", "stone"]
    assert (settled.fresh, len(settled.crops)) == ((0, 1, 2), 3)


def test_a_roll_is_reported_within_half_a_second_of_rest(evening: Evening) -> None:
    evening.look(1)
    evening.steady.arm()
    evening.tumble()
    evening.lay(*THREE)
    evening.look(0.05)
    rest = evening.now
    assert evening.look(0.5)
    assert evening.settled[0].reading.is_sure
    assert rest > 0


def test_nothing_fires_unless_dice_were_asked_for(evening: Evening) -> None:
    evening.tumble()
    evening.lay(*THREE)
    assert evening.look(5) == []


def test_dice_that_already_lay_there_do_not_count_as_a_roll(evening: Evening) -> None:
    evening.lay(*THREE)
    evening.look(1)
    evening.steady.arm()
    assert evening.look(3) == []
    assert evening.last is not None
    assert evening.last.reason == "roll the dice"


def test_they_count_when_a_second_look_was_asked_for(evening: Evening) -> None:
    evening.lay(*THREE)
    evening.look(1)
    evening.steady.arm(must_move=False)
    assert len(evening.look(3)) == 1


def test_a_lamp_switched_on_and_off_is_no_roll(evening: Evening) -> None:
    evening.lay(*THREE)
    evening.look(1)
    evening.steady.arm()
    evening.table.brightness = 120
    evening.look(2)
    evening.table.brightness = 60
    assert evening.look(2) == []
    assert evening.settled == []


def test_nothing_fires_while_a_hand_is_in_the_picture_even_when_it_holds_still(evening: Evening) -> None:
    evening.look(1)
    evening.steady.arm()
    evening.tumble()
    evening.lay(*THREE)
    evening.table.hand = True
    assert evening.look(4) == []
    evening.table.hand = False
    assert len(evening.look(2)) == 1


def test_a_die_that_still_turns_is_waited_for(evening: Evening) -> None:
    evening.look(1)
    evening.steady.arm()
    evening.tumble()
    for step in range(20):
        evening.lay(("1", 100, 100), ("2", 300, 200), ("stone", 500 + 6 * (step % 2), 300))
        evening.look(0.1)
    assert evening.settled == []
    evening.lay(*THREE)
    assert len(evening.look(2)) == 1


def test_a_wrong_number_of_dice_is_reported_late_and_said(evening: Evening) -> None:
    evening.look(1)
    evening.steady.arm()
    evening.tumble()
    evening.lay(*THREE[:2])
    assert evening.look(1) == []
    assert evening.last is not None
    assert evening.last.reason == "I see 2 of 3 dice"
    (settled,) = evening.look(2)
    assert settled.reading.reasons == ("I see 2 of 3 dice.",)
    assert not settled.reading.is_sure


def test_a_cocked_die_is_looked_at_again_before_it_is_reported(evening: Evening) -> None:
    evening.look(1)
    evening.steady.arm()
    evening.tumble()
    evening.lay(*THREE)
    evening.table.unsure = {1}
    assert evening.look(1) == []
    evening.table.unsure = set()
    (settled,) = evening.look(1)
    assert settled.reading.is_sure


def test_kept_dice_may_stay_and_the_others_are_fresh(evening: Evening) -> None:
    evening.look(1)
    evening.steady.arm()
    evening.tumble()
    evening.lay(*THREE)
    (first,) = evening.look(2)
    evening.steady.arm(2, kept=first.reading.dice[:1])
    evening.lay(THREE[0])
    evening.look(1)
    evening.lay(THREE[0], ("4", 200, 350), ("5", 420, 120))
    (second,) = evening.look(2)
    assert (second.stayed, second.fresh, second.turned) == ((0,), (1, 2), ())


def test_kept_dice_may_be_set_aside(evening: Evening) -> None:
    evening.look(1)
    evening.steady.arm()
    evening.tumble()
    evening.lay(*THREE)
    (first,) = evening.look(2)
    evening.steady.arm(2, kept=first.reading.dice[:1])
    evening.lay(("4", 200, 350), ("5", 420, 120))
    (second,) = evening.look(2)
    assert (second.stayed, second.fresh) == ((None,), (0, 1))


def test_a_kept_die_that_was_turned_is_told(evening: Evening) -> None:
    evening.look(1)
    evening.steady.arm()
    evening.tumble()
    evening.lay(*THREE)
    (first,) = evening.look(2)
    evening.steady.arm(2, kept=first.reading.dice[:1])
    evening.lay(("3", 100, 100), ("4", 200, 350), ("5", 420, 120))
    (second,) = evening.look(2)
    assert second.turned == (0,)


def test_dice_that_are_picked_up_without_asking_are_counted_but_fire_nothing(evening: Evening) -> None:
    evening.look(1)
    evening.steady.arm()
    evening.tumble()
    evening.lay(*THREE)
    evening.look(2)
    evening.lay(THREE[0])
    assert evening.look(2) == []
    assert evening.last is not None
    assert evening.last.lifted == 2


def test_a_tray_that_waits_for_a_roll_is_read_once_a_second_only(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening()
    evening.look(1)
    evening.steady.arm()
    reads, read = [0], evening.table.read

    def counting(frame: Frame, count: int | None = None) -> Reading:
        reads[0] += 1
        return read(frame, count)

    monkeypatch.setattr(evening.table, "read", counting)
    evening.look(10)
    assert 9 <= reads[0] <= 12
    evening.tumble()
    evening.lay(("1", 100, 100), ("2", 200, 100), ("3", 300, 100))
    assert len(evening.look(2)) == 1


def test_dice_that_are_pushed_aside_while_a_roll_is_awaited_are_none(evening: Evening) -> None:
    evening.lay(*THREE)
    evening.look(1)
    evening.steady.arm()
    evening.lay(("1", 160, 140), *THREE[1:])
    assert evening.look(4) == []
    evening.lay(("1", 160, 140), ("2", 340, 260), ("stone", 430, 300))
    assert evening.look(4) == []
    assert evening.last is not None
    assert evening.last.reason == "roll the dice"


def test_a_tray_that_was_moved_is_no_roll_and_kept_dice_are_followed(evening: Evening) -> None:
    evening.lay(*THREE)
    evening.look(1)
    kept = evening.last.reading.dice[:1] if evening.last and evening.last.reading else ()
    evening.steady.arm(2, kept)
    moved = [(face, x + 30, y - 20) for face, x, y in THREE]
    evening.lay(*moved)
    assert evening.look(4) == []
    evening.lay(moved[0])
    evening.look(1)
    evening.lay(moved[0], ("4", 200, 350), ("5", 420, 120))
    (settled,) = evening.look(2)
    assert (settled.stayed, settled.fresh) == ((0,), (1, 2))


def test_the_same_faces_are_a_roll_where_the_tray_was_seen_without_them(evening: Evening) -> None:
    evening.lay(*THREE)
    evening.look(1)
    evening.steady.arm()
    evening.lay()
    evening.look(0.1)
    evening.tumble()
    evening.lay(("1", 420, 120), ("2", 100, 300), ("stone", 250, 100))
    assert len(evening.look(2)) == 1


def test_a_roll_is_waited_for_until_the_last_die_was_taken_up(evening: Evening) -> None:
    evening.lay(*THREE)
    evening.look(1)
    evening.steady.arm()
    evening.lay(*THREE[:2])
    evening.look(1)
    evening.lay(*THREE[:2], ("5", 250, 100))
    assert evening.look(5) == []
    evening.lay()
    evening.look(1)
    evening.tumble()
    evening.lay(("4", 420, 120), ("2", 100, 300), ("5", 250, 100))
    assert len(evening.look(2)) == 1


def test_a_die_that_comes_to_lie_where_one_lay_is_rolled_all_the_same(evening: Evening) -> None:
    evening.lay(*THREE)
    evening.look(1)
    evening.steady.arm()
    evening.lay()
    evening.look(1)
    evening.tumble()
    evening.lay(THREE[0], ("4", 420, 120), ("5", 250, 100))
    (settled,) = evening.look(2)
    assert settled.fresh == (0, 1, 2)
