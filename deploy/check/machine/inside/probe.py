"""Inside the machine: hangs the rig and sees it come back with its game, and tries to break out of its sandbox.

Prints one line a finding, "ok: ..." or "NOT ok: ...", and "end of probe" when it is through.
"""

import json
import os
import signal
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request

PAGE = "http://127.0.0.1:8080"
CGROUP = "/sys/fs/cgroup/system.slice/keltis-rig.service/cgroup.procs"


def tell(is_ok, sentence):
    print(("ok: " if is_ok else "NOT ok: ") + sentence, flush=True)


def state():
    """What the table shows, or None while there is none."""
    try:
        asked = urllib.request.Request(PAGE + "/state.json", headers={"Accept-Language": "en"})
        with urllib.request.urlopen(asked, timeout=5) as answer:
            return json.load(answer)
    except (OSError, ValueError):
        return None


def wait_for(wanted, within_s):
    """Seconds until it is true; None if it is not in time."""
    began = time.monotonic()
    while time.monotonic() - began < within_s:
        if wanted():
            return time.monotonic() - began
        time.sleep(0.1)
    return None


def main_pid(unit="keltis-rig"):
    said = subprocess.run(["systemctl", "show", "-P", "MainPID", unit], capture_output=True, text=True)
    return int(said.stdout or 0)


def read(place):
    with open(place, "rb") as file:
        return file.read()


def act(what):
    """Post an action as the page does; the HTTP status."""
    shown = state()
    form = urllib.parse.urlencode({"act": what, "revision": shown["revision"]}).encode()
    asked = urllib.request.Request(PAGE + "/act", form, {"Accept": "application/json", "Origin": PAGE})
    try:
        return urllib.request.urlopen(asked, timeout=10).status
    except urllib.error.HTTPError as error:
        return error.code


def game():
    """The part of the page that must survive."""
    shown = state() or {}
    return {key: value for key, value in shown.items() if key not in ("reports", "notices")}


def is_playing():
    shown = state()
    return shown is not None and shown.get("screen") != "starting"


def try_watchdog():
    took = wait_for(is_playing, 120)
    tell(took is not None, f"the rig serves its page {took or 0:.0f} s after it was first asked")
    time.sleep(1)
    statuses = [act("press confirm")]
    time.sleep(1)
    statuses.append(act("hand"))
    tell(statuses[0] == 200, f"a game is begun (HTTP {statuses})")
    before, old = game(), main_pid()
    os.kill(old, signal.SIGSTOP)
    began = time.monotonic()
    restarted = wait_for(lambda: main_pid() not in (0, old), 60)
    tell(restarted is not None and restarted <= 20, f"a hung rig is started again after {restarted or 0:.1f} s")
    wait_for(is_playing, 120)
    after = game()
    tell(after == before and bool(after), f"its game is as it was, {time.monotonic() - began:.1f} s after it hung")
    if after != before:
        print(json.dumps(before)[:1500], json.dumps(after)[:1500], sep="\n", flush=True)
    said = subprocess.run(["systemctl", "show", "keltis-rig", "-p", "NRestarts"], capture_output=True, text=True)
    tell("NRestarts=1" in said.stdout, f"it was started again once ({said.stdout.strip()})")


