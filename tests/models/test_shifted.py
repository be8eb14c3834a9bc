"""The shifted test counts what it says, and each cell changes what it says."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from models.reader.matrix import CELLS, Cell, Rig, draw_rig, usual_roll
from models.reader.shifted import KINDS, cells_of, faces_wanted, lines_of, order, roll_of
from models.reader.shifted_report import is_silent, report, upper_bound
from vision.dice_sets import DICE_SETS
from vision.render.families import FAMILIES
from vision.render.placing import tilt_of

LINE = {
    "set": "or", "taught": True, "factor": "usual", "level": "same light, scattered", "wanted": "read", "whole": True,
    "right": True, "sure": True, "render_s": 0.2, "read_s": 0.05, "model": "abc", "rig": 0, "cell": 0,
    "dice": [{"face": "3", "read": "3", "confidence": 0.99, "sure": True, "angle": 10, "place": [1, 1]}],
}  # fmt: skip


@pytest.fixture(scope="module")
def rig() -> Rig:
    return draw_rig(np.random.default_rng(4), "or", 3, "test")


def test_of_faces_whose_pictures_were_refused_more_are_shown_whatever_side_bears_them(rig: Rig) -> None:
    first, last = rig.design.faces[0], rig.design.faces[5]
    all_but = [face for face in rig.design.faces[1:5] for _ in range(3)]
    assert faces_wanted([*all_but, first], rig) == (0, 0, 5)
    assert faces_wanted([*all_but, first, first, first, last, last], rig) == (5, 5, 5)
    assert faces_wanted([*all_but, first, first, first, last, last, last, last], rig) == ()
    assert rig.design.faces != DICE_SETS["or"].faces  # else nothing was tried


def cell(name: str) -> Cell:
    return next(cell for cell in CELLS if f"{cell.factor}: {cell.level}" == name)


def test_the_assets_of_the_test_were_met_nowhere_else() -> None:
    for split in FAMILIES.values():
        assert not set(split["test"]) & {*split["train"], *split["calibration"]}


def test_three_thousand_one_hundred_rolls_fill_every_cell_with_fifty() -> None:
    rolls = [(rig, cell) for rig, cells in order(62 * 50) for cell in cells]
    assert len(rolls) == len(set(rolls)) == 62 * 50
    counts = [sum(cell == place for _, cell in rolls) for place in range(len(CELLS))]
    assert (min(counts), max(counts)) >= (48, 50)
    kinds = {(KINDS[rig % len(KINDS)], place in cells_of(rig)) for rig in range(12) for place in (0, 1)}
    assert len(kinds) == 8  # every kind of rig goes through both halves


@pytest.mark.parametrize("place", range(len(CELLS)), ids=[f"{cell.factor}: {cell.level}" for cell in CELLS])
def test_every_cell_can_be_drawn_and_is_the_same_again(rig: Rig, place: int) -> None:
    one, other = (roll_of(rig, 4, CELLS[place], place, 11) for _ in range(2))
    assert [die.placed.position.tolist() for die in one.dice] == [die.placed.position.tolist() for die in other.dice]
    assert one.light == other.light
    assert one.dice


def test_a_cell_changes_its_factor_and_no_other(rig: Rig) -> None:
    usual = usual_roll(rig, np.random.default_rng(1))
    dark = cell("brightness: -2 EV").change(rig, np.random.default_rng(2), usual)
    assert dark.light.total() == pytest.approx(usual.light.total() / 4)
    assert (dark.dice, dark.camera, dark.tray) == (usual.dice, usual.camera, usual.tray)
    cocked = cell("cocked: on the rim, 12 to 25°").change(rig, np.random.default_rng(3), usual)
    assert 11 < tilt_of(cocked.dice[-1].placed) < 26
    assert cocked.light == usual.light
    few = cell("count: one too few").change(rig, np.random.default_rng(3), usual)
    assert len(few.dice) == 2


def test_what_is_silent() -> None:
    assert not is_silent(LINE)
    assert is_silent({**LINE, "right": False})
    assert not is_silent({**LINE, "right": False, "sure": False})
    assert is_silent({**LINE, "wanted": "ask", "whole": False})
    assert not is_silent({**LINE, "wanted": "either", "whole": False})  # legible all the same, and read right


def test_nothing_wrong_in_three_thousand_proves_one_in_a_thousand() -> None:
    assert upper_bound(0, 3000) == pytest.approx(0.000998, abs=2e-5)
    assert upper_bound(3, 3) == 1.0


def test_lines_of_other_networks_or_cut_off_are_not_counted(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text(f"{json.dumps(LINE)}\n{json.dumps({**LINE, 'model': 'old'})}\n{json.dumps(LINE)[:40]}\n")
    assert len(lines_of(path, "abc")) == 1
    assert lines_of(tmp_path / "none", "abc") == []


def test_the_report_names_empty_cells_and_bounds() -> None:
    printed = report([LINE] * 60, CELLS)
    assert "| **all taught** (silent at most 4.87 % of those sure" in printed
    assert "Empty cells: colour of the light: 2700 K;" in printed
    assert "usual: same light, scattered;" not in printed.split("Empty cells")[1]
    assert report([], CELLS).startswith("No rolls")
