"""`keltis moves`, `keltis replay` and `keltis simulate`."""

import io
import json
import sys
from random import Random

import pytest

from engine import both_sides, catalogue, record
from engine.match import Match
from rig.__main__ import main
from rig.commands.simulate import simulate
from rig.errors import UsageError
from rig.players import PLAYERS, player, worth
from tests.engine.boards import shipped_text
from tests.engine.random_play import any_move


def lines(capsys) -> list[dict]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_moves_lists_what_each_legal_move_does(capsys):
    assert main(["moves", "or chips=ours -,-,-,-,-.0/-,-,-,-,-.0 A move dice=11s"]) == 0
    out = capsys.readouterr().out
    assert "player A is to move" in out
    assert "r2           red-brown 2 is laid, the column counts 2; clover red-brown +1" in out
    assert "  -            pass" in out


def test_moves_gives_one_object_a_line(capsys):
    assert main(["moves", "--json", "wuerfelspiel board=ours 00000.0/00000.0 A move dice=rypgg"]) == 0
    found = lines(capsys)
    assert [row["move"] for row in found] == ["r1", "y1", "p1", "g2", "-"]
    assert found[3]["effects"][0] == {"kind": "start", "target": "green", "amount": 2, "to": 2}


def test_moves_lists_chances_while_dice_are_rolled(capsys):
    assert main(["moves", "--json", "or chips=ours -,-,-,-,-.0/-,-,-,-,-.0 A reroll dice=4s"]) == 0
    found = lines(capsys)
    assert [(row["move"], row["chance"]) for row in found] == [(face, "1/6") for face in "12345s"]
    assert main(["moves", "or chips=ours -,-,-,-,-.0/-,-,-,-,-.0 A roll"]) == 0
    assert "chance is to move" in capsys.readouterr().out


def test_moves_of_a_finished_game_are_none(capsys):
    text = "wuerfelspiel board=ours 77700.0/89400.0 A over goal"
    assert main(["moves", text]) == 0
    assert capsys.readouterr().out == "The game is over: goal.\n"


@pytest.mark.parametrize("name", catalogue.names())
def test_moves_takes_a_position_of_every_game(name, capsys):
    assert main(["moves", str(catalogue.game(name).start(catalogue.game(name).seats[0]))]) == 0
    assert capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("hat", "is no position; it begins with one of wuerfelspiel, or"),
        ("or chips=ours", "is no position of Keltis Ór"),
        (
            "wuerfelspiel board=ours 12345.0/00000.0 A roll",
            "cannot be: Player A has more than four pieces",
        ),
    ],
)
def test_moves_refuses_what_is_no_position(text, sentence, capsys):
    assert main(["moves", text]) == 2
    assert sentence in capsys.readouterr().err


def finished() -> Match:
    match = Match.start("or", ("Anna", "Ben"))
    for _ in range(4):
        for text in ("145", "=145", "-"):
            match = match.play(match.position.parse_move(text))
    return match


