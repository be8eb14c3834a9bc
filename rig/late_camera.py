"""A camera that need not be there at the start: it is opened when it can be, and the game goes on meanwhile."""

from __future__ import annotations

import time
from collections.abc import Callable

from rig.camera import Camera
from rig.errors import CameraError
from vision.reading import Frame

AGAIN_S = 2.0


class LateCamera:
    """Tries to open a camera until there is one.

    Args:
        open_one: opens it or raises `CameraError`.
        clock: steady seconds.
    """

    def __init__(self, open_one: Callable[[], Camera], clock: Callable[[], float] = time.monotonic) -> None:
        self.name = "no camera yet"
        self._open_one = open_one
        self._clock = clock
        self._camera: Camera | None = None
        self._failed: tuple[float, str] | None = None

    def frame(self) -> Frame:
        """The newest picture.

        Raises:
            CameraError: there is no camera, or it gives no picture.
        """
        if self._camera is None:
            self._camera = self._opened()
            self.name = self._camera.name
        return self._camera.frame()

    def close(self) -> None:
        """Let go of the device."""
        if self._camera is not None:
            self._camera.close()
            self._camera = None

    def _opened(self) -> Camera:
        if self._failed is not None and self._clock() - self._failed[0] < AGAIN_S:
            raise CameraError(self._failed[1])
        try:
            return self._open_one()
        except CameraError as error:
            self._failed = (self._clock(), str(error))
            raise
