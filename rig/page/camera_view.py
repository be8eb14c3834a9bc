"""Aiming the camera as its page shows it: what is wrong, at the dice and in words, and what to do next."""

from __future__ import annotations

from dataclasses import dataclass

from rig.aiming_state import AimedDie, AimingState, AimStep
from rig.page.report_sentences import told_report
from rig.page.sentences import refusal
from rig.page.teach_view import EntryView, RingView, ring_at
from rig.page.view_model import ButtonView
from rig.page.words import N_, Words

ADVICE = {
    "dark": N_("It is too dark. Add a lamp."),
    "burnt": N_("Parts of the picture are burnt out. Less light, please."),
    "grainy": N_("The picture is grainy. Add light."),
    "uneven": N_("The light comes from one side. Put a second lamp opposite, or tracing paper before it."),
    "gloss": N_("Dice mirror the lamp. Move it aside, or soften it."),
    "warm": N_("The picture is very reddish. ↻ measures the light anew."),
    "cold": N_("The picture is very bluish. ↻ measures the light anew."),
    "no-dice": N_("Lay a few dice into the tray."),
    "soft": N_("The dice are not sharp. ↻ focuses anew; clean the lens."),
    "small": N_("The dice are small. Bring the camera nearer, until the tray fills the picture."),
    "large": N_("The dice are large. Raise the camera, until the whole tray with its rim is in the picture."),
    "border": N_("A die lies at the border of the picture. Aim at the middle of the tray."),
    "pale": N_("The tray has the colour of the dice. Lay in a darker or lighter lining."),
    "changed": N_("The picture changes from moment to moment. Is the camera fixed?"),
    "flicker": N_("The lamp flickers. Use one with a constant current."),
}
"""What would make reading better, by the key of a remark."""

AT_THE_DIE = {
    "border": N_("border"),
    "gloss": N_("glare"),
    "soft": N_("blurred"),
    "small": N_("small"),
    "large": N_("large"),
    "pale": N_("pale"),
}

GOOD = {
    "light": N_("The light is good."),
    "colour": N_("The colours are good."),
    "focus": N_("The dice are sharp."),
    "height": N_("The camera hangs at the right height."),
    "tray": N_("The dice stand out from the tray."),
    "steadiness": N_("The picture is steady."),
}
"""What is said of a topic where nothing needs to be done."""

CHANGES = {
    "The camera or the tray was moved: look at the empty tray again.": N_("The camera or the tray was moved."),
    "The picture is less sharp than at the start: check the focus.": N_("The picture is less sharp than before."),
    "The colour of the light has changed: lock the white balance, or teach in this light too.": N_(
        "The colour of the light has changed. Teach a few pictures in this light too."
    ),
    "The light is much brighter or darker than at the start.": N_("It is much brighter or darker than before."),
}
"""What `vision.tray_state` says of changes since the empty tray was kept."""

MOST_BAD = 4
"""So many things to be mended are told at once; the next ones show when these are mended."""
GOOD_BESIDE = (6, 5, 3, 1, 0)
"""So many good things are told beside so many bad ones: the panel does not scroll."""

REFUSALS = {
    "not-empty": N_("There are dice in the tray. Take all of them out, then press ✔."),
    "still-moving": N_("Something moves. Press ✔ when all is still."),
    "no-picture": N_("There is no picture of the tray."),
    "stale": N_("The page had moved on. Please look again, then press."),
    "nothing-here": N_("That does nothing here."),
    "not-ready": N_("The rig is still starting. One moment, please."),
}


@dataclass(frozen=True, slots=True)
class LookedView:
    """One thing that was looked at: a sentence, and whether it is good."""

    sentence: str
    is_good: bool


@dataclass(frozen=True, slots=True)
class CameraView:
    """The page; as `TeachView`, with `looked` for what was looked at."""

    step: str
    headline: str
    aside: str
    is_warning: bool
    entries: tuple[EntryView, ...]
    buttons: tuple[ButtonView, ...]
    looked: tuple[LookedView, ...] = ()
    rings: tuple[RingView, ...] = ()
    picture: int = 0
    size: tuple[int, int] = (4, 3)
    done: int = 0
    full: int = 0


