#!/bin/bash
# Builds a user-mode Linux: a kernel that runs as an ordinary program, with pins that a test can pull up and down.
#
# usage: deploy/check/uml/build-kernel.sh [FOLDER]     about 10 minutes of one core, once; needs 3 GB
#   FOLDER  default /var/tmp/keltis-check/uml; holds the kernel `linux` afterwards
#
# Debian's own user-mode kernel has no pins and its others no gpio-sim, so it is built from Debian's sources.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
folder=${1:-/var/tmp/keltis-check/uml}
mirror=${MIRROR:-$(apt-get indextargets --format '$(REPO_URI)' | head -n 1)}
[ ! -x "$folder/linux" ] || exit 0
mkdir -p "$folder"
cd "$folder"

wanted=(gcc make flex bison bc xz-utils perl libc6-dev)
missing=()
for package in "${wanted[@]}"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
done
[ ${#missing[@]} = 0 ] || { apt-get update -qq && apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null; }

if [ ! -d linux-source-6.12 ]; then
    echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror trixie main" >trixie.list
    mkdir -p lists/partial
    apt=(apt-get -qq -o "Dir::Etc::sourcelist=$folder/trixie.list" -o Dir::Etc::sourceparts=-
        -o "Dir::State::lists=$folder/lists" -o APT::Sandbox::User=root)
    "${apt[@]}" update
    "${apt[@]}" download linux-source-6.12/trixie
    dpkg-deb -x linux-source-6.12_*.deb unpacked
    tar xJf unpacked/usr/src/linux-source-6.12.tar.xz
    rm -rf unpacked linux-source-6.12_*.deb
fi
cd linux-source-6.12
make ARCH=um x86_64_defconfig >/dev/null
./scripts/kconfig/merge_config.sh -m .config "$here/kernel.config" >/dev/null
make ARCH=um olddefconfig >/dev/null
for option in GPIO_SIM CONFIGFS_FS GPIO_CDEV HOSTFS CGROUPS; do
    grep -q "^CONFIG_$option=y" .config || { echo "the kernel would lack $option" >&2; exit 1; }
done
nice -n 19 make ARCH=um -j"${JOBS:-2}" >build.log 2>&1 || { tail -n 30 build.log >&2; exit 1; }
cp linux "$folder/linux"
