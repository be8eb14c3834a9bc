"""What one viewer sees, as plain values in that viewer's language: templates and JSON are made from these alone.

Coordinates of boards are in units of the drawing (the SVG's view box), x to the right, y down.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

from rig.page.card_view_model import CardTableView, HandView

Screen = Literal["starting", "setup", "play", "cards", "over"]
DiceBy = Literal["camera", "desk", "hand"]
"""What throws or reads the dice: people before a camera, the demo's desk, or people alone, who enter their rolls."""
Mark = Literal["", "keep", "again", "fixed", "doubt", "open", "used", "lifted"]


@dataclass(frozen=True, slots=True)
class FaceView:
    """A face that can be picked: its key in events, the drawing that shows it and its name."""

    key: str
    art: str
    name: str
    likely: str = ""


@dataclass(frozen=True, slots=True)
class DieView:
    """One die of the turn.

    Attributes:
        place: index in the table's dice.
        art: drawing of the face ("" while it is open).
        name: the face in words.
        mark: what becomes of it.
        mark_text: the mark in one or two words.
        reason: why a person is asked, "" if nobody is.
        picture: address of the camera's crop, "" where there is none.
        source: who says so ("camera", "asked", "hand"), in words.
        is_asked: the question on the screen is about this die.
        can_mark: a tap changes its mark.
        can_correct: another face may be chosen.
        others: what else the camera thinks it may be, in words.
    """

    place: int
    art: str
    name: str
    mark: Mark = ""
    mark_text: str = ""
    reason: str = ""
    picture: str = ""
    source: str = ""
    is_asked: bool = False
    can_mark: bool = False
    can_correct: bool = False
    others: str = ""


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """One entry of the list.

    Attributes:
        place: index in the table's choices.
        title: what it is, in a few words.
        detail: what follows from it, "" for nothing.
        spoken: what goes before the title where the drawings are not seen.
        icons: drawings that go with the title.
        worth: the adviser's figure, "" while there is none.
        worth_note: what the figure means, for screen readers and as a hint.
        chosen: it is highlighted.
        best: the adviser's first.
    """

    place: int
    title: str
    detail: str = ""
    spoken: str = ""
    icons: tuple[str, ...] = ()
    worth: str = ""
    worth_note: str = ""
    chosen: bool = False
    best: bool = False


@dataclass(frozen=True, slots=True)
class LineView:
    """One line of a score."""

    item: str
    count: str
    points: str
    art: str = ""


@dataclass(frozen=True, slots=True)
class PlayerView:
    """One player with the score as it stands.

    Attributes:
        change: what the highlighted choice would add to the total ("+3"), "" for nothing.
        on_phone: a phone has this player's seat.
    """

    seat: int
    name: str
    initial: str
    piece: str
    total: str
    stones: int
    on_turn: bool
    winner: bool
    lines: tuple[LineView, ...]
    change: str = ""
    on_phone: bool = False


@dataclass(frozen=True, slots=True)
class PieceView:
    """A piece on the board, centre x, y."""

    seat: int
    piece: str
    initial: str
    x: float
    y: float
    ghost: bool = False
    moving: bool = False


@dataclass(frozen=True, slots=True)
class SpaceView:
    """A space: its middle, its row, its icon, and whether that icon is the real board's or ours."""

    x: float
    y: float
    row: str
    value: str
    icon: str = ""
    provenance: str = ""
    goal: bool = False
    target: bool = False
    name: str = ""


@dataclass(frozen=True, slots=True)
class RowView:
    """Head of a row: its symbol and name."""

    row: str
    name: str
    x: float
    y: float
    target: bool = False


@dataclass(frozen=True, slots=True)
class BoardView:
    """The Würfelspiel's board, or one drawn like it."""

    width: float
    height: float
    rows: tuple[RowView, ...]
    spaces: tuple[SpaceView, ...]
    pieces: tuple[PieceView, ...]
    path: tuple[float, float, float, float] | None
    summary: str
    provenance: str = ""


@dataclass(frozen=True, slots=True)
class ChipView:
    """A chip: colour, value, items on it, middle; `mark` is "" | "gone" | "target" | "last" | "clover"."""

    colour: str
    value: str
    x: float
    y: float
    items: tuple[str, ...] = ()
    mark: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class SeriesView:
    """One player's series of one colour."""

    colour: str
    x: float
    y: float
    width: float
    height: float
    chips: tuple[ChipView, ...]
    arrow: str
    count: str
    text: str
    target: bool = False


@dataclass(frozen=True, slots=True)
class SeriesRowView:
    """All series of one player."""

    seat: int
    initial: str
    piece: str
    name: str
    y: float
    on_turn: bool
    series: tuple[SeriesView, ...]


@dataclass(frozen=True, slots=True)
class ChipsView:
    """Ór: the columns in the centre and what the players have laid."""

    width: float
    height: float
    chip_height: float
    colours: tuple[RowView, ...]
    chips: tuple[ChipView, ...]
    players: tuple[SeriesRowView, ...]
    summary: str
    provenance: str = ""


@dataclass(frozen=True, slots=True)
class AdvisedView:
    """How much advice a player gets: "full", "ask" or "off"."""

    seat: int
    name: str
    level: str


@dataclass(frozen=True, slots=True)
class ButtonView:
    """One of the buttons that are always there.

    Attributes:
        button: "confirm", "reroll", "up", "down" or "undo".
        symbol: what is printed on the key.
        label: what it does now, "" if nothing.
        is_chief: True for the one that does what is marked and highlighted; drawn so that the eye falls on it.
    """

    button: str
    symbol: str
    label: str
    enabled: bool = True
    is_chief: bool = False


