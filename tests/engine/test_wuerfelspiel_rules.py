"""Every numbered rule of the Würfelspiel; a test names the rules it pins in its docstring."""

from fractions import Fraction

import pytest

from engine import catalogue
from engine.dice import Roll
from engine.errors import IllegalMoveError, OptionError
from engine.games.wuerfelspiel import GAME, WuerfelspielPosition
from engine.games.wuerfelspiel_board import make_setup
from engine.position import CHANCE
from tests.engine.boards import board
from tests.engine.random_play import play_all, start, texts


def at(text: str, entries: dict[str, str] | None = None, tiles: int = 40, **options: str) -> WuerfelspielPosition:
    """A position on a board that is plain but for some entries: "12000.3/00000.0 A move dice=ggbss"."""
    seats = text.split()[0].count("/") + 1
    begun = GAME.start(seats, options, board(entries or {}, tiles))
    word = begun.setup.board_word
    chosen = " ".join(f"{name}={value}" for name, value in options.items() if value != begun_default(name))
    position = catalogue.position(" ".join(f"wuerfelspiel {chosen} board={word} {text}".split()))
    assert isinstance(position, WuerfelspielPosition)
    assert position.problems() == ()
    return position


def begun_default(name: str) -> str:
    return next(option.default for option in GAME.options if option.name == name)


def test_each_face_of_each_die_is_as_likely():
    """W1"""
    outcomes = dict(start("wuerfelspiel", 2).chance_outcomes())
    assert len(outcomes) == 252
    assert sum(outcomes.values()) == 1
    chances = {str(roll): chance for roll, chance in outcomes.items()}
    assert chances["rrrrr"] == Fraction(1, 7776)
    assert chances["rypgb"] == Fraction(120, 7776)
    assert chances["yggss"] == Fraction(30, 7776)


def test_rows_and_values_stand_as_in_the_rule_book():
    """W2"""
    position = at("12340.0/00000.0 A roll")
    lines = position.scores()[0].lines
    assert [line.item for line in lines] == ["redbrown", "yellow", "pink", "green", "blue", "stones"]
    assert [line.points for line in lines[:4]] == [-4, -3, -2, 1]
    lines = at("56780.0/00000.0 A roll").scores()[0].lines
    assert [line.points for line in lines[:4]] == [2, 3, 6, 7]
    assert at("90000.0/00000.0 A roll").scores()[0].lines[0].points == 10


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_two_to_four_begin_without_pieces_or_stones(seats):
    """W3, W4, W5, W6"""
    position = start("wuerfelspiel", seats)
    assert position.pieces == (0,) * (5 * seats)
    assert position.stones == (0,) * seats
    assert position.tiles_left == 40
    assert (position.turn_of, position.to_move, position.stage, position.to_roll) == (0, CHANCE, "roll", 5)


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_one_or_five_cannot_play(seats):
    """W3"""
    with pytest.raises(OptionError, match="2 to 4"):
        start("wuerfelspiel", seats)


def test_the_turn_goes_round():
    """W5"""
    position = start("wuerfelspiel", 3)
    seen = []
    for _ in range(4):
        seen.append(position.turn_of)
        position = play_all(position, "rypgb", "=rypgb", "-")
    assert seen == [0, 1, 2, 0]


def test_all_five_dice_are_rolled_first():
    """W6"""
    with pytest.raises(IllegalMoveError, match="W6"):
        start("wuerfelspiel", 2).play(Roll("ryp"))


def test_any_dice_may_be_rolled_again_once():
    """W7"""
    position = play_all(start("wuerfelspiel", 2), "rrgys")
    assert "=" in texts(position)
    assert {"=r", "=rr", "=rygs", "=rrygs"} < texts(position)
    assert "=rrr" not in texts(position)
    assert len(texts(position)) == 24
    position = play_all(position, "=rr")
    assert (position.stage, position.to_roll, position.dice) == ("reroll", 3, ("r", "r"))
    position = play_all(position, "bsr")
    assert (position.stage, position.dice) == ("move", ("r", "r", "r", "b", "s"))


def test_keeping_all_dice_goes_on_without_a_second_roll():
    """W7"""
    position = play_all(start("wuerfelspiel", 2), "rrgys", "=rrgys")
    assert (position.stage, position.to_move) == ("move", 0)


