"""The dealer: the same seed deals the same game, and a power cut at any moment loses no card."""

import time
from pathlib import Path

import pytest

from rig.dealer import Dealer
from rig.events import Button, ChanceGiven, Pressed, SetupChanged
from rig.journal import Journal
from rig.loop import Loop
from rig.state import Phase, Setup, TableState


class Clock:
    """A second passes between any two looks."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        self.now += 1.0
        return self.now


def open_loop(path: Path, seed: int | None, deals: bool = True) -> Loop:
    loop = Loop(Journal(path), Clock())
    if deals:
        Dealer(loop, seed)
    loop.start()
    return loop


def press(loop: Loop, button: str = "confirm") -> None:
    settled(loop)
    event = Pressed(answers=loop.state.revision, button=Button(button))
    assert loop.post(event).result(timeout=10).accepted


def settled(loop: Loop) -> TableState:
    """The table once chance has spoken."""
    until = time.monotonic() + 10
    while loop.state.phase is Phase.DEAL and time.monotonic() < until:
        time.sleep(0.002)
    assert loop.state.phase is not Phase.DEAL
    return loop.state


def begin(loop: Loop, game: str) -> None:
    setup = Setup(game=game, names=("Anna", "Ben", "Clara"))
    assert loop.post(SetupChanged(answers=loop.state.revision, setup=setup)).result(timeout=10).accepted
    press(loop)


def play(loop: Loop, presses: int) -> TableState:
    for place in range(presses):
        if settled(loop).phase is Phase.CHOOSE and place % 3 == 0:
            press(loop, "up")
        press(loop)
    return settled(loop)


@pytest.mark.parametrize("game", ["kartenspiel", "weg-der-steine"])
def test_the_same_seed_deals_the_same_game_and_another_seed_another(tmp_path: Path, game: str) -> None:
    ends = []
    for place, seed in enumerate((3, 3, 4)):
        loop = open_loop(tmp_path / f"{place}.db", seed)
        begin(loop, game)
        ends.append(play(loop, 20).position)
        loop.stop()
    assert ends[0] == ends[1] != ends[2]


def test_without_a_seed_no_two_games_are_alike(tmp_path: Path) -> None:
    hands = []
    for place in range(2):
        loop = open_loop(tmp_path / f"{place}.db", None)
        begin(loop, "kartenspiel")
        hands.append(settled(loop).position.table.hands)
        loop.stop()
    assert hands[0] != hands[1]


@pytest.mark.parametrize("game", ["kartenspiel", "weg-der-steine"])
def test_after_a_power_cut_the_game_goes_on_with_the_very_cards_that_were_dealt(tmp_path: Path, game: str) -> None:
    loop = open_loop(tmp_path / "games.db", None)
    begin(loop, game)
    before = play(loop, 25)  # and now the plug is pulled: nothing is stopped or closed
    again = open_loop(tmp_path / "games.db", None)
    after = settled(again)
    assert after.match.events == before.match.events
    assert (after.revision, after.phase, after.open_hand) == (before.revision, before.phase, before.open_hand)
    assert sum(isinstance(event, ChanceGiven) for event in Journal(tmp_path / "games.db").events_after()) > 3
    play(again, 10)
    again.stop()
    loop.stop()


def test_a_cut_before_the_cards_came_has_them_dealt_after_the_start(tmp_path: Path) -> None:
    loop = open_loop(tmp_path / "games.db", 5, deals=False)
    setup = Setup(game="kartenspiel")
    loop.post(SetupChanged(answers=0, setup=setup)).result(timeout=10)
    loop.post(Pressed(answers=1, button=Button.CONFIRM)).result(timeout=10)
    assert loop.state.phase is Phase.DEAL
    loop.stop()
    again = open_loop(tmp_path / "games.db", 5)
    assert [len(hand) for hand in settled(again).position.table.hands] == [8, 8]
    again.stop()
