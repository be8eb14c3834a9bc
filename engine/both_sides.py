"""The match of two games of the Würfelspiel, one on each side of the board; the totals are added (W30)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine import components, record
from engine.errors import IllegalMoveError, NotationError
from engine.games.wuerfelspiel import GAME, WuerfelspielPosition
from engine.match import Match
from engine.position import Move, Seat

SIDES = ("simple", "crossed")
BETWEEN = "\n[Other side of the board]\n\n"


@dataclass(frozen=True, slots=True)
class BothSides:
    """Two games, the second begun when the first is over.

    Attributes:
        games: the game on the simple side, and the one on the crossed side once it has begun.
    """

    games: tuple[Match, ...]

    @classmethod
    def start(
        cls, players: tuple[str, ...], options: dict[str, str] | None = None, board: str | None = None
    ) -> BothSides:
        """Both games before the first move.

        Raises:
            OptionError: no such option, value or number of players.
            ComponentsError: the component text cannot be used.
        """
        return cls((Match.start(GAME.name, players, {**(options or {}), "side": SIDES[0]}, board),))

    @property
    def current(self) -> Match:
        """The game in play."""
        return self.games[-1]

    @property
    def is_over(self) -> bool:
        """Whether both games have ended."""
        return len(self.games) == len(SIDES) and self.current.position.to_move is None

    def play(self, move: Move, source: str = "", confidence: float | None = None, comment: str = "") -> BothSides:
        """The match after a move in the current game; the second game begins when the first is over.

        Raises:
            IllegalMoveError: the move is not legal.
        """
        if self.is_over:
            raise IllegalMoveError("Both games are over (W30).")
        played = self.current.play(move, source, confidence, comment)
        games = (*self.games[:-1], played)
        if len(games) < len(SIDES) and played.position.to_move is None:
            games = (*games, _other_side(played))
        return replace(self, games=games)

    @property
    def totals(self) -> tuple[int, ...]:
        """Points per seat of the games that are over, added."""
        ended = [game.position.outcome for game in self.games]
        seats = range(len(self.current.players))
        return tuple(sum(outcome.totals[seat] for outcome in ended if outcome) for seat in seats)

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats with most points once both games are over, several on a tie; nobody before."""
        best = max(self.totals)
        return tuple(seat for seat, total in enumerate(self.totals) if total == best) if self.is_over else ()


def _other_side(first: Match) -> Match:
    """The second game, on the other side of the same board, with what the first has revealed of it."""
    over = first.position
    assert isinstance(over, WuerfelspielPosition)
    options = {**over.options, "side": SIDES[1]}
    return Match.start(GAME.name, first.players, options, components.write(over.components))


def write(match: BothSides) -> str:
    """The records of both games, one after the other."""
    return BETWEEN.join(record.write(game) for game in match.games)


def parse(text: str) -> BothSides:
    """The match that `write` wrote; a board of the owner's is taken from the first record.

    Raises:
        NotationError: a record cannot be read, or the games do not belong together.
    """
    games = tuple(record.parse(part) for part in text.split(BETWEEN.strip()))
    sides = tuple(getattr(game.first, "options", {}).get("side") for game in games)
    if sides != SIDES[: len(games)] or len({game.players for game in games}) != 1:
        raise NotationError("The two records must be of the simple and the crossed side, by the same players (W30).")
    if len(games) == len(SIDES) and games[0].position.to_move is not None:
        raise NotationError("The second game begins when the first is over (W30).")
    return BothSides(games)
