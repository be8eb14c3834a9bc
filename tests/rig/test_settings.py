from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from rig.errors import SettingsError
from rig.settings import Settings, data_folder, load_settings, read_settings


def write(folder: Path, text: str) -> Path:
    place = folder / "rig.toml"
    place.write_text(text, encoding="utf-8")
    return place


def test_without_a_file_the_defaults_hold(tmp_path):
    assert load_settings(folder=tmp_path) == Settings()


def test_the_file_in_the_data_folder_is_read(tmp_path):
    write(
        tmp_path, '[camera]\nchoice = "usb:1"\nlens_position = 4\ncolour_gains = [2.1, 1.6]\n[buttons]\nconfirm = 5\n'
    )
    settings = load_settings(folder=tmp_path)
    assert settings.camera.choice == "usb:1"
    assert settings.camera.lens_position == 4.0
    assert settings.camera.colour_gains == (2.1, 1.6)
    assert settings.camera.width == 1280
    assert settings.buttons.confirm == 5
    assert settings.buttons.reroll == 27


def test_a_named_file_must_exist(tmp_path):
    with pytest.raises(SettingsError, match="cannot be read"):
        load_settings(tmp_path / "other.toml")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[camera", "is no TOML file"),
        (
            "[kamera]\nwidth = 3",
            r"\[kamera\] is unknown; the tables are camera, buttons, lamps, screen, page, advice and dice",
        ),
        ("port = 8080", r"\[port\] is unknown"),
        ("[page]\nprot = 80", "page.prot is unknown; .page. knows port, language, phones and phone_code"),
        ("[page]\nport = 0", "page.port is 0; it may be 1 to 65535"),
        ("[page]\nport = true", "page.port is True; a whole number is wanted"),
        ('[page]\nport = "80"', "page.port is '80'; a whole number is wanted"),
        ("[camera]\nupside_down = 1", "camera.upside_down is 1; true or false is wanted"),
        ('[page]\nlanguage = "fr"', "page.language is 'fr'; it may be auto, de or en"),
        ("[camera]\nmains_hz = 55", "camera.mains_hz is 55; it may be 50 or 60"),
        ("[camera]\ncolour_gains = [2]", "two numbers in brackets"),
        ("[camera]\nexposure_us = 1.5", "a whole number is wanted"),
        ("[buttons]\nup = 17", "buttons.confirm and buttons.up both use pin 17"),
        ("[lamps]\nready = 22", "buttons.up and lamps.ready both use pin 22"),
        ("[lamps]\nready = 5\ntray = 5", "lamps.ready and lamps.tray both use pin 5"),
        ("[lamps]\nready = 28", "it may be 0 to 27"),
        ("[screen]\nbrightness = 0", "it may be 5 to 100"),
        ("[buttons]\nbounce_ms = 500", "it may be 1 to 50"),
    ],
)
def test_what_is_wrong_is_named_with_what_is_wanted(tmp_path, text, sentence):
    with pytest.raises(SettingsError, match=sentence):
        load_settings(write(tmp_path, text))


def test_bytes_that_are_no_text_are_refused(tmp_path):
    place = tmp_path / "rig.toml"
    place.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SettingsError, match="is no TOML file"):
        load_settings(place)


def test_a_none_stays_none_when_left_out():
    assert read_settings({"camera": {"width": 640}}).camera.exposure_us is None


def test_the_data_folder_is_the_given_one_then_the_named_one_then_the_usual_one(tmp_path, monkeypatch):
    monkeypatch.setenv("KELTIS_DATA", "/srv/games")
    assert data_folder(tmp_path) == tmp_path
    assert data_folder() == Path("/srv/games")
    monkeypatch.delenv("KELTIS_DATA")
    assert data_folder().name == "keltis-rig"


def test_the_service_names_its_settings_file(tmp_path, monkeypatch):
    monkeypatch.setenv("KELTIS_SETTINGS", str(write(tmp_path, "[page]\nport = 8081")))
    assert load_settings(folder=tmp_path / "data").page.port == 8081
    monkeypatch.setenv("KELTIS_SETTINGS", str(tmp_path / "gone.toml"))
    with pytest.raises(SettingsError, match="cannot be read"):
        load_settings(folder=tmp_path / "data")


def test_every_line_of_the_settings_file_that_is_installed_is_known():
    text = (Path(__file__).parents[2] / "deploy" / "rig.toml").read_text(encoding="utf-8")
    assert load_text(text) == Settings()
    spoken = re.sub(r"^# (?=\w+ = )", "", text, flags=re.MULTILINE)
    assert spoken.count("\n# ") < text.count("\n# ")
    settings = load_text(spoken)
    assert settings.camera.lens_position == 4.0
    assert settings.dice.profile == "profiles/mine.keltis"


def load_text(text: str) -> Settings:
    return read_settings(tomllib.loads(text))


@pytest.mark.parametrize("text", ["[page]\nport = 1" + "0" * 5000, "x = " + "[" * 100_000])
def test_numbers_and_brackets_without_end_are_no_settings(tmp_path, text):
    (tmp_path / "rig.toml").write_text(text)
    with pytest.raises(SettingsError, match="is no TOML file"):
        load_settings(folder=tmp_path)


def test_the_owners_code_for_phones_is_six_to_twelve_digits():
    assert read_settings({"page": {"phones": "always", "phone_code": "31415926"}}).page.phone_code == "31415926"
    for wrong in ("12345", "1234567890123", "31415a", "٣١٤١٥٩"):
        with pytest.raises(SettingsError, match="six to twelve digits"):
            read_settings({"page": {"phone_code": wrong}})
