"""Positions that cannot be: every reason is named; what moves do is described; texts that are no position."""

import pytest

from engine import catalogue
from engine.dice import Roll
from engine.errors import IllegalMoveError, NotationError
from engine.games import keltis_or, wuerfelspiel
from engine.games.keltis_or_chips import PASS, STONES, Take
from engine.games.wuerfelspiel_board import ADVANCES, DECLINE, STEPS, Advance, Reveal
from engine.position import Effect
from tests.engine.boards import board, chips, shipped_text
from tests.engine.random_play import play_all, play_on, start

W, O = "wuerfelspiel board=ours", "or chips=ours"  # noqa: E741
EMPTY = "-,-,-,-,-.0"

WRONG = [
    (f"{W} 11111.0/00000.0 A roll", ["more than four pieces on the board (W12)"]),
    (f"{W} 77770.0/00000.0 A roll", ["all four pieces in the goal, so the game is over (W23)"]),
    ("wuerfelspiel side=crossed board=ours 30000.0/00000.0 A roll", ["stands on crossed branches (W28)"]),
    (f"{W} 00000.30/00000.12 A roll", ["2 more wish stones with the players than exist (W4)"]),
    (f"{W} 77700.0/77000.0 A roll", ["ends at 5 pieces in the goal; here are 5 (W22)"]),
    (f"{W} 77700.0/77700.0 A over goal", ["here are 6 (W22)", "cannot be over for the reason goal"]),
    (f"{W} 00000.0/00000.0 A keep dice=rrg", ["At the stage keep there cannot be 3 dice"]),
    (f"{W} 00000.0/00000.0 A roll dice=rrggb", ["At the stage roll there cannot be 5 dice"]),
    (f"{W} 00000.0/00000.0 A reveal dice=rrggb", ["exactly at the stage reveal (W32)"]),
    (f"{W} 00000.0/00000.0 A roll space=g3", ["exactly at the stage reveal (W32)", "is known already (W32)"]),
    (f"{W} 00000.0/00000.0 A roll idle=3", ["only where the option stall is on (W31)"]),
    ("wuerfelspiel stall=on board=ours 00000.0/00000.0 A roll idle=12", ["So many turns without a move"]),
    (f"{W} 99990.0/00000.0 A clover", ["(W23)", "no step a clover could be used for (W18)"]),
    (f"{W} 00000.0/00000.0 A over goal", ["cannot be over for the reason goal"]),
    (f"{W} 00000.0/00000.0 A over all-four", ["cannot be over for the reason all-four"]),
    (f"{W} 00000.0/00000.0 A over stall", ["cannot be over for the reason stall"]),
    (f"{O} -,-,-,1,-.1/-,-,-,1,-.1 A roll", ["The green 1 exists once, not 2 times (O2)"]),
    (f"{O} 0123456789t**,-,-,-,-.2/{EMPTY} A roll", ["The last redbrown chip is taken, so the game is over (O18)"]),
    (f"{O} 2,-,-,-,-.0/{EMPTY} A roll", ["column (0) are not those that its chips carry (1) (O12)"]),
    (f"{O} 0*,-,-,-,-.0/{EMPTY} A roll", ["column (1) are not those that its chips carry (0) (O12)"]),
    (f"{O} -,-,-,-,-.20/-,-,-,-,-.6 A roll", ["2 more wish stones with the players than exist (O3)"]),
    (f"{O} -,-,-,-,-.20/-,-,-,-,-.4 A roll", ["The last wish stone is taken, so the game is over (O17)"]),
    (f"{O} {EMPTY}/{EMPTY} A keep dice=14", ["At the stage keep there cannot be 2 dice"]),
    (f"{O} {EMPTY}/{EMPTY} A reveal dice=145", ["exactly at the stage reveal (O26)"]),
    (f"{O} {EMPTY}/{EMPTY} A roll chip=g9", ["exactly at the stage reveal (O26)", "is known already (O26)"]),
    ("or stall=off chips=ours -,-,-,-,-.0/-,-,-,-,-.0 A roll passes=1", ["only where the option stall is on (O20)"]),
    (f"{O} {EMPTY}/{EMPTY} A roll passes=4", ["So many passes in a row end the game (O20)"]),
    (f"{O} {EMPTY}/{EMPTY} A roll void=g9", ["void only after the game ended at once (O19)"]),
    (f"{O} {EMPTY}/{EMPTY} A over passes", ["cannot be over for the reason passes"]),
    (f"{O} {EMPTY}/{EMPTY} A over stones-gone", ["cannot be over for the reason stones-gone"]),
    (f"{O} {EMPTY}/{EMPTY} A over colour-gone", ["cannot be over for the reason colour-gone"]),
    ("or end=stones chips=ours 0123456789t**,-,-,-,-.2/-,-,-,-,-.0 A over colour-gone", ["for the reason colour-gone"]),
]

