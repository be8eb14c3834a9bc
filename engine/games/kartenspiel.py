"""Keltis: Das Kartenspiel. The rules stand in `engine/rules/kartenspiel.md`; (K7) names the seventh.

Cards are texts, see `engine.cards`. The six rows of a seat are its five colours and, under the letter w, the neutral
row for point cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations_with_replacement

from engine.card_moves import Discard, Draw, Lay, TurnUp, parse_card, parse_card_move, turn_up, why_not_draw
from engine.card_text import NOTHING, TABLE_WORDS, choices_in, number_in, read_table, seat_in, words_of, write_table
from engine.cards import COLOUR_NAMES, PILE, SEATS, Card, Row, Table, fits, number_of, put
from engine.errors import ComponentsError, NotationError
from engine.games.kartenspiel_parts import (
    COLOURS,
    DECK,
    FINAL_CARDS,
    NAME,
    OPTIONS,
    POINTS,
    QUIET_ROUNDS,
    REASONS,
    ROW_POINTS,
    ROWS_TO_CLOSE,
    STAGES,
    STONE_POINTS,
    STONES,
    USUAL,
    Choices,
    Done,
    TakeStone,
)
from engine.games.kartenspiel_problems import problems_of
from engine.options import check_seats, choose, written
from engine.position import CHANCE, Chance, Effect, Move, Option, Outcome, ScoreLine, ScoreSheet, Seat, only_legal


@dataclass(frozen=True, slots=True)
class Kartenspiel:
    """A position.

    Attributes:
        table: where the cards are.
        stones: values of the stones each seat has taken, rising.
        turn_of: whose turn it is; while cards are dealt, who is given the next one.
        stage: what is asked for now, one of `STAGES`.
        cards_left: cards still to draw in this turn, or that may still be laid at the end; else 0.
        quiet: turns in a row in which nothing but discards changed hands.
        ended: key of the reason from the moment the game ends, or "".
        last: the seat that lays its final cards last.
        choices: the value of each option.
    """

    table: Table
    stones: tuple[tuple[int, ...], ...]
    turn_of: Seat = 0
    stage: str = "deal"
    cards_left: int = 0
    quiet: int = 0
    ended: str = ""
    last: Seat = 0
    choices: Choices = USUAL

    @property
    def game(self) -> str:
        """Name in the catalogue."""
        return NAME

    @property
    def seats(self) -> int:
        """How many play."""
        return self.table.seats

    @property
    def options(self) -> Mapping[str, str]:
        """Value by option name."""
        return {option.name: getattr(self.choices, option.name) for option in OPTIONS}

    @property
    def to_move(self) -> Seat | Chance | None:
        """Who must speak next."""
        if self.stage in ("deal", "reveal"):
            return CHANCE
        return None if self.stage == "over" else self.turn_of

    @property
    def stones_left(self) -> tuple[int, ...]:
        """Values of the stones that still lie in the middle."""
        taken = {value for stones in self.stones for value in stones}
        return tuple(value for value in STONES if value not in taken)

    @property
    def closed_rows(self) -> int:
        """How many rows hold a closing card, over all seats, each row counted once (K17)."""
        return sum(f"{letter}x" in row for rows in self.table.rows for letter, row in zip(COLOURS, rows, strict=False))

    # What may be done

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """All legal moves of a seat, and in a view every move that may be legal for what is seen."""
        return tuple(move for move in self._candidates() if self.why_not(move) is None)

    def _candidates(self) -> Iterator[Move]:
        """Moves worth asking about, each once; every legal one is among them."""
        if self.stage == "draw":
            yield from map(Draw, self.table.sources())
        if self.stage not in ("play", "final"):
            return
        cards = self.table.distinct(self.turn_of)
        for card in cards:
            yield Lay(card, card[0])
            if card[0] == POINTS:
                yield from (Lay(card, colour) for colour in COLOURS)
        if self.stage == "final":
            yield Done()
            return
        yield from map(Discard, cards)
        values = set(map(str, self.stones_left))
        paired = [card for card in cards if card[1:] in values]
        yield from (TakeStone(pair) for pair in combinations_with_replacement(paired, 2) if pair[0][1:] == pair[1][1:])

    def why_not(self, move: Move) -> str | None:
        """One sentence why a move is not legal here, naming the rule; None if it is legal."""
        match move:
            case TurnUp(card) if self.stage in ("deal", "reveal"):
                possible = self.table.can_receive(self.turn_of, card)
                return None if possible else f"The card {card} cannot come from the face-down pile (K2)."
            case Discard(card) if self.stage == "play":
                return None if self.table.holds(self.turn_of, card) else _not_held(card)
            case TakeStone(cards) if self.stage == "play":
                return self._why_not_stone(cards)
            case Lay(card, letter) if self.stage in ("play", "final"):
                return self._why_not_lay(card, letter)
            case Draw(source) if self.stage == "draw":
                return why_not_draw(self.table, source, "K14", "K15")
            case Done() if self.stage == "final":
                return None
        return f"The move {move} is not asked for now; the stage is {self.stage!r} (K4)."

    def _why_not_stone(self, cards: tuple[Card, Card]) -> str | None:
        if cards[0][1:] != cards[1][1:] or cards[0][1:] == "x":
            return f"The cards {cards[0]} and {cards[1]} do not show the same number (K6)."
        if number_of(cards[0]) not in self.stones_left:
            return f"The stone {cards[0][1:]} does not lie in the middle (K6)."
        return None if self.table.holds(self.turn_of, *cards) else _not_held(*cards)

    def _why_not_lay(self, card: Card, letter: str) -> str | None:
        if not self.table.holds(self.turn_of, card):
            return _not_held(card)
        if letter == POINTS:
            return None if card[0] == POINTS else "Only point cards go into the neutral row (K11)."
        if letter not in tuple(COLOURS):
            return f"There is no row {letter!r} (K7)."
        return self.why_not_follow(self.table.rows[self.turn_of][COLOURS.index(letter)], card, letter)

    def why_not_follow(self, row: Row, card: Card, letter: str) -> str | None:
        """Why a card may not be laid at the end of a colour row, whoever holds it (K7-K13)."""
        closing, colour = f"{letter}x", COLOUR_NAMES[letter]
        if card == closing:
            first = not row and self.choices.opening == "number"
            return f"With this option a closing card does not begin the {colour} row (K9)." if first else None
        if card[0] not in (letter, POINTS):
            return f"The card {card} does not belong in the {colour} row (K7)."
        closed, is_point = row.count(closing), card[0] == POINTS
        if closed and not (is_point and closed == 1 and self.choices.points == "follow"):
            return f"The {colour} row is closed (K{'13' if is_point else '10'})."
        numbers = _numbers(row, letter)
        if is_point:
            fitting = numbers and numbers[-1] == number_of(card)
            return None if fitting else f"The latest number of the {colour} row is not {card[1:]} (K12)."
        return None if fits(numbers, number_of(card)) else f"The {colour} row runs the other way (K8)."

    # What it leads to

    def chance_outcomes(self) -> Iterator[tuple[Move, Fraction]]:
        """Every card that may come from the face-down pile, with its probability."""
        if self.to_move is CHANCE:
            for card, probability in self.table.top_cards(self.turn_of):
                yield turn_up(card), probability

    def play(self, move: Move) -> Kartenspiel:
        """The position after a move.

        Raises:
            IllegalMoveError: the move is not legal here.
        """
        seat, table = self.turn_of, self.table
        match only_legal(self, move):
            case TurnUp(card):
                after = replace(self, table=table.receive(seat, card))
                return after._dealt() if self.stage == "deal" else replace(after, quiet=0)._drawn()
            case Discard(card):
                return replace(self, table=table.discard(seat, card), stage="draw", cards_left=1, quiet=self.quiet + 1)
            case TakeStone(cards):
                taken = tuple(sorted((*self.stones[seat], number_of(cards[0]))))
                stones = put(self.stones, seat, taken)
                after = replace(self, table=table.discard(seat, *cards), stones=stones)
                return replace(after, stage="draw", cards_left=2, quiet=0)
            case Lay(card, letter):
                return replace(self, table=table.lay(seat, card, letter))._laid()
            case Draw(source):
                if source == PILE:
                    return replace(self, stage="reveal")
                return replace(self, table=table.take(seat, source))._drawn()
        return self._next_to_lay()

    def _dealt(self) -> Kartenspiel:
        """The next card goes to the same seat until it has eight, then to the next one (K2)."""
        seat = self.table.next_to_deal(self.turn_of)
        return replace(self, turn_of=0, stage="play") if seat is None else replace(self, turn_of=seat)

    def _laid(self) -> Kartenspiel:
        if self.stage == "final":
            after = replace(self, cards_left=self.cards_left - 1)
            return after if after.cards_left else after._next_to_lay()
        if self.closed_rows >= ROWS_TO_CLOSE:
            return self._ended("closed")
        return replace(self, stage="draw", cards_left=1, quiet=0)

    def _drawn(self) -> Kartenspiel:
        after = replace(self, stage="draw", cards_left=self.cards_left - 1)
        if after.table.pile_size <= 0:  # the second of two draws may still come from the open piles (K18)
            goes_on = after.cards_left and after.choices.exhaust == "finish" and any(after.table.sources())
            return after if goes_on else after._ended("pile")
        if after.cards_left:
            return after
        if after.quiet >= QUIET_ROUNDS * after.seats and after.choices.stall == "on":
            return after._ended("stalled")
        turn_of = (after.turn_of + 1) % after.seats
        return replace(after, table=after.table.next_turn(), turn_of=turn_of, stage="play")

    def _ended(self, reason: str) -> Kartenspiel:
        """No more turns; the final cards begin (K20, K21)."""
        first = {"next": (self.turn_of + 1) % self.seats, "ender": self.turn_of, "first": 0}[self.choices.final]
        after = replace(self, table=self.table.next_turn(), ended=reason, quiet=0, last=(first - 1) % self.seats)
        return replace(after, turn_of=first, stage="final", cards_left=FINAL_CARDS)

    def _next_to_lay(self) -> Kartenspiel:
        if self.turn_of == self.last:
            return replace(self, stage="over", cards_left=0)
        return replace(self, turn_of=(self.turn_of + 1) % self.seats, cards_left=FINAL_CARDS)

    def describe(self, move: Move) -> tuple[Effect, ...]:
        """What a legal move does, in order."""
        after = self.play(move)
        said: tuple[Effect, ...] = (Effect("decline", self.stage),)
        match move:
            case TurnUp(card):
                said = (Effect("card", card),)
            case Discard(card):
                said = (Effect("discard", card),)
            case TakeStone(cards):
                said = (*(Effect("discard", card) for card in cards), Effect("stone", cards[0][1:], 1))
            case Lay(card, letter):
                row = after.table.rows[self.turn_of][DECK.letters.index(letter)]
                name = COLOUR_NAMES.get(letter, "points")
                said = (Effect("close" if card.endswith("x") else "lay", name, 1, len(row)),)
            case Draw(source):
                said = (Effect("draw", source),)
        ends = after.ended if after.ended != self.ended else "over" if after.stage == "over" else ""
        return (*said, Effect("ends", ends)) if ends else said

    # Scores

    def scores(self) -> tuple[ScoreSheet, ...]:
        """The score table as it stands, one sheet a seat."""
        return tuple(ScoreSheet(seat, self._lines(seat)) for seat in range(self.seats))

    def _lines(self, seat: Seat) -> tuple[ScoreLine, ...]:
        *rows, points = self.table.rows[seat]
        stones = len(self.stones[seat])
        return (
            *(
                ScoreLine(COLOUR_NAMES[letter], len(row), ROW_POINTS[min(len(row), 9)], "K22")
                for letter, row in zip(COLOURS, rows, strict=True)
            ),
            ScoreLine("points", len(points), len(points), "K23"),
            ScoreLine("stones", stones, STONE_POINTS[min(stones, 5)], "K24"),
        )

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        if self.stage != "over":
            return None
        totals = tuple(sheet.total for sheet in self.scores())
        return Outcome.by_points(self.ended, REASONS[self.ended], totals)

    # What is seen and what is written

    def seen_by(self, seat: Seat | None) -> Kartenspiel:
        """The position as a seat sees it (K26); None: somebody who holds no cards."""
        return replace(self, table=self.table.seen_by(seat))

    def parse_move(self, text: str) -> Move:
        """The move that a person typed.

        Raises:
            NotationError: the text is no move of this game.
            IllegalMoveError: it is one, but not legal here.
        """
        words = text.lower().split()
        move: Move | None = parse_card_move(words, DECK)
        if move is None:
            match words:
                case ["stone", first, second]:
                    move = TakeStone((parse_card(first, DECK), parse_card(second, DECK)))
                case ["done"]:
                    move = Done()
                case _:
                    raise NotationError(
                        f"{text[:40]!r} is no move of this game; type discard g7, lay g7, lay w7 g, stone g7 b7, "
                        "draw pile, draw g, card g7 or done."
                    )
        return only_legal(self, move)

    def __str__(self) -> str:
        words = [NAME, f"turn={SEATS[self.turn_of]}", f"stage={self.stage}", *write_table(self.table)]
        if any(self.stones):
            words.append(f"stones={'|'.join('.'.join(map(str, stones)) or NOTHING for stones in self.stones)}")
        for key, number in (("left", self.cards_left), ("quiet", self.quiet)):
            if number:
                words.append(f"{key}={number}")
        if self.ended:
            words += [f"ended={self.ended}", f"last={SEATS[self.last]}"]
        return " ".join((*words, *written(self.options.items(), OPTIONS)))

    def problems(self) -> tuple[str, ...]:
        """Every reason why this position cannot be reached by play; empty for a sound one."""
        return tuple(problems_of(self))


@dataclass(frozen=True, slots=True)
class KartenspielGame:
    """The game in the catalogue."""

    name: str = NAME
    title: str = "Keltis: Das Kartenspiel"
    seats: range = range(2, 5)
    options: tuple[Option, ...] = OPTIONS
    dice_set: str | None = None

    def start(self, seats: int, options: Mapping[str, str] | None = None, components: str | None = None) -> Kartenspiel:
        """The position before the first card is dealt.

        Raises:
            OptionError: no such option, value or number of players.
            ComponentsError: there are component data, which this game does not have.
        """
        check_seats(NAME, self.seats, seats)
        if components is not None:
            raise ComponentsError(f"{self.title} has no board and no chips; leave the component file out.")
        return Kartenspiel(
            Table.before_the_deal(DECK, seats), ((),) * seats, choices=Choices(**dict(choose(NAME, OPTIONS, options)))
        )

    def position(self, text: str) -> Kartenspiel:
        """The position that `str(position)` wrote.

        Raises:
            NotationError: the text is no position of this game.
        """
        keys = ("turn", "stage", *TABLE_WORDS, "stones", "left", "quiet", "last", "ended", *(o.name for o in OPTIONS))
        words = words_of(text, NAME, keys)
        table = read_table(words, DECK, self.seats)
        stage, ended = words.get("stage", "play"), words.get("ended", "")
        if stage not in STAGES:
            raise NotationError(f"The stage of a position is one of {', '.join(STAGES)}, not {stage[:40]!r}.")
        if bool(ended) != (stage in ("final", "over")) or (ended and ended not in REASONS):
            raise NotationError(f"At the stages final and over, and only there, say ended= {', '.join(REASONS)}.")
        usual = {"draw": 1, "reveal": 1, "final": FINAL_CARDS}.get(stage, 0)
        return Kartenspiel(
            table,
            _read_stones(words.get("stones", "|".join([NOTHING] * table.seats)), table.seats),
            seat_in(words, "turn", table.seats),
            stage,
            number_in(words, "left", min(usual, 1), 2 if usual else 0, usual),
            number_in(words, "quiet", 0, 9999, 0),
            ended,
            seat_in(words, "last", table.seats),
            Choices(**choices_in(words, NAME, OPTIONS)),
        )


GAME = KartenspielGame()


def _not_held(*cards: Card) -> str:
    return f"The hand does not hold {' and '.join(cards)} (K4)."


def _numbers(row: Row, letter: str) -> tuple[int, ...]:
    """The numbers of a colour row, without its closing and point cards."""
    return tuple(number_of(card) for card in row if card[0] == letter and card[1] != "x")


def _read_stones(text: str, seats: int) -> tuple[tuple[int, ...], ...]:
    groups = [() if part == NOTHING else part.split(".") for part in text.split("|")]
    if len(groups) != seats or any(value not in map(str, STONES) for group in groups for value in group):
        raise NotationError(f"The word stones= gives each of the {seats} seats its stones 1 to 9, as 1.5|-.")
    return tuple(tuple(sorted(map(int, group))) for group in groups)
