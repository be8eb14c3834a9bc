"""Pulls the plug of a whole machine in mid game, again and again: what was acknowledged must be there, once.

usage: python deploy/check/machine/power_cuts.py [--cuts 20] [--seed 7]     after image.sh, as root
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import tempfile
import time
from pathlib import Path

from machine import Machine, as_image, fetch, fresh_disk

sys.path.insert(0, str(Path(__file__).parents[3]))

from rig.journal import Journal
from rig.loop import Loop
from vision.profile import load_profile

EVENT = re.compile(r"^([0-9a-f]{32}) \w")
TAUGHT = re.compile(r"^taught (\d+)$")
PROFILE = "taught.keltis"
BEGINS_WITHIN_S = 600
"""Until the emulated machine plays; about 20 s where it has a core for itself."""


def acknowledged_in(lines: list[str]) -> list[str]:
    """The ids of events that the machine said were safe."""
    return [found.group(1) for line in lines if (found := EVENT.match(line))]


def taught_in(lines: list[str]) -> list[int]:
    """The numbers of the profiles that the machine said were written."""
    return [int(found.group(1)) for line in lines if (found := TAUGHT.match(line))]


def main() -> int:
    """Cut, start, cut, ...; then compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cuts", type=int, default=20)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    disk = fresh_disk("power-cuts")
    acknowledged: list[str] = []
    taught = [-1]
    for cut in range(options.cuts):
        began = time.monotonic()
        machine = Machine(disk, "init=/opt/check/play-and-log.sh", f"seed={cut}")
        if not machine.wait_for(lambda lines: bool(acknowledged_in(lines)), BEGINS_WITHIN_S):
            machine.pull_the_plug()
            print("\n".join(machine.lines[-30:]))
            print(f"cut {cut}: the machine did not begin to play")
            return 1
        time.sleep(chance.uniform(0, 2))
        machine.pull_the_plug()
        new = acknowledged_in(machine.lines)
        acknowledged += new
        taught += taught_in(machine.lines)
        print(f"cut {cut + 1}: {len(new)} events acknowledged, {time.monotonic() - began:.0f} s", flush=True)
    image = as_image(disk)
    with tempfile.TemporaryDirectory() as folder:
        for name in ("games.db", "games.db-wal", PROFILE):
            fetch(image, f"/var/lib/cut/{name}", Path(folder))
        is_kept = is_taught(Path(folder) / PROFILE, taught[-1])
        return compare(Path(folder) / "games.db", acknowledged, options.cuts) or int(not is_kept)


def is_taught(place: Path, last: int) -> bool:
    """True if the profile is whole and no older than the last one that was said to be written."""
    found = int(load_profile(place).model) if place.exists() and place.stat().st_size else -1
    print(f"taught last: {last}, in the profile: {found}")
    return found >= last


def compare(place: Path, acknowledged: list[str], cuts: int) -> int:
    """Print the figures; 0 if nothing was lost or doubled and the game goes on."""
    journal = Journal(place)
    written = [event.id for event in journal.events_after()]
    lost = [event for event in acknowledged if event not in set(written)]
    doubled = len(written) - len(set(written))
    is_whole = journal.set_aside is None
    loop = Loop(journal)
    state = loop.state
    print(
        f"{cuts} power cuts: {len(acknowledged)} events acknowledged, {len(written)} in the journal, {len(lost)} lost, "
        f"{doubled} applied twice; journal {'sound' if is_whole else 'DAMAGED'}, game at revision {state.revision}"
    )
    return 0 if not lost and not doubled and is_whole and acknowledged else 1


if __name__ == "__main__":
    raise SystemExit(main())