ODD_BOARD = str(start("wuerfelspiel", 2, None, board({"green 5": "unknown", "green 2": "clover"}))).split(" 00000")[0]
ODD_CHIPS = str(start("or", 2, {"ending": "at-once"}, chips({"green 3": "unknown", "green 9": "goblin"}))).split(" -,")[
    0
]
NOTHING_LEADS = "Nothing leads a piece of player A to space 5 of green (W10, W12, W14, W17)."
WRONG += [
    (f"{W} 10000.0/00000.0 A clover", ["no piece of player A stands on one (W17)"]),
    (f"{ODD_BOARD} 00000.1/00000.0 A reveal dice=rypss space=g5", [NOTHING_LEADS]),
    (f"{ODD_BOARD} 00030.1/00000.0 A reveal dice=rgsss space=g5", [NOTHING_LEADS]),
    (f"{ODD_BOARD} 00020.0/00000.0 A reveal space=g5", [NOTHING_LEADS]),
    (f"{ODD_BOARD} 00040.0/00000.0 A reveal space=g5", ["no piece of player A stands on one (W17)"]),
    (f"{ODD_BOARD} 11101.0/00000.0 A reveal dice=ggggg space=g5", [NOTHING_LEADS]),
    (f"{W} 00000.0/77990.0 A over all-four", ["for the reason all-four"]),
    (f"{W} 00000.0/77999.0 A over goal", ["more than four pieces", "for the reason goal"]),
    (f"{W} 70000.0/77990.0 A over all-four", ["for the reason all-four"]),
    ("wuerfelspiel stall=on board=ours 00000.0/00000.0 A over idle=13 stall", ["for the reason stall"]),
    (f"{ODD_CHIPS} {EMPTY}/{EMPTY} A reveal dice=145 chip=g3", ["No choice of the dice 145 adds up to 3 (O7)"]),
    (f"{ODD_CHIPS} -,-,-,57,-.0/{EMPTY} A reveal dice=12s chip=g3", ["does not continue the green column 5, 7"]),
    (f"{ODD_CHIPS} -,-,-,89,-.9/-,-,-,-,-.15 B over void=g9 stones-gone", ["that player B took last can be void"]),
    (f"{ODD_CHIPS} -,-,-,98,-.9/-,-,-,-,-.15 A over void=g9 stones-gone", ["that player A took last can be void"]),
    (f"{O} {EMPTY}/{EMPTY} A over passes=5 passes", ["cannot be over for the reason passes"]),
    (f"{W} 00000.0/00000.9 A move dice=rypss", ["show two wish stones, so player A has a tile (W8)"]),
    (f"{ODD_BOARD} 00000.0/00000.0 A reveal dice=gggss space=g5", ["so player A has a tile (W8)", NOTHING_LEADS]),
    ("wuerfelspiel stall=on board=ours 20000.0/00000.0 A clover idle=3", ["A piece has moved in this turn"]),
    (f"{O} -,-,-,19,-.1/{EMPTY} A roll", ["Player A's chips brought 2 wish stones, and it has 1 (O11)"]),
    (f"{O} 2,-,-,-,-.9/-,-,-,-,-.15 A over stones-gone", ["column (0) are not those that its chips carry (1) (O12)"]),
    (f"{O} 0,-,-,-,-.0/-,-,-,-,-.24 A over stones-gone", ["for the reason stones-gone"]),
    (f"{O} 0,-,-,-,-.9/-,-,-,-,-.15 A over passes=4 passes", ["for the reason passes"]),
    (f"{O} 012345678*,-,-,-,-.2/9t,-,-,-,-.0 A over passes=4 passes", ["column (1) are not", "for the reason passes"]),
    (f"{O} {EMPTY}/0123456789t**,-,-,-,-.2 A over colour-gone", ["for the reason colour-gone"]),
    (f"{O} 0123456789t**,-,-,-,-.11/-,-,-,-,-.11 A over colour-gone", ["for the reason colour-gone"]),
    (f"{O} 0123456789t**,0123456789t**,-,-,-.4/{EMPTY} A over colour-gone", ["for the reason colour-gone"]),
]
SHORT = str(start("or", 2, None, chips({"green 3": "stone + clover", "blue 3": "clover"}))).split(" -,")[0]
WRONG += [
    (f"{SHORT} -,-,-,35*,-.9/-,-,-,-,-.14 A over stones-gone", []),
    (f"{SHORT} -,-,-,53,-.9/-,-,-,-,-.15 A over stones-gone", []),
    (f"{SHORT} -,-,-,35,-.9/-,-,-,-,-.15 A over stones-gone", ["column (0) are not those that its chips carry (1)"]),
    (f"{SHORT} -,-,-,53,-.9/-,-,-,-,-.15 B over stones-gone", ["column (0) are not those that its chips carry (1)"]),
    (f"{SHORT} -,-,-,-,3.9/-,-,-,-,-.15 A over stones-gone", ["column (0) are not those that its chips carry (1)"]),
]


