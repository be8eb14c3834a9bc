#!/bin/bash
# A disk with Debian bookworm, systemd and the rig as its installer left it, for a user-mode machine.
#
# usage: deploy/check/uml/image.sh [FOLDER]      as root; FOLDER holds `disk.ext4` afterwards
#
# Stand-in: python3-picamera2 is an empty package.  lgpio is real (its wheel, in the rig's environment).
set -euo pipefail
here=$(cd "$(dirname "$0")/../../.." && pwd)
folder=${1:-/var/tmp/keltis-check/uml}
root=$folder/root
mirror=${MIRROR:-$(apt-get indextargets --format '$(REPO_URI)' | head -n 1)}
inside() {
    chroot "$root" /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
        LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive PIP_CERT=/etc/ssl/certs/ca-certificates.crt "$@"
}

mkdir -p "$folder"
if [ ! -e "$root/.ready" ]; then
    "$here/deploy/check/remove-root.sh" "$root"
    mmdebstrap --quiet --variant=minbase --include=systemd,systemd-sysv,dbus,udev,passwd,ca-certificates,python3-venv,fonts-dejavu-core \
        bookworm "$root" "deb $mirror bookworm main"
    cp /etc/resolv.conf /etc/hosts "$root/etc/"
    cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
    for name in python3-picamera2 python3-lgpio; do
        mkdir -p "$root/tmp/$name/DEBIAN"
        printf 'Package: %s\nVersion: 0\nArchitecture: all\nMaintainer: none <none@localhost>\nDescription: stand-in\n' $name \
            >"$root/tmp/$name/DEBIAN/control"
        inside dpkg-deb --build "/tmp/$name" "/tmp/$name.deb" >/dev/null
        inside dpkg -i "/tmp/$name.deb" >/dev/null
    done
    # gpio is a group of Raspberry Pi OS; the installer adds the rig's user to it.
    inside groupadd --system gpio
    touch "$root/.ready"
fi

mount -t proc proc "$root/proc"
trap 'umount "$root/proc"' EXIT
rm -rf "$root/root/keltis-rig" "$root/var/lib/keltis-rig" "$root/var/lib/cut"
mkdir -p "$root/root/keltis-rig" "$root/opt/check"
git -C "$here" ls-files -z --cached --others --exclude-standard | (cd "$here" && xargs -0 ls -d 2>/dev/null | tar -c -T -) |
    tar -x -C "$root/root/keltis-rig"
inside /root/keltis-rig/deploy/install.sh --screen none
inside /opt/keltis-rig/current/venv/bin/pip install --quiet --disable-pip-version-check lgpio
mkdir -p "$root/opt/check/tests/rig"
cp "$here"/tests/rig/{journal_victim,any_event,table_driver}.py "$root/opt/check/tests/rig/"
cp "$here"/deploy/check/uml/inside/* "$root/opt/check/"
cp "$here"/deploy/check/uml/inside/*.service "$root/etc/systemd/system/" 2>/dev/null || true
rm -rf "$root/root/keltis-rig"
umount "$root/proc"
trap - EXIT
rm -f "$folder/disk.ext4"
mke2fs -q -t ext4 -d "$root" "$folder/disk.ext4" 2500M
echo "$folder/disk.ext4 is ready"
