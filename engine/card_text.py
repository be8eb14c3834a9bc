"""The text form of a table of cards: words like `hands=r1.gx|??`, which a person can read, type and diff.

Seats are divided by "|", rows and piles by "/", cards by "."; "-" is nothing.  A row or pile names its letter first
and leaves it out of its own cards: `g:3.6.w6.x` is the green row 3, 6, point card 6, closing card.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from engine.card_moves import parse_card
from engine.cards import HIDDEN, SEATS, Card, Deck, Hand, Row, Table
from engine.errors import NotationError, OptionError
from engine.options import choose
from engine.position import Option, Seat

LONGEST_TEXT = 4000
NOTHING = "-"
TABLE_WORDS = ("hands", "open", "rows", "piles", "eyes", "fresh")

_DIGITS = re.compile(r"[0-9]{1,4}")


def words_of(text: str, game: str, keys: Collection[str]) -> dict[str, str]:
    """The words `key=value` of a position's text; the first word is the game.

    Raises:
        NotationError: another game, an unknown word, a word twice or without "=".
    """
    if len(text) > LONGEST_TEXT:
        raise NotationError(f"A position of {game} is one line of at most {LONGEST_TEXT} characters.")
    first, *rest = text.split() or [""]
    if first != game:
        raise NotationError(f"A position of {game} begins with the word {game}, not with {first[:40]!r}.")
    words: dict[str, str] = {}
    for word in rest:
        key, equals, value = word.partition("=")
        if not equals or not value or key not in keys:
            raise NotationError(
                f"{word[:40]!r} is no word of a position; type key=value, with {', '.join(keys)} as keys."
            )
        if key in words:
            raise NotationError(f"The word {key}= stands twice in the position; leave one out.")
        words[key] = value
    return words


def number_in(words: Mapping[str, str], key: str, least: int, most: int, default: int | None = None) -> int:
    """The number in a word.

    Raises:
        NotationError: it is missing without a default, no number, or out of range.
    """
    value = words.get(key, None if default is None else str(default))
    if value is None or not _DIGITS.fullmatch(value) or not least <= int(value) <= most:
        raise NotationError(f"The position needs {key}= with a number from {least} to {most}, not {str(value)[:40]!r}.")
    return int(value)


def seat_in(words: Mapping[str, str], key: str, seats: int) -> Seat:
    """The seat in a word, the first one where the word is missing.

    Raises:
        NotationError: it is no seat of this game.
    """
    value = words.get(key, SEATS[0])
    if len(value) != 1 or value not in SEATS[:seats]:
        raise NotationError(f"The word {key}= names a seat, one of {SEATS[:seats]}, not {value[:40]!r}.")
    return SEATS.index(value)


def choices_in(words: Mapping[str, str], game: str, options: tuple[Option, ...]) -> dict[str, str]:
    """Name and value of every option; what no word says takes its default.

    Raises:
        NotationError: an option does not have the value in its word.
    """
    try:
        return dict(
            choose(game, options, {option.name: words[option.name] for option in options if option.name in words})
        )
    except OptionError as error:
        raise NotationError(str(error)) from error


def write_table(table: Table) -> list[str]:
    """The words of a table; what is as usual (all hands seen, nothing taken openly) is left out."""
    deck = table.deck
    words = [f"hands={'|'.join(map(_write_hand, table.hands))}"]
    if any(table.open):
        words.append(f"open={'|'.join(map(_write_hand, table.open))}")
    words.append(f"rows={'|'.join(_write_rows(deck, rows) for rows in table.rows)}")
    words.append(f"piles={_write_rows(deck, table.piles)}")
    if table.eyes != tuple(range(table.seats)):
        words.append(f"eyes={''.join(SEATS[eye] for eye in table.eyes) or NOTHING}")
    if table.fresh:
        words.append(f"fresh={table.fresh}")
    return words


def read_table(words: Mapping[str, str], deck: Deck, seats: range) -> Table:
    """The table that `write_table` wrote; without hands= there is no telling how many play.

    Raises:
        NotationError: a word is missing or cannot be read.
    """
    hands = tuple(_read_hand(part, deck) for part in words.get("hands", "").split("|"))
    if len(hands) not in seats:
        raise NotationError(f"The position needs hands= with {seats.start} to {seats.stop - 1} hands divided by |.")
    empty = "|".join([NOTHING] * len(hands))
    opened = tuple(_read_hand(part, deck) for part in words.get("open", empty).split("|"))
    rows = tuple(_read_rows(part, deck) for part in words.get("rows", empty).split("|"))
    for key, groups in (("open", opened), ("rows", rows)):
        if len(groups) != len(hands):
            raise NotationError(f"The position has {len(hands)} hands, but {len(groups)} groups in {key}=.")
    if any(HIDDEN in hand for hand in opened):
        raise NotationError("Cards that were seen being taken (open=) cannot be hidden.")
    piles = _read_rows(words.get("piles", NOTHING), deck)
    return Table(deck, hands, rows, piles, opened, _read_eyes(words, len(hands)), _read_fresh(words, deck))


def _write_hand(hand: Hand) -> str:
    known = [card for card in hand if card != HIDDEN]
    hidden = HIDDEN * (len(hand) - len(known))
    return ".".join([*known, *([hidden] if hidden else [])]) or NOTHING


def _read_hand(text: str, deck: Deck) -> Hand:
    if text in ("", NOTHING):
        return ()
    cards: list[Card] = []
    for part in text.split("."):
        hidden = bool(part) and set(part) == {HIDDEN}
        cards += [HIDDEN] * len(part) if hidden else [parse_card(part, deck)]
    return tuple(sorted(cards, key=deck.order.__getitem__))


def _write_rows(deck: Deck, rows: tuple[Row, ...]) -> str:
    written = [
        f"{letter}:{'.'.join(card.removeprefix(letter) for card in row)}"
        for letter, row in zip(deck.letters, rows, strict=True)
        if row
    ]
    return "/".join(written) or NOTHING


def _read_rows(text: str, deck: Deck) -> tuple[Row, ...]:
    rows: dict[str, Row] = {}
    for part in text.split("/") if text != NOTHING else ():
        letter, colon, cards = part.partition(":")
        if not colon or len(letter) != 1 or letter not in deck.letters or letter in rows:
            raise NotationError(f"{part[:40]!r} is no row; type each row once with its letter first, as g:3.6.6.")
        rows[letter] = tuple(
            parse_card(card if card[:1] in deck.letters and card else letter + card, deck) for card in cards.split(".")
        )
    return tuple(rows.get(letter, ()) for letter in deck.letters)


def _read_eyes(words: Mapping[str, str], seats: int) -> tuple[Seat, ...]:
    text = words.get("eyes", SEATS[:seats])
    eyes = "" if text == NOTHING else text
    if list(eyes) != [seat for seat in SEATS[:seats] if seat in eyes]:
        raise NotationError(f"The word eyes= names the hands that are seen, of {SEATS[:seats]}, or is {NOTHING}.")
    return tuple(map(SEATS.index, eyes))


def _read_fresh(words: Mapping[str, str], deck: Deck) -> str:
    fresh = words.get("fresh", "")
    if list(fresh) != [letter for letter in deck.letters if letter in fresh]:
        raise NotationError(f"The word fresh= names each pile once, in the order {deck.letters}.")
    return fresh
