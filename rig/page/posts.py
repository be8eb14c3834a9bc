"""Forms to events: what a tap, a key or a form means, always with the revision that was on the viewer's screen."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from engine import catalogue
from engine.errors import OptionError
from rig.events import (
    AdviceChosen,
    Button,
    DieMarked,
    Event,
    FaceChosen,
    HandEntryOpened,
    HintAsked,
    LookAgain,
    NewGame,
    Pointed,
    PositionEdited,
    Pressed,
    RollAmended,
    RollEntered,
    SetupChanged,
    Undone,
    new_id,
)
from rig.page.die_view import correctable
from rig.page.edit_view import position_text
from rig.page.words import N_, Words
from rig.state import ADVICE, Phase, Setup, TableState
from rig.table_ask import has_hands
from rig.table_setup import EVERYBODY, USUAL_NAMES, advise_all

MakeEvent = Callable[[int, str], Event]
"""Revision and id → the event; what one tap does may take two events."""


class BadPostError(ValueError):
    """A form holds something no page of ours sends; the text is a sentence.

    Args:
        sentence: in English, a key of the catalogues.
        gaps: what fills its gaps.
    """

    def __init__(self, sentence: str, **gaps: str) -> None:
        super().__init__(sentence % gaps if gaps else sentence)
        self.sentence = sentence
        self.gaps = gaps

    def told(self, words: Words) -> str:
        """The sentence in the viewer's language."""
        return words.say(self.sentence, **self.gaps)


def revision_of(form: Mapping[str, str]) -> int:
    """The revision that was on the screen.

    Raises:
        BadPostError: there is none.
    """
    text = form.get("revision", "")
    if not re.fullmatch(r"\d{1,9}", text):
        raise BadPostError(N_("The form names no revision of the table; load the page again."))
    return int(text)


def event_id(form: Mapping[str, str]) -> str:
    """The id the page gave, so that a repeated post counts once; a new one where there is none."""
    text = form.get("id", "")
    return text if re.fullmatch(r"[0-9a-f]{32}", text) else new_id()


def events_of_act(text: str, state: TableState, source: str) -> tuple[MakeEvent, ...]:
    """What one action means in a state.

    Raises:
        BadPostError: no page of ours sends that.
    """
    verb, *rest = text.split(" ")
    try:
        return _ACTS[verb](rest, state, source)
    except (KeyError, ValueError, IndexError):
        raise BadPostError(N_("“%(text)s” is nothing this page can do; load it again."), text=text[:40]) from None


def _press(rest: list[str], state: TableState, source: str) -> tuple[MakeEvent, ...]:
    button = Button(rest[0])
    return (lambda revision, id: Pressed(answers=revision, id=id, source=source, button=button),)


def _point(rest: list[str], state: TableState, source: str) -> tuple[MakeEvent, ...]:
    choice = int(rest[0])
    return (lambda revision, id: Pointed(answers=revision, id=id, source=source, choice=choice),)


def _mark(rest: list[str], state: TableState, source: str) -> tuple[MakeEvent, ...]:
    die = int(rest[0])
    return (lambda revision, id: DieMarked(answers=revision, id=id, source=source, die=die),)


def _face(rest: list[str], state: TableState, source: str) -> tuple[MakeEvent, ...]:
    """A face for the die that was in question on the viewer's screen."""
    face, die = rest[0], int(rest[1])
    return (lambda revision, id: FaceChosen(answers=revision, id=id, source=source, die=die, face=face),)


def _correct(rest: list[str], state: TableState, source: str) -> tuple[MakeEvent, ...]:
    """Another face for one die: settles a doubt, or mends the recorded roll that holds the die."""
    place, face = int(rest[0]), rest[1]
    if state.phase is Phase.DOUBT:
        return (lambda revision, id: FaceChosen(answers=revision, id=id, source=source, die=place, face=face),)
    found = correctable(place, state)
    if found is None:
        raise BadPostError(N_("This die cannot be changed now."))
    move, faces, index = found
    mended = (*faces[:index], face, *faces[index + 1 :])
    return (lambda revision, id: _amended(revision, id, source, move, mended, True),)


def _amended(revision: int, id: str, source: str, move: int, faces: tuple[str, ...], drop_rest: bool) -> RollAmended:
    return RollAmended(answers=revision, id=id, source=source, move=move, faces=faces, drop_rest=drop_rest)


def _advice(rest: list[str], state: TableState, source: str) -> tuple[MakeEvent, ...]:
    """How much advice the player of a seat gets from now on."""
    player, level = state.setup.players[int(rest[0])], rest[1]
    return (lambda revision, id: AdviceChosen(answers=revision, id=id, source=source, player=player, level=level),)


