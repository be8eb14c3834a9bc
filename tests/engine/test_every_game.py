"""What holds for every game in the catalogue, by properties over random games and by recorded playthroughs."""

from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import catalogue, record
from engine.errors import IllegalMoveError
from engine.match import Match
from engine.position import CHANCE, Game, Position
from tests.engine import test_card_perft, test_dice_perft
from tests.engine.random_play import any_move, last_position, play_on, start

PLAYTHROUGHS = Path(__file__).parent / "playthroughs"
GAMES = catalogue.names()


@cache
def variants(name: str) -> tuple[tuple[int, dict[str, str]], ...]:
    """Every number of seats with the defaults, then every other value of each option."""
    game: Game = catalogue.game(name)
    plain = [(seats, {}) for seats in game.seats]
    others = [(game.seats[0], {option.name: value}) for option in game.options for value in option.values[1:]]
    return tuple(plain + others)


CASES = [(name, seats, options) for name in GAMES for seats, options in variants(name)]
NAMED = [f"{name}-{seats}" + "".join(f"-{k}-{v}" for k, v in options.items()) for name, seats, options in CASES]

positions_of = st.tuples(
    st.sampled_from(CASES), st.integers(0, 40), st.integers(0, 400)
)  # game with options, seed, how far into it


def somewhere(case: tuple[str, int, dict[str, str]], seed: int, moves: int) -> Position:
    """A position some moves into a random game, before its end."""
    name, seats, options = case
    position = start(name, seats, options)
    for place, (now, _) in enumerate(play_on(position, seed)):
        position = now
        if place == moves:
            break
    return position


PROPERTY = settings(max_examples=60, deadline=None)


@PROPERTY
@given(positions_of)
def test_there_is_a_move_until_the_game_is_over(drawn):
    position = somewhere(*drawn)
    assert position.outcome is None
    if position.to_move is CHANCE:
        assert len(position.legal_moves) == 0
        outcomes = list(position.chance_outcomes())
        assert sum(chance for _, chance in outcomes) == Fraction(1)
        assert all(chance > 0 for _, chance in outcomes)
        assert len({outcome for outcome, _ in outcomes}) == len(outcomes)
    else:
        assert position.to_move == position.turn_of or not catalogue.game(position.game).dice_set
        assert list(position.chance_outcomes()) == []
        assert len(position.legal_moves) > 0


@PROPERTY
@given(positions_of)
def test_legal_moves_are_distinct_and_their_texts_too(drawn):
    position = somewhere(*drawn)
    moves = list(position.legal_moves)
    assert len(set(moves)) == len(moves) == len({str(move) for move in moves})
    for move in moves:
        assert move in position.legal_moves
        assert position.parse_move(str(move)) == move
        assert position.why_not(move) is None
        assert position.play(move) is not None
        assert len(position.describe(move)) > 0


@PROPERTY
@given(positions_of, st.integers(0, 1 << 30))
def test_the_text_of_a_position_reads_back_to_it(drawn, seed):
    position = somewhere(*drawn)
    after = position.play(any_move(position, Random(seed)))
    for place in (position, after):
        again = catalogue.position(str(place))
        assert again == place
        assert hash(again) == hash(place)
        assert str(again) == str(place)
        assert again.problems() == ()


@PROPERTY
@given(positions_of, positions_of)
def test_a_move_of_another_position_is_legal_or_refused_with_a_reason(drawn, other):
    position = somewhere(*drawn)
    stranger = somewhere(*other)
    move = any_move(stranger, Random(1))
    if position.game != stranger.game:
        return
    reason = position.why_not(move)
    if reason is None:
        assert position.play(move) is not None
    else:
        assert reason.endswith((".", "?"))
        with pytest.raises(IllegalMoveError):
            position.play(move)


@PROPERTY
@given(positions_of)
def test_score_lines_cite_rules_and_add_up(drawn):
    position = somewhere(*drawn)
    sheets = position.scores()
    assert [sheet.seat for sheet in sheets] == list(range(position.seats))
    for sheet in sheets:
        assert sheet.total == sum(line.points for line in sheet.lines)
        assert all(line.rule[1:].isdigit() for line in sheet.lines)
        assert -60 <= sheet.total <= 120
    if hasattr(position, "totals"):
        assert tuple(sheet.total for sheet in sheets) == position.totals


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(20))
def test_twenty_random_games_end_with_winners(name, seed):
    seats = catalogue.game(name).seats[seed % len(catalogue.game(name).seats)]
    over = last_position(start(name, seats), seed)
    outcome = over.outcome
    assert over.to_move is None
    assert over.problems() == ()
    assert outcome.totals == tuple(sheet.total for sheet in over.scores())
    assert outcome.winners == tuple(s for s in range(seats) if outcome.totals[s] == max(outcome.totals))
    assert "over" in over.why_not(next(iter(start(name, seats).chance_outcomes()))[0])


@pytest.mark.parametrize("name", GAMES)
def test_undo_equals_replay(name):
    match, random = Match.start(name, tuple("ABCD"[: catalogue.game(name).seats[0]])), Random(5)
    for _ in range(150):
        if match.position.to_move is None:
            break
        match = match.play(any_move(match.position, random))
    places = match.positions
    for place in range(len(match.moves), 0, -1):
        match = match.undo()
        assert match.position == places[place - 1]


@pytest.mark.parametrize(("case", "named"), list(zip(CASES, NAMED, strict=True)), ids=NAMED)
def test_a_recorded_playthrough_replays_line_by_line(case, named):
    path = PLAYTHROUGHS / f"{named}.txt"
    assert path.exists(), f"record it with: python -m tests.engine.record_playthroughs {named}"
    text = path.read_text(encoding="utf-8")
    match = record.parse(text)
    assert record.write(match).splitlines() == text.splitlines()
    assert match.position.outcome is not None
    assert match.game == case[0]
    assert len(match.players) == case[1]


@pytest.mark.parametrize("name", GAMES)
def test_a_catalogued_game_is_counted_by_the_engine_and_by_an_oracle(name):
    positions = [*test_dice_perft.TABLE, *(entry["position"] for entry in test_card_perft.TABLE.values())]
    counted = {text.split()[0] for text in positions}
    assert name in counted, f"write tests/engine/{name.replace('-', '_')}_oracle.py, and counts in card_perft.toml"


def test_no_playthrough_is_left_over():
    assert {path.stem for path in PLAYTHROUGHS.glob("*.txt")} == set(NAMED)


@pytest.mark.parametrize("name", GAMES)
def test_a_catalogued_game_says_what_it_is(name):
    game = catalogue.game(name)
    assert game.name == name
    assert game.title
    assert set(game.seats) <= {2, 3, 4}
    assert game.dice_set in (None, "wuerfelspiel", "or")
    for option in game.options:
        assert option.default == option.values[0]
        assert len(set(option.values)) == len(option.values) > 1
        assert option.sentence.endswith("."), f"the sentence of option {option.name} wants its full stop"
    for seats, values in product(game.seats, [{}]):
        position = game.start(seats, values)
        assert (position.game, position.seats) == (name, seats)
        assert position.seen_by(None) is not None
