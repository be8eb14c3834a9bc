"""Matches and their records: undo, amended rolls, a table put right, two games over both sides of the board."""

from random import Random

import pytest

from engine import both_sides, catalogue, record
from engine.both_sides import BothSides
from engine.dice import Roll
from engine.errors import EngineError, IllegalMoveError, NotationError, OptionError
from engine.match import Amended, Edited, Match, Played, Undone
from tests.engine.boards import shipped_text
from tests.engine.random_play import any_move

PLAYERS = ("Anna", "Ben")


def played(match: Match, *moves: str) -> Match:
    for text in moves:
        match = match.play(match.position.parse_move(text))
    return match


def begun(*moves: str) -> Match:
    return played(Match.start("or", PLAYERS), *moves)


def test_a_match_knows_its_moves_and_positions():
    match = begun("14s", "=14s", "g4")
    assert [str(move) for move in match.moves] == ["14s", "=14s", "g4"]
    assert (match.position.turn_of, len(match.positions)) == (1, 4)
    assert match.game == "or"


def test_undo_takes_back_one_move_and_says_so():
    match = begun("14s", "=14s", "g4").undo()
    assert match.position == begun("14s", "=14s").position
    assert isinstance(match.events[-1], Undone)
    assert str(match.events[-1].move) == "g4"
    with pytest.raises(IllegalMoveError, match="no move to undo"):
        Match.start("or", PLAYERS).undo()


def test_an_amended_roll_is_as_if_it_had_been_so():
    match = begun("14s", "=1", "45", "g10", "235", "=235", "r2")
    amended = match.amend(0, Roll("1ss"))
    assert amended.positions[-1] == begun("1ss", "=1", "45", "g10", "235", "=235", "r2").position
    assert str(amended.moves[0]) == "1ss"
    assert amended.events[-1] == Amended(0, Roll("1ss"), 7, Roll("14s"))


def test_a_correction_can_be_taken_back_once_and_only_while_it_is_the_last_event_and_lost_nothing():
    match = begun("14s", "=1", "45")
    assert match.correction is None
    amended = match.amend(0, Roll("1ss"))
    assert amended.correction == Amended(0, Roll("1ss"), 3, Roll("14s"))
    back = amended.amend(0, Roll("14s"))
    assert back.line == match.line
    assert back.correction is None
    assert back.amend(0, Roll("1ss")).amend(2, Roll("44")).correction == Amended(2, Roll("44"), 3, Roll("45"))
    assert amended.undo().correction is None
    assert match.amend(0, Roll("4ss"), drop_rest=True).correction is None


def test_the_first_move_that_became_illegal_is_named():
    match = begun("14s", "=1", "45", "g10", "235", "=235", "r2")
    with pytest.raises(IllegalMoveError, match=r"move 4 \(g10\) became illegal: .*\(O7\)"):
        match.amend(2, Roll("44"))
    with pytest.raises(IllegalMoveError, match=r"move 2 \(=1\) became illegal: .*\(O5\)"):
        match.amend(0, Roll("4ss"))
    cut = match.amend(2, Roll("44"), drop_rest=True)
    assert ([str(move) for move in cut.moves], cut.position.stage) == (["14s", "=1", "44"], "move")
    assert cut.events[-1] == Amended(2, Roll("44"), 3)


@pytest.mark.parametrize("place", [-1, 1, 7, 99])
def test_only_rolls_can_be_amended(place):
    with pytest.raises(IllegalMoveError, match="no roll or draw"):
        begun("14s", "=1", "45", "g10", "235", "=235", "r2").amend(place, Roll("444"))


def test_an_amended_roll_must_be_one():
    with pytest.raises(IllegalMoveError, match="3 dice are rolled"):
        begun("14s").amend(0, Roll("14"))


def test_a_table_put_right_begins_a_new_line():
    position = catalogue.position("or chips=ours -,-,-,1,-.3/-,-,-,-,-.0 B roll")
    match = begun("14s", "=14s", "g4").edit(position)
    assert (match.position, match.moves, match.events[-1]) == (position, (), Edited(position))
    with pytest.raises(IllegalMoveError, match="no move to undo"):
        match.undo()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("or chips=ours -,-,-,1,-.3/-,-,-,1,-.0 B roll", "O2"),
        ("or chips=ours -,-,-,1,-.3/-,-,-,-,-.0/-,-,-,-,-.0 B roll", "no or for 2 players"),
        ("wuerfelspiel board=ours 00000.0/00000.0 A roll", "no or for 2 players"),
    ],
)
def test_a_table_that_cannot_be_is_refused(text, sentence):
    with pytest.raises(NotationError, match=sentence):
        begun("14s").edit(catalogue.position(text))


