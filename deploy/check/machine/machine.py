"""A whole computer as one program: started on a copy of a disk, heard on its console, cut off, its disk looked at."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

FOLDER = Path("/var/tmp/keltis-check/uml")
OWN_KERNEL = FOLDER / "linux"
DEBIANS_KERNEL = Path("/usr/bin/linux.uml")


def kernel() -> Path:
    """The kernel with pins if it was built, else Debian's, which has none (apt install user-mode-linux)."""
    found = next((place for place in (OWN_KERNEL, DEBIANS_KERNEL) if place.exists()), None)
    if found is None:
        raise SystemExit("There is no user-mode kernel: apt install user-mode-linux, or run build-kernel.sh.")
    return found


class Machine:
    """One run of the computer.

    Args:
        disk: an ext4 image; what is written stays in it.
        init: the first program.
        more: further words for the kernel.
    """

    def __init__(self, disk: Path, init: str, *more: str) -> None:
        self.lines: list[str] = []
        self._temporary = tempfile.mkdtemp()
        command = [str(kernel()), "mem=768M", f"ubd0={disk}", "root=/dev/ubda", "rootfstype=ext4", "rw", "quiet"]
        command += ["con=null", "con0=null,fd:1", f"init={init}", f"uml_dir={self._temporary}", *more]
        environment = {"PATH": "/usr/bin:/bin:/usr/lib/uml", "TMPDIR": self._temporary, "HOME": self._temporary}
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=environment,
            start_new_session=True,
            text=True,
            errors="replace",
        )
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.lines.append(line.rstrip("\r\n"))

    def wait_for(self, wanted: Callable[[list[str]], bool], within_s: float) -> bool:
        """True once what the console said satisfies `wanted`; False if it does not in time or the machine ended."""
        deadline = time.monotonic() + within_s
        while time.monotonic() < deadline:
            if wanted(self.lines):
                return True
            if self._process.poll() is not None:
                self._listener.join(timeout=1)
                return wanted(self.lines)
            time.sleep(0.01)
        return False

    def pull_the_plug(self) -> None:
        """End it as a power cut does: nothing inside gets to do anything."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._listener.join(timeout=5)
        shutil.rmtree(self._temporary, ignore_errors=True)


def fresh_disk(name: str) -> Path:
    """A copy of the disk that image.sh made."""
    original, copy = FOLDER / "disk.ext4", FOLDER / f"{name}.ext4"
    subprocess.run(["cp", "--sparse=always", original, copy], check=True)
    return copy


def check_disk(disk: Path) -> str:
    """What the file system's own check says after replaying its journal; mends it as a start would."""
    done = subprocess.run(["e2fsck", "-f", "-y", disk], capture_output=True, text=True, check=False)
    return done.stdout.splitlines()[-1] if done.returncode in (0, 1) else done.stdout + done.stderr


def fetch(disk: Path, inside: str, folder: Path) -> Path:
    """Copy a file out of the disk."""
    target = folder / Path(inside).name
    subprocess.run(["debugfs", "-R", f"dump {inside} {target}", disk], capture_output=True, check=True)
    return target
