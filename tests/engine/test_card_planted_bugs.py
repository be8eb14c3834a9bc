"""Deliberate rule bugs in the card-driven games, planted one at a time in a copy of the engine: all must be found."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.engine.test_planted_bugs import ROOT, copied

HERE = Path(__file__).parent
BUGS = {bug["name"]: bug for bug in tomllib.loads((HERE / "planted_card_bugs.toml").read_text("utf-8"))["bug"]}
TESTS = ["kartenspiel_rules", "weg_der_steine_rules", "card_perft", "card_views", "card_oracles"]


def fails(folder: Path) -> bool:
    """Whether some test in a copy fails."""
    paths = [f"tests/engine/test_{name}.py" for name in TESTS]
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *paths]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stdout + done.stderr
    return done.returncode == 1


@pytest.mark.prove
@pytest.mark.timeout(0)
def test_the_card_games_as_they_are_pass(tmp_path):
    assert not fails(copied(tmp_path))


@pytest.mark.prove
@pytest.mark.timeout(0)
@pytest.mark.parametrize("bug", BUGS)
def test_a_planted_bug_in_a_card_game_is_found(bug, tmp_path):
    folder, planted = copied(tmp_path), BUGS[bug]
    path = folder / "engine" / planted["file"]
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(planted["sound"], planted["wrong"]), encoding="utf-8")
    assert fails(folder)


def test_at_least_twenty_bugs_fit_the_card_games():
    assert len(BUGS) >= 20
    for bug in BUGS.values():
        text = (ROOT / "engine" / bug["file"]).read_text(encoding="utf-8")
        assert text.count(bug["sound"]) == 1, f"{bug['name']} no longer fits the engine; plant it anew"
        assert bug["sound"] != bug["wrong"]
