"""Every numbered rule of Der Weg der Steine; a test names the rules it pins in its docstring."""

from fractions import Fraction
from importlib.resources import files
from random import Random

import pytest

from engine.card_moves import Draw
from engine.cards import HIDDEN
from engine.chance import settle
from engine.components import parse, write
from engine.errors import ComponentsError, IllegalMoveError, NotationError, OptionError
from engine.games.weg_der_steine import GAME, WegDerSteine
from engine.games.weg_der_steine_parts import DECK, SCHEMA, Start, Stay, Step
from engine.position import CHANCE, Effect

EMPTY = "........./........./........./........./........."


def at(words: str, tiles: str = EMPTY) -> WegDerSteine:
    return GAME.position(f"weg-der-steine tiles={tiles} {words}")


def green(tiles: str) -> str:
    """A board whose green path alone has tiles."""
    return f"........./........./........./{tiles.ljust(9, '.')}/........."


def played(position: WegDerSteine, *moves: str) -> WegDerSteine:
    for move in moves:
        position = position.play(position.parse_move(move))
    return position


def legal(position: WegDerSteine) -> set[str]:
    return {str(move) for move in position.legal_moves}


def lines(position: WegDerSteine, seat: int = 0) -> dict[str, int]:
    return {line.item: line.points for line in position.scores()[seat].lines}


def test_there_are_110_cards_each_number_twice_in_five_colours():
    """S1"""
    assert DECK.size == 110
    assert [DECK.copies[f"g{n}"] for n in range(11)] == [2] * 11
    assert len(DECK.copies) == 55


def test_the_nine_spaces_of_a_path_and_what_they_are_worth():
    """S2"""
    told = [lines(at(f"hands=g1|b1 figures=g{space}|-"))["green"] for space in range(1, 10)]
    assert told == [-4, -3, -2, 1, 2, 3, 6, 7, 10]
    assert at("hands=g1|b1 figures=g6.b7|r8.y9").figures_in_goal == 3


def test_twenty_five_tiles_are_laid_out_first_on_end_stones_and_dark_stones():
    """S3"""
    position = GAME.start(2)
    assert (position.stage, position.to_move) == ("tiles", CHANCE)
    assert position.tiles == ("?.?..?.??", ".?.??.?.?", "?..??..??", ".??..??.?", "..????..?")
    assert "".join(position.tiles).count("?") == 25
    chances = {str(move): probability for move, probability in position.chance_outcomes()}
    assert chances == {
        "tile r1 stone": Fraction(9, 25),
        "tile r1 clover": Fraction(9, 25),
        "tile r1 1": Fraction(2, 25),
        "tile r1 2": Fraction(3, 25),
        "tile r1 3": Fraction(2, 25),
    }
    after = played(position, "tile r1 1", "tile r3 1")
    assert "tile r6 1" not in {str(move) for move, _ in after.chance_outcomes()}
    with pytest.raises(IllegalMoveError, match=r"^The move tile r6 1 cannot be made now.*S3"):
        after.parse_move("tile r6 1")
    with pytest.raises(IllegalMoveError, match="S3"):
        after.parse_move("tile r8 clover")
    with pytest.raises(IllegalMoveError, match="not asked for now"):
        at("hands=g1|b1").parse_move("tile r1 clover")


def test_all_tiles_lie_open_when_the_deal_begins():
    """S3"""
    position = GAME.start(2)
    while position.stage == "tiles":
        move, _ = next(iter(position.chance_outcomes()))
        position = position.play(move)
    shown = "".join(position.tiles)
    assert {tile: shown.count(tile) for tile in "sc123"} == {"s": 9, "c": 9, "1": 2, "2": 3, "3": 2}
    assert position.stage == "deal"


def test_our_own_board_offers_every_path_the_same():
    """S3: four spaces a path besides its end stone, in pairs around the middle, and no two paths alike."""
    spaces = [[place + 1 for place, mark in enumerate(path[:8]) if mark == "?"] for path in GAME.start(2).tiles]
    assert [len(path) for path in spaces] == [4] * 5
    assert [sum(path) for path in spaces] == [18] * 5
    assert all(9 - space in path for path in spaces for space in path)
    assert len({tuple(path) for path in spaces}) == 5
    assert all(2 <= sum(space in path for path in spaces) <= 3 for space in range(1, 9))
    board = GAME.start(2).components
    assert {row.entries[8].provenance for row in board.rows} == {"real"}
    assert {entry.provenance for row in board.rows for entry in row.entries[:8]} == {"ours"}


@pytest.mark.parametrize(("seats", "pile"), [(2, 64), (3, 86), (4, 78)])
def test_eight_cards_each_and_with_two_players_thirty_set_aside(seats, pile):
    """S4"""
    position = settle(GAME.start(seats), Random(1))
    assert [len(hand) for hand in position.table.hands] == [8] * seats
    assert position.table.pile_size == pile
    assert position.figures == ((0,) * 5,) * seats
    assert position.track == (0,) * seats


