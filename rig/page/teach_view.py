"""Teaching the dice as its page shows it: from the state of the lesson to values in the viewer's language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rig.page.report_sentences import told_report
from rig.page.sentences import refusal
from rig.page.teach_words import SETS, at_ring, face_label, in_sentence, why_refused
from rig.page.view_model import ButtonView
from rig.page.words import N_, Words
from rig.teaching_state import END, Step, TeachingState, Trouble
from vision.dice_sets import DICE_SETS, WANTED_SHOTS

if TYPE_CHECKING:
    from vision.rectify import Quad

REFUSALS = {
    "not-enough": N_("First show each face three times."),
    "nothing-taken": N_("There is no picture of this face to take back."),
    "nothing-here": N_("There is nothing to take back here."),
    "busy": N_("One moment, please."),
    "stale": N_("The page had moved on. Please look again, then press."),
    "not-ready": N_("The rig is still starting. One moment, please."),
}
"""Why a press did not count; others are the table's own."""

NOTES = {
    "no-dice": N_("I see no dice. Lay them into the tray, where the camera sees them."),
    "still-moving": N_("Something kept moving, so no picture was taken. Press ✔ once more."),
    "hand": N_("There is a hand in the picture. Take it away and press ✔."),
    "taken-back": N_("The last picture was taken back."),
}

WAYS = {
    "go-on": (N_("Go on where you stopped"), N_("All pictures taken so far are kept.")),
    "add": (N_("Add to what was taught"), N_("For another light, or faces that are asked about often.")),
    "anew": (N_("Begin anew"), N_("What was taught before counts until you are done, and is kept beside it.")),
    "again": (N_("Show these faces again"), N_("The pictures that are mixed up are thrown away.")),
    "leave-out": (N_("Leave those pictures out and save"), N_("There are enough without them.")),
    "back": (N_("Back to the pictures"), N_("Nothing is thrown away.")),
    "table": (N_("To the table"), ""),
    "more": (N_("Teach other dice"), ""),
}
"""What may be chosen where no face is asked for: a title and what it means."""


@dataclass(frozen=True, slots=True)
class EntryView:
    """One of the things that ▲▼ run through.

    Attributes:
        place: among them.
        key: "3", "or", "go-on" ...
        name: on its tile.
        note: smaller, below.
        arts: faces drawn on it.
        count: pictures taken, None where nothing is counted.
        dots: of `WANTED_SHOTS`, which are taken.
        at_cursor: True if it is highlighted.
        spoken: what a screen reader says of its count.
    """

    place: int
    key: str
    name: str
    note: str = ""
    arts: tuple[str, ...] = ()
    count: int | None = None
    dots: tuple[bool, ...] = ()
    at_cursor: bool = False
    spoken: str = ""


@dataclass(frozen=True, slots=True)
class RingView:
    """A die in the picture.

    Attributes:
        corners: of its top face, as an SVG polygon has them.
        kind: "found", "taken" or "refused".
        label: what stands at it.
        x, y: where that stands.
    """

    corners: str
    kind: str
    label: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class TeachView:
    """The page.

    Attributes:
        step: of `Step`.
        headline, aside: what to do, and how it goes.
        is_warning: True if the aside tells of something to be mended.
        entries: what ▲▼ run through.
        sentences: why dice were refused, or what was found at the end.
        mixed: pictures that are mixed up, as key and sentence.
        rings: in the picture, which is `size` large.
        done, full: faces of which there are enough pictures.
    """

    step: str
    headline: str
    aside: str
    is_warning: bool
    entries: tuple[EntryView, ...]
    buttons: tuple[ButtonView, ...]
    sentences: tuple[str, ...] = ()
    mixed: tuple[tuple[str, str], ...] = ()
    rings: tuple[RingView, ...] = ()
    picture: int = 0
    size: tuple[int, int] = (4, 3)
    done: int = 0
    full: int = 0


def teach_refusal(key: str, words: Words) -> str:
    """Why a press did not count."""
    return words.say(REFUSALS[key]) if key in REFUSALS else refusal(key, words)


