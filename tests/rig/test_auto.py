"""The player who plays alone goes by the page: trusts the adviser, doubts where the camera doubts, else waits."""

from rig.auto import choose_button
from rig.events import AdviceGiven, Button
from rig.page.view import view_of
from rig.page.words import words_of
from rig.state import Ranked
from tests.rig.table_driver import Driver, die, row


def button(table: Driver, has_waited: bool = False) -> Button | None:
    return choose_button(view_of(table.state, words_of("en")), has_waited)


def advise(table: Driver, *moves: str) -> None:
    ranked = tuple(Ranked(move, -float(place), float(place)) for place, move in enumerate(moves))
    table.must(AdviceGiven(answers=0, decision=table.state.decision, ranked=ranked))


def keeping() -> Driver:
    table = Driver("or")
    table.begin()
    table.see(*row("4s4"))
    return table


def test_while_dice_are_awaited_it_waits() -> None:
    table = Driver("or")
    table.begin()
    assert button(table) is None


def test_before_advice_is_there_it_waits_but_not_for_ever() -> None:
    table = keeping()
    assert button(table) is None
    assert button(table, has_waited=True) is Button.CONFIRM


def test_it_rolls_again_what_the_adviser_does_not_keep() -> None:
    table = keeping()
    advise(table, "=44", "=44s")
    assert button(table) is Button.REROLL


def test_it_keeps_all_when_that_is_best() -> None:
    table = keeping()
    advise(table, "=44s", "=44")
    assert button(table) is Button.CONFIRM


def test_it_walks_to_the_best_choice_first() -> None:
    table = keeping()
    table.press("down")
    advise(table, "=44s", "=44")
    assert button(table) is Button.UP


def test_in_a_doubt_it_looks_again() -> None:
    table = Driver("or")
    table.begin()
    table.see(die("4", 50), die("1", 110, reason="cocked"), die("s", 170))
    assert button(table) is Button.REROLL