def test_cards_are_dealt_one_by_one_with_their_chances():
    """S4"""
    position = at("stage=deal hands=g7|-")
    chances = {str(move): probability for move, probability in position.chance_outcomes()}
    assert chances["card g7"] == Fraction(1, 109)
    assert chances["card g8"] == Fraction(2, 109)
    assert sum(chances.values()) == 1
    with pytest.raises(IllegalMoveError, match=r"g7 cannot come from the face-down pile \(S4\)"):
        played(position, "card g7").parse_move("card g7")


def test_seat_a_begins_and_a_turn_is_card_figure_draw():
    """S5"""
    position = settle(GAME.start(3), Random(4))
    assert position.turn_of == 0
    position = at("hands=g4.r1|b2|p3")
    assert legal(position) == {"lay g4", "lay r1", "discard g4", "discard r1"}
    after = played(position, "lay g4")
    assert (after.stage, after.to_move) == ("step", 0)
    after = played(after, "start g small")
    assert (after.stage, after.to_move) == ("draw", 0)
    after = played(after, "draw pile", "card y5")
    assert (after.stage, after.turn_of) == ("play", 1)
    assert after.table.hands[0] == ("r1", "y5")
    assert played(after, "discard b2", "draw pile", "card y6", "discard p3", "draw pile", "card y6").turn_of == 0


def test_only_cards_of_the_hand_are_played_and_only_when_asked_for():
    """S5"""
    position = at("hands=g7|b2")
    for move in ("discard b2", "lay b2"):
        with pytest.raises(IllegalMoveError, match=r"does not hold b2 \(S5\)"):
            position.parse_move(move)
    with pytest.raises(IllegalMoveError, match=r"not asked for now; the stage is 'play' \(S5\)"):
        position.parse_move("draw pile")


def test_any_card_may_be_discarded_onto_the_pile_of_its_colour():
    """S6"""
    after = played(at("hands=g7|b2 piles=g:1"), "discard g7")
    assert after.table.piles[3] == ("g1", "g7")
    assert after.figures == ((0,) * 5,) * 2
    assert after.stage == "draw"


def test_a_card_goes_into_the_row_of_its_colour_and_numbers_may_be_skipped_or_repeated():
    """S7"""
    after = played(at("hands=g7|b2 rows=g:4.4|- figures=g2|-"), "lay g7")
    assert after.table.rows[0][3] == ("g4", "g4", "g7")
    with pytest.raises(IllegalMoveError, match=r"another colour \(S7\)"):
        at("hands=g7|b2").parse_move("lay g7 r")
    with pytest.raises(NotationError, match="names no row"):
        at("hands=g7|b2").parse_move("lay g7 w")


@pytest.mark.parametrize(
    ("row", "fitting"),
    [
        ("3.6", {"lay g6", "lay g9"}),
        ("9.7", {"lay g6", "lay g3", "lay g0"}),
        ("6.6", {"lay g6", "lay g9", "lay g3", "lay g0"}),
        ("6", {"lay g6", "lay g9", "lay g3", "lay g0"}),
        ("6.6.9", {"lay g9"}),
    ],
)
def test_the_first_different_number_fixes_the_direction(row, fitting):
    """S8"""
    position = at(f"hands=g0.g3.g6.g9|b2 rows=g:{row}|-")
    assert {move for move in legal(position) if move.startswith("lay")} == fitting
    refused = {"lay g0", "lay g3", "lay g6", "lay g9"} - fitting
    for move in refused:
        with pytest.raises(IllegalMoveError, match=r"green row runs the other way \(S8\)"):
            position.parse_move(move)


def test_the_example_round_green_4_7_then_7_or_9_but_no_5():
    """S7, S8, S9"""
    position = at("hands=g4.g5.g7.g7.g9|b2")
    position = played(position, "lay g4", "start g small")
    assert position.figures[0] == (0, 0, 0, 1, 0), "the first green space"
    position = played(position, "draw pile", "card r1", "discard b2", "draw pile", "card b3", "lay g7")
    assert position.figures[0] == (0, 0, 0, 2, 0), "one space further; nothing to choose"
    position = played(position, "draw pile", "card r2", "discard b3", "draw pile", "card b4")
    assert {"lay g7", "lay g9"} <= legal(position)
    with pytest.raises(IllegalMoveError, match="S8"):
        position.parse_move("lay g5")


def test_a_laid_card_moves_its_figure_one_space_whatever_its_number():
    """S9"""
    assert played(at("hands=g10|b2 figures=g3|-"), "lay g10").figures[0] == (0, 0, 0, 4, 0)
    assert played(at("hands=g0|b2 figures=g3|-"), "lay g0").figures[0] == (0, 0, 0, 4, 0)


