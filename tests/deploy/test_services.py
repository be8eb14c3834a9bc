from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from rig.evening import SILENT_S

DEPLOY = Path(__file__).parents[2] / "deploy"
RIG = (DEPLOY / "keltis-rig.service").read_text(encoding="utf-8")

needs_systemd = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")


def values(text: str, key: str) -> list[str]:
    return re.findall(rf"^{key}=(.*)$", text, re.MULTILINE)


@needs_systemd
def test_the_service_is_closed_off():
    analysed = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--threshold=20", DEPLOY / "keltis-rig.service"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "SYSTEMD_PAGER": "cat"},
    )
    assert analysed.returncode == 0, analysed.stdout[-300:] + analysed.stderr


@needs_systemd
@pytest.mark.parametrize("name", ["keltis-rig.service", "keltis-screen.service"])
def test_systemd_understands_every_line_of_the_services(name, tmp_path):
    # What the services start is installed elsewhere; a program that is here stands in.
    text = re.sub(r"^ExecStart=\S+", "ExecStart=/bin/true", (DEPLOY / name).read_text(encoding="utf-8"), flags=re.M)
    (tmp_path / name).write_text(text, encoding="utf-8")
    said = subprocess.run(["systemd-analyze", "verify", tmp_path / name], capture_output=True, text=True, check=False)
    assert not [line for line in said.stderr.splitlines() if name in line], said.stderr


def test_the_watchdog_starts_a_hung_rig_again_within_twenty_seconds():
    steps = ("WatchdogSec", "TimeoutAbortSec", "RestartSec")
    assert SILENT_S + sum(int(values(RIG, step)[0]) for step in steps) <= 20
    assert values(RIG, "Restart") == ["always"]
    assert values(RIG, "Type") == ["notify"]


def test_nothing_waits_for_the_network():
    for name in ("keltis-rig.service", "keltis-screen.service"):
        assert "network-online" not in (DEPLOY / name).read_text(encoding="utf-8")


def test_lgpio_finds_a_folder_it_may_write_in():
    assert values(RIG, "WorkingDirectory") == [f"/run/{values(RIG, 'RuntimeDirectory')[0]}"]
    assert "LG_WD=/run/keltis-rig" in RIG


def installer(*words: str, path: str | None = None) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, **({"PATH": path} if path else {})}
    return subprocess.run(
        ["bash", DEPLOY / "install.sh", *words], capture_output=True, text=True, check=False, env=environment
    )


def test_the_installer_explains_itself():
    said = installer("--help")
    assert said.returncode == 0
    assert "--dry-run" in said.stdout
    assert "set -euo" not in said.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--fast"], "--fast is unknown"),
        (["--screen", "cinema"], "--screen takes auto, kiosk, desktop, phone or none."),
    ],
)
def test_the_installer_refuses_what_it_does_not_know(words, sentence):
    said = installer(*words)
    assert said.returncode == 2
    assert sentence in said.stderr


def test_a_32_bit_system_is_refused_with_one_sentence(tmp_path):
    (tmp_path / "dpkg").write_text("#!/bin/sh\necho armhf\n")
    (tmp_path / "dpkg").chmod(0o755)
    said = installer("--dry-run", path=f"{tmp_path}:{os.environ['PATH']}")
    assert said.returncode == 2
    assert said.stderr.count("\n") == 1
    assert "64-bit Raspberry Pi OS" in said.stderr


def test_an_older_or_newer_system_is_refused(tmp_path):
    (tmp_path / "dpkg").write_text("#!/bin/sh\necho arm64\n")
    (tmp_path / "dpkg").chmod(0o755)
    script = (DEPLOY / "install.sh").read_text(encoding="utf-8").replace("/etc/os-release", str(tmp_path / "release"))
    (tmp_path / "install.sh").write_text(script, encoding="utf-8")
    (tmp_path / "release").write_text("VERSION_CODENAME=bullseye\n")
    said = subprocess.run(
        ["bash", tmp_path / "install.sh", "--dry-run"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"},
    )
    assert said.returncode == 2
    assert "This is Debian bullseye; Raspberry Pi OS Bookworm or Trixie is wanted." in said.stderr
