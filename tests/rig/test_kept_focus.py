"""The focus found while aiming is used at the next start."""

from pathlib import Path
from types import MappingProxyType, SimpleNamespace
from typing import ClassVar

import numpy as np
import pytest

from rig.camera import PiSource
from rig.commands import play
from rig.evening import Evening
from rig.kept_focus import PLACE, KeptFocus
from rig.settings import CameraSettings, Settings


def test_what_was_kept_is_there_at_the_next_start(tmp_path: Path) -> None:
    focus = KeptFocus(tmp_path)
    assert focus.dioptres is None
    focus.dioptres = 4.1234
    assert KeptFocus(tmp_path).dioptres is None  # found, but nobody said that all is well
    focus.keep()
    assert KeptFocus(tmp_path).dioptres == 4.123


def test_measuring_anew_forgets_it_until_something_is_kept(tmp_path: Path) -> None:
    focus = KeptFocus(tmp_path)
    focus.dioptres = 4.0
    focus.keep()
    focus.measure_again()
    assert focus.dioptres is None
    focus.keep()  # a lens that cannot be moved, or a camera that is away
    assert KeptFocus(tmp_path).dioptres == 4.0


@pytest.mark.parametrize(
    "text",
    [
        *("", "{}", "[4]", "\x00", "[" * 100_000),
        *(f'{{"dioptres": {written}}}' for written in ('"near"', "99", "null", "NaN", "1" * 400)),
    ],
    ids=range(10),
)
def test_a_damaged_file_is_as_none(tmp_path: Path, text: str) -> None:
    (tmp_path / PLACE).parent.mkdir()
    (tmp_path / PLACE).write_text(text)
    assert KeptFocus(tmp_path).dioptres is None


@pytest.mark.parametrize("dioptres", [-1.0, 33.0, float("nan")])
def test_a_focus_that_could_not_be_read_back_is_not_kept(tmp_path: Path, dioptres: float) -> None:
    focus = KeptFocus(tmp_path)
    focus.dioptres = dioptres
    focus.keep()
    assert not (tmp_path / PLACE).exists()


class Lens:
    """As much of picamera2 as a camera with a motor in its lens needs: it finds 4.25 dioptres by itself."""

    camera_controls = MappingProxyType(dict.fromkeys(("AfMode", "AfTrigger", "LensPosition")))
    camera_properties = MappingProxyType({})
    asked: ClassVar[list[dict[str, object]]] = []

    def create_video_configuration(self, controls: dict[str, object], **_: object) -> dict[str, object]:
        self.asked.append(controls)
        return controls

    def configure(self, controls: dict[str, object]) -> None:
        self.position = controls.get("LensPosition", 4.25)

    def camera_configuration(self) -> dict[str, object]:
        return {}

    def capture_request(self, wait: float) -> SimpleNamespace:
        metadata = {"LensPosition": self.position}
        return SimpleNamespace(
            make_array=lambda name: np.zeros((6, 4), np.uint8), get_metadata=lambda: metadata, release=lambda: None
        )

    def start(self) -> None: ...

    def set_controls(self, controls: dict[str, object]) -> None: ...

    def close(self) -> None: ...


def test_the_camera_focuses_by_itself_once_and_then_as_it_was_kept(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr("rig.camera._picamera2", lambda: Lens)
    monkeypatch.setattr("rig.camera._as_seen", lambda settings: {})
    monkeypatch.setattr("rig.camera.SETTLE_S", 0.0)
    first = KeptFocus(tmp_path)
    PiSource(CameraSettings(), first).close()
    first.keep()
    PiSource(CameraSettings(), KeptFocus(tmp_path)).close()
    first.measure_again()
    PiSource(CameraSettings(), first).close()
    assert [controls.get("LensPosition") for controls in Lens.asked] == [None, 4.25, None]


def test_an_evening_gives_camera_and_aiming_the_same_focus(tmp_path: Path, monkeypatch) -> None:
    given: list[object] = []
    monkeypatch.setattr("rig.camera.open_camera", lambda *_, focus: given.append(focus))
    monkeypatch.setattr("rig.late_camera.LateCamera", lambda opened: opened())
    evening = Evening(tmp_path)
    monkeypatch.setattr(evening, "look_through", lambda camera, reader_for: None)
    play._look(SimpleNamespace(models=None), tmp_path, Settings(camera=CameraSettings(choice="pi")), evening)
    assert given == [evening.focus]
    evening.focus.dioptres = 4.0
    assert evening.aiming is not None
    evening.aiming._keep_focus()
    assert KeptFocus(tmp_path).dioptres == 4.0
    evening.stop()