def test_by_default_the_step_is_made():
    """S9"""
    position = at("hands=g4|b2 stage=step laid=g rows=g:4|-")
    assert legal(position) == {"start g small", "start g large"}
    with pytest.raises(IllegalMoveError, match=r"is made \(S9\)"):
        position.parse_move("stay")
    with pytest.raises(IllegalMoveError, match=r"moves a figure on the green path \(S9\)"):
        position.parse_move("start r small")


def test_with_the_option_the_step_may_be_left():
    """S9"""
    position = played(at("hands=g4|b2 figures=g3|- step=may"), "lay g4")
    assert legal(position) == {"step g", "stay"}
    after = played(position, "stay")
    assert (after.figures[0][3], after.stage) == (3, "draw")
    assert legal(played(at("hands=g4|b2 step=may"), "lay g4")) == {"start g small", "start g large", "stay"}


def test_the_first_card_of_a_colour_brings_in_a_small_or_the_large_figure():
    """S10"""
    position = played(at("hands=g4|b2"), "lay g4")
    small, large = played(position, "start g small"), played(position, "start g large")
    assert (small.figures[0], small.large) == ((0, 0, 0, 1, 0), ("", ""))
    assert (large.figures[0], large.large) == ((0, 0, 0, 1, 0), ("g", ""))


def test_the_last_figure_comes_in_without_a_choice():
    """S10"""
    after = played(at("hands=b4|b2 figures=r1.y1.p1.g1|-"), "lay b4")
    assert (after.stage, after.large[0]) == ("draw", "b")
    after = played(at("hands=b4|b2 figures=R1.y1|-"), "lay b4")
    assert (after.stage, after.figures[0], after.large[0]) == ("draw", (1, 1, 0, 0, 1), "r")


def test_one_own_figure_a_path_and_none_without_figures_at_the_start():
    """S10"""
    position = at("hands=g4|b2 stage=clover figures=g3.R2.y1.p1|-")
    assert legal(position) == {"step g", "step r", "step y", "step p", "start b small", "stay"}
    for move, told in (
        (Start("g", False), "An own figure is on that path"),
        (Start("b", True), "No such figure is left"),
        (Step("b"), "No own figure is on that path"),
    ):
        with pytest.raises(IllegalMoveError, match=rf"{told}.*S10"):
            position.play(move)


def test_a_card_moves_the_figure_that_a_clover_brought_in():
    """S10"""
    after = played(at("hands=g4|b2 figures=g1|-"), "lay g4")
    assert (after.figures[0][3], after.stage) == (2, "draw")


def test_a_card_for_a_finished_path_may_move_another_own_figure():
    """S11"""
    position = played(at("hands=g4|b2 figures=g9.r3.y9|-"), "lay g4")
    assert position.stage == "step"
    assert legal(position) == {"step r", "start p small", "start p large", "start b small", "start b large", "stay"}
    assert played(position, "step r").figures[0] == (4, 9, 0, 9, 0)
    assert played(position, "start b large").large[0] == "b"
    assert played(position, "stay").stage == "draw"
    with pytest.raises(IllegalMoveError, match=r"stands on the end stone \(S11\)"):
        position.parse_move("step g")


def test_the_card_that_reaches_the_end_stone_moves_no_other_figure():
    """S11"""
    after = played(at("hands=g4|b2 figures=g8.r3|-"), "lay g4")
    assert (after.figures[0], after.stage) == ((3, 0, 0, 9, 0), "draw")


def test_what_the_other_figure_reaches_takes_effect():
    """S11"""
    position = played(at("hands=g4|b2 figures=g9.r3|-", "...2...../........./........./........./........."), "lay g4")
    assert played(position, "step r").track == (2, 0)


def test_figures_of_different_players_share_a_space():
    """S12"""
    after = played(at("hands=g4|b2 figures=g3|g4"), "lay g4")
    assert (after.figures[0][3], after.figures[1][3]) == (4, 4)


def test_a_tile_takes_effect_however_the_figure_reaches_it():
    """S13"""
    by_card = played(at("hands=g4|b2 figures=g3|-", green("...3")), "lay g4")
    by_start = played(at("hands=g4|b2", green("3")), "lay g4", "start g small")
    by_clover = played(at("hands=g4|b2 stage=clover figures=g3|-", green("...3")), "step g")
    assert (by_card.track, by_start.track, by_clover.track) == ((3, 0), (3, 0), (3, 0))
    passing = played(at("hands=g4|b2 figures=g3|-", green("..3.3")), "lay g4")
    assert passing.track == (0, 0), "standing on or before a tile is not reaching it"


def test_points_count_at_once_and_the_tile_stays():
    """S14"""
    after = played(at("hands=g4|b2 figures=g3|- track=1|5", green("...2")), "lay g4")
    assert after.track == (3, 5)
    assert after.tiles[3] == "...2....."
    assert lines(after)["points"] == 3


