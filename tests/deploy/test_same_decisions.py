from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SPEC = importlib.util.spec_from_file_location("same_decisions", ROOT / "deploy" / "check" / "same_decisions.py")
assert SPEC is not None
assert SPEC.loader is not None
same_decisions = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(same_decisions)

DECISION = {"position": "here", "choices": [["g3", 0.61, 24.5], ["r1", 0.609995, 24.1], ["-", 0.5, 22.0]]}


def compared(folder: Path, *other: object) -> int:
    for name, choices in (("one", DECISION["choices"]), ("other", list(other))):
        (folder / name).write_text(json.dumps({"position": "here", "choices": choices}) + "\n")
    return int(same_decisions.main("compare", str(folder / "one"), str(folder / "other")))


def test_equal_decisions_and_small_differences_of_arithmetic_pass(tmp_path):
    assert compared(tmp_path, ["g3", 0.61, 24.5], ["r1", 0.609995, 24.1], ["-", 0.5, 22.0]) == 0
    assert compared(tmp_path, ["g3", 0.61002, 24.501], ["r1", 0.60998, 24.1], ["-", 0.5, 22.0]) == 0


def test_two_choices_worth_the_same_may_change_places(tmp_path):
    assert compared(tmp_path, ["r1", 0.61001, 24.1], ["g3", 0.61, 24.5], ["-", 0.5, 22.0]) == 0


@pytest.mark.parametrize(
    "other",
    [
        (["g3", 0.612, 24.5], ["r1", 0.609995, 24.1], ["-", 0.5, 22.0]),
        (["g3", 0.61, 24.6], ["r1", 0.609995, 24.1], ["-", 0.5, 22.0]),
        (["-", 0.5, 22.0], ["g3", 0.61, 24.5], ["r1", 0.609995, 24.1]),
        (["g3", 0.61, 24.5], ["r1", 0.609995, 24.1]),
        (),
    ],
    ids=["another chance", "other points", "another choice first", "a choice less", "no choice"],
)
def test_a_difference_that_matters_fails(tmp_path, other):
    assert compared(tmp_path, *other) == 1


def test_nothing_to_compare_fails(tmp_path):
    (tmp_path / "none").write_text("")
    assert same_decisions.main("compare", str(tmp_path / "none"), str(tmp_path / "none")) == 1


def test_this_machine_decides_as_itself(tmp_path, capsys):
    lines = (ROOT / "models" / "values" / "or_decisions.jsonl").read_text().splitlines()[: same_decisions.EVERY + 1]
    (tmp_path / "positions").write_text("\n".join(lines))
    assert same_decisions.main("tell", str(tmp_path / "positions")) == 0
    told = capsys.readouterr().out
    assert len(told.splitlines()) == 2
    for name in ("one", "other"):
        (tmp_path / name).write_text(told)
    assert same_decisions.main("compare", str(tmp_path / "one"), str(tmp_path / "other")) == 0
