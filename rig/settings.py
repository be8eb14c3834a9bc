"""Reads `rig.toml` into one frozen value; what it does not know it refuses, naming what it knows.

The file lies in the data folder, or where `--settings` or KELTIS_SETTINGS says.  Every key may be left out.
"""

from __future__ import annotations

import os
import tomllib
import types
import typing
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import platformdirs

from rig.errors import SettingsError

DATA_FOLDER_VARIABLE = "KELTIS_DATA"
"""Environment variable that names the data folder; the service sets it."""

SETTINGS_VARIABLE = "KELTIS_SETTINGS"
"""Environment variable that names the settings file; the service sets it."""

FILE_NAME = "rig.toml"
GAMES_FILE = "games.db"
PROFILES_FOLDER = "profiles"
VALUES_FOLDER = "values"
"""What lies in the data folder."""

MOST_DIOPTRES = 32.0
"""The nearest focus any camera is asked for."""


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """Which camera, and how it is locked so that every frame of an evening is taken alike.

    Attributes:
        choice: "auto", "pi", "usb", "none", a USB number ("usb:1"), or a picture, folder or video.
        width: of the frames, in pixels.
        height: of the frames, in pixels.
        frames_a_second: how many are taken.
        upside_down: True if the camera hangs the other way round.
        lens_position: focus in dioptres (1 / distance in metres); None: focus once at the start, then keep it.
        exposure_us: exposure in microseconds; None: measured once at the start, then kept.
        analogue_gain: amplification; None: measured once at the start, then kept.
        colour_gains: red and blue gain; None: measured once at the start, then kept.
        mains_hz: 50 or 60; a measured exposure is made a whole number of the lamp's flickers.
        stall_s: without a new frame for so long the camera counts as lost.
    """

    choice: str = "auto"
    width: int = 1280
    height: int = 960
    frames_a_second: int = 15
    upside_down: bool = False
    lens_position: float | None = None
    exposure_us: int | None = None
    analogue_gain: float | None = None
    colour_gains: tuple[float, float] | None = None
    mains_hz: Literal[50, 60] = 50
    stall_s: float = 3.0


@dataclass(frozen=True, slots=True)
class ButtonSettings:
    """The four buttons, each between its pin and ground.  Pins are BCM numbers, as on the wiring plan.

    Attributes:
        use: "auto" takes them on a Raspberry Pi only; "gpio" insists on them; "none" leaves them alone.
        confirm: pin of ✔.
        reroll: pin of ↻; held, it takes the last step back.
        up: pin of ▲; held, it opens the page to phones in the home network, or closes it.
        down: pin of ▼; held, it opens the menu.
        bounce_ms: contacts must be steady for so long.
        undo_hold_s: how long ↻ is held to take back a step.
        menu_hold_s: how long ▼ is held to open the menu; 0 switches this off.
        phones_hold_s: how long ▲ is held to open the page to phones; 0 switches this off.
    """

    use: Literal["auto", "gpio", "none"] = "auto"
    confirm: int = 17
    reroll: int = 27
    up: int = 22
    down: int = 23
    bounce_ms: int = 15
    undo_hold_s: float = 0.8
    menu_hold_s: float = 2.5
    phones_hold_s: float = 2.5


@dataclass(frozen=True, slots=True)
class LampSettings:
    """Lamps on pins, each through its own resistor to ground; pins are BCM numbers, None for a lamp that is not there.

    Attributes:
        ready: lit while the rig waits for a throw or a button.
        thinking: lit while it reads dice or works out advice.
        problem: lit while a die is asked about or a part of the rig reports trouble.
        tray: lit as long as the rig runs; switches the tray's light through a transistor.
    """

    ready: int | None = None
    thinking: int | None = None
    problem: int | None = None
    tray: int | None = None


@dataclass(frozen=True, slots=True)
class ScreenSettings:
    """The rig's own screen while nobody plays; a button, a tap or dice wake it.

    Attributes:
        dim_after_min: minutes until it is dimmed; 0: never.
        sleep_after_min: minutes until it goes dark; 0: never.
        brightness: of a panel whose brightness can be set, in percent.
        dim_brightness: the same while dimmed.
    """

    dim_after_min: float = 10
    sleep_after_min: float = 30
    brightness: int = 100
    dim_brightness: int = 25


