"""`keltis read` and `keltis teach` as they are typed."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from rig.__main__ import main

FRAMES = Path(__file__).parents[1] / "vision" / "frames"
TAUGHT = [str(FRAMES / f"rig_wuerfel_11_000{n}.jpg") for n in (0, 1, 3, 4)]
OTHER = str(FRAMES / "rig_wuerfel_11_0008.jpg")


@pytest.fixture(scope="module")
def profile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("teach") / "mine.profile"
    words = ["teach", "--dice", "wuerfelspiel", "--labels", str(FRAMES / "truth.json"), "--frames", *TAUGHT]
    assert main([*words, "-o", str(path)]) == 0
    return path


def test_reading_prints_one_object_a_line_and_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "--dice", "wuerfelspiel", "--json", OTHER, TAUGHT[0]]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["file"] for line in lines] == [OTHER, TAUGHT[0]]
    die = lines[0]["dice"][0]
    assert set(die) == {"face", "centre", "quad", "confidence", "sure", "reason", "note"}
    assert (len(die["quad"]), die["sure"], die["reason"]) == (4, False, "not taught yet")


def test_taught_dice_are_read_with_their_profile(profile: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["read", "--dice", "wuerfelspiel", "--profile", str(profile), "--count", "5", "--json", OTHER]
    assert main(words) == 0
    dice = json.loads(capsys.readouterr().out)["dice"]
    assert sorted(die["face"] for die in dice) == ["green", "green", "green", "green", "pink"]


def test_dice_of_a_set_without_a_number_of_its_own_are_counted_against_what_was_said(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Of ordinary dice any number may lie there: a die that was missed would go unnoticed."""
    reasons = []
    for words in (["pips"], ["pips", "--count", "any"], ["or", "--count", "any"]):
        assert main(["read", "--json", OTHER, "--dice", *words]) == 0
        reasons.append(json.loads(capsys.readouterr().out)["reasons"])
    assert [any("--count" in reason for reason in said) for said in reasons] == [True, False, False]


def test_as_many_dice_as_belong_to_the_set_must_be_seen_if_nobody_said_how_many(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["read", "--json", OTHER, "--dice", "or"]) == 0
    assert "I see 5 of 3 dice." in json.loads(capsys.readouterr().out)["reasons"]


def test_the_overlay_is_drawn(tmp_path: Path) -> None:
    assert main(["read", "--dice", "wuerfelspiel", "--draw", str(tmp_path / "out"), OTHER]) == 0
    drawn = cv2.imread(str(tmp_path / "out" / "rig_wuerfel_11_0008.jpg"))
    assert drawn.shape == (768, 1024, 3)
    assert (drawn != cv2.imread(OTHER)).any()


def test_a_cut_out_die_is_one_die(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "die.png"
    cv2.imwrite(str(path), np.full((60, 66, 3), 130, np.uint8))
    assert main(["read", "--dice", "pips", "--crop", "--json", str(path)]) == 0
    assert len(json.loads(capsys.readouterr().out)["dice"]) == 1


@pytest.mark.parametrize(
    ("content", "sentence"),
    [(b"", "is empty"), (b"no picture at all", "is no picture"), (b"\xff\xd8\xff\xe0 broken", "is damaged")],
)
def test_a_file_that_is_no_picture_costs_one_sentence_and_not_the_others(
    content: bytes, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x.jpg"
    path.write_bytes(content)
    assert main(["read", "--dice", "or", "--json", str(path), OTHER]) == 2
    printed = capsys.readouterr()
    assert sentence in printed.err
    assert printed.err.count("\n") == 1
    assert [json.loads(line)["file"] for line in printed.out.splitlines()] == [OTHER]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["read", "--dice", "dominoes", OTHER], "choose one of"),
        (["read", "--dice", "or", "--profile", "/none", OTHER], "keltis teach"),
        (["read", "--dice", "or", "/none.jpg"], "cannot be read"),
        (["read", "--dice", "or", "--models", "/none", OTHER], "is missing"),
        (["teach", "--dice", "or", "--labels", "/none", "--frames", OTHER, "-o", "/x"], "cannot be read"),
        (["teach", "--dice", "or", "--labels", OTHER, "--frames", OTHER, "-o", "/x"], "holds no labels"),
    ],
)
def test_what_cannot_be_done_is_one_sentence_and_status_2(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    error = capsys.readouterr().err
    assert sentence in error
    assert "Traceback" not in error


def test_a_profile_of_another_set_is_refused(profile: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "--dice", "or", "--profile", str(profile), OTHER]) == 2
    assert "wuerfelspiel" in capsys.readouterr().err


def test_a_picture_without_labels_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "labels.json").write_text("{}")
    words = ["teach", "--dice", "or", "--labels", str(tmp_path / "labels.json"), "--frames", OTHER, "-o", "/x"]
    assert main(words) == 2
    assert "rig_wuerfel_11_0008.jpg" in capsys.readouterr().err


def relabelled(folder: Path, frame: str, was: str, now: str) -> Path:
    """The labels of the frames with one die of one frame called something else."""
    truth = json.loads((FRAMES / "truth.json").read_text())
    die = next(die for die in truth[frame]["dice"] if die["face"] == was and die["readable"])
    die["face"] = now
    (folder / "labels.json").write_text(json.dumps(truth))
    return folder / "labels.json"


def test_a_label_that_contradicts_the_others_is_named_and_nothing_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    faces = [die["face"] for die in json.loads((FRAMES / "truth.json").read_text())[Path(TAUGHT[1]).name]["dice"]]
    wrong = next(face for face in ("stone", "yellow", "blue") if face != faces[0])
    labels, path = relabelled(tmp_path, Path(TAUGHT[1]).name, faces[0], wrong), tmp_path / "mine.profile"
    words = ["teach", "--dice", "wuerfelspiel", "--labels", str(labels), "--frames", *TAUGHT, "-o", str(path)]
    assert main(words) == 2
    error = capsys.readouterr().err
    assert f"{Path(TAUGHT[1]).name}, die at (" in error
    assert f"called {wrong}, but it looks like {faces[0]}" in error
    assert not path.exists()
    assert main([*words, "--leave-out"]) == 0
    assert path.exists()


def test_a_picture_given_twice_is_taken_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.profile"
    words = ["teach", "--dice", "wuerfelspiel", "--labels", str(FRAMES / "truth.json"), "--frames", *TAUGHT, TAUGHT[0]]
    assert main([*words, "-o", str(path)]) == 0
    assert capsys.readouterr().out.count("This picture was taken already") >= 4
