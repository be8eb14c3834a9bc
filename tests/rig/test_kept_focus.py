"""The focus found while aiming is used at the next start."""

from pathlib import Path

import pytest

from rig.kept_focus import PLACE, KeptFocus


def test_what_was_kept_is_there_at_the_next_start(tmp_path: Path) -> None:
    focus = KeptFocus(tmp_path)
    assert focus.dioptres is None
    focus.dioptres = 4.1234
    assert KeptFocus(tmp_path).dioptres is None  # found, but nobody said that all is well
    focus.keep()
    assert KeptFocus(tmp_path).dioptres == 4.123


def test_measuring_anew_forgets_it_until_something_is_kept(tmp_path: Path) -> None:
    focus = KeptFocus(tmp_path)
    focus.dioptres = 4.0
    focus.keep()
    focus.measure_again()
    assert focus.dioptres is None
    focus.keep()  # a lens that cannot be moved, or a camera that is away
    assert KeptFocus(tmp_path).dioptres == 4.0


@pytest.mark.parametrize(
    "text", ["", "{}", "[4]", '{"dioptres": "near"}', '{"dioptres": 99}', '{"dioptres": null}', "\x00"]
)
def test_a_damaged_file_is_as_none(tmp_path: Path, text: str) -> None:
    (tmp_path / PLACE).parent.mkdir()
    (tmp_path / PLACE).write_text(text)
    assert KeptFocus(tmp_path).dioptres is None
