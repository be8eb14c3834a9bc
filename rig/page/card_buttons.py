"""What the four buttons do in a game of cards, for whoever looks: no button promises what it may not do."""

from __future__ import annotations

from rig.page.seat_filter import Eyes
from rig.page.view_model import ButtonView
from rig.page.words import Words
from rig.state import Phase, TableState


def card_buttons(state: TableState, eyes: Eyes, words: Words) -> tuple[ButtonView, ...]:
    """The buttons with their labels; an empty label means nothing."""
    confirm, reroll, up, down = _labels(state, eyes, words)
    can_undo = bool(state.past) and (eyes.at_rig or eyes.is_asked)
    return (
        ButtonView("confirm", "✔", confirm, bool(confirm), is_chief=bool(confirm)),
        ButtonView("reroll", "↻", reroll, bool(reroll)),
        ButtonView("up", "▲", up, bool(up)),
        ButtonView("down", "▼", down, bool(down)),
        ButtonView("undo", "⟲", words.say("Undo"), can_undo),
    )


def _labels(state: TableState, eyes: Eyes, words: Words) -> tuple[str, str, str, str]:
    if state.is_rigs_turn:
        return "", "", "", ""
    if state.phase is Phase.CHOOSE and state.choices:
        plays_card = state.position is not None and state.position.stage in ("play", "final")
        other = words.say("Next card") if plays_card else words.say("Next")
        return words.say("Play it"), other, words.say("Move"), words.say("Move")
    if state.phase is Phase.CHOOSE and eyes.at_rig:
        return words.say("Play here"), "", "", ""
    if state.phase is Phase.COVER and (eyes.at_rig or eyes.is_asked):
        return words.say("Show the cards"), "", "", ""
    if state.phase is Phase.SEEN and eyes.at_rig:
        return words.say("Hide the cards"), "", "", ""
    if state.phase is Phase.CONSENT and eyes.at_rig:
        return words.say("Everybody agrees"), words.say("No"), "", ""
    return "", "", "", ""