def test_a_clover_moves_any_own_figure_also_the_same_or_one_from_the_start():
    """S15"""
    position = played(at("hands=g4|b2 figures=g3.r9|b5", green("...c")), "lay g4")
    assert (position.stage, position.to_move) == ("clover", 0)
    assert legal(position) == {
        "step g",
        "start y small",
        "start y large",
        "start p small",
        "start p large",
        "start b small",
        "start b large",
        "stay",
    }
    after = played(position, "step g")
    assert (after.figures[0][3], after.stage) == (5, "draw")
    assert after.tiles[3] == "...c.....", "the clover stays"
    assert played(position, "stay").figures[0][3] == 4
    with pytest.raises(IllegalMoveError, match=r"stands on the end stone \(S11\)"):
        position.parse_move("step r")


def test_clovers_chain():
    """S15"""
    position = played(at("hands=g4|b2 figures=g3|-", "c......../c......../.c......./...cc.s../........."), "lay g4")
    for move in ("step g", "start r small", "start y large"):
        position = played(position, move)
        assert position.stage == "clover", move
    position = played(position, "step g")
    assert (position.stage, position.figures[0]) == ("draw", (1, 1, 0, 6, 0))


def test_two_ways_to_one_place_differ_while_a_clover_is_owed():
    """S15: red then green, or green then red: the figures end alike, but only one of the ways owes another step."""
    tiles = ".c......./........./........./..c....../........."
    position = at("hands=p4|b2 stage=clover figures=r1.g2|-", tiles)
    red_first = played(position, "step r", "step g", "stay")
    green_first = played(position, "step g", "step r")
    assert red_first.figures == green_first.figures
    assert (red_first.stage, green_first.stage) == ("draw", "clover")


def test_a_wish_stone_goes_to_the_first_figure_that_reaches_it():
    """S16"""
    after = played(at("hands=g4|b2 figures=g3|g3 stones=1|2", green("...s")), "lay g4")
    assert after.stones == (2, 2)
    assert after.tiles[3] == "........."
    assert played(after, "draw pile", "card r1", "discard b2").stones == (2, 2)


def test_cards_come_from_the_pile_or_the_top_of_an_open_pile():
    """S17"""
    position = at("stage=draw hands=r1|b2 piles=g:3.6/b:0")
    assert legal(position) == {"draw pile", "draw g", "draw b"}
    after = played(position, "draw g")
    assert after.table.hands[0] == ("r1", "g6")
    assert (after.table.piles[3], after.turn_of) == (("g3",), 1)
    with pytest.raises(IllegalMoveError, match=r"No card lies there \(S17\)"):
        position.parse_move("draw r")
    with pytest.raises(IllegalMoveError, match=r"There is no pile 'w' \(S17\)"):
        position.play(Draw("w"))


def test_the_card_just_discarded_is_not_taken_back():
    """S18"""
    after = played(at("hands=g7.r1|b2 piles=g:3/y:4"), "discard g7")
    assert legal(after) == {"draw pile", "draw y"}
    with pytest.raises(IllegalMoveError, match=r"discarded in this turn may not be taken \(S18\)"):
        after.parse_move("draw g")
    assert "draw g" in legal(played(after, "draw y", "discard b2"))


def test_the_fifth_figure_in_the_goal_ends_the_game_and_its_tile_is_void():
    """S19"""
    for tile in "sc3":
        position = at("hands=g4.g5|b2 figures=g6.r7.Y9|b8.p7", green(f"......{tile}"))
        after = played(position, "lay g4")
        assert (after.stage, after.ended, after.to_move) == ("over", "goal", None)
        assert (after.stones, after.track, after.tiles) == ((0, 0), (0, 0), position.tiles)
        assert after.table.hands[0] == ("g5",), "no card is drawn"
        assert after.outcome.rule == "S19"


def test_a_clover_step_ends_the_game_in_the_middle_of_a_chain():
    """S19"""
    position = at("hands=g4|b2 stage=clover figures=g6.r7.Y9|b8.p7", green("......c"))
    assert played(position, "step g").ended == "goal"


def test_moving_on_within_the_goal_does_not_end_it_and_the_large_figure_counts_once():
    """S19"""
    after = played(at("hands=g4|b2 figures=G7.r7|b8.p7"), "lay g4")
    assert (after.figures_in_goal, after.stage) == (4, "draw")
    after = played(at("hands=g4|b2 figures=g6.R7|b8", green("......2")), "lay g4")
    assert (after.figures_in_goal, after.stage, after.track) == (3, "draw", (2, 0))


NEARLY_EMPTY = (  # 110 − 30 leaves 80: 16 in the hands, 63 in the open piles, one in the face-down pile
    "hands=g6.g6.g7.g7.g8.g8.g9.g9|b3.b4.b5.b6.b7.b8.b9.b10 "
    "piles=r:0.1.2.3.4.5.6.7.8.9.10.0.1.2.3.4.5.6/y:0.1.2.3.4.5.6.7.8.9.10.0.1.2.3.4.5.6"
    "/p:0.1.2.3.4.5.6.7.8.9.10.0.1.2.3.4.5.6/g:0.1.2.3.4.5.0.1.2"
)


