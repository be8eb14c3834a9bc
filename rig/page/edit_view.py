"""The table looks different: the position as a form, and the form as the text of a position.

Only what lies on the table is asked for: pieces and stones, or laid chips and stones, and whose turn it is.  The roll
in play is forgotten, so that whoever is on turn rolls anew.  Whether it can be is for the rules to say.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from engine.games.keltis_or import OrPosition
from engine.games.wuerfelspiel import WuerfelspielPosition
from engine.position import Position
from rig.page.rule_sentences import column_in_words
from rig.page.sentences import item
from rig.page.view_model import EditFieldView, EditRowView, EditView
from rig.page.words import Words

ROWS = ("redbrown", "yellow", "pink", "green", "blue")
SPACES = 9
_TAIL = re.compile(r" (?P<seats>\S+) (?P<turn>[A-D]) (?P<stage>roll|keep|reroll|move|clover|reveal|over)\b.*$")


def edit_view(position: Position | None, players: tuple[str, ...], words: Words) -> EditView | None:
    """The form, filled in with the position; None where there is no game with dice."""
    found = _TAIL.search(str(position)) if position is not None else None
    if position is None or found is None:
        return None
    by_spaces = position.game == "wuerfelspiel"
    rows = []
    for seat, held in enumerate(found["seats"].split("/")):
        places, _, stones = held.rpartition(".")
        parts = tuple(places) if by_spaces else tuple(column_in_words(column) for column in places.split(","))
        fields = tuple(
            EditFieldView(f"seat{seat}-{row}", item(row, words), part, row)
            for row, part in zip(ROWS, parts, strict=True)
        )
        rows.append(EditRowView(seat, players[seat], fields, stones))
    hint = words.say("Pieces: the space in each row, – for none. The player on turn then rolls anew.")
    if not by_spaces:
        hint = words.say(
            "Tap a column, then its chips in the order they were laid. * is a stone of a clover. "
            "The player on turn then rolls anew."
        )
    options = (("0", "–"), *((str(space), str(space)) for space in range(1, SPACES + 1))) if by_spaces else ()
    return EditView(hint, tuple(rows), options, _stones(position), position.turn_of)


def _stones(position: Position) -> tuple[str, ...]:
    """How many wish stones somebody may have: none to all there are."""
    if isinstance(position, WuerfelspielPosition):
        most = position.tiles_left + sum(position.stones)
    else:
        most = position.setup.stones if isinstance(position, OrPosition) else 0
    return tuple(str(count) for count in range(most + 1))


def position_text(form: Mapping[str, str], position: Position) -> str:
    """The text of the position that the form describes; the rules read and judge it.

    Raises:
        ValueError: a field holds what no such form does; the text is its name.
    """
    seats = range(position.seats)
    by_spaces = position.game == "wuerfelspiel"
    read, glue = (_space, "") if by_spaces else (_column, ",")
    held = (
        glue.join(read(form.get(f"seat{seat}-{row}", "")) for row in ROWS) + f".{_count(form.get(f'stones{seat}', ''))}"
        for seat in seats
    )
    turn = form.get("turn", "")
    if turn not in [str(seat) for seat in seats]:
        raise ValueError("turn")
    tail = f" {'/'.join(held)} {'ABCD'[int(turn)]} roll"
    return _TAIL.sub(lambda found: tail, str(position))


def _column(text: str) -> str:
    """A column for the rules; digits may also stand together, "10" is ten."""
    if not re.fullmatch(r"[0-9*\s,–-]{0,60}", text):
        raise ValueError(text)
    tokens = re.findall(r"\b10\b|[0-9]|\*", text)
    laid = "".join("t" if token == "10" else token for token in tokens if token != "*")
    return laid + "*" * tokens.count("*") or "-"


def _space(text: str) -> str:
    if not re.fullmatch(r"[0-9]", text):
        raise ValueError(text)
    return text


def _count(text: str) -> str:
    if not re.fullmatch(r"\d{1,2}", text.strip()):
        raise ValueError(text)
    return str(int(text))
