"""Every numbered rule of Das Kartenspiel; a test names the rules it pins in its docstring."""

from fractions import Fraction
from random import Random

import pytest

from engine.card_moves import Discard, Draw, Lay
from engine.cards import HIDDEN
from engine.chance import settle
from engine.errors import ComponentsError, IllegalMoveError, NotationError, OptionError
from engine.games.kartenspiel import DECK, GAME, Kartenspiel
from engine.position import CHANCE, Effect


def at(words: str) -> Kartenspiel:
    return GAME.position(f"kartenspiel {words}")


def played(position: Kartenspiel, *moves: str) -> Kartenspiel:
    for move in moves:
        position = position.play(position.parse_move(move))
    return position


def legal(position: Kartenspiel) -> set[str]:
    return {str(move) for move in position.legal_moves}


def lines(position: Kartenspiel, seat: int = 0) -> dict[str, int]:
    return {line.item: line.points for line in position.scores()[seat].lines}


def test_there_are_101_cards_to_shuffle_and_nine_stones():
    """K1"""
    assert DECK.size == 101
    assert sum(count for card, count in DECK.copies.items() if card[0] == "g") == 18
    assert [DECK.copies[f"g{n}"] for n in range(11)] == [1, 1, 1, 2, 2, 2, 2, 2, 1, 1, 1]
    assert DECK.copies["gx"] == 2
    assert [DECK.copies[f"w{n}"] for n in range(11)] == [1] * 11
    assert GAME.start(2).stones_left == (1, 2, 3, 4, 5, 6, 7, 8, 9)


@pytest.mark.parametrize(("seats", "pile"), [(2, 55), (3, 77), (4, 69)])
def test_eight_cards_each_and_with_two_players_thirty_set_aside(seats, pile):
    """K2"""
    position = settle(GAME.start(seats), Random(1))
    assert [len(hand) for hand in position.table.hands] == [8] * seats
    assert position.table.pile_size == pile
    assert (position.stage, position.turn_of) == ("play", 0)


def test_cards_are_dealt_one_by_one_and_each_is_as_likely_as_its_copies():
    """K2"""
    position = GAME.start(2)
    assert (position.to_move, position.turn_of, position.stage) == (CHANCE, 0, "deal")
    chances = {str(move): probability for move, probability in position.chance_outcomes()}
    assert chances["card g7"] == Fraction(2, 101)
    assert chances["card g8"] == Fraction(1, 101)
    assert sum(chances.values()) == 1
    after = played(position, "card g8")
    assert "card g8" not in {str(move) for move, _ in after.chance_outcomes()}
    assert after.why_not(after.parse_move("card g7")) is None
    with pytest.raises(IllegalMoveError, match="g8 cannot come from the face-down pile"):
        after.parse_move("card g8")


def test_nothing_is_taken_from_the_pile_when_nobody_draws():
    """K2"""
    position = at("stage=play hands=g7.r1|b2")
    with pytest.raises(IllegalMoveError, match="not asked for now"):
        position.parse_move("card g3")
    assert list(position.chance_outcomes()) == []


def test_seat_a_begins_and_turns_go_clockwise():
    """K3"""
    position = settle(GAME.start(3), Random(4))
    order = []
    for _ in range(4):
        order.append(position.turn_of)
        discard = next(move for move in position.legal_moves if isinstance(move, Discard))
        position = settle(position.play(discard).play(Draw("pile")), Random(5))
    assert order == [0, 1, 2, 0]


def test_a_turn_is_one_card_played_and_one_drawn():
    """K4"""
    position = at("hands=g7.r1|b2 piles=y:3")
    after = played(position, "discard g7")
    assert (after.stage, after.to_move, after.cards_left) == ("draw", 0, 1)
    with pytest.raises(IllegalMoveError, match=r"not asked for now.*K4"):
        after.parse_move("lay r1")
    after = played(after, "draw pile", "card p4")
    assert (after.turn_of, after.stage) == (1, "play")
    assert after.table.hands[0] == ("r1", "p4")


def test_only_cards_of_the_hand_are_played():
    """K4"""
    position = at("hands=g7|b2")
    for move in ("discard b2", "lay b2", "stone g7 r7"):
        with pytest.raises(IllegalMoveError, match=r"hand does not hold.*K4"):
            position.parse_move(move)


def test_any_card_may_be_discarded_onto_the_pile_of_its_kind():
    """K5"""
    position = at("hands=g7.gx.w3|b2")
    assert {"discard g7", "discard gx", "discard w3"} <= legal(position)
    table = played(position, "discard gx").table
    assert table.piles == ((), (), (), ("gx",), (), ())
    assert played(position, "discard w3").table.piles[5] == ("w3",)


