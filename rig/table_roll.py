"""Rolls: what the camera read, doubts about single dice, whole rolls by hand; nothing counts while a doubt is open."""

from __future__ import annotations

from dataclasses import replace

from rig.events import Button, DiceRead
from rig.follow_dice import Sorted, places, sort_out
from rig.refusal import Refused
from rig.state import Choice, Happening, Notice, Phase, SeenDie, TableDie, TableState
from rig.table_ask import ask, dice_faces, play, position_of, to_roll

NO_DIE = -1
"""`asked_die` where the doubt is about the whole picture and no single die is asked for."""


def read_dice(state: TableState, event: DiceRead) -> TableState:
    """The camera saw dice at rest: a roll if it is sure, a question if it is not."""
    state = replace(state, looking=False)
    found = sort_out(_fixed(state), event.dice, to_roll(position_of(state)), event.before)
    answered = tuple(die for die in state.dice if die.source == "asked" and not die.fixed)
    return _settle(state, replace(found, dice=_as_answered(found.dice, answered)), event.reasons)


def look_again(state: TableState) -> TableState:
    """Read the tray once more."""
    if state.phase not in (Phase.ROLL, Phase.DOUBT, Phase.ENTER):
        raise Refused("nothing-to-read")
    if state.looking:
        raise Refused("too-soon")
    return replace(state, looking=True, notice=Notice("looking"))


def press_while_rolling(state: TableState, button: Button) -> TableState:
    """✔ and ↻ read what lies in the tray, ▲ and ▼ open the entry by hand."""
    return open_entry(state) if button in (Button.UP, Button.DOWN) else look_again(state)


def press_in_doubt(state: TableState, button: Button) -> TableState:
    """▲▼ choose a face for the die in question, ✔ takes it, ↻ looks again."""
    if button is Button.REROLL:
        return look_again(state)
    if button is Button.CONFIRM:
        return _confirm_doubt(state)
    if not state.choices:
        return open_entry(state)
    step = -1 if button is Button.UP else 1
    return replace(state, cursor=(state.cursor + step) % len(state.choices), touched=True)


def choose_face(state: TableState, die: int, face: str) -> TableState:
    """A person says what a die shows.

    Raises:
        Refused: there is no such die or face, or nobody asked.
    """
    if state.phase is Phase.ENTER and die == len(state.entered):
        return _enter_face(state, face)
    if state.phase is not Phase.DOUBT or not 0 <= die < len(state.dice):
        raise Refused("no-such-die")
    if face not in faces_of(state) or (state.dice[die].fixed and face != state.dice[die].face):
        raise Refused("no-such-face", face)
    settled = replace(state.dice[die], face=face, source="asked", doubt="")
    dice = (*state.dice[:die], settled, *state.dice[die + 1 :])
    complete = state.doubt == "too-few" and all(die.doubt != "missing" for die in dice)
    return _settle(state, Sorted(dice, "" if complete else state.doubt), state.reasons)


def open_entry(state: TableState) -> TableState:
    """Ask for the rolled dice one after the other, by hand."""
    if state.phase not in (Phase.ROLL, Phase.DOUBT):
        raise Refused("nothing-to-enter")
    return _entering(replace(state, dice=_fixed(state), doubt="", reasons=(), looking=False), ())


def press_while_entering(state: TableState, button: Button) -> TableState:
    """▲▼ choose a face, ✔ takes it, ↻ goes one die back."""
    if button is Button.REROLL:
        return _entering(state, state.entered[:-1]) if state.entered else ask(state)
    if button is Button.CONFIRM:
        return _enter_face(state, state.choices[state.cursor].key)
    step = -1 if button is Button.UP else 1
    return replace(state, cursor=(state.cursor + step) % len(state.choices), touched=True)


def _enter_face(state: TableState, face: str) -> TableState:
    if face not in faces_of(state):
        raise Refused("no-such-face", face)
    entered = (*state.entered, face)
    return enter_roll(state, entered) if len(entered) == to_roll(position_of(state)) else _entering(state, entered)