def test_going_back_to_a_move_forgets_the_later_ones():
    match = begun("14s", "=14s", "g4", "235", "=235", "r2")
    back = match.upto(3)
    assert (back.position, back.events) == (match.positions[3], match.events[:3])
    position = catalogue.position("or chips=ours -,-,-,1,-.3/-,-,-,-,-.0 B roll")
    edited = played(match.edit(position), "14s").upto(0)
    assert (edited.position, edited.events) == (position, (Edited(position),))


@pytest.mark.parametrize("names", [("Anna",), ("Anna", "Anna"), ("Anna", ""), ("Anna", "B,en"), ("Anna", "x" * 41)])
def test_players_need_different_plain_names(names):
    position = catalogue.game("or").start(2)
    with pytest.raises(OptionError, match="give 2 different names"):
        Match.at(position, names)


def test_a_record_reads_like_a_game():
    match = begun().play(Roll("14s"), "camera", 0.998, "what a start")
    match = played(match, "=4s", "5", "g9").undo()
    match = played(match, "b4", "335", "=", "234").amend(0, Roll("44s"))
    assert record.write(match).splitlines() == [
        '[Game "or"]',
        '[Players "Anna, Ben"]',
        f'[Components "ours {match.first.components.digest}"]',
        '[Start "or chips=ours -,-,-,-,-.0/-,-,-,-,-.0 A roll"]',
        '[Result "*"]',
        "",
        "1. A 14s <camera 0.998> {what a start}, =4s, 5, g9",
        "undo g9",
        "1. A b4",
        "2. B 335, =, 234",
        "amend 1 44s keep 7",
    ]


def test_a_record_is_read_back_to_the_same_match():
    match = begun().play(Roll("14s"), "camera", 0.998, "what a start")
    match = played(match, "=4s", "5", "g9").undo()
    match = played(match, "b4", "335", "=", "234").amend(0, Roll("44s"))
    assert record.parse(record.write(match)) == match


def random_match(game: str, seed: int, components: str | None = None) -> Match:
    """A match at random with undo, amended rolls and edits in it."""
    random = Random(seed)
    match = Match.start(game, PLAYERS, None, components)
    while match.position.to_move is not None:
        chance = random.random()
        if chance < 0.03 and match.line:
            match = match.undo()
        elif chance < 0.05 and match.line:
            places = [place for place, event in enumerate(match.line) if isinstance(event.move, Roll)]
            if places:
                place = random.choice(places)
                outcome = any_move(match.positions[place], random)
                match = match.amend(place, outcome, drop_rest=True)
        elif chance < 0.06:
            match = match.edit(match.position)
        else:
            match = match.play(any_move(match.position, random))
    return match


@pytest.mark.parametrize("game", ["wuerfelspiel", "or", "or-happy-meeple"])
@pytest.mark.parametrize("board", ["ours", "owner"])
def test_records_of_random_matches_are_read_back(game, board):
    set_name = "or" if game.startswith("or") else game
    for seed in range(4):
        match = random_match(game, seed, None if board == "ours" else shipped_text(f"{set_name}-owner"))
        text = record.write(match)
        again = record.parse(text)
        assert record.write(again) == text
        assert again.positions == match.positions
        assert again.position.outcome == match.position.outcome


def test_a_record_written_by_hand_needs_little():
    match = record.parse('[Game "or"]\n[Players "Anna, Ben"]\n\n1. A s14, =14s, g4\n2. B 235,=235 , r2 {red!}\n')
    assert match.position == begun("14s", "=14s", "g4", "235", "=235", "r2").position
    assert isinstance(match.events[-1], Played)
    assert match.events[-1].comment == "red!"


