"""The entries that ▲▼ run through, in words, with what the adviser says of each."""

from __future__ import annotations

import re

from rig.page.sentences import effect_detail, effect_title, face_art, face_name, faces_line, item, move_text
from rig.page.view_model import ChoiceView, FaceView
from rig.page.words import Words
from rig.state import Choice, Phase, Ranked, TableState

ART_OF_EFFECT = {"decline": "none", "pass": "none", "stones": "stone"}


HOW_IT_LIES = ("cocked", "stacked", "moving", "off the tray", "camera moved", "turned")
"""Doubts about how a die lies, not about what it shows."""

LEGIBLE = 0.9
"""Who is told that a die is cocked, and that it is pink to 100 %, would ask why the rig asks."""


def choice_views(state: TableState, words: Words) -> tuple[ChoiceView, ...]:
    """All choices of the state; the highlighted one is chosen."""
    best = best_place(state)
    top = state.choices[best].advice if best is not None and best < len(state.choices) else None
    in_chances = _in_chances(state, top)
    return tuple(
        ChoiceView(
            place=place,
            title=_title(choice, state, words),
            detail=_detail(choice, state, words),
            spoken=keep_title(choice, state, words) if state.phase is Phase.KEEP else "",
            icons=_icons(choice, state),
            worth=_worth(choice.advice, top, in_chances, words),
            worth_note=_worth_note(choice.advice, top, in_chances, words),
            chosen=place == state.cursor,
            best=place == best,
        )
        for place, choice in enumerate(state.choices)
    )


def face_views(state: TableState, words: Words) -> tuple[FaceView, ...]:
    """The faces to pick from while a die is in question; none in other phases."""
    if state.phase not in (Phase.DOUBT, Phase.ENTER):
        return ()
    likely = _likely(state, words)
    return tuple(
        FaceView(choice.key, face_art(choice.key), face_name(choice.key, words), likely.get(choice.key, ""))
        for choice in state.choices
    )


def _likely(state: TableState, words: Words) -> dict[str, str]:
    if state.phase is not Phase.DOUBT or not 0 <= state.asked_die < len(state.dice):
        return {}
    asked = state.dice[state.asked_die]
    seen = asked.seen
    if seen is None or (asked.doubt in HOW_IT_LIES and seen.confidence > LEGIBLE):
        return {}
    guesses = [*([(seen.face, seen.confidence)] if seen.face else []), *seen.others]
    return {face: f"{words.number(100 * share)} %" for face, share in guesses if share >= 0.01}


def best_place(state: TableState) -> int | None:
    """Place of the adviser's first choice; advice of earlier versions does not say it: there the one that wins most."""
    advised = [(place, choice.advice) for place, choice in enumerate(state.choices) if choice.advice is not None]
    ranked = [(advice.place, -(advice.win or 0.0), advice.cost, place) for place, advice in advised]
    return min(ranked)[3] if ranked else None


def _title(choice: Choice, state: TableState, words: Words) -> str:
    if state.phase is Phase.KEEP:
        return _keep_in_short(choice, state, words)
    if state.phase is Phase.REVEAL:
        return item(choice.key.removeprefix("?"), words)
    if state.phase in (Phase.DOUBT, Phase.ENTER):
        return face_name(choice.key, words)
    return effect_title(choice.effects[0], words) if choice.effects else choice.key


def keep_title(choice: Choice, state: TableState, words: Words) -> str:
    """What is kept, in words: "Keep all", "Keep 3 × Green", "Roll all again"."""
    if len(choice.kept) == len(state.dice):
        return words.say("Keep all dice")
    if not choice.kept:
        return words.say("Roll all dice again")
    return words.say("Keep %(faces)s", faces=faces_line("".join(choice.kept), words))


def _keep_in_short(choice: Choice, state: TableState, words: Words) -> str:
    """What goes with the drawings of the kept dice."""
    again = len(state.dice) - len(choice.kept)
    if not again:
        return words.say("all")
    if not choice.kept:
        return words.say("Roll all dice again")
    return words.count("roll %(number)s again", "roll %(number)s again", again)


def _detail(choice: Choice, state: TableState, words: Words) -> str:
    if state.phase is Phase.KEEP:
        return _aim(choice.advice, words)
    if state.phase is not Phase.CHOOSE or not choice.effects:
        return ""
    first, *rest = choice.effects
    told = [effect_detail(effect, words) for effect in (*((first,) if first.kind == "advance" else ()), *rest)]
    return ", ".join(detail for detail in told if detail)


def _icons(choice: Choice, state: TableState) -> tuple[str, ...]:
    if state.phase is Phase.KEEP:
        return tuple(face_art(face) for face in choice.kept)
    if state.phase is Phase.REVEAL:
        return (REVEAL_ART.get(choice.key.removeprefix("?"), choice.key.removeprefix("?").split(" ")[0]),)
    if not choice.effects:
        return ()
    first = choice.effects[0]
    return (ART_OF_EFFECT.get(first.kind, first.target or first.kind),)