def try_sandbox():
    pid = str(main_pid())
    uid = os.stat(f"/proc/{pid}").st_uid
    tell(uid != 0, f"it runs as user {uid}, not as root")
    for place in ("/usr/x", "/etc/x", "/opt/x", "/boot/x", "/var/lib/x"):
        tried = subprocess.run(["nsenter", "-t", pid, "-m", "touch", place], capture_output=True, text=True)
        tell("Read-only" in tried.stderr, f"even root cannot write {place} where the rig lives")
    tried = subprocess.run(["nsenter", "-t", pid, "-m", "touch", "/var/lib/keltis-rig/.probe"], capture_output=True)
    tell(tried.returncode == 0, "its own folder can be written")
    for device, is_allowed in (("/dev/vda", False), ("/dev/mem", False), ("/dev/null", True)):
        if os.path.exists(device):
            join = f"echo $$ > {CGROUP} && head -c 1 {device}"
            tried = subprocess.run(["sh", "-c", join], capture_output=True, text=True)
            opened = "not permitted" not in tried.stderr and "denied" not in tried.stderr
            tell(opened == is_allowed, f"{device} can{'' if opened else 'not'} be opened among its processes")
    with open(f"/proc/{pid}/status") as file:
        lines = file.read().splitlines()
    tell("CapBnd:\t0000000000000000" in lines, "it has no capabilities")
    tell("NoNewPrivs:\t1" in lines and "Seccomp:\t2" in lines, "system calls are filtered")
    boot = subprocess.run(["systemd-analyze"], capture_output=True, text=True).stdout.splitlines()
    print("boot:", boot[0] if boot else "unknown", flush=True)


def try_full_disk():
    """A full disk: said on the page, the game can be looked at, nothing is lost, and it goes on when there is room."""
    before = game()
    subprocess.run("cat /dev/zero > /var/lib/keltis-rig/.full 2>/dev/null; sync", shell=True)
    statuses = []

    def is_noticed():  # a few presses still fit into what the file has taken from the disk already
        statuses.append(act("press down"))
        return statuses[-1] != 200 or "games' file" in json.dumps(state() or {})

    noticed = wait_for(is_noticed, 60)
    tell(noticed is not None, f"with a full disk a press is refused or told (HTTP {statuses[-3:]})")
    os.remove("/var/lib/keltis-rig/.full")
    tell(state() is not None, "with a full disk the page still answers")
    status = act("undo")
    tell(status == 200, f"with room again the game goes on (HTTP {status})")
    tell(bool(before), "and it was there all the time")


def try_screen():
    """The screen's unit: another user's, restarted alone, and the rig does not notice."""
    os.makedirs("/dev/dri", exist_ok=True)  # the machine has no screen; the browser is a stand-in
    subprocess.run(["systemctl", "restart", "--no-block", "keltis-screen"])
    took = wait_for(lambda: main_pid("keltis-screen") != 0, 60)
    tell(took is not None, "the screen's unit starts")
    screen, rig = main_pid("keltis-screen"), main_pid()
    shown = wait_for(lambda: b"sleep" in read(f"/proc/{screen}/cmdline"), 60)
    tell(shown is not None, "it waits for the page, then shows it")
    tell(os.stat(f"/proc/{screen}").st_uid not in (0, os.stat(f"/proc/{rig}").st_uid), "as a user of its own")
    os.kill(screen, signal.SIGKILL)
    took = wait_for(lambda: main_pid("keltis-screen") not in (0, screen), 30)
    tell(took is not None, f"killed, it is there again after {took or 0:.1f} s")
    tell(main_pid() == rig and state() is not None, "and the rig went on")
    # Root may list even a folder that is shut; what was laid over it is empty.
    look = ["ls", "/var/lib/keltis-rig"]
    seen = subprocess.run(["nsenter", "-t", str(main_pid("keltis-screen")), "-m", *look], capture_output=True).stdout
    there = subprocess.run(look, capture_output=True).stdout
    tell(b"games.db" in there and not seen, f"where it lives the games cannot be seen ({seen})")


def try_buttons():
    for command in ("modprobe configfs", "insmod /opt/check/pins.ko", "mount -t configfs none /sys/kernel/config"):
        subprocess.run(command.split(), capture_output=True)
    subprocess.run(["/opt/keltis-rig/current/venv/bin/python", "/opt/check/buttons_probe.py"], timeout=120)


for trial in (try_buttons, try_watchdog, try_sandbox, try_full_disk, try_screen):
    try:
        trial()
    except Exception as error:  # the next trial must still be made
        tell(False, f"{trial.__name__} failed: {type(error).__name__}: {error}")
subprocess.run("journalctl -o cat -u keltis-rig --no-pager | tail -n 40", shell=True)
print("end of probe", flush=True)