def test_the_last_card_of_the_pile_ends_the_game():
    """S20"""
    position = at(NEARLY_EMPTY)
    assert position.table.pile_size == 1
    after = played(position, "discard g6", "draw pile", "card b2")
    assert (after.stage, after.ended, after.outcome.rule) == ("over", "pile", "S20")
    assert len(after.table.hands[0]) == 8
    assert played(position, "discard g6", "draw r").stage == "play"


def swapping(stall: str) -> WegDerSteine:
    position = at(f"hands=r1|b2 piles=y:4/p:5 quiet=18 stall={stall}")
    return played(position, "discard r1", "draw y", "discard b2", "draw p")


def test_ten_rounds_of_swapped_discards_end_the_game():
    """S21"""
    after = swapping("on")
    assert (after.stage, after.ended, after.outcome.rule) == ("over", "stalled", "S21")


def test_with_the_option_off_swapping_goes_on():
    """S21"""
    after = swapping("off")
    assert (after.stage, after.ended, after.quiet) == ("play", "", 20)


def test_laying_and_drawing_from_the_pile_start_the_count_again():
    """S21"""
    position = at("hands=r1|b2 piles=y:4 quiet=7")
    assert played(position, "lay r1").quiet == 0
    assert played(position, "discard r1", "draw y").quiet == 8
    assert played(position, "discard r1", "draw pile", "card b3").quiet == 0


def test_the_large_figure_counts_twice_also_below_zero():
    """S22"""
    told = [lines(at(f"hands=g1|b1 figures=G{space}|-"))["green"] for space in range(1, 10)]
    assert told == [-8, -6, -4, 2, 4, 6, 12, 14, 20]
    assert sum(lines(at("hands=g1|b1"))[path] for path in ("redbrown", "yellow", "pink", "green", "blue")) == 0


def test_the_points_of_the_track_are_added():
    """S23"""
    position = at("hands=g1|b1 figures=g4.R7|b2 track=5|1 stones=2|0")
    assert [sheet.total for sheet in position.scores()] == [1 + 12 + 5 + 2, -3 + 1 - 4]


def test_every_number_of_stones():
    """S24"""
    told = [lines(at(f"hands=g1|b1 stones={count}|0"))["stones"] for count in range(10)]
    assert told == [-4, -3, 2, 3, 6, 10, 10, 10, 10, 10]


TIE = "stage=over ended=pile hands=-|-|- figures=b4|b5|- stones=2|1|0 track=0|4|7"


def test_most_points_win_and_a_tie_is_shared():
    """S25"""
    outcome = at(TIE).outcome
    assert (outcome.totals, outcome.winners) == ((3, 3, 3), (0, 1, 2))
    assert at("stage=over ended=pile hands=-|- figures=b4|b5").outcome.winners == (1,)


def test_with_the_option_most_stones_decide_a_tie():
    """S25"""
    assert at(f"{TIE} ties=stones").outcome.winners == (0,)
    assert at("stage=over ended=pile hands=-|- figures=b4|b9 stones=1|0 ties=stones").outcome.winners == (1,)


def test_a_view_hides_the_other_hands_but_for_cards_seen_being_taken():
    """S26"""
    after = played(at("hands=g7.r1|b2.b3 piles=y:4/p:5"), "discard g7", "draw y")
    assert after.seen_by(1).table.hands == (("y4", HIDDEN), ("b2", "b3"))
    assert after.seen_by(0).table.hands == (("r1", "y4"), (HIDDEN, HIDDEN))
    assert after.seen_by(None).table.hands == (("y4", HIDDEN), (HIDDEN, HIDDEN))
    assert after.seen_by(None).tiles == after.tiles


def test_in_a_view_a_hidden_hand_may_play_what_is_not_seen_elsewhere():
    """S26"""
    view = at("turn=B hands=g8.g8.r1|g5.b3").seen_by(0)
    assert view.why_not(view.parse_move("lay g5")) is None
    assert "lay g8" not in legal(view)
    after = played(view, "lay g5", "start g small", "draw pile")
    assert [(str(move), probability) for move, probability in after.chance_outcomes()] == [("card ?", 1)]
    assert played(after, "card ?").table.hands[1] == (HIDDEN, HIDDEN)


def owner_board() -> str:
    return (files("engine") / "components" / "weg-der-steine-owner.toml").read_text(encoding="utf-8")