def test_two_cards_of_one_number_take_the_stone():
    """K6"""
    position = at("hands=r5.g5.w5.g9|b2")
    assert {move for move in legal(position) if move.startswith("stone")} == {
        "stone r5 g5",
        "stone r5 w5",
        "stone g5 w5",
    }
    assert position.parse_move("stone w5 r5") in position.legal_moves
    after = played(position, "stone w5 r5")
    assert after.stones == ((5,), ())
    assert after.stones_left == (1, 2, 3, 4, 6, 7, 8, 9)
    assert after.table.piles == (("r5",), (), (), (), (), ("w5",))
    assert (after.stage, after.cards_left) == ("draw", 2)


def test_two_equal_cards_take_a_stone_only_if_the_hand_holds_both():
    """K6"""
    assert "stone r5 r5" in legal(at("hands=r5.r5|b2"))
    assert "stone r5 r5" not in legal(at("hands=r5|b2"))
    with pytest.raises(IllegalMoveError, match="does not hold r5 and r5"):
        at("hands=r5|b2").parse_move("stone r5 r5")


def test_no_stone_for_different_numbers_closing_cards_taken_stones_and_zeros_and_tens():
    """K6"""
    position = at("hands=r5.g6.rx.gx.r0.g0.r10.g10.r4.g4|b2 stones=-|4")
    assert not {move for move in legal(position) if move.startswith("stone")}
    for move, reason in (
        ("stone r5 g6", "do not show the same number"),
        ("stone rx gx", "do not show the same number"),
        ("stone r0 g0", "does not lie in the middle"),
        ("stone r10 g10", "does not lie in the middle"),
        ("stone r4 g4", "does not lie in the middle"),
    ):
        with pytest.raises(IllegalMoveError, match=f"{reason}.*K6"):
            position.parse_move(move)


def test_the_rising_row_of_the_rule_book_3_3_6_7_7():
    """K7"""
    position = at("hands=g2.g3.g6.g7|b2 rows=g:3.3|-")
    assert {"lay g2", "lay g3", "lay g6", "lay g7"} <= legal(position)
    assert not {"lay g3", "lay g2"} & legal(at("hands=g2.g3.g6.g7|b2 rows=g:3.3.6|-"))
    row = at("hands=g2.g5.g6.g7.g8|b2 rows=g:3.3.6.7.7|-")
    assert {move for move in legal(row) if move.startswith("lay")} == {"lay g7", "lay g8"}


def test_the_falling_row_of_the_rule_book_9_8_8_5_3():
    """K7"""
    for row, card, fits in (
        ("9", "g8", True),
        ("9.8", "g8", True),
        ("9.8.8", "g5", True),
        ("9.8.8.5", "g3", True),
        ("9.8.8.5", "g6", False),
        ("9.8.8.5.3", "g4", False),
        ("9.8.8.5.3", "g0", True),
    ):
        assert (f"lay {card}" in legal(at(f"hands={card}|b2 rows=g:{row}|-"))) is fits, row


def test_a_card_goes_only_into_the_row_of_its_colour():
    """K7"""
    with pytest.raises(IllegalMoveError, match=r"g7 does not belong in the redbrown row \(K7\)"):
        at("hands=g7|b2").parse_move("lay g7 r")
    with pytest.raises(IllegalMoveError, match="does not belong"):
        at("hands=gx|b2").parse_move("lay gx r")


def test_equal_numbers_leave_the_direction_open():
    """K8"""
    assert {"lay g1", "lay g9"} <= legal(at("hands=g1.g9|b2 rows=g:3.3|-"))
    with pytest.raises(IllegalMoveError, match=r"green row runs the other way \(K8\)"):
        at("hands=g1.g9|b2 rows=g:3.4|-").parse_move("lay g1")
    with pytest.raises(IllegalMoveError, match="K8"):
        at("hands=g1.g9|b2 rows=g:4.3|-").parse_move("lay g9")


def test_a_closing_card_may_always_be_laid():
    """K9"""
    assert "lay gx" in legal(at("hands=gx|b2 rows=g:3.4|-"))
    assert "lay gx" in legal(at("hands=gx|b2"))


def test_with_the_option_a_closing_card_does_not_begin_a_row():
    """K9"""
    position = at("hands=gx|b2 opening=number")
    assert "lay gx" not in legal(position)
    with pytest.raises(IllegalMoveError, match=r"does not begin the green row \(K9\)"):
        position.parse_move("lay gx")
    assert "lay gx" in legal(at("hands=gx|b2 rows=g:3|- opening=number"))


