"""Which profile is read with: the newest whole one of the set; what is wrong with one is told."""

from pathlib import Path

import numpy as np
import pytest

from rig.readers import BEFORE_FOLDER, Readers
from vision.profile import Profile, Shot
from vision.rectify import PICTURE_SIDE


def profile(faces: str) -> Profile:
    side = PICTURE_SIDE
    random = np.random.default_rng(1)
    shots = tuple(
        Shot(face, random.integers(0, 255, (side, side, 3), np.uint8), np.eye(64, dtype=np.float32)[0])
        for face in faces
    )
    return Profile("or", shots, "0" * 64)


@pytest.fixture
def told() -> list[str | None]:
    return []


def faces(readers: Readers) -> str:
    found = readers("or").profile
    return "" if found is None else "".join(found.faces)


def test_a_whole_profile_is_read_with_and_nothing_is_told(tmp_path: Path, told) -> None:
    profile("12").save(tmp_path / "or.profile")
    assert faces(Readers(tmp_path, report=told.append)) == "12"
    assert told == [None]


def test_a_damaged_profile_gives_way_to_the_one_before_and_the_page_is_told(tmp_path: Path, told) -> None:
    (tmp_path / BEFORE_FOLDER).mkdir()
    profile("12").save(tmp_path / BEFORE_FOLDER / "or-000001.profile")
    profile("123").save(tmp_path / BEFORE_FOLDER / "or-000002.profile")
    (tmp_path / "or.profile").write_bytes(b"PK broken")
    assert faces(Readers(tmp_path, report=told.append)) == "123"
    assert "or.profile is no profile of keltis-rig, or it is damaged; teach the dice again." in str(told[-1])


def test_with_nothing_before_the_dice_count_as_not_taught(tmp_path: Path, told) -> None:
    (tmp_path / "or.profile").write_bytes(b"PK broken")
    assert faces(Readers(tmp_path, report=told.append)) == ""
    assert told[-1] is not None