def test_on_an_owners_board_each_unknown_space_is_asked_for():
    """S27"""
    position = GAME.start(2, components=owner_board())
    assert position.tiles == ("~~~~~~~~?",) * 5
    chances = {str(move): probability for move, probability in position.chance_outcomes()}
    assert chances == {
        "tile r1 plain": Fraction(1, 2),
        "tile r1 stone": Fraction(9, 50),
        "tile r1 clover": Fraction(9, 50),
        "tile r1 1": Fraction(2, 50),
        "tile r1 2": Fraction(3, 50),
        "tile r1 3": Fraction(2, 50),
    }
    after = played(position, "tile r1 plain", "tile r2 clover")
    assert [entry.shows for entry in after.components.rows[0].entries[:3]] == ["plain", "tile", "unknown"]
    assert [entry.provenance for entry in after.components.rows[0].entries[:3]] == ["owner", "owner", "unknown"]
    chances = {str(move): probability for move, probability in after.chance_outcomes()}
    assert chances["tile r3 plain"] == Fraction(19, 38)


def test_the_last_unknown_spaces_are_certain_when_their_number_is():
    """S27"""
    position = GAME.start(2, components=owner_board())
    while position.stage == "tiles":
        outcomes = dict(position.chance_outcomes())
        assert sum(outcomes.values()) == 1
        move = max(outcomes, key=lambda tile: str(tile).endswith("plain"))
        if len(outcomes) > 1 and str(move).endswith("plain"):
            position = position.play(move)
        else:
            assert not str(move).endswith("plain")
            position = position.play(move)
    assert sum("".join(position.tiles).count(tile) for tile in "sc123") == 25
    assert position.tiles[0].startswith("........"), "twenty plain spaces were said first, the others were then certain"
    assert position.problems() == ()


def test_what_was_answered_is_kept_in_the_component_file():
    """S27"""
    after = played(GAME.start(2, components=owner_board()), "tile r1 plain", "tile r2 clover")
    again = GAME.start(2, components=write(after.components))
    assert again.tiles[0] == ".?~~~~~~?"
    assert GAME.position(str(after)) == after
    assert GAME.position(str(after)).components.digest == after.components.digest


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (('redbrown = ["tile"', 'redbrown = ["plain"'), "25 spaces must have a tile; here 24 do, and 0 are unknown"),
        (('redbrown = ["tile", "plain"', 'redbrown = ["tile", "tile"'), "here 26 do"),
        (('"tile", "tile"]\nyellow', '"tile", "plain"]\nyellow'), "end stone of the redbrown path must have a tile"),
        (('"tile", "tile"]\nyellow', '"tile", "clover"]\nyellow'), "redbrown"),
    ],
)
def test_a_board_that_cannot_be_is_refused(change, told):
    ours = (files("engine") / "components" / "weg-der-steine-ours.toml").read_text(encoding="utf-8")
    assert change[0] in ours
    with pytest.raises(ComponentsError, match=told):
        GAME.start(2, components=ours.replace(*change))


def test_component_files_round_trip():
    for name in ("weg-der-steine-ours", "weg-der-steine-owner"):
        text = (files("engine") / "components" / f"{name}.toml").read_text(encoding="utf-8")
        assert parse(write(parse(text, SCHEMA)), SCHEMA) == parse(text, SCHEMA)


def test_an_option_that_does_not_exist_is_refused():
    with pytest.raises(OptionError, match="no option 'speed'"):
        GAME.start(2, {"speed": "fast"})
    with pytest.raises(OptionError, match="2 to 4 players, not for 1"):
        GAME.start(1)
    assert GAME.start(2, {"ties": "stones"}).options == {"step": "must", "stall": "on", "ties": "stones"}


@pytest.mark.parametrize(
    ("words", "tiles", "move", "effects"),
    [
        ("hands=g7|b2", EMPTY, "discard g7", (Effect("discard", "g7"),)),
        ("hands=g7|b2", EMPTY, "lay g7", (Effect("lay", "green", 1, 1),)),
        (
            "hands=g7|b2 rows=g:3|- figures=g1|-",
            green(".s"),
            "lay g7",
            (Effect("lay", "green", 1, 2), Effect("advance", "green", 1, 2), Effect("stone", "", 1)),
        ),
        (
            "hands=g7|b2 figures=g6|-",
            green("......c"),
            "lay g7",
            (
                Effect("lay", "green", 1, 1),
                Effect("advance", "green", 1, 7),
                Effect("goal", "green", 1, 7),
                Effect("clover"),
            ),
        ),
        (
            "hands=g7|b2 figures=g6.r7.y7|b7.p7",
            green("......c"),
            "lay g7",
            (
                Effect("lay", "green", 1, 1),
                Effect("advance", "green", 1, 7),
                Effect("goal", "green", 1, 7),
                Effect("ends", "goal"),
            ),
        ),
        (
            "hands=g7|b2 stage=clover",
            green("3"),
            "start g small",
            (Effect("start", "green", 1, 1), Effect("points", "", 3)),
        ),
        ("hands=g7|b2 stage=clover", EMPTY, "start g large", (Effect("start-large", "green", 1, 1),)),
        ("hands=g7|b2 stage=clover", EMPTY, "stay", (Effect("decline", "clover"),)),
        ("stage=draw hands=g7|b2 piles=y:3", EMPTY, "draw y", (Effect("draw", "y"),)),
        ("stage=reveal hands=g7|b2", EMPTY, "card b3", (Effect("card", "b3"),)),
        ("stage=tiles hands=-|-", green("?"), "tile g1 2", (Effect("tile", "green", 1, 1),)),
        ("stage=tiles hands=-|-", "~" * 9 + ("/" + "~" * 9) * 4, "tile r1 plain", (Effect("tile", "redbrown", 0, 1),)),
    ],
)
def test_what_a_move_does_is_told_in_order(words, tiles, move, effects):
    position = at(words, tiles)
    assert position.describe(position.parse_move(move)) == effects


