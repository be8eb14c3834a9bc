"""What the table says, in words: faces, effects of moves, doubts, notices, what happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from engine.dice import FACE_NAMES, in_order
from engine.position import Effect
from rig.page.card_words import told_move
from rig.page.report_sentences import told_report
from rig.page.rule_sentences import rule_sentence
from rig.page.words import COLOURS, N_, Words
from rig.state import Happening, Notice, TableState

ITEMS = COLOURS | {
    "stone": N_("Wish stone"),
    "stones": N_("Wish stones"),
    "coins": N_("Gold coins"),
    "goblins": N_("Goblins"),
    "leprechauns": N_("Goblins"),
    "points": N_("Points"),
    "goblin": N_("Goblin"),
    "leprechaun": N_("Leprechaun"),
    "clover": N_("Clover"),
    "crossed": N_("Crossed branches"),
    "plain": N_("Nothing"),
    "unknown": N_("Not known yet"),
    "pass": N_("Pass"),
}
"""Faces, rows, colours and what spaces and chips show, by their names in the engine."""

DOUBTS = {
    "unsure": N_("I cannot tell the face for sure."),
    "not taught yet": N_("This face was not taught yet."),
    "unknown die": N_("This die is not one I know."),
    "cocked": N_("The die is cocked."),
    "stacked": N_("One die lies on another."),
    "covered": N_("The die is partly covered."),
    "off the tray": N_("The die lies off the tray."),
    "moving": N_("The die still moves."),
    "blurred": N_("The picture is blurred."),
    "glare": N_("The light glares on the die."),
    "too dark": N_("It is too dark."),
    "wrong count": N_("The number of dice is not right."),
    "hand in the picture": N_("There is a hand in the picture."),
    "camera moved": N_("The camera has moved."),
    "no dice seen": N_("I see no dice."),
    "turned": N_("This die was kept, and it was turned."),
    "missing": N_("I do not see this die."),
}
"""Why a die or a picture is in doubt: the text of a `vision.reading.Reason` or of the table's own doubts."""

NOTICES = {
    "looking": N_("I am looking again …"),
    "too-few": N_("I see too few dice."),
    "too-many": N_("I see too many dice."),
    "kept-unclear": N_("I cannot tell which dice were kept."),
    "kept-die-turned": N_("Die %(value)s was kept, and it was turned. Please lay it back as it was."),
    "lifted": N_("Dice were lifted. Roll them again? Then press ↻."),
    "thrown-again": N_("Dice were thrown again. Does that count? Then press ↻; ✔ keeps what was read before."),
    "press-again-to-reroll": N_("These dice would stay. Press ↻ once more to roll the others again."),
    "back-in-the-game": N_("Back in the game."),
    "reading-dropped": N_("That reading was dropped. Please roll again or press ✔ to look."),
    "undone": N_("Taken back: %(value)s"),
    "amended": N_("The roll was corrected: %(value)s"),
    "roll-taken-back": N_("The roll was taken back. Please roll again."),
    "edited": N_("The table was put right."),
    "edit-undone": N_("The table is again as it was before it was put right."),
    "rig-plays": N_("The computer: %(value)s"),
    "amended-open": N_("The roll was corrected: %(value)s. What came after it is open again."),
}
"""Things to tell the players, by key."""

NEWS = ("rig-plays", "looking", "back-in-the-game", "undone", "amended", "amended-open", "roll-taken-back", "edited",
        "edit-undone")  # fmt: skip
"""Those of them that only say what was done; the others want something."""