@dataclass(frozen=True, slots=True)
class MeterView:
    """How near the end is."""

    label: str
    now: int
    full: int
    text: str


@dataclass(frozen=True, slots=True)
class FieldView:
    """One row of the setup form: radio buttons, or a text field where `values` is empty, with `offers` to pick from."""

    name: str
    label: str
    value: str
    values: tuple[tuple[str, str], ...] = ()
    sentence: str = ""
    at_cursor: bool = False
    offers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EntryView:
    """Entering a roll by hand: how many dice, and the faces to pick from."""

    title: str
    count: int
    faces: tuple[FaceView, ...]
    picked: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RollView:
    """A roll of this game that can still be corrected: its place in the record and its faces."""

    move: int
    title: str
    faces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RingView:
    """The outline of a die in the picture of the tray: its number and its corners in pixels of the picture."""

    number: int
    corners: str
    in_doubt: bool


@dataclass(frozen=True, slots=True)
class TrayView:
    """The camera's picture with the dice it found."""

    picture: str
    rings: tuple[RingView, ...]


@dataclass(frozen=True, slots=True)
class ScoringView:
    """A table of the rule book: what is counted, and (count, points) pairs."""

    title: str
    counted: str
    entries: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class EditFieldView:
    """One field of the form that puts the table right: its name, label, value and the drawing beside it."""

    name: str
    label: str
    value: str
    art: str


@dataclass(frozen=True, slots=True)
class EditRowView:
    """What one player has on the table."""

    seat: int
    player: str
    fields: tuple[EditFieldView, ...]
    stones: str


@dataclass(frozen=True, slots=True)
class EditView:
    """The form that puts the table right.

    Attributes:
        hint: what to enter.
        rows: one a player.
        options: the values to choose from, with their texts; empty where columns of chips are entered.
        stones: how many wish stones a player may have.
        turn: who is on turn.
    """

    hint: str
    rows: tuple[EditRowView, ...]
    options: tuple[tuple[str, str], ...]
    stones: tuple[str, ...]
    turn: int


@dataclass(frozen=True, slots=True)
class RuleView:
    """A rule: its number, its text, the language of the text where it is not the page's ("" otherwise)."""

    number: str
    text: str
    language: str = ""


@dataclass(frozen=True, slots=True)
class LessonView:
    """One explanation and the numbers of its rules."""

    sentence: str
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WhyNotView:
    """One line of the list: row or colour with its drawing, which of it, why not, and the rules."""

    art: str
    what: str
    sentence: str


@dataclass(frozen=True, slots=True)
class SpokenView:
    """What there is to announce; of it the page announces what it has not yet.

    Attributes:
        story: the last events, newest first.
        notices: what else must be told.
        question: what is asked.
        highlighted: the highlighted choice or what helps to answer; "" while advice is awaited.
        mark: another one where another choice is highlighted; figures that become more exact are no news.
        rethought: said before a choice that is highlighted by itself, as the adviser thinks better of it.
    """

    story: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()
    question: str = ""
    highlighted: str = ""
    mark: str = ""
    rethought: str = ""


@dataclass(frozen=True, slots=True)
class TableView:
    """Everything on the screen.

    Attributes:
        revision: of the state; every action on this screen answers it.
        headline: the one instruction.
        aside: a second, smaller sentence.
        spoken: what a screen reader announces.
        faces: faces to pick from for the die in question.
        asked: which die that is.
        palette: all faces of this game's dice.
        can_hint: advice on this question can be asked for.
        advised: how much advice each player gets, as far as this viewer may change it.
        seats: names of the players, also before the game; "" where the rig plays.
        notices: what is wrong or must be decided, newest first.
        news: what was just done, for whoever did not see it.
        lesson: what is explained now, None for nothing.
        rules: those that matter to the present step.
        why_not: moves that are not offered, with the rules that forbid them.
        happened: the last events, newest first.
    """

    revision: int
    language: str
    screen: Screen
    phase: str
    game: str = ""
    game_title: str = ""
    headline: str = ""
    aside: str = ""
    spoken: SpokenView = SpokenView()
    turn: PlayerView | None = None
    dice: tuple[DieView, ...] = ()
    faces: tuple[FaceView, ...] = ()
    asked: int = 0
    palette: tuple[FaceView, ...] = ()
    choices_title: str = ""
    choices: tuple[ChoiceView, ...] = ()
    thinking: str = ""
    can_hint: bool = False
    advised: tuple[AdvisedView, ...] = ()
    board: BoardView | None = None
    chips: ChipsView | None = None
    hand: HandView | None = None
    cards: CardTableView | None = None
    players: tuple[PlayerView, ...] = ()
    seats: tuple[str, ...] = ()
    meter: tuple[MeterView, ...] = ()
    scoring: tuple[ScoringView, ...] = ()
    buttons: tuple[ButtonView, ...] = ()
    entry: EntryView | None = None
    rolls: tuple[RollView, ...] = ()
    fields: tuple[FieldView, ...] = ()
    notices: tuple[str, ...] = ()
    news: tuple[str, ...] = ()
    lesson: LessonView | None = None
    rules: tuple[RuleView, ...] = ()
    why_not: tuple[WhyNotView, ...] = ()
    happened: tuple[str, ...] = ()
    has_record: bool = False
    tray: TrayView | None = None
    edit: EditView | None = None

    def as_json(self) -> dict[str, Any]:
        """The same as nested dicts and lists, for other kinds of screens."""
        return asdict(self)
