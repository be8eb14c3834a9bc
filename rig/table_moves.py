"""Choosing a move, a clover or any other follow-up, and naming a space or chip that nobody has entered yet."""

from __future__ import annotations

from dataclasses import replace

from rig.events import AdviceGiven, Button
from rig.refusal import Refused
from rig.state import ADVICE, Choice, Happening, Phase, TableState
from rig.table_ask import play, point_at, position_of


def press_while_choosing(state: TableState, button: Button) -> TableState:
    """▲▼ move the highlight, ✔ plays the highlighted move (or names the space)."""
    if button is Button.REROLL:
        raise Refused("nothing-to-roll")
    if button is Button.CONFIRM:
        key = state.choices[state.cursor].key
        return reveal(state, key) if state.phase is Phase.REVEAL else choose(state, key)
    if button is Button.UP and state.may_hint:
        return hint(state)
    step = -1 if button is Button.UP else 1
    return replace(point_at(state, (state.cursor + step) % len(state.choices)), touched=True)


def choose(state: TableState, text: str) -> TableState:
    """Play a move by its text."""
    position = position_of(state)
    happening = Happening(position.turn_of, "played", text)
    return play(state, position.parse_move(text), happening)


def reveal(state: TableState, what: str) -> TableState:
    """An unknown space or chip was named by whoever looked.

    Raises:
        Refused: nothing is asked for, or it is none of the choices.
    """
    if state.phase is not Phase.REVEAL or all(choice.key != what for choice in state.choices):
        raise Refused("no-such-choice")
    position = position_of(state)
    return play(state, position.parse_move(what), Happening(position.turn_of, "revealed", what))


def hint(state: TableState) -> TableState:
    """Ask the adviser about this question.

    Raises:
        Refused: advice is there already, or this player gets none.
    """
    if not state.may_hint:
        raise Refused("no-hint-now")
    return replace(state, hinted=True)


def choose_advice(state: TableState, player: str, level: str) -> TableState:
    """Change how much advice a player gets; what is on the screen already goes if it is no longer wanted.

    Raises:
        Refused: there is no such player or amount.
    """
    if player not in state.setup.names or level not in ADVICE:
        raise Refused("setup-incomplete")
    others = {name: chosen for name, chosen in state.setup.advice if name != player}
    chosen = others if level == "full" else {**others, player: level}
    changed = replace(state, setup=replace(state.setup, advice=tuple(sorted(chosen.items()))))
    if changed.is_advised or changed.phase not in (Phase.KEEP, Phase.CHOOSE):
        return changed
    return replace(changed, choices=tuple(replace(choice, advice=None) for choice in changed.choices))


def take_advice(state: TableState, event: AdviceGiven) -> TableState:
    """Put the choices in the adviser's order and highlight the best, unless a person has chosen meanwhile.

    Later, better advice leaves the order alone so that nothing jumps under a finger; it highlights another choice only
    while nobody has touched anything, neither the highlight nor the dice.

    Raises:
        Refused: the question it answers is no longer asked.
    """
    if event.decision != state.decision or not state.is_advised:
        raise Refused("advice-too-late")
    ranks = {ranked.move: (place, ranked) for place, ranked in enumerate(event.ranked)}
    first = all(choice.advice is None for choice in state.choices)
    choices = tuple(
        replace(choice, advice=ranks[choice.key][1] if choice.key in ranks else None) for choice in state.choices
    )
    advised = replace(state, choices=choices, complete=event.complete, depth=event.depth)
    if first:
        return _in_order(advised, {key: place for key, (place, _) in ranks.items()})
    if state.touched or any(die.lifted or die.doubt for die in state.dice) or not event.ranked:
        return advised
    best = next((place for place, choice in enumerate(choices) if choice.key == event.ranked[0].move), state.cursor)
    return advised if best == state.cursor else point_at(advised, best)


def _in_order(state: TableState, places: dict[str, int]) -> TableState:
    """The choices best first, the highlight where a person put it or else on the first."""

    def place_of(choice: Choice) -> int:
        return places.get(choice.key, len(places))

    highlighted = state.choices[state.cursor]
    ordered = replace(state, choices=tuple(sorted(state.choices, key=place_of)))
    if not state.touched:
        return point_at(ordered, 0)
    return replace(ordered, cursor=next(n for n, choice in enumerate(ordered.choices) if choice.key == highlighted.key))
