"""What a viewer may know: one filter a seat, through which page, JSON and hints pass; the panel is nobody's seat."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.card_moves import TurnUp
from engine.cards import Card
from engine.match import Match
from rig.page.home import Viewer
from rig.state import Choice, Phase, TableState
from rig.table_ask import has_hands

OPEN = (Phase.CHOOSE, Phase.SEEN)
"""The questions during which the rig's screen may show a hand."""


@dataclass(frozen=True, slots=True)
class Eyes:
    """What somebody sees and may do.

    Attributes:
        seat: whose hidden cards are seen, None for nobody's.
        is_asked: the question is for this viewer: the choices are shown, and presses count.
        has_hints: the adviser's figures are shown.
        own_seat: the seat that the viewer took with a phone.
        at_rig: the viewer stands before the rig's own screen.
    """

    seat: int | None = None
    is_asked: bool = True
    has_hints: bool = True
    own_seat: int | None = None
    at_rig: bool = True


def hides_hands(state: TableState) -> bool:
    """True while a game with hidden hands is on the table."""
    return state.match is not None and state.phase is not Phase.SETUP and has_hands(state.match.game)


def eyes_of(state: TableState, viewer: Viewer) -> Eyes:
    """What this viewer sees of this state."""
    own = _own_seat(state, viewer)
    turn = state.match.position.turn_of if state.match is not None else None
    if not hides_hands(state) or state.phase is Phase.OVER:
        return Eyes(has_hints=own is None or own == turn, own_seat=own, at_rig=viewer.kind == "rig")
    if viewer.kind == "rig":
        here = state.open_hand is not None and state.open_hand[1] == "rig" and state.phase in OPEN
        seat = state.open_hand[0] if here and state.open_hand is not None else None
        return Eyes(seat, here or state.phase is not Phase.CHOOSE)
    asks_me = own is not None and own == turn and state.phase in (Phase.COVER, Phase.CHOOSE)
    return Eyes(own, asks_me, own_seat=own, at_rig=False)


def may_act(state: TableState, viewer: Viewer) -> str:
    """Why this viewer may not answer the question on the screen: a key of the refusals, "" if nothing is against it."""
    if viewer.kind == "rig" or not hides_hands(state) or state.phase is Phase.OVER:
        return ""
    eyes = eyes_of(state, viewer)
    if eyes.own_seat is None:
        return "no-seat"
    return "" if eyes.is_asked else "not-your-turn"


def filtered(state: TableState, eyes: Eyes) -> TableState:
    """The state without anything that these eyes may not see; what a view is made of."""
    if not eyes.has_hints:
        state = replace(state, choices=tuple(replace(choice, advice=None) for choice in state.choices))
    if not hides_hands(state) or state.match is None:
        return state
    match = state.match
    position = match.position.seen_by(eyes.seat)
    seen = Match.at(position, match.players, match.board)
    choices: tuple[Choice, ...] = state.choices if eyes.is_asked else ()
    return replace(state, match=seen, choices=choices, cursor=state.cursor if choices else 0, put_back=())


def drawn_card(state: TableState, eyes: Eyes) -> Card:
    """The card that came from the pile just now, as far as these eyes see it; "" for none.

    Args:
        state: as it is, not filtered.
    """
    if state.phase is not Phase.SEEN or state.match is None or state.open_hand is None:
        return ""
    last = state.match.moves[-1]
    return last.card if isinstance(last, TurnUp) and eyes.seat == state.open_hand[0] else ""


def _own_seat(state: TableState, viewer: Viewer) -> int | None:
    players = state.match.players if state.match is not None else ()
    return players.index(viewer.player) if viewer.player in players else None