def test_after_a_closing_card_only_the_second_one_follows():
    """K10"""
    position = at("hands=g5.gx.w4|b2 rows=g:3.4.x|-")
    assert {move for move in legal(position) if move.startswith("lay")} == {"lay gx", "lay w4"}
    with pytest.raises(IllegalMoveError, match=r"green row is closed \(K10\)"):
        position.parse_move("lay g5")
    assert played(position, "lay gx").table.rows[0][3] == ("g3", "g4", "gx", "gx")


def test_a_row_that_begins_with_a_closing_card_takes_no_number():
    """K10"""
    assert "lay g5" not in legal(at("hands=g5|b2 rows=g:x|-"))


def test_the_point_row_3_5_2_8_of_the_rule_book():
    """K11"""
    position = at("hands=w8|b2 rows=w:3.5.2|-")
    after = played(position, "lay w8")
    assert after.table.rows[0][5] == ("w3", "w5", "w2", "w8")
    assert lines(after)["points"] == 4
    with pytest.raises(IllegalMoveError, match=r"Only point cards.*K11"):
        at("hands=g8|b2").parse_move("lay g8 w")


def test_a_point_card_lengthens_a_row_whose_latest_number_it_has():
    """K12"""
    position = at("hands=w6.w3|b2 rows=g:3.6/r:6.3|-")
    assert {move for move in legal(position) if move.startswith("lay")} == {"lay w6", "lay w3", "lay w6 g", "lay w3 r"}
    after = played(position, "lay w6 g")
    assert after.table.rows[0][3] == ("g3", "g6", "w6")
    assert lines(after)["green"] == -2
    assert lines(after)["points"] == 0
    with pytest.raises(IllegalMoveError, match=r"latest number of the green row is not 3 \(K12\)"):
        position.parse_move("lay w3 g")
    with pytest.raises(IllegalMoveError, match="K12"):
        position.parse_move("lay w3 b")


def test_a_point_card_does_not_turn_the_row():
    """K12"""
    assert {"lay g1", "lay g9"} <= legal(at("hands=g1.g9|b2 rows=g:3.w3|-"))


def test_no_point_card_follows_a_closing_card():
    """K13"""
    position = at("hands=w4|b2 rows=g:4.x|-")
    assert "lay w4 g" not in legal(position)
    with pytest.raises(IllegalMoveError, match=r"green row is closed \(K13\)"):
        position.parse_move("lay w4 g")


def test_with_the_option_a_point_card_follows_one_closing_card_but_not_two():
    """K13"""
    assert "lay w4 g" in legal(at("hands=w4|b2 rows=g:4.x|- points=follow"))
    assert "lay w5 g" not in legal(at("hands=w5|b2 rows=g:4.x|- points=follow"))
    assert "lay w4 g" not in legal(at("hands=w4|b2 rows=g:4.x.x|- points=follow"))
    assert "lay w4 g" not in legal(at("hands=w4|b2 rows=g:x|- points=follow"))
    assert "lay g5" not in legal(at("hands=g5|b2 rows=g:4.x|- points=follow"))


def test_cards_come_from_the_pile_or_the_top_of_an_open_pile():
    """K14"""
    position = at("stage=draw hands=r1|b2 piles=g:3.6/w:0")
    assert legal(position) == {"draw pile", "draw g", "draw w"}
    after = played(position, "draw g")
    assert after.table.hands[0] == ("r1", "g6")
    assert after.table.piles[3] == ("g3",)
    with pytest.raises(IllegalMoveError, match=r"No card lies there \(K14\)"):
        position.parse_move("draw r")
    with pytest.raises(NotationError, match="names no row or pile"):
        position.parse_move("draw q")


def test_a_card_just_discarded_is_not_taken_back():
    """K15"""
    after = played(at("hands=g7.r1|b2 piles=g:3/y:4"), "discard g7")
    assert legal(after) == {"draw pile", "draw y"}
    with pytest.raises(IllegalMoveError, match=r"discarded in this turn.*K15"):
        after.parse_move("draw g")
    after = played(after, "draw y", "discard b2")
    assert "draw g" in legal(after), "the other player may take it"


def test_neither_card_of_a_pair_is_taken_back():
    """K15"""
    after = played(at("hands=g7.r7.y1|b2 piles=g:3/y:4.5"), "stone g7 r7", "draw y")
    assert legal(after) == {"draw pile", "draw y"}


