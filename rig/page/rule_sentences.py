"""Sentences of the rules in the viewer's language: what the engine says in English, with gaps for what varies.

A sentence that is not among these is shown as the engine says it, so that nothing is swallowed.
"""

from __future__ import annotations

import re
from functools import cache

from rig.page.words import COLOURS, N_, Words

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
        "The clovers laid into player %(player)s's %(colour)s column (%(count)s) "
        "are not those that its chips carry (%(clovers)s) (O12)."
    ),
    N_("The column %(column)s goes neither up nor down (O9)."),
    N_(
        "With %(roll)s as move %(place)s, move %(number)s (%(move)s) became illegal: %(reason)s "
        "Undo back to it first, or keep only the moves before it."
    ),
    N_("The game is over (%(rule)s)."),
    N_("The dice show %(row)s %(count)s times; exactly so far it moves (W10)."),
    N_("The dice show %(row)s once; exactly one space it moves (W10)."),
    N_("No die shows %(row)s (W10)."),
    N_("The piece in %(row)s stands on the last space and stays there (W15)."),
    N_("All four pieces are on the board; %(row)s cannot be started (W12)."),
    N_("Only %(count)s spaces are left in %(row)s, and overshoot is forbidden here (W14)."),
    N_("Space %(space)s of %(row)s shows crossed branches; no piece may stop there (W28)."),
    N_("The %(colour)s %(value)s is no longer in the centre (O8)."),
    N_("No choice of the dice %(faces)s adds up to %(value)s; a 0 needs a stone (O7)."),
    N_("No choice of the dice %(faces)s adds up to %(value)s (O7)."),
    N_("%(value)s does not continue the %(colour)s column %(column)s (O9, O10)."),
    N_("No die shows a stone, so none can be taken (O15)."),
    N_("%(count)s dice are rolled here, with the faces %(faces)s (%(rule)s)."),
    N_("Only dice of %(faces)s can be kept (%(rule)s)."),
    N_("Move %(place)s is no roll or draw; only those can be amended."),
    N_("A space of this side shows one of %(faces)s (W32)."),
    N_("No chip carries %(items)s; it has at most five coins (O26)."),
    N_("The position cannot be: %(reason)s"),
    N_("The %(colour)s row is closed (%(rule)s)."),
    N_("The %(colour)s row runs the other way (%(rule)s)."),
    N_("The latest number of the %(colour)s row is not %(value)s (K12)."),
    N_("With this option a closing card does not begin the %(colour)s row (K9)."),
    N_("The stone %(value)s does not lie in the middle (K6)."),
    N_("No card lies there (%(rule)s)."),
    N_("A card discarded in this turn may not be taken (%(rule)s)."),
    N_("The card moves a figure on the %(colour)s path (S9)."),
    N_("The figure stands on the end stone (S11)."),
    N_("No own figure is on that path (S10)."),
    N_("An own figure is on that path (S10)."),
    N_("No such figure is left at the start (S10)."),
    N_("%(text)s is no roll of %(count)s dice here; type %(count)s of the letters %(faces)s."),
)
"""What the engine may say to somebody at the table, with the words that vary as gaps."""

BOARD_SENTENCES = (
    N_("There is no such space or chip; load the page again."),
    N_("A space or chip cannot show %(shows)s; load the page again."),
    N_("The component file is longer than %(count)s characters; it is no board."),
    N_("The component file is no TOML: %(problem)s. Mend that line and try again."),
    N_("The component file cannot be used: %(problem)s"),
    N_("%(path)s is no text; put a saved board in its place, or move it away."),
)
"""What may be wrong with what somebody enters of a board or chips, or with a file of them."""


def rule_sentence(
    sentence: str, words: Words, players: tuple[str, ...] = (), known_ones: tuple[str, ...] = SENTENCES
) -> str:
    """The sentence in the viewer's language, with the players by their names.

    Args:
        known_ones: sentences it may be one of, with gaps.
    """
    sentence = _NO_POSITION.sub("", sentence)
    for known in known_ones:
        found = _pattern(known).fullmatch(sentence)
        if found is not None:
            gaps = {gap: _filled(gap, text, words, players, known_ones) for gap, text in found.groupdict().items()}
            return _with_rules_named(words.say(known, **gaps), words)
    return _with_rules_named(words.say(sentence), words) if sentence else ""


_NO_POSITION = re.compile(r"^[^\n]+ is no position of [^:]+: (?=The column )")
"""How a sentence begins that quotes what was typed; nobody at a table typed it."""

_RULES = re.compile(r"\(([KOSW]\d+(?:, [KOSW]\d+)*)\)")


def _with_rules_named(sentence: str, words: Words) -> str:
    """The sentence with "(rule O7)" for "(O7)"."""
    return _RULES.sub(lambda found: words.say("(rule %(numbers)s)", numbers=found[1]), sentence)


def _filled(gap: str, text: str, words: Words, players: tuple[str, ...], known_ones: tuple[str, ...]) -> str:
    if gap == "player" and text in "ABCD"[: len(players)]:
        return players["ABCD".index(text)]
    if gap in ("row", "colour"):
        return words.say(COLOURS[text]) if text in COLOURS else text
    if gap == "faces":
        named = (words.say("Wish stone") if face == "s" else face for face in text)
        return ", ".join(named) if set(text) <= set("12345s") else text
    if gap == "column":
        return column_in_words(text)
    if gap == "names":
        return words.both(re.split(", | and ", text))
    if gap == "choices":
        *others, last = re.split(", | or ", text)
        return words.say("%(first)s or %(last)s", first=", ".join(others), last=last) if others else last
    return rule_sentence(text, words, players, known_ones) if gap == "reason" else text


def column_in_words(column: str) -> str:
    """A column for people: "159*" → "1 5 9 *"."""
    return " ".join("10" if letter == "t" else letter for letter in column.strip("-"))


@cache
def _pattern(known: str) -> re.Pattern[str]:
    """A gap stands for anything, several lines too."""
    parts, seen, pattern = re.split(r"%\((\w+)\)s", known), set[str](), ""
    for place, part in enumerate(parts):
        gap = f"(?P={part})" if part in seen else f"(?P<{part}>.+?)"
        pattern += gap if place % 2 else re.escape(part)
        seen |= {part} if place % 2 else set()
    return re.compile(pattern, re.DOTALL)
