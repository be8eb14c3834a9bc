#!/bin/bash
# The rig's Python on an emulated Raspberry Pi: rules, reader, adviser and page as aarch64, against what this machine
# computes with the same networks; nothing is stored, so new networks need nothing made anew.
#
# usage: deploy/check/arm64.sh [trixie|bookworm [cortex-a72|cortex-a76|cortex-a53 [ROOT]]]
#   as root, with mmdebstrap, debian-archive-keyring and arch-test; cortex-a72 is a Pi 4, a76 a Pi 5, a53 a Zero 2 W
#
# Debian's base and the wheels for ARM are real, the processor is emulated by qemu.  Times say nothing about a Pi.
set -euo pipefail
here=$(cd "$(dirname "$0")/../.." && pwd)
suite=${1:-trixie}
cpu=${2:-cortex-a72}
root=${3:-/var/tmp/keltis-check/$suite-arm64}
mirror=${MIRROR:-$(apt-get indextargets --format '$(REPO_URI)' | head -n 1)}
python=$([ "$suite" = trixie ] && echo 3.13 || echo 3.11)
qemu=/var/tmp/keltis-check/qemu
host=${PYTHON:-$here/.venv/bin/python}

# Bookworm's qemu crashes in numpy; trixie's is one static program that runs anywhere.
if [ ! -x $qemu/usr/bin/qemu-aarch64 ]; then
    work=$(mktemp -d)
    echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror trixie main" >"$work/trixie.list"
    mkdir -p "$work/lists/partial" $qemu
    apt=(apt-get -qq -o "Dir::Etc::sourcelist=$work/trixie.list" -o Dir::Etc::sourceparts=-
        -o "Dir::State::lists=$work/lists" -o APT::Sandbox::User=root)
    "${apt[@]}" update
    (cd "$work" && "${apt[@]}" download qemu-user/trixie)
    dpkg-deb -x "$work"/qemu-user_*.deb $qemu
    rm -rf "$work"
fi
binfmt=/proc/sys/fs/binfmt_misc
mountpoint -q $binfmt || mount -t binfmt_misc binfmt_misc $binfmt
[ -e $binfmt/keltis-aarch64 ] || printf '%s' ':keltis-aarch64:M::\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00:\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff:'$qemu'/usr/bin/qemu-aarch64:OCF' >$binfmt/register

if [ ! -e "$root/.ready" ] || [ -n "$(find "$here/constraints.txt" "$0" -newer "$root/.ready")" ]; then
    "$here/deploy/check/remove-root.sh" "$root"
    mkdir -p "$(dirname "$root")"
    mmdebstrap --quiet --variant=extract --architectures=arm64 \
        --include=python3,libstdc++6,libgomp1,bash,dash,coreutils,base-files "$suite" "$root" "deb $mirror $suite main"
    platforms=()
    for level in 2_17 2_26 2_27 2_28 2_31 2_34 2_35 2_36; do platforms+=(--platform "manylinux_${level}_aarch64"); done
    "$host" -m pip install --quiet --disable-pip-version-check --target "$root/opt/site" --python-version $python \
        "${platforms[@]}" --platform manylinux2014_aarch64 --only-binary :all: -c "$here/constraints.txt" \
        numpy opencv-python-headless onnxruntime gpiozero platformdirs jinja2 starlette uvicorn sse-starlette \
        python-multipart segno httpx2 pytest pytest-timeout hypothesis
    touch "$root/.ready"
fi
rm -rf "$root/opt/keltis" "$root/opt/frames"
mkdir -p "$root/opt/keltis" "$root/opt/frames"
(cd "$here" && tar --exclude=__pycache__ --exclude=models/work -c engine vision rig models tests deploy pyproject.toml) | tar -x -C "$root/opt/keltis"

# Twenty trays, rendered and read here; then read there.
PYTHONPATH="$here" "$host" - "$root/opt/frames" <<'P'
import sys
from pathlib import Path

import cv2

from vision.render.desk_tray import DeskTray

folder = Path(sys.argv[1])
for number in range(20):
    tray = DeskTray("pips", 3 + number % 3, seed=number)
    tray.throw(at_s=0.0)
    cv2.imwrite(str(folder / f"{number:02}.png"), tray.frame(30.0))
P
(cd "$root/opt/frames" && PYTHONPATH="$here" "$host" -m rig read --json --dice pips ./*.png >"$root/opt/here.json") || true

told() { echo "$1 after $SECONDS s"; }
told "root, wheels and pictures are ready"
mountpoint -q "$root/proc" || mount -t proc proc "$root/proc"
trap 'umount "$root/proc"' EXIT
inside() {
    chroot "$root" /usr/bin/env -i PATH=/usr/bin:/bin HOME=/root LANG=C.UTF-8 PYTHONPATH=/opt/site:/opt/keltis \
        QEMU_CPU="$cpu" OMP_NUM_THREADS=1 "$@"
}
# The longest step by far: half of the pictures each, where there are two processors.
inside sh -c 'cd /opt/frames && { python3 -m rig read --json --dice pips ./0*.png >/opt/there-0.json &
    python3 -m rig read --json --dice pips ./1*.png >/opt/there-1.json; wait; }' || true
cat "$root"/opt/there-[01].json >"$root/opt/there.json"
"$host" "$here/deploy/check/same_readings.py" "$root/opt/here.json" "$root/opt/there.json"
told "the reader has read"

# What the adviser decides: positions that lie beside its networks, on both machines.
decisions=$(cd "$here" && ls models/values/*_decisions.jsonl)
(cd "$here" && PYTHONPATH="$here" "$host" deploy/check/same_decisions.py tell $decisions >"$root/opt/decided-here.jsonl")
inside sh -c "cd /opt/keltis && python3 deploy/check/same_decisions.py tell $(echo $decisions) >/opt/decided-there.jsonl"
"$host" "$here/deploy/check/same_decisions.py" compare "$root/opt/decided-here.jsonl" "$root/opt/decided-there.jsonl"
told "the adviser has decided"

# One file of each part; the whole suite on this Python is tried without emulation.
inside sh -c 'cd /opt/keltis && python3 -m pytest -p no:cacheprovider tests/engine/test_dice.py tests/engine/test_or_rules.py \
    tests/vision/test_model_file.py tests/vision/test_rectify.py tests/rig/test_buttons.py tests/rig/test_settings.py tests/rig/test_journal.py'
told "the tests have passed"

# The whole rig, until its page shows the table.
printf '#!/bin/sh\nexec python3 -m rig "$@"\n' >"$root/opt/keltis/keltis"
chmod +x "$root/opt/keltis/keltis"
inside sh -c 'cd /opt/keltis && python3 deploy/check/comes_up.py /opt/keltis/keltis'
told "the page has shown the table"
