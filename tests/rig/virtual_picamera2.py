"""The real Picamera2 on libcamera's virtual camera, which plays recorded pictures: no Pi and no kernel support needed.

Four things picamera2 takes for granted exist on a Pi only and are put in their place here: the drawing library of its
preview, the raw modes of a sensor, memory from /dev/dma_heap, and the pace of a sensor.  Nothing of its camera
interface is replaced.
"""

from __future__ import annotations

import contextlib
import mmap
import os
import sys
import time
import types
from collections import deque
from typing import Any

import libcamera

if "pykms" not in sys.modules:
    preview_only = types.ModuleType("pykms")
    preview_only.PixelFormat = type("PixelFormat", (), {"__getattr__": lambda self, name: 0})()
    sys.modules["pykms"] = preview_only

import picamera2.picamera2
from picamera2 import Picamera2
from picamera2.allocators.allocator import Allocator
from picamera2.picamera2 import CameraManager, CompletedRequest

PICTURES_A_SECOND = 15
"""What the rig asks of a Pi's camera. The virtual one makes as many as the processor allows, up to hundreds."""

REPEATED = 4
"""The virtual camera gives each picture so many times."""


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


class SensorsPace(CameraManager):
    """Hands on one picture after the other, each once, as a sensor gives them; the next ones wait until it is time."""

    def __init__(self) -> None:
        super().__init__()
        self._made: deque[Any] = deque()
        self._taken = 0
        self._due_s = 0.0

    def handle_request(self, flushid: int | None = None) -> None:
        """Take what is ready; when a camera stops (flushid) its pictures are dropped at once."""
        with self._lock:
            self._made.extend(self.cms.get_ready_requests())
            if flushid is not None:
                self._made = deque(request for request in self._made if request.cookie != flushid)
        while flushid is None and self._made:
            self._taken += 1
            if self._taken % REPEATED:
                self._hand_on(is_new=False)
                continue
            time.sleep(max(0.0, self._due_s - time.monotonic()))
            self._due_s = max(self._due_s, time.monotonic() - 1 / PICTURES_A_SECOND) + 1 / PICTURES_A_SECOND
            self._hand_on(is_new=True)

    def _hand_on(self, is_new: bool) -> None:
        with self._lock:
            if not self._made:  # the camera was stopped meanwhile
                return
            request = self._made.popleft()
            camera = self.cameras.get(request.cookie)
            if camera is None or request.status != libcamera.Request.Status.Complete:
                return
            completed = CompletedRequest(request, camera)
            if not is_new:
                with contextlib.suppress(RuntimeError):  # the camera is being stopped this moment
                    completed.release()
                return
            with camera._requestslock:
                camera._requests.append(completed)
            os.write(camera.notifyme_w, b"\x00")


Picamera2._cm = SensorsPace()


class VirtualPicamera2(Picamera2):
    """Picamera2 for a pipeline that has no raw stream."""

    def _get_raw_modes(self) -> list[dict[str, Any]]:
        formats = self.camera.generate_configuration([libcamera.StreamRole.Viewfinder]).at(0).formats
        return [
            {"format": str(kind), "size": (size.width, size.height)}
            for kind in formats.pixel_formats
            for size in formats.sizes(kind)
        ]
