"""Every reason, notice and doubt of the table has its sentence on the page."""

import re
from pathlib import Path

from rig.page.sentences import DOUBTS, NOTICES, REFUSALS
from vision.reading import Reason

SOURCES = [path.read_text(encoding="utf-8") for path in Path(__file__).parents[2].glob("rig/*.py")]


def found(pattern: str) -> set[str]:
    return {key for text in SOURCES for key in re.findall(pattern, text)}


def test_every_refusal_has_a_sentence() -> None:
    keys = found(r'Refused\("([a-z-]+)"')
    assert len(keys) > 20
    assert keys - set(REFUSALS) == set()


def test_every_notice_has_a_sentence() -> None:
    keys = found(r'Notice\("([a-z-]+)"')
    assert len(keys) > 5
    assert keys - set(NOTICES) == set()


def test_every_doubt_has_a_sentence() -> None:
    keys = {reason.value for reason in Reason} | found(r'doubt="([a-z]+)"')
    assert keys - set(DOUBTS) == set()