def test_the_second_card_is_chosen_when_the_first_is_known_and_may_be_the_one_below():
    """K16"""
    after = played(at("hands=g7.r7|b2 piles=y:4.5"), "stone g7 r7", "draw y")
    assert (after.to_move, after.stage, after.cards_left, after.turn_of) == (0, "draw", 1, 0)
    after = played(after, "draw y")
    assert after.table.hands[0] == ("y4", "y5")
    assert (after.turn_of, after.stage) == (1, "play")
    after = played(at("hands=g7.r7|b2 piles=y:4.5"), "stone g7 r7", "draw pile", "card p3", "draw y")
    assert after.table.hands[0] == ("y5", "p3")


def test_five_closed_rows_end_the_game_before_a_card_is_drawn():
    """K17"""
    position = at("hands=gx.r1|b2 rows=r:x.x/y:2.x|r:x/p:x")
    assert position.closed_rows == 4
    after = played(position, "lay gx")
    assert (after.ended, after.stage, after.to_move) == ("closed", "final", 1)
    assert after.table.hands[0] == ("r1",)


def test_two_closing_cards_in_a_row_count_once():
    """K17"""
    after = played(at("hands=rx.r1|b2 rows=r:x/y:2.x|r:x/p:x"), "lay rx")
    assert (after.closed_rows, after.stage) == (4, "draw")


NEARLY_EMPTY = (  # 101 − 30 − 16 in the hands leaves 55; 54 of them lie in the open piles
    "hands=r8.r9.b0.b1.b2.b8.b9.b10|y8.y9.p8.p9.g8.g9.w8.w9 "
    "piles=r:0.1.2.3.3.4.4.5.5.6.6.7.7/y:0.1.2.3.3.4.4.5.5.6.6.7.7/p:0.1.2.3.3.4.4.5.5.6.6.7.7/g:0.1.2.3.3.4.4.5.5.6.6.7/w:1.2.3"
)


def test_the_last_card_of_the_pile_ends_the_game():
    """K18"""
    position = at(f"{NEARLY_EMPTY} rows=-|-")
    assert position.table.pile_size == 1
    after = played(position, "discard b0", "draw pile", "card g7")
    assert (after.ended, after.stage, after.turn_of) == ("pile", "final", 1)
    assert len(after.table.hands[0]) == 8


def test_the_last_card_drawn_first_of_two_ends_the_game_at_once():
    """K18"""
    after = played(at(NEARLY_EMPTY), "stone r8 b8", "draw pile", "card g7")
    assert (after.ended, after.stage) == ("pile", "final")
    assert len(after.table.hands[0]) == 7


def test_with_the_option_the_second_card_is_still_drawn_from_an_open_pile():
    """K18"""
    after = played(at(f"{NEARLY_EMPTY} exhaust=finish"), "stone r8 b8", "draw pile", "card g7")
    assert (after.ended, after.stage, after.cards_left) == ("", "draw", 1)
    assert legal(after) == {"draw y", "draw p", "draw g", "draw w"}
    assert not after.problems()
    after = played(after, "draw w")
    assert (after.ended, after.stage) == ("pile", "final")
    assert len(after.table.hands[0]) == 8


def test_with_the_option_and_no_open_pile_to_draw_from_the_game_ends():
    """K18"""
    rows = NEARLY_EMPTY.replace("piles", "rows") + "|-"
    after = played(at(f"{rows} exhaust=finish"), "stone r8 b8", "draw pile", "card gx")
    assert (after.ended, after.stage) == ("pile", "final")


def swapping(stall: str) -> Kartenspiel:
    position = at(f"hands=r1|b2 piles=y:4/p:5 quiet=18 stall={stall}")
    return played(position, "discard r1", "draw y", "discard b2", "draw p")


def test_ten_rounds_of_swapped_discards_end_the_game():
    """K19"""
    after = swapping("on")
    assert (after.ended, after.stage, after.quiet) == ("stalled", "final", 0)
    assert (after.outcome or played(after, "done", "done").outcome).rule == "K19"


def test_with_the_option_off_swapping_goes_on():
    """K19"""
    after = swapping("off")
    assert (after.ended, after.stage, after.quiet) == ("", "play", 20)


def test_laying_taking_a_stone_and_drawing_from_the_pile_start_the_count_again():
    """K19"""
    position = at("hands=r1.r5.g5|b2 piles=y:4/p:5 quiet=7")
    assert played(position, "lay r1").quiet == 0
    assert played(position, "stone r5 g5").quiet == 0
    assert played(position, "discard r1", "draw y").quiet == 8
    assert played(position, "discard r1", "draw pile", "card b3").quiet == 0