@pytest.mark.parametrize(("dice", "stones"), [("rypgs", 0), ("rypss", 1), ("rysss", 1), ("rssss", 1), ("sssss", 1)])
def test_two_or_more_stones_bring_one_tile(dice, stones):
    """W8"""
    position = play_all(start("wuerfelspiel", 2), dice, f"={dice}")
    assert position.stones == (stones, 0)


def test_only_the_final_dice_bring_a_tile():
    """W8"""
    position = play_all(start("wuerfelspiel", 2), "rypss", "=rs")
    assert position.stones == (0, 0)
    assert play_all(position, "ryp").stones == (0, 0)
    assert play_all(position, "rys").stones == (1, 0)


def test_the_tile_is_taken_without_a_move_too():
    """W9"""
    position = play_all(start("wuerfelspiel", 2), "rypss", "=rypss", "-")
    assert (position.stones, position.pieces, position.turn_of) == ((1, 0), (0,) * 10, 1)


def test_an_empty_supply_gives_no_tile():
    """W9, W19"""
    position = at("00000.2/00000.1 A roll", {"green 2": "stone"}, tiles=3)
    position = play_all(position, "rggss", "=rggss")
    assert position.stones == (2, 1)
    assert play_all(position, "g2").stones == (2, 1)


def test_a_piece_moves_exactly_as_far_as_dice_show_its_symbol():
    """W10"""
    position = at("00020.0/00000.0 A move dice=yyggg")
    assert texts(position) == {"y2", "g3", "-"}
    after = play_all(position, "g3")
    assert after.pieces[:5] == (0, 0, 0, 5, 0)
    assert after.turn_of == 1
    with pytest.raises(IllegalMoveError, match="W10"):
        position.parse_move("g2")
    with pytest.raises(IllegalMoveError, match="W10"):
        position.parse_move("r1")


def test_a_new_piece_starts_on_the_space_of_its_dice():
    """W11"""
    position = at("00000.0/00000.0 A move dice=rrrrb")
    assert play_all(position, "r4").pieces[:5] == (4, 0, 0, 0, 0)
    assert play_all(position, "b1").pieces[:5] == (0, 0, 0, 0, 1)


def test_the_fifth_row_cannot_be_started():
    """W12"""
    position = at("11110.0/00000.0 A move dice=rbbbb", {"redbrown 2": "clover"})
    assert texts(position) == {"r1", "-"}
    with pytest.raises(IllegalMoveError, match="W12"):
        position.parse_move("b4")
    clover = play_all(position, "r1")
    assert texts(clover) == {"+r", "+y", "+p", "+g", "-"}
    with pytest.raises(IllegalMoveError, match="W12"):
        clover.parse_move("+b")


def test_pieces_of_several_players_share_a_space():
    """W13"""
    position = at("00020.0/00030.0 A move dice=rypgs")
    after = play_all(position, "g1")
    assert (after.pieces[3], after.pieces[8]) == (3, 3)


def test_more_symbols_than_spaces_stop_on_the_last_space():
    """W14"""
    position = at("00070.0/00000.0 A move dice=ygggg")
    assert play_all(position, "g4").pieces[:5] == (0, 0, 0, 9, 0)


def test_overshoot_is_forbidden_by_option():
    """W14"""
    position = at("00070.0/00000.0 A move dice=ygggg", overshoot="forbidden")
    assert texts(position) == {"y1", "-"}
    with pytest.raises(IllegalMoveError, match="W14"):
        position.parse_move("g4")
    exact = at("00070.0/00000.0 A move dice=rypgg", overshoot="forbidden")
    assert play_all(exact, "g2").pieces[3] == 9


def test_a_piece_on_the_last_space_stays_there():
    """W15"""
    position = at("00190.0/00000.0 A move dice=pgggg", {"pink 2": "clover"})
    assert texts(position) == {"p1", "-"}
    with pytest.raises(IllegalMoveError, match="W15"):
        position.parse_move("g4")
    assert texts(play_all(position, "p1")) == {"+r", "+y", "+p", "+b", "-"}


def test_one_may_always_decline_to_move():
    """W16"""
    after = play_all(at("12340.0/00000.0 A move dice=rypgb"), "-")
    assert (after.pieces[:5], after.turn_of, after.stage) == ((1, 2, 3, 4, 0), 1, "roll")


def test_a_clover_moves_any_own_piece_or_starts_a_row():
    """W17"""
    position = at("30500.1/00000.0 A move dice=rypss", {"redbrown 4": "clover"})
    clover = play_all(position, "r1")
    assert (clover.stage, clover.to_move, clover.dice) == ("clover", 0, ())
    assert texts(clover) == {"+r", "+y", "+p", "+g", "+b", "-"}
    assert play_all(clover, "+p").pieces[:5] == (4, 0, 6, 0, 0)
    assert play_all(clover, "+g").pieces[:5] == (4, 0, 5, 1, 0)


