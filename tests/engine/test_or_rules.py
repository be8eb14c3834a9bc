"""Every numbered rule of Ór and of its Happy Meeple preset; a test names the rules it pins in its docstring."""

from fractions import Fraction

import pytest

from engine import catalogue
from engine.dice import Roll
from engine.errors import IllegalMoveError, OptionError
from engine.games.keltis_or import GAME, OrPosition
from engine.position import CHANCE
from tests.engine.boards import chips, shipped_text
from tests.engine.random_play import play_all, start, texts

NOBODY = "-,-,-,-,-.0/-,-,-,-,-.0"


def at(text: str, entries: dict[str, str] | None = None, stones: int = 30, game: str = "or", **options: str):
    """A position with chips that are plain but for some entries: "-,-,-,5,-.0/-,-,-,-,-.0 A move dice=14s"."""
    seats = text.split()[0].count("/") + 1
    begun = catalogue.game(game).start(seats, options, chips(entries or {}, stones))
    head = str(begun).split(" -,-")[0]
    position = catalogue.position(f"{head} {text}")
    assert isinstance(position, OrPosition)
    assert position.problems() == ()
    return position


def points(position: OrPosition, seat: int, item: str) -> int:
    return next(line.points for line in position.scores()[seat].lines if line.item == item)


def test_each_face_of_each_die_is_as_likely():
    """O1"""
    chances = {str(roll): chance for roll, chance in start("or", 2).chance_outcomes()}
    assert len(chances) == 56
    assert sum(chances.values()) == 1
    assert (chances["sss"], chances["11s"], chances["14s"]) == (Fraction(1, 216), Fraction(3, 216), Fraction(6, 216))


def test_55_chips_lie_in_the_centre_at_first():
    """O2"""
    position = start("or", 4)
    assert [chips_left.bit_count() for chips_left in position.centre] == [11] * 5
    assert position.columns == (0,) * 20


@pytest.mark.parametrize(("seats", "stones"), [(2, 24), (3, 27), (4, 30)])
def test_fewer_players_use_fewer_stones(seats, stones):
    """O3"""
    position = start("or", seats)
    assert (position.supply, position.stones, position.stage, position.to_roll) == (stones, (0,) * seats, "roll", 3)


@pytest.mark.parametrize("seats", [1, 5])
def test_one_or_five_cannot_play(seats):
    """O3"""
    with pytest.raises(OptionError, match="2 to 4"):
        start("or", seats)


def test_the_turn_goes_round():
    """O4"""
    position = start("or", 3, {"stall": "off"})
    seen = []
    for _ in range(4):
        seen.append(position.turn_of)
        position = play_all(position, "145", "=145", "-")
    assert seen == [0, 1, 2, 0]


def test_any_dice_may_be_rolled_again_once():
    """O5"""
    position = start("or", 2)
    with pytest.raises(IllegalMoveError, match="O5"):
        position.play(Roll("14"))
    position = play_all(position, "1s1")
    assert texts(position) == {"=11s", "=11", "=1s", "=1", "=s", "="}
    with pytest.raises(IllegalMoveError, match="O5"):
        position.parse_move("=4")
    again = play_all(position, "=1")
    assert (again.stage, again.to_roll, again.dice) == ("reroll", 2, ("1",))
    assert play_all(again, "s5").dice == ("1", "5", "s")
    assert play_all(again, "s5").stage == "move"
    assert play_all(position, "=").to_roll == 3


def test_keeping_all_dice_goes_on_without_a_second_roll():
    """O5"""
    position = play_all(start("or", 2), "1s1", "=11s")
    assert (position.stage, position.to_move) == ("move", 0)


def test_a_turn_takes_a_chip_or_stones_or_nothing():
    """O6"""
    position = at(f"{NOBODY} A move dice=14s")
    after = [play_all(position, text) for text in ("g4", "stones", "-")]
    assert [(p.turn_of, p.stage, p.dice) for p in after] == [(1, "roll", ())] * 3
    assert [p.centre[3].bit_count() for p in after] == [10, 11, 11]
    assert [p.stones for p in after] == [(0, 0), (1, 0), (0, 0)]