@pytest.mark.parametrize(("text", "reasons"), WRONG)
def test_a_position_that_cannot_be_names_every_reason(text, reasons):
    problems = catalogue.position(text).problems()
    assert len(problems) == len(reasons)
    for problem, reason in zip(problems, reasons, strict=True):
        assert reason in problem


def test_a_piece_may_be_set_up_on_a_space_that_nobody_has_entered():
    """W32"""
    position = catalogue.position(f"{ODD_BOARD} 00050.0/00000.0 A move dice=rrrpg")
    assert position.problems() == ()
    assert play_all(position, "g1").pieces[3] == 6


def test_a_chip_that_nobody_has_entered_cannot_lie_in_a_column():
    first = start("or", 2, None, chips({"green 4": "unknown"}))
    text = str(first).replace(EMPTY, "-,-,-,4,-.0", 1)
    assert catalogue.position(text).problems() == (
        "Player A holds a green chip, and nobody said what it carries (O26).",
    )


NO_POSITIONS = [
    "wuerfelspiel",
    f"{W} 0000.0/00000.0 A roll",
    f"{W} 00000.0 A roll",
    f"{W} 00000.0/00000.0/00000.0/00000.0/00000.0 A roll",
    f"{W} 00000.0/00000.0 C roll",
    f"{W} 00000.0/00000.0 A over",
    f"{W} 00000.0/00000.0 A roll goal",
    "wuerfelspiel side=left board=ours 00000.0/00000.0 A roll",
    "wuerfelspiel hat=on board=ours 00000.0/00000.0 A roll",
    "wuerfelspiel board=mine 00000.0/00000.0 A roll",
    "wuerfelspiel board=ours board=ours 00000.0/00000.0 A roll",
    f"{O} -,-,-,464,-.0/{EMPTY} A roll",
    f"{O} {EMPTY} A roll",
    f"{O} {EMPTY}/{EMPTY} D roll",
    f"{O} {EMPTY}/{EMPTY} A over",
    f"{O} {EMPTY}/{EMPTY} A roll passes",
    "or chips=mine -,-,-,-,-.0/-,-,-,-,-.0 A roll",
    "or-happy-meeple end=either chips=ours -,-,-,-,-.0/-,-,-,-,-.0 A roll",
]


@pytest.mark.parametrize("text", NO_POSITIONS)
def test_what_is_no_position_is_refused_with_a_sentence(text):
    with pytest.raises(NotationError, match=r"is no position of (the Würfelspiel|Keltis Ór)"):
        catalogue.position(text)


def test_a_position_of_another_game_is_refused():
    with pytest.raises(NotationError, match="it begins with the word or"):
        keltis_or.GAME.position("or-happy-meeple chips=ours -,-,-,-,-.0/-,-,-,-,-.0 A roll")
    assert keltis_or.HAPPY_MEEPLE.position(str(keltis_or.HAPPY_MEEPLE.start(2))) == keltis_or.HAPPY_MEEPLE.start(2)


