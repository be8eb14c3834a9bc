"""Why not?  For the games of cards: each card, pile and path that cannot be used now, and the rule that forbids it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from engine.card_moves import Draw, Lay
from engine.cards import PILE
from engine.games.kartenspiel import Kartenspiel
from engine.games.kartenspiel_parts import POINTS, TakeStone
from engine.games.weg_der_steine import WegDerSteine
from engine.games.weg_der_steine_parts import Start, Step
from engine.position import Move
from rig.page.card_words import card_name, colour_name, colour_of, move_title
from rig.page.rule_sentences import rule_sentence
from rig.page.view_model import WhyNotView
from rig.page.words import Words

CardPosition = Kartenspiel | WegDerSteine


def cards_not_offered(position: CardPosition, words: Words) -> Iterator[WhyNotView]:
    """What whoever sees this hand cannot do now, with the reasons.

    Args:
        position: in play, with the open hand of whose turn it is.
    """
    if position.stage in ("play", "final"):
        yield from _cards(position, words)
    if position.stage == "play" and isinstance(position, Kartenspiel):
        yield from _stones(position, words)
    if position.stage == "draw":
        yield from _piles(position, words)
    if position.stage in ("step", "clover") and isinstance(position, WegDerSteine):
        yield from _paths(position, words)


def _cards(position: CardPosition, words: Words) -> Iterator[WhyNotView]:
    for card in dict.fromkeys(position.table.hands[position.turn_of]):
        yield from _told(position, Lay(card, card[0]), colour_of(card[0]), card_name(card, words), words)


def _stones(position: Kartenspiel, words: Words) -> Iterator[WhyNotView]:
    """Pairs of one number whose stone is gone."""
    told: set[str] = set()
    for one, other in combinations(position.table.hands[position.turn_of], 2):
        number = one[1:]
        if number == other[1:] != "x" and number not in told and POINTS not in (one[0], other[0]):
            told.add(number)
            move = TakeStone((one, other))
            yield from _told(position, move, "stone", move_title(position, move, words), words)


def _piles(position: CardPosition, words: Words) -> Iterator[WhyNotView]:
    for letter in (PILE, *position.table.deck.letters):
        name = words.say("The face-down pile") if letter == PILE else colour_name(letter, words)
        yield from _told(position, Draw(letter), "back" if letter == PILE else colour_of(letter), name, words)


def _paths(position: WegDerSteine, words: Words) -> Iterator[WhyNotView]:
    """Paths on which nothing can be done."""
    for letter in position.table.deck.letters:
        moves: tuple[Move, ...] = (Step(letter), Start(letter, False), Start(letter, True))
        if all(position.why_not(move) for move in moves):
            figure = position.figures[position.turn_of][position.table.deck.letters.index(letter)]
            move = moves[0] if figure else moves[1]
            yield from _told(position, move, colour_of(letter), colour_name(letter, words), words)


def _told(position: CardPosition, move: Move, art: str, what: str, words: Words) -> Iterator[WhyNotView]:
    reason = position.why_not(move)
    if reason is not None:
        yield WhyNotView(art, what, rule_sentence(reason, words))
