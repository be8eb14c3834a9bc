"""The one instruction of a game of cards, and the smaller sentence below it: who looks at cards, and what to do."""

from __future__ import annotations

from engine.cards import Card
from engine.position import Position
from rig.page.card_words import card_name, move_detail, move_title
from rig.page.seat_filter import Eyes
from rig.page.words import Words
from rig.state import Phase, TableState
from rig.table_ask import card_of


def card_instruction(
    state: TableState, position: Position, eyes: Eyes, drawn: Card, name: str, words: Words
) -> tuple[str, str]:
    """Headline and aside of the present question.

    Args:
        state: filtered.
        position: in play, as the viewer sees it.
        eyes: of the viewer.
        drawn: the card that came from the pile just now and that the viewer may see, "" for none.
        name: of whose turn it is.
    """
    if state.phase is Phase.DEAL:
        return words.say("The cards are dealt …"), ""
    if state.phase is Phase.COVER:
        return _cover(eyes, name, words)
    if state.phase is Phase.SEEN:
        return _seen(state, eyes, drawn, words)
    if state.phase is Phase.CONSENT:
        headline = words.say("Shall the card that was drawn go back?")
        return headline, words.say("Somebody has seen it. ✔ everybody agrees, ↻ no.")
    if not state.choices:
        if eyes.at_rig:
            return words.say("%(name)s plays on the phone", name=name), words.say("✔ brings the cards to this screen.")
        return words.say("It is the turn of %(name)s", name=name), _seat_hint(eyes, words)
    return _choose(state, position, name, words)


def _cover(eyes: Eyes, name: str, words: Words) -> tuple[str, str]:
    if eyes.at_rig:
        headline = words.say("Pass the screen to %(name)s", name=name)
        return headline, words.say("%(name)s presses ✔ and sees the cards; nobody else looks.", name=name)
    if eyes.is_asked:
        return words.say("%(name)s, it is your turn", name=name), words.say("✔ plays on this phone.")
    return words.say("It is the turn of %(name)s", name=name), _seat_hint(eyes, words)


def _seat_hint(eyes: Eyes, words: Words) -> str:
    """How a phone that is nobody's comes to play; "" for one that has a seat."""
    return words.say("To play on this phone, take a seat: ☰, Phones.") if eyes.own_seat is None else ""


def _seen(state: TableState, eyes: Eyes, drawn: Card, words: Words) -> tuple[str, str]:
    players, seat = state.setup.players, state.open_hand[0] if state.open_hand is not None else 0
    name = players[seat] if seat < len(players) else str(seat + 1)
    if not drawn:
        return words.say("%(name)s looks at the new card", name=name), ""
    headline = words.say("%(name)s, you drew %(card)s", name=name, card=card_name(drawn, words))
    return headline, words.say("✔ hides your cards.") if eyes.at_rig else ""


def _choose(state: TableState, position: Position, name: str, words: Words) -> tuple[str, str]:
    move = position.parse_move(state.choices[state.cursor].key)
    effects = state.choices[state.cursor].effects
    left = int(getattr(position, "cards_left", 0))
    headline = {
        "play": words.say("%(name)s, play a card", name=name),
        "draw": words.say("%(name)s, draw a card", name=name),
        "step": words.say("%(name)s, which piece goes?", name=name),
        "clover": words.say("Clover! %(name)s, one step more", name=name),
        "final": words.count(
            "%(name)s, you may lay %(number)s more card", "%(name)s, you may lay %(number)s more cards", left, name=name
        ),
    }[position.stage]
    detail = move_detail(position, move, effects, words)
    title = move_title(position, move, words)
    card = card_of(move)
    said = f"{card_name(card, words)}: {title}" if card else title
    return headline, "✔ " + ", ".join(text for text in (said, detail) if text)
