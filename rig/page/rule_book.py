"""The numbered rules of each game as texts in the viewer's language, and which of them matter to the present step."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from pathlib import Path

from engine.position import Position
from rig.page.view_model import RuleView
from rig.page.words import Words

TRANSLATED = Path(__file__).parent / "rules"
_RULE = re.compile(r"- \*\*([A-Z]\d+)\*\* (.+)")
_SOURCES = re.compile(r"\s*\([^()]*\)$")

_STEPS: dict[str, dict[str, str]] = {
    "wuerfelspiel": {
        "roll": "W6 W7",
        "keep": "W7 W8 W10",
        "reroll": "W7",
        "move": "W10 W11 W12 W15 W16 W17 W19 W20 W22",
        "clover": "W17 W18 W21",
        "reveal": "W32",
        "over": "W22 W23 W25 W26 W27",
    },
    "or": {
        "roll": "O5 O6",
        "keep": "O5 O7 O15",
        "reroll": "O5",
        "move": "O6 O7 O9 O10 O11 O12 O13 O15 O16 O17",
        "reveal": "O26",
        "over": "O17 O18 O21 O22 O23 O24 O25",
    },
    "kartenspiel": {
        "play": "K4 K5 K6 K7 K8 K9 K10 K11 K12",
        "draw": "K14 K15 K16 K18",
        "final": "K20 K21",
        "over": "K17 K22 K23 K24 K25",
    },
    "weg-der-steine": {
        "play": "S5 S6 S7 S8",
        "step": "S9 S10 S11 S13",
        "clover": "S15",
        "draw": "S17 S18 S20",
        "over": "S19 S22 S23 S24 S25",
    },
}
"""Numbers of the rules that matter at each stage."""


def rules_of(game: str, words: Words) -> tuple[RuleView, ...]:
    """All rules of a game; of Ór as on Happy Meeple first what differs."""
    own = _rules(game, words.language)
    return own + _rules("or", words.language) if game == "or-happy-meeple" else own


def rules_now(position: Position | None, words: Words) -> tuple[RuleView, ...]:
    """The rules that matter to the present step."""
    if position is None:
        return ()
    steps = _STEPS.get("or" if position.game == "or-happy-meeple" else position.game, {})
    numbers = steps.get(position.stage, "").split()
    if position.game == "wuerfelspiel" and getattr(position, "options", {}).get("side") == "crossed" and numbers:
        numbers += ["W28", "W29"]
    known = {rule.number: rule for rule in rules_of(position.game, words)}
    return tuple(known[number] for number in numbers)


@cache
def _rules(game: str, language: str) -> tuple[RuleView, ...]:
    """The rules of one file, translated as far as there is a translation."""
    source = files("engine") / "rules" / f"{game}.md"
    if not source.is_file():
        return ()
    translated = TRANSLATED / f"{game}.{language}.md"
    own = dict(_read(translated.read_text(encoding="utf-8"))) if translated.exists() else {}
    away = "" if language == "en" else "en"
    return tuple(
        RuleView(number, own[number]) if number in own else RuleView(number, text, away)
        for number, text in _read(source.read_text(encoding="utf-8"))
    )


def _read(text: str) -> list[tuple[str, str]]:
    """(number, sentence) of every rule, without the sources and the marks of the file's format."""
    rules = []
    for line in text.splitlines():
        found = _RULE.fullmatch(line.strip())
        if found is not None:
            sentence = _SOURCES.sub("", found[2]).replace("`", "").replace("*", "")
            rules.append((found[1], sentence))
    return rules
