#!/bin/sh
# Makes the Python environment the rig runs in, or brings it up to date.
#
# usage: [PYTHON=python3.11] sh deploy/make-venv.sh FOLDER [dev]
#
# On a Raspberry Pi the environment sees the system's packages, because picamera2, libcamera and lgpio are built for the
# system's own Python and come from apt. Elsewhere it stands alone.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
venv=${1:?usage: make-venv.sh FOLDER [dev]}
kind=${2:-}
python=${PYTHON:-python3}

stop() {
    echo "$1" >&2
    exit 2
}

command -v "$python" >/dev/null 2>&1 ||
    stop "There is no $python here. Install it with: sudo apt update && sudo apt install python3 python3-venv"

version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
case $version in
    3.11 | 3.12 | 3.13) ;;
    *) stop "Python $version is not one of 3.11, 3.12 and 3.13. Name another one: make PYTHON=python3.11 ..." ;;
esac
[ "$("$python" -c 'import sys; print(sys.maxsize > 2**32)')" = True ] ||
    stop "This Python is a 32-bit one and the dice reader exists for 64-bit systems only. Install the 64-bit system."

sees_system=no
extras=$kind
if "$python" -c 'import libcamera' 2>/dev/null; then
    sees_system=yes
    # Bookworm's simplejpeg was built for an older numpy and would break picamera2 beside ours: a newer one goes in.
    extras=${kind:+$kind,}pi
fi

# A failed start leaves bin/python behind without bin/pip, so pip is what tells a whole environment from half of one.
if [ -x "$venv/bin/pip" ] && "$venv/bin/python" -c 'import pip' 2>/dev/null; then
    if [ $sees_system = yes ] && ! grep -q '^include-system-site-packages = true' "$venv/pyvenv.cfg"; then
        "$python" -m venv --system-site-packages "$venv"
    fi
else
    "$python" -c 'import ensurepip, venv' 2>/dev/null ||
        stop "Python's venv module is missing. Install it with: sudo apt update && sudo apt install python$version-venv"
    [ ! -e "$venv" ] || [ -e "$venv/pyvenv.cfg" ] ||
        stop "$venv is in the way and is no Python environment. Move it, or name another folder: make VENV=..."
    echo "Making the environment $venv with Python $version ..."
    if [ $sees_system = yes ]; then
        "$python" -m venv --clear --system-site-packages "$venv"
    else
        "$python" -m venv --clear "$venv"
    fi
fi

case $kind in
    '') echo "Installing what the rig needs (once, some 300 MB) ..." ;;
    *) echo "Installing what the rig and its checks need (once, some 500 MB) ..." ;;
esac
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-input \
    --constraint "$here/constraints.txt" --editable "$here${extras:+[$extras]}" ||
    stop "The packages could not be installed. Look at the lines above; without a network, connect it and run this again."
