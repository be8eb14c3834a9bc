"""What the table knows, as one frozen value; the page is drawn from it and from nothing else.

The state is the replay of the journal.  Faces are the letters of the engine ("r", "3", "s"), moves are their text.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from engine.position import Effect

if TYPE_CHECKING:
    from engine.match import Match
    from engine.position import Position

Point = tuple[float, float]
Quad = tuple[Point, Point, Point, Point]


class Phase(Enum):
    """The question on the screen, and what the four buttons answer."""

    SETUP = "setup"  # ▲▼ change the row at the cursor, ↻ next row, ✔ start
    ROLL = "roll"  # dice are awaited; ✔ or ↻ read what lies there, ▲ or ▼ enter by hand
    DOUBT = "doubt"  # `state.asked_die` is doubtful; ▲▼ choose a face, ✔ takes it, ↻ looks again
    ENTER = "enter"  # by hand, `state.asked_die` next; ▲▼ choose a face, ✔ takes it, ↻ one back
    KEEP = "keep"  # ▲▼ change what is kept, ✔ keeps all dice, ↻ rolls the unmarked ones again
    CHOOSE = "choose"  # ▲▼ choose a move, ✔ plays it (also clovers and other follow-ups); ↻ nothing
    REVEAL = "reveal"  # ▲▼ choose what an unknown space or chip shows, ✔ says so
    DEAL = "deal"  # cards are dealt or drawn, tiles turned up; nothing to press
    COVER = "cover"  # the screen goes to whose turn it is; ✔ shows the hand there
    SEEN = "seen"  # the card just drawn is shown to whoever drew it; ✔ hides the hand
    CONSENT = "consent"  # may a card that somebody saw go back? ✔ everybody agrees, ↻ no
    OVER = "over"  # ✔ new game


MACHINE = "machine"
"""Where a hand is open that the rig itself plays: on no screen."""
STRENGTHS = ("beginner", "casual", "skilled", "expert", "full")
"""How well the rig may play, each stronger than the one before."""
DEPTHS = ("", "one turn", "two turns", "played out", "exact")
"""How far advice looks: not said, to the end of the turn or of the next, by games played on, or to the game's end."""
ADVICE = ("full", "ask", "off")
"""How much advice a player may get: at every question, when asked for, none."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What is chosen before a game.

    Attributes:
        game: catalogue name.
        names: the players as they sit, clockwise.
        begins: place in `names` of who begins.
        board: "ours" (the screen's own layout) or "owner" (the real one on the table).
        options: (name, value) of the game's options that differ from the default, sorted.
        dice: dice set the camera reads: the game's own, or "pips" (ordinary dice standing in).
        components: text of the component file, frozen when the game starts; "" takes the layout of `ours`.
        explain: to whom each step is explained when it is first met: "" nobody, "everybody", or a player's name.
        rig_seats: how many of the last `names` are played by the rig.
        strength: how well it plays, one of `STRENGTHS`.
        advice: (name, "ask" or "off") of the players who are not advised at every question.
        known: names that have played here, the last ones first.
    """

    game: str = "or"
    names: tuple[str, ...] = ("Anna", "Ben")
    begins: int = 0
    board: str = "ours"
    options: tuple[tuple[str, str], ...] = ()
    dice: str = ""
    components: str = ""
    explain: str = ""
    rig_seats: int = 0
    strength: str = "skilled"
    advice: tuple[tuple[str, str], ...] = ()
    known: tuple[str, ...] = ()

    @property
    def people(self) -> tuple[str, ...]:
        """Names of those who are no seats of the rig's."""
        return self.names[: len(self.names) - self.rig_seats]

    @property
    def players(self) -> tuple[str, ...]:
        """Names by seat: seat 0 is who begins."""
        return self.names[self.begins :] + self.names[: self.begins]

    def is_rigs(self, seat: int) -> bool:
        """True if the rig plays this seat."""
        return self.rig_seats > 0 and self.players[seat] in self.names[-self.rig_seats :]

    def advice_of(self, seat: int) -> str:
        """How much advice the player of a seat gets: "full", "ask" or "off"."""
        return dict(self.advice).get(self.players[seat], "full")


