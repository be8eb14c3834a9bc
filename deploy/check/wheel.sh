#!/bin/sh
# The wheel alone: installed into an empty environment, run in an empty folder, with nothing of this folder in reach.
#
# usage: sh deploy/check/wheel.sh FOLDER_WITH_THE_WHEEL
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
wheel=$(CDPATH='' cd -- "${1:?usage: wheel.sh FOLDER_WITH_THE_WHEEL}" && ls "$PWD"/keltis_rig-*.whl)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"${PYTHON:-python3}" -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check --constraint "$here/constraints.txt" "$wheel"
mkdir "$work/empty"
cd "$work/empty"
export HOME="$work/home"
unset PYTHONPATH KELTIS_SHARED

keltis=$work/venv/bin/keltis
"$keltis" --help >/dev/null
"$keltis" doctor
if [ -e "$work/venv/lib"/python3*/site-packages/rig/commands/demo.py ]; then
    "$keltis" demo --auto --game or --seed 7 --port 0 >"$work/record.txt"
    grep -q ' 0 silent errors' "$work/record.txt" || { echo "a roll was read wrongly:" >&2; tail -n 3 "$work/record.txt" >&2; exit 1; }
    tail -n 2 "$work/record.txt"
    "$keltis" replay "$work/record.txt"
fi
[ -z "$(ls -A "$work/empty")" ] || { echo "the wheel left files where it was run: $(ls -A)" >&2; exit 1; }
echo "wheel: $(basename "$wheel") stands alone"
