"""What the pages of games that were played show, as plain values: lists, steps, charts, turning points."""

from __future__ import annotations

from dataclasses import dataclass

from rig.page.view_model import TableView


@dataclass(frozen=True, slots=True)
class ResultView:
    """One player in the list of games."""

    name: str
    piece: str
    total: str
    winner: bool


@dataclass(frozen=True, slots=True)
class GameLineView:
    """One game in the list."""

    number: int
    title: str
    when: str
    results: tuple[ResultView, ...]
    state: str = ""
    can_open: bool = True


@dataclass(frozen=True, slots=True)
class BestView:
    """Something to be proud of, with the game it happened in."""

    title: str
    text: str
    number: int


@dataclass(frozen=True, slots=True)
class PointView:
    """A turning point: where it is in the replay, its dice, drawn and in words, its sentences, its mark and its change
    in percent."""

    step: int
    turn: str
    dice: tuple[str, ...]
    faces: str
    sentence: str
    better: str
    mark: str
    change: str
    minus: bool


@dataclass(frozen=True, slots=True)
class ConductView:
    """How one player did."""

    name: str
    piece: str
    initial: str
    decisions: str
    given_away: str
    grade: str
    luck: str


@dataclass(frozen=True, slots=True)
class ChartView:
    """A chart and its table: titles of the columns, then (label, texts, values) a row."""

    caption: str
    columns: tuple[str, ...]
    pieces: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...], tuple[float, ...]], ...]


@dataclass(frozen=True, slots=True)
class StepView:
    """One step of a replay.

    Attributes:
        at: its number, 0 before the first event.
        count: of the last step.
        sentence: what happened.
        turn: "Turn 7", "" before the first.
        dice: drawings of the dice on the table.
        table: the table after it, as the page draws it.
        note: what the adviser says of it, "" for nothing.
    """

    at: int
    count: int
    sentence: str
    turn: str
    dice: tuple[str, ...]
    table: TableView
    note: str = ""