def values(position: OrPosition) -> list[int]:
    """Values of the green chips that can be taken."""
    return [move.value for move in position.legal_moves if str(move).startswith("g")]


def test_five_one_one_forms_1_2_5_6_and_7():
    """O7"""
    assert values(at(f"{NOBODY} A move dice=115")) == [1, 2, 5, 6, 7]


def test_three_stone_four_forms_0_3_4_and_7():
    """O7"""
    assert values(at(f"{NOBODY} A move dice=34s")) == [0, 3, 4, 7]


@pytest.mark.parametrize("dice", ["23s", "113", "5ss"])
def test_three_ways_to_a_five(dice):
    """O7"""
    assert 5 in values(at(f"{NOBODY} A move dice={dice}"))


def test_a_zero_needs_a_stone_and_no_chip_is_worth_more_than_10():
    """O2, O7"""
    position = at(f"{NOBODY} A move dice=455")
    assert values(position) == [4, 5, 9, 10]
    with pytest.raises(IllegalMoveError, match="a 0 needs a stone"):
        position.parse_move("g0")


def test_only_chips_in_the_centre_can_be_taken():
    """O8"""
    position = at("-,-,-,-,-.0/-,-,-,47,-.0 A move dice=34s")
    assert values(position) == [0, 3]
    with pytest.raises(IllegalMoveError, match="O8"):
        position.parse_move("g7")


def test_the_second_chip_sets_the_direction():
    """O9, O10"""
    single = at("-,-,-,4,-.0/-,-,-,-,-.0 A move dice=235")
    assert values(single) == [2, 3, 5, 7, 8, 10]
    up = play_all(single, "g7")
    assert up.columns[3] == at("-,-,-,47,-.0/-,-,-,-,-.0 B roll").columns[3]
    assert str(play_all(single, "g2")).split()[2].startswith("-,-,-,42,-.0")


@pytest.mark.parametrize(
    ("column", "dice", "fitting"),
    [("47", "45s", [9]), ("74", "15s", [0, 1]), ("4t", "15s", []), ("40", "15s", []), ("2469", "15s", [])],
)
def test_a_chip_that_does_not_continue_the_column_stays(column, dice, fitting):
    """O9, O10"""
    position = at(f"-,-,-,{column},-.0/-,-,-,-,-.0 A move dice={dice}")
    assert values(position) == fitting
    with pytest.raises(IllegalMoveError, match="O10"):
        position.parse_move("g5")


def test_a_stone_on_a_chip_brings_a_stone():
    """O11"""
    after = play_all(at(f"{NOBODY} A move dice=45s", {"green 9": "stone"}), "g9")
    assert (after.stones, after.supply) == ((1, 0), 23)


def test_the_rule_books_green_9_brings_a_stone():
    """O11"""
    for name in ("or-ours", "or-owner"):
        position = play_all(start("or", 2, None, shipped_text(name)), "45s", "=45s", "g9")
        assert position.stones == (1, 0)
        assert position.components.group("chips")[3].entries[9].provenance == "real"


def test_the_rule_books_red_2_lengthens_the_red_column():
    """O12"""
    for name in ("or-ours", "or-owner"):
        position = play_all(start("or", 2, None, shipped_text(name)), "11s", "=11s", "r2")
        assert (position.stones, position.supply, position.scores()[0].lines[0].count) == ((0, 0), 23, 2)


def test_a_clover_makes_a_first_chip_count_two():
    """O12, O21"""
    after = play_all(at(f"{NOBODY} A move dice=11s", {"redbrown 2": "clover"}), "r2")
    line = after.scores()[0].lines[0]
    assert (line.count, line.points) == (2, -3)
    assert points(after, 0, "stones") == -7


def test_a_clovers_stone_does_not_set_the_direction():
    """O9, O12"""
    after = play_all(at(f"{NOBODY} A move dice=14s", {"green 4": "clover"}), "g4", "145", "=145", "-")
    position = play_all(after, "115", "=115")
    assert values(position) == [1, 2, 5, 6, 7]


