"""Languages: which one a viewer reads, the catalogue of each, and numbers as that language writes them.

English sentences are the keys of the catalogues (`catalogues/<language>.po`, compiled to `.mo`).
"""

from __future__ import annotations

import gettext
from dataclasses import dataclass
from functools import cache
from pathlib import Path

CATALOGUES = Path(__file__).parent / "catalogues"
LANGUAGES = (("de", "Deutsch"), ("en", "English"))
"""Key and own name of every language, the default first."""

MINUS = "−"


def N_(sentence: str) -> str:
    """Mark a sentence for the catalogues; it is translated where it is used."""
    return sentence


COLOURS = {
    "redbrown": N_("Red-brown"),
    "yellow": N_("Yellow"),
    "pink": N_("Pink"),
    "green": N_("Green"),
    "blue": N_("Blue"),
}
"""The colours of all the games by their names in the engine."""


@dataclass(frozen=True, slots=True)
class Words:
    """One language.

    Attributes:
        language: its key, for `<html lang>`.
        catalogue: translations of the English sentences.
    """

    language: str
    catalogue: gettext.NullTranslations

    def say(self, sentence: str, **gaps: object) -> str:
        """The sentence in this language with its gaps filled."""
        text = self.catalogue.gettext(sentence)
        return text % gaps if gaps else text

    def count(self, one: str, many: str, number: int, **gaps: object) -> str:
        """The sentence for that number of things; its gap is `number`."""
        return self.catalogue.ngettext(one, many, number) % {"number": number, **gaps}

    def number(self, value: float, decimals: int = 0) -> str:
        """A number with a true minus sign and the language's decimal mark."""
        text = f"{abs(value):.{decimals}f}"
        negative = value < 0 and float(text) != 0
        return (MINUS if negative else "") + (text.replace(".", ",") if self.language == "de" else text)

    def signed(self, value: float, decimals: int = 0) -> str:
        """A number with its sign, also a plus."""
        text = self.number(value, decimals)
        return text if text.startswith(MINUS) else f"+{text}"

    def both(self, items: list[str]) -> str:
        """Names in a row: "Anna, Ben and Cleo"."""
        if len(items) < 2:
            return "".join(items)
        return self.say("%(first)s and %(last)s", first=", ".join(items[:-1]), last=items[-1])


@cache
def words_of(language: str) -> Words:
    """The words of a language; English where there is no catalogue."""
    path = CATALOGUES / f"{language}.mo"
    if not path.exists():
        return Words(language, gettext.NullTranslations())
    with path.open("rb") as file:
        return Words(language, gettext.GNUTranslations(file))


def choose_language(chosen: str | None, accepted: str, preferred: str = "auto") -> str:
    """The language of a viewer.

    Args:
        chosen: what the viewer's cookie says.
        accepted: the browser's Accept-Language header.
        preferred: the setting of the rig; "auto" follows the browser.
    """
    known = [key for key, _ in LANGUAGES]
    if chosen in known:
        return str(chosen)
    if preferred in known:
        return preferred
    wishes = []
    for place, part in enumerate(accepted.split(",")):
        name, _, quality = part.strip().partition(";q=")
        try:
            wishes.append((-float(quality or 1), place, name.split("-")[0].lower()))
        except ValueError:
            continue
    return next((name for _, _, name in sorted(wishes) if name in known), known[0])