def test_a_clover_may_move_the_piece_that_reached_it():
    """W17"""
    position = at("30000.0/00000.0 A move dice=rypgs", {"redbrown 4": "clover"})
    assert play_all(position, "r1", "+r").pieces[:5] == (5, 0, 0, 0, 0)


def test_clovers_and_what_follows_form_a_chain():
    """W18"""
    entries = {"redbrown 4": "clover", "pink 6": "clover", "green 1": "clover", "blue 1": "stone"}
    position = play_all(at("30500.0/00000.0 A move dice=rypgs", entries), "r1", "+p", "+g")
    assert (position.stage, position.pieces[:5], position.turn_of) == ("clover", (4, 0, 6, 1, 0), 0)
    position = play_all(position, "+g")
    assert (position.stage, position.turn_of, position.pieces[:5]) == ("roll", 1, (4, 0, 6, 2, 0))


def test_two_ways_to_the_same_pieces_differ_while_one_still_owes_a_clover():
    """W18"""
    entries = {"redbrown 1": "clover", "yellow 1": "clover", "yellow 2": "clover"}
    reached = play_all(at("00000.0/00000.0 A move dice=ryygb", entries), "r1", "+y")
    done = play_all(at("00000.0/00000.0 A move dice=rygbs", {"yellow 1": "clover"}), "y1", "+r")
    assert reached.pieces == done.pieces
    assert (reached.stage, done.stage) == ("clover", "roll")


def test_a_clover_without_a_possible_step_passes_by():
    """W18"""
    entries = {"redbrown 9": "clover", "yellow 4": "crossed", "pink 4": "crossed", "green 4": "crossed"}
    position = at("83330.0/00000.0 A move dice=rypgb", entries, side="crossed")
    after = play_all(position, "r1")
    assert (after.stage, after.turn_of) == ("roll", 1)


def test_a_wish_stone_space_brings_a_tile():
    """W19"""
    position = play_all(at("00000.4/00000.0 A move dice=rypgg", {"green 2": "stone"}), "g2")
    assert (position.stones, position.turn_of) == ((5, 0), 1)


def test_a_leprechaun_gives_another_complete_turn():
    """W20"""
    entries = {"green 2": "leprechaun", "green 3": "leprechaun"}
    position = play_all(at("00000.0/00000.0 A move dice=rypgg", entries), "g2")
    assert (position.stage, position.to_roll, position.turn_of) == ("roll", 5, 0)
    position = play_all(position, "rypgs", "=rypgs", "g1")
    assert (position.stage, position.turn_of) == ("roll", 0)
    assert play_all(position, "rypgs", "=ryps", "b", "-").turn_of == 1


def test_a_leprechaun_reached_by_a_clover_counts_too():
    """W18, W20"""
    position = play_all(
        at("00000.0/00000.0 A move dice=rypgg", {"green 2": "clover", "blue 1": "leprechaun"}), "g2", "+b"
    )
    assert (position.stage, position.turn_of) == ("roll", 0)


def test_a_clover_may_be_left_unused():
    """W21"""
    position = play_all(at("00000.0/00000.0 A move dice=rypgg", {"green 2": "clover"}), "g2", "-")
    assert (position.stage, position.turn_of, position.pieces[:5]) == ("roll", 1, (0, 0, 0, 2, 0))


@pytest.mark.parametrize("before", ["77600.0/77000.0", "77600.0/77000.0/77000.0", "77600.0/77000.0/77000.0/70000.0"])
def test_the_game_ends_with_five_seven_or_eight_pieces_in_the_goal(before):
    """W22"""
    position = at(f"{before} A move dice=rypgb")
    assert play_all(position, "b1").stage == "roll"
    over = play_all(position, "p1")
    assert (over.stage, over.to_move) == ("over", None)
    assert (over.outcome.reason, over.outcome.rule) == ("goal", "W22")


def test_a_clover_step_into_the_goal_ends_the_game_too():
    """W22"""
    position = at("77600.0/77000.0 A move dice=rypgb", {"blue 1": "clover"})
    assert play_all(position, "b1", "+p").outcome.reason == "goal"


