"""The record of a game as text that a person reads, writes and compares line by line.

    [Game "or"]
    [Players "Anna, Ben"]
    [Components "ours 33a8c9b4f1d0"]
    [Start "or chips=ours -,-,-,-,-.0/-,-,-,-,-.0 A roll"]
    [Result "*"]

    1. A 1s4 <camera 0.998>, =4s, 5, g9 {the stone!}
    2. B 355, =355, r8
    undo r8
    2. B p8
    amend 1 14s <hand>

A line is a turn: its number, the letter of the seat, the moves.  Where a roll comes from stands in <>, a comment
in {}.  `undo` takes back the last move, `amend N MOVE` says what the N-th move that counts really was (`keep M` after
it: only the first M moves still stand), `table POSITION` puts the table right and begins a new count.  A line that
begins with # is a remark beside the record.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine import catalogue
from engine.errors import EngineError, NotationError
from engine.match import SEAT_LETTERS, Amended, Edited, Event, Match, Played, Undone
from engine.position import CHANCE, Position

GOING_ON = "*"
MAX_CHARACTERS = 2_000_000
MAX_EVENTS = 20_000
HEADERS = ("Game", "Players", "Components", "Start", "Result")

_HEADER = re.compile(r'\[([A-Za-z]+) "([^"]*)"\]')
_TURN = re.compile(r"[0-9]{1,5}\. ([A-D]) (.+)")
_MOVE = re.compile(r"([^<>{}]+?)\s*(?:<([^<>{}]*)>)?\s*(?:\{([^{}]*)\})?")
_AMEND = re.compile(r"amend ([0-9]{1,5}) (.+?)(?: keep ([0-9]{1,5}))?")


def write(match: Match) -> str:
    """The record of a match."""
    headers = {
        "Game": match.game,
        "Players": ", ".join(match.players),
        "Components": f"{match.board} {_digest(match.first)}".strip(),
        "Start": str(match.first),
        "Result": result(match.position),
    }
    lines = [f'[{name} "{headers[name]}"]' for name in HEADERS]
    return "\n".join([*lines, "", *_event_lines(match)]) + "\n"


def _digest(position: Position) -> str:
    return str(getattr(getattr(position, "components", None), "digest", ""))


def result(position: Position) -> str:
    """Points of the seats and why the game ended, for example "23:19 stones-gone"; "*" while it goes on."""
    outcome = position.outcome
    if outcome is None:
        return GOING_ON
    return f"{':'.join(map(str, outcome.totals))} {outcome.reason}"


def _event_lines(match: Match) -> Iterator[str]:
    """One line a turn, one for each undo, amended roll and edit."""
    replayed = Match.at(match.first, match.players)
    turn: list[str] = []
    number, begun_by = 0, -1
    for event in match.events:
        position = replayed.position
        if isinstance(event, Played):
            begins = position.turn_of != begun_by or position.stage == "roll"
            if turn and begins:
                yield _turn_line(number, begun_by, turn)
                turn = []
            if begins:
                number, begun_by = number + 1, position.turn_of
            turn.append(_written(event))
        else:
            if turn:
                yield _turn_line(number, begun_by, turn)
                turn = []
            yield _other_line(event)
        replayed = after(replayed, event)
        if not isinstance(event, Played):
            begun_by = replayed.position.turn_of if replayed.position.stage != "roll" else -1
    if turn:
        yield _turn_line(number, begun_by, turn)


def _turn_line(number: int, seat: int, moves: list[str]) -> str:
    return f"{number}. {SEAT_LETTERS[seat]} {', '.join(moves)}"


def _written(played: Played) -> str:
    confidence = "" if played.confidence is None else f" {played.confidence:.3f}"
    source = f" <{plain(played.source)}{confidence}>" if played.source else ""
    return f"{played.move}{source}" + (f" {{{plain(played.comment)}}}" if played.comment else "")


def plain(text: str) -> str:
    """A text that can stand in a record: one line, without the brackets and commas that have a meaning there."""
    return " ".join(re.sub(r"[<>{}\[\],]", " ", text).split())


def _other_line(event: Event) -> str:
    if isinstance(event, Undone):
        return f"undo {event.move}"
    if isinstance(event, Amended):
        return f"amend {event.place + 1} {event.move} keep {event.kept}"
    assert isinstance(event, Edited)
    return f"table {event.position}"


def after(match: Match, event: Event) -> Match:
    """The match after one more event."""
    if isinstance(event, Played):
        return match.play(event.move, event.source, event.confidence, event.comment)
    if isinstance(event, Undone):
        return match.undo()
    if isinstance(event, Amended):
        return match.amend(event.place, event.move, drop_rest=True)
    return match.edit(event.position)


def parse(text: str) -> Match:
    """The match that a record tells of, played again move by move.

    Raises:
        NotationError: the record cannot be read, a move in it is not legal, or its result is another one; the
            sentence names the line.
    """
    if len(text) > MAX_CHARACTERS:
        raise NotationError(f"The record is longer than {MAX_CHARACTERS} characters; no game is.")
    headers: dict[str, str] = {}
    match: Match | None = None
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        try:
            if line.startswith("["):
                _read_header(line, headers)
            elif line and not line.startswith("#"):
                match = _read_line(match or _begin(headers), line)
                if len(match.events) > MAX_EVENTS:
                    raise NotationError(f"The record tells of more than {MAX_EVENTS} moves; no game has so many.")
        except EngineError as error:
            raise NotationError(f"Line {number} of the record, {line[:60]!r}: {error}") from error
    match = match or _begin(headers)
    found, told = result(match.position), headers.get("Result", GOING_ON)
    if told not in (GOING_ON, found):
        raise NotationError(f"The record tells of the result {told[:60]!r}, but its moves lead to {found!r}.")
    return match


def _read_header(line: str, headers: dict[str, str]) -> None:
    found = _HEADER.fullmatch(line)
    if not found or found[1] not in HEADERS or found[1] in headers:
        raise NotationError(f'A header has the form [Name "text"] and a name of {", ".join(HEADERS)}, each once.')
    headers[found[1]] = found[2]


def _begin(headers: dict[str, str]) -> Match:
    """The match before its first event, from the headers."""
    missing = [name for name in ("Game", "Players") if name not in headers]
    if missing:
        raise NotationError(f"The record lacks the header [{missing[0]}]; it stands before the first turn.")
    players = tuple(name.strip() for name in headers["Players"].split(","))
    game = catalogue.game(headers["Game"])
    first = catalogue.position(headers["Start"]) if "Start" in headers else game.start(len(players))
    if first.game != game.name:
        raise NotationError(f"The start is a position of {first.game}, not of {game.name}.")
    problems = first.problems()
    if problems:
        raise NotationError("The start cannot be: " + " ".join(problems))
    digest = _digest(first)
    board, _, told = headers.get("Components", digest).rpartition(" ")
    if told != digest:
        raise NotationError(f"The start's components have the hash {digest}, not {told[:40]!r}; the board was changed.")
    return Match.at(first, players, plain(board) or None)


def _read_line(match: Match, line: str) -> Match:
    word, _, rest = line.partition(" ")
    if word == "undo":
        if rest and match.line and str(match.line[-1].move) != rest.strip():
            raise NotationError(f"The last move is {match.line[-1].move}; undo takes back that one.")
        return match.undo()
    if word == "table":
        return match.edit(catalogue.position(rest))
    if word == "amend":
        return _read_amend(match, line)
    turn = _TURN.fullmatch(line)
    if not turn:
        raise NotationError('A turn has the form "1. A 14s, =4s, 5, g9"; see also undo, amend and table.')
    if SEAT_LETTERS.index(turn[1]) != match.position.turn_of:
        raise NotationError(f"It is the turn of {SEAT_LETTERS[match.position.turn_of]}, not of {turn[1]}.")
    for part in turn[2].split(","):
        match = _read_move(match, part.strip())
    return match


def _read_move(match: Match, part: str) -> Match:
    found = _MOVE.fullmatch(part)
    if not found:
        raise NotationError(f"{part[:40]!r} is no move; it may be followed by <source> and {{comment}}.")
    move = match.position.parse_move(found[1])
    words = (found[2] or "").split()
    confidence = None
    if words and re.fullmatch(r"[01]\.[0-9]{1,6}", words[-1]):
        confidence = float(words.pop())
    return match.play(move, " ".join(words), confidence, (found[3] or "").strip())


def _read_amend(match: Match, line: str) -> Match:
    found = _AMEND.fullmatch(line)
    if not found:
        raise NotationError('An amended roll has the form "amend 17 14s".')
    place = int(found[1]) - 1
    if not 0 <= place < len(match.line) or match.positions[place].to_move is not CHANCE:
        raise NotationError(f"Move {place + 1} is no roll or draw; only those can be amended.")
    move = match.positions[place].parse_move(found[2])
    amended = match.amend(place, move, drop_rest=found[3] is not None)
    if found[3] is not None and len(amended.line) != int(found[3]):
        raise NotationError(f"After this {len(amended.line)} moves still stand, not {found[3]}.")
    return amended