FINAL = "stage=final turn=A last=B ended=pile hands=g7.g8.w3.rx|b2.b3 rows=g:6|-"


def test_up_to_two_final_cards_are_laid_and_no_stones_taken():
    """K20"""
    position = at(f"{FINAL} stones=1|2")
    assert position.cards_left == 2
    assert legal(position) == {"lay g7", "lay g8", "lay w3", "lay rx", "done"}
    after = played(position, "lay g7", "lay g8")
    assert (after.turn_of, after.stage, after.cards_left) == (1, "final", 2)
    assert after.table.rows[0][3] == ("g6", "g7", "g8")
    over = played(after, "lay b3", "done")
    assert (over.stage, over.to_move, over.outcome.reason) == ("over", None, "pile")
    with pytest.raises(IllegalMoveError, match="not asked for now"):
        position.parse_move("discard g7")


def test_nobody_need_lay_a_final_card():
    """K20"""
    over = played(at(FINAL), "done", "done")
    assert over.stage == "over"
    assert over.legal_moves == ()


@pytest.mark.parametrize(("final", "order"), [("next", [2, 0, 1]), ("ender", [1, 2, 0]), ("first", [0, 1, 2])])
def test_the_order_of_the_final_cards_is_an_option(final, order):
    """K21"""
    position = at(f"turn=B hands=b1|gx|b2 rows=r:x/y:x|r:x/p:x|- final={final}")
    position = played(position, "lay gx")
    seen = []
    while position.to_move is not None:
        seen.append(position.turn_of)
        position = played(position, "done")
    assert seen == order


def test_every_length_of_a_row():
    """K22"""
    told = {length: lines(at(f"hands=r1|b2 rows=g:{'.'.join(['3'] * length)}|-"))["green"] for length in range(1, 12)}
    assert told == {1: -4, 2: -3, 3: -2, 4: 1, 5: 2, 6: 3, 7: 6, 8: 7, 9: 10, 10: 10, 11: 10}
    assert lines(at("hands=r1|b2"))["green"] == 0
    assert lines(at("hands=r1|b2 rows=g:3.3.w3.x.x|-"))["green"] == 2, "closing and point cards count as cards"


def test_each_card_of_the_point_row_scores_one():
    """K23"""
    assert lines(at("hands=r1|b2 rows=w:10|-"))["points"] == 1
    assert lines(at("hands=r1|b2 rows=w:10.0.9|-"))["points"] == 3


def test_every_number_of_stones():
    """K24"""
    told = [
        lines(at(f"hands=r1|b2 stones={'.'.join(map(str, range(1, n + 1))) or '-'}|-"))["stones"] for n in range(10)
    ]
    assert told == [-4, -1, 0, 4, 6, 10, 10, 10, 10, 10]


def test_most_points_win_and_a_tie_is_shared():
    """K25"""
    over = played(at("stage=final turn=C last=C ended=pile hands=-|-|- rows=w:1|w:2.3|w:5.4"), "done").outcome
    assert over.totals == (-3, -2, -2)
    assert over.winners == (1, 2)
    assert (over.reason, over.rule) == ("pile", "K18")
    closed = played(at("stage=final turn=B last=B ended=closed hands=-|- rows=w:1|-"), "done").outcome
    assert (closed.winners, closed.rule) == ((0,), "K17")


def test_a_view_hides_the_other_hands_but_for_cards_seen_being_taken():
    """K26"""
    after = played(at("hands=g7.r1|b2.b3 piles=y:4/p:5"), "discard g7", "draw y")
    assert after.table.open == (("y4",), ())
    assert after.seen_by(1).table.hands == (("y4", HIDDEN), ("b2", "b3"))
    assert after.seen_by(0).table.hands == (("r1", "y4"), (HIDDEN, HIDDEN))
    assert after.seen_by(None).table.hands == (("y4", HIDDEN), (HIDDEN, HIDDEN))
    assert after.seen_by(0).table.piles == after.table.piles
    assert after.seen_by(0).seen_by(1) == after.seen_by(None)


def test_a_known_card_is_known_until_it_is_played():
    """K26"""
    position = at("hands=y4.y4.r1|b2 open=y4|-")
    assert played(position, "discard r1").table.open == (("y4",), ())
    once = played(position, "lay y4")
    assert once.seen_by(1).table.hands[0] == (HIDDEN, HIDDEN), "of two alike the known one goes"