def test_goblins_and_coins_count_from_the_chips():
    """O13, O23, O24"""
    after = play_all(at(f"{NOBODY} A move dice=14s", {"green 4": "goblin", "blue 1": "coins 3"}), "g4")
    assert (points(after, 0, "goblins"), points(after, 1, "goblins"), points(after, 0, "coins")) == (3, -3, 0)
    after = play_all(after, "145", "=145", "b1")
    assert (points(after, 1, "coins"), after.scores()[1].lines[6].rule) == (3, "O23")


def test_a_chip_gives_all_it_carries():
    """O14"""
    after = play_all(at(f"{NOBODY} A move dice=14s", {"green 4": "stone + clover + goblin + coins 2"}), "g4")
    assert (after.stones, after.supply, after.scores()[0].lines[3].count) == ((1, 0), 22, 2)
    assert (points(after, 0, "coins"), points(after, 0, "goblins")) == (2, 3)


def test_the_chips_stone_comes_before_its_clovers():
    """O14"""
    over = play_all(at("-,-,-,-,-.9/-,-,-,-,-.9 A move dice=14s", {"green 4": "stone + clover"}, 25), "g4")
    assert (over.stones, over.supply, over.scores()[0].lines[3].count) == ((10, 9), 0, 1)


@pytest.mark.parametrize(("dice", "taken"), [("14s", 1), ("1ss", 2), ("sss", 3)])
def test_stones_are_taken_exactly_as_shown(dice, taken):
    """O15"""
    position = at(f"{NOBODY} A move dice={dice}")
    assert sum(text == "stones" for text in map(str, position.legal_moves)) == 1
    after = play_all(position, "stones")
    assert (after.stones, after.supply) == ((taken, 0), 24 - taken)


def test_no_stone_can_be_taken_without_a_stone_on_the_dice():
    """O15"""
    position = at(f"{NOBODY} A move dice=145")
    with pytest.raises(IllegalMoveError, match="O15"):
        position.parse_move("stones")


def test_the_last_stones_are_taken_if_fewer_are_left():
    """O15, O17"""
    over = play_all(at("-,-,-,-,-.9/-,-,-,-,-.13 A move dice=sss"), "stones")
    assert (over.stones, over.supply, over.outcome.reason) == ((11, 13), 0, "stones-gone")


def test_passing_is_always_allowed():
    """O16"""
    assert "-" in texts(at(f"{NOBODY} A move dice=145"))
    assert texts(at("t,t,t,t,t.0/0,0,0,0,0.0 A move dice=145")) - {"-"} != set()


def test_the_last_stone_from_the_dice_ends_the_game():
    """O17"""
    over = play_all(at("-,-,-,-,-.9/-,-,-,-,-.14 A move dice=14s"), "stones")
    assert (over.stage, over.outcome.reason, over.outcome.rule, over.legal_moves) == ("over", "stones-gone", "O17", ())


def test_a_stone_chip_that_takes_the_last_stone_ends_the_game():
    """O17"""
    over = play_all(at("-,-,-,-,-.9/-,-,-,-,-.14 A move dice=45s", {"green 9": "stone"}), "g9")
    assert (over.stones, over.outcome.reason, over.scores()[0].lines[3].count) == ((10, 14), "stones-gone", 1)


def test_a_clover_that_takes_the_last_stone_ends_the_game():
    """O12, O17"""
    over = play_all(at("-,-,-,-,-.9/-,-,-,-,-.14 A move dice=11s", {"redbrown 2": "clover"}), "r2")
    assert (over.stones, over.outcome.reason, over.scores()[0].lines[0].count) == ((9, 14), "stones-gone", 2)


LAST_RED = "0123456789,-,-,-,-.3/-,-,-,-,-.4 B move dice=55s"


def test_the_last_chip_of_a_colour_ends_the_game():
    """O18"""
    over = play_all(at(LAST_RED), "r10")
    assert (over.stage, over.outcome.reason, over.outcome.rule) == ("over", "colour-gone", "O18")


