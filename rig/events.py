"""Everything that can happen at the table, as frozen values: buttons, taps, keys, camera and adviser speak in these.

Every event carries an id (so that it is applied once), the revision of the state it answers (so that a press made on
an old screen is refused) and its time.  `rig.table.step` is the only place that says what an event means.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

from rig.state import Ranked, SeenDie, Setup


class Button(Enum):
    """The four buttons of the rig; keys and taps on the legend are the same four."""

    CONFIRM = "confirm"  # ✔
    REROLL = "reroll"  # ↻
    UP = "up"  # ▲
    DOWN = "down"  # ▼


def new_id() -> str:
    """An id that no other event has."""
    return uuid.uuid4().hex


@dataclass(frozen=True, slots=True, kw_only=True)
class _Event:
    """What all events share.

    Attributes:
        answers: revision of the state that was on the screen when this was done.
        id: unique; an event that was already applied is acknowledged again but not applied again.
        at: seconds on the rig's steady clock; the loop fills it in where it is 0.
        source: who did it: "button", "key", "tap", "phone", "camera", "adviser", "dealer", "rig" or "auto".
    """

    answers: int
    id: str = field(default_factory=new_id)
    at: float = 0.0
    source: str = "tap"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pressed(_Event):
    """One of the four buttons went down."""

    button: Button


@dataclass(frozen=True, slots=True, kw_only=True)
class Pointed(_Event):
    """A tap on one of `state.choices`: moves the highlight there, confirms nothing."""

    choice: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SetupChanged(_Event):
    """The form of the setup screen was filled in; `Pressed(CONFIRM)` starts the game."""

    setup: Setup


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceRead(_Event):
    """The camera saw dice come to rest, or was asked to look again, or dice were lifted.

    Attributes:
        dice: what lies in the tray, in reading order.
        reasons: sentences about the whole picture; empty when nothing is wrong with it.
        asked: True for an answer to "look again".
        before: what lay in the tray in the last quiet moment before the throw, None if there was no such moment;
            tells kept dice that were set aside from kept dice that the others pushed away.
    """

    dice: tuple[SeenDie, ...]
    reasons: tuple[str, ...] = ()
    asked: bool = False
    before: tuple[SeenDie, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LookAgain(_Event):
    """Read the tray once more as it lies now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FaceChosen(_Event):
    """A person says which face a die shows (an engine letter).

    Attributes:
        die: its place in `state.dice`; while entering by hand, how many were entered before it, so that one tap can
            never fill two places.
        face: an engine letter.
    """

    die: int
    face: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DieMarked(_Event):
    """A tap on one of `state.dice` while choosing what to keep: changes its mark."""

    die: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandEntryOpened(_Event):
    """Enter the roll by hand, one die after the other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RollEntered(_Event):
    """The dice just rolled, entered by hand at once (only the re-rolled ones after a re-roll); engine letters."""

    faces: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Revealed(_Event):
    """What an unknown space or chip shows; one of the texts of `state.choices` while revealing."""

    what: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone(_Event):
    """Take back the last decision or roll."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RollAmended(_Event):
    """A recorded roll was misread: put these faces in its place.

    Attributes:
        move: its place in `state.match.moves`.
        faces: engine letters, as many as were rolled.
        drop_rest: forget the later moves from the first one on that this makes illegal; refused otherwise.
    """

    move: int
    faces: tuple[str, ...]
    drop_rest: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionEdited(_Event):
    """The table looks different: the position is this one (its text form)."""

    position: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NewGame(_Event):
    """Leave the present game (it stays in the journal) for the setup screen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AdviceGiven(_Event):
    """The adviser has an answer.

    Attributes:
        decision: `state.decision` it was asked for; advice for another decision is dropped.
        ranked: the choices, best first.
        complete: False while unknown components had to be averaged over.
        depth: how far it looks, one of `rig.state.DEPTHS`.
    """

    decision: int
    ranked: tuple[Ranked, ...]
    complete: bool = True
    depth: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChanceGiven(_Event):
    """Cards came from the face-down pile, or tiles were turned up.

    Attributes:
        decision: `state.decision` it was asked for; what answers another one is dropped.
        moves: texts of moves of chance, in order.
    """

    decision: int
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveGiven(_Event):
    """What the rig keeps or plays for a seat of its own.

    Attributes:
        decision: `state.decision` it was asked for; what answers another one is dropped.
        move: text of the move.
    """

    decision: int
    move: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HintAsked(_Event):
    """Somebody who is advised on request alone asks what the adviser says of this question."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AdviceChosen(_Event):
    """How much advice a player gets from now on.

    Attributes:
        player: a name of the setup.
        level: "full", "ask" or "off".
    """

    player: str
    level: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ComponentsRead(_Event):
    """What is known of the owner's board or chips (the text of the component file), for the setup screen."""

    game: str
    text: str


Event: TypeAlias = (
    Pressed
    | Pointed
    | SetupChanged
    | DiceRead
    | LookAgain
    | FaceChosen
    | DieMarked
    | HandEntryOpened
    | RollEntered
    | Revealed
    | Undone
    | RollAmended
    | PositionEdited
    | NewGame
    | AdviceGiven
    | ChanceGiven
    | MoveGiven
    | HintAsked
    | AdviceChosen
    | ComponentsRead
)
"""Any of them."""
