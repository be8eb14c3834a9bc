"""One pool of memory for all threads, so that an evening leaves less of it lying about unused."""

from __future__ import annotations

import ctypes
from contextlib import suppress

ARENA_MAX = -8
"""`M_ARENA_MAX` of glibc's malloc.h."""
MMAP_THRESHOLD = -3
"""`M_MMAP_THRESHOLD` of the same file."""
LARGE = 64 * 1024
"""From so many bytes on, a piece comes from the system by itself and goes back to it as soon as it is free."""
TOP_PAD = -2
"""`M_TOP_PAD` of the same file."""
SPARE = LARGE // 2
"""So much the pool takes beyond what it needs; were it more, large pieces would be cut from that spare part."""


def share_memory() -> bool:
    """Let all threads take memory from one pool; call it before they begin.

    By itself glibc gives each thread a pool of its own.  What is freed there is of no use to the others, and events,
    views and pictures go from thread to thread: 1,000 rolls took 20 MB.  By itself it also takes larger and larger
    pieces from the pool (32 MB at last), where frames and rendered pages leave holes that small things then keep open.

    Returns:
        False where the C library cannot.
    """
    with suppress(AttributeError):
        mallopt = ctypes.CDLL(None).mallopt
        return all(mallopt(*choice) for choice in ((ARENA_MAX, 1), (MMAP_THRESHOLD, LARGE), (TOP_PAD, SPARE)))
    return False


def give_back() -> bool:
    """Give what is free between things that stay back to the system.

    Returns:
        True if there was something; False too where the C library cannot.
    """
    with suppress(AttributeError):
        return bool(ctypes.CDLL(None).malloc_trim(0))
    return False
