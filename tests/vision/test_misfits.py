import numpy as np
import pytest

from vision.misfits import misfits
from vision.profile import Shot

PICTURE = np.zeros((96, 96, 3), np.uint8)


def shots(*names: str, spread: float = 0.2, seed: int = 1) -> list[Shot]:
    """Shots around one place for each artwork; "pink/blue" is artwork pink that was called blue."""
    rng = np.random.default_rng(seed)
    centres = {name: rng.standard_normal(64) for name in ("pink", "blue", "green")}
    made = []
    for name in names:
        art, _, called = name.partition("/")
        place = centres[art] + spread * rng.standard_normal(64)
        made.append(Shot(called or art, PICTURE, (place / np.linalg.norm(place)).astype(np.float32)))
    return made


def yes(place: int, rival: str) -> bool:
    return True


def test_names_that_agree_have_no_misfits() -> None:
    assert misfits(shots(*["pink", "blue", "green"] * 3), yes) == ()
    assert misfits([], yes) == ()


@pytest.mark.parametrize("place", [0, 4, 9])
def test_a_wrong_name_is_found_wherever_it_came(place: int) -> None:
    names = ["pink", "blue", "green"] * 3
    names.insert(place, "pink/blue")
    (found,) = misfits(shots(*names), yes)
    assert (found.place, found.face, found.looks_like, found.contradicts) == (place, "blue", "pink", True)
    assert found.sentence == "called blue, but it looks like pink"


def test_two_names_taken_for_each_other_are_both_found() -> None:
    names = ["pink", "blue", "green"] * 3 + ["pink/blue", "blue/pink"]
    assert {found.place for found in misfits(shots(*names), yes)} == {9, 10}


def test_what_the_network_itself_would_call_so_is_unclear_but_no_contradiction() -> None:
    names = ["pink", "blue", "green"] * 3 + ["pink/blue"]
    (found,) = misfits(shots(*names), lambda place, rival: False)
    assert not found.contradicts
    assert found.sentence == "called blue, but it cannot be told from pink"


def test_the_only_picture_of_a_face_is_kept_unless_it_is_all_but_another_one() -> None:
    assert misfits(shots("pink", "blue", "green"), yes) == ()
    (found,) = misfits(shots("pink", "pink", "green", "pink/blue"), yes)
    assert (found.place, found.looks_like) == (3, "pink")
