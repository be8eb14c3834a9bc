#!/bin/bash
# Removes a Debian root that a check made, also one that was left half made with things mounted in it.
#
# usage: deploy/check/remove-root.sh ROOT
set -euo pipefail
root=$(realpath -m "${1:?usage: remove-root.sh ROOT}")
case $root in /var/tmp/?* | /tmp/?*) ;; *) echo "remove-root: $root is not below /tmp or /var/tmp" >&2; exit 2 ;; esac
awk '{print $2}' /proc/mounts | { grep "^$root/" || true; } | sort -r | while read -r place; do umount "$place" || umount -l "$place"; done
rm -rf --one-file-system "$root"
