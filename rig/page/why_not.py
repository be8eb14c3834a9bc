"""Why not?  For each move that is not offered the rule that forbids it, by a tap on the board or as a list."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from engine.games.keltis_or import OrPosition
from engine.games.keltis_or_chips import COLOURS, TAKES, VALUES
from engine.games.wuerfelspiel import WuerfelspielPosition
from engine.games.wuerfelspiel_board import ADVANCES, LETTERS, ROWS, STEPS
from rig.page.rule_sentences import rule_sentence
from rig.page.sentences import item
from rig.page.view_model import WhyNotView
from rig.page.why_not_cards import CardPosition, cards_not_offered
from rig.page.words import N_, Words
from rig.state import Phase, TableState

_WHAT = re.compile(r"(redbrown|yellow|pink|green|blue) (\d{1,2})")
NOT_BACK = N_("Pieces move forward only, never back (W10).")
ONE_STEP = N_("A clover moves a piece one space only (W17).")
NOT_NOW = N_("There is nothing to choose on the board now.")
FORBIDS = {
    "O7": N_("the dice do not add up to it"),
    "O9, O10": N_("does not continue your column"),
    "O8": N_("no longer in the centre"),
}
"""What keeps a chip from being taken, by the numbers of the rules."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a tap on the board means: the choice it stands for (-1 for none), and why not."""

    choice: int
    sentence: str


def answer(what: str, state: TableState, words: Words) -> Answer:
    """The choice on a space or chip, or why there is none.

    Args:
        what: "green 7": row and space (0 for its head), or colour and value.
    """
    found, position = _WHAT.fullmatch(what), state.position
    if found is None or state.phase is not Phase.CHOOSE:
        return Answer(-1, words.say(NOT_NOW))
    row, number = ROWS.index(found[1]), int(found[2])
    if isinstance(position, OrPosition) and number < VALUES:
        return _chip(row, number, state, position, words)
    if isinstance(position, WuerfelspielPosition) and number <= 9:
        return _space(row, number, state, position, words)
    return Answer(-1, words.say(NOT_NOW))


def _chip(colour: int, value: int, state: TableState, position: OrPosition, words: Words) -> Answer:
    move = TAKES[colour][value]
    place = _place(str(move), state)
    return Answer(place, "" if place >= 0 else rule_sentence(position.why_not(move) or "", words))


def _space(row: int, space: int, state: TableState, position: WuerfelspielPosition, words: Words) -> Answer:
    at = position.own(position.turn_of)[row]
    for place, choice in enumerate(state.choices):
        first = choice.effects[0] if choice.effects else None
        if first is not None and first.target == ROWS[row] and first.to and space in (first.to, 0):
            return Answer(place, "")
    if 0 < space <= at < 9:
        return Answer(-1, words.say(NOT_BACK))
    return Answer(-1, _why_no_move(row, space - at, position, words))


def _why_no_move(row: int, steps: int, position: WuerfelspielPosition, words: Words) -> str:
    """Why the piece of a row does not move so far."""
    if position.stage == "clover":
        reason = position.why_not(STEPS[row])
        return rule_sentence(reason, words) if reason else words.say(ONE_STEP)
    shown = position.dice.count(LETTERS[row])
    tried = [shown] if shown and position.why_not(ADVANCES[row][shown]) else [min(max(steps, 1), 5)]
    reason = position.why_not(ADVANCES[row][tried[0]])
    if not shown:
        return rule_sentence(f"No die shows {ROWS[row]} (W10).", words)
    if reason is None:  # tapped beyond what the dice show
        times = f"{shown} times; exactly so far it moves" if shown > 1 else "once; exactly one space it moves"
        reason = f"The dice show {ROWS[row]} {times} (W10)."
    return rule_sentence(reason, words)


def _place(key: str, state: TableState) -> int:
    return next((place for place, choice in enumerate(state.choices) if choice.key == key), -1)


def not_offered(state: TableState, words: Words) -> tuple[WhyNotView, ...]:
    """All rows or chips that cannot be chosen now, with the reasons."""
    position = state.position
    if state.phase is not Phase.CHOOSE:
        return ()
    if isinstance(position, WuerfelspielPosition):
        return tuple(_rows(state, position, words))
    if isinstance(position, OrPosition):
        return tuple(_chips(position, words))
    if isinstance(position, CardPosition) and state.choices:  # whoever is asked sees the hand
        return tuple(cards_not_offered(position, words))
    return ()


def _rows(state: TableState, position: WuerfelspielPosition, words: Words) -> Iterator[WhyNotView]:
    offered = {choice.effects[0].target for choice in state.choices if choice.effects}
    for row, name in enumerate(ROWS):
        if name not in offered:
            yield WhyNotView(name, item(name, words), _why_no_move(row, 1, position, words))


def _chips(position: OrPosition, words: Words) -> Iterator[WhyNotView]:
    for colour, name in enumerate(COLOURS):
        by_rule: dict[str, list[str]] = {}
        for value in range(VALUES):
            reason = position.why_not(TAKES[colour][value])
            if reason is not None:
                by_rule.setdefault(reason.rpartition("(")[2].rstrip(")."), []).append(str(value))
        told = [
            f"{' '.join(by_rule[rule])}: {words.say(sentence)} ({rule})"
            for rule, sentence in FORBIDS.items()
            if rule in by_rule
        ]
        if told:
            yield WhyNotView(name, item(name, words), "; ".join(told))
