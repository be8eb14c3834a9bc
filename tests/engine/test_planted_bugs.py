"""Deliberate rule bugs, planted one at a time in a copy of the engine: the tests must find every one."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
FILES = {"dice games": "planted_bugs.toml", "card games": "planted_card_bugs.toml"}
BUGS = {
    bug["name"]: bug
    for file in FILES.values()
    for bug in tomllib.loads((HERE / file).read_text(encoding="utf-8"))["bug"]
}
DICE = ["dice_perft", "dice_oracles"]
CARDS = ["card_perft", "card_views", "card_oracles"]
SETTINGS = """[pytest]
addopts = --import-mode=importlib -m 'not prove'
pythonpath = .
filterwarnings = error
markers =
    prove
    no_cover
    timeout
"""
HUNTERS = {
    "games/wuerfelspiel": ["wuerfelspiel_rules", *DICE],
    "games/keltis_or": ["or_rules", *DICE],
    "games/kartenspiel": ["kartenspiel_rules", *CARDS],
    "games/weg_der_steine": ["weg_der_steine_rules", *CARDS],
    "cards.py": ["kartenspiel_rules", "weg_der_steine_rules", *CARDS],
}
"""Beginning of a file's name to the tests that can find a bug there, quick ones first: the first failure is enough."""


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the engine and its tests."""
    folder = tmp_path_factory.mktemp("planted")
    compiled = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "engine", folder / "engine", ignore=shutil.ignore_patterns("__pycache__", "advice"))
    shutil.copytree(ROOT / "tests" / "engine", folder / "tests" / "engine", ignore=compiled)
    (folder / "pytest.ini").write_text(SETTINGS, encoding="utf-8")
    return folder


def fails(folder: Path, hunters: list[str]) -> bool:
    """Whether some test in a copy fails; the bytecode of another text is never taken for that of a file."""
    paths = [f"tests/engine/test_{name}.py" for name in hunters]
    command = [sys.executable, "-B", "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *paths]
    alone = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": ""}  # a plugin costs a second
    done = subprocess.run(command, cwd=folder, env=alone, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stdout + done.stderr
    return done.returncode == 1


@pytest.mark.prove
@pytest.mark.timeout(0)
@pytest.mark.parametrize("hunters", HUNTERS.values(), ids=HUNTERS)
def test_the_engine_as_it_is_passes(hunters, copied):
    """The longer hunters pass in the ordinary run; here it is enough that a copy is no reason to fail."""
    assert not fails(copied, hunters[:2])


@pytest.mark.prove
@pytest.mark.timeout(0)
@pytest.mark.parametrize("bug", BUGS)
def test_a_planted_bug_is_found(bug, copied):
    planted = BUGS[bug]
    path = copied / "engine" / planted["file"]
    sound = path.read_text(encoding="utf-8")
    path.write_text(sound.replace(planted["sound"], planted["wrong"]), encoding="utf-8")
    try:
        hunters = next(tests for file, tests in HUNTERS.items() if planted["file"].startswith(file))
        assert fails(copied, hunters)
    finally:
        path.write_text(sound, encoding="utf-8")


@pytest.mark.parametrize("file", FILES.values(), ids=FILES)
def test_at_least_twenty_bugs_fit_the_engine(file):
    bugs = tomllib.loads((HERE / file).read_text(encoding="utf-8"))["bug"]
    assert len(bugs) >= 20
    for bug in bugs:
        text = (ROOT / "engine" / bug["file"]).read_text(encoding="utf-8")
        assert text.count(bug["sound"]) == 1, f"{bug['name']} no longer fits the engine; plant it anew"
        assert bug["sound"] != bug["wrong"]


def test_each_planted_bug_has_a_name_of_its_own():
    files = [tomllib.loads((HERE / file).read_text(encoding="utf-8"))["bug"] for file in FILES.values()]
    assert len(BUGS) == sum(map(len, files))
