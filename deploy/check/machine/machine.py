"""A whole computer as one program: started on a copy of a disk, heard on its console, cut off, its disk looked at.

The computer is emulated by qemu, its kernel is Debian's own, and its clock counts instructions, a thousand million a
second: however busy the real machine is, a second's work inside takes a second.  While it waits, for its disk say, its
clock goes as the real one; with `sleep=off` it would leap from timer to timer instead, past every deadline.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

FOLDER = Path(os.environ.get("KELTIS_MACHINE", "/var/tmp/keltis-check/machine"))


class Machine:
    """One run of the computer.

    Args:
        disk: as `fresh_disk` makes it; what is written stays in it.
        words: further words for the kernel: which program comes first, what it shall do.
    """

    def __init__(self, disk: Path, *words: str) -> None:
        self.lines: list[str] = []
        self._log = disk.with_suffix(".log")
        kernel_words = " ".join(("root=/dev/vda rw console=ttyS0 quiet panic=-1", *words))
        command = ["qemu-system-x86_64", "-accel", "tcg", "-cpu", "max", "-icount", "shift=0", "-m", "1024"]
        command += ["-rtc", "clock=vm", "-nodefaults", "-no-reboot", "-display", "none", "-serial", "stdio"]
        command += ["-kernel", str(FOLDER / "vmlinuz"), "-initrd", str(FOLDER / "initrd"), "-append", kernel_words]
        # What the machine wrote and did not flush lies in qemu's memory in part, and is gone when that is killed.
        command += ["-drive", f"file={disk},format=qcow2,if=virtio,cache=writeback"]
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            text=True,
            errors="replace",
        )
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        # Whoever ends the check ends the computer: it would go on without anybody who listens.
        atexit.register(self.pull_the_plug)
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with self._log.open("w", encoding="utf-8", buffering=1) as log:
            for line in self._process.stdout:
                self.lines.append(line.rstrip("\r\n"))
                log.write(line)

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


def fresh_disk(name: str) -> Path:
    """A disk that begins as image.sh made it."""
    original, disk = FOLDER / "disk.ext4", FOLDER / f"{name}.qcow2"
    command = ["qemu-img", "create", "-q", "-f", "qcow2", "-F", "raw", "-b", str(original), str(disk)]
    subprocess.run(command, check=True)
    return disk


def as_image(disk: Path) -> Path:
    """The disk as one plain image beside it, its file system mended as a start would; its check is printed."""
    image = disk.with_suffix(".ext4")
    subprocess.run(["qemu-img", "convert", "-f", "qcow2", "-O", "raw", str(disk), str(image)], check=True)
    done = subprocess.run(["e2fsck", "-f", "-y", str(image)], capture_output=True, text=True, check=False)
    print("disk:", done.stdout.splitlines()[-1] if done.returncode in (0, 1) else done.stdout + done.stderr)
    return image


def fetch(image: Path, inside: str, folder: Path) -> Path:
    """Copy a file out of an image."""
    target = folder / Path(inside).name
    subprocess.run(["debugfs", "-R", f"dump {inside} {target}", str(image)], capture_output=True, check=True)
    return target
