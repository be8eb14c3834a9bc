"""Seats that the rig plays: what it keeps or plays comes as an event, and is told in a notice."""

from __future__ import annotations

from dataclasses import replace

from engine.dice import Keep
from rig.events import MoveGiven
from rig.refusal import Refused
from rig.state import Happening, Notice, Phase, TableState
from rig.table_ask import play, point_at, position_of
from rig.table_cards import next_question
from rig.table_moves import choose


def take_move(state: TableState, event: MoveGiven) -> TableState:
    """What the rig keeps or plays for a seat of its own.

    Raises:
        Refused: the question it answers is no longer asked.
        EngineError: it is no legal move.
    """
    if event.decision != state.decision or not state.is_rigs_turn:
        raise Refused("not-asked-for")
    position = position_of(state)
    move = position.parse_move(event.move)
    pointed = point_at(state, next(n for n, choice in enumerate(state.choices) if choice.key == str(move)))
    if isinstance(move, Keep):
        key = "kept" if all(die.kept for die in pointed.dice) else "reroll"
        return play(pointed, move, Happening(position.turn_of, key, move.faces))
    played = choose(pointed, event.move)
    told = played.notice or Notice("rig-plays", (event.move,))
    return next_question(played, told) if played.phase is Phase.DEAL else replace(played, notice=told)