def test_an_illegal_move_is_refused_with_its_rule():
    position = at("hands=g7|b2")
    for move in (Step("g"), Stay(), "lay g7"):
        with pytest.raises(IllegalMoveError, match=r"not asked for now.*S5"):
            position.play(move)
    with pytest.raises(IllegalMoveError, match=r"There is no path 'q' \(S2\)"):
        at("hands=g7|b2 stage=clover").play(Step("q"))


@pytest.mark.parametrize(
    ("move", "told"),
    [
        ("", "is no move of this game"),
        ("step q", "is no move of this game"),
        ("start g huge", "is no move of this game"),
        ("tile g0 clover", "is no move of this game"),
        ("tile g1 gold", "is no move of this game"),
        ("lay w3", "'w3' is no card"),
        ("lay gx", "'gx' is no card"),
        ("draw", "is no move; type card g7"),
    ],
)
def test_a_move_that_cannot_be_read_is_named(move, told):
    with pytest.raises(NotationError, match=told):
        at("hands=g7|b2").parse_move(move)


@pytest.mark.parametrize(
    ("words", "tiles", "told"),
    [
        ("hands=g7", EMPTY, "2 to 4 hands"),
        ("hands=g7|b2", "....", "shows five paths of nine spaces"),
        ("hands=g7|b2", EMPTY.replace(".", "?"), "shows five paths of nine spaces"),
        ("hands=g7|b2 stage=tiles", EMPTY.replace(".", "x"), "shows five paths of nine spaces"),
        ("hands=g7|b2 figures=g3", EMPTY, "figures of 2 seats"),
        ("hands=g7|b2 figures=g3.g4|-", EMPTY, "figures= names each path once"),
        ("hands=g7|b2 figures=g3.G4|-", EMPTY, "figures= names each path once"),
        ("hands=g7|b2 figures=R3.G4|-", EMPTY, "figures= names each path once"),
        ("hands=g7|b2 figures=g10|-", EMPTY, "figures= names each path once"),
        ("hands=g7|b2 figures=q1|-", EMPTY, "figures= names each path once"),
        ("hands=g7|b2 figures=g1.|-", EMPTY, "figures= names each path once"),
        ("hands=g7|b2 stones=1", EMPTY, "stones= gives each of the 2 seats a number"),
        ("hands=g7|b2 stones=x|1", EMPTY, "needs stones= with a number"),
        ("hands=g7|b2 stage=sleep", EMPTY, "stage= is one of tiles"),
        ("hands=g7|b2 stage=over", EMPTY, "says ended= at the stage over"),
        ("hands=g7|b2 stage=over ended=rain", EMPTY, "ended= is one of goal, pile, stalled"),
        ("hands=g7|b2 stage=step", EMPTY, "laid= at the stage step"),
        ("hands=g7|b2 stage=step laid=q", EMPTY, "laid= is one of r, y, p, g, b"),
        ("hands=g7|b2 laid=g", EMPTY, "laid= at the stage step"),
        ("hands=g7|b2 turn=E", EMPTY, "turn= names a seat"),
        ("hands=g7|b2 step=never", EMPTY, "option step of weg-der-steine is must or may"),
        ("hands=g7|b2 board=ttt", EMPTY, "no board of weg-der-steine"),
    ],
)
def test_a_position_that_cannot_be_read_is_named(words, tiles, told):
    with pytest.raises(NotationError, match=told):
        at(words, tiles)


SOUND_TILES = "s.s..c.sc/.s.cs.c.s/c..sc..c1/.c2..2s.3/..1cs2..3"
HANDS = "hands=g1.g2.g3.g4.g5.g6.g7.g8|y1.y2.y3.y4.y5.y6.y7.y8"
SEVEN = HANDS.replace(".g8", "")


