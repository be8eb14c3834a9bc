"""What the table says of a choice's worth: points, and where points are alike the chance of winning."""

from dataclasses import replace

from rig.events import AdviceGiven, RollEntered
from rig.page.view import view_of
from rig.page.words import words_of
from rig.state import Ranked
from tests.rig.table_driver import Driver


def advised(*figures: tuple[float, float]):
    """A roll of Ór whose first choices cost so many points and win so often."""
    table = Driver("or")
    table.begin()
    table.must(RollEntered(answers=0, faces=("1", "5", "5")))
    keys = [choice.key for choice in table.state.choices]
    figures = (*figures, *[(9.0, 0.01)] * (len(keys) - len(figures)))
    ranked = tuple(Ranked(key, -cost, cost, "", win) for key, (cost, win) in zip(keys, figures, strict=True))
    table.must(AdviceGiven(answers=0, decision=table.state.decision, ranked=ranked))
    return table


def test_a_choice_that_wins_less_often_for_as_many_points_does_not_look_as_good() -> None:
    view = view_of(advised((0.0, 0.62), (0.0, 0.585), (1.4, 0.5)).state, words_of("en"))
    assert [choice.worth for choice in view.choices[:3]] == ["best", "−3.5 %", "−12.0 %"]  # one list, one unit
    assert "chance of winning 62 %" in view.choices[0].worth_note
    assert "3.5 % less chance of winning than with the best choice" in view.choices[1].worth_note


def test_where_every_other_choice_costs_points_the_list_tells_points() -> None:
    view = view_of(advised((0.0, 0.62), (0.3, 0.6), (1.4, 0.5)).state, words_of("en"))
    assert [choice.worth for choice in view.choices[:3]] == ["best", "−0.3", "−1.4"]
    assert view.choices[1].worth_note.startswith("0.3 points less than the best choice; chance of winning 60 %")


def test_the_best_is_the_one_that_wins_most_often_in_whatever_order_they_stand() -> None:
    state = advised((0.0, 0.5), (0.0, 0.6)).state
    turned = replace(state, choices=tuple(reversed(state.choices)))
    best = [choice for choice in view_of(turned, words_of("en")).choices if choice.best]
    assert [choice.place for choice in best] == [len(turned.choices) - 2]
