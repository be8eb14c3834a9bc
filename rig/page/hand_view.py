"""The hand on the screen: cards to tap, or backs while it is covered; and the choices that go with the chosen card."""

from __future__ import annotations

from dataclasses import replace

from engine.cards import Card
from engine.games.kartenspiel import Kartenspiel
from engine.games.kartenspiel_parts import TakeStone
from engine.games.weg_der_steine import WegDerSteine
from engine.position import Move, Position
from rig.page.card_view_model import CardView, HandView
from rig.page.card_words import card_name, card_view, move_detail, move_icons, move_title
from rig.page.seat_filter import Eyes
from rig.page.view_model import ChoiceView
from rig.page.words import Words
from rig.state import Choice, Phase, TableState
from rig.table_ask import card_of

CardPosition = Kartenspiel | WegDerSteine
BACK = CardView("back")


def hand_view(
    state: TableState, position: Position | None, eyes: Eyes, drawn: Card, players: tuple[str, ...], words: Words
) -> HandView | None:
    """The hand that belongs on this viewer's screen; backs of whose turn it is where no hand is seen.

    Args:
        state: filtered.
        position: in play.
        eyes: of the viewer.
        drawn: the card that came from the pile just now, "" for none.
        players: names by seat.
    """
    if not isinstance(position, CardPosition) or position.to_move is None:
        return None
    seat = eyes.seat if eyes.seat is not None else position.turn_of
    hand = position.table.hands[seat]
    title = words.say("Cards of %(name)s", name=players[seat])
    if eyes.seat is None:
        return HandView(title, (BACK,) * len(hand), is_covered=True)
    return HandView(title, _cards(state, position, hand, drawn, words))


def _cards(
    state: TableState, position: CardPosition, hand: tuple[Card, ...], drawn: Card, words: Words
) -> tuple[CardView, ...]:
    moves = [position.parse_move(choice.key) for choice in state.choices] if state.phase is Phase.CHOOSE else []
    chosen = list(cards_of(moves[state.cursor])) if moves else []
    drawn_at = len(hand) - 1 - hand[::-1].index(drawn) if drawn in hand else None
    cards = []
    for place, card in enumerate(hand):
        is_chosen = card in chosen
        if is_chosen:
            chosen.remove(card)
        cards.append(
            replace(
                card_view(card),
                name=card_name(card, words),
                choice=_first_with(moves, card),
                is_chosen=is_chosen,
                is_new=place == drawn_at,
            )
        )
    return tuple(cards)


def cards_of(move: Move) -> tuple[Card, ...]:
    """The cards of the hand that a move plays."""
    if isinstance(move, TakeStone):
        return move.cards
    card = card_of(move)
    return (card,) if card else ()


def _first_with(moves: list[Move], card: Card) -> int | None:
    """The choice that a tap on a card points at: the first one that plays it."""
    first = next((place for place, move in enumerate(moves) if card_of(move) == card), None)
    return first if first is not None else next((n for n, move in enumerate(moves) if card in cards_of(move)), None)


def hand_title(state: TableState, words: Words) -> str:
    """What stands over the choices: the chosen card, or what is chosen."""
    position = state.position
    card = card_of(position.parse_move(state.choices[state.cursor].key)) if position is not None else ""
    return card_name(card, words) if card else words.say("Your moves")


def card_choices(state: TableState, position: Position | None, words: Words) -> tuple[ChoiceView, ...]:
    """The choices on the screen: those with the chosen card of the hand, or all where no card is chosen."""
    if state.phase is not Phase.CHOOSE or not state.choices or not isinstance(position, CardPosition):
        return ()
    moves = [position.parse_move(choice.key) for choice in state.choices]
    chosen = card_of(moves[state.cursor])
    shown = [place for place, move in enumerate(moves) if not chosen or chosen in cards_of(move)]
    return tuple(_choice(place, state, moves[place], position, words) for place in shown)


def _choice(place: int, state: TableState, move: Move, position: CardPosition, words: Words) -> ChoiceView:
    choice: Choice = state.choices[place]
    gain = _gain(position, move)
    return ChoiceView(
        place=place,
        title=move_title(position, move, words),
        detail=move_detail(position, move, choice.effects, words),
        icons=move_icons(move),
        worth=words.signed(gain) if gain else "",
        worth_note=words.say("points now"),
        chosen=place == state.cursor,
    )


def _gain(position: CardPosition, move: Move) -> int:
    """What a move adds to the own score as it stands; what a drawn card is worth nobody knows."""
    seat = position.turn_of
    return position.play(move).scores()[seat].total - position.scores()[seat].total
