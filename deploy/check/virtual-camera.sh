#!/bin/bash
# The Pi's camera path without a Pi: the real picamera2 on libcamera's virtual camera, in a Debian trixie root.
#
# usage: deploy/check/virtual-camera.sh [ROOT [FRAMES]]     as root, with mmdebstrap and debian-archive-keyring
#        TESTS="tests/engine tests/rig" deploy/check/virtual-camera.sh     other tests on trixie's Python 3.13
#        PREPARE=only deploy/check/virtual-camera.sh                       only bring the packages, and see whether
#                                                                          libcamera runs here at all
#   ROOT    where the Debian root lies or is made (default /var/tmp/keltis-check/trixie-camera); kept for the next run
#   FRAMES  a folder of pictures the camera shall show (default: those of tests/rig/tray_frames)
#
# Of Raspberry Pi OS only libcamera, Python and picamera2 itself are here: no sensor, no image processor, no control of
# exposure or focus.  What those do is left to `keltis selftest` on a Pi.
set -euo pipefail
here=$(cd "$(dirname "$0")/../.." && pwd)
root=${1:-/var/tmp/keltis-check/trixie-camera}
frames=${2:-$here/tests/rig/tray_frames}
mirror=${MIRROR:-$(apt-get indextargets --format '$(REPO_URI)' | head -n 1)}
picamera2=0.3.38   # trixie's Raspberry Pi OS ships this line

if [ ! -e "$root/.ready" ]; then
    "$here/deploy/check/remove-root.sh" "$root"
    mkdir -p "$(dirname "$root")"
    # trixie's own libcamera 0.4 leaves the virtual camera's frame status unset; the backport does not.
    mmdebstrap --quiet --variant=extract --aptopt='Acquire::Retries "3"' \
        --include=python3-libcamera,python3-prctl,python3-venv,libarchive13t64,gcc,libc6-dev,python3-dev,bash,dash,coreutils,base-files,libgomp1,sed,grep \
        --setup-hook='mkdir -p "$1/etc/apt/preferences.d"; printf "Package: src:libcamera\nPin: release n=trixie-backports\nPin-Priority: 990\n" > "$1/etc/apt/preferences.d/libcamera"' \
        trixie "$root" "deb $mirror trixie main" "deb $mirror trixie-backports main"
    cp /etc/resolv.conf /etc/hosts "$root/etc/"
    mkdir -p "$root/etc/ssl/certs" "$root/opt" "$root/root" "$root/tmp" "$root/frames" "$root/film"
    cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
    chmod 1777 "$root/tmp"
    mkdir -p "$root/usr/share/libcamera/pipeline/virtual"
    cat > "$root/usr/share/libcamera/pipeline/virtual/virtual.yaml" <<'Y'
%YAML 1.1
---
"Tray0":
  supported_formats:
  - {width: 1280, height: 960, frame_rates: [15, 60]}
  - {width: 640, height: 480, frame_rates: [15, 60]}
  frames: {path: "/frames/"}
  location: "CameraLocationBack"
  model: "virtual tray"
"Film1":
  supported_formats:
  - {width: 640, height: 480, frame_rates: [15, 60]}
  frames: {path: "/film/"}
  location: "CameraLocationFront"
  model: "virtual film"
Y
    touch "$root/.ready"
fi

inside() {
    chroot "$root" /usr/bin/env -i PATH=/usr/bin:/bin:/usr/sbin:/sbin HOME=/root LANG=C.UTF-8 \
        PIP_CERT=/etc/ssl/certs/ca-certificates.crt PYTHONPATH=/opt/keltis OMP_NUM_THREADS=1 "$@"
}

mountpoint -q "$root/proc" || mount -t proc proc "$root/proc"
trap 'umount "$root/proc"' EXIT
if [ ! -e "$root/opt/venv/.ready" ] || [ -n "$(find "$here/constraints.txt" "$0" -newer "$root/opt/venv/.ready")" ]; then
    cp "$here/constraints.txt" "$root/opt/"
    inside python3 -m venv --system-site-packages /opt/venv
    inside /opt/venv/bin/pip install --quiet --disable-pip-version-check -c /opt/constraints.txt \
        "picamera2==$picamera2" simplejpeg numpy opencv-python-headless onnxruntime gpiozero platformdirs jinja2 \
        starlette uvicorn sse-starlette python-multipart segno httpx2 pytest pytest-timeout pytest-xdist pytest-cov hypothesis scipy babel
    touch "$root/opt/venv/.ready"
fi

# The frames are numbered from 0 on, as the virtual camera wants them.
rm -rf "$root/frames" "$root/opt/keltis"
mkdir -p "$root/frames" "$root/opt/keltis"
number=0
for picture in "$frames"/*.jpg; do
    cp "$picture" "$root/frames/$number.jpg"
    number=$((number + 1))
done
if [ "${PREPARE:-}" = only ]; then
    [ -e "$root/film/0.jpg" ] || cp "$root/frames/0.jpg" "$root/film/" # without pictures there is no camera at all
    inside python3 -c 'import libcamera; assert libcamera.CameraManager.singleton().cameras, "no virtual camera"' 2>/dev/null
    exit
fi
git -C "$here" ls-files -z --cached --others --exclude-standard | (cd "$here" && { xargs -0 ls -d 2>/dev/null || true; } | tar -c -T -) |
    tar -x --no-same-owner -C "$root/opt/keltis"

if [ ! -e "$root/film.json" ] || [ "$here/tests/rig/virtual_film.py" -nt "$root/film.json" ]; then
    rm -rf "$root/film"
    mkdir "$root/film"
    inside sh -c "cd /opt/keltis && /opt/venv/bin/python tests/rig/virtual_film.py /film"
fi
cd /
inside sh -c "cd /opt/keltis && /opt/venv/bin/python -m pytest -p no:cacheprovider --durations=4 ${OPTIONS:-} ${TESTS:-tests/rig/test_pi_camera.py}"
