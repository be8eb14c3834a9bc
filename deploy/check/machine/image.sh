#!/bin/bash
# A disk with Debian bookworm, its kernel, systemd and the rig as its installer left it, for an emulated machine.
#
# usage: deploy/check/machine/image.sh      as root; about four minutes, and 6 GB under /var/tmp/keltis-check/machine,
#                                           which holds disk.ext4, vmlinuz and initrd afterwards
#
# Stand-ins: python3-picamera2 and the browser are empty, cage only starts what it is given.  lgpio is real (its wheel, in
# the rig's environment), the kernel is Debian's own; its module for simulated pins, which Debian leaves out, is built
# from Debian's sources.
set -euo pipefail
here=$(cd "$(dirname "$0")/../../.." && pwd)
folder=${KELTIS_MACHINE:-/var/tmp/keltis-check/machine}
root=$folder/root
mirror=${MIRROR:-$(apt-get indextargets --format '$(REPO_URI)' | head -n 1)}
chroot_into() { # root, command...
    local place=$1
    shift
    chroot "$place" /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
        LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive PIP_CERT=/etc/ssl/certs/ca-certificates.crt "$@"
}
inside() { chroot_into "$root" "$@"; }

wanted=(mmdebstrap debian-archive-keyring qemu-system-x86 qemu-utils e2fsprogs xz-utils)
missing=()
for package in "${wanted[@]}"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
done
if [ ${#missing[@]} -gt 0 ]; then
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi

stand_in() { # name [program, on standard input]
    local tree=$root/tmp/$1
    mkdir -p "$tree/DEBIAN"
    printf 'Package: %s\nVersion: 0\nArchitecture: all\nMaintainer: none <none@localhost>\nDescription: stand-in\n' "$1" \
        >"$tree/DEBIAN/control"
    if [ "${2:-}" = program ]; then # an empty folder would make dpkg forget the stand-in before
        mkdir -p "$tree/usr/bin"
        cat >"$tree/usr/bin/$1"
        chmod +x "$tree/usr/bin/$1"
    fi
    inside dpkg-deb --build --root-owner-group "/tmp/$1" "/tmp/$1.deb" >/dev/null
    inside dpkg -i "/tmp/$1.deb" >/dev/null
    rm -r "$tree" "$tree.deb"
}

mkdir -p "$folder"
if [ ! -e "$root/.ready" ]; then
    "$here/deploy/check/remove-root.sh" "$root"
    # Its first file system needs the two drivers of its disk, no more.
    mmdebstrap --quiet --variant=minbase \
        --include=systemd,systemd-sysv,dbus,udev,passwd,login,libpam-systemd,ca-certificates,python3-venv,fonts-dejavu-core,linux-image-amd64,initramfs-tools \
        --essential-hook='mkdir -p "$1/etc/initramfs-tools/conf.d"; echo MODULES=list >"$1/etc/initramfs-tools/conf.d/keltis"; printf "virtio_pci\nvirtio_blk\next4\n" >"$1/etc/initramfs-tools/modules"' \
        --aptopt='Dpkg::Options "--force-confold"' bookworm "$root" "deb $mirror bookworm main"
    cp /etc/resolv.conf /etc/hosts "$root/etc/"
    cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
    # gpio is a group of Raspberry Pi OS; the installer adds the rig's user to it.
    inside groupadd --system gpio
    touch "$root/.ready"
fi
for name in python3-picamera2 python3-lgpio chromium xwayland; do stand_in $name; done
stand_in cage program <<'S'
#!/bin/sh
while [ "$1" != -- ]; do shift; done
shift
echo "cage was asked for: $*"
exec sleep infinity
S
release=$(basename "$root"/boot/vmlinuz-*)
release=${release#vmlinuz-}
cp "$root/boot/vmlinuz-$release" "$folder/vmlinuz"
cp "$root/boot/initrd.img-$release" "$folder/initrd"

# Simulated pins: two files of the kernel's sources, built as a module against its headers.
if [ ! -e "$folder/pins-$release.ko" ]; then
    builder=$folder/builder
    "$here/deploy/check/remove-root.sh" "$builder"
    mmdebstrap --quiet --variant=minbase "--include=linux-headers-$release,linux-source-6.1,gcc,make,libc6-dev,xz-utils" \
        bookworm "$builder" "deb $mirror bookworm main"
    mkdir "$builder/root/pins"
    inside_builder() { chroot_into "$builder" "$@"; }
    inside_builder sh -c 'cd /root/pins && tar -xJf /usr/src/linux-source-6.1.tar.xz --strip-components=1 --wildcards \
        "*/drivers/gpio/gpio-sim.c" "*/drivers/gpio/gpiolib*.h" "*/kernel/irq/irq_sim.c" && mv drivers/gpio/* kernel/irq/* .'
    # irq_to_desc is not for modules; this call does the same through the number.
    sed -i 's/handle_simple_irq(irq_to_desc(irqnum))/generic_handle_irq(irqnum)/' "$builder/root/pins/irq_sim.c"
    printf 'obj-m := pins.o\npins-y := gpio-sim.o irq_sim.o\n' >"$builder/root/pins/Kbuild"
    inside_builder sh -c "make -s -C /lib/modules/$release/build M=/root/pins modules && strip -g /root/pins/pins.ko"
    cp "$builder/root/pins/pins.ko" "$folder/pins-$release.ko"
    "$here/deploy/check/remove-root.sh" "$builder"
fi

mount -t proc proc "$root/proc"
trap 'umount "$root/proc"' EXIT
rm -rf "$root/root/keltis-rig" "$root/var/lib/keltis-rig" "$root/var/lib/cut" "$root/opt/keltis-rig"
mkdir -p "$root/root/keltis-rig" "$root/opt/check/tests/rig"
git -C "$here" ls-files -z --cached --others --exclude-standard | (cd "$here" && { xargs -0 ls -d 2>/dev/null || true; } | tar -c -T -) |
    tar -x -C "$root/root/keltis-rig"
inside /root/keltis-rig/deploy/install.sh --screen kiosk
inside /opt/keltis-rig/current/venv/bin/pip install --quiet --disable-pip-version-check lgpio
# One that does not come up would look like one that is late in there.
inside python3 /root/keltis-rig/deploy/check/comes_up.py keltis
inside /opt/keltis-rig/current/venv/bin/python -m compileall -q /opt/keltis-rig/current/venv
cp "$here"/tests/rig/{journal_victim,any_event,table_driver}.py "$root/opt/check/tests/rig/"
cp "$here"/deploy/check/machine/inside/* "$root/opt/check/"
cp "$here"/deploy/check/machine/inside/*.service "$root/etc/systemd/system/"
cp "$folder/pins-$release.ko" "$root/opt/check/pins.ko"
rm -rf "$root/root/keltis-rig"
umount "$root/proc"
trap - EXIT
rm -f "$folder/disk.ext4"
mke2fs -q -t ext4 -d "$root" "$folder/disk.ext4" 2500M
echo "$folder/disk.ext4 is ready"
