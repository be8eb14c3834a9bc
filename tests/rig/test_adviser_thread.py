"""Advice is thought out beside the table and never holds it up."""

import threading
from pathlib import Path

from engine.position import Position
from rig.advice_source import rank
from rig.adviser import Adviser, Ranking
from rig.events import Button, Pressed, RollEntered, SetupChanged
from rig.journal import Journal
from rig.loop import Loop
from rig.state import Phase, Ranked, Setup, TableState


def table(folder: Path) -> Loop:
    ticks = iter(range(10**6))
    return Loop(Journal(folder / "games.db"), lambda: float(next(ticks)))


def start(loop: Loop) -> None:
    loop.start()
    loop.post(SetupChanged(answers=0, setup=Setup("or", ("Anna", "Ben")))).result(5)
    loop.post(Pressed(answers=1, button=Button.CONFIRM)).result(5)


def advised(loop: Loop) -> threading.Event:
    told = threading.Event()

    def hear(state: TableState) -> None:
        if state.choices and state.choices[0].advice is not None:
            told.set()

    loop.subscribe(hear)
    return told


def test_the_real_adviser_answers_the_keeps_of_a_roll(tmp_path: Path) -> None:
    loop = table(tmp_path)
    adviser = Adviser(loop, rank)
    adviser.start()
    told = advised(loop)
    start(loop)
    loop.post(RollEntered(answers=2, faces=("s", "s", "5"))).result(5)
    assert told.wait(20)
    assert loop.state.choices[0].advice.cost == 0
    assert all(choice.advice is not None for choice in loop.state.choices)
    costs = [choice.advice.cost for choice in loop.state.choices]
    assert min(costs) == costs[0]
    adviser.stop()
    loop.stop()


def test_slow_advice_for_an_answered_question_is_dropped(tmp_path: Path) -> None:
    loop = table(tmp_path)
    thinking, go_on = threading.Event(), threading.Event()

    def slow(position: Position) -> Ranking:
        thinking.set()
        assert go_on.wait(10)
        return Ranking(tuple(Ranked(str(move), 1.0, 0.0) for move in position.legal_moves))

    adviser = Adviser(loop, slow)
    adviser.start()
    start(loop)
    loop.post(RollEntered(answers=2, faces=("s", "s", "5"))).result(5)
    assert thinking.wait(10)
    assert loop.post(Pressed(answers=3, button=Button.CONFIRM)).result(5).accepted  # nobody waited for advice
    told = advised(loop)
    go_on.set()
    assert told.wait(10)
    assert loop.state.phase is Phase.CHOOSE
    adviser.stop()
    loop.stop()


def test_an_adviser_that_fails_is_told_and_the_game_goes_on(tmp_path: Path) -> None:
    loop = table(tmp_path)
    failed = threading.Event()

    def fail(position: Position) -> tuple[tuple[Ranked, ...], bool]:
        failed.set()
        raise ZeroDivisionError

    adviser = Adviser(loop, fail)
    adviser.start()
    start(loop)
    loop.post(RollEntered(answers=2, faces=("s", "s", "5"))).result(5)
    assert failed.wait(10)
    adviser.stop()
    assert "adviser" in loop.reports
    assert loop.post(Pressed(answers=3, button=Button.CONFIRM)).result(5).accepted
    loop.stop()
