"""Deliberate rule bugs, planted one at a time in a copy of the engine: the tests must find every one."""

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BUGS = {bug["name"]: bug for bug in tomllib.loads((Path(__file__).parent / "planted_bugs.toml").read_text())["bug"]}
TESTS = ["test_wuerfelspiel_rules.py", "test_or_rules.py", "test_dice_oracles.py", "test_dice_perft.py"]


def copied(folder: Path) -> Path:
    """A copy of the engine and its tests."""
    ignored = shutil.ignore_patterns("__pycache__", "advice", "*.onnx")
    shutil.copytree(ROOT / "engine", folder / "engine", ignore=ignored)
    shutil.copytree(
        ROOT / "tests" / "engine", folder / "tests" / "engine", ignore=shutil.ignore_patterns("__pycache__")
    )
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def fails(folder: Path) -> bool:
    """Whether some test in a copy fails."""
    paths = [f"tests/engine/{name}" for name in TESTS]
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-o", "timeout=0", *paths]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stdout + done.stderr
    return done.returncode == 1


@pytest.mark.prove
@pytest.mark.timeout(0)
def test_the_engine_as_it_is_passes(tmp_path):
    assert not fails(copied(tmp_path))


@pytest.mark.prove
@pytest.mark.timeout(0)
@pytest.mark.parametrize("bug", BUGS)
def test_a_planted_bug_is_found(bug, tmp_path):
    folder, planted = copied(tmp_path), BUGS[bug]
    path = folder / "engine" / planted["file"]
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(planted["sound"], planted["wrong"]), encoding="utf-8")
    assert fails(folder)


def test_at_least_twenty_bugs_fit_the_engine():
    assert len(BUGS) >= 20
    for bug in BUGS.values():
        text = (ROOT / "engine" / bug["file"]).read_text(encoding="utf-8")
        assert text.count(bug["sound"]) == 1, f"{bug['name']} no longer fits the engine; plant it anew"
        assert bug["sound"] != bug["wrong"]
