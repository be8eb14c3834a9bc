"""What to keep: marks on physical dice, the decision to re-roll, and dice that were lifted before anybody pressed."""

from __future__ import annotations

from dataclasses import replace

from engine.dice import Keep, in_order
from rig.events import Button, DiceRead
from rig.follow_dice import watch
from rig.refusal import Refused
from rig.state import Happening, Notice, Phase, TableDie, TableState
from rig.table_ask import play, point_at, position_of
from rig.table_moves import hint
from rig.table_roll import read_dice


def press_while_keeping(state: TableState, button: Button) -> TableState:
    """▲▼ run through the keeps, ✔ keeps all dice, ↻ rolls those again that are not marked."""
    if button is Button.CONFIRM:
        return _keep(state, tuple(replace(die, kept=True) for die in state.dice), "kept")
    if button is Button.REROLL:
        return _reroll(state)
    if button is Button.UP and state.may_hint:
        return hint(state)
    step = -1 if button is Button.UP else 1
    return replace(point_at(state, (state.cursor + step) % len(state.choices)), touched=True)


def mark_die(state: TableState, die: int) -> TableState:
    """Change the mark of one die and highlight the keep that the marks now mean.

    Raises:
        Refused: nothing is being kept, or there is no such die.
    """
    if state.phase is not Phase.KEEP or not 0 <= die < len(state.dice):
        raise Refused("no-such-die")
    changed = replace(state.dice[die], kept=not state.dice[die].kept)
    dice = (*state.dice[:die], changed, *state.dice[die + 1 :])
    return replace(state, dice=dice, cursor=_cursor_of(state, dice), touched=True)


def watch_tray(state: TableState, event: DiceRead) -> TableState:
    """The tray changed though nobody pressed: say which dice were lifted or turned, and ask.

    Raises:
        Refused: nothing changed.
    """
    dice, unknown = watch(state.dice, event.dice)
    waiting = event.dice if unknown else ()
    if dice == state.dice and waiting == state.waiting:
        raise Refused("nothing-changed")
    changed = replace(state, dice=dice, waiting=waiting, notice=_notice(dice, bool(unknown)))
    return changed if state.touched else _mark_by_lifting(changed)


def _reroll(state: TableState) -> TableState:
    """Roll the unmarked dice again; with all marked, first show what would be kept and wait for another press."""
    if all(die.kept for die in state.dice):
        some = next((place for place, choice in enumerate(state.choices) if len(choice.kept) < len(state.dice)), None)
        if some is None:
            raise Refused("nothing-to-roll")
        return replace(point_at(state, some), touched=True, notice=Notice("press-again-to-reroll"))
    waiting = state.waiting
    rolling = _keep(state, state.dice, "reroll")
    if not waiting:
        return rolling
    event = DiceRead(answers=state.revision, dice=waiting)
    return read_dice(rolling, event)


def _keep(state: TableState, dice: tuple[TableDie, ...], key: str) -> TableState:
    position = position_of(state)
    keep = Keep("".join(str(die.face) for die in dice if die.kept))
    happening = Happening(position.turn_of, key, keep.faces)
    return play(replace(state, dice=dice), keep, happening)


def _cursor_of(state: TableState, dice: tuple[TableDie, ...]) -> int:
    kept = tuple(in_order("".join(str(die.face) for die in dice if die.kept)))
    return next((place for place, choice in enumerate(state.choices) if choice.kept == kept), state.cursor)


def _notice(dice: tuple[TableDie, ...], thrown_again: bool) -> Notice | None:
    turned = [str(place + 1) for place, die in enumerate(dice) if die.doubt == "turned"]
    if thrown_again:
        return Notice("thrown-again")
    if turned:
        return Notice("kept-die-turned", tuple(turned))
    return Notice("lifted") if any(die.lifted for die in dice) else None


def _mark_by_lifting(state: TableState) -> TableState:
    """Lifted dice are those to roll again, unless exactly the marked ones were lifted (set aside)."""
    lifted = tuple(die.lifted for die in state.dice)
    marked = tuple(die.kept for die in state.dice)
    if not any(lifted) or all(lifted) or lifted == marked:
        return state
    dice = tuple(replace(die, kept=not die.lifted) for die in state.dice)
    return replace(state, dice=dice, cursor=_cursor_of(state, dice))