REVEAL_ART = {"plain": "none", "crossed": "forbidden"}


def _in_chances(state: TableState, top: Ranked | None) -> bool:
    """True if the list tells chances of winning: points would make a choice that wins less often look as good.

    One list has one unit, so that its figures can be held against each other.
    """
    others = [choice.advice for choice in state.choices if choice.advice not in (None, top)]
    return any(advice.cost < 0.05 and _win_lost(advice, top) >= 0.0005 for advice in others if advice is not None)


def _worth(advice: Ranked | None, top: Ranked | None, in_chances: bool, words: Words) -> str:
    """What a choice costs against the best one: points, or chances of winning."""
    if advice is None:
        return ""
    if advice is top:
        return words.say("best")
    lost = _win_lost(advice, top)
    if in_chances:
        return f"{words.signed(-100 * lost, 1)} %" if lost >= 0.0005 else "±0"
    return words.signed(-advice.cost, 1) if abs(advice.cost) >= 0.05 else "±0"


def _win_lost(advice: Ranked, top: Ranked | None) -> float:
    """By how much the chance of winning is smaller than with the best choice, 0 where it is not known."""
    known = top is not None and top.win is not None and advice.win is not None
    return max(0.0, top.win - advice.win) if known else 0.0  # type: ignore[union-attr, operator]


def depth_in_words(state: TableState, words: Words) -> str:
    """How far the advice looks, with the error that games played on leave."""
    if state.depth == "one turn":
        return words.say("at first glance")
    if state.depth == "two turns":
        return words.say("two turns deep")
    if state.depth == "exact":
        return words.say("exact")
    best = best_place(state)
    top = state.choices[best].advice if best is not None else None
    if state.depth != "played out" or top is None or top.error is None:
        return ""
    return words.say("played out, %(error)s", error=_give_or_take(top.error, top, words))


def _give_or_take(error: float, advice: Ranked, words: Words) -> str:
    """A standard error with its unit: "± 0.6 %", or points where chances of winning are not known."""
    if advice.win is not None:
        return f"± {words.number(100 * error, 1)} %"
    return words.say("± %(points)s points", points=words.number(error, 1))


def gain_over_keeping_all(state: TableState) -> float | None:
    """Points that rolling again as highlighted brings over keeping all dice, None where the adviser says nothing."""
    chosen = state.choices[state.cursor].advice if state.choices else None
    keep_all = next((choice.advice for choice in state.choices if len(choice.kept) == len(state.dice)), None)
    return None if chosen is None or keep_all is None else keep_all.cost - chosen.cost


def _worth_note(advice: Ranked | None, top: Ranked | None, in_chances: bool, words: Words) -> str:
    """What the figure means, and what it is made of where the adviser says so."""
    if advice is None:
        return ""
    meaning = _ahead(advice, words) if advice is top else _less(advice, top, in_chances, words)
    if advice.win is not None:
        meaning += "; " + words.say("chance of winning %(percent)s %%", percent=words.number(100 * advice.win))
    if advice.error is not None:
        error = _give_or_take(advice.error, advice, words)
        meaning += f" {error}" if advice is top else "; " + words.say("%(error)s against the best choice", error=error)
    parts = dict(_PARTS.findall(advice.why))
    if set(parts) != {"now", "later", "opponent"}:
        return meaning
    figures = {name: words.signed(float(figure), 1) for name, figure in parts.items()}
    made_of = words.say("points now %(now)s, still to come %(later)s; best of the others %(opponent)s", **figures)
    return f"{meaning}; {made_of}"


def _ahead(advice: Ranked, words: Words) -> str:
    points = words.number(abs(advice.value), 1)
    if advice.value < 0:
        return words.say("%(points)s points behind expected", points=points)
    return words.say("%(points)s points ahead expected", points=points)


def _less(advice: Ranked, top: Ranked | None, in_chances: bool, words: Words) -> str:
    """What a choice costs, in words that need no sign."""
    lost = _win_lost(advice, top)
    if in_chances and lost >= 0.0005:
        percent = words.number(100 * lost, 1)
        return words.say("%(percent)s %% less chance of winning than with the best choice", percent=percent)
    if not in_chances and abs(advice.cost) >= 0.05:
        return words.say("%(points)s points less than the best choice", points=words.number(advice.cost, 1))
    return words.say("as good as the best choice")


_PARTS = re.compile(r"(now|later|opponent) ([+-]\d+(?:\.\d+)?)")
_AIM = re.compile(r"aim (\S+) (\d+) %")


def _aim(advice: Ranked | None, words: Words) -> str:
    """What a keep leads to most often, as far as the adviser says: "then Green 2 (69 %)"."""
    aimed = _AIM.match(advice.why) if advice is not None else None
    if aimed is None or aimed[1] == "-":
        return ""
    move = move_text(aimed[1], words)
    if aimed[2] == "100":
        return words.say("then %(move)s", move=move)
    return words.say("then %(move)s (%(percent)s\u00a0%%)", move=move, percent=aimed[2])