def test_the_game_ends_in_the_middle_of_a_chain():
    """W22, W24"""
    position = at("77600.0/77000.0 A move dice=rypgb", {"blue 1": "clover", "pink 7": "leprechaun"})
    over = play_all(position, "b1", "+p")
    assert over.stage == "over"
    assert over.legal_moves == ()
    assert tuple(over.chance_outcomes()) == ()
    assert over.turn_of == 0


def test_four_own_pieces_in_the_goal_end_the_game():
    """W23"""
    over = play_all(at("77760.0/00000.0 A move dice=rypgb"), "g1")
    assert (over.outcome.reason, over.outcome.rule) == ("all-four", "W23")


def test_the_last_space_gives_no_advantage_but_the_tile_of_the_dice_stays():
    """W24"""
    position = at("77600.3/77000.0 A roll", {"pink 7": "stone"})
    over = play_all(position, "rypss", "=rypss", "p1")
    assert (over.stage, over.stones) == ("over", (4, 0))


def test_pieces_score_their_spaces():
    """W25"""
    assert at("19050.0/00000.0 A roll").totals == (-4 + 10 + 2 - 10, -10)


@pytest.mark.parametrize(
    ("stones", "points"),
    [(0, -10), (1, -4), (2, -3), (3, -2), (4, 1), (5, 2), (6, 3), (7, 6), (8, 7), (9, 10), (10, 10), (23, 10)],
)
def test_wish_stones_score_by_their_table(stones, points):
    """W26"""
    line = at(f"00000.{stones}/00000.0 A roll").scores()[0].lines[-1]
    assert (line.item, line.count, line.points, line.rule) == ("stones", stones, points, "W26")


def test_several_may_win():
    """W27"""
    over = play_all(at("67700.0/89400.0 A move dice=rypgb"), "r1")
    assert over.outcome.totals == (8, 8)
    assert over.outcome.winners == (0, 1)


def test_the_rule_books_example_of_four_players():
    """W22, W24, W25, W26, W27: White 20, Black 19, Grey 14, Brown 17; White's clover is no longer used."""
    position = at("59600.5/70077.4/85800.3/92550.7 A move dice=rypgb", {"pink 7": "clover"})
    assert position.totals == (17, 19, 14, 17)
    over = play_all(position, "p1")
    assert over.stage == "over"
    assert over.outcome.totals == (20, 19, 14, 17)
    assert over.outcome.winners == (0,)
    white = over.scores()[0]
    assert [line.points for line in white.lines] == [2, 10, 6, 0, 0, 2]
    assert [[line.points for line in sheet.lines] for sheet in over.scores()[1:]] == [
        [6, 0, 0, 6, 6, 1],
        [7, 2, 7, 0, 0, -2],
        [10, -3, 2, 2, 0, 6],
    ]


def test_a_symbol_that_leads_to_crossed_branches_may_not_be_chosen():
    """W28"""
    position = at("00100.0/00000.0 A move dice=rppgg", {"pink 3": "crossed", "green 2": "crossed"}, side="crossed")
    assert texts(position) == {"r1", "-"}
    with pytest.raises(IllegalMoveError, match="W28"):
        position.parse_move("p2")
    simple = at("00100.0/00000.0 A move dice=rppgg", {"pink 3": "crossed", "green 2": "crossed"})
    assert texts(simple) == {"r1", "p2", "g2", "-"}


def test_a_clover_step_may_not_end_on_crossed_branches():
    """W28"""
    entries = {"redbrown 1": "clover", "redbrown 2": "crossed", "yellow 1": "crossed"}
    clover = play_all(at("00000.0/00000.0 A move dice=rypgb", entries, side="crossed"), "r1")
    assert texts(clover) == {"+p", "+g", "+b", "-"}
    with pytest.raises(IllegalMoveError, match="W28"):
        clover.parse_move("+y")


def test_where_every_symbol_leads_to_crossed_branches_only_declining_is_left():
    """W28"""
    position = at("00000.1/00000.0 A move dice=rrrss", {"redbrown 3": "crossed"}, side="crossed")
    assert texts(position) == {"-"}


def test_crossed_branches_on_the_last_space_forbid_to_stop_there():
    """W14, W28"""
    position = at("70000.1/00000.0 A move dice=rrrss", {"redbrown 9": "crossed"}, side="crossed")
    assert texts(position) == {"-"}


def test_crossed_branches_may_be_jumped_over():
    """W29"""
    position = at("00100.0/00000.0 A move dice=rpppp", {"pink 2": "crossed", "pink 3": "crossed"}, side="crossed")
    assert play_all(position, "p4").pieces[2] == 5