@dataclass(frozen=True, slots=True)
class PageSettings:
    """How the page is served.

    Attributes:
        port: of the page.
        language: "de" or "en"; "auto" follows the browser.
        phones: "asked" keeps it to this machine until somebody at the rig opens it to phones; "always" opens it to the
            home network from the start, for a rig whose screen is a phone.
        phone_code: what phones are paired with, six to twelve digits; None thinks of another one for each phone, which
            the rig's own screen shows.
    """

    port: int = 8080
    language: Literal["auto", "de", "en"] = "auto"
    phones: Literal["asked", "always"] = "asked"
    phone_code: str | None = None


@dataclass(frozen=True, slots=True)
class AdviceSettings:
    """How long the adviser thinks.

    Attributes:
        deeper_share: of one processor core, that it may use to better its advice while nobody answers; 0: none.
    """

    deeper_share: float = 0.25


@dataclass(frozen=True, slots=True)
class DiceSettings:
    """What was taught of the dice in the tray.

    Attributes:
        profile: what the owner taught, a file; relative to the data folder.
    """

    profile: str | None = None


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings of the rig, one attribute a table of the file."""

    camera: CameraSettings = field(default_factory=CameraSettings)
    buttons: ButtonSettings = field(default_factory=ButtonSettings)
    lamps: LampSettings = field(default_factory=LampSettings)
    screen: ScreenSettings = field(default_factory=ScreenSettings)
    page: PageSettings = field(default_factory=PageSettings)
    advice: AdviceSettings = field(default_factory=AdviceSettings)
    dice: DiceSettings = field(default_factory=DiceSettings)


Table = TypeVar("Table")

RANGES: dict[tuple[str, str], tuple[float, float]] = {
    ("camera", "width"): (160, 4608),
    ("camera", "height"): (120, 3456),
    ("camera", "frames_a_second"): (1, 60),
    ("camera", "lens_position"): (0, MOST_DIOPTRES),
    ("camera", "exposure_us"): (100, 200_000),
    ("camera", "analogue_gain"): (1, 32),
    ("camera", "stall_s"): (0.5, 5),
    ("buttons", "confirm"): (0, 27),
    ("buttons", "reroll"): (0, 27),
    ("buttons", "up"): (0, 27),
    ("buttons", "down"): (0, 27),
    ("buttons", "bounce_ms"): (1, 50),
    ("buttons", "undo_hold_s"): (0.3, 10),
    ("buttons", "menu_hold_s"): (0, 20),
    ("buttons", "phones_hold_s"): (0, 20),
    ("lamps", "ready"): (0, 27),
    ("lamps", "thinking"): (0, 27),
    ("lamps", "problem"): (0, 27),
    ("lamps", "tray"): (0, 27),
    ("screen", "dim_after_min"): (0, 1440),
    ("screen", "sleep_after_min"): (0, 1440),
    ("screen", "brightness"): (5, 100),
    ("screen", "dim_brightness"): (1, 100),
    ("page", "port"): (1, 65535),
    ("advice", "deeper_share"): (0, 1),
}
"""Least and greatest value of what has a range."""


def data_folder(given: str | Path | None = None) -> Path:
    """Where games, profiles and settings are kept: as given, as KELTIS_DATA says, or the system's usual place."""
    place = given or os.environ.get(DATA_FOLDER_VARIABLE)
    return Path(place) if place else platformdirs.user_data_path("keltis-rig", appauthor=False)


def settings_file(path: str | Path | None = None, folder: Path | None = None) -> tuple[Path, bool]:
    """Where the settings are read from, and whether somebody named that place."""
    named = path or os.environ.get(SETTINGS_VARIABLE)
    return (Path(named), True) if named else ((folder or data_folder()) / FILE_NAME, False)


