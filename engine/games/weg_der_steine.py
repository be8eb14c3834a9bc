"""Keltis: Der Weg der Steine, the board game. Its rules stand in `engine/rules/weg-der-steine.md`; (S7) is the seventh.

A turn is a chain of small decisions: lay or discard a card, step, clover after clover, draw.  Spaces are numbered 1 to
9 along a path; 0 is the start.  What the spaces show is kept as one text a path, a letter a space.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from engine.card_moves import Discard, Draw, Lay, TurnUp, parse_card_move, turn_up, why_not_draw
from engine.card_text import NOTHING, TABLE_WORDS, choices_in, number_in, read_table, seat_in, words_of, write_table
from engine.cards import COLOUR_NAMES, PILE, SEATS, Card, Table, fits, number_of, put
from engine.components import Components, Schema, from_word, parse, shipped, word
from engine.errors import NotationError
from engine.games.weg_der_steine_parts import (
    DECK,
    FACE_DOWN,
    GOAL,
    GOAL_FIGURES,
    NAME,
    OPTIONS,
    OURS,
    PATHS,
    PERHAPS,
    QUIET_ROUNDS,
    REASONS,
    SCHEMA,
    SMALL_FIGURES,
    SPACE_POINTS,
    SPACES,
    STAGES,
    STONE_POINTS,
    TILES,
    USUAL,
    Choices,
    Start,
    Stay,
    Step,
    TurnTile,
    checked,
    face_down,
)
from engine.games.weg_der_steine_problems import problems_of
from engine.games.weg_der_steine_text import parse_figure_move, read_figures, read_numbers, read_tiles, write_figures
from engine.games.weg_der_steine_words import effects, why_not_step
from engine.options import check_seats, choose, written
from engine.position import CHANCE, Chance, Effect, Move, Option, Outcome, ScoreLine, ScoreSheet, Seat, only_legal


@dataclass(frozen=True, slots=True)
class WegDerSteine:
    """A position.

    Attributes:
        table: where the cards are.
        board: which spaces get a tile, as the owner or we know it.
        tiles: per path what its nine spaces show.
        figures: per seat the space of its figure on each path, 0 for none.
        large: per seat the letter of the path of its large figure, "" while that is at the start.
        stones: wish stones of each seat.
        track: points of each seat from point tiles: where its marker stands on the score track.
        turn_of: whose turn it is; while cards are dealt, who is given the next one.
        stage: what is asked for now, one of `STAGES`.
        laid: letter of the card just laid while its step is asked for, else "".
        quiet: turns in a row in which nothing but discards changed hands.
        ended: key of the reason why the game is over, or "".
        choices: the value of each option.
    """

    table: Table
    board: Components = field(compare=False)
    tiles: tuple[str, ...]
    figures: tuple[tuple[int, ...], ...]
    large: tuple[str, ...]
    stones: tuple[int, ...]
    track: tuple[int, ...]
    turn_of: Seat = 0
    stage: str = "tiles"
    laid: str = ""
    quiet: int = 0
    ended: str = ""
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
    def components(self) -> Components:
        """The board, with what has been learned of its tiles' places so far."""
        return self.board

    @property
    def options(self) -> Mapping[str, str]:
        """Value by option name."""
        return {option.name: getattr(self.choices, option.name) for option in OPTIONS}

    @property
    def to_move(self) -> Seat | Chance | None:
        """Who must speak next."""
        if self.stage in ("tiles", "deal", "reveal"):
            return CHANCE
        return None if self.stage == "over" else self.turn_of

    @property
    def figures_in_goal(self) -> int:
        """How many figures of all seats stand on the last three spaces (S19)."""
        return sum(space >= GOAL for figures in self.figures for space in figures)

    # What may be done

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """All legal moves of a seat, and in a view every move that may be legal for what is seen."""
        if self.stage == "play":
            cards = self.table.distinct(self.turn_of)
            lays = (Lay(card, card[0]) for card in cards if self._why_not_follow(card) is None)
            return (*lays, *map(Discard, cards))
        if self.stage in ("step", "clover"):
            return self._steps()
        return tuple(map(Draw, self.table.sources())) if self.stage == "draw" else ()

    def _steps(self) -> tuple[Move, ...]:
        """The steps that a card or a clover allows (S9-S11, S15)."""
        figures, laid = self.figures[self.turn_of], self.laid
        if laid and figures[PATHS.index(laid)] < SPACES:
            own = tuple(self._steps_on(laid))
            return own if self.choices.step == "must" else (*own, Stay())
        return (*(step for path in PATHS for step in self._steps_on(path)), Stay())

    def _steps_on(self, path: str) -> Iterator[Move]:
        figures, large = self.figures[self.turn_of], self.large[self.turn_of]
        space = figures[PATHS.index(path)]
        if 0 < space < SPACES:
            yield Step(path)
        if space == 0:
            if sum(map(bool, figures)) - bool(large) < SMALL_FIGURES:
                yield Start(path, is_large=False)
            if not large:
                yield Start(path, is_large=True)

    def why_not(self, move: Move) -> str | None:
        """One sentence why a move is not legal here, naming the rule; None if it is legal."""
        match move:
            case TurnTile() if self.stage == "tiles":
                possible = any(move == tile for tile, _ in self.chance_outcomes())
                return (
                    None
                    if possible
                    else f"The move {move} cannot be made now: another tile is turned up, or none (S3)."
                )
            case TurnUp(card) if self.stage in ("deal", "reveal"):
                possible = self.table.can_receive(self.turn_of, card)
                return None if possible else f"The card {card} cannot come from the face-down pile (S4)."
            case Discard(card) if self.stage == "play":
                return None if self.table.holds(self.turn_of, card) else _not_held(card)
            case Lay(card, letter) if self.stage == "play":
                if not self.table.holds(self.turn_of, card):
                    return _not_held(card)
                return self._why_not_follow(card) if card[0] == letter else f"The card {card} has another colour (S7)."
            case Step() | Start() | Stay() if self.stage in ("step", "clover"):
                return None if move in self._steps() else why_not_step(self, move)
            case Draw(source) if self.stage == "draw":
                return why_not_draw(self.table, source, "S17", "S18")
        return f"The move {move} is not asked for now; the stage is {self.stage!r} (S5)."

    def _why_not_follow(self, card: Card) -> str | None:
        row = self.table.rows[self.turn_of][PATHS.index(card[0])]
        if not row or fits((number_of(row[0]), number_of(row[-1])), number_of(card)):
            return None
        return f"The {COLOUR_NAMES[card[0]]} row runs the other way (S8)."

    # What it leads to

    def chance_outcomes(self) -> Iterator[tuple[Move, Fraction]]:
        """Every outcome of chance with its probability: a tile while the board is laid out, else a card."""
        if self.stage == "tiles":
            yield from self._tile_outcomes()
        elif self.to_move is CHANCE:
            for card, probability in self.table.top_cards(self.turn_of):
                yield turn_up(card), probability

    def _tile_outcomes(self) -> Iterator[tuple[Move, Fraction]]:
        shown = "".join(self.tiles)
        spaces = [space for space, mark in enumerate(shown) if mark in (FACE_DOWN, PERHAPS)]
        if not spaces:
            return
        path, place = divmod(spaces[0], SPACES)
        left = {tile: count - shown.count(tile) for tile, count in TILES.items()}
        all_left = sum(left.values())
        here = Fraction(1)
        if self.tiles[path][place] == PERHAPS:  # every space of which it is not known is as likely as the others (S27)
            here = Fraction(all_left - shown.count(FACE_DOWN), shown.count(PERHAPS))
        outcomes = {".": 1 - here, **{tile: here * Fraction(count, all_left or 1) for tile, count in left.items()}}
        for tile, probability in outcomes.items():
            if probability > 0:
                yield TurnTile(PATHS[path], place + 1, tile), probability

    def play(self, move: Move) -> WegDerSteine:
        """The position after a move.

        Raises:
            IllegalMoveError: the move is not legal here.
        """
        seat, table = self.turn_of, self.table
        match only_legal(self, move):
            case TurnTile(path, space, shows):
                return self._tile_turned(PATHS.index(path), space, shows)
            case TurnUp(card):
                after = replace(self, table=table.receive(seat, card))
                return after._dealt() if self.stage == "deal" else replace(after, quiet=0)._drawn()
            case Discard(card):
                return replace(self, table=table.discard(seat, card), stage="draw", quiet=self.quiet + 1)
            case Lay(card, letter):
                after = replace(self, table=table.lay(seat, card, letter), stage="step", laid=letter, quiet=0)
                steps = after._steps()
                return after if len(steps) > 1 else after._stepped(steps[0])
            case Draw(source):
                if source == PILE:
                    return replace(self, stage="reveal")
                return replace(self, table=table.take(seat, source))._drawn()
        return self._stepped(move)

    def _tile_turned(self, path: int, space: int, shows: str) -> WegDerSteine:
        """The next space is turned up, or the deal begins (S3, S4, S27)."""
        was = self.tiles[path][space - 1]
        after = self._with_space(path, space, shows)
        if was == PERHAPS:
            learned = "plain" if shows == "." else "tile"
            board = self.board.with_entry("paths", COLOUR_NAMES[PATHS[path]], space, learned)
            after = replace(after, board=board)
        shown = "".join(after.tiles)
        return after if FACE_DOWN in shown or PERHAPS in shown else replace(after, stage="deal")

    def _with_space(self, path: int, space: int, shows: str) -> WegDerSteine:
        was = self.tiles[path]
        now = was[: space - 1] + shows + was[space:]
        return replace(self, tiles=(*self.tiles[:path], now, *self.tiles[path + 1 :]))

    def _dealt(self) -> WegDerSteine:
        """The next card goes to the same seat until it has eight, then to the next one (S4)."""
        seat = self.table.next_to_deal(self.turn_of)
        return replace(self, turn_of=0, stage="play") if seat is None else replace(self, turn_of=seat)

    def _stepped(self, move: Move) -> WegDerSteine:
        """The figure moves, and what it reaches happens (S13-S16, S19)."""
        after = replace(self, stage="draw", laid="")
        if not isinstance(move, (Step, Start)):
            return after
        seat, path = self.turn_of, PATHS.index(move.path)
        figures = self.figures[seat]
        space = figures[path] + 1
        after = replace(after, figures=put(self.figures, seat, (*figures[:path], space, *figures[path + 1 :])))
        if isinstance(move, Start) and move.is_large:
            after = replace(after, large=put(self.large, seat, move.path))
        if space == GOAL and after.figures_in_goal >= GOAL_FIGURES:
            return replace(after, stage="over", ended="goal")
        match self.tiles[path][space - 1]:
            case "s":
                stones = put(self.stones, seat, self.stones[seat] + 1)
                return replace(after, stones=stones)._with_space(path, space, ".")
            case "c":
                return replace(after, stage="clover")
            case "1" | "2" | "3" as points:
                return replace(after, track=put(self.track, seat, self.track[seat] + int(points)))
        return after

    def _drawn(self) -> WegDerSteine:
        after = replace(self, table=self.table.next_turn())
        if after.table.pile_size <= 0:
            return replace(after, stage="over", ended="pile")
        if after.quiet >= QUIET_ROUNDS * after.seats and after.choices.stall == "on":
            return replace(after, stage="over", ended="stalled")
        return replace(after, turn_of=(after.turn_of + 1) % after.seats, stage="play")

    def describe(self, move: Move) -> tuple[Effect, ...]:
        """What a legal move does, in order."""
        return effects(self, move)

    # Scores

    def scores(self) -> tuple[ScoreSheet, ...]:
        """The score table as it stands, one sheet a seat."""
        return tuple(ScoreSheet(seat, self._lines(seat)) for seat in range(self.seats))

    def _lines(self, seat: Seat) -> tuple[ScoreLine, ...]:
        stones = self.stones[seat]
        paths = tuple(
            ScoreLine(COLOUR_NAMES[path], space, SPACE_POINTS[space] * (2 if path == self.large[seat] else 1), "S22")
            for path, space in zip(PATHS, self.figures[seat], strict=True)
        )
        return (
            *paths,
            ScoreLine("points", self.track[seat], self.track[seat], "S23"),
            ScoreLine("stones", stones, STONE_POINTS[min(stones, 5)], "S24"),
        )

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        if self.stage != "over":
            return None
        totals = tuple(sheet.total for sheet in self.scores())
        ranks = [
            (total, stones if self.choices.ties == "stones" else 0)
            for total, stones in zip(totals, self.stones, strict=True)
        ]
        winners = tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))
        return Outcome(self.ended, REASONS[self.ended], winners, totals)

    # What is seen and what is written

    def seen_by(self, seat: Seat | None) -> WegDerSteine:
        """The position as a seat sees it (S26); None: somebody who holds no cards."""
        return replace(self, table=self.table.seen_by(seat))

    def parse_move(self, text: str) -> Move:
        """The move that a person typed.

        Raises:
            NotationError: the text is no move of this game.
            IllegalMoveError: it is one, but not legal here.
        """
        words = text.lower().split()
        move = parse_card_move(words, DECK) or parse_figure_move(words)
        if move is None:
            raise NotationError(
                f"{text[:40]!r} is no move of this game; type lay g7, discard g7, step g, start g small, start g "
                "large, stay, draw pile, draw g, card g7 or tile g3 clover."
            )
        return only_legal(self, move)

    def __str__(self) -> str:
        words = [NAME, f"turn={SEATS[self.turn_of]}", f"stage={self.stage}", *write_table(self.table)]
        words.append(f"tiles={'/'.join(self.tiles)}")
        figures = [write_figures(on, large) for on, large in zip(self.figures, self.large, strict=True)]
        for key, seats in (("figures", figures), ("stones", self.stones), ("track", self.track)):
            if any(seat not in (0, NOTHING) for seat in seats):
                words.append(f"{key}={'|'.join(map(str, seats))}")
        words += [f"{key}={value}" for key, value in (("laid", self.laid), ("quiet", self.quiet)) if value]
        words += [f"ended={self.ended}"] if self.ended else []
        ours = shipped(OURS, SCHEMA)
        if self.board is not ours and self.board.digest != ours.digest:
            words.append(f"board={word(self.board)}")
        return " ".join((*words, *written(self.options.items(), OPTIONS)))

    def problems(self) -> tuple[str, ...]:
        """Every reason why this position cannot be reached by play; empty for a sound one."""
        return tuple(problems_of(self))