def test_twelve_turns_without_a_move_end_the_game_by_option():
    """W31"""
    position = at("00000.0/00000.0 A roll", stall="on")
    for turn in range(12):
        assert position.stage == "roll", turn
        position = play_all(position, "rypss", "=rypss", "-")
    assert (position.stage, position.outcome.reason, position.outcome.rule) == ("over", "stall", "W31")


def test_a_move_begins_the_count_of_idle_turns_anew():
    """W31"""
    position = at("00000.0/00000.0 A roll idle=11", {"redbrown 1": "clover"}, stall="on")
    position = play_all(position, "rypss", "=rypss", "r1", "-")
    assert (position.stage, position.idle) == ("roll", 0)


def test_endless_declining_is_allowed_by_default():
    """W16, W31"""
    position = start("wuerfelspiel", 2)
    for _ in range(30):
        position = play_all(position, "rypgs", "=rypgs", "-")
    assert (position.stage, position.idle) == ("roll", 0)


def test_an_unknown_space_is_asked_when_a_piece_first_reaches_it():
    """W32"""
    position = at("00000.0/00000.0 A move dice=rypgg", {"green 2": "unknown"})
    asked = play_all(position, "g2")
    assert (asked.stage, asked.to_move, asked.turn_of) == ("reveal", CHANCE, 0)
    assert {str(outcome) for outcome, _ in asked.chance_outcomes()} == {"?plain", "?clover", "?stone", "?leprechaun"}
    assert sum(chance for _, chance in asked.chance_outcomes()) == 1
    after = play_all(asked, "?stone")
    assert (after.pieces[3], after.stones, after.turn_of) == (2, (1, 0), 1)
    entry = after.components.group("simple")[3].entries[1]
    assert (entry.shows, entry.provenance) == ("stone", "owner")
    again = play_all(after, "ypggs", "=ypggs", "g2")
    assert (again.stones, again.turn_of) == ((1, 1), 0)


def test_an_unknown_space_that_proves_crossed_sends_the_piece_back():
    """W32"""
    position = at("00000.0/00000.0 A move dice=rypgg", {"green 2": "unknown"}, side="crossed")
    back = play_all(position, "g2", "?crossed")
    assert (back.stage, back.pieces[:5], back.dice) == ("move", (0,) * 5, ("r", "y", "p", "g", "g"))
    assert texts(back) == {"r1", "y1", "p1", "-"}


def test_an_unknown_space_reached_by_a_clover_may_prove_crossed_too():
    """W32"""
    entries = {"green 2": "clover", "redbrown 1": "unknown"}
    clover = play_all(at("00000.0/00000.0 A move dice=rypgg", entries, side="crossed"), "g2")
    back = play_all(clover, "+r", "?crossed")
    assert (back.stage, texts(back)) == ("clover", {"+y", "+p", "+g", "+b", "-"})


def test_a_clover_whose_last_step_proves_crossed_passes_by():
    """W18, W32"""
    entries = {"redbrown 9": "clover", "yellow 4": "unknown", "pink 4": "crossed", "green 4": "crossed"}
    position = play_all(at("83330.0/00000.0 A move dice=rypgb", entries, side="crossed"), "r1", "+y", "?crossed")
    assert (position.stage, position.turn_of) == ("roll", 1)


def test_nothing_is_asked_where_the_game_ends():
    """W24, W32"""
    over = play_all(at("77600.0/77000.0 A move dice=rypgb", {"pink 7": "unknown"}), "p1")
    assert over.stage == "over"
    asked = play_all(at("77600.0/70000.0 A move dice=rypgb", {"pink 7": "unknown"}), "p1")
    assert asked.stage == "reveal"
    crossed = play_all(at("77600.0/77000.0 A move dice=rypgb", {"pink 7": "unknown"}, side="crossed"), "p1")
    assert crossed.stage == "reveal"
    assert play_all(crossed, "?clover").stage == "over"
    assert play_all(crossed, "?crossed").stage == "move"


def test_the_owners_skeleton_knows_one_clover():
    """W2, W32"""
    text = (
        __import__("importlib.resources").resources.files("engine") / "components/wuerfelspiel-owner.toml"
    ).read_text()
    position = start("wuerfelspiel", 2, None, text)
    unknown = set(position.components.unknown())
    assert len(unknown) == 89
    assert ("simple", "pink", 7) not in unknown
    assert make_setup(2, "simple", "last-space", "off", position.components).icons[27] == "c"