def test_in_a_view_a_hidden_hand_may_play_what_is_not_seen_elsewhere():
    """K26"""
    view = at("turn=B hands=g8.r1|g5.b3").seen_by(0)
    assert view.why_not(view.parse_move("discard g5")) is None
    with pytest.raises(IllegalMoveError, match="does not hold g8"):
        view.parse_move("discard g8")
    after = played(view, "stone g5 r5")
    assert after.table.hands == (("r1", "g8"), ())
    with pytest.raises(IllegalMoveError, match="does not hold w5 and w5"):
        view.parse_move("stone w5 w5")
    with pytest.raises(IllegalMoveError, match="does not hold r5 and g5"):
        at("turn=B hands=r1|?? eyes=A piles=g:5.5").parse_move("stone r5 g5")
    with pytest.raises(IllegalMoveError, match="does not hold r5 and g5"):
        at("turn=B hands=r1|? eyes=A").parse_move("stone r5 g5")


def test_in_a_view_the_card_that_somebody_else_draws_stays_hidden():
    """K26"""
    view = at("stage=reveal turn=B hands=g8|b3").seen_by(0)
    assert [(str(move), probability) for move, probability in view.chance_outcomes()] == [("card ?", 1)]
    assert played(view, "card ?").table.hands == (("g8",), (HIDDEN, HIDDEN))
    with pytest.raises(IllegalMoveError, match="cannot come from the face-down pile"):
        view.parse_move("card r1")


def test_an_option_that_does_not_exist_is_refused():
    with pytest.raises(OptionError, match="has no option 'speed'"):
        GAME.start(2, {"speed": "fast"})
    with pytest.raises(OptionError, match="at-once or finish"):
        GAME.start(2, {"exhaust": "late"})
    with pytest.raises(OptionError, match="2 to 4 players, not for 5"):
        GAME.start(5)
    assert GAME.start(2, {"exhaust": "finish"}).options["exhaust"] == "finish"


def test_component_files_are_refused():
    with pytest.raises(ComponentsError, match="no board and no chips"):
        GAME.start(2, components="x = 1")


@pytest.mark.parametrize(
    ("words", "move", "effects"),
    [
        ("hands=g7|b2", "discard g7", (Effect("discard", "g7"),)),
        ("hands=g7|b2 rows=g:3|-", "lay g7", (Effect("lay", "green", 1, 2),)),
        ("hands=gx|b2 rows=g:3|-", "lay gx", (Effect("close", "green", 1, 2),)),
        ("hands=w3|b2 rows=g:3|-", "lay w3 g", (Effect("lay", "green", 1, 2),)),
        ("hands=w3|b2 rows=g:3|-", "lay w3", (Effect("lay", "points", 1, 1),)),
        (
            "hands=g7.b7|b2",
            "stone g7 b7",
            (Effect("discard", "g7"), Effect("discard", "b7"), Effect("stone", "7", 1)),
        ),
        ("stage=draw hands=g7|b2 piles=y:3", "draw y", (Effect("draw", "y"),)),
        ("stage=reveal hands=g7|b2", "card b3", (Effect("card", "b3"),)),
        ("hands=gx|b2 rows=r:x/y:x|r:x/p:x", "lay gx", (Effect("close", "green", 1, 1), Effect("ends", "closed"))),
        ("stage=final last=B ended=pile hands=b1|-", "done", (Effect("decline", "final"),)),
        (
            "stage=final turn=B last=B ended=pile hands=b1|-",
            "done",
            (Effect("decline", "final"), Effect("ends", "over")),
        ),
    ],
)
def test_what_a_move_does_is_told_in_order(words, move, effects):
    position = at(words)
    assert position.describe(position.parse_move(move)) == effects


def test_an_illegal_move_is_refused_with_its_rule():
    position = at("hands=g7|b2")
    with pytest.raises(IllegalMoveError, match="K4"):
        position.play(at("stage=final ended=pile hands=-|-").parse_move("done"))
    with pytest.raises(IllegalMoveError, match="not asked for now"):
        position.play("lay g7")
    with pytest.raises(IllegalMoveError, match=r"no row 'q' \(K7\)"):
        position.play(Lay("g7", "q"))
    with pytest.raises(IllegalMoveError, match=r"no pile 'q' \(K14\)"):
        at("stage=draw hands=g7|b2").play(Draw("q"))


