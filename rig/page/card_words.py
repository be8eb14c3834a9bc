"""Games of cards in words: cards, what a move would do, and what happened."""

from __future__ import annotations

from engine.card_moves import Discard, Draw, Lay
from engine.cards import COLOUR_NAMES, PILE, Card
from engine.games.kartenspiel import Kartenspiel
from engine.games.kartenspiel_parts import POINTS, Done, TakeStone
from engine.games.weg_der_steine_parts import Start, Stay, Step
from engine.position import Effect, Move, Position
from rig.page.card_view_model import CardView
from rig.page.words import COLOURS, N_, Words

CARD_COLOURS = COLOURS | {"points": N_("Point cards")}


def colour_of(letter: str) -> str:
    """Name of the colour of a card or row by its letter."""
    return COLOUR_NAMES.get(letter, "points")


def colour_name(letter: str, words: Words) -> str:
    """The same in the viewer's words."""
    return words.say(CARD_COLOURS[colour_of(letter)])


def card_view(card: Card) -> CardView:
    """A card that is seen, without words."""
    closes = card[1:] == "x"
    colour = colour_of(card[0])
    return CardView(colour, "" if closes else card[1:], "goal" if closes else colour)


def card_name(card: Card, words: Words) -> str:
    """A card in words: "Green 7", "Green closing card", "Point card 7"."""
    if card[0] == POINTS:
        return words.say("Point card %(value)s", value=card[1:])
    if card[1:] == "x":
        return words.say("%(colour)s closing card", colour=colour_name(card[0], words))
    return f"{colour_name(card[0], words)} {card[1:]}"


def card_text(card: Card) -> str:
    """A card in a row of its colour, as short as can be."""
    return "✕" if card[1:] == "x" else card[1:]


def move_title(position: Position, move: Move, words: Words) -> str:
    """What a move does, in a few words; the card it plays is highlighted in the hand."""
    match move:
        case Lay(card, row):
            return _lay_title(card, row, words)
        case Discard():
            return words.say("Discard it")
        case TakeStone(cards):
            return words.say("Take wish stone %(value)s", value=cards[0][1:])
        case Draw(source):
            return words.say("The face-down pile") if source == PILE else _top_of(position, source, words)
        case Done():
            return words.say("Lay no more")
        case Step(path):
            return words.say("%(colour)s: one step", colour=colour_name(path, words))
        case Start(path, is_large):
            return _start_title(path, is_large, words)
        case Stay():
            return words.say("No step")
    return str(move)


def _lay_title(card: Card, row: str, words: Words) -> str:
    if card[1:] == "x":
        return words.say("Close the row with it")
    if row == POINTS:
        return words.say("Lay it for one point")
    if card[0] == POINTS:
        return words.say("Lay it into the row %(colour)s", colour=colour_name(row, words))
    return words.say("Lay it into your row")


def _top_of(position: Position, source: str, words: Words) -> str:
    table = position.table  # type: ignore[attr-defined]
    pile = table.piles[table.deck.letters.index(source)]
    return card_name(pile[-1], words) if pile else colour_name(source, words)


def move_detail(position: Position, move: Move, effects: tuple[Effect, ...], words: Words) -> str:
    """What follows from a move, in a few words."""
    match move:
        case Draw(source):
            if source != PILE:
                return words.say("from the discard pile")
            left = position.table.pile_size  # type: ignore[attr-defined]
            return words.count("%(number)s card left", "%(number)s cards left", left)
        case TakeStone(cards):
            both = words.both([card_name(card, words) for card in cards])
            return words.say("for %(cards)s", cards=both)
        case Discard(card):
            return words.say("onto the pile %(colour)s", colour=colour_name(card[0], words))
        case Lay() if isinstance(position, Kartenspiel):
            laid = next((effect.to for effect in effects if effect.kind in ("lay", "close")), 0)
            return ", ".join(
                (words.count("then %(number)s card", "then %(number)s cards", laid), *_followed(effects, words))
            )
    return ", ".join(_followed(effects, words))


def _followed(effects: tuple[Effect, ...], words: Words) -> tuple[str, ...]:
    """What happens on the paths, and whether the game ends."""
    told = []
    for effect in effects:
        match effect.kind:
            case "advance" | "start" | "start-large":
                told.append(words.say("to space %(space)s", space=effect.to))
            case "goal":
                told.append(words.say("into the goal"))
            case "clover":
                told.append(words.say("clover: another step"))
            case "points":
                told.append(words.count("+%(number)s point", "+%(number)s points", effect.amount))
            case "stone":
                told.append(words.count("+%(number)s wish stone", "+%(number)s wish stones", 1))
            case "ends":
                told.append(words.say("ends the game"))
    return tuple(told)


def move_icons(move: Move) -> tuple[str, ...]:
    """Drawings that go with a move."""
    match move:
        case Lay(_, row):
            return (colour_of(row),)
        case TakeStone():
            return ("stone",)
        case Draw(source):
            return ("back",) if source == PILE else (colour_of(source),)
        case Step(path) | Start(path):
            return (colour_of(path),)
    return ("none",)


def told_move(text: str, words: Words) -> str | None:
    """A move of a game of cards by its text, as something that happened; None for any other text."""
    match text.split():
        case ["lay", card]:
            return words.say("lays %(card)s", card=card_name(card, words))
        case ["lay", card, row]:
            row_name = colour_name(row, words)
            return words.say("lays %(card)s into the row %(colour)s", card=card_name(card, words), colour=row_name)
        case ["discard", card]:
            return words.say("discards %(card)s", card=card_name(card, words))
        case ["stone", first, second]:
            cards = words.both([card_name(first, words), card_name(second, words)])
            return words.say("takes wish stone %(value)s for %(cards)s", value=first[1:], cards=cards)
        case ["draw", "pile"]:
            return words.say("draws from the face-down pile")
        case ["draw", letter]:
            return words.say("draws from the discard pile %(colour)s", colour=colour_name(letter, words))
        case ["done"]:
            return words.say("lays no more")
        case ["step", path]:
            return words.say("%(colour)s: one step", colour=colour_name(path, words))
        case ["start", path, size]:
            return _start_title(path, size == "large", words)
        case ["stay"]:
            return words.say("No step")
    return None


def _start_title(path: str, is_large: bool, words: Words) -> str:
    colour = colour_name(path, words)
    if is_large:
        return words.say("%(colour)s: start with the large piece", colour=colour)
    return words.say("%(colour)s: start with a small piece", colour=colour)
