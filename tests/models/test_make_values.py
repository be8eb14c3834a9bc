"""A value network for an owner's chips: one command, which goes on where it stopped and writes only what is better."""

from __future__ import annotations

import shutil

import pytest

pytest.importorskip("torch", reason="needs the extra train")
pytest.importorskip("onnx", reason="needs the extra train")
pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")

from engine.advice.network import opened  # noqa: E402
from engine.components import write  # noqa: E402
from engine.games.keltis_or_chips import SCHEMA, shipped  # noqa: E402
from engine.value_files import own_name  # noqa: E402
from models.values import make  # noqa: E402

OWNER = shipped("or-ours", SCHEMA).with_entry("chips", "redbrown", 3, "coins 3")


@pytest.fixture
def train(tmp_path, monkeypatch):
    file = tmp_path / "mine.toml"
    file.write_text(write(OWNER), encoding="utf-8")
    monkeypatch.setattr(make, "WORK", tmp_path / "work")
    words = ["--components", str(file), "--to", str(tmp_path), "--minutes", "0.01", "--games", "20", "--matches", "12"]
    return lambda: make.main(words)


def test_it_goes_on_where_it_stopped_and_writes_nothing_that_is_no_better(train, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(make, "is_wanted", lambda *_: False)
    assert train() == 1
    first = make.begun("or", tmp_path / "work" / f"or-{OWNER.digest}.pt").generation
    assert train() == 1
    assert make.begun("or", tmp_path / "work" / f"or-{OWNER.digest}.pt").generation > first > 7
    assert not list(tmp_path.glob("*.onnx"))
    assert "as good here" in capsys.readouterr().out


def test_what_is_better_is_written_for_its_components_and_seats(train, tmp_path, monkeypatch):
    monkeypatch.setattr(make, "is_wanted", lambda game, seats, shipped, new: seats == 3)
    assert train() == 0
    path = tmp_path / own_name("or", OWNER.digest)
    network = opened(path.read_bytes(), path.name)
    assert (network.game, network.seats, network.components) == ("or", (3,), OWNER.digest)


def test_chips_that_nobody_knows_whole_are_refused_in_a_sentence(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(write(OWNER.with_entry("chips", "redbrown", 4, "unknown")), encoding="utf-8")
    with pytest.raises(SystemExit, match="does not say what chips redbrown 4 shows"):
        make.main(["--components", str(file)])
    with pytest.raises(SystemExit, match="name the file"):
        make.main(["--components", str(tmp_path / "none.toml")])