def effects(position, text: str) -> list[Effect]:
    return list(position.describe(position.parse_move(text)))


def test_what_a_move_of_the_wuerfelspiel_does_is_described():
    entries = {"green 2": "clover", "green 7": "stone", "pink 3": "leprechaun", "blue 1": "unknown"}
    begun = start("wuerfelspiel", 2, None, board(entries))
    assert effects(begun, "rypss") == [Effect("roll", "rypss", 5)]
    rolled = play_all(begun, "ggpss")
    assert effects(rolled, "=gg") == [Effect("keep", "gg", 2)]
    assert effects(rolled, "=pggss") == [Effect("keep", "pggss", 5), Effect("stone", "", 1)]
    assert effects(play_all(rolled, "=ggs"), "bs") == [Effect("roll", "bs", 2), Effect("stone", "", 1)]
    final = play_all(rolled, "=gg", "bss")
    assert effects(final, "g2") == [Effect("start", "green", 2, 2), Effect("clover", "green", 1, 2)]
    assert effects(final, "-") == [Effect("decline", "move")]
    assert effects(final, "b1") == [Effect("start", "blue", 1, 1), Effect("unknown", "blue", 1, 1)]
    assert effects(play_all(final, "b1"), "?clover") == [Effect("reveal", "blue", 0, 1), Effect("clover", "blue", 1, 1)]
    clover = play_all(final, "g2")
    assert effects(clover, "+g") == [Effect("advance", "green", 1, 3)]
    assert effects(clover, "-") == [Effect("decline", "clover")]


def test_the_end_and_the_goal_are_described():
    text = str(start("wuerfelspiel", 2, None, board({"green 9": "stone"}))).partition(" 00000")[0]
    position = catalogue.position(f"{text} 77080.0/70000.0 A move dice=rpggg")
    assert effects(position, "g3") == [
        Effect("advance", "green", 1, 9),
        Effect("goal", "green", 1, 9),
        Effect("stone", "green", 1, 9),
    ]
    position = catalogue.position(f"{text} 77060.0/77000.0 A move dice=rpggg")
    assert effects(position, "g3") == [
        Effect("advance", "green", 3, 9),
        Effect("goal", "green", 1, 9),
        Effect("ends", "goal"),
    ]


def test_a_space_that_proves_crossed_is_described():
    begun = start("wuerfelspiel", 2, {"side": "crossed"}, board({"green 2": "unknown"}))
    asked = play_all(begun, "rypgg", "=rypgg", "g2")
    assert effects(asked, "?crossed") == [Effect("reveal", "green", 0, 2), Effect("crossed", "green", 1, 2)]
    with pytest.raises(IllegalMoveError, match="W32"):
        play_all(start("wuerfelspiel", 2, None, board({"green 2": "unknown"})), "rypgg", "=rypgg", "g2", "?crossed")


def test_what_a_move_of_or_does_is_described():
    entries = {"green 4": "stone + clover + goblin + coins 2", "green 5": "unknown"}
    begun = start("or", 2, None, chips(entries))
    assert effects(begun, "s41") == [Effect("roll", "14s", 3)]
    rolled = play_all(begun, "14s")
    assert effects(rolled, "=s") == [Effect("keep", "s", 1)]
    final = play_all(rolled, "=14s")
    assert effects(final, "g4") == [
        Effect("take", "green", 4, 2),
        Effect("stone", "green", 1),
        Effect("clover", "green", 1),
        Effect("goblin", "green", 1),
        Effect("coins", "green", 2),
    ]
    assert effects(final, "stones") == [Effect("stone", "", 1)]
    assert effects(final, "-") == [Effect("pass")]
    assert effects(final, "g5") == [Effect("take", "green", 5, 1), Effect("unknown", "green", 5)]
    assert effects(play_all(final, "g5"), "?goblin") == [Effect("take", "green", 5, 1), Effect("goblin", "green", 1)]