def test_only_the_last_stone_ends_the_variant():
    """O18"""
    position = play_all(at(LAST_RED, end="stones"), "r10")
    assert (position.stage, position.turn_of) == ("roll", 0)
    over = play_all(at("-,-,-,-,-.9/-,-,-,-,-.14 A move dice=14s", end="stones"), "stones")
    assert over.outcome.reason == "stones-gone"


LAST_STONE = "-,-,-,-,-.9/-,-,-,-,-.14 A move dice=45s"
RICH_NINE = {"green 9": "clover + goblin + coins 2"}


def test_the_turn_of_the_last_stone_is_finished():
    """O19"""
    over = play_all(at(LAST_STONE, RICH_NINE), "g9")
    assert [line.points for line in over.scores()[0].lines] == [0, 0, 0, -3, 0, 10, 2, 3]


def test_at_once_leaves_goblin_and_coins_of_the_last_chip():
    """O19"""
    over = play_all(at(LAST_STONE, RICH_NINE, ending="at-once"), "g9")
    assert [line.points for line in over.scores()[0].lines] == [0, 0, 0, -3, 0, 10, 0, 0]
    earlier = play_all(at(LAST_STONE.replace("14", "13"), RICH_NINE, ending="at-once"), "g9")
    assert [line.points for line in earlier.scores()[0].lines] == [0, 0, 0, -3, 0, 10, 2, 3]


def test_at_once_changes_nothing_when_a_colour_is_gone():
    """O18, O19"""
    over = play_all(at(LAST_RED, {"redbrown 10": "goblin + coins 1"}, ending="at-once"), "r10")
    assert (points(over, 1, "coins"), points(over, 1, "goblins"), over.outcome.reason) == (1, 3, "colour-gone")


def test_four_passes_in_a_row_end_the_game():
    """O20"""
    position = start("or", 3)
    for turn in range(4):
        assert position.stage == "roll", turn
        position = play_all(position, "145", "=145", "-")
    assert (position.outcome.reason, position.outcome.rule) == ("passes", "O20")


def test_a_chip_or_stones_begin_the_count_of_passes_anew():
    """O20"""
    for taken in ("g4", "stones"):
        position = at(f"{NOBODY} A move dice=14s passes=3")
        assert play_all(position, taken).passes == 0
        assert play_all(position, "-").stage == "over"


def test_endless_passing_is_allowed_by_option():
    """O16, O20"""
    position = start("or", 2, {"stall": "off"})
    for _ in range(20):
        position = play_all(position, "145", "=145", "-")
    assert (position.stage, position.passes) == ("roll", 0)


COLUMNS = [("-", 0), ("0", -4), ("01", -3), ("012", -2), ("0123", 1), ("01234", 2), ("012345", 3), ("0123456", 6)]
LONG_COLUMNS = [("01234567", 7), ("012345678", 10), ("0123456789", 10)]


@pytest.mark.parametrize(("column", "worth"), COLUMNS + LONG_COLUMNS)
def test_columns_score_by_their_table(column, worth):
    """O21"""
    position = at(f"-,-,{column},-,-.0/-,-,-,-,-.0 A roll")
    assert points(position, 0, "pink") == worth
    assert position.scores()[0].lines[2].rule == "O21"
    assert position.totals == (worth - 7, -7)


STONES = [(0, -7), (1, -4), (2, -3), (3, -2), (4, 1), (5, 2), (6, 3), (7, 6), (8, 7), (9, 10), (10, 10), (15, 10)]


@pytest.mark.parametrize(("stones", "worth"), STONES)
def test_wish_stones_score_by_their_table(stones, worth):
    """O22"""
    assert points(at(f"-,-,-,-,-.{stones}/-,-,-,-,-.0 A roll"), 0, "stones") == worth


GOBLINS = {f"green {value}": "goblin" for value in range(1, 7)}
BY_GOBLINS = [
    ("1,2,-", [3, 3, -3], [0, 0, -3]),
    ("12,3,4", [3, -3, -3], [3, 0, 0]),
    ("12,3,-", [3, 0, -3], [3, 0, -3]),
    ("1,2,3", [0, 0, 0], [0, 0, 0]),
    ("-,-,-", [0, 0, 0], [0, 0, 0]),
]


