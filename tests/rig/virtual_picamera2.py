"""The real Picamera2 on libcamera's virtual camera, which plays recorded pictures: no Pi and no kernel support needed.

Three things picamera2 takes for granted exist on a Pi only and are put in their place here: the drawing library of its
preview, the raw modes of a sensor, and memory from /dev/dma_heap.  Nothing of its camera interface is replaced.
"""

from __future__ import annotations

import mmap
import os
import sys
import types
from typing import Any

import libcamera

if "pykms" not in sys.modules:
    preview_only = types.ModuleType("pykms")
    preview_only.PixelFormat = type("PixelFormat", (), {"__getattr__": lambda self, name: 0})()
    sys.modules["pykms"] = preview_only

import picamera2.picamera2
from picamera2 import Picamera2
from picamera2.allocators.allocator import Allocator


class NoSync:
    """Plain memory needs no cache synchronisation."""

    def __init__(self, allocator: MemoryAllocator, buffer: Any, write: bool) -> None:
        self._memory = allocator.mapped_buffers[buffer]

    def __enter__(self) -> mmap.mmap:
        return self._memory

    def __exit__(self, *what: object) -> None:
        pass


class MemoryAllocator(Allocator):
    """NV12 buffers of plain memory, two planes in one file each."""

    def __init__(self) -> None:
        super().__init__()
        self.mapped_buffers: dict[Any, mmap.mmap] = {}
        self._buffers: dict[Any, list[Any]] = {}
        self._files: list[int] = []
        self.sync = lambda allocator, buffer, write: NoSync(self, buffer, write)

    def allocate(self, configurations: Any, _use_case: str) -> None:
        self.close()
        for stream in configurations:
            luma = stream.stride * stream.size.height
            self._buffers[stream.stream] = [self._buffer(luma, stream.frame_size) for _ in range(stream.buffer_count)]

    def _buffer(self, luma: int, size: int) -> Any:
        file = os.memfd_create("virtual-camera")
        os.ftruncate(file, size)
        self._files.append(file)
        planes = []
        for offset, length in ((0, luma), (luma, size - luma)):
            plane = libcamera.FrameBuffer.Plane()
            plane.fd, plane.offset, plane.length = file, offset, length
            planes.append(plane)
        buffer = libcamera.FrameBuffer(planes)
        self.mapped_buffers[buffer] = mmap.mmap(file, size)
        return buffer

    def buffers(self, stream: Any) -> list[Any]:
        return self._buffers[stream]

    def close(self) -> None:
        for file in self._files:
            os.close(file)
        self.mapped_buffers, self._buffers, self._files = {}, {}, []


picamera2.picamera2.DmaAllocator = MemoryAllocator  # Picamera2.close() makes a fresh one


class VirtualPicamera2(Picamera2):
    """Picamera2 for a pipeline that has no raw stream."""

    def _get_raw_modes(self) -> list[dict[str, Any]]:
        formats = self.camera.generate_configuration([libcamera.StreamRole.Viewfinder]).at(0).formats
        return [
            {"format": str(kind), "size": (size.width, size.height)}
            for kind in formats.pixel_formats
            for size in formats.sizes(kind)
        ]
