"""Which question the position asks, and the choices that go with it; every move of the match ends here."""

from __future__ import annotations

from dataclasses import replace

from engine import catalogue
from engine.card_moves import Discard, Lay
from engine.dice import Keep, in_order
from engine.games.kartenspiel_parts import TakeStone
from engine.match import Match
from engine.position import CHANCE, Move, Position
from rig.refusal import Refused
from rig.state import MACHINE, Choice, Happening, Notice, Phase, TableDie, TableState

REMEMBERED = 20
"""How many happenings the page can show."""

_PHASES = {"roll": Phase.ROLL, "reroll": Phase.ROLL, "keep": Phase.KEEP, "reveal": Phase.REVEAL}


def ask(state: TableState, notice: Notice | None = None) -> TableState:
    """The state that asks what its match wants next; dice that do not belong to the position are forgotten."""
    position = position_of(state)
    phase, open_hand = _phase(position, state)
    asked = replace(
        state,
        phase=phase,
        open_hand=open_hand,
        decision=state.revision + 1,
        dice=_dice_of(position, state.dice),
        choices=_choices(position, phase),
        cursor=0,
        touched=False,
        hinted=False,
        complete=True,
        depth="",
        asked_die=0,
        entered=(),
        doubt="",
        reasons=(),
        looking=False,
        waiting=(),
        notice=notice,
    )
    return point_at(asked, 0) if phase is Phase.KEEP else asked


def has_hands(game: str) -> bool:
    """True for a game of cards, whose hands are hidden; it is played on the screen, without dice."""
    return catalogue.game(game).dice_set is None


def _phase(position: Position, state: TableState) -> tuple[Phase, tuple[int, str] | None]:
    """The question that the position asks, and whose hand is open where while it is asked."""
    if position.to_move is None:
        return Phase.OVER, None
    if not has_hands(position.game):
        return _PHASES.get(position.stage, Phase.CHOOSE), None
    if position.to_move is CHANCE:
        return Phase.DEAL, state.open_hand
    if state.setup.is_rigs(position.turn_of):
        return Phase.CHOOSE, (position.turn_of, MACHINE)
    if state.open_hand is not None and state.open_hand[0] == position.turn_of:
        return Phase.CHOOSE, state.open_hand
    if position.turn_of in state.on_phones:
        return Phase.CHOOSE, (position.turn_of, "phone")
    if len(state.setup.people) == 1:  # there is nobody to hide the cards from
        return Phase.CHOOSE, (position.turn_of, "rig")
    return Phase.COVER, None


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
    moves = tuple(position.legal_moves)
    if has_hands(position.game):
        moves = tuple(sorted(moves, key=lambda move: _in_hand(position, move)))
    return tuple(_choice(position, move) for move in moves)


def card_of(move: Move) -> str:
    """The card of the hand that a move plays, the first one of two; "" where it plays none."""
    if isinstance(move, TakeStone):
        return move.cards[0]
    return move.card if isinstance(move, Lay | Discard) else ""


def _in_hand(position: Position, move: Move) -> tuple[int, int]:
    """Moves with the same card stand together, in the order of the hand; a card is laid, pays for a stone, or goes."""
    card = card_of(move)
    hand = getattr(position, "table").hands[position.turn_of]  # noqa: B009 (both games of cards have a table)
    place = hand.index(card) if card in hand else len(hand)
    return place, 0 if isinstance(move, Lay) else 1 if isinstance(move, TakeStone) else 2


def _choice(position: Position, move: Move) -> Choice:
    kept = tuple(in_order(move.faces)) if isinstance(move, Keep) else ()
    return Choice(str(move), position.describe(move), None, kept)
