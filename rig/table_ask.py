"""Which question the position asks, and the choices that go with it; every move of the match ends here."""

from __future__ import annotations

from dataclasses import replace

from engine.dice import Keep, in_order
from engine.match import Match
from engine.position import Move, Position
from rig.refusal import Refused
from rig.state import Choice, Happening, Notice, Phase, TableDie, TableState

REMEMBERED = 20
"""How many happenings the page can show."""

_PHASES = {"roll": Phase.ROLL, "reroll": Phase.ROLL, "keep": Phase.KEEP, "reveal": Phase.REVEAL}


def ask(state: TableState, notice: Notice | None = None) -> TableState:
    """The state that asks what its match wants next; dice that do not belong to the position are forgotten."""
    position = position_of(state)
    phase = Phase.OVER if position.to_move is None else _PHASES.get(position.stage, Phase.CHOOSE)
    asked = replace(
        state,
        phase=phase,
        decision=state.revision + 1,
        dice=_dice_of(position, state.dice),
        choices=_choices(position, phase),
        cursor=0,
        touched=False,
        complete=True,
        asked_die=0,
        entered=(),
        doubt="",
        reasons=(),
        looking=False,
        waiting=(),
        notice=notice,
    )
    return point_at(asked, 0) if phase is Phase.KEEP else asked


def play(state: TableState, move: Move, happening: Happening, confidence: float | None = None) -> TableState:
    """The state after a move of the match, with the question that comes next.

    Args:
        state: before the move.
        move: legal now.
        happening: what is remembered of it; its source goes into the record.
        confidence: of the reading, for rolls.
    """
    match = match_of(state).play(move, happening.source, confidence)
    after = replace(state, match=match, past=(*state.past, state.dice), happened=remember(state, happening))
    return ask(after)


def point_at(state: TableState, choice: int) -> TableState:
    """Highlight a choice; while keeping, mark its dice (those marked already first)."""
    if not 0 <= choice < len(state.choices):
        raise Refused("no-such-choice")
    if state.phase is not Phase.KEEP:
        return replace(state, cursor=choice)
    return replace(state, cursor=choice, dice=mark(state.dice, state.choices[choice].kept))


def mark(dice: tuple[TableDie, ...], faces: tuple[str, ...]) -> tuple[TableDie, ...]:
    """The dice with as many marked to be kept as `faces` name; dice already marked come first."""
    wanted = list(faces)
    marked = set()
    for index in sorted(range(len(dice)), key=lambda index: (dice[index].lifted, not dice[index].kept, index)):
        face = dice[index].face
        if face in wanted:
            wanted.remove(face)
            marked.add(index)
    return tuple(replace(die, kept=index in marked) for index, die in enumerate(dice))


def match_of(state: TableState) -> Match:
    """The game in play.

    Raises:
        Refused: there is none.
    """
    if state.match is None:
        raise Refused("no-game")
    return state.match


def position_of(state: TableState) -> Position:
    """The position in play.

    Raises:
        Refused: there is none.
    """
    return match_of(state).position


def remember(state: TableState, happening: Happening) -> tuple[Happening, ...]:
    """What happened, with one more line."""
    return (*state.happened, happening)[-REMEMBERED:]


def dice_faces(position: Position) -> tuple[str, ...]:
    """Faces of the dice of this turn; empty in a game without dice."""
    return tuple(getattr(position, "dice", ()))


def to_roll(position: Position) -> int:
    """How many dice are to be rolled now."""
    return int(getattr(position, "to_roll", 0))


def _dice_of(position: Position, dice: tuple[TableDie, ...]) -> tuple[TableDie, ...]:
    """The physical dice that stand for the position's, made up from its faces where they do not fit (after undo)."""
    faces = dice_faces(position)
    rerolling = position.stage == "reroll"
    if rerolling:
        dice = tuple(die for die in dice if die.kept)
    if sorted(str(die.face) for die in dice) != sorted(faces):
        dice = tuple(TableDie(face, source="hand") for face in faces)
    return tuple(replace(die, doubt="", lifted=False, kept=rerolling, fixed=rerolling or die.fixed) for die in dice)


def _choices(position: Position, phase: Phase) -> tuple[Choice, ...]:
    if phase is Phase.REVEAL:
        return tuple(Choice(str(move)) for move, _ in position.chance_outcomes())
    if phase not in (Phase.KEEP, Phase.CHOOSE):
        return ()
    return tuple(_choice(position, move) for move in position.legal_moves)


def _choice(position: Position, move: Move) -> Choice:
    kept = tuple(in_order(move.faces)) if isinstance(move, Keep) else ()
    return Choice(str(move), position.describe(move), None, kept)