@pytest.mark.parametrize(
    ("move", "told"),
    [
        ("", "is no move of this game"),
        ("fly", "is no move of this game"),
        ("stone g7", "is no move of this game"),
        ("lay", "is no move; type card g7"),
        ("discard g7 b7", "is no move; type card g7"),
        ("lay g11", "'g11' is no card"),
        ("lay g7 red", "'red' names no row"),
        ("stone g7 q7", "'q7' is no card"),
    ],
)
def test_a_move_that_cannot_be_read_is_named(move, told):
    with pytest.raises(NotationError, match=told):
        at("hands=g7|b2").parse_move(move)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("hands=g7", "2 to 4 hands"),
        ("", "2 to 4 hands"),
        ("hands=g7|b2 hands=g7|b2", "hands= stands twice"),
        ("hands=g7|b2 colour=red", "no word of a position"),
        ("hands=g7|b2 piles", "no word of a position"),
        ("hands=g7|b99", "'b99' is no card"),
        ("hands=g7|b2 rows=-", "2 hands, but 1 groups in rows="),
        ("hands=g7|b2 open=-", "2 hands, but 1 groups in open="),
        ("hands=g7|b2 open=?|-", "cannot be hidden"),
        ("hands=g7|b2 rows=g|-", "'g' is no row"),
        ("hands=g7|b2 rows=q:3|-", "is no row"),
        ("hands=g7|b2 rows=g:3/g:4|-", "is no row"),
        ("hands=g7|b2 rows=g:|-", "'g' is no card"),
        ("hands=g7|b2 eyes=C", "eyes= names the hands"),
        ("hands=g7|b2 eyes=BA", "eyes= names the hands"),
        ("hands=g7|b2 fresh=gg", "fresh= names each pile once"),
        ("hands=g7|b2 turn=C", "turn= names a seat, one of AB"),
        ("hands=g7|b2 stage=sleep", "stage of a position is one of deal"),
        ("hands=g7|b2 stage=over", "say ended= closed, pile, stalled"),
        ("hands=g7|b2 ended=pile", "say ended= closed, pile, stalled"),
        ("hands=g7|b2 stage=over ended=rain", "say ended= closed, pile, stalled"),
        ("hands=g7|b2 left=1", "needs left= with a number from 0 to 0"),
        ("hands=g7|b2 stage=draw left=3", "needs left= with a number from 1 to 2"),
        ("hands=g7|b2 quiet=many", "needs quiet= with a number"),
        ("hands=g7|b2 stones=1", "gives each of the 2 seats"),
        ("hands=g7|b2 stones=10|-", "gives each of the 2 seats"),
        ("hands=g7|b2 opening=never", "option opening of kartenspiel is any or number"),
        ("hands=" + "?" * 4000, "at most 4000 characters"),
    ],
)
def test_a_position_that_cannot_be_read_is_named(words, told):
    with pytest.raises(NotationError, match=told):
        at(words)


def test_a_position_of_another_game_is_refused():
    with pytest.raises(NotationError, match="begins with the word kartenspiel"):
        GAME.position("or hands=g7|b2")
    with pytest.raises(NotationError, match="begins with the word kartenspiel"):
        GAME.position("")


SOUND = "hands=g7.g8.r1.r2.r3.r4.r5.r6|y1.y2.y3.y4.y5.y6.y7.y8"


