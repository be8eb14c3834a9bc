"""What parts of the rig say when something is wrong reaches the page in the language of whoever reads it."""

import ast
import errno
import os
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from rig.errors import SettingsError
from rig.page.report_sentences import ALL_SENTENCES, DATABASE, REPORTS, SYSTEM, told_report
from rig.page.rule_sentences import BOARD_SENTENCES, _pattern
from rig.page.sentences import refusal, report
from rig.page.words import words_of
from rig.settings import read_settings

ROOT = Path(__file__).parents[3]
ERRORS = (
    *("CameraError", "ButtonsError", "JournalError", "TeachingError", "SettingsError", "UsageError"),
    *("ComponentsError", "FrameError", "ModelError", "ProfileError"),
)
TELLING = ("report", "_report", "tell", "_tell", "_troubled", "trouble", "because")
"""Functions that take a sentence for the page."""
SAYING = ("trouble", "why_not_there")
"""Functions that return one."""
GAP = "77"

ON_A_COMMAND_LINE = {
    "rig/commands/": "a command prints it and ends",
    "rig/desk_evening.py: The table refused the game: 77.": "`demo --auto` prints it and ends",
    "rig/look_at_camera.py: There is no picture in 77; name a folder with JPEG or PNG files.": "`keltis read`, `teach`",
    "rig/look_at_camera.py: The settings say there is no camera; name pictures or a folder, or `desk`.": "the same",
    "rig/players.py: There is no player 77; choose among 77.": "`keltis simulate`",
    "rig/record_file.py: 77 cannot be read (77); give the text file of a game.": "`keltis replay`, `analyse`",
    "rig/record_file.py: 77 is no text, so no record; give the text file of a game.": "the same",
    "rig/record_file.py: 77 is larger than 77 bytes; no record is.": "the same",
    "rig/page/server.py: There is no port 77; choose one from 1 to 77, or 0 for any free one.": "at the start",
    "vision/dice_sets.py: There is no dice set called 77; choose one of 77.": "`keltis read`, `teach`",
    "vision/render/": "the desk's own dice have no face that is not drawn",
}
"""Sentences that no page shows, and why."""
WANTED = ("a whole number", "a number", "true or false", "a text in quotes")
SPELLED_OUT = {"77 is 77; 77 is wanted.": tuple(f"77 is 77; {kind} is wanted." for kind in WANTED)}
"""Where a gap holds English words too: every sentence that comes of it."""
IN_PIECES = (
    "The games' file was damaged and lies beside it as 77.",
    "The games' file was damaged and lies beside it as 77; it goes on from its copy. "
    "Compare the table and put it right.",
)
"""What `rig.loop` strings together."""


def _text(node: ast.AST, constants: dict[str, str]) -> str | None:
    """The sentence in an expression, its gaps as 77; None if it holds none."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.JoinedStr):
        return "".join(part.value if isinstance(part, ast.Constant) else GAP for part in node.values)
    if isinstance(node, ast.Name):
        return constants.get(node.id)
    if isinstance(node, ast.BinOp):
        parts = _text(node.left, constants), _text(node.right, constants)
        return f"{parts[0] or GAP}{parts[1] or GAP}" if any(parts) else None
    return None


def _constants(tree: ast.Module) -> dict[str, str]:
    """The sentences that have a name, marked for the catalogues or not."""
    found = {}
    for line in tree.body:
        if isinstance(line, ast.Assign) and isinstance(line.targets[0], ast.Name):
            value = line.value
            if isinstance(value, ast.Call) and getattr(value.func, "id", "") == "N_":
                value = value.args[0]
            if (text := _text(value, {})) is not None:
                found[line.targets[0].id] = text
    return found


def _expressions(tree: ast.Module) -> Iterator[ast.AST]:
    """Where a sentence for the page may stand."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            if name in ERRORS or name in TELLING:
                yield from node.args
            yield from (keyword.value for keyword in node.keywords if keyword.arg == "told")
        if isinstance(node, ast.FunctionDef) and node.name in SAYING:
            yield from (line.value for line in ast.walk(node) if isinstance(line, ast.Return) and line.value)
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in SAYING:
            yield node.value
        if isinstance(node, ast.Tuple) and node.elts and ast.unparse(node.elts[0]).startswith("Reason."):
            yield from node.elts[1:]


def _parts(node: ast.AST) -> Iterator[ast.AST]:
    """What an expression may come to."""
    if isinstance(node, ast.IfExp):
        yield from (*_parts(node.body), *_parts(node.orelse))
    elif isinstance(node, ast.BoolOp):
        yield from (part for value in node.values for part in _parts(value))
    else:
        yield node


def _is_sentence(text: str | None) -> bool:
    return text is not None and len(text) > 13 and " " in text


def _said() -> dict[str, list[str]]:
    """Every sentence that a part of the rig may say, and where."""
    found: dict[str, list[str]] = {sentence: ["rig/loop.py"] for sentence in IN_PIECES}
    for path in sorted([*(ROOT / "rig").rglob("*.py"), *(ROOT / "vision").rglob("*.py")]):
        tree, place = ast.parse(path.read_text(encoding="utf-8")), path.relative_to(ROOT).as_posix()
        constants = _constants(tree)
        for node in (part for expression in _expressions(tree) for part in _parts(expression)):
            text = _text(node, constants)
            if text is None or not _is_sentence(text):
                continue
            for sentence in SPELLED_OUT.get(text, (text,)):
                found.setdefault(sentence, []).append(place)
    return found


SAID = _said()