def camera_refusal(key: str, words: Words) -> str:
    """Why a press did not count."""
    return words.say(REFUSALS[key]) if key in REFUSALS else refusal(key, words)


def camera_view(state: AimingState, words: Words) -> CameraView:
    """What is on the screen."""
    headline, aside = _instruction(state, words)
    has_picture = state.step is not AimStep.DONE
    return CameraView(
        step=state.step.value,
        headline=headline,
        aside=aside,
        is_warning=bool(state.trouble),
        entries=_entries(state, words),
        buttons=_buttons(state, words),
        looked=_looked(state, words) if state.step is AimStep.DICE and not state.trouble else (),
        rings=tuple(_ring(die, state.size, words) for die in state.dice) if has_picture else (),
        picture=state.picture if has_picture else 0,
        size=state.size,
    )


def _instruction(state: AimingState, words: Words) -> tuple[str, str]:
    if state.step is AimStep.DONE:
        return words.say("The camera is set"), words.say("Leave it where it is; if it was moved, come here again.")
    if state.trouble == "no-camera":
        told = words.say("There is no picture of the tray. Connect a camera; `keltis doctor` says what is found.")
        return words.say("Aim the camera"), told
    if state.trouble:
        return words.say("Aim the camera"), told_report(state.told, words)
    if state.step is AimStep.EMPTY:
        told = words.say("✔ keeps its picture: so the rig notices when the camera was moved.")
        return words.say("Now take all dice out of the tray"), told
    if not state.dice:
        told = words.say("The whole tray with its rim must be in the picture.")
        return words.say("Lay a few dice into the tray"), told
    bad = any(remark.advice for remark in state.remarks) or bool(state.changes)
    if bad:
        return words.say("The picture can be better"), words.say("Mend what is marked, or go on all the same with ✔.")
    told = words.say("✔ goes on, if the whole tray with its rim is in the picture.")
    return words.say("The picture is good"), told


def _looked(state: AimingState, words: Words) -> tuple[LookedView, ...]:
    """What is to be mended first, then what is good; the topics that need nothing share their sentences."""
    bad = [LookedView(words.say(CHANGES.get(change, change)), False) for change in state.changes]
    bad += [
        LookedView(words.say(ADVICE.get(remark.key, remark.advice)), False)
        for remark in state.remarks
        if remark.advice and (state.dice or remark.key != "no-dice")
    ]
    spoilt = {remark.topic for remark in state.remarks if remark.advice}
    needs_dice = {"focus", "height", "tray"}
    good = [
        LookedView(words.say(sentence), True)
        for topic, sentence in GOOD.items()
        if state.remarks and topic not in spoilt and (state.dice or topic not in needs_dice)
    ]
    bad, good = list(dict.fromkeys(bad))[:MOST_BAD], list(dict.fromkeys(good))
    return (*bad, *good[: GOOD_BESIDE[len(bad)]])


def _ring(die: AimedDie, size: tuple[int, int], words: Words) -> RingView:
    label = words.say(AT_THE_DIE[die.problems[0]]) if die.problems else "✔"
    return ring_at(die.quad, size, "refused" if die.problems else "taken", label)


def _entries(state: AimingState, words: Words) -> tuple[EntryView, ...]:
    if state.step is not AimStep.DONE:
        return ()
    return (EntryView(0, "table", words.say("To the table"), at_cursor=True),)


def _buttons(state: AimingState, words: Words) -> tuple[ButtonView, ...]:
    labels = {
        AimStep.DICE: words.say("good, go on"),
        AimStep.EMPTY: words.say("it is empty"),
        AimStep.DONE: words.say("to the table"),
    }
    can_go_on = not state.trouble or state.step is AimStep.DONE
    can_measure = state.step is not AimStep.DONE
    back = words.say("back") if state.step is AimStep.EMPTY else words.say("Table")
    return (
        ButtonView("confirm", "✔", labels[state.step] if can_go_on else "", can_go_on, is_chief=can_go_on),
        ButtonView("reroll", "↻", words.say("measure anew") if can_measure else "", can_measure),
        ButtonView("up", "▲", "", False),
        ButtonView("down", "▼", "", False),
        ButtonView("undo", "⟲", back),
    )
