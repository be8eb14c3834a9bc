import dataclasses
import io
import zipfile
from pathlib import Path

import numpy as np
import pytest

from vision.errors import ProfileError
from vision.flatness import ANY_VIEW, Stand
from vision.profile import Profile, Shot, load_profile, view_taught


def shot(face: str, seed: int) -> Shot:
    rng = np.random.default_rng(seed)
    place = rng.standard_normal(64).astype(np.float32)
    return Shot(face, rng.integers(0, 256, (96, 96, 3), dtype=np.uint8), place / np.linalg.norm(place))


@pytest.fixture
def profile() -> Profile:
    return Profile("or", (shot("3", 1), shot("stone", 2), shot("1", 3)), "a" * 64, closeness=0.7)


def test_a_profile_comes_back_from_its_file_as_it_was(profile: Profile, tmp_path: Path) -> None:
    path = tmp_path / "mine.profile"
    profile.save(path)
    back = load_profile(path)
    assert (back.dice_set, back.model, back.closeness) == ("or", "a" * 64, 0.7)
    assert [s.face for s in back.shots] == ["3", "stone", "1"]
    assert all((a.picture == b.picture).all() for a, b in zip(profile.shots, back.shots, strict=True))
    assert list(tmp_path.iterdir()) == [path]


def test_how_the_dice_stood_comes_back_from_the_file_and_is_not_known_of_older_ones(
    profile: Profile, tmp_path: Path
) -> None:
    stand = Stand((0.1, -0.2), (0.3, 0.0), 0.05)
    seen = dataclasses.replace(profile, shots=(dataclasses.replace(profile.shots[0], stand=stand), *profile.shots[1:]))
    seen.save(tmp_path / "p")
    assert [shot.stand for shot in load_profile(tmp_path / "p").shots] == [stand, None, None]
    with zipfile.ZipFile(tmp_path / "p") as file, zipfile.ZipFile(tmp_path / "older", "w") as older:
        for part in set(file.namelist()) - {"stands.npy"}:
            older.writestr(part, file.read(part))
    assert [shot.stand for shot in load_profile(tmp_path / "older").shots] == [None, None, None]


def test_a_rig_s_view_is_known_from_ten_taught_dice_on() -> None:
    shots = [
        dataclasses.replace(shot("3", number), stand=Stand((number / 20, 0.0), (0.1 - number / 20, 0.0), 0.03))
        for number in range(10)
    ]
    view = view_taught(Profile("or", tuple(shots), "a" * 64))
    assert (view.slope, *view.drift) == pytest.approx((1.0, 0.1, 0.0), abs=0.03)
    assert view_taught(Profile("or", tuple(shots[:9]), "a" * 64)) is ANY_VIEW
    assert view_taught(None) is ANY_VIEW


def test_taught_faces_are_listed_in_the_order_of_the_set(profile: Profile) -> None:
    assert profile.faces == ("1", "3", "stone")


def test_a_newer_network_sees_the_kept_pictures_again(profile: Profile) -> None:
    new = profile.embedded("b" * 64, lambda pictures: [np.eye(64, dtype=np.float32)[i] for i in range(len(pictures))])
    assert new.model == "b" * 64
    assert new.shots[1].embedding[1] == 1
    assert profile.embedded("a" * 64, lambda pictures: []) is profile


def test_places_of_another_width_under_the_networks_own_name_are_an_altered_profile(profile: Profile) -> None:
    assert profile.embedded("a" * 64, lambda pictures: [], width=64) is profile
    with pytest.raises(ProfileError, match="64 numbers where the network gives 32"):
        profile.embedded("a" * 64, lambda pictures: [], width=32)


def test_a_file_that_is_no_profile_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"no zip")
    with pytest.raises(ProfileError, match="no profile"):
        load_profile(path)
    with pytest.raises(ProfileError, match="keltis teach"):
        load_profile(tmp_path / "none")


def test_a_profile_with_a_face_the_set_does_not_have_is_refused(profile: Profile, tmp_path: Path) -> None:
    dataclasses.replace(profile, shots=(shot("7", 1),)).save(tmp_path / "p")
    with pytest.raises(ProfileError, match="damaged"):
        load_profile(tmp_path / "p")


def test_a_folder_that_is_not_there_costs_one_sentence(profile: Profile, tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match="cannot be written"):
        profile.save(tmp_path / "no" / "p")


def altered(profile: Profile, path: Path, name: str, content: bytes) -> Path:
    """The profile's file with one part of it exchanged."""
    profile.save(path)
    with zipfile.ZipFile(path) as file:
        parts = {part: file.read(part) for part in file.namelist()}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for part, old in parts.items():
            file.writestr(part, content if part == name else old)
    return path


def as_file(array: np.ndarray) -> bytes:
    whole = io.BytesIO()
    np.save(whole, array)
    return whole.getvalue()


