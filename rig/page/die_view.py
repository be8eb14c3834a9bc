"""The dice on the screen: marks, doubts, crops; rolls entered and corrected by hand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from engine.dice import FACE_NAMES, OR_DICE, WUERFELSPIEL_DICE, Keep, Roll
from engine.match import Match
from engine.position import Position
from rig.page.sentences import SOURCES, doubt, face_art, face_name
from rig.page.view_model import DieView, EntryView, FaceView, Mark, RollView
from rig.page.words import Words
from rig.state import Phase, TableDie, TableState

AMENDABLE_ROLLS = 4
"""So many of the last rolls can be corrected from the page."""


def faces_of_game(position: Position | None) -> str:
    """Letters of the faces of this game's dice, "" for a game without dice."""
    if position is None or not hasattr(position, "to_roll"):
        return ""
    return WUERFELSPIEL_DICE.faces if position.game == "wuerfelspiel" else OR_DICE.faces


def dice_of_game(position: Position) -> int:
    """How many dice a whole roll has."""
    return WUERFELSPIEL_DICE.count if position.game == "wuerfelspiel" else OR_DICE.count


def palette(position: Position | None, words: Words) -> tuple[FaceView, ...]:
    """All faces a die of this game can show."""
    return tuple(FaceView(face, face_art(face), face_name(face, words)) for face in faces_of_game(position))


def can_enter(state: TableState) -> bool:
    """True while a roll may be entered by hand."""
    return state.phase in (Phase.ROLL, Phase.DOUBT, Phase.ENTER)


def entry_view(state: TableState, position: Position | None, words: Words) -> EntryView | None:
    """The form for a whole roll."""
    if position is None:
        return None
    count = int(getattr(position, "to_roll", 0))
    title = words.count("Enter %(number)s die by hand", "Enter %(number)s dice by hand", count)
    return EntryView(title, count, palette(position, words), state.entered)


def die_views(state: TableState, position: Position | None, words: Words) -> tuple[DieView, ...]:
    """All dice of the turn, those still to be rolled as open places."""
    if position is None or state.phase in (Phase.SETUP, Phase.OVER) or not faces_of_game(position):
        return ()
    target = _target_letter(state)
    dice = [_die(place, die, state, target, words) for place, die in enumerate(state.dice)]
    if state.phase is Phase.ENTER:
        dice += [
            DieView(len(dice) + place, face_art(face), face_name(face, words), source=words.say(SOURCES["hand"]))
            for place, face in enumerate(state.entered)
        ]
    missing = dice_of_game(position) - len(dice)
    asked = len(dice) if state.phase is Phase.ENTER else None
    for place in range(len(dice), len(dice) + max(0, missing)):
        dice.append(_open(place, place == asked, words) if _awaits(state) else DieView(place, "", words.say("open")))
    return tuple(dice)


def _awaits(state: TableState) -> bool:
    return state.phase in (Phase.ROLL, Phase.ENTER)


def _open(place: int, asked: bool, words: Words) -> DieView:
    return DieView(place, "", words.say("open"), "doubt" if asked else "open", words.say("this one") if asked else " ")


def _die(place: int, die: TableDie, state: TableState, target: str, words: Words) -> DieView:
    mark, text = _mark(place, die, state, target, words)
    seen = die.seen
    others = ""
    if seen is not None and seen.others:
        named = [
            f"{face_name(face, words)} {words.number(100 * share)} %" for face, share in seen.others if share >= 0.01
        ]
        others = words.say("It might also be: %(faces)s", faces=", ".join(named)) if named else ""
    return DieView(
        place=place,
        art=face_art(die.face),
        name=face_name(die.face, words),
        mark=mark,
        mark_text=text,
        reason=doubt(die.doubt, words) if die.doubt else "",
        picture=f"/picture/{seen.picture}" if seen is not None and seen.picture else "",
        source=words.say(SOURCES.get(die.source, die.source)),
        is_asked=state.phase is Phase.DOUBT and place == state.asked_die,
        can_mark=state.phase is Phase.KEEP and not state.is_rigs_turn,
        can_correct=correctable(place, state) is not None or (state.phase is Phase.DOUBT and not die.fixed),
        others=others,
    )


def _mark(place: int, die: TableDie, state: TableState, target: str, words: Words) -> tuple[Mark, str]:
    if state.phase is Phase.DOUBT:
        if die.doubt:
            return "doubt", words.say("doubtful")
        return ("fixed", words.say("kept")) if die.fixed else ("", "")
    if state.phase is Phase.KEEP:
        if die.lifted:
            return "lifted", words.say("lifted")
        if state.is_rigs_turn:
            return "", ""
        return ("keep", words.say("keep")) if die.kept else ("again", words.say("again"))
    if state.phase in (Phase.ROLL, Phase.ENTER):
        return "fixed", words.say("kept")
    return ("used", "") if target and die.face == target else ("", "")


def _target_letter(state: TableState) -> str:
    """Letter of the row that the highlighted move advances by dice, "" for none."""
    if state.phase is not Phase.CHOOSE or not state.choices:
        return ""
    effects = state.choices[state.cursor].effects
    if not effects or effects[0].kind not in ("advance", "start"):
        return ""
    return next((letter for letter, name in FACE_NAMES.items() if name == effects[0].target), "")


def _rolls_of_turn(state: TableState) -> list[tuple[int, Roll]]:
    """Rolls since the present turn's first one, with their places in the record."""
    if state.match is None:
        return []
    found: list[tuple[int, Roll]] = []
    for place, move, is_second in _newest_rolls(state.match):
        found = [(place, move), *found]
        if not is_second:
            break
    return found


def _newest_rolls(match: Match) -> Iterator[tuple[int, Roll, bool]]:
    """The rolls of a match, newest first: place in the record, roll, True for the second of a turn."""
    moves = match.moves
    for place in range(len(moves) - 1, -1, -1):
        move = moves[place]
        if isinstance(move, Roll):
            yield place, move, place > 0 and isinstance(moves[place - 1], Keep)


def correctable(place: int, state: TableState) -> tuple[int, tuple[str, ...], int] | None:
    """How a die can be corrected: the roll's place in the record, its faces by die, and which of them this die is.

    None where no recorded roll holds the die.
    """
    if state.phase not in (Phase.KEEP, Phase.CHOOSE) or place >= len(state.dice):
        return None
    rolls = _rolls_of_turn(state)
    if not rolls:
        return None
    rerolled = len(rolls) > 1
    if rerolled and state.dice[place].fixed:
        return None
    group = [index for index, die in enumerate(state.dice) if not (rerolled and die.fixed)]
    faces = tuple(str(state.dice[index].face) for index in group)
    move, roll = rolls[-1]
    if sorted(faces) != sorted(roll.faces):
        return None
    return move, faces, group.index(place)


def roll_views(state: TableState, words: Words) -> tuple[RollView, ...]:
    """The last rolls, newest first, each of which can be corrected."""
    if state.match is None or state.phase is Phase.SETUP:
        return ()
    found = []
    for place, roll, is_second in islice(_newest_rolls(state.match), AMENDABLE_ROLLS):
        player = state.match.players[state.match.positions[place].turn_of]
        second = words.say("%(player)s, second roll", player=player)
        title = second if is_second else words.say("%(player)s, first roll", player=player)
        found.append(RollView(place, title, tuple(face_art(face) for face in roll.faces)))
    return tuple(found)
