"""Brings the catalogues up to date: `python -m tests.rig.page.update_catalogues` (needs babel, a tool for developers).

Sentences are found in the page's code (`say`, `count`, `N_`) and templates (`_`, `ngettext`), merged into every
`.po` file and compiled to the `.mo` file beside it, which is what the page reads.
"""

import io
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from rig.page import words

PAGE = Path(__file__).parents[3] / "rig" / "page"
METHODS = [("**.py", "python"), ("**.html", "jinja2"), ("**.svg", "jinja2")]
KEYWORDS = {"say": None, "count": (1, 2), "N_": None, "_": None, "gettext": None, "ngettext": (1, 2)}
LANGUAGES = tuple(language for language, _ in words.LANGUAGES if language != "en")


def sentences() -> Catalog:
    """Every sentence of the page."""
    catalogue = Catalog()
    found = extract_from_dir(
        PAGE, METHODS, keywords=KEYWORDS, options_map={"**.html": {"silent": "false", "trimmed": "true"}}
    )
    for name, line, message, comments, context in sorted(found, key=lambda entry: (entry[0], entry[1])):
        catalogue.add(message, None, [(name, line)], auto_comments=comments, context=context)
    return catalogue


def catalogue(language: str) -> Catalog:
    """The catalogue of a language as it lies there."""
    with (PAGE / "catalogues" / f"{language}.po").open("rb") as file:
        return read_po(file, locale=language)


def compiled(known: Catalog) -> bytes:
    """What the page reads."""
    file = io.BytesIO()
    write_mo(file, known)
    return file.getvalue()


def update() -> None:
    """Merge and compile all languages."""
    for language in LANGUAGES:
        path = PAGE / "catalogues" / f"{language}.po"
        known = catalogue(language) if path.exists() else Catalog(locale=language, project="keltis-rig")
        made = known.creation_date
        known.update(sentences(), no_fuzzy_matching=True)
        known.obsolete.clear()
        known.fuzzy, known.creation_date = False, made
        known.project, known.version, known.msgid_bugs_address = "keltis-rig", "1", ""
        known.last_translator, known.language_team = "keltis-rig", language
        with path.open("wb") as file:
            write_po(file, known, width=120, no_location=True, omit_header=False, sort_output=True)
        (PAGE / "catalogues" / f"{language}.mo").write_bytes(compiled(known))
        told = [entry for entry in known if entry.id]
        done = sum(all(entry.string) if isinstance(entry.string, tuple) else bool(entry.string) for entry in told)
        print(f"{path.name}: {done} of {len(told)} sentences translated")
    strange = sorted({path.stem for path in (PAGE / "catalogues").glob("*.po")} - set(LANGUAGES))
    if strange:
        raise SystemExit(f"{strange[0]}.po is of no language of the page: add it to LANGUAGES in rig/page/words.py.")


if __name__ == "__main__":
    update()
