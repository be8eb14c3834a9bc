from __future__ import annotations

import copy
import importlib.util
import json
from pathlib import Path

import pytest

PLACE = Path(__file__).parents[2] / "deploy" / "check" / "same_readings.py"
SPEC = importlib.util.spec_from_file_location("same_readings", PLACE)
assert SPEC is not None
assert SPEC.loader is not None
same_readings = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(same_readings)

READING = {"file": "1.png", "dice": [{"face": "3", "sure": True, "centre": [10.0, 20.0], "confidence": 0.99}]}


def compare(folder: Path, other: dict) -> int:
    for name, reading in (("one.json", READING), ("other.json", other)):
        (folder / name).write_text(json.dumps(reading) + "\n")
    return int(same_readings.main(str(folder / "one.json"), str(folder / "other.json")))


def changed(**change: object) -> dict:
    other = copy.deepcopy(READING)
    other["dice"][0].update(change)
    return other


def test_equal_readings_pass(tmp_path):
    assert compare(tmp_path, READING) == 0


def test_small_differences_of_arithmetic_pass(tmp_path):
    assert compare(tmp_path, changed(centre=[10.2, 19.9], confidence=0.9894)) == 0


@pytest.mark.parametrize(
    "change",
    [{"face": "4"}, {"sure": False}, {"centre": [12.0, 20.0]}, {"confidence": 0.975}],
    ids=lambda c: next(iter(c)),
)
def test_a_difference_that_matters_fails(tmp_path, change):
    assert compare(tmp_path, changed(**change)) == 1


def test_a_missing_die_fails(tmp_path):
    assert compare(tmp_path, {"file": "1.png", "dice": []}) == 1


def test_nothing_to_compare_fails(tmp_path):
    (tmp_path / "none.json").write_text("")
    assert same_readings.main(str(tmp_path / "none.json"), str(tmp_path / "none.json")) == 1