TWO_DRAWS = SOUND.replace(".r5.r6", "") + " stage=draw left=2"
LAST_CARDS = SOUND + " stage=final rows=p:x/b:x/g:x|p:x/b:x ended=closed last=B"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (SOUND.replace("g8", "g7") + " piles=g:7", "There are 3 cards g7 on the table, but the deck has 2."),
        (SOUND + " open=p3|-", "Seat A does not hold all the cards that it was seen to take."),
        (SOUND.replace("g7", "?"), "Seat A is seen, but holds hidden cards."),
        (SOUND + " piles=g:r7", "The discard pile g holds a card of another colour."),
        (
            SOUND + " stage=draw fresh=b",
            "The discard pile b is empty, though a card was discarded onto it in this turn.",
        ),
        (SOUND.replace(".r6", ""), "Seat A holds 7 cards instead of 8 (K4)."),
        (SOUND + " stage=draw", "Seat A holds 8 cards instead of 7 (K4)."),
        (SOUND + " stage=draw left=2", "Two cards are drawn only by a seat that has just taken a stone (K4)."),
        (SOUND + " stage=deal", "Seat A holds 8 cards instead of 0 (K4)."),
        (
            SOUND.replace("g8", "g8.b1") + " stage=over ended=pile",
            "Seat A holds 9 cards; 0 to 2 were laid of 8 (K2, K20).",
        ),
        (SOUND + " rows=w:g3|-", "The row w of seat A holds a card that is no point card (K11)."),
        (
            SOUND + " rows=-|p:3.4.2",
            "In row p of seat B the card p2 cannot lie there: The pink row runs the other way (K8).",
        ),
        (SOUND + " rows=-|p:3.r4", "In row p of seat B the card r4 cannot lie there: The card r4 does not belong"),
        (SOUND + " rows=-|p:x opening=number", "In row p of seat B the card px cannot lie there"),
        (SOUND + " stones=1|1", "The stone 1 was taken 2 times, but there is one (K1)."),
        (SOUND + " rows=p:x/b:x/g:x|p:x/b:x", "Five rows hold closing cards, so the game is over (K17)."),
        (SOUND + " stage=over ended=closed", "The game cannot have ended by closing cards in five rows (K17)."),
        (
            SOUND + " stage=over ended=pile",
            "The game cannot have ended by the last card: the face-down pile is not empty (K18).",
        ),
        (
            SOUND + " stage=over ended=stalled stall=off",
            "With this option the game does not end by swapped discards (K19).",
        ),
        (SOUND + " quiet=21", "So many turns of swapped discards end the game (K19)."),
        ("hands=g7|- stage=deal piles=r:1", "While cards are dealt none can have been laid, discarded or taken"),
        ("hands=g7|- stage=deal stones=1|-", "While cards are dealt none can have been laid, discarded or taken"),
        (SOUND + " piles=g:3 fresh=g", "Cards discarded in this turn are told of only while cards are drawn in it"),
        (SOUND + " stage=draw piles=g:3/b:3/p:3 fresh=pgb", "In one turn cards cannot be discarded onto 3 piles (K4)."),
        (TWO_DRAWS + " piles=g:4/b:3 fresh=gb stones=4|-", "Who draws two cards has just discarded two of one number"),
        (TWO_DRAWS + " piles=g:4/b:4 fresh=gb stones=3|-", "Who draws two cards has just discarded two of one number"),
        (TWO_DRAWS + " piles=g:3.4 fresh=g stones=4|-", "Who draws two cards has just discarded two of one number"),
        (TWO_DRAWS + " piles=g:4 stones=4|-", "Who draws two cards has just discarded two of one number"),
        (LAST_CARDS + " left=1", "Seat A holds 8 cards; 1 to 1 were laid of 8 (K2, K20)."),
        (LAST_CARDS.replace(".y7.y8", ""), "Seat B holds 6 cards; 0 to 0 were laid of 8 (K2, K20)."),
        (LAST_CARDS.replace(".y8", "").replace(".r6", ""), "In 2 hands a card is missing; only who ended the game"),
        (
            LAST_CARDS.replace(".y8", "").replace("ended=closed", "ended=stalled"),
            "In 1 hands a card is missing; only who ended the game",
        ),
        (
            NEARLY_EMPTY.replace("w:1", "w:0.1") + " stage=final ended=closed",
            "The game has ended by the last card before: the face-down pile is empty (K18).",
        ),
        (LAST_CARDS + " quiet=1", "Turns of swapped discards are counted only while the game goes on (K19)."),
        (SOUND + " quiet=20", "So many turns of swapped discards end the game (K19)."),
        (NEARLY_EMPTY.replace("w:1", "w:0.1"), "The face-down pile is empty, so the game is over (K18)."),
        (NEARLY_EMPTY.replace("w:1", "w:4.5.0.1"), "There are 2 more cards on the table than the game is played with."),
    ],
)
def test_every_reason_why_a_position_cannot_be_is_named(words, told):
    assert any(problem.startswith(told) for problem in at(words).problems()), at(words).problems()


def test_a_sound_position_has_no_problems():
    assert at(SOUND).problems() == ()
    assert at(SOUND).seen_by(0).problems() == ()
    assert at(TWO_DRAWS + " piles=g:4/b:4 fresh=gb stones=4|-").problems() == ()
    assert at(TWO_DRAWS + " piles=g:3.4.4 fresh=g stones=4|-").problems() == ()
    assert at(LAST_CARDS).problems() == at(LAST_CARDS.replace(".y8", "")).problems() == ()
    assert at(LAST_CARDS.replace(".r6", "") + " left=1").problems() == ()


def test_a_position_prints_what_is_not_as_usual_and_reads_it_back():
    text = (
        "kartenspiel turn=B stage=draw hands=g7.gx|????? open=g7|- rows=g:3.3.w3.x/w:8|- piles=r:1.x/w:2 eyes=A "
        "fresh=r stones=1.9|- left=2 quiet=3 exhaust=finish"
    )
    assert str(GAME.position(text)) == text
    text = "kartenspiel turn=A stage=final hands=-|b2 rows=-|- piles=- eyes=- left=1 ended=closed last=B"
    assert str(GAME.position(text)) == text
