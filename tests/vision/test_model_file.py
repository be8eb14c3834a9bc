import shutil
from importlib import resources
from pathlib import Path

import numpy as np
import pytest

from vision.errors import ModelError
from vision.model_file import open_model

PLACE = Path(str(resources.files("models")))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("dice_faces.onnx", "dice_faces.toml"):
        shutil.copy(PLACE / name, tmp_path)
    return tmp_path


def test_the_networks_say_what_they_read() -> None:
    assert open_model("dice_finder").contract["input"]["shape"] == [384, 512, 3]
    faces = open_model("dice_faces").contract
    assert faces["labels"][:7] == ["1", "2", "3", "4", "5", "6", "stone"]
    assert faces["input"]["order"] == "height, width, BGR"


def test_a_missing_file_is_named(folder: Path) -> None:
    (folder / "dice_faces.onnx").unlink()
    with pytest.raises(ModelError, match=r"dice_faces\.onnx is missing"):
        open_model("dice_faces", folder)
    (folder / "dice_faces.toml").unlink()
    with pytest.raises(ModelError, match="card"):
        open_model("dice_faces", folder)


def test_one_changed_byte_is_noticed(folder: Path) -> None:
    data = bytearray((folder / "dice_faces.onnx").read_bytes())
    data[len(data) // 2] ^= 1
    (folder / "dice_faces.onnx").write_bytes(bytes(data))
    with pytest.raises(ModelError, match="altered"):
        open_model("dice_faces", folder)


def test_a_network_of_another_kind_is_refused(folder: Path) -> None:
    for ending in ("onnx", "toml"):
        (folder / f"dice_faces.{ending}").rename(folder / f"dice_finder.{ending}")
    with pytest.raises(ModelError, match="not 'dice_finder'"):
        open_model("dice_finder", folder)


def test_a_batch_of_another_shape_is_refused() -> None:
    with pytest.raises(ModelError, match="wants uint8"):
        open_model("dice_faces").run(np.zeros((1, 32, 32, 3), np.uint8))
