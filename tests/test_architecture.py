"""ARCHITECTURE.md is a true map: a line for every file of the product, and none for a file that is gone."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("engine", "vision", "rig", "models")


def first_sentence(file: Path) -> str:
    words = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    return words.split("\n\n")[0].replace("\n", " ").rstrip(".").replace("|", "/")


def mapped() -> dict[str, str]:
    lines: dict[str, str] = {}
    folder = ""
    for line in (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8").splitlines():
        if heading := re.match(r"### .*\(`([^`]*)`", line):
            folder = heading[1]
        elif row := re.match(r"\| `([^`]*\.py)` \| (.*) \|$", line):
            lines[folder + row[1]] = row[2]
    return lines


MADE_BY_TRAINING = ROOT / "models" / "work"
FILES = sorted(
    str(file.relative_to(ROOT))
    for package in PACKAGES
    for file in (ROOT / package).rglob("*.py")
    if file.name != "__init__.py" and MADE_BY_TRAINING not in file.parents
)


def test_there_are_files_to_look_for() -> None:
    assert "rig/table.py" in FILES


@pytest.mark.parametrize("name", FILES)
def test_every_file_has_its_line_in_the_map(name: str) -> None:
    line = f"| `{Path(name).name}` | {first_sentence(ROOT / name)} |"
    assert mapped().get(name) == first_sentence(ROOT / name), f"ARCHITECTURE.md wants this line for {name}: {line}"


def test_the_map_names_no_file_that_is_gone() -> None:
    assert [name for name in mapped() if not (ROOT / name).exists()] == []
