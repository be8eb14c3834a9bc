"""Sentences of the rules in the viewer's language: what the engine says in English, with gaps for what varies.

A sentence that is not among these is shown as the engine says it, so that nothing is swallowed.
"""

from __future__ import annotations

import re
from functools import cache

from rig.page.words import Words


def N_(sentence: str) -> str:
    """Mark a sentence for the catalogues; it is translated where it is used."""
    return sentence


SENTENCES = (
    N_("Player %(player)s has more than four pieces on the board (W12)."),
    N_("Player %(player)s has all four pieces in the goal, so the game is over (W23)."),
    N_("Player %(player)s's piece in %(row)s stands on crossed branches (W28)."),
    N_("There are %(count)s more wish stones with the players than exist (%(rule)s)."),
    N_("With %(seats)s players the game ends at %(most)s pieces in the goal; here are %(count)s (W22)."),
    N_("The %(colour)s %(value)s exists once, not %(count)s times (O2)."),
    N_("The last %(colour)s chip is taken, so the game is over (O18)."),
    N_("The last wish stone is taken, so the game is over (O17)."),
    N_("Player %(player)s holds a %(colour)s chip, and nobody said what it carries (O26)."),
    N_(
        "Player %(player)s's %(colour)s column holds %(count)s stones from clovers, "
        "and its chips carry %(clovers)s (O12)."
    ),
    N_("%(start)s is no position of %(title)s: The column %(column)s goes neither up nor down (O9)."),
    N_(
        "With %(roll)s as move %(place)s, move %(number)s (%(move)s) became illegal: %(reason)s "
        "Undo back to it first, or keep only the moves before it."
    ),
)
"""What the engine may say to somebody at the table, with the words that vary as gaps."""


def rule_sentence(sentence: str, words: Words, players: tuple[str, ...] = ()) -> str:
    """The sentence in the viewer's language, with the players by their names."""
    for known in SENTENCES:
        found = _pattern(known).fullmatch(sentence)
        if found is not None:
            return words.say(
                known, **{gap: _filled(gap, text, words, players) for gap, text in found.groupdict().items()}
            )
    return sentence


def _filled(gap: str, text: str, words: Words, players: tuple[str, ...]) -> str:
    if gap == "player" and text in "ABCD"[: len(players)]:
        return players["ABCD".index(text)]
    if gap in ("row", "colour"):
        return words.say(COLOURS[text]) if text in COLOURS else text
    return rule_sentence(text, words, players) if gap == "reason" else text


@cache
def _pattern(known: str) -> re.Pattern[str]:
    """A gap stands for anything."""
    parts = re.split(r"%\((\w+)\)s", known)
    return re.compile("".join(f"(?P<{part}>.+?)" if place % 2 else re.escape(part) for place, part in enumerate(parts)))


COLOURS = {
    "redbrown": N_("Red-brown"),
    "yellow": N_("Yellow"),
    "pink": N_("Pink"),
    "green": N_("Green"),
    "blue": N_("Blue"),
}
