"""What the wheel must hold, and that nothing in the tree says where this machine gets its packages."""

from __future__ import annotations

import os
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
SHIPPED = ("engine", "vision", "rig")


def files(folder: str) -> list[Path]:
    return [
        place.relative_to(ROOT / folder)
        for place in (ROOT / folder).rglob("*")
        if place.is_file() and "__pycache__" not in place.parts
    ]


def taken(folder: str) -> set[Path]:
    """The data files of a package that the build takes."""
    patterns = PROJECT["tool"]["setuptools"]["package-data"][folder]
    return {place.relative_to(ROOT / folder) for pattern in patterns for place in (ROOT / folder).glob(pattern)}


@pytest.mark.parametrize("folder", SHIPPED)
def test_every_file_of_a_shipped_folder_is_code_or_travels_as_data(folder):
    left_behind = [
        place for place in files(folder) if place.suffix not in (".py", ".po") and place not in taken(folder)
    ]
    assert left_behind == []


@pytest.mark.parametrize("folder", SHIPPED)
def test_every_folder_with_code_is_a_package(folder):
    loose = [
        place
        for place in files(folder)
        if place.suffix == ".py" and not (ROOT / folder / place.parent / "__init__.py").exists()
    ]
    assert loose == []


def test_the_models_travel_and_their_making_does_not():
    models = {str(place) for place in taken("models")}
    assert {"dice_faces.onnx", "dice_faces.toml", "dice_finder.onnx", "dice_finder.toml"} <= models
    assert not any("/" in name for name in models)


def test_every_dependency_is_pinned():
    pinned = {
        re.split(r"[=<>!~ ;]", line, maxsplit=1)[0].lower().replace("_", "-")
        for line in (ROOT / "constraints.txt").read_text().splitlines()
        if line and not line.startswith("#")
    }
    extras = PROJECT["project"]["optional-dependencies"]
    wanted = [*PROJECT["project"]["dependencies"], *extras["pi"], *extras["dev"]]
    names = {re.split(r"[=<>!~ ;\[]", text, maxsplit=1)[0].lower().replace("_", "-") for text in wanted}
    assert names - pinned == set()


@pytest.mark.parametrize("name", ["pyproject.toml", "constraints.txt", "Makefile", ".ci/run", "deploy/make-venv.sh"])
def test_no_registry_address_is_written_down(name):
    text = (ROOT / name).read_text()
    assert not re.search(r"index-url|find-links|https?://(?!127)\S*(pypi|simple|mirror|registry)", text)


def make_venv(folder: Path, python: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["sh", ROOT / "deploy" / "make-venv.sh", folder],
        env={**os.environ, "PYTHON": str(python)},
        capture_output=True,
        text=True,
        check=False,
    )


def pretended_python(folder: Path, answers: dict[str, str]) -> Path:
    """A python that says of itself what the test wants."""
    place = folder / "python"
    cases = "".join(f"  *'{part}'*) {answer} ;;\n" for part, answer in answers.items())
    place.write_text(f'#!/bin/sh\ncase "$*" in\n{cases}  *) exit 1 ;;\nesac\n')
    place.chmod(0o755)
    return place


@pytest.mark.parametrize(
    ("answers", "sentence"),
    [
        ({"version_info": "echo 3.9"}, "Python 3.9 is not one of 3.11, 3.12 and 3.13"),
        ({"version_info": "echo 3.11", "maxsize": "echo False"}, "Install the 64-bit system"),
        ({"version_info": "echo 3.13", "maxsize": "echo True"}, "sudo apt install python3.13-venv"),
    ],
)
def test_what_is_missing_for_the_environment_is_named_with_its_remedy(tmp_path, answers, sentence):
    tried = make_venv(tmp_path / "venv", pretended_python(tmp_path, answers))
    assert tried.returncode == 2
    assert sentence in tried.stderr
    assert not (tmp_path / "venv").exists()


def test_a_missing_python_is_named_with_its_remedy(tmp_path):
    tried = make_venv(tmp_path / "venv", "python-that-is-not-there")
    assert tried.returncode == 2
    assert "sudo apt install python3 python3-venv" in tried.stderr


def test_a_folder_that_is_no_environment_is_not_overwritten(tmp_path):
    (tmp_path / "venv").mkdir()
    (tmp_path / "venv" / "letters.txt").write_text("mine")
    answers = {"version_info": "echo 3.11", "maxsize": "echo True", "ensurepip": "exit 0"}
    tried = make_venv(tmp_path / "venv", pretended_python(tmp_path, answers))
    assert tried.returncode == 2
    assert "is in the way" in tried.stderr
    assert (tmp_path / "venv" / "letters.txt").read_text() == "mine"
