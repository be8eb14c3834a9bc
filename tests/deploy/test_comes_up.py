"""The check whether an installed rig lays its table tells one that does from one that ends or says nothing."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from deploy.check import comes_up

SERVES = """#!{python}
import http.server, json, sys
class Page(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200); self.end_headers(); self.wfile.write(json.dumps({{"screen": "{screen}"}}).encode())
    def log_message(self, *told): pass
http.server.HTTPServer(("127.0.0.1", int(sys.argv[sys.argv.index("--port") + 1])), Page).serve_forever()
"""


@pytest.fixture
def program(tmp_path: Path):
    def write(text: str) -> str:
        place = tmp_path / "keltis"
        place.write_text(text)
        place.chmod(0o755)
        return str(place)

    return write


def test_a_rig_that_lays_its_table_comes_up(program):
    assert comes_up.main(program(SERVES.format(python=sys.executable, screen="setup"))) == 0


def test_a_rig_that_ends_is_told_with_what_it_said(program, capsys):
    assert comes_up.main(program("#!/bin/sh\necho TypeError: given 7\nexit 1\n")) == 1
    assert "TypeError: given 7" in capsys.readouterr().out


def test_a_rig_that_stays_at_its_beginning_does_not_come_up(program, monkeypatch):
    monkeypatch.setattr(comes_up, "WITHIN_S", 2.0)
    assert comes_up.main(program(SERVES.format(python=sys.executable, screen="starting"))) == 1
