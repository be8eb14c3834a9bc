#!/bin/bash
# What can be tried of the Pi's side without a Pi, from nothing, on a Debian machine as root: `make deploy-check`.
#
# usage: deploy/check/all.sh [camera] [python-3.13] [installer-trixie] [installer-bookworm] [arm64]     default: all of them
#        deploy/check/all.sh machine       a whole emulated machine: real systemd, watchdog, sandbox, simulated pins and
#                                          power cuts; half an hour
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
[ "$(id -u)" = 0 ] || { echo "deploy-check makes Debian roots, so it has to be run as root." >&2; exit 2; }
wanted=(mmdebstrap debian-archive-keyring arch-test)
missing=()
for package in "${wanted[@]}"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
done
if [ ${#missing[@]} -gt 0 ]; then
    apt-get update -qq -o Acquire::Retries=3
    DEBIAN_FRONTEND=noninteractive apt-get -o Acquire::Retries=3 install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi

[ $# -gt 0 ] || set -- camera python-3.13 installer-trixie installer-bookworm arm64
try() { # part
    case $1 in
        camera-packages) PREPARE=only "$here/virtual-camera.sh" ;;
        camera) "$here/virtual-camera.sh" ;;
        python-3.13) TESTS=tests OPTIONS="-n 2 --dist worksteal" "$here/virtual-camera.sh" ;;
        installer-trixie) SCREEN=kiosk "$here/installer.sh" trixie ;;
        installer-bookworm) SCREEN=none "$here/installer.sh" bookworm ;;
        arm64) "$here/arm64.sh" trixie cortex-a72 ;;
        machine)
            "$here/machine/image.sh"
            "$here/../../.venv/bin/python" "$here/machine/watchdog.py"
            "$here/../../.venv/bin/python" "$here/machine/power_cuts.py"
            ;;
        *) echo "$1 is unknown; camera, camera-packages, python-3.13, installer-trixie, installer-bookworm, arm64 and machine are known." >&2; exit 2 ;;
    esac
}
if [ $# = 1 ]; then
    try "$1"
    exit
fi
failed=()
for part in "$@"; do # each of them is tried even if one before it failed
    began=$SECONDS
    printf '\n== %s\n' "$part"
    if bash "$0" "$part"; then outcome=ok; else outcome=FAILED failed+=("$part"); fi
    printf '== %s: %s, %d s\n' "$part" "$outcome" $((SECONDS - began))
done
[ ${#failed[@]} = 0 ] || { echo "deploy-check failed: ${failed[*]}" >&2; exit 1; }
