"""Whole games on rendered dice through the real reader; the rendered truth is compared afterwards."""

import hashlib
import re
import shutil
from pathlib import Path

import pytest

from engine import record
from rig.__main__ import main

ROOT = Path(__file__).parents[2]
MODELS = ROOT / "models"
SIGNS, PERMUTED = b'"or": [0, 1, 2, 3, 4, 6, 7]', b'"or": [4, 3, 0, 1, 2, 6, 7]'


def play(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    status = main(["demo", "--auto", *words])
    return status, capsys.readouterr().out


def counts(out: str) -> tuple[int, int, int, int]:
    """Rolls read, asked about, entered by hand, and silent errors."""
    read, asked, by_hand = re.search(r"(\d+) rolls read, (\d+) asked about, (\d+) entered by hand", out).groups()
    (silent,) = re.search(r"(\d+) silent errors", out).groups()
    return int(read), int(asked), int(by_hand), int(silent)


def whole_game(capsys: pytest.CaptureFixture[str], folder: Path, *words: str) -> None:
    status, out = play(capsys, *words)
    assert status == 0, out
    read, asked, by_hand, silent = counts(out)
    assert silent == 0
    assert by_hand == 0
    assert read >= 9 * asked
    played = record.parse(out)  # what is told beside the record is marked as that
    assert played.position.outcome is not None
    (folder / "game.txt").write_text(out, encoding="utf-8")
    assert main(["replay", str(folder / "game.txt")]) == 0
    told = capsys.readouterr().out
    assert all(str(total) in told for total in played.position.outcome.totals)


@pytest.mark.prove  # in everyday checks the wheel plays it, see deploy/check/wheel.sh
@pytest.mark.timeout(300)
def test_a_game_of_or_is_read_without_a_silent_error(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    whole_game(capsys, tmp_path, "--game", "or", "--seed", "7")


@pytest.mark.prove
@pytest.mark.timeout(900)
@pytest.mark.parametrize("seed", ["7", "8"])
def test_a_game_of_the_wuerfelspiel_for_four_is_read_without_a_silent_error(
    seed: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    whole_game(capsys, tmp_path, "--game", "wuerfelspiel", "--players", "4", "--seed", seed)


def test_a_model_whose_labels_are_permuted_cannot_even_be_taught(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    spoil_labels(tmp_path)
    assert main(["demo", "--auto", "--game", "or", "--seed", "7", "--models", str(tmp_path)]) == 2
    told = capsys.readouterr()
    assert "its labels are not those of the dice" in told.err
    assert told.out == ""


def spoil_labels(folder: Path) -> None:
    """A copy of the networks whose faces 1 to 5 are called by each other's names, with the right hash."""
    for file in (*MODELS.glob("*.onnx"), *MODELS.glob("*.toml")):
        shutil.copy(file, folder)
    network, card = folder / "dice_faces.onnx", folder / "dice_faces.toml"
    data = network.read_bytes()
    assert data.count(SIGNS) == 1
    spoilt = data.replace(SIGNS, PERMUTED)
    network.write_bytes(spoilt)
    old, new = hashlib.sha256(data).hexdigest(), hashlib.sha256(spoilt).hexdigest()
    card.write_text(card.read_text().replace(old, new))