@pytest.mark.parametrize(
    ("words", "tiles", "told"),
    [
        (HANDS, SOUND_TILES.replace("1", ".", 1), "There are 1 tiles 1, but the game has 2 (S3)."),
        (HANDS, SOUND_TILES.replace("s.s", "sss"), "There are 10 tiles stone, but the game has 9 (S3)."),
        (HANDS + " stones=1|0", SOUND_TILES, "There are 10 tiles stone, but the game has 9 (S3)."),
        ("hands=-|- stage=tiles", EMPTY, "There are 25 tiles left for 0 spaces (S3)."),
        ("hands=-|- stage=tiles", SOUND_TILES.replace(".", "?"), "There are 0 tiles left for 20 spaces (S3)."),
        ("hands=g1|- stage=tiles", SOUND_TILES.replace("3", "?"), "Seat A holds 1 cards instead of 0 (S5)."),
        (HANDS + " stage=deal", SOUND_TILES, "Seat A holds 8 cards instead of 7 (S5)."),
        (HANDS + " stage=draw", SOUND_TILES, "Seat A holds 8 cards instead of 7 (S5)."),
        (HANDS.replace(".y8", ""), SOUND_TILES, "Seat B holds 7 cards instead of 8 (S5)."),
        (HANDS + " rows=g:1.3.2|-", SOUND_TILES, "The row g of seat A could not be laid like this (S7, S8)."),
        (HANDS + " rows=g:r1|-", SOUND_TILES, "The row g of seat A could not be laid like this (S7, S8)."),
        (HANDS + " figures=r1.y1.p1.g1.b1|-", SOUND_TILES, "Seat A has five small figures on the paths (S10)."),
        (HANDS + " figures=b2|-", SOUND_TILES, "The figures of seat A made 2 steps, more than cards and clovers allow"),
        (HANDS + " track=2|0", SOUND_TILES, "The marker of seat A stands on 2, its tiles gave 0 (S14)."),
        (HANDS + " rows=r:1|- figures=r1|-", SOUND_TILES, "A figure of seat A passed a wish stone without taking it"),
        (HANDS + " figures=r7.y7.p7|r7.y7", SOUND_TILES, "The game ends with five figures in the goal"),
        (HANDS + " stage=over ended=goal", SOUND_TILES, "The game ends with five figures in the goal"),
        (HANDS + " stage=over ended=pile", SOUND_TILES, "The game ends with the last card of the face-down pile"),
        (NEARLY_EMPTY + ".3", SOUND_TILES, "The game ends with the last card of the face-down pile"),
        (NEARLY_EMPTY + ".3.4", SOUND_TILES, "There are 1 more cards on the table than the game is played with."),
        (HANDS + " stage=over ended=stalled stall=off", SOUND_TILES, "With this option the game does not end"),
        (HANDS + " quiet=21", SOUND_TILES, "So many turns of swapped discards end the game (S21)."),
        ("hands=g1|- stage=deal track=1|0", SOUND_TILES, "Before all cards are dealt nothing can have been laid"),
        ("hands=g1|- stage=deal piles=r:3", SOUND_TILES, "Before all cards are dealt nothing can have been laid"),
        (HANDS + " piles=r:3 fresh=r", SOUND_TILES, "A card discarded in this turn is told of only while one is drawn"),
        (SEVEN + " stage=draw piles=r:3/p:3 fresh=rp", SOUND_TILES, "A card discarded in this turn is told of only"),
        (SEVEN + " stage=step laid=g rows=g:9|- figures=g1|-", SOUND_TILES, "Where a laid card leaves no choice"),
        (HANDS + " quiet=20", SOUND_TILES, "So many turns of swapped discards end the game (S21)."),
        (HANDS + " stage=over ended=stalled quiet=19", SOUND_TILES, "Swapped discards end the game after 20 turns"),
        (SEVEN + " stage=clover quiet=2", SOUND_TILES, "Turns of swapped discards are counted only while nothing"),
        (
            SEVEN + " stage=over ended=goal figures=r8.y8.p8|r7.y7",
            SOUND_TILES,
            "The last figure to enter the goal stands on its first space",
        ),
        (HANDS + " stage=step laid=g", SOUND_TILES, "A step is asked for, but no card of its path was laid (S9)."),
        (
            HANDS + " stage=clover figures=g3|-",
            SOUND_TILES,
            "A clover is used, but no figure of the seat stands on one",
        ),
    ],
)
def test_every_reason_why_a_position_cannot_be_is_named(words, tiles, told):
    problems = at(words, tiles).problems()
    assert any(problem.startswith(told) for problem in problems), problems


def test_a_sound_position_has_no_problems():
    assert at(HANDS, SOUND_TILES).problems() == ()


def test_a_position_prints_what_is_not_as_usual_and_reads_it_back():
    text = (
        "weg-der-steine turn=B stage=step hands=g7|????? open=g7|- rows=-|g:3.3 piles=r:1 eyes=A "
        f"fresh=r tiles={SOUND_TILES} figures=r3.Y7|g9 stones=1|0 track=0|12 laid=g quiet=3 step=may"
    )
    assert str(GAME.position(text)) == text
