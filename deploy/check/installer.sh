#!/bin/bash
# The installer as a user would run it, in a Debian root of a given release: dry run, install, install again, a broken
# upgrade, a version that does not come up, uninstall.  Ends with the first thing that is not as it should be; with
# status 3 where not even a Debian root can be made.
#
# usage: deploy/check/installer.sh bookworm|trixie [ROOT]     as root, with mmdebstrap and debian-archive-keyring
#
# Bytecode is made by the first installation alone, as a user's would; afterwards, pip is told to leave it out, which halves
# the time of the three that follow.
#
# Stand-ins: python3-picamera2 and python3-lgpio, which only Raspberry Pi OS has, are empty packages here.  The release is
# Debian's, not Raspberry Pi OS; nothing is booted (see deploy/check/machine for that), so systemctl only enables.
set -euo pipefail
here=$(cd "$(dirname "$0")/../.." && pwd)
suite=${1:?usage: installer.sh bookworm|trixie [ROOT]}
root=${2:-/var/tmp/keltis-check/$suite-install}
mirror=${MIRROR:-$(apt-get indextargets --format '$(REPO_URI)' | head -n 1)}
screen=${SCREEN:-kiosk}
log=/tmp/keltis-check-$suite.log
compile=yes

fail() {
    echo "installer check ($suite): $1" >&2
    exit 1
}
check() { # sentence, command...
    local sentence=$1 began=$SECONDS
    shift
    "$@" >"$log" 2>&1 || { cat "$log" >&2; fail "$sentence"; }
    echo "ok: $sentence ($((SECONDS - began)) s)"
}
inside() {
    chroot "$root" /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
        LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive PIP_CERT=/etc/ssl/certs/ca-certificates.crt PIP_COMPILE=$compile "$@"
}
listing() { # what the installer may touch, less what the system's own packages and Python's caches make there
    inside sh -c 'find /opt /usr/local /etc/systemd /etc/keltis-rig /etc/xdg/autostart /etc/udev/rules.d \
        /var/lib/keltis-rig /var/lib/keltis-screen 2>/dev/null |
        grep -vE "__pycache__|/seatd.service$|^/usr/local/lib/python3|^/usr/local/share/fonts|^/etc/udev/rules.d$" | sort
        cut -d: -f1 /etc/passwd | grep keltis' || true
}

"$here/deploy/check/remove-root.sh" "$root"
mkdir -p "$(dirname "$root")"
mmdebstrap --quiet --variant=minbase --include=systemd,passwd,ca-certificates "$suite" "$root" "deb $mirror $suite main" || {
    echo "installer check ($suite): no Debian root can be made here; is Debian within reach?" >&2
    exit 3
}
cp /etc/resolv.conf /etc/hosts "$root/etc/"
echo force-unsafe-io >"$root/etc/dpkg/dpkg.cfg.d/check" # this root is thrown away
cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
mount -t proc proc "$root/proc"
trap 'umount "$root/proc"' EXIT

for name in python3-picamera2 python3-lgpio; do
    mkdir -p "$root/tmp/$name/DEBIAN"
    printf 'Package: %s\nVersion: 0\nArchitecture: all\nMaintainer: none <none@localhost>\nDescription: stand-in\n' $name \
        >"$root/tmp/$name/DEBIAN/control"
    inside dpkg-deb --build "/tmp/$name" "/tmp/$name.deb" >/dev/null
    inside dpkg -i "/tmp/$name.deb" >/dev/null
done
mkdir -p "$root/root/keltis-rig"
git -C "$here" ls-files -z --cached --others --exclude-standard | (cd "$here" && { xargs -0 ls -d 2>/dev/null || true; } | tar -c -T -) |
    tar -x -C "$root/root/keltis-rig"
cp "$here/deploy/check/comes_up.py" "$root/tmp/"
install=/root/keltis-rig/deploy/install.sh

inside systemctl set-default --quiet multi-user.target # as Raspberry Pi OS Lite has it
before=$(listing)
check "a dry run says what it would do" inside $install --dry-run --screen "$screen"
[ "$(listing)" = "$before" ] || fail "a dry run changed something"
echo "ok: a dry run changes nothing"

printf '#!/bin/sh\necho armhf\n' >"$root/tmp/dpkg"
chmod +x "$root/tmp/dpkg"
if inside env PATH=/tmp:/usr/sbin:/usr/bin:/sbin:/bin $install >"$log" 2>&1; then fail "32-bit was not refused"; fi
grep -q "64-bit Raspberry Pi OS" "$log" || fail "32-bit is refused without saying what to do"
echo "ok: a 32-bit system is refused with a sentence"
rm "$root/tmp/dpkg"

check "it installs" inside $install --screen "$screen"
code() { sed -n 's/^phone_code = "\([0-9]\{8\}\)"$/\1/p' "$root/etc/keltis-rig/rig.toml"; }
if [ "$screen" = phone ]; then
    [ -n "$(code)" ] && grep -q "the code $(code)" "$log" || fail "nobody was told the code for phones"
    echo "ok: phones have a code of their own"
