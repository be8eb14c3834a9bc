"""The rig's service under a real systemd: hung, it comes back with its game; its sandbox holds; a full disk is told.

usage: python deploy/check/machine/watchdog.py      after image.sh, as root
"""

from __future__ import annotations

from machine import Machine, fresh_disk

WITHIN_S = 3600
"""Far more than it takes where nothing else is done; `watchdog.log` beside the disk shows how far it is."""


def main() -> int:
    """Boot, listen, and count what was not as it should be."""
    machine = Machine(fresh_disk("watchdog"), "systemd.unit=graphical.target", "systemd.wants=probe.service")
    ended = machine.wait_for(lambda lines: any("end of probe" in line for line in lines), WITHIN_S)
    machine.pull_the_plug()
    print("\n".join(machine.lines[-80:]))
    bad = [line for line in machine.lines if line.startswith("NOT ok")]
    good = [line for line in machine.lines if line.startswith("ok:")]
    print(f"{len(good)} as they should be, {len(bad)} not, the probe {'ended' if ended else 'DID NOT END'}")
    return 0 if ended and good and not bad else 1


if __name__ == "__main__":
    raise SystemExit(main())