@pytest.mark.parametrize(("held", "each", "none"), BY_GOBLINS)
def test_goblin_ties_of_three_players(held, each, none):
    """O24"""
    seats = "/".join(f"-,-,-,{column},-.0" for column in held.split(","))
    for ties, wanted in (("each", each), ("none", none)):
        position = at(f"{seats} A roll", GOBLINS, goblin_ties=ties)
        assert [points(position, seat, "goblins") for seat in range(3)] == wanted
        assert list(position.totals) == [sheet.total for sheet in position.scores()]


def test_several_may_win():
    """O25"""
    over = play_all(at("-,-,-,-,-.11/-,-,-,-,-.12 A move dice=14s"), "stones")
    assert (over.outcome.totals, over.outcome.winners) == ((10, 10), (0, 1))
    single = play_all(at("-,-,-,-,-.18/-,-,-,-,-.5 A move dice=14s"), "stones")
    assert (single.outcome.totals, single.outcome.winners) == ((10, 2), (0,))


def test_an_unknown_chip_is_asked_when_it_is_first_taken():
    """O26"""
    asked = play_all(at(f"{NOBODY} A move dice=14s", {"green 4": "unknown"}), "g4")
    assert (asked.stage, asked.to_move, asked.turn_of, asked.dice) == ("reveal", CHANCE, 0, ("1", "4", "s"))
    outcomes = [str(outcome) for outcome, _ in asked.chance_outcomes()]
    assert outcomes[0] == "?plain"
    assert {"?stone", "?clover", "?goblin", "?coins2", "?stone+clover+goblin+coins5"} < set(outcomes)
    assert sum(chance for _, chance in asked.chance_outcomes()) == 1
    after = play_all(asked, "?clover+goblin")
    assert (after.turn_of, after.stage, after.supply) == (1, "roll", 23)
    assert (after.scores()[0].lines[3].count, points(after, 0, "goblins")) == (2, 3)
    entry = after.components.group("chips")[3].entries[4]
    assert (entry.shows, entry.provenance) == ("clover + goblin", "owner")
    with pytest.raises(IllegalMoveError, match="O26"):
        asked.parse_move("?coins9")


def test_the_owners_skeleton_knows_two_chips():
    """O26"""
    position = start("or", 2, None, shipped_text("or-owner"))
    assert len(set(position.components.unknown())) == 53


def test_two_play_on_happy_meeple():
    """H1"""
    assert start("or-happy-meeple", 2).supply == 24
    with pytest.raises(OptionError, match="is for 2 players, not for 3"):
        start("or-happy-meeple", 3)


def test_happy_meeple_ends_only_without_stones():
    """H2"""
    position = play_all(at(LAST_RED, game="or-happy-meeple"), "r10")
    assert (position.stage, position.game) == ("roll", "or-happy-meeple")
    with pytest.raises(OptionError, match="end"):
        start("or-happy-meeple", 2, {"end": "either"})


def test_happy_meeple_ends_at_once():
    """H3"""
    over = play_all(at(LAST_STONE, RICH_NINE, game="or-happy-meeple"), "g9")
    assert [line.points for line in over.scores()[0].lines] == [0, 0, 0, -3, 0, 10, 0, 0]


def test_happy_meeple_gives_nothing_for_a_tie_of_goblins():
    """H4"""
    position = at("-,-,-,1,-.0/-,-,-,2,-.0 A roll", GOBLINS, game="or-happy-meeple")
    assert [points(position, seat, "goblins") for seat in range(2)] == [0, 0]


def test_equal_points_are_a_draw_on_happy_meeple():
    """H5"""
    over = play_all(at("-,-,-,-,-.11/-,-,-,-,-.12 A move dice=14s", game="or-happy-meeple"), "stones")
    assert over.outcome.winners == (0, 1)


def test_happy_meeple_keeps_the_house_rule_of_four_passes():
    """H6"""
    position = start("or-happy-meeple", 2)
    for _ in range(4):
        position = play_all(position, "145", "=145", "-")
    assert position.outcome.reason == "passes"
    assert [option.name for option in catalogue.game("or-happy-meeple").options] == ["stall"]
    assert GAME.options[0].name == "end"
