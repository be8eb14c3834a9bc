"""Malformed positions, moves, records and component files: never anything but our own errors with a sentence."""

from functools import cache
from random import Random

import pytest

from engine import catalogue, components, record
from engine.errors import EngineError
from engine.games import keltis_or_chips, wuerfelspiel_board
from engine.match import Match
from tests.engine.boards import shipped_text
from tests.engine.random_play import any_move, play_on, start

SOUP = 'rypgbs12345-=+?*,./:<>{}[]" \n\tABCD0976toxl\u00b2\u0665\u2212é|#\x00'
FILES = {
    "wuerfelspiel-ours": wuerfelspiel_board.SCHEMA,
    "wuerfelspiel-owner": wuerfelspiel_board.SCHEMA,
    "or-ours": keltis_or_chips.SCHEMA,
    "or-owner": keltis_or_chips.SCHEMA,
}


def spoilt(text: str, random: Random) -> str:
    """A text with a few letters left out, put in, changed, doubled or swapped."""
    for _ in range(random.choice((1, 1, 1, 2, 3, 8))):
        place = random.randrange(len(text) + 1)
        length = random.choice((1, 1, 2, 5, 20))
        kind = random.randrange(5)
        if kind == 0:
            text = text[:place] + text[place + length :]
        elif kind == 1:
            text = text[:place] + "".join(random.choices(SOUP, k=length)) + text[place:]
        elif kind == 2:
            text = text[:place] + random.choice(SOUP) + text[place + 1 :]
        elif kind == 3:
            text = text[:place] + text[place : place + length] * 2 + text[place + length :]
        else:
            other = random.randrange(len(text) + 1)
            text = text[:place] + text[other : other + length] + text[place:]
    return text


@cache
def sound_positions(name: str) -> tuple[str, ...]:
    """Texts of positions from random games of a ruleset."""
    texts = []
    for seed, seats in enumerate(catalogue.game(name).seats):
        texts += [str(position) for position, _ in play_on(start(name, seats), seed)][::7]
    return tuple(texts)


@cache
def sound_records(name: str) -> tuple[str, ...]:
    """Short records of a ruleset."""
    records = []
    for seed in range(3):
        random = Random(seed)
        match = Match.start(name, tuple("ABCD"[: catalogue.game(name).seats[0]]))
        for _ in range(25):
            if match.position.to_move is not None:
                match = match.play(any_move(match.position, random), "camera", 0.9, "so")
        records.append(record.write(match.undo()))
    return tuple(records)


def refused(error: EngineError) -> None:
    assert len(str(error)) > 15
    assert str(error).rstrip()[-1] in ".?)`\"'" or ":" in str(error), str(error)


def try_position(text: str, random: Random) -> bool:
    """Read a spoilt position; whatever is accepted must hold together. True if it was refused."""
    try:
        position = catalogue.position(text)
    except EngineError as error:
        refused(error)
        return True
    assert catalogue.position(str(position)) == position
    problems = position.problems()
    if problems:
        assert all(len(problem) > 10 for problem in problems)
    elif position.to_move is not None:
        position.play(any_move(position, random)).scores()
    return False


def try_move(position, text: str) -> None:
    try:
        move = position.parse_move(text)
    except EngineError as error:
        refused(error)
    else:
        assert position.play(move) is not None


def try_record(text: str) -> None:
    try:
        match = record.parse(text)
    except EngineError as error:
        refused(error)
    else:
        assert record.parse(record.write(match)).position == match.position


def try_file(text: str, schema: components.Schema) -> None:
    try:
        read = components.parse(text, schema)
    except EngineError as error:
        refused(error)
    else:
        assert components.parse(components.write(read), schema) == read


def fuzz(seed: int, inputs: int) -> None:
    """Spoil so many texts of every kind in turn."""
    random = Random(seed)
    games = catalogue.names()
    for number in range(inputs):
        name = games[number % len(games)]
        kind = number // len(games) % 8
        if kind < 3:
            try_position(spoilt(random.choice(sound_positions(name)), random), random)
        elif kind < 6:
            position = catalogue.position(random.choice(sound_positions(name)))
            try_move(position, spoilt(str(any_move(position, random)) if position.to_move is not None else "-", random))
        elif kind == 6:
            try_record(spoilt(random.choice(sound_records(name)), random))
        else:
            file = random.choice(list(FILES))
            try_file(spoilt(shipped_text(file), random), FILES[file])


@pytest.mark.no_cover
def test_two_thousand_spoilt_texts_are_read_or_refused():
    fuzz(seed=1, inputs=2_000)


@pytest.mark.prove
@pytest.mark.timeout(0)
@pytest.mark.parametrize("seed", range(10))
def test_half_a_million_spoilt_texts_are_read_or_refused(seed):
    """The other half of the million: `test_card_fuzz.py`."""
    fuzz(seed=1000 + seed, inputs=50_000)


@pytest.mark.parametrize("name", catalogue.names())
def test_nonsense_is_refused_with_a_sentence(name):
    position = start(name, catalogue.game(name).seats[0])
    for text in ("", " ", "hat", "x" * 10_000, "\x00", "=" * 50, "?", "+", "²", "-1", name):
        try_move(position, text)
        assert try_position(text, Random(1)) or text == str(position)
        assert try_position(f"{name} {text}", Random(1))
