"""Teaching the dice in words: faces as people call them, and why a picture was not taken."""

from __future__ import annotations

from collections.abc import Sequence

from rig.page.words import COLOURS, N_, Words
from rig.teaching_state import ShownDie

SETS = {
    "or": (N_("Keltis Ór"), N_("The numbers 1 to 5 and the wish stone.")),
    "wuerfelspiel": (N_("Das Würfelspiel"), N_("Five coloured signs and the wish stone.")),
    "pips": (N_("Ordinary dice"), N_("One to six pips; they can stand in for the others.")),
}
"""The dice sets: their names, and how people know them."""

FACES = {
    "1": N_("the one"),
    "2": N_("the two"),
    "3": N_("the three"),
    "4": N_("the four"),
    "5": N_("the five"),
    "6": N_("the six"),
    "stone": N_("the wish stone"),
    "redbrown": N_("the red-brown sign"),
    "yellow": N_("the yellow sign"),
    "pink": N_("the pink sign"),
    "green": N_("the green sign"),
    "blue": N_("the blue sign"),
}
"""Faces in a sentence, by their names in the reader."""

SHORT = {
    "moving": N_("moves"),
    "cocked": N_("cocked"),
    "stacked": N_("lies on another"),
    "covered": N_("covered"),
    "off the tray": N_("off the tray"),
    "blurred": N_("blurred"),
    "glare": N_("glare"),
    "too dark": N_("too dark"),
    "unsure": N_("not clear"),
    "taken-already": N_("not moved"),
    "unlike-the-others": N_("other face?"),
}
"""What stands at the ring of a die that was refused."""

SENTENCES = {
    "moving": N_("A die still moves. Wait until it lies still."),
    "cocked": N_("A die is cocked. Lay it flat."),
    "stacked": N_("A die lies on another. Lay it beside it."),
    "covered": N_("A die is partly covered. Lay it free."),
    "off the tray": N_("A die lies off the tray. Lay it into the tray."),
    "blurred": N_("A die is blurred. Set the focus, and let nothing shake the camera."),
    "glare": N_("The light glares on a die. Move it, or the lamp."),
    "too dark": N_("It is too dark. Add light."),
    "unsure": N_("A die is not clear to see. Lay it elsewhere, turned differently."),
    "taken-already": N_("A die lies as in the picture before. Turn it, or lay it elsewhere."),
    "unlike-the-others": N_("A die looks unlike the others that were called the same. Does it really show %(face)s?"),
}
"""The same as a sentence, with what to do."""

LOOKS_LIKE = N_("A die looks like %(other)s. If that was shown wrongly before: highlight it, and ↻ takes it back.")


def face_label(face: str, words: Words) -> str:
    """What stands on a face's tile."""
    if face == "stone":
        return words.say("Wish stone")
    return words.say(COLOURS[face]) if face in COLOURS else face


def in_sentence(face: str, words: Words) -> str:
    """The face as the subject of a sentence."""
    return words.say(FACES[face]) if face in FACES else face


def at_ring(die: ShownDie, words: Words) -> str:
    """What stands at the ring of a die."""
    refusal = die.refusal
    if refusal is None:
        return ""
    if refusal.reason == "looks-like":
        return words.say("%(face)s?", face=face_label(refusal.what, words))
    key = refusal.what if refusal.reason == "unclear" else refusal.reason
    return words.say(SHORT[key]) if key in SHORT else words.say(SHORT["unsure"])


def why_refused(dice: Sequence[ShownDie], face: str, words: Words) -> tuple[str, ...]:
    """A sentence for each kind of refusal among the dice."""
    told = [_why(die, face, words) for die in dice if die.refusal is not None]
    return tuple(dict.fromkeys(told))


def _why(die: ShownDie, face: str, words: Words) -> str:
    refusal = die.refusal
    assert refusal is not None
    if refusal.reason == "looks-like":
        return words.say(LOOKS_LIKE, other=in_sentence(refusal.what, words))
    key = refusal.what if refusal.reason == "unclear" else refusal.reason
    sentence = SENTENCES.get(key, SENTENCES["unsure"])
    return words.say(sentence, face=in_sentence(face, words)) if "%(face)s" in sentence else words.say(sentence)
