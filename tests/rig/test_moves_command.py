"""`keltis moves` for who types a position for the first time: what the help and `docs/positions.md` show is so."""

import re
from pathlib import Path

import pytest

from engine import catalogue
from rig.__main__ import main
from rig.commands.moves import EXAMPLES, say

DOCUMENT = (Path(__file__).parents[2] / "docs" / "positions.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"```\n(.+)\n((?:  .+\n)+)```", DOCUMENT)


def test_the_document_has_an_example_of_each_game_that_differs():
    assert [text.split()[0] for text, _ in SHOWN] == ["wuerfelspiel", "or", "kartenspiel", "weg-der-steine"]


@pytest.mark.parametrize(("text", "moves"), SHOWN)
def test_every_example_of_the_document_can_be_and_its_moves_are_legal(text, moves):
    position = catalogue.position(text)
    assert position.problems() == ()
    legal = {str(move) for move in position.legal_moves}
    told = set(re.split(r"\s{2,}", moves.strip()))
    assert told <= legal
    assert len(told) >= 4
    if catalogue.game(position.game).dice_set:
        assert told == legal


def test_what_the_document_says_of_a_first_card_is_so():
    text = next(text for text, _ in SHOWN if text.startswith("weg-der-steine"))
    laid = catalogue.position(text).play(catalogue.position(text).parse_move("lay r1"))
    assert {str(move) for move in laid.legal_moves} == {"start r small", "start r large"}


def test_the_help_shows_a_position_of_each_game_that_can_be(capsys):
    with pytest.raises(SystemExit):
        main(["moves", "--help"])
    assert EXAMPLES in capsys.readouterr().out
    examples = re.findall(
        r"^  ((?:wuerfelspiel|or|kartenspiel|weg-der-steine) (?:.+=.+)(?:\n {6}tiles=.+)?)", EXAMPLES, re.M
    )
    assert len(examples) == 4
    for text in examples:
        assert catalogue.position(" ".join(text.split())).problems() == ()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("or", "'' is no seat; write five columns divided by commas"),
        ("or 1,2,3,4.0/-,-,-,-,-.0 A roll", "'1,2,3,4.0' is no seat"),
        ("wuerfelspiel 1234.0/00000.0 A roll", "'1234.0' is no seat; write the spaces of the five pieces"),
        ("wuerfelspiel 00000.0 A roll", "2 to 4 players, not for 1"),
        ("wuerfelspiel 00000.0/00000.0/00000.0/00000.0/00000.0 A roll", "it has 5 seats; at most 4 play"),
        ("wuerfelspiel 00000.0/00000.0 D roll", "comes whose turn it is, one of A, B; not 'D'"),
        ("wuerfelspiel 00000.0/00000.0", "comes whose turn it is, one of A, B; not ''"),
        ("wuerfelspiel 00000.0/00000.0 A sleep", "comes the stage, one of roll, keep"),
        ("wuerfelspiel 00000.0/00000.0 A roll dice=rrx", "dice= is at most five of the letters r y p g b s, not 'rrx'"),
        ("wuerfelspiel 00000.0/00000.0 A roll hat=1", "'hat=1' cannot stand after the stage; known there"),
        ("wuerfelspiel 00000.0/00000.0 A roll idle=1 idle=1", "'idle=1' cannot stand after the stage"),
        ("wuerfelspiel 00000.0/00000.0 A over", "a game that is over names its reason (goal, all-four, stall)"),
        ("wuerfelspiel hat=1 00000.0/00000.0 A roll", "has no option 'hat'"),
        ("or chips=ours -,-,-,-,-.0/-,-,-,-,-.0 A move dice=149", "dice= is at most three of 1 2 3 4 5 s, not '149'"),
        ("wuerfelspiel " + "0" * 5000, "one line of at most 4000 characters"),
        ("kartenspiel", "The position needs hands= with 2 to 4 hands"),
        ("weg-der-steine hands=-|-", "The word tiles= shows five paths of nine spaces"),
    ],
)
def test_the_word_that_is_wrong_is_named_and_the_help_too(text, sentence, capsys):
    assert main(["moves", text]) == 2
    told = capsys.readouterr().err
    assert sentence in told
    assert told.count("\n") == 1
    assert told.endswith("`keltis moves --help` shows a position of each game.\n")


def test_the_board_may_be_left_out_and_spaces_do_not_matter():
    short = catalogue.position("  wuerfelspiel   00000.0/00000.0  A roll ")
    assert short == catalogue.game("wuerfelspiel").start(2)


def test_effects_are_told_in_a_few_words():
    position = catalogue.position("wuerfelspiel board=ours 12340.2/23401.3 A move dice=rrygb")
    told = [say(effect) for effect in position.describe(position.parse_move("r2"))]
    assert told == ["red-brown on to space 3"]
