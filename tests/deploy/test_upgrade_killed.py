"""An upgrade that is killed at any moment leaves a rig that starts, and the next one goes through."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import time
from pathlib import Path

import pytest

DEPLOY = Path(__file__).parents[2] / "deploy"

STAND_INS = {
    "id": "echo 0",
    "dpkg": "echo arm64",
    "dpkg-query": "echo install ok installed",
    "apt-cache": "exit 0",
    "apt-get": "exit 0",
    "getent": "exit 0",
    "usermod": "exit 0",
    "systemctl": "exit 0",
    "install": 'while [ $# -gt 2 ]; do shift; done; [ -f "$1" ] && cp "$1" "$2" || mkdir -p "$2"',
    # An environment whose pip takes its time and whose program is written in two pieces.
    "python3": 'mkdir -p "$4/bin"; sleep 0.02; cp $(dirname "$0")/pip "$4/bin/pip"',
    "pip": 'here=$(dirname "$0"); printf "#!/bin/sh\\n" >"$here/keltis"; chmod +x "$here/keltis"; sleep 0.03; '
    'printf "echo version %s is whole\\n" "$(cat "$(dirname "$0")/../../../../number")" >>"$here/keltis"',
}
"""What the installer calls besides the shell's own, where no Raspberry Pi is at hand."""


class Machine:
    """A folder that the installer takes for a Raspberry Pi."""

    def __init__(self, folder: Path) -> None:
        self.base = folder / "opt"
        self._programs = folder / "programs"
        self._script = folder / "keltis-rig" / "deploy" / "install.sh"
        self._script.parent.mkdir(parents=True)
        self._programs.mkdir()
        self.base.mkdir()
        for name, text in STAND_INS.items():
            (self._programs / name).write_text(f"#!/bin/sh\n{text}\n")
            (self._programs / name).chmod(0o755)
        (folder / "release").write_text("VERSION_CODENAME=bookworm\n")
        text = (DEPLOY / "install.sh").read_text(encoding="utf-8")
        for place, instead in {
            "/opt/keltis-rig": "opt",
            "/var/lib/keltis-rig": "data",
            "/etc/keltis-rig": "settings",
            "/etc/systemd/system": "units",
            "/etc/xdg/autostart": "autostart",
            "/etc/udev/rules.d": "rules",
            "/usr/local/bin/keltis": "command",
            "/etc/os-release": "release",
            "/run/systemd/system": "no-systemd",
        }.items():
            text = text.replace(place, str(folder / instead))
        # Folders named by the time in seconds would be the same one here.
        text = text.replace("$(date +%Y%m%d-%H%M%S)", "$(date +%s%N)")
        self._script.write_text(text)
        for name in ("screen.sh", "rig.toml", "keltis-rig.service", "keltis-screen.service", "keltis-rig.desktop"):
            (self._script.parent / name).write_bytes((DEPLOY / name).read_bytes())

    def upgrade(self, number: int) -> subprocess.Popen[bytes]:
        """Begin to install a version."""
        (self.base / "number").write_text(str(number))
        environment = {**os.environ, "PATH": f"{self._programs}:{os.environ['PATH']}"}
        return subprocess.Popen(
            ["bash", self._script, "--screen", "none"],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=environment,
            start_new_session=True,
        )

    def said(self) -> str:
        """What the installed program says when it is started."""
        return subprocess.run(
            [self.base / "current/venv/bin/keltis"], capture_output=True, text=True, check=True
        ).stdout


@pytest.mark.parametrize("kills", [25, pytest.param(200, marks=pytest.mark.prove)])
def test_a_killed_upgrade_leaves_a_version_that_starts(kills: int, tmp_path: Path) -> None:
    machine, chance = Machine(tmp_path), random.Random(6)
    began = time.monotonic()
    first = machine.upgrade(0)
    told, _ = first.communicate()
    assert first.returncode == 0, told.decode()
    took = time.monotonic() - began
    assert machine.said() == "version 0 is whole\n"
    (tmp_path / "settings" / "rig.toml").write_text("[page]\nport = 8123\n")
    finished = 0
    for number in range(1, kills + 1):
        upgrade = machine.upgrade(number)
        time.sleep(chance.uniform(0, 1.2 * took))
        finished += upgrade.poll() == 0
        with contextlib.suppress(ProcessLookupError):
            os.killpg(upgrade.pid, signal.SIGKILL)
        upgrade.communicate()
        assert machine.said().endswith(" is whole\n")
    assert finished < kills
    last = machine.upgrade(kills + 1)
    told, _ = last.communicate()
    assert last.returncode == 0, told.decode()
    assert machine.said() == f"version {kills + 1} is whole\n"
    assert len(list((machine.base / "versions").iterdir())) <= 2
    assert (tmp_path / "settings" / "rig.toml").read_text() == "[page]\nport = 8123\n"
    print(f"{kills} kills in upgrades of {took:.2f} s, {finished} of them after the end: always a version that starts")
