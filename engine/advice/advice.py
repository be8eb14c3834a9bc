"""What the adviser hands out: choices ranked by what they are worth, with measured reasons, as plain values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.position import Move

Depth = Literal["one turn", "two turns", "played out", "exact"]
"""How far advice looks: to the end of this turn or of the next, by games that were played on, or to the game's end."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One measured part of a choice's worth, for the page to say in the viewer's language.

    Attributes:
        key: which sentence: "chance" (of a kind of event before the turn ends), "aim" (the move that will most likely
            be played), "now" (points on the score table after the move), "later" (points expected beyond those),
            "opponent" (points the best opponent is expected to end with), "goes-on" (another turn or clover follows).
        target: what it is about: a kind of effect, a row or colour, the text of a move; "" for nothing.
        amount: the number: a chance from 0 to 1, or points.
    """

    key: str
    target: str = ""
    amount: float = 0.0

    def __str__(self) -> str:
        number = f"{100 * self.amount:.0f} %" if self.key in ("chance", "aim") else f"{self.amount:+.1f}"
        return " ".join(part for part in (self.key, self.target, number) if part)


@dataclass(frozen=True, slots=True)
class Choice:
    """One legal move as the adviser sees it.

    Attributes:
        move: the move.
        value: expected points ahead of the best opponent at the end of the game.
        win: chance of winning, 0 to 1 (a shared win counts in parts); None if the value function does not know it.
        points: expected points at the end of the game, by seat.
        cost: how much less it is worth than the best choice, in points of `value`; never negative.  Where chances of
            winning are known they decide the order, and a choice placed behind one with a lower `value` costs 0.
        win_cost: chance of winning given away against the best choice, never negative; None where `win` is None.
        why: the reasons, the most telling first.
        error: standard error where games were played on: of the best choice's `win` (of `value` where chances are not
            known), of the others' loss against it; None where nothing was left to chance.
    """

    move: Move
    value: float
    win: float | None
    points: tuple[float, ...]
    cost: float
    win_cost: float | None = None
    why: tuple[Reason, ...] = ()
    error: float | None = None


@dataclass(frozen=True, slots=True)
class Advice:
    """All legal moves of a position, best first.

    Attributes:
        choices: empty while chance speaks and after the end.
        incomplete: some spaces or chips are unknown, and the adviser averaged over what they may be.
        positions: how many different positions at the end of the turn were valued.
        by: name of the value function.
        depth: how far it looks.
    """

    choices: tuple[Choice, ...]
    incomplete: bool
    positions: int
    by: str
    depth: Depth = "one turn"

    @property
    def best(self) -> Choice | None:
        """The first choice, None if there is none."""
        return self.choices[0] if self.choices else None

    def of(self, move: Move) -> Choice | None:
        """What is said of a move, None if it is no choice here."""
        return next((choice for choice in self.choices if choice.move == move), None)