@dataclass(frozen=True, slots=True)
class WegDerSteineGame:
    """The game in the catalogue."""

    name: str = NAME
    title: str = "Keltis: Der Weg der Steine"
    seats: range = range(2, 5)
    options: tuple[Option, ...] = OPTIONS
    dice_set: str | None = None
    schema: Schema = SCHEMA

    def start(
        self, seats: int, options: Mapping[str, str] | None = None, components: str | None = None
    ) -> WegDerSteine:
        """The position before the first tile is turned up.

        Raises:
            OptionError: no such option, value or number of players.
            ComponentsError: the component text cannot be used; all problems are named.
        """
        check_seats(NAME, self.seats, seats)
        board = shipped(OURS, SCHEMA) if components is None else checked(parse(components, SCHEMA))
        return WegDerSteine(
            table=Table.before_the_deal(DECK, seats),
            board=board,
            tiles=face_down(board),
            figures=((0,) * len(PATHS),) * seats,
            large=("",) * seats,
            stones=(0,) * seats,
            track=(0,) * seats,
            choices=Choices(**dict(choose(NAME, OPTIONS, options))),
        )

    def position(self, text: str) -> WegDerSteine:
        """The position that `str(position)` wrote.

        Raises:
            NotationError: the text is no position of this game.
        """
        keys = ("turn", "stage", *TABLE_WORDS, "tiles", "figures", "stones", "track", "laid", "quiet", "ended", "board")
        words = words_of(text, NAME, (*keys, *(option.name for option in OPTIONS)))
        table = read_table(words, DECK, self.seats)
        stage, ended, laid = words.get("stage", "play"), words.get("ended", ""), words.get("laid", "")
        for key, value, allowed in (
            ("stage", stage, STAGES),
            ("ended", ended, ("", *REASONS)),
            ("laid", laid, ("", *PATHS)),
        ):
            if value not in allowed:
                raise NotationError(
                    f"The word {key}= is one of {', '.join(filter(None, allowed))}, not {value[:40]!r}."
                )
        if bool(ended) != (stage == "over") or bool(laid) != (stage == "step"):
            raise NotationError("A position says ended= at the stage over, laid= at the stage step, and only there.")
        board = from_word(words["board"], SCHEMA) if "board" in words else shipped(OURS, SCHEMA)
        figures, large = read_figures(words, table.seats)
        return WegDerSteine(
            table,
            board,
            read_tiles(words, stage),
            figures,
            large,
            read_numbers(words, "stones", table.seats),
            read_numbers(words, "track", table.seats),
            seat_in(words, "turn", table.seats),
            stage,
            laid,
            number_in(words, "quiet", 0, 9999, 0),
            ended,
            Choices(**choices_in(words, NAME, OPTIONS)),
        )


GAME = WegDerSteineGame()


def _not_held(card: Card) -> str:
    return f"The hand does not hold {card} (S5)."
