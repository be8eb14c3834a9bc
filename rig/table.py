"""The table: (state, event) → state and effects.  Pure: no clock, no camera, no file; all behaviour is here and beside.

This file says which events are accepted when; what they do stands in `table_setup`, `table_roll`, `table_keep`,
`table_moves`, `table_cards`, `table_rig` and `table_undo`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.errors import EngineError
from rig import table_cards, table_keep, table_moves, table_rig, table_roll, table_setup, table_undo
from rig.effects import (
    AdviceWanted,
    ChanceWanted,
    ComponentLearned,
    ComponentsWanted,
    Effect,
    GameEnded,
    GameStarted,
    MoveWanted,
)
from rig.events import (
    AdviceChosen,
    AdviceGiven,
    Button,
    ChanceGiven,
    ComponentsRead,
    DiceRead,
    DieMarked,
    Event,
    FaceChosen,
    HandEntryOpened,
    HintAsked,
    LookAgain,
    MoveGiven,
    NewGame,
    Pointed,
    PositionEdited,
    Pressed,
    Revealed,
    RollAmended,
    RollEntered,
    SetupChanged,
    Undone,
)
from rig.journal import GameStart
from rig.refusal import Refused
from rig.state import EyeTask, Phase, TableState
from rig.table_ask import has_hands, point_at

QUIET_S = 0.3
"""Presses this soon after a change of the screen are ignored: nobody has read it yet."""
BOUNCE_S = 0.12
"""No finger taps the same spot twice on purpose as fast as that; a touch screen that bounces does."""


@dataclass(frozen=True, slots=True)
class Step:
    """What an event led to.

    Attributes:
        state: the new state, or the old one if the event was refused.
        effects: what is asked of the world.
        refused: key of the reason, "" if the event was accepted.
        values: what fills the gaps of the reason.
    """

    state: TableState
    effects: tuple[Effect, ...] = ()
    refused: str = ""
    values: tuple[str, ...] = ()


def step(state: TableState, event: Event) -> Step:
    """The state after an event.

    Raises:
        EngineError: the engine refuses what the event asks for; its sentence says why.
    """
    try:
        _check_time(state, event)
    except Refused as refused:
        return Step(state, (), refused.key, refused.values)
    return _done(state, event)


def repeat(state: TableState, event: Event) -> Step:
    """Step with an event that was accepted once, maybe by an earlier version with other rows on its setup screen.

    It was in time then, so it is now.  What no longer fits while a game is set up is passed over: nothing of a game is
    lost by it, and the form can be filled in again.

    Raises:
        EngineError: as `step`, once a game is on.
    """
    try:
        done = _done(state, event)
    except EngineError:
        if state.phase is not Phase.SETUP:
            raise
        done = Step(state, (), "no-longer")
    if done.refused and state.phase is Phase.SETUP:
        return Step(replace(state, revision=state.revision + 1))
    return done


def _done(state: TableState, event: Event) -> Step:
    try:
        changed = _after(state, event)
    except Refused as refused:
        return Step(state, (), refused.key, refused.values)
    after = _stamped(state, changed, event)
    return Step(after, _effects(state, after, event))


def blank() -> TableState:
    """The table before the first evening."""
    return replace(table_setup.enter_setup(TableState()), decision=0)


def begin(start: GameStart) -> TableState:
    """The state right after a game was started."""
    blank = TableState(revision=start.revision - 1, setup=start.setup)
    return replace(table_setup.begin(blank), revision=start.revision, changed_at=start.at)


def still_wanted(state: TableState, effects: Sequence[Effect]) -> tuple[Effect, ...]:
    """The effects of a replayed game that are to be done (again): files are written anew, old advice is left alone."""
    lasting = tuple(effect for effect in effects if isinstance(effect, GameEnded | ComponentLearned))
    return (*lasting, *_questions(replace(state, decision=-1), state))


def _check_time(state: TableState, event: Event) -> None:
    if isinstance(event, AdviceGiven | ChanceGiven | MoveGiven | ComponentsRead):
        return  # these say themselves what they answer
    if not state.revision - state.refined <= event.answers <= state.revision:
        raise Refused("stale")
    if isinstance(event, DiceRead):
        return
    quiet = _quiet_s(state, event)
    if 0 <= event.at - state.changed_at < quiet:
        raise Refused("too-soon")
    decides = not isinstance(event, Pressed) or event.button in (Button.CONFIRM, Button.REROLL)
    if decides and event.source != state.moved_by and 0 <= event.at - state.moved_at < QUIET_S:
        raise Refused("too-soon")


def _quiet_s(state: TableState, event: Event) -> float:
    """How long the question must have been on the screen for this event.

    A tap that names the next face of a roll says all by itself which place it fills, so nothing can be confirmed
    unread; only the same face again has to be no bounce.
    """
    if not isinstance(event, FaceChosen) or state.phase is not Phase.ENTER or not state.entered:
        return QUIET_S
    return BOUNCE_S if event.face == state.entered[-1] else 0.0


def _stamped(before: TableState, changed: TableState, event: Event) -> TableState:
    """The next revision, with the times that protect whoever has not seen it yet."""
    moved = (before.cursor, before.dice) != (changed.cursor, changed.dice)
    was_advised = any(choice.advice is not None for choice in before.choices)
    bettered = isinstance(event, AdviceGiven) and was_advised and not moved and _question(before) == _question(changed)
    after = replace(changed, revision=before.revision + 1, refined=before.refined + 1 if bettered else 0)
    if moved:
        after = replace(after, moved_at=event.at, moved_by=event.source)
    if _question(before) != _question(after) or (moved and isinstance(event, AdviceGiven | DiceRead)):
        after = replace(after, changed_at=event.at)
    return after


def _question(state: TableState) -> tuple[object, ...]:
    setting_up = state.phase is Phase.SETUP
    keys = tuple(choice.key for choice in state.choices)
    return state.phase, keys, None if setting_up else state.decision, state.waiting


def _effects(before: TableState, after: TableState, event: Event) -> tuple[Effect, ...]:
    effects: list[Effect] = []
    started = before.phase is Phase.SETUP and after.phase is not Phase.SETUP and isinstance(event, Pressed)
    if started and after.match is not None:
        effects.append(GameStarted(_start_of(after, event)))
    named = before.phase is Phase.REVEAL and isinstance(event, Pressed | Revealed) and after.decision != before.decision
    unnamed = isinstance(event, Undone) and before.phase is not Phase.SETUP and _board(before) != _board(after)
    if (named or unnamed) and after.match is not None:
        effects.append(ComponentLearned(after.match.position))
    if after.phase is Phase.OVER and before.phase is not Phase.OVER and after.match is not None:
        effects.append(GameEnded(after.match, after.revision))
    return (*effects, *_questions(before, after))


def _board(state: TableState) -> object:
    """The board or chips of the game, with what was named so far."""
    return getattr(state.position, "components", None)


def _questions(before: TableState, after: TableState) -> tuple[Effect, ...]:
    """What has to be asked of others because a new question is on the screen."""
    if after.phase is Phase.SETUP and after.setup.board == "owner" and not after.setup.components:
        return (ComponentsWanted(after.setup.game),)
    is_new = after.decision != before.decision
    if after.is_advised and (is_new or not before.is_advised) and after.match is not None:
        unsaid = all(choice.advice is None for choice in after.choices)
        return (AdviceWanted(after.decision, after.match.position),) if unsaid else ()
    if not is_new:
        return ()
    if after.is_rigs_turn and after.match is not None:
        return (MoveWanted(after.decision, after.match.position, after.setup.strength),)
    if after.phase is Phase.DEAL and after.match is not None:
        return (ChanceWanted(after.decision, after.match.position),)
    return ()


def _start_of(after: TableState, event: Event) -> GameStart:
    components = hashlib.sha256(after.setup.components.encode()).hexdigest()
    return GameStart(after.setup, after.revision, event.at, after.setup.game, components)


def _after(state: TableState, event: Event) -> TableState:
    if state.is_rigs_turn and isinstance(event, Pressed | Pointed | DieMarked):
        raise Refused("rig-chooses")
    match event:
        case Pressed() | Pointed() if table_cards.is_away(state, event):
            return table_cards.fetch(state, event)
        case Pressed():
            return _press(state, event)
        case Pointed():
            return replace(point_at(state, event.choice), touched=True)
        case ChanceGiven():
            return table_cards.take_chance(state, event)
        case DiceRead():
            return _read(state, event)
        case DieMarked():
            return table_keep.mark_die(state, event.die)
        case AdviceGiven():
            return table_moves.take_advice(state, event)
        case HintAsked():
            return table_moves.hint(state)
        case AdviceChosen():
            return table_moves.choose_advice(state, event.player, event.level)
        case MoveGiven():
            return table_rig.take_move(state, event)
        case Revealed():
            return table_moves.reveal(state, event.what)
        case FaceChosen() | LookAgain() | HandEntryOpened() | RollEntered():
            return _mend_roll(state, event)
        case Undone() | RollAmended() | PositionEdited():
            return _mend_game(state, event)
        case NewGame() | SetupChanged() | ComponentsRead():
            return _set_up(state, event)


def _press(state: TableState, event: Pressed) -> TableState:
    button = event.button
    if state.phase is Phase.OVER:
        if button is Button.CONFIRM:
            return table_setup.enter_setup(state)
        raise Refused("game-over")
    if state.position is not None and has_hands(state.position.game) and state.phase is not Phase.SETUP:
        return table_cards.press(state, event)
    presses = {
        Phase.SETUP: table_setup.press_while_setting_up,
        Phase.ROLL: table_roll.press_while_rolling,
        Phase.DOUBT: table_roll.press_in_doubt,
        Phase.ENTER: table_roll.press_while_entering,
        Phase.KEEP: table_keep.press_while_keeping,
        Phase.CHOOSE: table_moves.press_while_choosing,
        Phase.REVEAL: table_moves.press_while_choosing,
    }
    return presses[state.phase](state, button)


def _read(state: TableState, event: DiceRead) -> TableState:
    if state.eye_task is EyeTask.WATCH:
        return table_keep.watch_tray(state, event)
    if state.eye_task is EyeTask.REST:
        raise Refused("no-roll-asked")
    return table_roll.read_dice(state, event)


def _mend_roll(state: TableState, event: FaceChosen | LookAgain | HandEntryOpened | RollEntered) -> TableState:
    match event:
        case FaceChosen():
            return table_roll.choose_face(state, event.die, event.face)
        case LookAgain():
            return table_roll.look_again(state)
        case HandEntryOpened():
            return table_roll.open_entry(state)
        case RollEntered():
            return table_roll.enter_roll(state, event.faces)


def _mend_game(state: TableState, event: Undone | RollAmended | PositionEdited) -> TableState:
    match event:
        case Undone():
            return table_undo.undo(state)
        case RollAmended():
            return table_undo.amend(state, event.move, event.faces, event.drop_rest)
        case PositionEdited():
            return table_undo.edit(state, event.position)


def _set_up(state: TableState, event: NewGame | SetupChanged | ComponentsRead) -> TableState:
    if isinstance(event, NewGame):
        return table_setup.enter_setup(state)
    if state.phase is not Phase.SETUP:
        raise Refused("game-in-play")
    if isinstance(event, SetupChanged):
        return table_setup.take_form(state, event.setup)
    return table_setup.take_components(state, event)
