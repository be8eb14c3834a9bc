"""Taking back, mending a misread roll, and putting right a table that looks different."""

from __future__ import annotations

from dataclasses import replace

from engine import catalogue
from engine.dice import Roll
from engine.position import Position
from rig import table_cards
from rig.refusal import Refused
from rig.state import Happening, Notice, Phase, SeenDie, TableDie, TableState
from rig.table_ask import ask, has_hands, match_of, position_of, remember


def undo(state: TableState) -> TableState:
    """The table before the last decision or roll of people; what the rig chose for its seats since goes with it.

    Raises:
        Refused: there is nothing to take back.
    """
    undone = _undo(state)
    while undone.is_rigs_turn and 0 < len(undone.past) < len(state.past):
        undone = _undo(undone)
    return undone


def _undo(state: TableState) -> TableState:
    """The table before the last decision or roll.

    A decision taken back keeps the recorded roll, a correction the roll as it was read.  A roll taken back is asked for
    anew and is marked in the record; kept dice are looked for where they were seen last.

    Raises:
        Refused: there is nothing to take back.
    """
    if state.phase is Phase.SETUP and state.left is not None:
        return ask(replace(state, setup=state.left, left=None), Notice("back-in-the-game"))
    if state.phase in (Phase.DOUBT, Phase.ENTER):
        return ask(state, Notice("reading-dropped"))
    if state.phase is not Phase.SETUP and has_hands(position_of(state).game):
        return table_cards.undo(state)
    if state.phase is not Phase.SETUP and not state.past and state.before_edit is not None:
        return _unedited(state, state.before_edit)
    if state.phase is Phase.SETUP or not state.past:
        raise Refused("nothing-to-undo")
    match, dice = match_of(state), state.past[-1]
    if match.correction is not None and isinstance(match.correction.former, Roll):
        return amend(state, match.correction.place, tuple(match.correction.former.faces), drop_rest=False)
    last = match.moves[-1]
    rolled = isinstance(last, Roll)
    if rolled:
        dice = _seen_last(dice, state.dice)
    match = match.undo()
    happening = Happening(match.position.turn_of, "roll-taken-back" if rolled else "undone", str(last))
    undone = replace(state, match=match, dice=dice, past=state.past[:-1], happened=remember(state, happening))
    return ask(undone, Notice(happening.key, (happening.text,)))


def _seen_last(dice: tuple[TableDie, ...], after: tuple[TableDie, ...]) -> tuple[TableDie, ...]:
    """The dice before a throw: kept ones as they were seen after it, which is later; where others lay says nothing."""
    kept = [die for die in dice if die.fixed]
    still = [die for die in after if die.fixed]
    if [die.face for die in kept] != [die.face for die in still]:
        still = [replace(die, seen=None) for die in kept]
    sights = iter(die.seen for die in still)
    return tuple(replace(die, seen=next(sights) if die.fixed else None) for die in dice)


def amend(state: TableState, move: int, faces: tuple[str, ...], drop_rest: bool) -> TableState:
    """A recorded roll was misread; everything after it is played again with the right one.

    Where the right one is what was recorded, nothing changes and nothing is told.

    Args:
        state: with a game.
        move: place of the roll in `state.match.moves`.
        faces: what it was.
        drop_rest: forget the moves from the first one on that became illegal, instead of refusing.

    Raises:
        Refused: that move was no roll.
        IllegalMoveError: a later move would be illegal; the sentence says which.
    """
    match = match_of(state)
    roll = match.moves[move] if 0 <= move < len(match.moves) else None
    if not isinstance(roll, Roll):
        raise Refused("no-such-roll")
    if sorted(faces) == sorted(roll.faces):
        return replace(state, notice=None)
    amended = match.amend(move, Roll("".join(faces)), drop_rest=drop_rest)
    happening = Happening(None, "amended", f"{roll} → {amended.moves[move]}")
    right = _corrected(state, move, faces)
    past = tuple(_as_corrected(dice, right) for dice in state.past[: len(amended.line)])
    dice = _as_corrected(state.dice, right)
    changed = replace(state, match=amended, dice=dice, past=past, happened=remember(state, happening))
    dropped = len(amended.line) < len(match.line)
    return ask(changed, Notice("amended-open" if dropped else "amended", (happening.text,)))


def _corrected(state: TableState, move: int, faces: tuple[str, ...]) -> dict[SeenDie, str]:
    """What the dice in the tray show instead, by what the camera saw of them; empty for a roll of an earlier turn.

    Faces given die by die name their dice; given in any order, they are for the dice whose faces are not among them.
    """
    rolls = [place for place, played in enumerate(match_of(state).moves) if isinstance(played, Roll)]
    dice = [die for die in state.dice if not die.fixed]
    if move != rolls[-1] or len(dice) != len(faces):
        return {}
    left, wrong = list(faces), []
    for die in dice:
        if die.face in left:
            left.remove(die.face)
        else:
            wrong.append(die)
    by_die = [(die, face) for die, face in zip(dice, faces, strict=True) if die.face != face]
    named = by_die if len(by_die) == len(wrong) else list(zip(wrong, left, strict=True))
    return {die.seen: face for die, face in named if die.seen is not None}


def _as_corrected(dice: tuple[TableDie, ...], right: dict[SeenDie, str]) -> tuple[TableDie, ...]:
    return tuple(
        replace(die, face=right[die.seen], source="asked") if die.seen is not None and die.seen in right else die
        for die in dice
    )


def edit(state: TableState, text: str) -> TableState:
    """The table looks different: go on from this position; undo goes back to the one before.

    Raises:
        Refused: it is of another game, or cannot be; the values name every reason.
        NotationError: the text is no position.
    """
    match, position = match_of(state), catalogue.position(text)
    if (position.game, position.seats) != (match.position.game, match.position.seats):
        raise Refused("other-game")
    if has_hands(match.game):
        raise Refused("cards-stay")
    problems = position.problems()
    if problems:
        raise Refused("impossible-position", *problems)
    happening = Happening(None, "edited", text)
    changed = replace(state, match=match.edit(position), past=(), dice=(), happened=remember(state, happening))
    return ask(replace(changed, before_edit=match.position), Notice("edited"))


def _unedited(state: TableState, before: Position) -> TableState:
    """The table as it was before it was put right; what had been played before that cannot be taken back any more."""
    happening = Happening(None, "edit-undone", str(before))
    match = match_of(state).edit(before)
    changed = replace(state, match=match, dice=(), before_edit=None, happened=remember(state, happening))
    return ask(changed, Notice("edit-undone"))
