"""Second thoughts better the advice in the background, and nobody who answers meanwhile is disturbed by them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.position import Position
from rig.advice_source import rank, refine
from rig.adviser import Adviser, Ranking
from rig.deepener import Deepener
from rig.evening import Evening
from rig.events import AdviceGiven, Button, Pressed, RollEntered, SetupChanged
from rig.journal import Journal
from rig.loop import Loop
from rig.page.view import view_of
from rig.page.words import words_of
from rig.rests import Rests, Unwanted
from rig.state import Phase, Ranked, Setup, TableState
from tests.rig.table_driver import Driver, row


def table(folder: Path) -> Loop:
    ticks = iter(range(10**6))
    return Loop(Journal(folder / "games.db"), lambda: float(next(ticks)))


def start(loop: Loop) -> None:
    loop.start()
    loop.post(SetupChanged(answers=0, setup=Setup("or", ("Anna", "Ben")))).result(60)
    loop.post(Pressed(answers=1, button=Button.CONFIRM)).result(60)
    loop.post(RollEntered(answers=2, faces=("s", "s", "5"))).result(60)


def heard(loop: Loop, wanted: Callable[[TableState], bool]) -> threading.Event:
    told = threading.Event()
    loop.subscribe(lambda state: told.set() if wanted(state) else None)
    return told


def in_order(position: Position) -> Ranking:
    keys = [str(move) for move in position.legal_moves]
    return Ranking(tuple(Ranked(key, -float(n), float(n), "", 0.5, n) for n, key in enumerate(keys)), True, "one turn")


def test_the_real_advice_is_played_out_and_what_it_says_of_its_error_stands_on_the_page(tmp_path: Path) -> None:
    loop = table(tmp_path)
    parts = (Adviser(loop, rank), Deepener(loop, refine, share=1.0, after_s=0.0))
    told = heard(loop, lambda state: state.depth == "played out")
    for part in parts:
        part.start()
    start(loop)
    assert told.wait(60)
    best = min((choice.advice for choice in loop.state.choices), key=lambda advice: advice.place)
    assert best.error is not None
    shown = view_of(loop.state, words_of("en"))
    assert shown.thinking.startswith("played out, ± ")
    assert "± " in next(choice.worth_note for choice in shown.choices if choice.best)
    for part in parts:
        part.stop()
    loop.stop()


def test_whoever_answers_ends_the_thought_and_is_not_kept_waiting(tmp_path: Path) -> None:
    loop = table(tmp_path)
    begun, ended = threading.Event(), threading.Event()

    def endless(position: Position, rest: Callable[[], None]) -> Iterator[Ranking]:
        try:
            while True:
                begun.set()
                rest()
        finally:
            ended.set()
        yield in_order(position)

    parts = (Adviser(loop, in_order), Deepener(loop, endless, share=0.5, after_s=0.0))
    first = heard(loop, lambda state: bool(state.choices) and state.choices[0].advice is not None)
    for part in parts:
        part.start()
    start(loop)
    assert first.wait(60)
    assert begun.wait(60)
    assert loop.post(Pressed(answers=loop.state.revision, button=Button.CONFIRM)).result(60).accepted
    assert loop.state.phase is Phase.CHOOSE
    begun.clear()
    assert ended.wait(60)
    assert begun.wait(60)  # thinks about the new question
    for part in parts:
        part.stop()
    loop.stop()


def test_better_advice_waits_for_the_first_and_a_thought_that_fails_leaves_that_one_alone(tmp_path: Path) -> None:
    loop = table(tmp_path)
    go_on = threading.Event()

    def slow(position: Position) -> Ranking:
        assert go_on.wait(60)
        return in_order(position)

    def fails_later(position: Position, rest: Callable[[], None]) -> Iterator[Ranking]:
        yield Ranking(in_order(position).ranked, True, "two turns")
        raise ZeroDivisionError

    parts = (Adviser(loop, slow), Deepener(loop, fails_later, share=0.5, after_s=0.0))
    told = heard(loop, lambda state: state.depth == "two turns")
    for part in parts:
        part.start()
    start(loop)
    assert loop.state.depth == ""
    go_on.set()
    assert told.wait(60)
    for part in parts:
        part.stop()
    assert not loop.reports
    loop.stop()


def test_an_evening_thinks_again_only_where_it_is_given_a_share(tmp_path: Path) -> None:
    for share in (0.25, 0.0):
        evening = Evening(tmp_path / str(share), deeper_share=share)
        evening.start()
        running = [thread.name for thread in threading.enumerate()]
        evening.stop()
        assert ("second thoughts" in running) == bool(share)


def advised(faces: str = "155") -> Driver:
    driver = Driver("or")
    driver.begin()
    driver.see(*row(faces))
    give(driver, [choice.key for choice in driver.state.choices])
    return driver


def give(driver: Driver, keys: list[str], depth: str = "one turn", later: float = 1.0) -> None:
    ranked = tuple(Ranked(key, -float(n), float(n), "", 0.5 - n / 100, n) for n, key in enumerate(keys))
    driver.must(AdviceGiven(answers=0, decision=driver.state.decision, ranked=ranked, depth=depth), later)


def test_a_press_that_was_made_before_better_advice_came_counts() -> None:
    driver = advised()
    seen = driver.state.revision
    keys = [choice.key for choice in driver.state.choices]
    give(driver, keys, "two turns")
    give(driver, keys, "played out", later=0.01)
    assert driver.state.revision == seen + 2
    assert not driver.do(Pressed(answers=seen, button=Button.CONFIRM), later=0.01).refused
    assert driver.state.phase is Phase.CHOOSE


def test_a_press_that_was_made_before_the_highlight_moved_does_not_count() -> None:
    driver = advised()
    seen = driver.state.revision
    keys = [choice.key for choice in driver.state.choices]
    give(driver, [keys[1], keys[0], *keys[2:]], "two turns")
    assert driver.state.cursor == 1
    assert [choice.key for choice in driver.state.choices] == keys  # nothing jumps under a finger
    assert driver.do(Pressed(answers=seen, button=Button.CONFIRM)).refused == "stale"
    early = Pressed(answers=0, button=Button.CONFIRM)
    give(driver, keys, "played out")
    assert driver.do(early, later=0.1).refused == "too-soon"
    assert driver.do(early, later=1.0).refused == ""


def test_what_a_person_highlighted_stays_highlighted_and_the_star_goes_to_the_best() -> None:
    driver = advised()
    keys = [choice.key for choice in driver.state.choices]
    driver.press("down", "down")
    give(driver, [keys[1], keys[0], *keys[2:]], "two turns")
    assert driver.state.cursor == 2
    assert [choice.best for choice in view_of(driver.state, words_of("en")).choices[:3]] == [False, True, False]


def test_dice_that_somebody_took_in_hand_are_not_marked_anew() -> None:
    driver = advised()
    keys = [choice.key for choice in driver.state.choices]
    driver.see(*row("155")[1:])  # the first die was lifted
    marks, cursor = driver.marks, driver.state.cursor
    give(driver, [keys[-1], *keys[:-1]], "played out")
    assert (driver.marks, driver.state.cursor) == (marks, cursor)


class Clock:
    """Time that passes while somebody sleeps or works."""

    def __init__(self) -> None:
        self.now = self.used = 0.0

    def sleep(self, seconds: float) -> None:
        self.now += seconds

    def work(self, seconds: float) -> None:
        self.now += seconds
        self.used += seconds


def test_a_thought_uses_no_more_than_its_share_of_the_processor() -> None:
    clock = Clock()
    rests = Rests(0.25, lambda: True, lambda: False, lambda: clock.used, lambda: clock.now, clock.sleep)
    for _ in range(1000):
        rests()
        clock.work(0.004)
    assert clock.used == pytest.approx(4.0)
    assert clock.used / clock.now == pytest.approx(0.25, abs=0.01)


def test_a_thought_waits_while_somebody_is_busy_and_ends_in_the_middle_of_a_rest() -> None:
    clock = Clock()
    rests = Rests(0.5, lambda: clock.now < 3.0, lambda: clock.now < 1.0, lambda: clock.used, lambda: clock.now,
                  clock.sleep)  # fmt: skip
    rests()
    assert 1.0 <= clock.now < 1.1
    with pytest.raises(Unwanted):
        rests.rest(60.0)
    assert clock.now == pytest.approx(3.0, abs=0.05)
