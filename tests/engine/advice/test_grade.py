"""Grading a game: losses, luck, classes, and the report that people read."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from random import Random

import pytest

from engine import record
from engine.advice.advice import Reason
from engine.advice.grade import CLASSES, DEFINITION, Report, class_of, grade
from engine.advice.hand import HandMade
from engine.advice.players import chosen_move
from engine.chance import supply
from engine.match import Match
from engine.position import CHANCE
from rig.__main__ import main
from rig.game_report import report_lines
from rig.game_report_words import move_words, percent, signed_percent


def played(game: str, players: int, seed: int, careless: int) -> Match:
    """A game in which one seat plays at random and the others follow the hand-made value."""
    random = Random(seed)
    match = Match.start(game, tuple("ABCD"[:players]))
    while (turn := match.position.to_move) is not None:
        if turn is CHANCE:
            match = match.play(supply(match.position, random))
        elif turn == careless:
            match = match.play(random.choice(tuple(match.position.legal_moves)))
        else:
            match = match.play(chosen_move("hand", match.position))
    return match


@pytest.fixture(scope="module")
def match() -> Match:
    return played("or", 2, seed=4, careless=1)


@pytest.fixture(scope="module")
def report(match) -> Report:
    return grade(match.positions, match.moves, HandMade())


def test_who_follows_the_judge_gives_nothing_away_and_who_plays_at_random_a_lot(report):
    assert report.players[0].given_away == pytest.approx(0, abs=1e-9)
    assert report.players[0].grade == "flawless"
    assert report.players[1].error_rate > 0.02
    assert all(decision.seat == 1 for decision in report.costliest(5))


def test_the_luck_of_two_seats_cancels(report):
    for throw in report.throws:
        assert sum(throw.luck) == pytest.approx(0, abs=1e-9)
    first = report.players[0]
    assert first.without_luck == pytest.approx(first.result - first.luck)


def test_the_mean_luck_of_a_first_roll_is_nothing(match):
    from engine.advice.grade import _wins

    start = match.positions[0]
    before = _wins(start, HandMade())
    mean = sum(float(chance) * _wins(start.play(roll), HandMade()) for roll, chance in start.chance_outcomes())
    assert mean == pytest.approx(before, abs=1e-9)


def test_a_value_that_knows_chances_of_winning_is_graded_by_them(match):
    done, value = [], HandMade(knows_win=True)
    begun = grade(match.positions[:13], match.moves[:12], value, lambda now, of: done.append((now, of)))
    assert done[0] == (1, 12)
    assert done[-1] == (12, 12)
    assert all(0 <= decision.loss <= 1 for decision in begun.decisions)
    assert begun.players[0].result is None
    assert begun.chances[0][1] == pytest.approx((0.9164, 0.0836), abs=1e-4)


def test_a_reason_is_told_in_a_word_and_a_figure():
    assert str(Reason("aim", "g4", 0.5)) == "aim g4 50 %"
    assert str(Reason("later", "", -1.25)) == "later -1.2"


def test_classes_come_in_order_and_the_definition_names_them():
    assert class_of(0.0) == "flawless"
    assert class_of(0.0099) == "expert"
    assert class_of(0.5) == "beginner"
    assert all(name in DEFINITION for _, name in CLASSES)


def test_the_report_names_players_and_what_would_have_been_better(match, report):
    text = "\n".join(report_lines(match, report))
    assert text.splitlines()[0].startswith("Keltis Ór. A won. Points: A ")
    assert "A won with " in text
    assert "Made no mistake worth naming; the dice " in text
    assert "B lost with " in text
    assert "by decisions more than by the dice." in text
    assert "      better  " in text
    assert "still to come" in text
    assert " ".join(DEFINITION.split()) in " ".join(text.split())


def test_when_the_lead_changed_for_good_is_told_with_what_did_it(match, report):
    def told(*chances: tuple[float, float]) -> str:
        turns = tuple(enumerate(chances, 1))
        text = " ".join("\n".join(report_lines(match, replace(report, chances=turns))).split())
        return text.split("IN SHORT ")[1].split(" A won with")[0]

    assert told((0.6, 0.4), (0.7, 0.3)) == "A was likeliest to win from the beginning."
    assert told((0.49, 0.51), (0.52, 0.48)) == "A was likeliest to win from turn 2 on."
    swing = told((0.5, 0.5), (0.3, 0.7), (0.45, 0.55), (0.8, 0.2))
    assert swing.startswith("The lead changed for the last time in turn 3: ")
    assert swing.endswith("the chance of A went from 45 % to 80 %. Until then B was ahead, most in turn 2 (70 %).")


def test_no_line_of_the_report_is_too_long_to_read(match, report):
    assert max(len(line) for line in report_lines(match, report)) <= 115


def test_terms_are_explained_before_they_are_used(match, report):
    text = "\n".join(report_lines(match, report))
    assert text.index("To give away 10 % means") < text.index("IN SHORT")
    assert text.index("Luck is what the dice added") < text.index("IN SHORT")
    assert "the adviser knows points only" in " ".join(text.split())
    assert "points only" not in "\n".join(report_lines(match, replace(report, knows_win=True)))


def test_the_costliest_decision_and_the_throw_that_changed_most_come_first(match, report):
    lines = report_lines(match, report)
    shares = [float(line.split("gave away ")[1].split()[0]) for line in lines if ", B with" in line]
    assert shares == sorted(shares, reverse=True)
    assert len(shares) == 6


def test_the_points_of_every_player_add_up_in_the_report(match, report):
    lines = report_lines(match, report)
    start = lines.index("WHERE THE POINTS CAME FROM") + 3
    table = [line[16:] for line in lines[start : start + 9]]
    parts = [[int(cell) for cell in re.sub(r"\(.*?\)", "", line).split()] for line in table]
    assert [sum(column) for column in zip(*parts[:-1], strict=True)] == parts[-1]


def test_who_was_ahead_is_told_for_every_turn_once(match, report):
    lines = report_lines(match, report)
    told = [line for line in lines if re.match(r"  turns? \d", line)]
    numbers = [[int(number) for number in re.findall(r"\d+", line.split(":")[0])] for line in told]
    turns = [turn for first_last in numbers for turn in range(first_last[0], first_last[-1] + 1)]
    assert turns == [turn for turn, _ in report.chances]


def test_a_game_that_is_not_over_is_reported_as_far_as_it_went(match):
    begun = Match.start("or", ("A", "B"))
    for move in match.moves[:7]:
        begun = begun.play(move)
    text = "\n".join(report_lines(begun, grade(begun.positions, begun.moves, HandMade())))
    assert "not played to its end" in text


def test_choices_in_words():
    assert move_words("=ggs", "or", "keep") == "keep green, green, stone"
    assert move_words("=", "or", "keep") == "throw all again"
    assert move_words("g4", "or", "move") == "take green 4"
    assert move_words("g4", "wuerfelspiel", "move") == "green 4 forward"
    assert move_words("+p", "wuerfelspiel", "clover") == "clover: pink 1 forward"
    assert move_words("-", "wuerfelspiel", "clover") == "leave the clover"
    assert move_words("-", "wuerfelspiel", "move") == "no move"


def test_tenths_of_a_percent_are_told_where_they_matter():
    assert [percent(part) for part in (0, 0.004, 0.0994, 0.0996, 1)] == ["0 %", "0.4 %", "9.9 %", "10 %", "100 %"]
    assert [signed_percent(part) for part in (0.2, -0.011)] == ["+20 %", "-1.1 %"]


def test_analyse_prints_a_report_or_objects(match, tmp_path, capsys):
    path = tmp_path / "game.txt"
    path.write_text(record.write(match), encoding="utf-8")
    assert main(["analyse", "--by", "hand", str(path)]) == 0
    assert "HOW EVERYBODY PLAYED" in capsys.readouterr().out
    assert main(["analyse", "--by", "hand", "--json", str(path)]) == 0
    objects = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {entry["player"] for entry in objects if "error_rate" in entry} == {"A", "B"}


def test_a_record_that_is_none_is_one_sentence(tmp_path, capsys):
    path = tmp_path / "no.txt"
    path.write_bytes(b"\xff\xfe\x00")
    assert main(["analyse", str(path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert main(["analyse", str(tmp_path / "missing.txt")]) == 2
    assert main(["analyse", "--by", "oracle", str(path)]) == 2