def test_replay_explains_the_scores(tmp_path, capsys):
    path = tmp_path / "game.txt"
    path.write_text(record.write(finished()), encoding="utf-8")
    assert main(["replay", str(path)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("or: 12 moves, -7:-7 passes\nAnna: -7 points\n")
    assert "               count points  rule\n  red-brown        0      0  O21\n" in out
    assert "  stones           0     -7  O22\n" in out
    assert main(["replay", "--json", str(path)]) == 0
    found = lines(capsys)
    assert [row.get("player") for row in found] == ["Anna", "Ben", None]
    assert (found[2]["result"], found[2]["scores"], found[2]["moves"]) == ("-7:-7 passes", [-7, -7], 12)


def test_replay_adds_both_sides_of_the_board(tmp_path, capsys):
    match, random = both_sides.BothSides.start(("Anna", "Ben")), Random(4)
    while not match.is_over:
        match = match.play(any_move(match.current.position, random))
    path = tmp_path / "both.txt"
    path.write_text(both_sides.write(match), encoding="utf-8")
    assert main(["replay", str(path)]) == 0
    first, second = match.totals
    assert capsys.readouterr().out.endswith(f"Both sides together: Anna {first}, Ben {second}\n")
    assert main(["replay", "--json", str(path)]) == 0
    assert lines(capsys)[-1] == {"both-sides": {"Anna": first, "Ben": second}, "over": True}


def test_replay_reads_standard_input(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(record.write(finished()).encode())))
    assert main(["replay", "-"]) == 0
    assert capsys.readouterr().out.startswith("or: 12 moves")


def test_replay_refuses_a_record_with_an_illegal_move(tmp_path, capsys):
    path = tmp_path / "game.txt"
    path.write_text(record.write(finished()).replace("=145, -", "=145, g3", 1), encoding="utf-8")
    assert main(["replay", str(path)]) == 2
    error = capsys.readouterr().err
    assert error.startswith("keltis replay: Line 7 of the record")
    assert "(O7)" in error


@pytest.mark.parametrize("content", [None, b"\xff\xfe\x00", b"", b"x" * 2_000_001, b"hello"])
def test_replay_refuses_a_file_that_is_no_record(content, tmp_path, capsys):
    path = tmp_path / "game.txt"
    if content is not None:
        path.write_bytes(content)
    assert main(["replay", str(path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_simulate_sums_up_in_its_last_line(capsys):
    arguments = ["--game", "or", "--games", "6", "--seed", "3", "--seats", "random,simple", "--json"]
    assert main(["simulate", *arguments]) == 0
    found = lines(capsys)
    assert [row["game"] for row in found[:-1]] == [1, 2, 3, 4, 5, 6]
    last = found[-1]
    assert sum(last["wins"]) == pytest.approx(1, abs=0.001)
    assert last["scores"] == [round(sum(row["points"][seat] for row in found[:-1]) / 6, 3) for seat in range(2)]
    assert (last["seats"], last["games"], last["seed"]) == (["random", "simple"], 6, 3)
    main(["simulate", *arguments])
    assert lines(capsys) == found


def test_simulate_prints_a_table_for_people(capsys):
    assert (
        main(["simulate", "--game", "wuerfelspiel", "--players", "3", "--games", "2", "--option", "side=crossed"]) == 0
    )
    assert capsys.readouterr().out.startswith("wuerfelspiel: 2 games")


def test_seats_alternate_from_game_to_game():
    start = catalogue.game("or").start(3)
    assert [game.shift for game in simulate(start, ["random"] * 3, 5, 1)] == [0, 1, 2, 0, 1]


def test_the_simple_player_beats_the_random_one():
    for name in ("wuerfelspiel", "or"):
        games = list(simulate(catalogue.game(name).start(2), ["simple", "random"], 20, 5))
        assert sum(game.share(0) for game in games) > 14


def test_a_row_that_was_begun_is_worth_more_than_none():
    begun = catalogue.position("wuerfelspiel board=ours 10000.0/00000.0 A roll").scores()
    assert worth(begun[0]) > worth(begun[1])


def test_players_of_the_owners_board_play_on(capsys):
    start = catalogue.game("wuerfelspiel").start(2, None, shipped_text("wuerfelspiel-owner"))
    assert next(simulate(start, ["simple", "simple"], 1, 1)).outcome.totals


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--game", "chess"], "There is no game 'chess'"),
        (["--game", "or", "--players", "5"], "2 to 4 players"),
        (["--game", "or", "--players", "-1"], "2 to 4 players, not for -1"),
        (["--game", "or", "--seats", "random,hat"], "There is no player 'hat'"),
        (["--game", "or", "--seats", "random"], "--seats names 1 players"),
        (["--game", "or", "--games", "0"], "play at least one"),
        (["--game", "or", "--option", "end"], "NAME=VALUE"),
        (["--game", "or", "--option", "end=never"], "end"),
    ],
)
def test_simulate_refuses_what_it_cannot_play(arguments, sentence, capsys):
    assert main(["simulate", *arguments]) == 2
    assert sentence in capsys.readouterr().err


def test_a_game_that_does_not_end_is_given_up():
    PLAYERS["passes"] = "tests.rig.passing:passes"
    try:
        player.cache_clear()
        start = catalogue.game("or").start(2, {"stall": "off"})
        with pytest.raises(UsageError, match="has not ended after 20000 moves"):
            next(simulate(start, ["passes", "passes"], 1, 1))
    finally:
        del PLAYERS["passes"]
