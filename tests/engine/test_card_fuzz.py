"""Malformed positions and moves of the card-driven games: never anything but our own errors, with a sentence."""

from random import Random

import pytest

from engine import catalogue
from engine.card_text import LONGEST_TEXT
from engine.errors import IllegalMoveError, NotationError
from engine.position import CHANCE, Position
from tests.engine.card_play import GAMES, game_of

pytestmark = pytest.mark.no_cover  # long, and no line is reached by these tests alone: they are not slowed down

ALPHABET = "rypgbwxscABCDE0123456789.|/:?~-= \t\n\u00e9\u0663" + "laydrwpiletunsofr"
KINDS = ["rypgbw", "0123456789x", "ABCD", "sc.?~", "/|"]
OF_SOME_KIND = frozenset("".join(KINDS))
MOVES = ["lay g7", "lay w3 g", "discard gx", "stone g7 b7", "draw pile", "draw g", "card ?", "done", "stay", "step g"]
MOVES += ["start g small", "start b large", "tile g3 clover", "tile r9 plain"]


def mangled(text: str, random: Random) -> str:
    """A text after some cuts, insertions, swaps and repetitions, or with signs replaced by others of their kind."""
    if random.random() < 0.5:
        for _ in range(random.randint(1, 3)):
            places = [place for place, sign in enumerate(text) if sign in OF_SOME_KIND]
            at = random.choice(places or [0])
            kind = next((kind for kind in KINDS if text[at : at + 1] in kind), "?")
            text = text[:at] + random.choice(kind) + text[at + 1 :]
        return text
    for _ in range(random.randint(1, 4)):
        at, other = sorted(random.choices(range(len(text) + 1), k=2))
        match random.randrange(6):
            case 0:
                text = text[:at] + text[min(other, at + 5) :]
            case 1:
                text = text[:at] + "".join(random.choices(ALPHABET, k=random.randint(1, 6))) + text[at:]
            case 2:
                text = text[:at] + random.choice(ALPHABET) + text[at + 1 :]
            case 3:
                text = text[:other] + text[at:other] + text[other:]
            case 4:
                words = text.split(" ")
                random.shuffle(words)
                text = " ".join(words)
            case 5:
                words = text.split(" ")
                del words[random.randrange(len(words))]
                text = " ".join(words)
    return text


def check_sentence(error: Exception) -> None:
    said = str(error)
    assert len(said) > 15, said
    assert said[0].isupper() or said[0] in "'\"", said
    assert said.endswith("."), said


def try_position(text: str, random: Random) -> str:
    """What came of a text: "refused", "impossible" (with problems) or "sound"; anything else is an error."""
    try:
        position = catalogue.position(text)
    except NotationError as error:
        check_sentence(error)
        return "refused"
    assert catalogue.position(str(position)) == position
    assert str(catalogue.position(str(position))) == str(position)
    try_to_play(position, random)
    return "impossible" if position.problems() else "sound"


def try_to_play(position: Position, random: Random) -> None:
    """Everything that is asked of a position answers, however odd it is."""
    assert len(position.scores()) == position.seats
    assert (position.outcome is not None) == (position.stage == "over")
    assert position.seen_by(random.randrange(position.seats)).seats == position.seats
    chance = position.to_move is CHANCE
    moves = [move for move, _ in position.chance_outcomes()] if chance else list(position.legal_moves)
    for move in random.sample(moves, min(3, len(moves))):
        assert position.parse_move(str(move)) == move
        assert position.describe(move)
        assert str(position.play(move))


def try_move(position: Position, text: str) -> bool:
    try:
        move = position.parse_move(text)
    except (NotationError, IllegalMoveError) as error:
        check_sentence(error)
        return False
    assert position.play(move) is not None
    return True


def fuzz(game: str, seed: int, inputs: int) -> dict[str, int]:
    random = Random(seed)
    told = {"refused": 0, "impossible": 0, "sound": 0, "moves": 0}
    while sum(told.values()) < inputs:
        positions = [position for position, _ in game_of(game, random.randrange(1 << 30))]
        for position in random.sample(positions, min(inputs // 20, len(positions))):
            text = str(position)
            for _ in range(8):
                told[try_position(mangled(text, random), random)] += 1
            moves = [*map(str, position.legal_moves), random.choice(MOVES)]
            for _ in range(4):
                told["moves"] += 1
                try_move(position, mangled(random.choice(moves), random))
    return told


@pytest.mark.parametrize("game", GAMES)
def test_mangled_texts_are_read_or_refused_with_a_sentence(game):
    told = fuzz(game, 5, 900)
    assert min(told.values()) > 20, told


@pytest.mark.prove
@pytest.mark.timeout(6000)
@pytest.mark.parametrize("game", GAMES)
def test_a_quarter_of_a_million_mangled_texts(game):
    told = fuzz(game, 11, 250_000)
    print(game, told)


@pytest.mark.parametrize("game", GAMES)
def test_a_text_without_end_is_refused(game):
    for text in (f"{game} " + "x" * 10 * LONGEST_TEXT, f"{game} hands=" + "?" * LONGEST_TEXT):
        with pytest.raises(NotationError, match=f"at most {LONGEST_TEXT} characters"):
            catalogue.game(game).position(text)