fi
check "the command is there" inside keltis --help
check "the doctor finds all that is needed" inside runuser -u keltis -- env KELTIS_DATA=/var/lib/keltis-rig keltis doctor
check "the service is sound" inside systemd-analyze verify /etc/systemd/system/keltis-rig.service
check "the service is closed off" inside systemd-analyze security --offline=true --threshold=20 /etc/systemd/system/keltis-rig.service
check "it starts with the system" inside systemctl is-enabled keltis-rig.service
if [ "$screen" = kiosk ]; then
    check "the screen's service is sound" inside systemd-analyze verify /etc/systemd/system/keltis-screen.service
    check "the screen starts with the system" inside systemctl is-enabled keltis-screen.service
    [ "$(inside systemctl get-default)" = graphical.target ] || fail "the system does not start into the screen"
fi
check "the rig's user writes its data" inside runuser -u keltis -- touch /var/lib/keltis-rig/games.db
check "and nothing else" inside sh -c '! runuser -u keltis -- touch /opt/keltis-rig/x /etc/keltis-rig/x 2>/dev/null'
check "the table is laid" inside runuser -u keltis -- python3 /tmp/comes_up.py keltis
# A minute for a whole game, read and advised; on the older Python it is the wheel's own check that plays one.
if [ "$suite" = trixie ]; then
    check "a game is played with what was installed" inside runuser -u keltis -- \
        sh -c 'cd /tmp && keltis demo --auto --game or --seed 7 --port 0 --data /tmp/demo-data'
else
    cp "$here/tests/rig/tray_frames/$(ls "$here/tests/rig/tray_frames" | head -n 1)" "$root/tmp/tray.jpg"
    check "dice are read with what was installed" inside runuser -u keltis -- keltis read --dice pips /tmp/tray.jpg
fi

echo "port = 8123" | sed '1i [page]' >"$root/etc/keltis-rig/rig.toml"
compile=no
first=$(readlink "$root/opt/keltis-rig/current")
sleep 1
PYTHON=${PYTHON:-$here/.venv/bin/python} "$here/deploy/make-bundle.sh" "$root/root/bundle" --machine "$(uname -m)" \
    --python "$(inside python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])')" >"$log" 2>&1 ||
    { cat "$log" >&2; fail "a bundle is made"; }
check "it installs again, from a bundle, without any network" unshare --net chroot "$root" /usr/bin/env -i \
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 PIP_COMPILE=$compile \
    /root/bundle/install.sh --screen "$screen"
second=$(readlink "$root/opt/keltis-rig/current")
[ "$first" != "$second" ] && [ -d "$root$first" ] || fail "the version before was not kept"
grep -q 8123 "$root/etc/keltis-rig/rig.toml" || fail "settings were overwritten"
if [ "$screen" = phone ]; then
    grep -q '^phones = "always"$' "$root/etc/keltis-rig/rig.toml" && [ -n "$(code)" ] || fail "phones are not let in"
    check "the settings can be read" inside sh -c 'cd /tmp && keltis doctor | grep -q 8123'
fi
echo "ok: settings and the version before are kept"

cp "$root/root/keltis-rig/rig/__main__.py" "$root/tmp/main.py"
echo 'raise SystemExit("broken")' >"$root/root/keltis-rig/rig/__main__.py"
sleep 1
if inside $install --screen "$screen" >"$log" 2>&1; then fail "a broken version was installed"; fi
[ "$(readlink "$root/opt/keltis-rig/current")" = "$second" ] || fail "a broken version is current"
check "after a broken upgrade the old version works" inside keltis --help
cp "$root/tmp/main.py" "$root/root/keltis-rig/rig/__main__.py"

# A version that installs but does not come up: systemctl is played by a script that says so.
mkdir -p "$root/run/systemd/system"
cat >"$root/usr/local/sbin/systemctl" <<'S'
#!/bin/sh
echo "$*" >>/tmp/systemctl.log
case $1 in is-active) exit 3 ;; *) exit 0 ;; esac
S
chmod +x "$root/usr/local/sbin/systemctl"
sleep 1
if inside $install --screen "$screen" >"$log" 2>&1; then fail "a version that does not come up was kept"; fi
grep -q "the last one is back" "$log" || fail "nobody was told of the way back"
[ "$(readlink "$root/opt/keltis-rig/current")" = "$second" ] || fail "the last version that worked is not back"
[ "$(tail -n 1 "$root/tmp/systemctl.log")" = "restart keltis-rig.service" ] || fail "the last version was not started"
echo "ok: a version that does not come up gives way to the last one"
rm -r "$root/run/systemd/system" "$root/usr/local/sbin/systemctl"

check "it uninstalls" inside $install --uninstall
[ "$(inside systemctl get-default)" = multi-user.target ] || fail "the system does not start as it did before"
[ -e "$root/var/lib/keltis-rig/games.db" ] || fail "games were taken away unasked"
[ ! -e "$root/opt/keltis-rig" ] && [ ! -e "$root/etc/systemd/system/keltis-rig.service" ] || fail "something was left"
echo "ok: games are kept"
check "it uninstalls with the games" inside $install --uninstall --with-games
[ "$(listing)" = "$before" ] || { diff <(echo "$before") <(listing) >&2 || true; fail "something was left behind"; }
echo "ok: nothing is left behind ($suite)"