REFUSALS = {
    "stale": N_("The table had moved on. Please look again, then press."),
    "too-soon": N_("That was too quick. Please look, then press."),
    "no-such-choice": N_("There is no such choice now."),
    "no-such-die": N_("There is no such die to change now."),
    "no-such-face": N_("These dice have no such face."),
    "no-such-roll": N_("That move was no roll."),
    "no-such-game": N_("There is no such game."),
    "no-such-option": N_("This game has no such option."),
    "no-game": N_("No game is on. Start one first."),
    "no-roll-asked": N_("No roll is awaited now."),
    "nothing-to-read": N_("No roll is awaited now."),
    "nothing-to-enter": N_("No roll is awaited now."),
    "nothing-to-roll": N_("There is nothing to roll again now."),
    "nothing-to-undo": N_("There is nothing to take back."),
    "nothing-changed": N_("Nothing has changed in the tray."),
    "wrong-number-of-dice": N_("That is not the number of dice rolled."),
    "wrong-number-of-players": N_("This game is not for so many players."),
    "name-unfit": N_("A name has at most 24 letters, and no commas, quotes or brackets."),
    "name-missing": N_("Every player needs a name of at most 24 letters."),
    "same-name-twice": N_("Two players have the same name. Please change one."),
    "setup-incomplete": N_("Something is missing before the game can start."),
    "board-not-read-yet": N_("Your board is still being read. One moment, please."),
    "other-dice": N_("This game is not played with those dice."),
    "other-game": N_("That position is of another game."),
    "another-game": N_("That board is of another game."),
    "impossible-position": N_("The table cannot look like that."),
    "game-in-play": N_("A game is on. Leave it first."),
    "game-over": N_("The game is over. ✔ starts a new one."),
    "advice-too-late": N_("The question is no longer asked."),
    "rig-chooses": N_("The computer is choosing. One moment, please."),
    "no-hint-now": N_("There is no hint to ask for now."),
    "being-dealt": N_("The cards are being dealt. One moment, please."),
    "nothing-else-now": N_("Only ✔ does something now."),
    "not-asked-for": N_("The question is no longer asked."),
    "on-a-phone": N_("This hand is open on a phone. ✔ brings it here."),
    "agree-at-the-rig": N_("Everybody agrees at the rig's screen."),
    "cards-stay": N_("Hidden cards cannot be put right by hand."),
    "not-your-turn": N_("It is not your turn."),
    "seat-stays": N_("During a game with hidden hands only the rig frees a seat: ☰, Phones."),
    "no-seat": N_("Take your seat first: ☰, Phones."),
    "fault": N_("Something went wrong inside; nothing is lost. Please try again."),
    "not-paired": N_("This phone may only look. To play, pair it: ☰, Phones."),
    "wrong-code": N_("That is not the code of this rig."),
    "woken": N_("The screen was asleep. It is on again; please press once more."),
    "busy": N_("The rig is still starting. One moment, please."),
}
"""Why an action was not accepted, by key."""

PARTS = {
    "camera": N_("Camera"),
    "reader": N_("Reader"),
    "journal": N_("Games' file"),
    "old-journal": N_("Games' file"),
    "adviser": N_("Adviser"),
    "components": N_("Your board"),
    "profile": N_("Taught dice"),
    "records": N_("Records"),
    "buttons": N_("Buttons"),
    "phones": N_("Phones"),
    "lamps": N_("Lamps"),
    "settings": N_("Settings"),
}
"""Parts of the rig that may have something to report."""

HAPPENED = {
    "rolled": N_("%(name)s rolled %(faces)s"),
    "rerolled": N_("%(name)s rolled again: %(faces)s"),
    "kept": N_("%(name)s keeps %(faces)s"),
    "reroll": N_("%(name)s keeps %(faces)s and rolls the rest again"),
    "reroll-all": N_("%(name)s rolls all dice again"),
    "played": N_("%(name)s: %(move)s"),
    "no-move": N_("%(name)s makes no move"),
    "revealed": N_("Shown: %(move)s"),
    "undone": N_("Taken back: %(move)s"),
    "roll-taken-back": N_("Roll taken back: %(faces)s"),
    "amended": N_("Roll corrected to %(faces)s"),
    "edited": N_("The table was put right"),
    "edit-undone": N_("The table is again as it was before"),
    "started": N_("The game began"),
    "over": N_("The game ended"),
    "dealt": N_("The cards were dealt"),
}

SOURCES = {"camera": N_("read by the camera"), "asked": N_("you said so"), "hand": N_("entered by hand")}


def item(name: str, words: Words) -> str:
    """A face, row, colour or item by its name in the engine; digits stand for themselves."""
    return words.say(ITEMS[name]) if name in ITEMS else name


def face_art(letter: str | None) -> str:
    """Name of the drawing for a face letter, "" for none."""
    return FACE_NAMES.get(letter, "") if letter else ""


def face_name(letter: str | None, words: Words) -> str:
    """A face letter in words."""
    return item(face_art(letter), words) if letter else words.say("open")


def faces_line(faces: str, words: Words) -> str:
    """Faces counted and named: "3 × Green, Blue"."""
    counted = Counter(face for face in faces if face in FACE_NAMES)
    parts = []
    for face in in_order("".join(counted)):
        name = face_name(face, words)
        parts.append(f"{counted[face]} × {name}" if counted[face] > 1 else name)
    return ", ".join(parts) or words.say("nothing")


def doubt(reason: str, words: Words) -> str:
    """A doubt about a die as a sentence."""
    return words.say(DOUBTS[reason]) if reason in DOUBTS else reason


def notice(told: Notice, words: Words) -> str:
    """A notice as a sentence; an unknown key is shown as it is, so that nothing is swallowed."""
    if told.key not in NOTICES:
        return " ".join((told.key, *told.values))
    if told.key == "rig-plays" and told.values == ("-",):
        return words.say("The computer makes no move.")
    value = words.both([_notice_value(value, words) for value in told.values])
    return (
        words.say(NOTICES[told.key], value=value) if "%(value)s" in NOTICES[told.key] else words.say(NOTICES[told.key])
    )


