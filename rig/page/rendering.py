"""View models to HTML: one Jinja environment a language, the page in regions that are renewed one by one."""

from __future__ import annotations

import hashlib
import zlib
from dataclasses import asdict, replace
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any

from jinja2 import BytecodeCache, Environment, FileSystemLoader, StrictUndefined
from jinja2.bccache import Bucket
from markupsafe import Markup

from rig.page.home import Viewer
from rig.page.view_model import SpokenView, TableView
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

SIGNS = {"confirm": "yes", "reroll": "again", "up": "up", "down": "down", "undo": "undo"}
"""Drawings on the keys by their buttons."""
KEYS = {"confirm": "Enter", "reroll": "R", "up": "ArrowUp", "down": "ArrowDown", "undo": "U"}
"""Keys of a keyboard by the buttons they press, named as a browser names them."""

MOST_PARTS = 1500
"""So many drawn parts are kept for each language: those of some screens, half a megabyte."""

PART = "\x1e"
"""Stands around each drawn part of a region on its way to an open page, which then swaps those alone that changed."""

THEMES = ("auto", "light", "dark", "contrast")


@cache
def version() -> str:
    """Changes when a template or a static file changes, so that open pages load themselves anew."""
    digest = hashlib.sha256()
    for path in sorted([*STATIC.rglob("*"), *(FOLDER / "templates").iterdir()]):
        if path.is_file():
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


class _Compiled(BytecodeCache):
    """Templates are compiled once for all languages."""

    def __init__(self) -> None:
        self._codes: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Take what was compiled before."""
        if bucket.key in self._codes:
            bucket.bytecode_from_string(self._codes[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what was compiled now."""
        self._codes[bucket.key] = bucket.bytecode_to_string()


_compiled = _Compiled()


def warm_up() -> None:
    """Compile all templates before anybody asks for them: on a Raspberry Pi that takes half a second."""
    for language, _ in LANGUAGES:
        environment = _environment(language)
        for name in environment.list_templates():
            environment.get_template(name)


@cache
def _environment(language: str) -> Environment:
    environment = Environment(
        loader=FileSystemLoader(FOLDER / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
        auto_reload=False,
        bytecode_cache=_compiled,
    )
    environment.install_gettext_translations(words_of(language).catalogue, newstyle=True)  # type: ignore[attr-defined]
    environment.globals |= {"languages": LANGUAGES, "version": version(), "SIGNS": SIGNS, "KEYS": KEYS}
    environment.globals["part"] = lru_cache(maxsize=MOST_PARTS)(partial(_part, environment))
    return environment


def _part(environment: Environment, name: str, *shown: Any) -> Markup:
    """What a macro of parts.html makes of this; a step of the highlight changes two or three of a hundred."""
    drawn = getattr(environment.get_template("parts.html").module, name)(*shown)
    return Markup(f"{PART}{drawn}{PART}")


def render_page(view: TableView, theme: str, refusal: str = "", viewer: Viewer = Viewer()) -> str:
    """The whole page.

    Args:
        theme: "auto", "light", "dark" or "contrast".
        viewer: who looks.
        refusal: why the last action was not accepted, shown where JavaScript would show it.
    """
    regions = render_regions(view, theme, viewer)["regions"] | {"sheets": render_sheets(view, theme, viewer)}
    parts = {name: (Markup(html.replace(PART, "")), mark_of(html)) for name, html in regions.items()}
    template = _environment(view.language).get_template("page.html")
    return template.render(view=view, theme=theme, refusal=refusal, parts=parts, order=REGIONS[view.screen])


def mark_of(html: str) -> str:
    """Short, and another one for another text: by it the script sees that a region is there already."""
    return f"{zlib.crc32(html.encode()):08x}"


def render_leaf(template: str, words: Words, theme: str, **values: Any) -> str:
    """A page beside the table: the games played, players, dice, rules; or a part of one."""
    page = _environment(words.language).get_template(template).render(words=words, theme=theme, **values)
    return page.replace(PART, "")


def _behind(view: TableView) -> TableView:
    """The view without what only the table in front of the sheets shows, and without the revision, which the script
    fills in: the sheets are half of the page and change far more seldom than the rest."""
    players = tuple(replace(player, change="") for player in view.players)
    return replace(
        view, revision=-1, headline="", aside="", spoken=SpokenView(), turn=None, choices_title="", choices=(),

        thinking="", can_hint=False, board=None, chips=None, cards=None, hand=None, meter=(), buttons=(), faces=(),
        notices=(), news=(), players=players,
    )  # fmt: skip


@lru_cache(maxsize=24)  # of 80 kB each; twenty people who look along see as many at most
def _sheets(view: TableView, theme: str, viewer: Viewer) -> str:
    """The sheets behind the menu."""
    return str(
        _environment(view.language).get_template("sheets.html").render(view=view, theme=theme, viewer=viewer)
    ).strip()


def render_sheets(view: TableView, theme: str, viewer: Viewer = Viewer()) -> str:
    """The region behind the table, which open pages get a moment after the rest."""
    return _sheets(_behind(view), theme, viewer)


def render_regions(view: TableView, theme: str, viewer: Viewer = Viewer()) -> dict[str, Any]:
    """The regions but the sheets, and what goes with them, for a page that is open; fit for JSON."""
    environment = _environment(view.language)
    regions = {
        name: environment.get_template(f"{name}.html").render(view=view, theme=theme, viewer=viewer).strip()
        for name in ("head", *REGIONS[view.screen], "legend")
    }
    return {
        "version": version(),
        "revision": view.revision,
        "screen": view.screen,
        "phase": view.phase,
        "game": view.game,
        "title": f"{view.headline} · Keltis",
        "spoken": asdict(view.spoken),
        "order": REGIONS[view.screen],
        "regions": regions,
    }