def _is_excepted(place: str, sentence: str) -> bool:
    return f"{place}: {sentence}" in ON_A_COMMAND_LINE or any(
        place.startswith(start) for start in ON_A_COMMAND_LINE if start.endswith("/")
    )


def _known(sentence: str) -> str | None:
    return next((known for known in ALL_SENTENCES if _pattern(known).fullmatch(sentence)), None)


def _marked_elsewhere(sentence: str) -> bool:
    """True for one that is in the catalogue as it is: another part of the page marks it."""
    return words_of("de").say(sentence) != sentence


def test_every_sentence_of_a_part_of_the_rig_is_known_to_the_page():
    unknown = {
        f"{place}: {sentence}"
        for sentence, places in SAID.items()
        for place in places
        if not _is_excepted(place, sentence) and _known(sentence) is None and not _marked_elsewhere(sentence)
    }
    assert not unknown, "put them into rig/page/report_sentences.py"
    assert len(SAID) > 90


def test_no_exception_is_left_over():
    said = {f"{place}: {sentence}" for sentence, places in SAID.items() for place in places}
    for exception in ON_A_COMMAND_LINE:
        assert exception.endswith("/") or exception in said, exception


@pytest.mark.parametrize("sentence", [*REPORTS, *BOARD_SENTENCES])
def test_every_known_report_is_said_somewhere(sentence):
    pattern = _pattern(sentence)
    engine = (ROOT / "engine" / "components.py").read_text(encoding="utf-8")
    pieces = [piece.strip(" .,:;()'\"") for piece in re.split(r"%\(\w+\)s", sentence)]
    in_engine = sentence in BOARD_SENTENCES and all(piece in engine for piece in pieces)
    assert in_engine or any(pattern.fullmatch(said) for said in SAID), f"nothing says it any more: {sentence}"


@pytest.mark.parametrize("sentence", REPORTS)
def test_no_report_is_taken_for_another(sentence):
    filled = re.sub(r"%\(\w+\)s", GAP, sentence)
    assert _known(filled) == sentence


@pytest.mark.parametrize("sentence", REPORTS)
def test_a_report_is_german_on_a_german_page_and_unchanged_on_an_english_one(sentence):
    filled = re.sub(r"%\(\w+\)s", GAP, sentence)
    assert told_report(filled, words_of("de")) not in (filled, "")
    assert told_report(filled, words_of("en")) == filled


def test_the_reason_inside_a_report_is_told_too():
    german = words_of("de")
    full = "Cannot write /home/pi/or.toml (No space left on device); check free space and access."
    told = report("components", f"What was learned of your board could not be written: {full}", german)
    assert told == (
        "Dein Plan: Was vom eigenen Plan bekannt wurde, ließ sich nicht aufschreiben: "
        "/home/pi/or.toml kann nicht geschrieben werden (kein Platz mehr frei). Bitte freien Platz und Zugriff prüfen."
    )


def test_a_reason_of_several_lines_is_no_hindrance():
    told = report("camera", "The Pi's camera refused its settings (one\ntwo). Run: keltis doctor", words_of("de"))
    assert told.startswith("Kamera: Die Kamera des Pi nimmt ihre Einstellungen nicht an (one\ntwo).")


def test_what_the_disk_refused_is_told_in_german_where_an_action_was_refused_for_it():
    told = refusal(
        "Cannot write the games' file (database or disk is full); check free space and access of its folder, "
        "or name another one with --data.",
        words_of("de"),
    )
    assert "Spieledatei" in told
    assert "kein Platz mehr frei" in told


@pytest.mark.parametrize(
    ("found", "told"),
    [
        ({"page": {"port": "x"}}, "rig.toml: page.port ist 'x'; verlangt ist eine ganze Zahl."),
        ({"camera": {"stall_s": "x"}}, "rig.toml: camera.stall_s ist 'x'; verlangt ist eine Zahl."),
        ({"camera": {"upside_down": 1}}, "rig.toml: camera.upside_down ist 1; verlangt ist true oder false."),
        ({"camera": {"choice": 1}}, "rig.toml: camera.choice ist 1; verlangt ist ein Text in Anführungszeichen."),
        ({"page": {"port": 70000}}, "rig.toml: page.port ist 70000; erlaubt ist 1 bis 65535."),
        ({"buttons": {"use": "x"}}, "rig.toml: buttons.use ist 'x'; erlaubt ist auto, gpio oder none."),
        ({"page": {"x": 1}}, "rig.toml: page.x ist unbekannt; [page] kennt port, language, phones und phone_code."),
    ],
)
def test_what_is_wrong_with_a_setting_is_told_in_german(found, told):
    with pytest.raises(SettingsError) as caught:
        read_settings(found)
    assert report("settings", str(caught.value), words_of("de")) == f"Einstellungen: {told}"


def test_the_reasons_of_the_system_and_the_database_are_worded_as_they_word_them(tmp_path):
    assert set(SYSTEM) <= {os.strerror(number) for number in errno.errorcode}
    full = sqlite3.connect(tmp_path / "full.db")
    full.execute("PRAGMA max_page_count = 1")
    with pytest.raises(sqlite3.OperationalError) as no_space:
        full.execute("CREATE TABLE a (b)")
    full.close()
    locked = sqlite3.connect(f"file:{tmp_path / 'full.db'}?mode=ro", uri=True)
    with pytest.raises(sqlite3.OperationalError) as no_writing:
        locked.execute("CREATE TABLE a (b)")
    locked.close()
    with pytest.raises(sqlite3.OperationalError) as no_file:
        sqlite3.connect(tmp_path / "none" / "none.db")
    assert tuple(str(caught.value) for caught in (no_space, no_writing, no_file)) == DATABASE
