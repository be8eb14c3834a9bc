"""Starts an installed rig, waits until its table is laid, and ends it; prints what it said if it is not laid in time.

usage: python3 comes_up.py PROGRAM      /usr/local/bin/keltis, for one
"""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

WITHIN_S = 180
"""Two seconds on a quiet machine."""


def main(program: str) -> int:
    """0 if the table is laid."""
    port = _free_port()
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile("w+") as said:
        command = [program, "play", "--data", folder, "--camera", "none", "--port", str(port)]
        rig = subprocess.Popen(command, stdout=said, stderr=subprocess.STDOUT)
        until, is_laid = time.monotonic() + WITHIN_S, False
        while not is_laid and time.monotonic() < until and rig.poll() is None:
            time.sleep(0.2)
            is_laid = _screen(port) not in (None, "starting")
        rig.terminate()
        rig.wait(timeout=30)
        said.seek(0)
        if not is_laid:
            print(said.read())
    return 0 if is_laid else 1


def _free_port() -> int:
    with socket.socket() as asking:
        asking.bind(("127.0.0.1", 0))
        return int(asking.getsockname()[1])


def _screen(port: int) -> str | None:
    """What the page shows, None if there is no page."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/state.json", timeout=5) as answer:
            return str(json.load(answer)["screen"])
    except (OSError, ValueError):
        return None


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1]))
