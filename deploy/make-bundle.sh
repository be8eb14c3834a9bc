#!/bin/bash
# Makes a folder from which keltis-rig is installed without any network.
#
# usage: deploy/make-bundle.sh FOLDER [--python 3.11|3.13] [--machine aarch64|x86_64] [--debs]
#   --python    3.11 for Bookworm, 3.13 for Trixie (default)
#   --machine   aarch64 for the Pi (default)
#   --debs      put the system packages in too; only where the system is the same as on the Pi to be installed
#
# Copy the folder to the Pi and run there: sudo FOLDER/install.sh
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
folder='' python=3.13 machine=aarch64 debs=no
while [ $# -gt 0 ]; do
    case $1 in
        --python) python=$2; shift ;;
        --machine) machine=$2; shift ;;
        --debs) debs=yes ;;
        --*) echo "make-bundle: $1 is unknown; --python, --machine and --debs are known." >&2; exit 2 ;;
        *) folder=$1 ;;
    esac
    shift
done
[ -n "$folder" ] || { echo "make-bundle: name the folder to make: deploy/make-bundle.sh FOLDER" >&2; exit 2; }
[ -n "${PYTHON:-}" ] || [ -x "$here/.venv/bin/python" ] || sh "$here/deploy/make-venv.sh" "$here/.venv"
pip="${PYTHON:-$here/.venv/bin/python} -m pip --disable-pip-version-check --quiet"

mkdir -p "$folder/wheels"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/source"
(cd "$here" && tar --exclude=./.venv --exclude=./.git --exclude=./build --exclude=./models/work -c .) | tar -x -C "$work/source"
$pip wheel --no-deps --wheel-dir "$folder/wheels" "$work/source"
# Wheels say for which C library they were built; each of these runs on Bookworm and Trixie.
platforms=()
for level in 2_17 2_26 2_27 2_28 2_31 2_34 2_35 2_36; do platforms+=(--platform "manylinux_${level}_$machine"); done
wheel=$(ls "$folder"/wheels/keltis_rig-*.whl)
$pip download --only-binary :all: --python-version "$python" "${platforms[@]}" --platform "manylinux2014_$machine" \
    --constraint "$here/constraints.txt" --dest "$folder/wheels" "${wheel}[pi]"
if [ $debs = yes ]; then
    mkdir -p "$folder/debs/partial"
    # The same question as in install.sh: Raspberry Pi OS Bookworm has a browser of its own under another name.
    browser=chromium
    ! apt-cache show chromium-browser 2>/dev/null | grep -q '^Version: .*rpt' || browser=chromium-browser
    apt-get install -y -q --download-only --reinstall --no-install-recommends -o "Dir::Cache::archives=$(cd "$folder/debs" && pwd)" \
        python3-venv python3-picamera2 python3-lgpio cage $browser xwayland fonts-dejavu-core
    rmdir "$folder/debs/partial" 2>/dev/null || true
fi
cp "$here/constraints.txt" "$folder/"
cp "$here"/deploy/{install.sh,screen.sh,rig.toml,keltis-rig.service,keltis-screen.service,keltis-rig.desktop} "$folder/"
echo "$folder is ready: $(ls "$folder/wheels" | wc -l) wheels for Python $python on $machine"