def enter_roll(state: TableState, faces: tuple[str, ...]) -> TableState:
    """Take a whole roll from a person's hand.

    Raises:
        Refused: the wrong number of dice, a face these dice do not have, or no roll is asked for.
    """
    if state.phase not in (Phase.ROLL, Phase.DOUBT, Phase.ENTER):
        raise Refused("nothing-to-enter")
    rolled = to_roll(position_of(state))
    if len(faces) != rolled:
        raise Refused("wrong-number-of-dice", str(rolled), str(len(faces)))
    unknown = [face for face in faces if face not in faces_of(state)]
    if unknown:
        raise Refused("no-such-face", unknown[0])
    return record(state, (*_fixed(state), *(TableDie(face, source="hand") for face in faces)))


def record(state: TableState, dice: tuple[TableDie, ...]) -> TableState:
    """Put the roll into the match; the fixed dice were recorded before."""
    position = position_of(state)
    rolled = [die for die in dice if not die.fixed]
    text = "".join(str(die.face) for die in rolled)
    source = next((name for name in ("hand", "asked") if any(die.source == name for die in rolled)), "camera")
    key = "rerolled" if position.stage == "reroll" else "rolled"
    happening = Happening(position.turn_of, key, text, source)
    confidence = min((die.seen.confidence for die in rolled if die.seen is not None), default=None)
    move = position.parse_move(text)
    return play(replace(state, dice=dice), move, happening, confidence if source == "camera" else None)


def faces_of(state: TableState) -> tuple[str, ...]:
    """The letters that a die of this game can show."""
    outcomes = position_of(state).chance_outcomes()
    return tuple(dict.fromkeys(face for move, _ in outcomes for face in str(move)))


def _fixed(state: TableState) -> tuple[TableDie, ...]:
    """The dice kept in this turn; they stand in front and their number is what the position holds."""
    return tuple(die for die in state.dice if die.fixed)[: len(dice_faces(position_of(state)))]


def _as_answered(dice: tuple[TableDie, ...], answered: tuple[TableDie, ...]) -> tuple[TableDie, ...]:
    """Doubtful dice for which a person gave the face before, and which look the same still, are not asked for again."""
    places_now = places(answered, tuple(die.seen or SeenDie(None, centre=(-1e9, -1e9)) for die in dice))
    settled = list(dice)
    for old, place in zip(answered, places_now, strict=True):
        if place is not None and old.seen is not None and dice[place].doubt:
            now = dice[place].seen
            if now is not None and now.face == old.seen.face:
                settled[place] = replace(dice[place], face=old.face, source="asked", doubt="")
    return tuple(settled)


def _settle(state: TableState, found: Sorted, reasons: tuple[str, ...]) -> TableState:
    """Ask for the next doubtful die, then about the whole picture; with no doubt left the roll is recorded."""
    if found.is_sure and not reasons:
        return record(state, found.dice)
    asked = next((index for index, die in enumerate(found.dice) if die.doubt), NO_DIE)
    choices = _face_choices(state, found.dice[asked]) if asked != NO_DIE else ()
    return replace(
        state,
        phase=Phase.DOUBT,
        decision=state.revision + 1,
        dice=found.dice,
        choices=choices,
        cursor=0,
        touched=False,
        asked_die=asked,
        entered=(),
        doubt=found.doubt,
        reasons=reasons,
        notice=None,
    )


def _face_choices(state: TableState, die: TableDie) -> tuple[Choice, ...]:
    """The faces to choose from, the camera's guesses first; a kept die can only be what it was."""
    if die.fixed:
        return (Choice(str(die.face)),)
    faces = faces_of(state)
    guesses = [die.face, *(face for face, _ in die.seen.others)] if die.seen is not None else []
    order = dict.fromkeys(face for face in (*guesses, *faces) if face in faces)
    return tuple(Choice(str(face)) for face in order)


def _confirm_doubt(state: TableState) -> TableState:
    """✔ takes the face shown for the die in question; where the whole picture is in doubt, the roll as shown."""
    if state.asked_die != NO_DIE:
        return choose_face(state, state.asked_die, state.choices[state.cursor].key)
    rolled = sum(not die.fixed for die in state.dice)
    if rolled != to_roll(position_of(state)):
        return open_entry(state)
    return record(state, tuple(die if die.fixed else replace(die, source="asked") for die in state.dice))


def _entering(state: TableState, entered: tuple[str, ...]) -> TableState:
    return replace(
        state,
        phase=Phase.ENTER,
        decision=state.revision + 1,
        choices=tuple(Choice(face) for face in faces_of(state)),
        cursor=0,
        touched=False,
        entered=entered,
        asked_die=len(entered),
        notice=None,
    )
