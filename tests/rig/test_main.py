"""What every command does with its standard output."""

import os
import subprocess
import sys

import pytest

from rig.__main__ import READER_GONE, main

POSITION = "or chips=ours -,-,-,-,-.0/-,-,-,-,-.0 A reroll dice=4s"


def keltis(*words: str, **streams) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "rig", *words], stderr=subprocess.PIPE, text=True, check=False, timeout=60, **streams
    )


def test_a_reader_that_leaves_early_ends_a_command_without_a_word():
    there, here = os.pipe()
    os.close(there)
    with os.fdopen(here, "wb") as gone:
        done = keltis("moves", POSITION, stdout=gone)
    assert (done.returncode, done.stderr) == (READER_GONE, "")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs Linux's /dev/full")
def test_output_onto_a_full_disk_is_one_sentence():
    with open("/dev/full", "wb") as full:
        done = keltis("moves", POSITION, stdout=full)
    assert done.returncode == 2
    assert done.stderr == "keltis moves: No space is left on the disk; free some and try again.\n"


def test_a_terminal_that_knows_no_accents_is_no_reason_to_stop():
    done = keltis("demo", "--help", stdout=subprocess.PIPE, env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0
    done = keltis("doctor", stdout=subprocess.PIPE, env={**os.environ, "PYTHONIOENCODING": "ascii:strict"})
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("port", ["99999", "-1"])
def test_a_port_that_cannot_be_is_one_sentence(port, capsys):
    assert main(["demo", "--auto", f"--port={port}"]) == 2
    assert capsys.readouterr().err == (
        f"keltis demo: There is no port {port}; choose one from 1 to 65535, or 0 for any free one.\n"
    )


@pytest.mark.parametrize("command", ["replay", "analyse"])
def test_a_device_without_end_is_no_record(command, capsys):
    assert main([command, "/dev/zero"]) == 2
    assert "no record is" in capsys.readouterr().err


def test_labels_without_end_are_refused(tmp_path, capsys):
    words = ["teach", "--dice", "or", "--labels", "/dev/zero", "--frames", "x.jpg", "-o", str(tmp_path / "p")]
    assert main(words) == 2
    assert "holds no labels" in capsys.readouterr().err
