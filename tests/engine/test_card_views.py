"""Hidden cards stay hidden, known ones known: views of the two card-driven games over many games."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import catalogue
from engine.card_moves import TurnUp
from engine.cards import HIDDEN
from engine.chance import imagine, settle, supply
from engine.dice import Roll
from engine.errors import IllegalMoveError
from engine.position import CHANCE
from tests.engine.card_play import GAMES, game_of

PROPERTY = settings(max_examples=6, deadline=None)
some_game = st.tuples(st.sampled_from(GAMES), st.integers(0, 10_000))


@PROPERTY
@given(some_game)
def test_cards_stones_and_tiles_are_conserved_and_figures_never_go_back(drawn):
    before = None
    for position, move in game_of(*drawn):
        table = position.table
        lying = Counter(card for hand in table.hands for card in hand)
        lying.update(card for pile in table.piles for card in pile)
        lying.update(card for rows in table.rows for row in rows for card in row)
        assert all(count <= table.deck.copies[card] for card, count in lying.items())
        unseen = table.unseen()
        assert lying + Counter(unseen) == Counter(table.deck.copies)
        assert sum(unseen.values()) == table.pile_size + (30 if position.seats == 2 else 0)
        if position.game == "kartenspiel":
            taken = [value for stones in position.stones for value in stones]
            assert sorted([*taken, *position.stones_left]) == list(range(1, 10))
        elif position.stage != "tiles":
            shown = "".join(position.tiles)
            assert [shown.count(tile) for tile in "c123"] == [9, 2, 3, 2]
            assert shown.count("s") + sum(position.stones) == 9
            if before:
                steps = [
                    b - a
                    for old, new in zip(before, position.figures, strict=True)
                    for a, b in zip(old, new, strict=True)
                ]
                assert all(step in (0, 1) for step in steps)
                assert sum(steps) <= 1
            before = position.figures
        if move is not None and isinstance(move, TurnUp):
            assert position.play(move).table.pile_size == table.pile_size - 1


@PROPERTY
@given(some_game)
def test_scores_stay_within_what_the_tables_allow(drawn):
    for position, _ in game_of(*drawn):
        least, most = (-24, 71) if position.game == "kartenspiel" else (-28, 84)
        assert all(least <= sheet.total <= most for sheet in position.scores())


@PROPERTY
@given(some_game)
def test_no_position_of_a_game_has_problems(drawn):
    for position, _ in islice(game_of(*drawn), 0, None, 3):
        assert position.problems() == ()


@PROPERTY
@given(some_game, st.integers(0, 3))
def test_a_view_that_follows_the_open_events_equals_the_view_of_the_position(drawn, watcher):
    """K26, S26: nothing but what everybody sees, and the own cards, goes into a view."""
    view = None
    for position, move in game_of(*drawn):
        seat = watcher if watcher < position.seats else None
        view = position.seen_by(seat) if view is None else view
        assert view == position.seen_by(seat)
        assert view.problems() == ()
        if move is None:
            break
        hidden = isinstance(move, TurnUp) and position.turn_of != seat
        view = view.play(TurnUp(HIDDEN) if hidden else move)


@PROPERTY
@given(some_game, st.integers(0, 3))
def test_positions_that_differ_only_in_hidden_cards_look_the_same(drawn, watcher):
    random = Random(drawn[1])
    changed = 0
    for position, _ in islice(game_of(*drawn), 0, None, 9):
        seat = watcher if watcher < position.seats else None
        view = position.seen_by(seat)
        other = imagine(view, random)
        changed += other != position
        assert other.seen_by(seat) == view
        assert str(other.seen_by(seat)) == str(view)
        assert other.problems() == ()
        assert (
            other.table.hands[watcher % position.seats] == position.table.hands[watcher % position.seats]
            or seat is None
        )
        assert catalogue.position(str(view)) == view
    assert changed > 3, "hidden cards were exchanged"


@PROPERTY
@given(some_game, st.integers(0, 400))
def test_a_view_offers_its_own_seat_the_same_moves_and_others_all_that_are_possible(drawn, ply):
    positions = [position for position, _ in islice(game_of(*drawn), ply + 1)]
    position = positions[-1]
    if isinstance(position.to_move, int):
        legal = set(map(str, position.legal_moves))
        assert set(map(str, position.seen_by(position.turn_of).legal_moves)) == legal
        assert set(map(str, position.seen_by(None).legal_moves)) >= legal
        assert all(position.seen_by(None).why_not(move) is None for move in position.seen_by(None).legal_moves)


@pytest.mark.parametrize("game", GAMES)
def test_who_sees_no_hand_knows_no_card_that_comes(game):
    view = catalogue.game(game).start(2).seen_by(None)
    view = settle(view, Random(1))
    assert view.table.hands == ((HIDDEN,) * 8,) * 2
    assert HIDDEN not in view.table.unseen()


@pytest.mark.parametrize("game", GAMES)
def test_a_person_at_the_table_may_enter_only_the_own_hand(game):
    """The rig deals or a person types: the view of one seat takes its own cards and hidden ones for the others."""
    view = catalogue.game(game).start(2).seen_by(1)
    while view.stage == "tiles":
        view = view.play(supply(view, Random(3)))
    for _ in range(8):
        view = view.play(view.parse_move("card ?"))
    for card in ("r3", "r4", "y5", "p6", "g7", "g7", "b8", "b9"):
        view = view.play(view.parse_move(f"card {card}"))
    assert (view.stage, view.turn_of) == ("play", 0)
    assert view.table.hands[1] == ("r3", "r4", "y5", "p6", "g7", "g7", "b8", "b9")
    view = view.play(view.parse_move("discard b10"))
    view = view.play(view.parse_move("draw pile"))
    assert dict(view.chance_outcomes()) == {TurnUp(HIDDEN): Fraction(1)}
    view = view.play(TurnUp(HIDDEN))
    assert "discard g7" in set(map(str, view.legal_moves))


def test_a_seed_supplies_chance_for_any_game():
    for game in catalogue.names():
        first, second = (settle(catalogue.game(game).start(2), Random(9)) for _ in range(2))
        assert first == second
        assert first.to_move == first.turn_of
        assert first != settle(catalogue.game(game).start(2), Random(10))
    with pytest.raises(IllegalMoveError, match="not for chance to speak"):
        supply(first, Random(1))


def test_chance_is_supplied_with_its_probabilities():
    """Of 20,000 rolls each multiset comes as often as it should, within five standard errors."""
    position, random = catalogue.game("or").start(2), Random(4)
    assert position.to_move is CHANCE
    rolls = Counter(supply(position, random) for _ in range(20_000))
    for roll, chance in position.chance_outcomes():
        assert isinstance(roll, Roll)
        expected = 20_000 * float(chance)
        assert abs(rolls[roll] - expected) < 5 * expected**0.5


@pytest.mark.parametrize("game", GAMES)
def test_from_an_empty_pile_no_card_comes(game):
    """Nobody comes there by play: the game has ended before. What is typed must answer all the same."""
    dealt = settle(catalogue.game(game).start(3), Random(1))
    rest = [card for card, count in dealt.table.unseen().items() for _ in range(count)]
    piles = tuple(tuple(card for card in rest if card[0] == letter) for letter in dealt.table.deck.letters)
    hands = (dealt.table.hands[0][1:], *dealt.table.hands[1:])
    piles = ((*piles[0], dealt.table.hands[0][0]), *piles[1:])
    table = replace(dealt.table, hands=hands, piles=piles)
    empty = replace(dealt, table=table, stage="reveal")
    assert empty.table.pile_size == 0
    assert list(empty.chance_outcomes()) == []
    with pytest.raises(IllegalMoveError, match="cannot come from the face-down pile"):
        empty.play(TurnUp(hands[0][0]))
    assert any("the last card of the face-down pile" in told or "pile is empty" in told for told in empty.problems())


def test_where_all_tiles_lie_open_none_is_turned_up():
    dealt = settle(catalogue.game("weg-der-steine").start(2), Random(1))
    odd = replace(dealt, stage="tiles")
    assert list(odd.chance_outcomes()) == []
    assert "There are 0 tiles left for 0 spaces (S3)." in odd.problems()


@pytest.mark.prove
@pytest.mark.timeout(0)
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("game", GAMES)
def test_hundreds_of_random_games_end_without_an_error(game, seats):
    random, reasons = Random(seats), Counter()
    for _ in range(300):
        position = catalogue.game(game).start(seats)
        while position.to_move is not None:
            chance = position.to_move is CHANCE
            position = position.play(supply(position, random) if chance else random.choice(position.legal_moves))
        assert position.problems() == ()
        reasons[position.outcome.reason] += 1
    print(f"{game}, {seats} players: {dict(reasons)}")
    assert reasons.total() == 300