_ACTS: dict[str, Callable[[list[str], TableState, str], tuple[MakeEvent, ...]]] = {
    "press": _press,
    "point": _point,
    "mark": _mark,
    "face": _face,
    "correct": _correct,
    "hint": lambda rest, state, source: (lambda revision, id: HintAsked(answers=revision, id=id, source=source),),
    "advice": _advice,
    "look": lambda rest, state, source: (lambda revision, id: LookAgain(answers=revision, id=id, source=source),),
    "hand": lambda rest, state, source: (lambda revision, id: HandEntryOpened(answers=revision, id=id, source=source),),
    "undo": lambda rest, state, source: (lambda revision, id: Undone(answers=revision, id=id, source=source),),
    "new": lambda rest, state, source: (lambda revision, id: NewGame(answers=revision, id=id, source=source),),
}


def event_of_roll(form: Mapping[str, str], source: str) -> MakeEvent:
    """A roll entered by hand, or a recorded one corrected where the form names its move.

    Raises:
        BadPostError: a die has no face.
    """
    faces = tuple(form[name] for name in sorted(form) if re.fullmatch(r"die\d", name))
    if not faces or not all(re.fullmatch(r"[a-z0-9]", face) for face in faces):
        raise BadPostError(N_("Please give every die a face."))
    if "move" not in form:
        return lambda revision, id: RollEntered(answers=revision, id=id, source=source, faces=faces)
    if not re.fullmatch(r"\d{1,6}", form["move"]):
        raise BadPostError(N_("The form names no roll; load the page again."))
    move = int(form["move"])
    drop_rest = form.get("rest") == "drop"
    return lambda revision, id: _amended(revision, id, source, move, faces, drop_rest)


def event_of_position(form: Mapping[str, str], state: TableState, source: str) -> MakeEvent:
    """The table put right by hand.

    Raises:
        BadPostError: there is no game, or a field holds what it cannot.
    """
    if state.position is None:
        raise BadPostError(N_("No game is on. Start one first."))
    if has_hands(state.position.game):
        raise BadPostError(N_("Hidden cards cannot be put right by hand."))
    try:
        text = position_text(form, state.position)
    except ValueError as error:
        sentence = N_("“%(text)s” cannot stand in this form; look at the hint above it.")
        raise BadPostError(sentence, text=str(error)[:40]) from error
    return lambda revision, id: PositionEdited(answers=revision, id=id, source=source, position=text)


def event_of_setup(form: Mapping[str, str], setup: Setup, source: str) -> MakeEvent:
    """The setup form; what it does not name stays.

    Raises:
        BadPostError: a field holds no value of the form.
    """
    changed = _setup(form, setup)
    return lambda revision, id: SetupChanged(answers=revision, id=id, source=source, setup=changed)


def _setup(form: Mapping[str, str], setup: Setup) -> Setup:
    name = form.get("game", setup.game)
    try:
        game = catalogue.game(name)
    except OptionError as error:
        raise BadPostError(N_("There is no such game.")) from error
    same = name == setup.game
    names = _names(form, setup, game.seats)
    begins = form.get("begins", str(setup.begins))
    dice = form.get("dice", setup.dice or "own")
    options = {
        option.name: form.get(f"option:{option.name}", dict(setup.options).get(option.name, option.default))
        for option in game.options
        if same
    }
    defaults = {option.name: option.default for option in game.options}
    advised = advise_all(setup, form["advice"]) if form.get("advice", "") in ADVICE else setup
    return replace(
        advised,
        game=name,
        names=names,
        explain=_explained(form, setup, names),
        begins=min(int(begins), len(names) - 1) if _is_small_number(begins) else 0,
        board="ours" if has_hands(name) else form.get("board", setup.board),
        dice="" if dice == "own" or not same or has_hands(name) else dice,
        rig_seats=int(form["rig"]) if _is_small_number(form.get("rig", "")) else setup.rig_seats,
        strength=form.get("strength", setup.strength),
        options=tuple(sorted((key, value) for key, value in options.items() if value != defaults[key])),
    )


def _explained(form: Mapping[str, str], setup: Setup, names: tuple[str, ...]) -> str:
    """To whom the game is explained; a player keeps that also under a new name."""
    chosen = form.get("explain", "")
    if _is_small_number(chosen):
        return names[int(chosen)] if int(chosen) < len(names) else ""
    return {"nobody": "", "everybody": EVERYBODY}.get(chosen, setup.explain)


def _names(form: Mapping[str, str], setup: Setup, seats: range) -> tuple[str, ...]:
    """The players' names, cut or filled up to the number chosen."""
    wanted = form.get("players", str(len(setup.names)))
    count = int(wanted) if _is_small_number(wanted) else len(setup.names)
    count = min(max(count, seats.start), seats.stop - 1)
    picked, _, name = form.get("pick", "").partition(" ")
    if name:
        form = {**form, f"name{picked}": name}
    names = [form.get(f"name{place}", old).strip()[:20] or old for place, old in enumerate(setup.names)][:count]
    spare = [name for name in USUAL_NAMES if name not in names]
    return (*names, *spare[: count - len(names)])


def _is_small_number(text: str) -> bool:
    """True for one to three figures; `isdigit` lets ² through and numbers that Python refuses to read."""
    return re.fullmatch(r"[0-9]{1,3}", text) is not None
