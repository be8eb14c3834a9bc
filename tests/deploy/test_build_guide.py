from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from rig.settings import ButtonSettings

DEPLOY = Path(__file__).parents[2] / "deploy"
GUIDE = (DEPLOY / "README.md").read_text(encoding="utf-8")


def load_drawings():
    spec = importlib.util.spec_from_file_location("drawings", DEPLOY / "drawings.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["drawings"] = module
    spec.loader.exec_module(module)
    return module


drawings = load_drawings()


def test_a_camera_module_3_hangs_30_cm_over_a_tray_of_20_cm():
    lens = drawings.LENSES[0]
    assert lens.height_for(200, 150) == pytest.approx(300)
    assert lens.field_at(300) == pytest.approx((299.1, 224.3), abs=0.1)
    assert lens.die_px(300) == pytest.approx(68.5, abs=0.1)


def test_a_narrow_lens_hangs_as_high_as_it_must_to_see_the_whole_tray():
    lens = drawings.Lens("long lens", across=30, down=22, nearest_mm=100)
    height = lens.height_for(200, 150)
    width, depth = lens.field_at(height)
    assert width >= 220 - 1e-6
    assert depth >= 165 - 1e-6
    assert min(width / 220, depth / 165) == pytest.approx(1)


def test_no_lens_hangs_nearer_than_it_can_focus():
    assert drawings.LENSES[0].height_for(40, 30) == 100


def test_the_guide_shows_the_computed_heights():
    assert "\n".join(drawings.table().splitlines()[2:]) in GUIDE


def test_the_drawings_are_the_ones_that_are_computed():
    assert (DEPLOY / "camera.svg").read_text(encoding="utf-8") == drawings.camera_drawing()
    assert (DEPLOY / "wiring.svg").read_text(encoding="utf-8") == drawings.wiring_drawing()
    for text in (drawings.camera_drawing(), drawings.wiring_drawing()):
        ElementTree.fromstring(text)


def test_guide_drawing_and_settings_name_the_same_pins():
    wanted = ButtonSettings()
    pins = [wanted.confirm, wanted.reroll, wanted.up, wanted.down]
    assert [bcm for _, bcm, _, _ in drawings.WIRES] == pins
    rows = re.findall(r"^\| [✔↻▲▼] [\w-]+ \| (\d+) \| (\d+) \|", GUIDE, re.MULTILINE)
    assert [(int(bcm), int(place)) for bcm, place in rows] == [(bcm, place) for _, bcm, place, _ in drawings.WIRES]


def test_heights_for_a_tray_of_ones_own_are_printed(capsys):
    assert drawings.main(["--tray", "160x220"]) == 0
    assert "220 x 160 mm" in capsys.readouterr().out


@pytest.mark.parametrize("tray", ["big", "10x10", "220"])
def test_a_tray_that_is_none_is_refused(tray, capsys):
    with pytest.raises(SystemExit) as stopped:
        drawings.main(["--tray", tray])
    assert stopped.value.code == 2
    assert re.search("millimetres|30 to 1000 mm", capsys.readouterr().err)


def test_what_the_guide_links_to_is_there():
    for place in re.findall(r"\]\((?!http)([^)#]+)\)", GUIDE):
        assert (DEPLOY / place).exists(), place


@pytest.mark.parametrize("script", sorted(DEPLOY.rglob("*.sh")), ids=lambda place: str(place.relative_to(DEPLOY)))
def test_every_script_can_be_parsed_and_run(script):
    assert script.stat().st_mode & 0o111 or script.name in ("make-venv.sh", "wheel.sh")
    subprocess.run(["bash", "-n", script], check=True)