def load_settings(path: str | Path | None = None, folder: Path | None = None) -> Settings:
    """The settings of a file.

    Args:
        path: the file; None means the one that KELTIS_SETTINGS names, or else `rig.toml` in the data folder, whose
            absence is no error.
        folder: the data folder; None means the usual one.

    Raises:
        SettingsError: the file is missing though it was named, is no TOML, or holds something unknown or impossible.
    """
    place, was_named = settings_file(path, folder)
    if not was_named and not place.exists():
        return Settings()
    try:
        with place.open("rb") as file:
            found = tomllib.load(file)
    except OSError as error:
        raise SettingsError(f"{place} cannot be read ({error.strerror}); name another file with --settings.") from error
    except (ValueError, RecursionError) as error:  # no TOML, no text, a number without end, brackets without end
        raise SettingsError(f"{place} is no TOML file: {error}. Mend that line or delete the file.") from error
    return read_settings(found, str(place))


def read_settings(found: dict[str, Any], place: str = FILE_NAME) -> Settings:
    """The settings in what a TOML file holds.

    Raises:
        SettingsError: something is unknown or impossible; the sentence names it.
    """
    known = [entry.name for entry in fields(Settings)]
    settings = Settings()
    for name, values in found.items():
        if name not in known or not isinstance(values, dict):
            raise SettingsError(f"{place}: [{name}] is unknown; the tables are {_listed(known)}.")
        settings = replace(settings, **{name: _read_table(getattr(settings, name), values, name, place)})
    _refuse_shared_pins(settings, place)
    code = settings.page.phone_code
    if code is not None and not (code.isascii() and code.isdecimal() and 6 <= len(code) <= 12):
        raise SettingsError(f'{place}: page.phone_code takes six to twelve digits in quotes, as "314159".')
    return settings


def _read_table(defaults: Table, values: dict[str, Any], name: str, place: str) -> Table:
    hints = get_type_hints(type(defaults))
    read = {}
    for key, value in values.items():
        if key not in hints:
            raise SettingsError(f"{place}: {name}.{key} is unknown; [{name}] knows {_listed(list(hints))}.")
        read[key] = _checked(value, hints[key], f"{place}: {name}.{key}", RANGES.get((name, key)))
    return replace(defaults, **read)  # type: ignore[type-var]


def _checked(value: Any, wanted: Any, what: str, limits: tuple[float, float] | None) -> Any:
    """The value as the wanted type, or a SettingsError that says what is wanted."""
    options = [part for part in get_args(wanted) if part is not type(None)] if _is_union(wanted) else [wanted]
    kind = options[0]
    if get_origin(kind) is Literal:
        if value not in get_args(kind) or isinstance(value, bool):
            raise SettingsError(f"{what} is {value!r}; it may be {_listed(list(get_args(kind)), 'or')}.")
        return value
    if get_origin(kind) is tuple:
        if (
            not isinstance(value, list)
            or len(value) != 2
            or not all(_is_number(part) and 0 < part < 33 for part in value)
        ):
            raise SettingsError(f"{what} is {value!r}; two numbers in brackets are wanted, as [2.1, 1.6].")
        return (float(value[0]), float(value[1]))
    if kind is float and _is_number(value):
        value = float(value)
    if type(value) is not kind:
        names = {int: "a whole number", float: "a number", bool: "true or false", str: "a text in quotes"}
        raise SettingsError(f"{what} is {value!r}; {names[kind]} is wanted.")
    if limits and not limits[0] <= value <= limits[1]:
        raise SettingsError(f"{what} is {value}; it may be {limits[0]:g} to {limits[1]:g}.")
    return value


def _is_union(wanted: Any) -> bool:
    return get_origin(wanted) in (types.UnionType, typing.Union)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _refuse_shared_pins(settings: Settings, place: str) -> None:
    buttons = [("buttons", name) for name in ("confirm", "reroll", "up", "down")]
    owners: dict[int, str] = {}
    for table, name in (*buttons, *(("lamps", entry.name) for entry in fields(LampSettings))):
        pin = getattr(getattr(settings, table), name)
        if pin in owners:
            raise SettingsError(f"{place}: {owners[pin]} and {table}.{name} both use pin {pin}; give each its own.")
        if pin is not None:
            owners[pin] = f"{table}.{name}"


def _listed(words: list[Any], joint: str = "and") -> str:
    texts = [str(word) for word in words]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} {joint} {texts[-1]}"
