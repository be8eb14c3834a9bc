"""Games of cards: what chance deals, hands that are covered while the screen is passed on, draws that are taken back.

A hand is open to its owner alone: on the rig's screen once the screen was passed on, or on a phone of the owner's.
"""

from __future__ import annotations

from dataclasses import replace

from engine.card_moves import TurnUp
from engine.games.weg_der_steine_parts import TurnTile
from engine.match import Match
from engine.position import CHANCE, Position
from rig.events import Button, ChanceGiven, Pointed, Pressed
from rig.refusal import Refused
from rig.state import Choice, Happening, Notice, Phase, TableState
from rig.table_ask import ask, card_of, match_of, point_at, position_of, remember
from rig.table_moves import choose

PHONE, RIG = "phone", "rig"


def take_chance(state: TableState, event: ChanceGiven) -> TableState:
    """The cards or tiles that were asked for.

    Raises:
        Refused: nothing of the kind is asked for any more.
        EngineError: chance cannot have given that.
    """
    if state.phase is not Phase.DEAL or event.decision != state.decision:
        raise Refused("not-asked-for")
    return _dealt(state, event.moves)


def press(state: TableState, event: Pressed) -> TableState:
    """What the four buttons do in a game of cards.

    Raises:
        Refused: nothing now.
    """
    if state.phase is Phase.CHOOSE:
        return _press_while_choosing(state, event.button)
    if state.phase is Phase.CONSENT and event.button in (Button.CONFIRM, Button.REROLL):
        return _answer(state, event)
    if event.button is not Button.CONFIRM:
        raise Refused("nothing-else-now")
    if state.phase is Phase.COVER:
        return _uncover(state, PHONE if event.source == PHONE else RIG)
    if state.phase is Phase.SEEN:
        return ask(replace(state, open_hand=None))
    raise Refused("being-dealt")


def is_away(state: TableState, event: Pressed | Pointed) -> bool:
    """True for somebody at the rig while the hand in question is open on a phone and on no other screen."""
    at_phone = state.open_hand is not None and state.open_hand[1] == PHONE
    return at_phone and state.phase is Phase.CHOOSE and event.source != PHONE


def fetch(state: TableState, event: Pressed | Pointed) -> TableState:
    """Whoever plays on a phone goes on at the rig: ✔ there covers the hand and asks for the screen to be passed on.

    Raises:
        Refused: any other press; nobody may choose blindly for somebody else.
    """
    if not (isinstance(event, Pressed) and event.button is Button.CONFIRM):
        raise Refused("on-a-phone")
    turn = position_of(state).turn_of
    return ask(replace(state, open_hand=None, on_phones=tuple(seat for seat in state.on_phones if seat != turn)))


def undo(state: TableState) -> TableState:
    """The table before the last decision; a card that somebody drew unseen goes back if everybody agrees.

    Raises:
        Refused: there is nothing to take back.
    """
    if state.phase is Phase.CONSENT:
        return ask(state)
    match = match_of(state)
    if all(isinstance(move, TurnUp | TurnTile) for move in match.moves):
        raise Refused("nothing-to-undo")
    if isinstance(match.moves[-1], TurnUp) and state.setup.is_rigs(_drawer(match)):  # nobody has seen that card
        return _without_last(state, match.undo(), (str(match.moves[-1]),))
    if isinstance(match.moves[-1], TurnUp):
        return replace(ask(state), phase=Phase.CONSENT, choices=(), open_hand=state.open_hand)
    return _without_last(state, match, ())


def _drawer(match: Match) -> int:
    """Who drew the card that was turned up last."""
    return match.undo().position.turn_of


def _answer(state: TableState, event: Pressed) -> TableState:
    """Everybody at the table agreed that a drawn card goes back, or somebody did not.

    Raises:
        Refused: a phone cannot speak for everybody.
    """
    if event.button is Button.REROLL:
        return ask(state)
    if event.source == PHONE:
        raise Refused("agree-at-the-rig")
    match = match_of(state)
    return _without_last(state, match.undo(), (str(match.moves[-1]),))


def _without_last(state: TableState, match: Match, back: tuple[str, ...]) -> TableState:
    """The state without the last move of a match, which is a seat's; cards taken back lie on the pile again."""
    last, after = match.moves[-1], match.undo()
    happening = Happening(after.position.turn_of, "undone", str(last))
    undone = replace(
        state,
        match=after,
        past=state.past[: len(after.line)],
        put_back=(*state.put_back, *back),
        happened=remember(state, happening),
    )
    return ask(undone, Notice(happening.key, (happening.text,)))


def _dealt(state: TableState, moves: tuple[str, ...]) -> TableState:
    match = before = match_of(state)
    for text in moves:
        match = match.play(match.position.parse_move(text), "rig")
    drawn = len(moves) == 1 and before.position.stage == "reveal"
    happened = state.happened if drawn else remember(state, Happening(None, "dealt"))
    past = (*state.past, *((),) * len(moves))
    after = next_question(replace(state, match=match, past=past, happened=happened))
    seen_at_the_rig = drawn and state.open_hand is not None and state.open_hand[1] == RIG
    if seen_at_the_rig and after.open_hand != state.open_hand and after.phase is not Phase.OVER:
        return replace(after, phase=Phase.SEEN, choices=(), open_hand=state.open_hand)
    return after


def next_question(state: TableState, notice: Notice | None = None) -> TableState:
    """What is asked next; a card that was taken back is drawn again before any other."""
    asked = ask(state, notice)
    position = position_of(asked)
    if asked.phase is not Phase.DEAL or not state.put_back:
        return asked
    if position.to_move is not CHANCE or position.stage != "reveal":
        return asked
    return _dealt(replace(asked, put_back=state.put_back[:-1]), state.put_back[-1:])


def _uncover(state: TableState, where: str) -> TableState:
    turn = position_of(state).turn_of
    on_phones = tuple(sorted({*state.on_phones, turn})) if where == PHONE else state.on_phones
    return ask(replace(state, open_hand=(turn, where), on_phones=on_phones))


def _press_while_choosing(state: TableState, button: Button) -> TableState:
    """▲▼ move the highlight, ↻ goes to the next card of the hand, ✔ plays."""
    if button is Button.CONFIRM:
        played = choose(state, state.choices[state.cursor].key)
        return next_question(played, played.notice) if played.phase is Phase.DEAL else played
    if button is Button.REROLL:
        return replace(point_at(state, next_card(position_of(state), state.choices, state.cursor)), touched=True)
    step = -1 if button is Button.UP else 1
    return replace(point_at(state, (state.cursor + step) % len(state.choices)), touched=True)


def next_card(position: Position, choices: tuple[Choice, ...], cursor: int) -> int:
    """The first choice with the next card of the hand; the next choice where no hand is in play."""
    cards = [card_of(position.parse_move(choice.key)) for choice in choices]
    if not any(cards):
        return (cursor + 1) % len(choices)
    after = (place for place in range(cursor + 1, len(cards)) if cards[place] != cards[cursor])
    return next(after, 0)