def is_news(told: Notice) -> bool:
    """True if a notice only says what was done."""
    return told.key in NEWS


def _notice_value(value: str, words: Words) -> str:
    before, arrow, after = value.partition(" → ")
    return f"{faces_line(before, words)} → {faces_line(after, words)}" if arrow else move_text(value, words)


def report(part: str, sentence: str, words: Words) -> str:
    """What a part of the rig has to say."""
    told = told_report(sentence, words)
    return f"{words.say(PARTS[part])}: {told}" if part in PARTS else told


def refusal(reason: str, words: Words, values: tuple[str, ...] = (), players: tuple[str, ...] = ()) -> str:
    """Why an action was refused; the engine's own sentences come translated as far as the catalogue knows them.

    Args:
        values: what goes with the reason: of an impossible position, all that is wrong with it.
        players: names by seat, for the letters that the engine calls them by.
    """
    if reason not in REFUSALS:
        return told_report(reason, words, players)
    told = [rule_sentence(value, words, players) for value in values] if reason == "impossible-position" else []
    return " ".join((words.say(REFUSALS[reason]), *told))


def happened(line: Happening, state: TableState, words: Words) -> str:
    """One line of what happened."""
    players = state.setup.players
    name = players[line.seat] if line.seat is not None and line.seat < len(players) else ""
    faces = faces_line(line.text.removeprefix("=").partition(" → ")[2] or line.text.removeprefix("="), words)
    key = "reroll-all" if line.key == "reroll" and not line.text.removeprefix("=") else line.key
    key = "no-move" if key == "played" and line.text == "-" else key
    text = words.say(HAPPENED.get(key, "%(name)s: %(move)s"), name=name, faces=faces, move=move_text(line.text, words))
    if line.key in ("rolled", "rerolled") and line.source in ("asked", "hand"):
        text += f" ({words.say(SOURCES[line.source])})"
    return text


def move_text(text: str, words: Words) -> str:
    """A move's short text in words, as far as it is plain: "g3" → "Green 3", "-" → "no move"."""
    if (told := told_move(text, words)) is not None:
        return told
    if text == "-":
        return words.say("no move")
    if text == "stones":
        return words.say("wish stones")
    if text.startswith("="):
        return words.say("kept %(faces)s", faces=faces_line(text[1:], words))
    if text.startswith("?"):
        return item(text[1:], words)
    sign, rest = ("+", text[1:]) if text.startswith("+") else ("", text)
    if rest[:1] in "rypgb" and rest:
        return f"{face_name(rest[0], words)} {sign}{rest[1:] or '1'}".strip()
    return text


def effect_title(effect: Effect, words: Words) -> str:
    """The first effect of a move, as its title."""
    say = TITLES.get(effect.kind)
    return say(effect, words) if say else item(effect.kind, words)


def effect_detail(effect: Effect, words: Words) -> str:
    """What follows from a move, in a few words; "" where nothing needs saying."""
    say = DETAILS.get(effect.kind)
    return say(effect, words) if say else ""


Say = Callable[[Effect, Words], str]

TITLES: dict[str, Say] = {
    "advance": lambda e, w: w.say("%(row)s %(steps)s forward", row=item(e.target, w), steps=e.amount),
    "start": lambda e, w: w.say("Start %(row)s, space %(space)s", row=item(e.target, w), space=e.to),
    "decline": lambda e, w: w.say("Leave the clover") if e.target == "clover" else w.say("No move"),
    "take": lambda e, w: w.say("Take %(colour)s %(value)s", colour=item(e.target, w), value=e.amount),
    "stones": lambda e, w: w.count("Take %(number)s wish stone", "Take %(number)s wish stones", e.amount),
    "stone": lambda e, w: w.count("Take %(number)s wish stone", "Take %(number)s wish stones", e.amount),
    "pass": lambda e, w: w.say("Pass"),
    "reveal": lambda e, w: w.say("%(row)s, space %(space)s", row=item(e.target, w), space=e.to),
}

DETAILS: dict[str, Say] = {
    "advance": lambda e, w: w.say("to space %(space)s of 9", space=e.to),
    "clover": lambda e, w: w.say("clover: another step") if e.to else w.say("clover: the column grows by one"),
    "leprechaun": lambda e, w: w.say("leprechaun: another turn"),
    "goblin": lambda e, w: w.say("+1 goblin"),
    "stone": lambda e, w: w.count("+%(number)s wish stone", "+%(number)s wish stones", e.amount),
    "stones": lambda e, w: w.count("+%(number)s wish stone", "+%(number)s wish stones", e.amount),
    "coins": lambda e, w: w.count("+%(number)s gold coin", "+%(number)s gold coins", e.amount),
    "goal": lambda e, w: w.say("into the goal"),
    "ends": lambda e, w: w.say("ends the game"),
    "unknown": lambda e, w: w.say("not known yet what it shows"),
}
