import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import catalogue
from rig.page.sentences import DOUBTS, HAPPENED, NOTICES, REFUSALS
from rig.page.setup_view import OPTION_NAMES, setup_fields, value_name
from rig.page.words import LANGUAGES, choose_language, words_of
from tests.rig.table_driver import Driver

ROOT = Path(__file__).parents[3]
RIG = ROOT / "rig"


@pytest.mark.parametrize("language", [key for key, _ in LANGUAGES if key != "en"])
def test_every_sentence_of_the_page_is_translated_and_no_translation_is_left_over(language):
    catalogues = pytest.importorskip("tests.rig.page.update_catalogues", exc_type=ImportError)
    known = catalogues.catalogue(language)
    wanted = {message.id for message in catalogues.sentences() if message.id}
    translated = {message.id for message in known if message.id and all(_strings(message))}
    assert wanted == translated
    assert not known.obsolete
    compiled = (RIG / "page" / "catalogues" / f"{language}.mo").read_bytes()
    assert compiled == catalogues.compiled(known), "run python -m tests.rig.page.update_catalogues"


@pytest.mark.parametrize("language", [key for key, _ in LANGUAGES if key != "en"])
def test_a_translation_has_the_gaps_of_its_sentence(language):
    catalogues = pytest.importorskip("tests.rig.page.update_catalogues", exc_type=ImportError)
    gaps = re.compile(r"%\(\w+\)s")
    for message in catalogues.catalogue(language):
        if message.id:
            sentence = message.id[-1] if isinstance(message.id, tuple) else message.id
            for text in _strings(message):
                assert set(gaps.findall(text)) <= set(gaps.findall(sentence)), sentence
            assert set(gaps.findall("".join(_strings(message)))) == set(gaps.findall(sentence)), sentence


def _strings(message) -> tuple[str, ...]:
    return tuple(message.string) if isinstance(message.string, tuple | list) else (message.string,)


def _keys(pattern: str) -> set[str]:
    """What the table's code says by key."""
    code = "\n".join(path.read_text(encoding="utf-8") for path in RIG.glob("table*.py"))
    return set(re.findall(pattern, code + (RIG / "follow_dice.py").read_text(encoding="utf-8")))


def test_every_key_the_table_refuses_with_has_a_sentence():
    used = _keys(r'Refused\(\s*"([a-z-]+)"')
    assert len(used) > 20
    assert used <= set(REFUSALS)


def test_every_notice_doubt_and_happening_of_the_table_has_a_sentence():
    assert _keys(r'Notice\(\s*"([a-z-]+)"') <= set(NOTICES)
    assert _keys(r'doubt="([a-z-]+)"') <= set(DOUBTS)
    assert {"too-few", "too-many", "kept-unclear", "roll-taken-back", "undone"} <= set(NOTICES)
    assert _keys(r'Happening\([^",]*, "([a-z-]+)"') <= set(HAPPENED)


def _tables(tree: ast.Module) -> Iterator[tuple[str, list[ast.Constant]]]:
    """The dictionaries of a file that hold sentences by key: name and keys."""
    for line in tree.body:
        name = line.targets[0] if isinstance(line, ast.Assign) else getattr(line, "target", None)
        value = getattr(line, "value", None)
        value = value.right if isinstance(value, ast.BinOp) else value  # COLOURS | {...}
        if isinstance(name, ast.Name) and isinstance(value, ast.Dict) and re.search(r"N_\(|w\.say", ast.unparse(value)):
            yield name.id, [key for key in value.keys if isinstance(key, ast.Constant)]


def _tables_and_texts() -> tuple[dict[str, list[str]], set[str]]:
    """The keys of all tables of the page, and every text that stands elsewhere in the program's code."""
    keys: dict[str, list[str]] = {}
    texts: set[str] = set()
    for path in (path for part in ("engine", "vision", "rig") for path in (ROOT / part).rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        left_out = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}  # docstrings
        for name, found in _tables(tree) if path.parent.name == "page" else ():
            keys[f"{path.stem}.{name}"] = [key.value for key in found]
            left_out |= {id(key) for key in found}
        constants = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in left_out)
        texts |= {node.value for node in constants if isinstance(node.value, str)}
    return keys, texts


def _is_used(table: str, key: str, texts: set[str]) -> bool:
    if table == "why_not.FORBIDS":  # numbers of rules, in brackets at a sentence's end
        return any(f"({key})" in text for text in texts)
    if table == "spoken.KEYS":  # signs in a sentence
        return any(key in text for text in texts)
    if table == "lessons.LESSONS":  # a letter of the game and a stage
        return bool({key, key[1:], key.partition("-")[2]} & texts)
    return key in texts or ({*re.split("[:=]", key)} <= texts and not key.isalpha())  # "stall=on"


def test_no_key_of_the_page_is_left_over():
    keys, texts = _tables_and_texts()
    assert {"sentences.NOTICES", "sentences.REFUSALS", "sentences.TITLES", "teach_view.NOTES"} <= set(keys)
    assert len(keys) > 35
    dead = [f"{table}: {key}" for table, found in keys.items() for key in found if not _is_used(table, key, texts)]
    assert not dead, "nothing in the code says these"


def test_every_reason_of_a_reading_has_a_sentence():
    reading = pytest.importorskip("vision.reading")
    assert {reason.value for reason in reading.Reason} <= set(DOUBTS)


def test_every_option_of_every_game_has_a_name_and_its_values_too():
    from engine import catalogue
    from rig.table_setup import games

    for game in map(catalogue.game, games()):
        for option in game.options:
            assert option.name in OPTION_NAMES, f"name {option.name} in OPTION_NAMES of rig/page/setup_view.py"
            named = [value for value in option.values if value_name(option.name, value, game.dice_set is None)]
            assert named == list(option.values), f"name all values of {option.name} in rig/page/setup_view.py"


def test_numbers_have_the_mark_and_the_sign_of_the_language():
    german, english = words_of("de"), words_of("en")
    assert (german.number(-1.25, 1), english.number(-1.25, 1)) == ("−1,2", "−1.2")
    assert german.signed(3.0, 1) == "+3,0"
    assert english.number(-0.01, 1) == "0.0"


def test_names_are_strung_together():
    assert words_of("de").both(["Anna", "Ben", "Lea"]) == "Anna, Ben und Lea"
    assert words_of("en").both(["Anna"]) == "Anna"


@pytest.mark.parametrize(
    ("chosen", "accepted", "preferred", "language"),
    [
        (None, "en-GB,en;q=0.9,de;q=0.5", "auto", "en"),
        (None, "xx;q=0.9, de-AT;q=0.8, en;q=0.1", "auto", "de"),
        (None, "xx", "auto", "de"),
        (None, "de", "en", "en"),
        ("en", "de", "de", "en"),
        ("xx", "en;q=nonsense, en", "auto", "en"),
    ],
)
def test_a_viewer_reads_the_language_chosen_or_the_browsers_or_the_rigs(chosen, accepted, preferred, language):
    assert choose_language(chosen, accepted, preferred) == language


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("game", catalogue.names())
def test_every_line_of_the_form_that_is_no_name_has_a_sentence(game, language):
    table = Driver(game)
    fields = setup_fields(table.state, words_of(language))
    silent = [field.name for field in fields if not field.sentence]
    assert [name for name in silent if not name.startswith("name")] == ["players"]
    assert all(len(field.sentence) <= 90 for field in fields)
