"""View models to HTML: one Jinja environment a language, the page in regions that are swapped one by one."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from rig.page.home import Viewer
from rig.page.view_model import TableView
from rig.page.words import LANGUAGES, Words, words_of

FOLDER = Path(__file__).parent
STATIC = FOLDER / "static"
REGIONS = {
    "starting": ("notices",),
    "setup": ("notices", "setup"),
    "play": ("notices", "dice", "choices", "board", "players", "happened"),
    "cards": ("notices", "players", "choices", "board", "hand", "happened"),
    "over": ("notices", "end", "board", "happened"),
}
"""Regions of the middle of the page by screen; head, legend and sheets are on every one."""

THEMES = ("auto", "light", "dark", "contrast")


@cache
def version() -> str:
    """Changes when a template or a static file changes, so that open pages load themselves anew."""
    digest = hashlib.sha256()
    for path in sorted([*STATIC.rglob("*"), *(FOLDER / "templates").iterdir()]):
        if path.is_file():
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


@cache
def _environment(language: str) -> Environment:
    environment = Environment(
        loader=FileSystemLoader(FOLDER / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    environment.install_gettext_translations(words_of(language).catalogue, newstyle=True)  # type: ignore[attr-defined]
    environment.globals |= {"languages": LANGUAGES, "version": version()}
    return environment


def render_page(view: TableView, theme: str, refusal: str = "", viewer: Viewer = Viewer()) -> str:
    """The whole page.

    Args:
        theme: "auto", "light", "dark" or "contrast".
        viewer: who looks.
        refusal: why the last action was not accepted, shown where JavaScript would show it.
    """
    template = _environment(view.language).get_template("page.html")
    return template.render(view=view, theme=theme, viewer=viewer, refusal=refusal, regions=REGIONS[view.screen])


def render_leaf(template: str, words: Words, theme: str, **values: Any) -> str:
    """A page beside the table: the games played, players, dice, rules; or a part of one."""
    return _environment(words.language).get_template(template).render(words=words, theme=theme, **values)


def render_regions(view: TableView, theme: str, viewer: Viewer = Viewer()) -> dict[str, Any]:
    """The regions and what goes with them, for a page that is open; fit for JSON."""
    environment = _environment(view.language)
    regions = {
        name: environment.get_template(f"{name}.html").render(view=view, theme=theme, viewer=viewer).strip()
        for name in ("head", *REGIONS[view.screen], "legend", "sheets")
    }
    return {
        "version": version(),
        "revision": view.revision,
        "screen": view.screen,
        "phase": view.phase,
        "game": view.game,
        "title": f"{view.headline} · Keltis",
        "spoken": view.spoken,
        "order": REGIONS[view.screen],
        "regions": regions,
    }