def teach_view(state: TeachingState, words: Words) -> TeachView:
    """What is on the screen."""
    headline, aside = _instruction(state, words)
    has_picture = state.step is Step.SHOW
    return TeachView(
        step=state.step.value,
        headline=headline,
        aside=aside,
        is_warning=state.trouble is not None or state.note in ("no-dice", "still-moving", "hand"),
        entries=_entries(state, words),
        buttons=_buttons(state, words),
        sentences=_sentences(state, words),
        mixed=tuple((one.picture, _mixed(one.face, one.looks_like, words)) for one in state.mixed[:6]),
        rings=_rings(state, words) if has_picture else (),
        picture=state.picture if has_picture else 0,
        size=state.size,
        done=sum(count >= WANTED_SHOTS for _, count in state.counts),
        full=len(state.counts),
    )


def _instruction(state: TeachingState, words: Words) -> tuple[str, str]:
    """The one thing to do now, and the smaller sentence below it."""
    if state.step is Step.SETS:
        told = words.say("▲▼ choose, ✔ begins.")
        return words.say("Which dice do you want to teach?"), _trouble(state, words) or told
    if state.step is Step.WAY:
        name = words.say(SETS[state.dice_set][0])
        return words.say("%(dice)s: how shall we go on?", dice=name), _trouble(state, words)
    if state.step is Step.CHECK:
        return words.say("One moment …"), words.say("I read each picture with the help of all the others.")
    if state.step is Step.MIXED:
        return words.say("Some pictures are mixed up"), words.say("Nothing was saved yet.")
    if state.step is Step.SAVED:
        return words.say("Your dice are taught"), words.say("From now on the rig reads them.")
    if state.entry == END:
        return _end(state, words)
    face = in_sentence(state.face, words)
    headline = words.say("Lay all dice so that %(face)s is on top", face=face)
    return headline, _progress(state, words)


def _end(state: TeachingState, words: Words) -> tuple[str, str]:
    if not state.is_enough:
        missing = [face_label(face, words) for face, count in state.counts if count < WANTED_SHOTS]
        told = words.say("Still wanted: %(faces)s.", faces=words.both(missing))
        return words.say("Not all faces were shown yet"), told
    told = words.say("✔ tries how well they are told apart, and saves them.")
    return words.say("All faces were shown"), _trouble(state, words) or told


def _trouble(state: TeachingState, words: Words) -> str:
    if state.trouble is None:
        return ""
    if state.trouble is Trouble.NO_CAMERA:
        return words.say("There is no picture of the tray. Connect a camera; `keltis doctor` says what is found.")
    return told_report(state.told, words)


def _progress(state: TeachingState, words: Words) -> str:
    """How it goes with the face that is asked for."""
    if state.trouble is not None:
        return _trouble(state, words)
    if state.is_waiting:
        return words.say("I take the picture as soon as all lies still …")
    if state.note:
        return words.say(NOTES[state.note])
    if state.taken is not None:
        return _taken(state, words)
    if state.is_hand:
        return words.say("There is a hand in the picture.")
    if state.is_moving:
        return words.say("Something moves …")
    if not state.dice:
        return words.say("As many as you have, each turned differently.")
    seen = words.count("I see %(number)s die.", "I see %(number)s dice.", len(state.dice))
    return f"{seen} " + words.say("If all are ringed: ✔ takes the picture.")


def _taken(state: TeachingState, words: Words) -> str:
    taken, refused = state.taken or 0, sum(die.refusal is not None for die in state.dice)
    face = face_label(state.taken_face, words)
    told = words.count("%(face)s: %(number)s picture taken.", "%(face)s: %(number)s pictures taken.", taken, face=face)
    if not refused:
        return told
    if not taken:
        return words.say("%(face)s: no picture taken.", face=face)
    others = words.count("%(number)s die not: see its ring.", "%(number)s dice not: see their rings.", refused)
    return f"{told} {others}"


def _entries(state: TeachingState, words: Words) -> tuple[EntryView, ...]:
    return tuple(_entry(place, key, state, words) for place, key in enumerate(state.entries))


