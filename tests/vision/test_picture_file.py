import struct
import subprocess
import sys
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision import picture_file
from vision.errors import FrameError
from vision.picture_file import read_picture


def test_a_picture_comes_as_blue_green_red(tmp_path: Path) -> None:
    path = tmp_path / "blue.png"
    cv2.imwrite(str(path), np.full((20, 30, 3), (255, 0, 0), np.uint8))
    frame = read_picture(path)
    assert frame.shape == (20, 30, 3)
    assert tuple(frame[0, 0]) == (255, 0, 0)


@pytest.mark.parametrize(("content", "sentence"), [(b"", "is empty"), (b"GIF89a?", "is no picture")])
def test_a_file_that_is_no_picture_says_what_to_give(content: bytes, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "x.jpg"
    path.write_bytes(content)
    with pytest.raises(FrameError, match=sentence):
        read_picture(path)


def test_a_folder_and_a_missing_file_cannot_be_read(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.jpg"):
        with pytest.raises(FrameError, match="cannot be read"):
            read_picture(path)


def test_a_huge_file_is_not_even_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture_file, "LARGEST_FILE", 10)
    path = tmp_path / "x.jpg"
    path.write_bytes(b"0123456789ab")
    with pytest.raises(FrameError, match="less than 100 MB"):
        read_picture(path)


def test_a_picture_with_too_many_pixels_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "wide.png"
    cv2.imwrite(str(path), np.zeros((20, 10_001), np.uint8))
    with pytest.raises(FrameError, match="at most 10000"):
        read_picture(path)


def test_a_small_file_that_claims_a_vast_picture_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    path = tmp_path / "vast.png"
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 20_000, 20_000, 8, 2, 0, 0, 0))
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b""))
    script = "import sys; from vision.picture_file import read_picture; read_picture(sys.argv[1])"
    done = subprocess.run([sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=False)
    assert "more than 10000 x 10000 pixels" in done.stderr


@pytest.mark.parametrize("spoilt", [b"", b"\xff" * 20], ids=["cut off", "overwritten"])
def test_a_damaged_jpeg_is_told_in_our_sentence_and_libjpeg_is_not_heard(spoilt: bytes, tmp_path: Path, capfd) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (100, 100, 3), np.uint8)
    path = tmp_path / "damaged.jpg"
    data = cv2.imencode(".jpg", noise)[1].tobytes()
    path.write_bytes(data[:4000] + (spoilt + data[4000 + len(spoilt) :] if spoilt else b""))
    with pytest.raises(FrameError, match=r"damaged\.jpg is damaged; take the picture again"):
        read_picture(path)
    assert capfd.readouterr().err == ""
