"""What `keltis doctor --camera` looks at: a few frames of the camera, or pictures in files and folders."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rig.camera import open_camera
from rig.errors import CameraError
from rig.health import Finding, State
from rig.recorded_camera import PICTURE_ENDINGS, DeskCamera
from rig.settings import CameraSettings
from vision.camera_advice import Remark, remarks
from vision.picture_file import read_picture
from vision.reader import Reader
from vision.reading import Frame
from vision.render.desk_tray import DeskTray

FRAMES = 5
"""Frames taken of a camera, over about a second."""

MOST_PICTURES = 24
"""Of a folder: more would tell nothing new."""

SETTLED_S = 30.0
"""Time at which thrown desk dice lie still."""


def examine_camera(sources: Sequence[str], settings: CameraSettings, dice_set: str) -> tuple[Finding, ...]:
    """What there is to say about light, focus, height and tray.

    Args:
        sources: pictures and folders; "desk" alone; none for the camera of the settings.
        settings: of the camera.
        dice_set: of the dice that lie in the tray.

    Raises:
        CameraError: there is no camera or picture; the sentence says what to do.
        FrameError: a file is no picture.
        ModelError, ProfileError: the dice cannot be looked for.
    """
    frames = frames_of(sources, settings, dice_set)
    reader = Reader(dice_set)
    dice = [[die.quad for die in reader.read(frame).dice] for frame in frames]
    return tuple(as_finding(remark) for remark in remarks(frames, dice))


def as_finding(remark: Remark) -> Finding:
    """A remark as the doctor tells it."""
    return Finding(remark.topic, State.MISSING if remark.advice else State.GOOD, remark.found, remark.advice)


def frames_of(sources: Sequence[str], settings: CameraSettings, dice_set: str) -> tuple[Frame, ...]:
    """The pictures to look at, in the order in which they were taken or are named."""
    if not sources or list(sources) == ["desk"]:
        return _taken(settings, dice_set, desk=bool(sources))
    paths = [path for source in sources for path in _pictures(Path(source).expanduser())]
    return tuple(read_picture(path) for path in paths[:MOST_PICTURES])


def _pictures(place: Path) -> list[Path]:
    if not place.is_dir():
        return [place]
    found = sorted(path for path in place.iterdir() if path.suffix.lower() in PICTURE_ENDINGS)
    if not found:
        raise CameraError(f"There is no picture in {place}; name a folder with JPEG or PNG files.")
    return found


def _taken(settings: CameraSettings, dice_set: str, desk: bool) -> tuple[Frame, ...]:
    if desk:
        tray = DeskTray(dice_set)
        tray.throw(at_s=0.0)
        camera = DeskCamera(tray, clock=lambda: SETTLED_S)
        return tuple(camera.frame() for _ in range(FRAMES))
    if settings.choice == "none":
        raise CameraError("The settings say there is no camera; name pictures or a folder, or `desk`.")
    opened = open_camera(settings.choice, settings)
    try:
        return tuple(opened.frame() for _ in range(FRAMES))
    finally:
        opened.close()