HEAD = '[Game "or"]\n[Players "Anna, Ben"]\n'
BAD_RECORDS = [
    ("", "lacks the header \\[Game\\]"),
    ("1. A 14s", "lacks the header"),
    ('[Game "or"]\n1. A 14s', "lacks the header \\[Players\\]"),
    ('[Game "chess"]\n[Players "A, B"]\n1. A e4', "no game 'chess'"),
    (HEAD + '[Hat "x"]', "Line 3 .* header has the form"),
    (HEAD + '[Game "or"]', "Line 3"),
    (HEAD + "[Game or]", "Line 3"),
    (HEAD + "1. A 14", "Line 3 .*type 3 of the letters"),
    (HEAD + "1. B 14s", "It is the turn of A, not of B"),
    (HEAD + "A 14s", "A turn has the form"),
    (HEAD + "1. A 14s, =14s, g9", r"Line 3 .*\(O7\)"),
    (HEAD + "1. A 14s, , g9", "is no move"),
    (HEAD + "1. A 14s, =14s, g4\n2. B 14s\nundo g4", "The last move is 14s"),
    (HEAD + "undo", "no move to undo"),
    (HEAD + "1. A 14s\namend 5 14s", "Move 5 is no roll"),
    (HEAD + "1. A 14s\namend x 14s", "amend 17 14s"),
    (HEAD + "1. A 14s\namend 1 44s keep 7", "1 moves still stand, not 7"),
    (HEAD + "1. A 14s\ntable or", "is no position"),
    (HEAD + '[Start "or chips=ours -,-,-,1,-.0/-,-,-,1,-.0 A roll"]\n1. A 14s', "The start cannot be"),
    (HEAD + '[Start "wuerfelspiel board=ours 00000.0/00000.0 A roll"]\n1. A 14s', "not of or"),
    (HEAD + '[Components "ours 000000000000"]\n1. A 14s', "board was changed"),
    (HEAD + '[Result "3:4 passes"]\n1. A 14s', "tells of the result"),
    ("x" * 2_000_001, "longer than"),
]


@pytest.mark.parametrize(("text", "sentence"), BAD_RECORDS)
def test_a_record_that_cannot_be_read_is_refused_with_a_sentence(text, sentence):
    with pytest.raises(EngineError, match=sentence):
        record.parse(text)


def test_a_record_without_end_is_refused(monkeypatch):
    monkeypatch.setattr(record, "MAX_EVENTS", 10)
    swings = "1. A 14s\nundo\n"
    assert record.parse(HEAD + 5 * swings).position == begun().position
    with pytest.raises(NotationError, match=r"Line 13 .*more than 10 moves"):
        record.parse(HEAD + 6 * swings)


def test_sources_and_comments_cannot_break_a_record():
    match = begun().play(Roll("14s"), "cam<era>, {1}", 0.5, "a {b} <c>\n[d], e")
    again = record.parse(record.write(match))
    assert again.events[0] == Played(Roll("14s"), "cam era 1", 0.5, "a b c d e")


def finish(match: BothSides, seed: int) -> BothSides:
    random = Random(seed)
    while not match.is_over:
        match = match.play(any_move(match.current.position, random))
    return match


def test_a_match_adds_the_totals_of_both_sides():
    """W30"""
    match = BothSides.start(PLAYERS)
    assert (match.current.position.options["side"], match.totals, match.winners) == ("simple", (0, 0), ())
    match = finish(match, 7)
    sides = [game.position.options["side"] for game in match.games]
    assert sides == ["simple", "crossed"]
    assert [game.position.outcome.totals for game in match.games] == [(36, 20), (30, 22)]
    assert (match.totals, match.winners) == ((66, 42), (0,))
    assert match.games[1].first.turn_of == 0
    with pytest.raises(IllegalMoveError, match="W30"):
        match.play(Roll("rypgb"))


def test_several_may_win_a_match_of_both_sides():
    """W27, W30"""
    match = finish(BothSides.start(PLAYERS), 2)
    assert [game.position.outcome.totals for game in match.games] == [(23, 33), (35, 25)]
    assert (match.totals, match.winners) == ((58, 58), (0, 1))


def test_what_the_first_game_revealed_is_known_in_the_second():
    """W30, W32"""
    match = finish(BothSides.start(PLAYERS, {"stall": "on"}, shipped_text("wuerfelspiel-owner")), 3)
    first, second = match.games
    assert list(second.first.components.unknown()) == list(first.position.components.unknown())
    assert second.first.options == {"side": "crossed", "overshoot": "last-space", "stall": "on"}


def test_the_record_of_both_sides_is_read_back():
    """W30"""
    match = finish(BothSides.start(PLAYERS), 5)
    text = both_sides.write(match)
    assert both_sides.parse(text) == match
    one = BothSides((match.games[0].upto(9),))
    assert both_sides.parse(both_sides.write(one)) == one


def test_two_records_that_do_not_belong_together_are_refused():
    match = finish(BothSides.start(PLAYERS), 5)
    first, second = map(record.write, match.games)
    with pytest.raises(NotationError, match="W30"):
        both_sides.parse(second + both_sides.BETWEEN + first)
    with pytest.raises(NotationError, match="W30"):
        both_sides.parse(first + both_sides.BETWEEN + second.replace("Ben", "Bob"))
    unfinished = record.write(match.games[0].upto(9))
    with pytest.raises(NotationError, match="first is over"):
        both_sides.parse(unfinished + both_sides.BETWEEN + second)
