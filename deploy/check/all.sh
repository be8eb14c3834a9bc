#!/bin/bash
# What can be tried of the Pi's side without a Pi, from nothing, on a Debian machine as root: `make deploy-check`.
#
# usage: deploy/check/all.sh [camera] [python-3.13] [arm64] [installer-trixie] [installer-bookworm]     default: all of them
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

# The longest first, so that the two that run beside each other end together.
[ $# -gt 0 ] || set -- camera python-3.13 arm64 installer-trixie installer-bookworm
try() { # part
    case $1 in
        camera-packages) PREPARE=only "$here/virtual-camera.sh" ;;
        camera) "$here/virtual-camera.sh" ;;
        python-3.13)
            # What another Python can change.  Left out are the oracles and fuzzers of the rules ("no_cover": their moves
            # are those of the other tests, some thousand times), what wants a browser, and the whole game on the reader,
            # which the installer's check plays with the same Python.
            TESTS=tests \
                OPTIONS='-n 2 --dist worksteal -m "not pi and not page and not prove and not browser and not no_cover"' \
                "$here/virtual-camera.sh"
            ;;
        installer-trixie) SCREEN=kiosk "$here/installer.sh" trixie ;;
        installer-bookworm) SCREEN=phone "$here/installer.sh" bookworm ;;
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

# Two at a time.  What shares the camera's Debian root is one piece; each part is tried even if one before it failed.
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
one_by_one() { # part...
    local part began outcome
    for part in "$@"; do
        began=$SECONDS
        if bash "$0" "$part" >"$logs/$part" 2>&1; then outcome=ok; else outcome=FAILED; fi
        printf '\n== %s\n%s\n== %s: %s, %d s\n' "$part" "$(cat "$logs/$part")" "$part" $outcome $((SECONDS - began))
        echo "$part" >>"$logs/$outcome-parts"
    done
}
pieces=() camera=''
for part in "$@"; do
    case $part in camera* | python-3.13) camera+=" $part" ;; *) pieces+=("$part") ;; esac
done
[ -z "$camera" ] || pieces=("$camera" ${pieces[@]+"${pieces[@]}"})
echo 0 >"$logs/taken"
take() { # the number of the next piece
    local number
    {
        flock 9
        number=$(cat "$logs/taken")
        echo $((number + 1)) >"$logs/taken"
    } 9>"$logs/lock"
    echo "$number"
}
lane() {
    local number
    while number=$(take) && [ "$number" -lt ${#pieces[@]} ]; do
        # shellcheck disable=SC2086  # a piece is one part or several
        one_by_one ${pieces[number]}
    done
}
lane &
lane
wait
printf '\n%d s on %d cores, load %s\n' $SECONDS "$(nproc)" "$(cut -d' ' -f2 /proc/loadavg)"
[ ! -e "$logs/FAILED-parts" ] || { echo "deploy-check failed: $(paste -sd ' ' "$logs/FAILED-parts")" >&2; exit 1; }