@dataclass(frozen=True, slots=True)
class SeenDie:
    """A die as the camera saw it, faces already as the game calls them.

    Attributes:
        face: best guess, None if there is none.
        confidence: calibrated, 0 to 1.
        reason: why it is not sure (the text of a `vision.reading.Reason`), "" when it is.
        centre, quad: pixels of the frame; the quad clockwise.
        picture: key of its crop for the page (`/picture/KEY`), "" where there is none (any more).
        others: next best faces with their probabilities.
        note: what else is known in words.
    """

    face: str | None
    confidence: float = 1.0
    reason: str = ""
    centre: Point = (0.0, 0.0)
    quad: Quad = ((0.0, 0.0), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0))
    picture: str = ""
    others: tuple[tuple[str, float], ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class TableDie:
    """One physical die of the turn.

    Attributes:
        face: what it counts as, None while that is open.
        seen: what the camera saw of it last, None if it was entered by hand.
        source: where `face` comes from: "camera" (sure), "asked" (a person settled a doubt), "hand".
        doubt: why a person is asked about it ("unsure", "cocked", "turned", "moved", ...), "" if nobody is.
        kept: marked to be kept (a proposal in KEEP, decided while the others are rolled again).
        fixed: kept in the re-roll already decided; its face stands.
        lifted: the camera misses it where it lay, though nobody has pressed ↻.
    """

    face: str | None
    seen: SeenDie | None = None
    source: str = "camera"
    doubt: str = ""
    kept: bool = False
    fixed: bool = False
    lifted: bool = False


@dataclass(frozen=True, slots=True)
class Ranked:
    """One choice as the adviser sees it.

    Attributes:
        move: text of the move.
        value: expected points ahead of the best opponent or final points, as `unit` says.
        cost: how much less than the best, in the same unit, 0 for the best.
        why: key or sentence of the main reason.
        win: chance of winning, 0 to 1, None where it is not known.
        place: in the adviser's order, 0 for the best.
        error: standard error where games were played on: of the best choice's `win` (of `value` where that is not
            known), of the others' loss against it; None where nothing was left to chance.
    """

    move: str
    value: float
    cost: float
    why: str = ""
    win: float | None = None
    place: int = 0
    error: float | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """One entry that ▲▼ run through.

    Attributes:
        key: the move's text, the face, the revealed item or the name of the setup row.
        effects: what the move does, in order.
        advice: what the adviser says of it, None if it said nothing (yet).
        kept: in KEEP: the faces kept, sorted; () rolls all again.
    """

    key: str
    effects: tuple[Effect, ...] = ()
    advice: Ranked | None = None
    kept: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Notice:
    """Something to tell the players, in the viewer's language.

    Attributes:
        key: which sentence of the catalogue ("kept-die-turned", "lifted", "count", "undone", "amended", ...).
        values: what fills its gaps, in order.
    """

    key: str
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Happening:
    """One line of "what happened?".

    Attributes:
        seat: who did it, None for the rig.
        key: "rolled", "kept", "rerolled", "played", "revealed", "undone", "roll-taken-back", "amended", "edited", ...
        text: faces or the text of the move.
        source: where it came from (for rolls: "camera", "asked" or "hand").
    """

    seat: int | None
    key: str
    text: str = ""
    source: str = ""


class EyeTask(Enum):
    """What the camera is to do now."""

    REST = "rest"  # nothing is wanted
    ROLL = "roll"  # report dice that were thrown and came to rest
    LOOK = "look"  # report the tray as it lies, at once
    WATCH = "watch"  # report when a die was lifted or turned


@dataclass(frozen=True, slots=True)
class TableState:
    """The table.

    Attributes:
        revision: counts every accepted event; an event must answer the present one.
        changed_at: steady-clock seconds when the question on the screen last changed.
        moved_at, moved_by: when the highlight or a mark was last moved, and by what kind of source.
        phase: the question on the screen.
        setup: what was chosen for this game (or is being chosen).
        match: the game in play, None on the setup screen before the first game.
        decision: revision at which the present question was first asked; names it for the adviser.
        dice: the dice of this turn in reading order, empty before the first roll.
        choices: what ▲▼ run through, best first once advice is there.
        cursor: the highlighted choice.
        hinted: True once advice was asked for at this question.
        touched: True once a person moved the highlight or a mark; advice then changes neither.
        complete: False while advice had to average over unknown components.
        depth: how far the advice looks, one of `DEPTHS`.
        refined: so many of the last revisions did nothing but better the advice; what answers one of them is not late.
        asked_die: place in `dice` (or in `entered` when entering) of the die in question.
        entered: faces entered by hand so far.
        doubt: what is wrong with the dice as a whole: "", "too-few", "too-many" or "kept-unclear".
        reasons: what the camera says of the whole picture.
        looking: the camera was asked to look again and has not answered.
        waiting: faces of dice thrown again before ↻ was pressed; they count once it is.
        notice: what to tell the players, None for nothing.
        happened: the last events, newest last, at most 20.
        past: the dice as they lay before each of `match.line`, for undo.
        before_edit: the position before the table was put right, to which undo goes back; None if it never was.
        left: setup of the game that was left for the setup screen; undo there goes back to it.
    open_hand: the seat whose cards are open to their owner, and where: "rig", "phone" or "machine"; None while all are
        covered.
    on_phones: seats that play on a phone of their own, so that nobody passes the screen for them.
    put_back: cards that were drawn and taken back, as moves of chance; the last one lies on top of the pile.
    """

    revision: int = 0
    changed_at: float = -1e9
    moved_at: float = -1e9
    moved_by: str = ""
    phase: Phase = Phase.SETUP
    setup: Setup = Setup()
    match: Match | None = None
    decision: int = 0
    dice: tuple[TableDie, ...] = ()
    choices: tuple[Choice, ...] = ()
    cursor: int = 0
    touched: bool = False
    hinted: bool = False
    complete: bool = True
    depth: str = ""
    refined: int = 0
    asked_die: int = 0
    entered: tuple[str, ...] = ()
    doubt: str = ""
    reasons: tuple[str, ...] = ()
    looking: bool = False
    waiting: tuple[SeenDie, ...] = ()
    notice: Notice | None = None
    happened: tuple[Happening, ...] = ()
    past: tuple[tuple[TableDie, ...], ...] = ()
    before_edit: Position | None = None
    left: Setup | None = None
    open_hand: tuple[int, str] | None = None
    on_phones: tuple[int, ...] = ()
    put_back: tuple[str, ...] = ()

    @property
    def position(self) -> Position | None:
        """The position in play, None before the first game."""
        return None if self.match is None else self.match.position

    @property
    def can_undo(self) -> bool:
        """True if something of the game can be taken back."""
        if self.phase is Phase.SETUP:
            return self.left is not None
        return bool(self.past) or self.before_edit is not None or self.phase in (Phase.DOUBT, Phase.ENTER)

    @property
    def is_rigs_turn(self) -> bool:
        """True if the rig has to choose: what to keep, or a move."""
        seat = self._asked_seat
        return seat is not None and self.setup.is_rigs(seat)

    @property
    def is_advised(self) -> bool:
        """True if the adviser is to speak about the question on the screen."""
        seat = self._asked_seat
        if seat is None or self.is_rigs_turn:
            return False
        level = self.setup.advice_of(seat)
        return level == "full" or (level == "ask" and self.hinted)

    @property
    def is_thinking(self) -> bool:
        """True while advice on the question is wanted and not there."""
        return self.is_advised and len(self.choices) > 1 and all(choice.advice is None for choice in self.choices)

    @property
    def may_hint(self) -> bool:
        """True if whoever is asked may ask for advice and has not."""
        seat = self._asked_seat
        return seat is not None and not (self.is_rigs_turn or self.hinted) and self.setup.advice_of(seat) == "ask"

    @property
    def _asked_seat(self) -> int | None:
        """Who has to choose what to keep or a move, where everybody may see the choices or the rig has to choose."""
        position = self.position
        asked = self.phase in (Phase.KEEP, Phase.CHOOSE) and (self.open_hand is None or self.open_hand[1] == MACHINE)
        return position.turn_of if asked and position is not None else None

    @property
    def eye_task(self) -> EyeTask:
        """What the camera is to do now."""
        if self.looking:
            return EyeTask.LOOK
        if self.phase is Phase.ROLL:
            return EyeTask.ROLL
        return EyeTask.WATCH if self.phase is Phase.KEEP else EyeTask.REST