def _entry(place: int, key: str, state: TeachingState, words: Words) -> EntryView:
    at_cursor = place == state.cursor
    if state.step is Step.SETS:
        name, note = SETS[key]
        return EntryView(place, key, words.say(name), words.say(note), DICE_SETS[key].faces, at_cursor=at_cursor)
    if key == END and state.step is Step.SHOW:
        note = "" if state.is_enough else words.say("once all are shown")
        return EntryView(place, key, words.say("Try and save"), note, at_cursor=at_cursor)
    if state.step is Step.SHOW:
        count = dict(state.counts).get(key, 0)
        dots = tuple(number < count for number in range(WANTED_SHOTS))
        spoken = words.count("%(number)s picture", "%(number)s pictures", count)
        return EntryView(place, key, face_label(key, words), "", (key,), count, dots, at_cursor, spoken)
    name, note = WAYS.get(key, (key, ""))
    return EntryView(place, key, words.say(name), words.say(note) if note else "", at_cursor=at_cursor)


def _sentences(state: TeachingState, words: Words) -> tuple[str, ...]:
    if state.step is Step.SHOW:
        return why_refused(state.dice, state.taken_face, words)
    if state.step is Step.MIXED:
        return (words.say("Look at each: was another face called so by mistake, or is the picture not clear?"),)
    if state.step is not Step.SAVED or state.test is None:
        return ()
    test, told = state.test, []
    total = test.right + test.asked + len(test.wrong)
    told.append(
        words.say(
            "%(right)s of %(total)s pictures are read right with the help of the others, none wrong.",
            right=test.right,
            total=total,
        )
    )
    if test.asked > total // 5:
        told.append(words.say("The rig will ask often. Add pictures in better light when you like."))
    if state.left_out:
        left = state.left_out
        told.append(words.count("%(number)s picture was left out.", "%(number)s pictures were left out.", left))
    return tuple(told)


def _mixed(face: str, looks_like: str, words: Words) -> str:
    return words.say(
        "Called %(face)s, looks like %(other)s", face=face_label(face, words), other=face_label(looks_like, words)
    )


def _rings(state: TeachingState, words: Words) -> tuple[RingView, ...]:
    rings = []
    for die in state.dice:
        kind = "found" if not die.is_judged else "taken" if die.refusal is None else "refused"
        rings.append(ring_at(die.quad, state.size, kind, "✔" if kind == "taken" else at_ring(die, words)))
    return tuple(rings)


def ring_at(quad: Quad, size: tuple[int, int], kind: str, label: str) -> RingView:
    """A ring around a die, its label below it, or above where the picture ends.

    Args:
        quad: the die's top face in pixels of the picture.
        size: width and height of the picture.
        kind: "found", "taken" or "refused".
        label: what stands at it.
    """
    xs, ys = [x for x, _ in quad], [y for _, y in quad]
    x = min(max((min(xs) + max(xs)) / 2, 0.12 * size[0]), 0.88 * size[0])
    y = max(ys) + 0.055 * size[1]
    if y > 0.97 * size[1]:
        y = min(ys) - 0.02 * size[1]
    return RingView(" ".join(f"{x:.0f},{y:.0f}" for x, y in quad), kind, label, round(x), round(y))


def _buttons(state: TeachingState, words: Words) -> tuple[ButtonView, ...]:
    shows, has_entries = state.step is Step.SHOW, state.step is not Step.CHECK
    confirm = words.say("choose")
    if state.step is Step.SAVED and state.entry == "table":
        confirm = words.say("to the table")
    elif shows:
        confirm = words.say("try and save") if state.entry == END else words.say("take the picture")
    ready = has_entries and not (shows and state.entry == END and not state.is_enough)
    again = words.say("take it back") if shows and state.can_take_back else ""
    up, down = (words.say("other face"), words.say("other face")) if shows else (words.say("up"), words.say("down"))
    back = words.say("Table") if state.step in (Step.SETS, Step.SAVED) else words.say("back")
    return (
        ButtonView("confirm", "✔", confirm if ready else "", ready, is_chief=ready),
        ButtonView("reroll", "↻", again, bool(again)),
        ButtonView("up", "▲", up if has_entries else "", has_entries),
        ButtonView("down", "▼", down if has_entries else "", has_entries),
        ButtonView("undo", "⟲", back, has_entries),
    )