@pytest.mark.parametrize(
    "content",
    [
        as_file(np.zeros((3, 64), np.float32)),
        as_file(np.ones((3, 64), np.float32) * 1e30),
        as_file(np.ones(3, np.float32)),
        as_file(np.eye(3, 64, dtype=np.float64)),
        as_file(np.eye(2, 64, dtype=np.float32)),
    ],
)
def test_places_that_no_network_gave_are_refused(content: bytes, profile: Profile, tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match="damaged"):
        load_profile(altered(profile, tmp_path / "p", "embeddings.npy", content))


@pytest.mark.parametrize(
    "stands",
    [np.zeros((2, 5)), np.zeros((3, 4)), np.zeros((3, 5)), np.full((3, 5), 1e9), np.ones((3, 5), np.float32),
     np.array([[0, np.nan, 0, 0, 0.1]] * 3), np.array([[0, 0, 0, 0, np.inf]] * 3)],
)  # fmt: skip
def test_dice_that_stood_nowhere_are_refused(stands: np.ndarray, profile: Profile, tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match="damaged"):
        load_profile(altered(profile, tmp_path / "p", "stands.npy", as_file(stands)))


def test_pages_nested_without_end_are_refused(profile: Profile, tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match="damaged"):
        load_profile(altered(profile, tmp_path / "p", "profile.json", b"[" * 200_000))


def test_a_profile_that_would_fill_the_memory_is_not_unpacked(
    profile: Profile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = altered(profile, tmp_path / "p", "profile.json", b" " * 5_000_000)
    monkeypatch.setattr("vision.profile.LARGEST_PROFILE", 2_000_000)
    assert path.stat().st_size < 2_000_000
    with pytest.raises(ProfileError, match="damaged"):
        load_profile(path)


def test_a_profile_with_packed_bytes_altered_is_refused(profile: Profile, tmp_path: Path) -> None:
    path = tmp_path / "p"
    profile.save(path)
    data = bytearray(path.read_bytes())
    data[200:500] = bytes(byte ^ 0x55 for byte in data[200:500])
    path.write_bytes(data)
    with pytest.raises(ProfileError, match="damaged"):
        load_profile(path)


def test_a_device_is_no_profile() -> None:
    with pytest.raises(ProfileError, match="is no file"):
        load_profile("/dev/zero")


def test_a_file_is_no_folder_to_write_into(profile: Profile, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(ProfileError, match="cannot be written"):
        profile.save(tmp_path / "file" / "p")


def test_an_array_that_claims_more_than_the_memory_is_refused(profile: Profile, tmp_path: Path) -> None:
    head = io.BytesIO()
    shape = {"descr": "|u1", "fortran_order": False, "shape": (10**11, 96, 96, 3)}
    np.lib.format.write_array_header_1_0(head, shape)
    with pytest.raises(ProfileError, match="damaged"):
        load_profile(altered(profile, tmp_path / "p", "pictures.npy", head.getvalue()))


def taught(*places: tuple[str, float]) -> Profile:
    """Pictures of faces on a circle, each at an angle in degrees."""
    blank = np.zeros((96, 96, 3), np.uint8)
    shots = [
        Shot(face, blank, np.array([np.cos(np.radians(turn)), np.sin(np.radians(turn))], np.float32))
        for face, turn in places
    ]
    return Profile("or", tuple(shots), "a" * 64)


def test_dice_that_look_alike_in_all_pictures_let_no_stranger_pass() -> None:
    close = taught(("1", 0), ("1", 2), ("1", 4), ("2", 90), ("2", 91), ("2", 92))
    loose = taught(("1", 0), ("1", 20), ("1", 40), ("2", 90), ("2", 91), ("2", 92))
    worst = (np.cos(np.radians(20)) + np.cos(np.radians(40))) / 2
    assert close.tightened().closeness == pytest.approx(0.88, abs=0.01)
    assert loose.tightened().closeness == pytest.approx(worst - 0.12, abs=1e-6)


def test_one_bad_picture_among_many_lets_no_stranger_pass() -> None:
    many = taught(*(("1", turn) for turn in range(12)), ("1", 60))
    few = taught(*(("1", turn) for turn in range(6)), ("1", 60))
    assert many.tightened().closeness == pytest.approx(0.88, abs=0.01)
    assert few.tightened().closeness < 0.5


def test_pictures_may_only_make_a_profile_stricter() -> None:
    strict = dataclasses.replace(taught(("1", 0), ("1", 60), ("1", 120)), closeness=0.8)
    assert strict.tightened().closeness == 0.8


def test_a_face_with_one_or_two_pictures_says_nothing_of_how_alike_they_are() -> None:
    assert taught(("1", 0), ("2", 90), ("2", 180)).tightened().closeness == 0.0
