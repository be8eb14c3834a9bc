"""All threads of a rig take their memory from one pool."""

import ctypes
import subprocess
import sys

import pytest

POOLS = """
import ctypes, threading
from rig.memory_pool import share_memory
if {shared}:
    assert share_memory()
go_on = threading.Barrier(9)
def take():
    kept = [bytearray(5000) for _ in range(2000)]
    go_on.wait(30)
    go_on.wait(30)
    del kept
threads = [threading.Thread(target=take) for _ in range(8)]
for thread in threads: thread.start()
go_on.wait(30)
library = ctypes.CDLL(None)
library.fdopen.restype = ctypes.c_void_p
stream = ctypes.c_void_p(library.fdopen(1, b"w"))
library.malloc_info(0, stream)
library.fflush(stream)
go_on.wait(30)
"""


def pools(shared: bool) -> int:
    said = subprocess.run(
        [sys.executable, "-c", POOLS.format(shared=shared)], capture_output=True, text=True, check=True, timeout=60
    )
    return said.stdout.count("<heap nr=")


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "mallopt"), reason="another C library than glibc")
def test_threads_that_work_at_once_share_one_pool():
    assert pools(shared=False) > 1
    assert pools(shared=True) == 1


HELD = """
from pathlib import Path
from rig.memory_pool import give_back, share_memory
def held():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096
share_memory()
parts = [bytearray(60_000) for _ in range(1000)]
del parts[::2], parts[:-1:2]
before = held()
give_back()
print(before - held())
"""


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "malloc_trim"), reason="another C library than glibc")
def test_what_is_free_between_things_that_stay_is_given_back():
    said = subprocess.run([sys.executable, "-c", HELD], capture_output=True, text=True, check=True, timeout=60)
    assert int(said.stdout) > 20_000_000


LARGE_PIECES = """
from pathlib import Path
from rig.memory_pool import share_memory
def held():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096
if {shared}:
    share_memory()
before = held()
pages, small = [], []
for _ in range(400):
    pages.append(b"x" * 100_000)
    small.append(b"y" * 20_000)
del pages
print(held() - before - 400 * 20_000)
"""


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "mallopt"), reason="another C library than glibc")
def test_rendered_pages_leave_no_holes_between_small_things():
    left = [
        int(subprocess.check_output([sys.executable, "-c", LARGE_PIECES.format(shared=shared)], timeout=60))
        for shared in (False, True)
    ]
    assert left[0] > 15_000_000
    assert left[1] < 1_000_000
