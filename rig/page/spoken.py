"""What a screen reader announces: what happened, what is asked, what is highlighted; keys in words, not as signs."""

from __future__ import annotations

from rig.page.seat_filter import hides_hands
from rig.page.view_model import ChoiceView, FieldView, SpokenView
from rig.page.words import N_, Words
from rig.state import Phase, TableState

KEYS = {
    "▲▼": N_("the up and down arrows"),
    "✔": N_("Enter"),
    "↻": N_("R"),
    "▲": N_("up arrow"),
    "▼": N_("down arrow"),
    "⟲": N_("U"),
    "☰": N_("Menu"),
    "★ ": "",
    "→": N_("is now"),
}
"""Signs of the page as a keyboard has them; a screen reader would say "clockwise open circle arrow"."""

TOLD_BY_THE_STORY = ("undone", "amended", "edited", "edit-undone", "roll-taken-back", "rig-plays")
"""Notices that say what the last line of the story says."""

SOFT_HYPHEN = "\u00ad"
"""Where a word on the screen may be parted; read aloud it would part the word."""


def spoken_view(
    state: TableState,
    told: tuple[str, str],
    choices: tuple[ChoiceView, ...],
    fields: tuple[FieldView, ...],
    story: tuple[str, ...],
    notices: tuple[str, ...],
    explained: str,
    words: Words,
) -> SpokenView:
    """What there is to announce of a state; the script announces what of it is new.

    Args:
        state: as the viewer may see it.
        told: headline and aside.
        choices: as they are shown.
        fields: of the setup form.
        story: the last events, newest first.
        notices: what else is told on the screen.
        explained: the step, to somebody new to the game; told before the question.
    """
    question, highlighted, mark, advises = told[0], told[1], told[1], False
    chosen = next((choice for choice in choices if choice.chosen), None)
    field = next((field for field in fields if field.at_cursor), None)
    if field is not None:
        question, (highlighted, mark) = f"{question} {highlighted}", _line(field)
    elif hides_hands(state):
        highlighted = mark = told[1].removeprefix("✔ ") if state.phase is Phase.CHOOSE else told[1]
    elif state.phase in (Phase.DOUBT, Phase.ENTER, Phase.REVEAL) and chosen is not None:
        question, highlighted, mark = f"{question} {told[1]}", chosen.title, chosen.title
    elif state.phase in (Phase.KEEP, Phase.CHOOSE) and chosen is not None and not state.is_rigs_turn:
        if state.phase is Phase.KEEP and state.position is not None:
            question = words.say("%(name)s, keep or roll again?", name=state.setup.players[state.position.turn_of])
        highlighted, mark = _highlighted(state, chosen, told[1], words)
        advises = state.choices[state.cursor].advice is not None
    if state.notice is not None and state.notice.key in TOLD_BY_THE_STORY:
        notices = notices[1:]
    return SpokenView(
        story=() if field is not None else tuple(in_keys(line, words) for line in story),
        notices=tuple(in_keys(line, words) for line in (*notices, explained) if line),
        question=in_keys(question, words),
        highlighted=in_keys(highlighted, words),
        mark=mark,
        rethought=words.say("On second thoughts:") if advises else "",
    )


def in_keys(sentence: str, words: Words) -> str:
    """The sentence with keys for signs."""
    for sign, key in KEYS.items():
        sentence = sentence.replace(sign, words.say(key) if key else "")
    return sentence.replace(SOFT_HYPHEN, "")


def _line(field: FieldView) -> tuple[str, str]:
    """A line of the setup form with what is chosen in it, and its mark."""
    value = dict(field.values).get(field.value, field.value)
    return f"{field.label}: {value}" + (f". {field.sentence}" if field.sentence else ""), f"{field.name} {field.value}"


def _in_short(worth_note: str) -> str:
    """What a figure means and the chance of winning; what both are made of stands in the list."""
    return "; ".join(worth_note.split("; ")[:2])


def _highlighted(state: TableState, choice: ChoiceView, aside: str, words: Words) -> tuple[str, str]:
    """The highlighted choice with its worth, and a mark by which it is told from others; nothing before the advice."""
    waits = state.choices[state.cursor].advice is None and state.is_advised and len(state.choices) > 1
    if waits:
        return "", ""
    if state.phase is Phase.KEEP:
        does = f"{choice.spoken}. {aside.removeprefix('★ ')}"
    else:
        does = f"{choice.title}, {choice.detail}." if choice.detail else f"{choice.title}."
    best = words.say("The best choice") + ", " if choice.best else ""
    worth = f" {best}{_in_short(choice.worth_note)}." if choice.worth else ""
    if choice.best and state.depth == "one turn":
        worth = " " + words.say("At first glance:") + worth
    return does + worth, f"{choice.place} {choice.best} {choice.title}"