def test_what_no_longer_counts_is_not_described():
    begun = start("or", 2, {"ending": "at-once"}, chips({"green 9": "clover + goblin + coins 2"}))
    text = str(begun).replace("-,-,-,-,-.0/-,-,-,-,-.0 A roll", "-,-,-,-,-.9/-,-,-,-,-.14 A move dice=45s")
    found = effects(catalogue.position(text), "g9")
    assert found == [Effect("take", "green", 9, 2), Effect("clover", "green", 1), Effect("ends", "stones-gone")]


def test_moves_at_the_wrong_time_are_refused():
    rolling = start("wuerfelspiel", 2)
    for move in (ADVANCES[0][1], STEPS[0], DECLINE, Reveal("clover")):
        with pytest.raises(IllegalMoveError, match="not what is asked for now: a roll of all five dice"):
            rolling.play(move)
    keeping = play_all(rolling, "rypgb")
    with pytest.raises(IllegalMoveError, match="which dice to keep"):
        keeping.play(Roll("rypgb"))
    with pytest.raises(IllegalMoveError, match="There are five rows"):
        play_all(keeping, "=rypgb").play(Advance(7, 1))
    with pytest.raises(IllegalMoveError, match="a roll of 3 dice"):
        play_all(keeping, "=ry").play(DECLINE)
    with pytest.raises(IllegalMoveError, match="No die shows green"):
        play_all(rolling, "rypbb", "=rypbb").play(Advance(3, 0))
    rolling = start("or", 2)
    for move in (Take(0, 1), STONES, PASS):
        with pytest.raises(IllegalMoveError, match="a roll of all three dice"):
            rolling.play(move)
    with pytest.raises(IllegalMoveError, match="five colours and the values 0 to 10"):
        play_all(rolling, "145", "=145").play(Take(5, 1))
    with pytest.raises(IllegalMoveError, match="a chip, stones, or - to pass"):
        play_all(rolling, "145", "=145").play(Roll("145"))


def test_a_position_shows_what_it_is_played_with():
    position = start("or", 3, {"stall": "off"})
    assert position.options == {"end": "either", "ending": "finish", "goblin_ties": "each", "stall": "off"}
    assert position.components.name == "ours"
    assert position.seen_by(0) is position
    position = start("wuerfelspiel", 3, {"stall": "on"})
    assert position.options == {"side": "simple", "overshoot": "last-space", "stall": "on"}
    assert position.components.name == "ours"
    assert position.seen_by(None) is position
    assert wuerfelspiel.GAME.start(2) != wuerfelspiel.GAME.start(2, {"stall": "on"})
    assert wuerfelspiel.GAME.start(2).setup != "setup"


@pytest.mark.parametrize(("game", "options"), [("wuerfelspiel", {"side": "crossed"}), ("or", {"ending": "at-once"})])
def test_the_text_of_a_position_that_asks_the_owner_reads_back(game, options):
    asked = 0
    for seed in range(3):
        for position, move in play_on(start(game, 2, options, shipped_text(f"{game}-owner")), seed):
            if position.stage == "reveal":
                asked += 1
                again = catalogue.position(str(position))
                assert (again, again.problems()) == (position, ())
                assert again.play(move) == position.play(move)
    assert asked > 30


@pytest.mark.parametrize("name", ["wuerfelspiel-owner", "or-owner", "wuerfelspiel-ours", "or-ours"])
def test_no_position_of_a_game_has_problems(name):
    game = name.partition("-")[0]
    for seed, option in enumerate(catalogue.game(game).options):
        options = {option.name: option.values[1]}
        for position, move in play_on(start(game, 2 + seed % 3, options, shipped_text(name)), seed):
            after = position.play(move)
            assert after.problems() == (), str(after)


def test_the_text_of_a_game_that_ended_at_once_keeps_which_chip_is_void():
    begun = start("or", 2, {"ending": "at-once"}, chips({"green 9": "clover + goblin + coins 2"}))
    text = str(begun).replace("-,-,-,-,-.0/-,-,-,-,-.0 A roll", "-,-,-,-,-.9/-,-,-,-,-.14 A move dice=45s")
    over = play_all(catalogue.position(text), "g9")
    assert str(over).endswith("A over void=g9 stones-gone")
    again = catalogue.position(str(over))
    assert (again, again.problems(), again.totals) == (over, (), (7, 10))
    counted = catalogue.position(str(over).replace(" void=g9", ""))
    assert counted.totals == (12, 7)
